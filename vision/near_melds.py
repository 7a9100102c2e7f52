"""分没分开: like tiles a little apart from a row: a meld, or the hand's own; so small a gap does not tell."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from vision.detection import BACK, OTHER
from vision.rows import Row
from vision.seen import SeenTile

LEAST, MOST = 0.14, 0.45
"""A gap between these parts of a tile's width, beside what lies between other tiles, parts hand and meld for
some and not for others."""
LEVEL = 0.35
"""A row this little askew shows in upright boxes how wide its gaps are."""


def doubtful_groups(row: Row, tiles: Sequence[SeenTile]) -> Iterator[tuple[int, ...]]:
    """Three or four alike in a row with a small gap at each side, or a gap and the end of the row."""
    gaps = _gaps(row, tiles)
    if gaps is None:
        return
    cuts = [0, *(number + 1 for number, gap in enumerate(gaps) if gap > LEAST), len(row.places)]
    if len(cuts) < 3:
        return
    for start, end in itertools.pairwise(cuts):
        group = row.places[start:end]
        kinds = {tiles[place].kind for place in group}
        if len(group) in (3, 4) and len(kinds) == 1 and not kinds & {None, BACK, OTHER}:
            yield group


def is_near(row: Row, meld: Row) -> bool:
    """Whether a meld lies so near to a row of the hand that it may be a part of it."""
    gap, _ = row.apart(meld)
    return row.in_line(meld) and gap < MOST * row.step


def _gaps(row: Row, tiles: Sequence[SeenTile]) -> list[float] | None:
    """How much wider than usual in this row the gap after each tile is, in steps; None where upright boxes do
    not tell."""
    ux, uy = (abs(one) for one in row.way)
    if min(ux, uy) > LEVEL or len(row.places) < 2:
        return None
    boxes = np.array([tiles[place].box for place in row.places])
    axis = 0 if ux > uy else 1
    middles = (boxes[:, axis] + boxes[:, axis + 2]) / 2
    reach = (boxes[:, axis + 2] - boxes[:, axis]) / 2
    between = np.abs(np.diff(middles)) - reach[:-1] - reach[1:]
    steps = np.abs(np.diff(middles))
    # tiles farther off are smaller, and so are their gaps
    wide = (between - np.median(between)) / np.minimum(steps, np.median(steps))
    return [float(one) for one in wide]

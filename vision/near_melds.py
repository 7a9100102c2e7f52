"""分没分开: like tiles a little apart from a row: a meld, or the hand's own; so small a gap does not tell."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from vision.calibration import Floats
from vision.detection import BACK, OTHER
from vision.rows import Row
from vision.seen import SeenTile

LEAST, MOST = 0.12, 0.45
"""A gap between these parts of a tile's width, beside what lies between other tiles, parts hand and meld for
some and not for others."""
BESIDE = 2
"""So many gaps on each side of one say how wide it usually is there: as many as a pong has."""
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
    """How much wider the gap after each tile is than those around it, in steps; None where upright boxes do
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
    wide = (between - _around(between)) / np.minimum(steps, np.median(steps))
    return [float(one) for one in wide]


def _around(gaps: Floats) -> Floats:
    """The usual gap at each place: as wide as those beside it on either side. The sides of tiles that lean
    out of a near picture cover more of the gaps towards the ends of a row, so the middle of all is not usual.
    """
    usual = np.zeros_like(gaps)
    for at in range(len(gaps)):
        sides = [
            side for side in (gaps[max(at - BESIDE, 0) : at], gaps[at + 1 : at + 1 + BESIDE]) if side.size
        ]
        usual[at] = np.mean([side.mean() for side in sides]) if sides else 0.0
    return usual

"""一排牌背: backs too weak to count alone that go on a row of surer ones.

Of a wall, or of a hand that stands, some backs show as slivers; where two others lie in even steps with such
a one, it is the row's next tile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detectors.nets import Array

LIKE = 1.4
"""Tiles of a row are wide and high alike, within this factor."""
TOUCHING = 0.35
"""Neighbours of a row are no farther apart than this part of the smaller one's side."""
EVEN = 0.35
"""How far a tile of a row may lie from where even steps put it, in its sides."""
ELSEWHERE, OUTSIDE = 0.35, 0.5
"""A weak back that shares more than the first part of the union with a box that counts, or more than the
second part of the smaller one of both, is a part of that tile, or of its edge."""

Flags = NDArray[np.bool_]


def going_on(boxes: Array, odds: Array, sure: Flags) -> Flags:
    """Which boxes count: those that are `sure`, and of the other backs those that go on a row of backs, which
    then is the longer.

    `boxes`: n x 4 corners, `odds`: n x 2 (face, back), each tile once.
    """
    kept = sure.copy()
    backs = np.flatnonzero(odds[:, 1] > odds[:, 0])
    row = _Row(boxes[backs])

    def free(place: int) -> bool:
        return bool(stand_free(boxes[place : place + 1], boxes[kept])[0])

    waiting = [
        n for n in np.argsort(-odds[backs, 1], kind="stable") if not sure[backs[n]] and row.beside[n].any()
    ]
    found = True
    while found:
        found = False
        for number in tuple(waiting):
            # the surest first: a second box of the same tile is none then
            if row.goes_on(int(number), kept[backs]) and free(backs[number]):
                kept[backs[number]] = found = True
                waiting.remove(number)
    return kept


class _Row:
    """Backs that may stand side by side. `beside`: which of them are alike and touch, n x n."""

    def __init__(self, boxes: Array) -> None:
        self.sides = boxes[:, 2:] - boxes[:, :2]
        self.middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        one, two = self.sides[:, None], self.sides[None]
        least = np.minimum(one, two)
        alike = (np.maximum(one, two) < LIKE * least).all(axis=2)
        apart = np.abs(self.middles[:, None] - self.middles[None]) - (one + two) / 2
        self.beside: Flags = np.asarray(alike & (apart < TOUCHING * least).all(axis=2), dtype=np.bool_)
        np.fill_diagonal(self.beside, False)

    def goes_on(self, number: int, kept: Flags) -> bool:
        """Whether two of those `kept` lie in even steps with one."""
        middle = self.middles[number]
        for one in np.flatnonzero(self.beside[number] & kept):
            step, side = self.middles[one] - middle, np.minimum(self.sides[one], self.sides[number])
            others = kept.copy()
            others[one] = False
            expected = np.stack([self.middles[one] + step, middle - step])
            off = (self.middles[others][:, None] - expected[None]) / side
            if (np.square(off).sum(axis=2) < EVEN**2).any():
                return True
        return False


def stand_free(boxes: Array, others: Array) -> Flags:
    """Which boxes cover hardly anything of any of the others."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    wide, high = (np.maximum(high[..., axis] - low[..., axis], 0) for axis in (0, 1))
    shared = wide * high
    own, areas = (np.prod(many[:, 2:] - many[:, :2], axis=1) for many in (boxes, others))
    parts = (shared > ELSEWHERE * (own[:, None] + areas - shared)) | (
        shared > OUTSIDE * np.minimum(own[:, None], areas)
    )
    return np.asarray(~parts.any(axis=1), dtype=np.bool_)

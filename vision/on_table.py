"""在桌上: which of the boxes found can be tiles of the table, each once.

A camera whose place is known tells where the foot of a tile is, lying or standing. What has its foot on the
rim or beside the table is no tile of it, and of one standing tile both the face, or back, and the upper edge
may be found.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.calibration import SIDES, Floats, Geometry, from_side
from vision.detection import BACK, Detection
from vision.measuring import DEPTH, Flags, Measured

SAME = 0.5
"""Boxes nearer to each other than this part of a tile's width are of one tile."""
OWN_DEPTH = 0.115
"""How far from the edge, by usage, a player's own tiles end: farther in none stands."""
PLAIN = 0.4
"""The upper edge of a tile must show straight above its side, within this part of its width, to be told."""
LARGEST = 1.25
"""A box wider or higher than so many diagonals of a tile holds something else, or more than one."""


def tiles_of_table(detections: Sequence[Detection], measured: Measured, geometry: Geometry) -> Flags:
    """Which detections are tiles of the table, each once. `geometry` in the pixels of the detections."""
    kept = on_surface(measured) & (measured.length < LARGEST)
    kept &= ~_seen_twice(detections, measured, kept)
    return np.asarray(kept & ~_edges(detections, measured, geometry, kept), dtype=np.bool_)


def on_surface(measured: Measured) -> Flags:
    """Which have their middle above the playing surface, at the height of the face of a lying tile: that is
    as high as the middle of the back of one that stands."""
    return np.asarray(((measured.at > 0) & (measured.at < 1)).all(axis=1), dtype=np.bool_)


def _middles(detections: Sequence[Detection]) -> Floats:
    boxes = np.array([one.box for one in detections], dtype=np.float64).reshape(-1, 4)
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2)


def _ranks(detections: Sequence[Detection]) -> Floats:
    """Rank of each: a face before a back, then the surer one, then the earlier one; the best is highest."""
    order = sorted(
        range(len(detections)),
        key=lambda place: (detections[place].best != BACK, detections[place].score, -place),
    )
    ranks = np.empty(len(detections))
    ranks[order] = np.arange(len(detections))
    return ranks


def _seen_twice(detections: Sequence[Detection], measured: Measured, among: Flags) -> Flags:
    """Those so near to a better one that both are of one tile."""
    ranks = _ranks(detections)
    apart = np.hypot(*(measured.at[:, None] - measured.at[None]).transpose(2, 0, 1))
    near = (apart < SAME * measured.wide) & among[:, None] & among[None]
    return np.asarray((near & (ranks[None] > ranks[:, None])).any(axis=1))


def _edges(detections: Sequence[Detection], measured: Measured, geometry: Geometry, among: Flags) -> Flags:
    """Backs that are no tiles of their own but the upper edge of a tile that stands before them, of which
    the face or the back was found too."""
    found = np.zeros(len(detections), dtype=np.bool_)
    is_back = np.array([one.best == BACK for one in detections], dtype=np.bool_)
    middles = _middles(detections)
    as_side, as_top = (geometry.table(middles, height) for height in (measured.high / 2, measured.high))
    for side in range(SIDES):
        depth = from_side(geometry.eye[:2], side)[1]
        sides, tops = (_from_side(points, side) for points in (as_side, as_top))
        # where a row runs towards the camera, the edge of one tile is where the side of the next one is
        plain = np.abs(tops[:, 0] - sides[:, 0]) < PLAIN * measured.wide
        # in the corners lie melds, of this side or of the next one
        between = (sides[:, 0] > OWN_DEPTH) & (sides[:, 0] < 1 - OWN_DEPTH)
        own = np.flatnonzero(among & plain & between & (sides[:, 1] < OWN_DEPTH))
        # what the camera sees of a standing tile is half its thickness before its middle
        before = np.sign(depth - sides[own, 1]) * DEPTH * measured.wide / 2
        expected = np.stack([sides[own, 0], sides[own, 1] - before], axis=1)
        apart = np.hypot(*(tops[own][:, None] - expected[None]).transpose(2, 0, 1))
        np.fill_diagonal(apart, np.inf)
        back = is_back[own]
        found[own] |= ((apart < SAME * measured.wide) & back[:, None]).any(axis=1)
    return found


def _from_side(points: Floats, side: int) -> Floats:
    return np.array([from_side((float(x), float(y)), side) for x, y in points]).reshape(-1, 2)

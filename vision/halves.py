"""合半张: a face found as two halves is one tile: a pip between two others parts it for a finder."""

from __future__ import annotations

import itertools

import numpy as np

from vision.calibration import Floats, Geometry
from vision.detectors.looking import Found
from vision.detectors.two_stage import BACK_SCORE, FACE_SCORE
from vision.measuring import Size, misfits, shares

HALF = 0.8
"""A box smaller than this part of a whole tile's may be of a half."""
AS_ONE = 0.12
"""Two halves together are as wide and as high as a tile that lies there, within this part of it. Of 17 drawn
films at 1920 x 1080 all 10 such pairs were of one tile, in three of the films; the nearest pair of two tiles
is 0.16 off."""


def whole_again(found: Found, geometry: Geometry, size: Size) -> Found:
    """What was found, with one box in the place of two that are the halves of one face. `geometry` in pixels
    of the boxes; `size` of the tiles."""
    if len(found) < 2:
        return found
    boxes = found.boxes.astype(np.float64)
    faces = found.odds[:, FACE_SCORE] > found.odds[:, BACK_SCORE]
    small = np.flatnonzero(faces & (shares(boxes.tolist(), geometry, size) < HALF))
    pairs = [pair for pair in itertools.combinations(small.tolist(), 2) if _near(boxes[list(pair)])]
    if not pairs:
        return found
    unions = np.array([_around(boxes[list(pair)]) for pair in pairs])
    off = misfits(unions, geometry, size)
    joined, odds = found.boxes.copy(), found.odds.copy()
    used: set[int] = set()
    gone: list[int] = []
    for number in np.argsort(off).tolist():
        one, other = pairs[number]
        if off[number] > AS_ONE or used & {one, other}:
            continue
        joined[one], odds[one] = unions[number], np.maximum(odds[one], odds[other])
        used |= {one, other}
        gone.append(other)
    kept = np.ones(len(found), np.bool_)
    kept[gone] = False
    return Found(joined, odds).only(kept)


def _around(pair: Floats) -> Floats:
    """The box around two boxes."""
    return np.concatenate([pair[:, :2].min(axis=0), pair[:, 2:].max(axis=0)])


def _near(pair: Floats) -> bool:
    """Whether two boxes lie beside each other, or one over the other."""
    around = _around(pair)
    apart: Floats = (around[2:] - around[:2]) - (pair[:, 2:] - pair[:, :2]).sum(axis=0)
    return bool((apart < 0.2 * (around[2:] - around[:2])).all())

"""牌背的颜色: backs that a finder takes a little rather for faces, as the outer tiles of a closed kong.

It has seen honours of which one is blank. The backs beside tell how the backs of this set look here: where
the finder nearly says back too, and the tile has their colour and not that of the faces, it lies face down.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detection import SAME_PLACE
from vision.detectors.looking import Found
from vision.detectors.nets import Array
from vision.frames import Pixels

NEARLY = 0.5
"""A back's score at the place of a face is to be this part of the face's."""
SURE_FACE, SURE_BACK = 0.7, 0.5
"""Tiles of these scores show how faces and backs look."""
BESIDE, ALIKE = 6, 3
"""So many of the sure ones nearest to a tile are compared with it, since light differs across a table; the
ones most like it count."""
LIKE = 30.0
"""Colours farther apart than so many hundredths of a tile's brightness are not alike."""
NEARER = 0.5
"""A tile's colour is that of the backs if they are no farther from it than this part of what faces are."""
INNER = 0.6
"""The part of a box's sides whose colour counts."""
DARK = 30.0
"""Grey levels that count as a tile's brightness at least."""

FACE, BACK = 0, 1


def turned_down(found: Found, cells: Found, pixels: Pixels) -> Found:
    """The tiles found, each once, with the odds of faces that are rather backs changed over. `cells`: all
    that the finder said about the same pixels."""
    faces = np.flatnonzero(found.odds[:, FACE] >= found.odds[:, BACK])
    backs = cells.only(cells.odds[:, BACK] > cells.odds[:, FACE])
    if not len(faces) or not len(backs):
        return found
    there = _overlaps(found.boxes[faces], backs.boxes) >= SAME_PLACE
    best = np.where(there, backs.odds[None, :, BACK], 0).max(axis=1)
    nearly = faces[best >= NEARLY * found.odds[faces, FACE]]
    if not len(nearly):
        return found
    known = [
        np.setdiff1d(np.flatnonzero(one), nearly)
        for one in (found.odds[:, FACE] >= SURE_FACE, found.odds[:, BACK] >= SURE_BACK)
    ]
    odds = found.odds.copy()
    for place in nearly:
        to_faces, to_backs = (_away(found.boxes, place, those, pixels) for those in known)
        if to_backs < min(LIKE, NEARER * to_faces):
            odds[place] = odds[place, ::-1]
    return Found(found.boxes, odds)


def colour(pixels: Pixels, box: Array) -> NDArray[np.float64]:
    """The middle colour of a tile, which its drawing hardly changes."""
    middle, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) * INNER / 2
    left, top = np.maximum(np.rint(middle - half), 0).astype(int)
    right, low = np.maximum(np.rint(middle + half).astype(int), (left + 1, top + 1))
    colours: NDArray[np.float64] = np.median(pixels[top:low, left:right].reshape(-1, 3), axis=0)
    return colours


def _away(boxes: Array, place: int, known: NDArray[np.intp], pixels: Pixels) -> float:
    """How far the colour of a tile is from those most like it among its neighbours of `known`, in hundredths
    of its brightness; without two of them infinitely far."""
    if len(known) < 2:
        return float("inf")
    middles = boxes[:, :2] + boxes[:, 2:]
    nearest = known[np.argsort(np.square(middles[known] - middles[place]).sum(axis=1))[:BESIDE]]
    own = colour(pixels, boxes[place])
    away = sorted(float(np.abs(colour(pixels, boxes[one]) - own).max()) for one in nearest)[:ALIKE]
    return sum(away) / len(away) / max(float(own.mean()), DARK) * 100


def _overlaps(boxes: Array, others: Array) -> NDArray[np.float32]:
    """Intersection over union of each of n boxes with each of m others."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    shared = np.prod(np.maximum(high - low, 0), axis=2)
    own, areas = (np.prod(many[:, 2:] - many[:, :2], axis=1) for many in (boxes, others))
    return np.asarray(shared / np.maximum(own[:, None] + areas - shared, 1e-6), dtype=np.float32)

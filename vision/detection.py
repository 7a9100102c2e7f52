"""找到的牌: one tile as a detector saw it, with its odds kept, and how overlapping boxes are thinned out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import KINDS, TILES, Tile

BACK = KINDS
"""Place of a face-down tile in the likelihoods."""
OTHER = KINDS + 1
"""Place of an honour 字牌 or flower 花牌: no Sichuan tile."""
CLASSES = KINDS + 2
NAMES: tuple[str, ...] = (*(str(tile) for tile in TILES), "back", "other")
"""The 29 words of the public forms, in the order of the likelihoods."""

SAME_PLACE = 0.5
"""Two boxes that share this part of their union are one tile. Neighbours in a row turned by any angle share
less than 0.25 of it: their centres lie a tile's width apart."""
INSIDE = 0.85
"""A box with this part of its area inside a surer one is a piece of the same tile."""

Box = tuple[float, float, float, float]
"""x1, y1, x2, y2 in pixels."""


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile found. `box` in pixels of the upright original picture; `score` 0..1, how sure it is that
    there is a tile; `likelihoods`: 29 numbers that sum to 1: 27 kinds, back, other."""

    box: Box
    score: float
    likelihoods: tuple[float, ...]

    @property
    def best(self) -> int:
        """The likeliest of the 29 classes."""
        return max(range(CLASSES), key=self.likelihoods.__getitem__)

    @property
    def confidence(self) -> float:
        """The likelihood of the likeliest class, 0..1."""
        return max(self.likelihoods)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        x1, y1, x2, y2 = self.box
        return (x1 + x2) / 2, (y1 + y2) / 2

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and how high the box is, in pixels."""
        x1, y1, x2, y2 = self.box
        return x2 - x1, y2 - y1

    @property
    def span(self) -> float:
        """The box's size: the side of the square of the same area, in pixels."""
        wide, high = self.extent
        return float((wide * high) ** 0.5)


def sure(kind: int, confidence: float = 1.0) -> tuple[float, ...]:
    """Likelihoods that give one class `confidence` and share the rest among the others."""
    rest = (1.0 - confidence) / (CLASSES - 1)
    return tuple(confidence if one == kind else rest for one in range(CLASSES))


def tile_of(kind: int) -> Tile | None:
    """The tile of a class, None for back and other."""
    return TILES[kind] if kind < KINDS else None


def thin_out(
    boxes: NDArray[np.float32], scores: NDArray[np.float32], same: float = SAME_PLACE, inside: float = INSIDE
) -> NDArray[np.intp]:
    """Non-maximum suppression whatever the classes: the places of the boxes kept, the surest first.

    `boxes`: n x 4 corners; `scores`: n. A box goes where a surer one covers the same place (intersection over
    union above `same`) or contains it (above `inside` of its own area).
    """
    order = np.argsort(-scores, kind="stable")
    x1, y1, x2, y2 = boxes.astype(np.float64).T
    areas = np.maximum(x2 - x1, 0) * np.maximum(y2 - y1, 0)
    kept: list[int] = []
    while order.size:
        first, rest = order[0], order[1:]
        kept.append(int(first))
        wide = np.minimum(x2[first], x2[rest]) - np.maximum(x1[first], x1[rest])
        high = np.minimum(y2[first], y2[rest]) - np.maximum(y1[first], y1[rest])
        shared = np.maximum(wide, 0) * np.maximum(high, 0)
        union = np.maximum(areas[first] + areas[rest] - shared, 1e-9)
        gone = (shared / union > same) | (shared > inside * np.maximum(areas[rest], 1e-9))
        order = rest[~gone]
    return np.array(kept, dtype=np.intp)


def merge(detections: Sequence[Detection]) -> tuple[Detection, ...]:
    """Detections of overlapping slices or passes with each tile once."""
    if not detections:
        return ()
    boxes = np.array([one.box for one in detections], dtype=np.float32)
    scores = np.array([one.score for one in detections], dtype=np.float32)
    return tuple(detections[place] for place in thin_out(boxes, scores))

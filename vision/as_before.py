"""原样: whether the picture looks, where a tile was found, as it did then: a tile that is not found again
there has not gone, and one that is read otherwise is no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.tiles import KINDS
from vision.detection import Box, Detection, thin_out
from vision.frames import Pixels

SMALL = 12
"""Pixels of the sides of the small picture of a tile."""
BRIGHTER = 12.0
"""So many grey levels, of 255, a lamp or the camera changes a whole tile."""
LEAST = 1.0
"""The mean difference, in grey levels, that is taken for noise at least."""
ALIKE, SAME = 1.8, 1.3
"""A place looks as before where it differs less than so many times as the others do, and shows surely the
same tile below the second: of three drawn films 9 in 10 tiles that stay differ less than 1.5 times the
median, faces that others take the place of 1.3 to 8 times."""
NEAR = 0.3
"""A tile that is found within this part of its size of where it was is the same."""
CROWD, SHARE = 4, 0.25
"""So many tiles not found again at once, and this share of those that lay there, were taken away."""
WAITS = 20
"""Readings after which a tile that something hides is forgotten."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A tile, what its place looked like when it was found, in how many readings it was, and in how many
    since it was not though it lay there, or was hidden."""

    tile: Detection
    looks: NDArray[np.float32]
    found: int = 1
    missed: int = 0
    hidden: int = 0


class AsBefore:
    """The tiles of one table, and how they looked."""

    def __init__(self) -> None:
        self._lying: dict[int, _Known] = {}
        self._hidden: tuple[_Known, ...] = ()
        self._same: dict[int, Detection] = {}

    def same(self, tile: Detection) -> bool:
        """Whether the place of a tile that was found earlier looked the same at the last reading."""
        return self._same.get(id(tile)) is tile

    def take(self, pixels: Pixels, tiles: Sequence[Detection]) -> tuple[Detection, ...]:
        """Take a reading: RGB pixels, and the tiles found, those of places that were not looked at among
        them. The same tiles, and the faces that were not found again where nothing has changed: a back may
        look like bare cloth."""
        now = {id(tile) for tile in tiles}
        earlier = (*self._lying.values(), *self._hidden)
        off = np.array([_difference(_looks(pixels, one.tile.box), one.looks) for one in earlier])
        lying = off[: len(self._lying)]
        noise = max(float(np.median(lying)), LEAST) if len(lying) else LEAST
        self._same = {
            id(one.tile): one.tile for one, much in zip(earlier, off, strict=True) if much < SAME * noise
        }
        lost = [(one, much) for one, much in zip(earlier, off, strict=True) if id(one.tile) not in now]
        known = {id(one.tile): one for one in earlier}
        anew: list[_Known] = []
        for tile in tiles:
            if id(tile) in known:
                anew.append(known[id(tile)])
                continue
            found = 1 + max((one.found for one, _ in lost if _is_there(one, tile)), default=0)
            anew.append(_Known(tile, _looks(pixels, tile.box), found))
        gone = [one for one in self._lying.values() if id(one.tile) not in now and not _is_found(one, tiles)]
        cleared = len(gone) > max(CROWD, SHARE * len(lying))
        believed = [
            (one, much)
            for one, much in lost
            if not cleared and one.tile.best < KINDS and one.found > 1 and not _is_found(one, tiles)
        ]
        still = [
            replace(one, missed=one.missed + 1, hidden=0)
            for one, much in believed
            if much < ALIKE * noise and one.missed < one.found
        ]
        kept = _with_uncovered(anew, still)
        self._hidden = tuple(
            replace(one, hidden=one.hidden + 1)
            for one, much in believed
            if much >= ALIKE * noise and one.hidden < WAITS
        )
        self._lying = {id(one.tile): one for one in kept}
        return tuple(one.tile for one in kept)


def _with_uncovered(found: Sequence[_Known], still: Sequence[_Known]) -> list[_Known]:
    """All tiles found, and those of the others that none of them covers."""
    if not still:
        return list(found)
    both = [*found, *still]
    boxes = np.array([one.tile.box for one in both], dtype=np.float32)
    scores = np.array([2.0] * len(found) + [one.tile.score for one in still], dtype=np.float32)
    kept = set(thin_out(boxes, scores).tolist())
    return [one for place, one in enumerate(both) if place < len(found) or place in kept]


def _is_found(known: _Known, tiles: Sequence[Detection]) -> bool:
    """Whether a tile was found where a known one was."""
    return any(_is_there(known, tile) for tile in tiles)


def _is_there(known: _Known, tile: Detection) -> bool:
    """Whether a tile lies where a known one was."""
    (x, y), (u, v) = known.tile.centre, tile.centre
    return float(np.hypot(x - u, y - v)) < NEAR * known.tile.span


def _looks(pixels: Pixels, box: Box) -> NDArray[np.float32]:
    """The small grey picture of a place."""
    height, width = pixels.shape[:2]
    left, top = min(max(round(box[0]), 0), width - 1), min(max(round(box[1]), 0), height - 1)
    right, low = max(min(round(box[2]), width), left + 1), max(min(round(box[3]), height), top + 1)
    part = np.ascontiguousarray(pixels[top:low, left:right])
    small = cv2.resize(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY), (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The mean difference of two small pictures, in grey levels, but for what makes all of it brighter."""
    away = one - other
    return float(np.abs(away - np.clip(np.median(away), -BRIGHTER, BRIGHTER)).mean())

"""动过没有: whether the camera, or the table, has moved since the geometry was set."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats, Geometry
from vision.frames import Pixels
from vision.surface import shrunk

Grey = NDArray[np.uint8]
Flags = NDArray[np.bool_]

WIDE = 640
"""Pixels of the longer side that the comparison works on."""
MOVED = 0.006
"""A shift by more than this part of the picture's longer side is told: about a third of a tile."""
FEWEST = 8
"""Marks that must be found again to tell a shift."""
AGREE = 0.5
"""The part of the marks that must tell of the same movement: the rest are people who moved."""
WINDOW, LEVELS = (21, 21), 4
"""Pixels around a mark that are compared, and how often the picture is halved to find far moves."""
RIM = 0.10
"""How wide the strip around the playing surface is that holds the marks, as a part of its side."""


def _follow(before: Grey, now: Grey, marks: NDArray[np.float32]) -> tuple[NDArray[np.float32], Flags]:
    """Where marks of one picture are in another, and which of them were found."""
    guess = marks.copy()
    found, good, _ = cv2.calcOpticalFlowPyrLK(before, now, marks, guess, winSize=WINDOW, maxLevel=LEVELS)
    return np.asarray(found, dtype=np.float32), np.asarray(good).ravel() == 1


class Steady:
    """Remembers marks on the rim of the table, and tells whether they still are where they were."""

    def __init__(self, pixels: Pixels, geometry: Geometry) -> None:
        height, width = pixels.shape[:2]
        self.geometry = geometry.scaled(width, height)
        self.ratio = WIDE / max(height, width)
        self.first = self._small(pixels)
        marks = cv2.goodFeaturesToTrack(self.first, 200, 0.02, 6, mask=self._rim())
        self.marks: NDArray[np.float32] = (
            np.zeros((0, 1, 2), np.float32) if marks is None else np.asarray(marks, np.float32)
        )

    def shift(self, pixels: Pixels) -> float | None:
        """How far the table's corners have moved, the most of them, as a part of the picture's longer side;
        None where it cannot be told."""
        if len(self.marks) < FEWEST:
            return None
        now = self._small(pixels)
        found, good = _follow(self.first, now, self.marks)
        back, still = _follow(now, self.first, found)
        there = good & still & (np.abs(back - self.marks).max(axis=(1, 2)) < 1.0)
        if there.sum() < FEWEST:
            return None
        matrix, agree = cv2.estimateAffinePartial2D(
            self.marks[there], found[there], method=cv2.RANSAC, ransacReprojThreshold=1.5
        )
        if matrix is None or agree.mean() < AGREE:
            return None
        corners = np.array(self.geometry.corners) * self.ratio
        moved = corners @ matrix[:, :2].T + matrix[:, 2]
        return float(np.hypot(*(moved - corners).T).max()) / WIDE

    def moved(self, pixels: Pixels) -> bool:
        """Whether the rim has clearly moved."""
        shift = self.shift(pixels)
        return shift is not None and shift > MOVED

    def _small(self, pixels: Pixels) -> Grey:
        return np.asarray(cv2.cvtColor(shrunk(pixels, self.ratio), cv2.COLOR_RGB2GRAY), dtype=np.uint8)

    def _rim(self) -> Grey:
        mask = np.zeros(self.first.shape, np.uint8)
        for edge, value in ((RIM, 255), (-0.01, 0)):
            square = ((-edge, -edge), (1 + edge, -edge), (1 + edge, 1 + edge), (-edge, 1 + edge))
            outline: Floats = self.geometry.pixels(square) * self.ratio
            cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), value)
        return mask

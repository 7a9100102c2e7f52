"""量牌: how large tiles are on this table, where each lies and which way it is turned, from upright boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration import THICK, Floats, Geometry
from vision.detection import Detection

WIDE = 1 / 28
"""A tile's width by usage, as a part of the table's side."""
TALLER = 36 / 26
"""A tile's height as a part of its width."""
DEPTH = THICK / WIDE
"""Its thickness as a part of its width."""
LEAST, MOST = 0.45, 1.9
"""How much smaller or larger than by usage tiles may be."""
TELLS = 0.12
"""How far the shapes of the boxes of an upright and a turned tile must lie apart, in logarithms, to tell
them apart."""
ASKEW = 1.4
"""The box around a tile that lies askew is larger than that of a straight one by more than this."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Detections in table units. `wide`: the width of a tile; `at`: n x 2 centres; `turned`: whether each
    lies with its long sides along x; `sure`: whether its box tells so; `crooked`: whether its box is so large
    that the tile must lie askew."""

    wide: float
    at: Floats
    turned: Flags
    sure: Flags
    crooked: Flags

    @property
    def high(self) -> float:
        """The height of a tile in table units."""
        return self.wide * TALLER

    def only(self, chosen: Flags) -> Measured:
        """The same for some of the detections."""
        return Measured(
            self.wide, self.at[chosen], self.turned[chosen], self.sure[chosen], self.crooked[chosen]
        )

    def extent(self, place: int) -> tuple[float, float]:
        """How far a tile reaches along x and along y."""
        return (self.high, self.wide) if self.turned[place] else (self.wide, self.high)


def measure(detections: Sequence[Detection], geometry: Geometry, wide: float | None = None) -> Measured:
    """Measure the tiles of a view. `wide`: the width of a tile where it is known, in table units."""
    if not detections:
        nothing = np.zeros(0, np.bool_)
        return Measured(wide or WIDE, np.zeros((0, 2)), nothing, nothing, nothing)
    boxes = np.array([one.box for one in detections])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
    if wide is None:
        rough = geometry.table(middles, THICK)
        upright, turned = (_boxes(geometry, rough, WIDE, way) for way in (False, True))
        expected = np.sqrt((upright.prod(axis=1) + turned.prod(axis=1)) / 2)
        inside = ((rough > -0.05) & (rough < 1.05)).all(axis=1)
        ratios = np.sqrt(sizes.prod(axis=1)) / expected
        ratio = float(np.median(ratios[inside] if inside.any() else ratios))
        wide = WIDE * min(max(ratio, LEAST), MOST)
    at = geometry.table(middles, DEPTH * wide)
    upright, turned = (_boxes(geometry, at, wide, way) for way in (False, True))
    shape = np.log(sizes[:, 0] / sizes[:, 1])
    up, side = np.log(upright[:, 0] / upright[:, 1]), np.log(turned[:, 0] / turned[:, 1])
    is_turned = np.abs(shape - side) < np.abs(shape - up)
    expected = np.where(is_turned, turned.prod(axis=1), upright.prod(axis=1))
    crooked = sizes.prod(axis=1) > ASKEW * expected
    return Measured(wide, at, is_turned, np.abs(side - up) > TELLS, crooked)


def _boxes(geometry: Geometry, at: Floats, wide: float, turned: bool) -> Floats:
    """n x 2: the width and height in pixels of the boxes around faces at places of the table."""
    across, along = (TALLER * wide, wide) if turned else (wide, TALLER * wide)
    half = np.array([[-across, -along], [across, -along], [across, along], [-across, along]]) / 2
    outlines = geometry.pixels((at[:, None] + half[None]).reshape(-1, 2), DEPTH * wide).reshape(-1, 4, 2)
    found: Floats = np.maximum(outlines.max(axis=1) - outlines.min(axis=1), 1e-6)
    return found


def distance(one: Sequence[float] | Floats, two: Sequence[float] | Floats) -> float:
    """How far two places lie apart."""
    return math.hypot(float(one[0]) - float(two[0]), float(one[1]) - float(two[1]))

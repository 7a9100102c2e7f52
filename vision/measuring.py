"""量牌: how large tiles are on this table, where each lies and which way it is turned, from upright boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration import THICK, Floats, Geometry
from vision.detection import Box, Detection

WIDE = 1 / 28
"""A tile's width by usage, as a part of the table's side."""
TALLER = 36 / 26
"""A tile's height as a part of its width."""
DEPTH = THICK / WIDE
"""Its thickness as a part of its width."""
LIKELY = (0.62, 1.4)
"""Beyond these, what was found is not the table but a part of it, or the room around it."""
LEAST, MOST = 0.45, 1.9
"""How much smaller or larger than by usage tiles may be."""
STANDING, FEWEST = 0.12, 3
"""Tiles nearer to the edge are not measured; fewer tiles than these do not tell the size."""
LOOSELY = 1.02
"""How far the tiles of a row lie apart, in their widths."""
SHAPES = (1.2, 1.5)
"""The least and greatest height of a tile in its widths."""
TELLS = 0.12
"""How far the shapes of the boxes of an upright and a turned tile must lie apart, in logarithms, to tell
them apart."""
ASKEW = 1.4
"""The box around a tile that lies askew is larger than that of a straight one by more than this."""
PART = 0.72
"""A box smaller than this part of a whole tile's shows a part of one."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of this table's tiles in table units."""

    wide: float
    high: float

    @property
    def likely(self) -> bool:
        """Whether a playing surface can be of this size beside its tiles: about 20 to 45 of them wide."""
        return LIKELY[0] * WIDE < self.wide < LIKELY[1] * WIDE


USUAL = Size(WIDE, WIDE * TALLER)


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Detections in table units. `size`: of the tiles; `at`: n x 2 centres; `turned`: whether each lies with
    its long sides along x; `sure`: whether its box tells so; `crooked`: whether its box is so large that the
    tile must lie askew; `part`: so small that something hides a part of it; `length`: the
    longer side of the box as seen on the table, in diagonals of a tile, or heights
    of one that stands."""

    size: Size
    at: Floats
    turned: Flags
    sure: Flags
    crooked: Flags
    part: Flags
    length: Floats

    @property
    def wide(self) -> float:
        """The width of a tile in table units."""
        return self.size.wide

    @property
    def high(self) -> float:
        """The height of a tile in table units."""
        return self.size.high

    def only(self, chosen: Flags) -> Measured:
        """The same for some of the detections."""
        return Measured(
            self.size,
            self.at[chosen],
            self.turned[chosen],
            self.sure[chosen],
            self.crooked[chosen],
            self.part[chosen],
            self.length[chosen],
        )

    def extent(self, place: int) -> tuple[float, float]:
        """How far a tile reaches along x and along y."""
        return (self.high, self.wide) if self.turned[place] else (self.wide, self.high)


def measure(detections: Sequence[Detection], geometry: Geometry, size: Size | None = None) -> Measured:
    """Measure the tiles of a view. `size`: of its tiles, where it is known already."""
    if not detections:
        nothing = np.zeros(0, np.bool_)
        return Measured(size or USUAL, np.zeros((0, 2)), nothing, nothing, nothing, nothing, np.zeros(0))
    boxes = np.array([one.box for one in detections])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
    if size is None:
        size = _size(geometry, middles, sizes)
    at = geometry.table(middles, DEPTH * size.wide)
    upright, turned = (_boxes(geometry, at, size, way) for way in (False, True))
    shape = np.log(sizes[:, 0] / sizes[:, 1])
    up, side = np.log(upright[:, 0] / upright[:, 1]), np.log(turned[:, 0] / turned[:, 1])
    is_turned = np.abs(shape - side) < np.abs(shape - up)
    expected = np.where(is_turned, turned.prod(axis=1), upright.prod(axis=1))
    ratio = sizes.prod(axis=1) / expected
    least = np.minimum(turned.prod(axis=1), upright.prod(axis=1))
    part = sizes.prod(axis=1) < PART * least
    # no tile is wider or higher in the picture than one that lies along its diagonal, or one that stands
    longest = np.hypot(size.wide, size.high) / size.wide * np.stack([upright[:, 0], turned[:, 1]], axis=1)
    standing = geometry.pixels(at, size.high) - geometry.pixels(at)
    length = (sizes / np.maximum(longest, np.abs(standing))).max(axis=1)
    return Measured(size, at, is_turned, np.abs(side - up) > TELLS, ratio > ASKEW, part, length)


def shares(boxes: Sequence[Box], geometry: Geometry, size: Size) -> Floats:
    """How large boxes are, in parts of the smallest box around a whole tile that lies there."""
    sides = np.array(boxes, dtype=np.float64).reshape(-1, 2, 2)
    at = geometry.table(sides.mean(axis=1), DEPTH * size.wide)
    least = np.minimum(*(_boxes(geometry, at, size, way).prod(axis=1) for way in (False, True)))
    found: Floats = (sides[:, 1] - sides[:, 0]).prod(axis=1) / least
    return found


def misfits(boxes: Floats, geometry: Geometry, size: Size) -> Floats:
    """How far the sides of boxes (n x 4) are from those of the box around a tile that lies there, upright or
    turned, in parts of these: the worse side, of the better way."""
    at = geometry.table((boxes[:, :2] + boxes[:, 2:]) / 2, DEPTH * size.wide)
    sides = boxes[:, 2:] - boxes[:, :2]
    ways = [np.abs(sides / _boxes(geometry, at, size, way) - 1).max(axis=1) for way in (False, True)]
    found: Floats = np.minimum(*ways)
    return found


def size_of(geometry: Geometry, boxes: Floats) -> Size:
    """How large the tiles are whose boxes (n x 4: x1, y1, x2, y2 in pixels) a view shows; `USUAL` where too
    few lie away from the edge."""
    return _size(geometry, (boxes[:, :2] + boxes[:, 2:]) / 2, np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6))


def _size(geometry: Geometry, middles: Floats, sizes: Floats) -> Size:
    """How large the tiles are: their area by their boxes, their width by how close they lie in rows."""
    rough = geometry.table(middles, THICK)
    upright, turned = (_boxes(geometry, rough, USUAL, way) for way in (False, True))
    expected = np.sqrt((upright.prod(axis=1) + turned.prod(axis=1)) / 2)
    # tiles along the edge may stand, so that only a narrow part of them shows
    inside = ((rough > STANDING) & (rough < 1 - STANDING)).all(axis=1)
    if inside.sum() < FEWEST:
        return USUAL
    ratio = float(np.median(np.sqrt(sizes.prod(axis=1))[inside] / expected[inside]))
    wide = WIDE * min(max(ratio, LEAST), MOST)
    area = TALLER * wide**2
    apart = np.hypot(*(rough[:, None] - rough[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(axis=1)
    touching = nearest[(nearest > 0.75 * wide) & (nearest < 1.2 * wide)]
    if len(touching) >= 2 * FEWEST:
        wide = float(np.median(touching)) / LOOSELY
    return Size(wide, wide * min(max(area / wide**2, SHAPES[0]), SHAPES[1]))


def _boxes(geometry: Geometry, at: Floats, size: Size, turned: bool) -> Floats:
    """n x 2: the width and height in pixels of the boxes around faces at places of the table."""
    across, along = (size.high, size.wide) if turned else (size.wide, size.high)
    half = np.array([[-across, -along], [across, -along], [across, along], [-across, along]]) / 2
    outlines = geometry.pixels((at[:, None] + half[None]).reshape(-1, 2), DEPTH * size.wide).reshape(-1, 4, 2)
    found: Floats = np.maximum(outlines.max(axis=1) - outlines.min(axis=1), 1e-6)
    return found

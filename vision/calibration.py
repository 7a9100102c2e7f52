"""校准: where the table lies in a camera's picture, and how its plane maps to table units.

Table units: the playing surface is the square 0..1 x 0..1, its origin the near left corner as the camera sees
it, x to the right, y away. Heights above the surface are in the same unit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Near left, near right, far right, far left, in pixels."""

SIDES = 4
THICK = 0.027
"""How high the face of a lying tile is: its thickness, as a part of the table's side."""
SHORTEST, LONGEST = 0.5, 6.0
"""The focal lengths that a camera may have, in widths of its picture."""
USUAL = 1.1
"""The focal length where a view straight from above does not tell it."""
LEAST_AREA = 0.02
"""The part of the picture that a table must fill to be one."""


@dataclass(frozen=True)
class Geometry:
    """How one camera sees one table. `corners` of the playing surface in a picture of `picture` (width,
    height) pixels. `sides`: the sides with a player, counted from the nearest one anticlockwise; `dealer`:
    the side of seat 0; `melds`: at which hand of a player the melds lie; `names` in the order of `sides`."""

    corners: Corners
    picture: tuple[int, int]
    sides: tuple[int, ...] = (0, 1, 2, 3)
    dealer: int = 0
    melds: str = "right"
    names: tuple[str, ...] = field(default=())

    def scaled(self, width: int, height: int) -> Geometry:
        """The same camera with pictures of another size."""
        if (width, height) == self.picture:
            return self
        across, down = width / self.picture[0], height / self.picture[1]
        a, b, c, d = ((x * across, y * down) for x, y in self.corners)
        return Geometry((a, b, c, d), (width, height), self.sides, self.dealer, self.melds, self.names)

    @cached_property
    def projection(self) -> Floats:
        """3 x 4: from table units (x, y, height, 1) to pixels, times their distance."""
        return _projection(self.corners, self.picture)

    def plane(self, height: float = 0.0) -> Floats:
        """3 x 3: from table units at a height to pixels, times their distance."""
        matrix = self.projection
        return np.stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * height + matrix[:, 3]], axis=1)

    def pixels(self, points: Sequence[Point] | Floats, height: float = 0.0) -> Floats:
        """Table points (n x 2), at a height above the table, in pixels."""
        return _mapped(self.plane(height), np.asarray(points, dtype=np.float64))

    def table(self, points: Sequence[Point] | Floats, height: float = 0.0) -> Floats:
        """Pixels (n x 2) of something at a height above the table, in table units."""
        back = np.asarray(np.linalg.inv(self.plane(height)), dtype=np.float64)
        return _mapped(back, np.asarray(points, dtype=np.float64))

    @cached_property
    def eye(self) -> tuple[float, float, float]:
        """Where the camera is: its place and height in table units."""
        x, y, z, scale = np.linalg.svd(self.projection)[2][-1]
        return float(x / scale), float(y / scale), float(z / scale)

    def seat(self, side: int) -> int | None:
        """座位 of a side: 0 is the dealer, then in play order; None where nobody sits."""
        if side not in self.sides:
            return None
        order = self.sides.index(side) - self.sides.index(self.dealer)
        return order % len(self.sides)

    def side(self, seat: int) -> int:
        """The side on which a seat sits."""
        return self.sides[(self.sides.index(self.dealer) + seat) % len(self.sides)]


def from_side(point: Point, side: int) -> Point:
    """A table point as the player on a side sees it: along that side from the left hand to the right, and
    away from it; both 0..1 on the table."""
    x, y = point
    return ((x, y), (y, 1 - x), (1 - x, 1 - y), (1 - y, x))[side]


def to_table(along: float, depth: float, side: int) -> Point:
    """The way back from `from_side`."""
    return ((along, depth), (1 - depth, along), (1 - along, 1 - depth), (depth, 1 - along))[side]


def whole_picture(width: int, height: int) -> Geometry:
    """The geometry where no table is known: the picture itself is the table."""
    w, h = float(width), float(height)
    return Geometry(((0.0, h), (w, h), (w, 0.0), (0.0, 0.0)), (width, height))


def corner_problem(corners: Sequence[Point], picture: tuple[int, int]) -> tuple[str, str] | None:
    """Why four points cannot be the corners of a table, one sentence in Chinese and English; None where they
    can."""
    order = "请按近左、近右、远右、远左给。", "give near left, near right, far right, far left."
    if len(corners) != SIDES:
        return "请给桌面的四个角。", f"Give the four corners of the table, not {len(corners)}."
    if any(not math.isfinite(value) for point in corners for value in point):
        return "四角要写像素数。", "The corners must be numbers of pixels."
    turns = []
    for one in range(SIDES):
        a, b, c = (corners[(one + step) % SIDES] for step in range(3))
        turns.append((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]))
    if all(turn > 0 for turn in turns):
        return f"四角转反了：{order[0]}", f"The corners run the wrong way round: {order[1]}"
    if not all(turn < 0 for turn in turns):
        return f"四角交叉了，或在一条线上：{order[0]}", f"The corners cross or lie on a line: {order[1]}"
    if _area(corners) < LEAST_AREA * picture[0] * picture[1]:
        said = "The corners lie too close together: give those of the whole playing surface."
        return "四角挨得太近：请给整个桌面的四角。", said
    return None


def in_order(points: Sequence[Point]) -> Corners:
    """Four points of a convex outline as near left, near right, far right, far left: the side nearest the
    camera is the one whose middle lies lowest in the picture."""
    middle = np.mean(np.asarray(points), axis=0)
    # clockwise on the screen would be a rising angle, as y runs down; the corners go the other way
    round_ = sorted(points, key=lambda point: -math.atan2(point[1] - middle[1], point[0] - middle[0]))
    low = [round_[one][1] + round_[(one + 1) % SIDES][1] for one in range(SIDES)]
    first = low.index(max(low))
    a, b, c, d = (round_[(first + step) % SIDES] for step in range(SIDES))
    return (a, b, c, d)


def _area(points: Sequence[Point]) -> float:
    total = 0.0
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        total += x1 * y2 - x2 * y1
    return abs(total) / 2


def _mapped(matrix: Floats, points: Floats) -> Floats:
    ahead = np.concatenate([points.reshape(-1, 2), np.ones((points.size // 2, 1))], axis=1) @ matrix.T
    depth = ahead[:, 2:]
    # a point on the horizon is very far away, on the side it lies
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.asarray(ahead[:, :2] / depth)


def _homography(corners: Corners) -> Floats:
    """3 x 3: from table units to pixels, scaled so that the table's middle has distance 1."""
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    rows, values = [], []
    for (x, y), (u, v) in zip(square, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    solved = np.append(np.linalg.solve(np.array(rows), np.array(values)), 1.0).reshape(3, 3)
    return np.asarray(solved / (solved[2] @ (0.5, 0.5, 1.0)))


def _projection(corners: Corners, picture: tuple[int, int]) -> Floats:
    """The whole camera from the four corners of a square table: its focal length follows from the two sides
    being square to each other and equally long, the picture's middle being the lens's axis."""
    flat = _homography(corners)
    to_middle = np.array([[1, 0, -picture[0] / 2], [0, 1, -picture[1] / 2], [0, 0, 1]])
    centred = to_middle @ flat
    focal = _focal(centred, picture)
    bare = np.diag([1 / focal, 1 / focal, 1.0]) @ centred
    size = math.sqrt(float(np.linalg.norm(bare[:, 0]) * np.linalg.norm(bare[:, 1])))
    up = np.cross(bare[:, 0], bare[:, 1]) / size
    upright = np.linalg.inv(to_middle) @ (np.diag([focal, focal, 1.0]) @ up)
    return np.stack([flat[:, 0], flat[:, 1], upright, flat[:, 2]], axis=1)


def _focal(centred: Floats, picture: tuple[int, int]) -> float:
    """The focal length in pixels, the usual one where the view does not tell."""
    (a1, b1, c1), (a2, b2, c2) = centred[:, 0], centred[:, 1]
    # (k = 1 / focal^2): k (a1 a2 + b1 b2) + c1 c2 = 0 and k (a1^2 + b1^2 - a2^2 - b2^2) + c1^2 - c2^2 = 0
    left = np.array([a1 * a2 + b1 * b2, a1 * a1 + b1 * b1 - a2 * a2 - b2 * b2])
    right = -np.array([c1 * c2, c1 * c1 - c2 * c2])
    weight = float(left @ left)
    width = float(max(picture))
    inverse = float(left @ right) / weight if weight > 0 else 0.0
    if inverse <= 0:
        return USUAL * width
    focal = 1 / math.sqrt(inverse)
    return focal if SHORTEST * width <= focal <= LONGEST * width else USUAL * width

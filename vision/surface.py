"""找桌面: the playing surface found by itself in a picture: one even colour with four straight edges."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import SIDES, Corners, Floats, corner_problem, in_order
from vision.frames import Pixels

WIDE = 480
"""Pixels of the longer side that the search works on."""
ALIKE = 13.0
"""How far, in Lab, a colour may lie from the felt's; its lightness counts a third, as shadows fall on it."""
LEAST = 0.12
"""The part of the picture that the surface must fill."""
FULL = 0.9
"""The part of its four-cornered outline that it must fill."""
OUTSIDE = 0.12
"""How far a corner may lie outside the picture, as a part of its longer side."""
SHORT = 0.06
"""A side of the outline that is shorter than this part of all four is none."""
STANDING = 0.07
"""How far from the outline the table's rim may be, as a part of a side: tiles stand in front of it."""
TRIED = 70
LOOSELY = 1.6
BEYOND, GOES_ON = 0.025, 0.15
"""Where so much felt lies a little beyond a side, as parts of that side, the table goes on there."""
FEW = 60
"""Colours looked at in the middle of the picture, along each direction."""

Mask = NDArray[np.uint8]
Colour = NDArray[np.float32]


def find_surface(pixels: Pixels) -> Corners | None:
    """The corners of the playing surface in pixels, None where it is not found with certainty. All four sides
    must show; a corner may lie a little outside the picture.

    The felt's colour is the commonest one in the middle of the picture.
    """
    ratio = WIDE / max(pixels.shape[:2])
    small = shrunk(pixels, ratio)
    felt = commonest(small)
    outline = _outline(np.asarray(surface_like(small, felt), dtype=np.uint8))
    if outline is None or not _ends_there(surface_like(small, felt, LOOSELY * ALIKE), outline):
        return None
    points = [(float(x) / ratio, float(y) / ratio) for x, y in outline]
    height, width = pixels.shape[:2]
    outside = OUTSIDE * max(width, height)
    if any(not (-outside < x < width + outside and -outside < y < height + outside) for x, y in points):
        return None
    corners = in_order(points)
    return None if corner_problem(corners, (width, height)) else corners


def shrunk(pixels: Pixels, ratio: float) -> Pixels:
    """The picture in a smaller size."""
    small = cv2.resize(pixels, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def commonest(pixels: Pixels) -> Colour:
    """The colour, in Lab, that most of the middle of a picture has: the felt's."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.float32)
    height, width = lab.shape[:2]
    rows = np.linspace(0.25 * height, 0.75 * height, FEW).astype(int)
    columns = np.linspace(0.25 * width, 0.75 * width, FEW).astype(int)
    seen = lab[np.ix_(rows, columns)].reshape(-1, 3)
    keys = (seen // (32, 8, 8)).astype(np.int64) @ (10_000, 100, 1)
    values, many = np.unique(keys, return_counts=True)
    middle: Colour = np.median(seen[keys == values[many.argmax()]], axis=0)
    return middle


def surface_like(pixels: Pixels, colour: Colour, alike: float = ALIKE) -> NDArray[np.bool_]:
    """Which pixels have the felt's colour, in light or in shadow."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.float32)
    away = (lab - colour) / (3.0, 1.0, 1.0)
    return np.asarray(np.sqrt(np.square(away).sum(axis=2)) < alike)


def _outline(mask: Mask) -> Floats | None:
    """The four corners of the largest patch, None where it is no clear four-sided one."""
    size = max(3, max(mask.shape) // 120)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((size, size), np.uint8)), dtype=np.uint8)
    _, labels, told, _ = cv2.connectedComponentsWithStats(mask)
    if len(told) < 2:
        return None
    largest = int(told[1:, cv2.CC_STAT_AREA].argmax()) + 1
    shapes, _ = cv2.findContours(
        (labels == largest).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    rim = max(shapes, key=cv2.contourArea)
    hull = cv2.convexHull(rim)
    area = cv2.contourArea(hull)
    if area < LEAST * mask.size:
        return None
    height, width = mask.shape
    points = rim.reshape(-1, 2).astype(np.float64)
    inside = (points > 0).all(axis=1) & (points < (width - 1, height - 1)).all(axis=1)
    edges = _edges(hull, mask.shape)
    if edges is None:
        return None
    middle = hull.reshape(-1, 2).mean(axis=0)
    lines = [_line(points[inside], a, b, middle) for a, b in edges]
    if any(line is None for line in lines):
        return None
    corners = [_meeting(lines[one - 1], lines[one]) for one in range(SIDES)]
    if any(corner is None for corner in corners):
        return None
    found = np.asarray(corners)
    shown = np.zeros_like(mask)
    cv2.fillConvexPoly(shown, np.rint(found).astype(np.int32), 1)
    filled = area / max(int(shown.sum()), 1)
    return found if FULL <= filled <= 1 / FULL else None


def _ends_there(felt: NDArray[np.bool_], corners: Floats) -> bool:
    """Whether the felt ends at each side of its outline."""
    height, width = felt.shape
    middle = corners.mean(axis=0)
    for one in range(SIDES):
        a, b = corners[one], corners[(one + 1) % SIDES]
        outwards = (a + b) / 2 - middle
        across = np.array([-(b - a)[1], (b - a)[0]])
        across *= np.sign(across @ outwards)
        points = a + np.linspace(0.05, 0.95, 90)[:, None] * (b - a) + BEYOND * across
        columns, rows = np.rint(points).astype(int).T
        shown = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        if shown.any() and felt[rows[shown], columns[shown]].mean() > GOES_ON:
            return False
    return True


def _edges(hull: NDArray[np.int32], shape: tuple[int, ...]) -> list[tuple[Floats, Floats]] | None:
    """The four long sides of an outline in order, without those along the picture's edge."""
    height, width = shape[:2]
    around = cv2.arcLength(hull, closed=True)
    for rough in np.linspace(0.006, 0.06, 12):
        corners = cv2.approxPolyDP(hull, float(rough) * around, closed=True).reshape(-1, 2).astype(np.float64)
        edges = []
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            cut = any(
                abs(a[axis] - value) < 2 and abs(b[axis] - value) < 2
                for axis, value in ((0, 0), (0, width - 1), (1, 0), (1, height - 1))
            )
            if not cut and np.linalg.norm(b - a) > SHORT * around:
                edges.append((a, b))
        if len(edges) == SIDES:
            return edges
    return None


def _line(points: Floats, a: Floats, b: Floats, middle: Floats) -> tuple[float, float, float, float] | None:
    """The straight line along the patch's rim near the edge from a to b: that which most of the rim lies on
    and none outside. What stands in front of the rim hides parts of it, so most of it may be missing."""
    length = float(np.linalg.norm(b - a))
    along = (b - a) / length
    from_a = points - a
    near = points[
        (np.abs(from_a @ (-along[1], along[0])) < STANDING * length)
        & (from_a @ along > -0.02 * length)
        & (from_a @ along < 1.02 * length)
    ]
    if len(near) < 8:
        return None
    tried = near[:: max(1, len(near) // TRIED)]
    first, second = np.triu_indices(len(tried), 1)
    apart = tried[second] - tried[first]
    long = np.linalg.norm(apart, axis=1)
    chosen = (long > 0.12 * length) & (np.abs(apart @ along) > 0.94 * long)
    if not chosen.any():
        return None
    start, way = tried[first][chosen], apart[chosen] / long[chosen][:, None]
    normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
    normal *= -np.sign(((middle - start) * normal).sum(axis=1))[:, None]
    off = normal @ near.T - (normal * start).sum(axis=1)[:, None]
    worth = (np.abs(off) < 1.0).sum(axis=1) - 2 * (off > 2.0).sum(axis=1)
    best = int(worth.argmax())
    on = near[np.abs(off[best]) < 1.2]
    fitted = cv2.fitLine(on.astype(np.float32), cv2.DIST_L2, 0, 0.01, 0.01).ravel()
    vx, vy, x, y = (float(one) for one in fitted)
    return vx, vy, x, y


def _meeting(
    one: tuple[float, float, float, float] | None, two: tuple[float, float, float, float] | None
) -> tuple[float, float] | None:
    """Where two lines (direction, point) meet, None where they hardly do."""
    if one is None or two is None:
        return None
    (ax, ay, px, py), (bx, by, qx, qy) = one, two
    across = ax * by - ay * bx
    if abs(across) < 0.05:
        return None
    t = ((qx - px) * by - (qy - py) * bx) / across
    return px + t * ax, py + t * ay

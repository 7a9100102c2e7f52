"""学牌的样子: the views of one photographed tile that its set is learnt from: turned, shifted, dim, soft."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.detection import Box
from vision.detectors.crops import cut_level
from vision.detectors.nets import Array
from vision.frames import Pixels

QUARTERS = 4


class Jitter(NamedTuple):
    """What a hand-held phone and a finder's box do to a tile: a turn in degrees, a zoom, a shift to the right
    and down as parts of the box, a brightness, and the pixels to which it is brought down and up again (0 for
    none: a tile near the camera)."""

    turn: float
    zoom: float
    right: float
    down: float
    light: float
    soft: int


LEARNT: tuple[Jitter, ...] = (
    Jitter(0, 1.00, 0.00, 0.00, 1.0, 0),
    Jitter(7, 1.04, 0.03, -0.03, 0.8, 24),
    Jitter(-7, 0.96, -0.03, 0.03, 1.2, 0),
    Jitter(14, 1.00, 0.02, 0.04, 1.0, 24),
    Jitter(-14, 1.06, -0.04, -0.02, 0.9, 0),
    Jitter(3, 0.93, 0.04, 0.04, 1.1, 24),
    Jitter(-3, 1.08, -0.02, 0.05, 0.7, 0),
    Jitter(0, 1.00, 0.05, -0.05, 1.3, 24),
)
"""The views that a tile is learnt from, in each quarter turn."""
LEVEL: tuple[Jitter, ...] = (
    Jitter(0, 1.00, 0.00, 0.00, 1.00, 0),
    Jitter(3, 1.05, 0.03, -0.03, 0.90, 0),
    Jitter(-3, 0.95, -0.03, 0.03, 1.10, 0),
    Jitter(0, 1.00, 0.04, 0.02, 1.00, 30),
    Jitter(2, 1.04, -0.02, -0.05, 0.85, 26),
    Jitter(-2, 0.97, 0.02, 0.05, 1.15, 30),
    Jitter(4, 1.08, 0.00, 0.03, 1.05, 0),
    Jitter(-4, 0.93, -0.04, 0.00, 0.95, 32),
)
"""The same for a face that is cut out level: its corners are told more exactly than by a finder's box."""
TRIALS: tuple[Jitter, ...] = (
    Jitter(10, 1.07, -0.05, 0.05, 0.6, 18),
    Jitter(-10, 0.93, 0.05, -0.04, 1.35, 16),
    Jitter(5, 1.10, 0.06, 0.05, 0.9, 16),
)
"""The views on which a learnt set is tried; none of them is learnt."""
FINE = 1.5
"""A tile is brought to so many times the net's input first, so that turning it skips no pixel."""


def views(pixels: Pixels, box: Box, size: int, margin: float, jitters: Sequence[Jitter] = LEARNT) -> Array:
    """The views of the tile in a box (pixels): 4 quarter turns of each jitter, n x 3 x size x size, red green
    blue, 0..1. `margin` as a face is cut for the net."""
    source, (cx, cy), (wide, high) = _close(pixels, box, size)
    result = np.empty((QUARTERS * len(jitters), 3, size, size), dtype=np.float32)
    for place, (quarter, one) in enumerate(itertools.product(range(QUARTERS), jitters)):
        angle = math.radians(90 * quarter + one.turn)
        cos, sin = math.cos(angle), math.sin(angle)
        across = (abs(wide * cos) + abs(high * sin)) * (1 + 2 * margin) * one.zoom
        down = (abs(wide * sin) + abs(high * cos)) * (1 + 2 * margin) * one.zoom
        # from the view to the upright box around the turned tile, and from there back into the picture
        back = np.array([[cos, sin], [-sin, cos]])
        step = back @ np.diag([across / size, down / size])
        middle = np.array([cx, cy]) + back @ (one.right * across, one.down * down)
        matrix = np.column_stack([step, middle - step @ ((size - 1) / 2, (size - 1) / 2)])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        view = cv2.warpAffine(source, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        if one.soft:
            small = cv2.resize(view, (one.soft, one.soft), interpolation=cv2.INTER_AREA)
            view = cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR)
        bright = np.asarray(view, dtype=np.float32) * (one.light / 255)
        result[place] = np.clip(bright, 0, 1).transpose(2, 0, 1)
    return result


def level_views(pixels: Pixels, outline: Array, size: int) -> Pixels:
    """The views of a face whose corners are known (4 x 2 pixels, as `cut_level` takes them): 4 quarter turns
    of each of `LEVEL`, n x size x size x 3, red green blue, 0..255."""
    corners = outline.astype(np.float64)
    middle = corners.mean(axis=0)
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    seen = []
    for one in LEVEL:
        angle = math.radians(one.turn)
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        moved = (corners - middle) @ turn.T * one.zoom + middle + one.right * right + one.down * down
        face: Pixels = cut_level(pixels, moved.astype(np.float32), size)
        if one.soft:
            small = cv2.resize(face, (one.soft, one.soft), interpolation=cv2.INTER_AREA)
            face = np.asarray(cv2.resize(small, (size, size)), dtype=np.uint8)
        lit = np.clip(np.rint(face * np.float32(one.light)), 0, 255).astype(np.uint8)
        seen += [np.rot90(lit, quarter) for quarter in range(QUARTERS)]
    return np.ascontiguousarray(np.stack(seen))


def _close(pixels: Pixels, box: Box, size: int) -> tuple[Pixels, tuple[float, float], tuple[float, float]]:
    """The surroundings of a box, not much larger than the net's input; its middle and its size in them."""
    x1, y1, x2, y2 = box
    wide, high = max(x2 - x1, 2.0), max(y2 - y1, 2.0)
    reach = max(wide, high)
    left, top = max(int((x1 + x2) / 2 - reach), 0), max(int((y1 + y2) / 2 - reach), 0)
    part = pixels[top : int((y1 + y2) / 2 + reach) + 1, left : int((x1 + x2) / 2 + reach) + 1]
    ratio = min(1.0, FINE * size / reach)
    if ratio < 1.0:
        shrunk = cv2.resize(part, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        part = np.asarray(shrunk, dtype=np.uint8)
    middle = ((x1 + x2) / 2 - left) * ratio - 0.5, ((y1 + y2) / 2 - top) * ratio - 0.5
    return part, middle, (wide * ratio, high * ratio)

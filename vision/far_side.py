"""对面的牌: whether a camera over a table sees the tiles of the far side large enough to name them."""

from __future__ import annotations

import numpy as np

from vision.calibration import THICK, Geometry
from vision.measuring import USUAL, Size
from vision.remarks import Remark

LEAST = 21.0
"""Size of a tile at the far side, in pixels, below which too many are named wrongly
(tests/benchmarks/sizes)."""
FULL = 1920
"""Pixels of the longer side from which on a camera's picture is large enough."""
PLACE = (0.5, 0.95)
"""Where the farthest tiles lie, in table units."""


def far_tile(geometry: Geometry, size: Size = USUAL) -> float:
    """The size in pixels of a tile that lies at the far side of a table: the root of its face's area.
    `geometry` in the pixels of the picture; `size`: of the tiles, by usage where it is not known."""
    x, y = PLACE
    across, away = size.wide / 2, size.high / 2
    left, right, near, far = geometry.pixels(
        [(x - across, y), (x + across, y), (x, y - away), (x, y + away)], THICK
    )
    return float(np.sqrt(np.hypot(*(right - left)) * np.hypot(*(far - near))))


def far_side(geometry: Geometry, size: Size = USUAL) -> Remark | None:
    """What should be done about a camera, None where it sees the tiles large enough; as `far_tile`."""
    span = far_tile(geometry, size)
    if span >= LEAST:
        return None
    return far_tiles(round(span), max(geometry.picture) < FULL)


def far_tiles(pixels: int, small_picture: bool) -> Remark:
    """The tiles at the far side of a table are too small in the picture; `small_picture`: the camera may be
    able to send a larger one."""
    larger, chinese = ("set it to 1080p, or ", "调到 1080p，或") if small_picture else ("", "")
    return Remark(
        "far_tiles",
        f"The camera sees the far side's tiles only about {pixels} pixels large and will misread many: "
        f"{larger}move it nearer, so that the table fills the picture.",
        f"对面的牌在画面里只有约 {pixels} 像素，容易认错：请把摄像头{chinese}移近些，让桌子占满画面。",
    )

"""校准图: a camera's picture with the table drawn in as the geometry has it, to look at before the start."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from vision.calibration import Floats, Geometry, to_table
from vision.frames import Frame, Pixels

LINE = (255, 208, 0)
FAINT = (255, 255, 255)
TAG = (20, 20, 24)
RIM = 4
DEPTHS = (0.115, 0.245)
"""Where by usage a player's own tiles end, and where the walls do."""
OUTSIDE = 0.04
"""How far outside the playing surface a side's words stand, where they hide no tile,"""
ANCHORS = ("mt", "lm", "mb", "rm")
"""and which end of them stands there."""


def overlay(frame: Frame, geometry: Geometry) -> Pixels:
    """The picture with the outline of the playing surface, the usual end of hands and of walls on each side,
    and each side's number, seat and name, and who is the dealer."""
    height, width = frame.pixels.shape[:2]
    geometry = geometry.scaled(width, height)
    picture = Image.fromarray(frame.pixels)
    draw = ImageDraw.Draw(picture)
    thick = max(2, width // 500)
    for depth in DEPTHS:
        square = ((depth, depth), (1 - depth, depth), (1 - depth, 1 - depth), (depth, 1 - depth))
        _outline(draw, geometry.pixels(square), FAINT, max(1, thick // 2))
    _outline(draw, geometry.pixels(((0, 0), (1, 0), (1, 1), (0, 1))), LINE, thick)
    size = max(14, width // 50)
    for side in geometry.sides:
        x, y = (float(one) for one in geometry.pixels([to_table(0.5, -OUTSIDE, side)])[0])
        name = geometry.names[geometry.sides.index(side)] if geometry.names else ""
        dealer = "dealer" if side == geometry.dealer else ""
        words = " ".join((f"side {side}, seat {geometry.seat(side)}", dealer, name)).strip()
        left, top, right, bottom = draw.textbbox((x, y), words, anchor=ANCHORS[side], font_size=size)
        x += max(RIM - left, 0) - max(right + RIM - width, 0)
        y += max(RIM - top, 0) - max(bottom + RIM - height, 0)
        box = draw.textbbox((x, y), words, anchor=ANCHORS[side], font_size=size)
        draw.rectangle((box[0] - RIM, box[1] - RIM, box[2] + RIM, box[3] + RIM), fill=TAG)
        draw.text((x, y), words, fill=LINE, anchor=ANCHORS[side], font_size=size)
    return np.asarray(picture, dtype=np.uint8)


def _outline(draw: ImageDraw.ImageDraw, points: Floats, colour: tuple[int, int, int], width: int) -> None:
    corners = [(float(x), float(y)) for x, y in points]
    draw.line([*corners, corners[0]], fill=colour, width=width)

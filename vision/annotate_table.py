"""标注牌桌: a picture of a table with the geometry, every face's name, and where each tile was put."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from vision.annotate import Where, colour_of, label, resized
from vision.calibration import Geometry
from vision.detection import BACK
from vision.frames import Frame, Pixels
from vision.overlay import overlay
from vision.places import Area
from vision.table_reading import TableReading

LONGER = 2000
"""Pixels of the longer side of the drawing."""
LETTERS = {Area.HAND: "H", Area.MELD: "M", Area.DISCARD: "D", Area.WALL: "W", Area.UNKNOWN: "?"}
FONT = 11
INK, PAPER = (255, 230, 90), (20, 20, 24)
WHERE: dict[int | None, Where] = {1: Where.RIGHT, 3: Where.LEFT}
"""By the side of the table: the names of tiles that lie one behind another stand beside them."""


def annotate_table(frame: Frame, reading: TableReading, geometry: Geometry | None) -> Pixels:
    """The upright picture, its longer side 2000 pixels, with the table's outline, a box around each tile, the
    names of the faces, and at each tile the letter of its area (H hand, M meld, D discard, W wall) and its
    side; those of hands and melds with a thick line."""
    picture, ratio = resized(frame, LONGER)
    if geometry is not None:
        picture = Image.fromarray(overlay(Frame.of(np.asarray(picture)), geometry))
    draw = ImageDraw.Draw(picture)
    tiles = reading.view.tiles
    for tile, seen in zip(tiles, reading.seen, strict=True):
        box = tuple(side * ratio for side in tile.box)
        own = tile.area in (Area.HAND, Area.MELD) and seen.kind != BACK
        draw.rectangle(box, outline=colour_of(seen), width=4 if own else 2)
        words = f"{LETTERS[tile.area]}{'' if tile.side is None else tile.side}"
        x1, y1, x2, y2 = box
        _put(draw, ((x1 + x2) / 2, (y1 + y2) / 2 if seen.kind == BACK else y2), words)
    for place, (tile, seen) in enumerate(zip(tiles, reading.seen, strict=True)):
        if seen.kind != BACK:
            label(picture, draw, place, reading.seen, ratio, WHERE.get(tile.side, Where.ABOVE))
    return np.asarray(picture, dtype=np.uint8)


def _put(draw: ImageDraw.ImageDraw, at: tuple[float, float], words: str) -> None:
    box = draw.textbbox(at, words, anchor="mm", font_size=FONT)
    draw.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), fill=PAPER)
    draw.text(at, words, fill=INK, anchor="mm", font_size=FONT)

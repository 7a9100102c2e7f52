"""标注牌桌: a picture of a table with the geometry, every tile's name, and where it was put."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from vision.annotate import annotate
from vision.calibration import Geometry
from vision.frames import Frame, Pixels
from vision.overlay import overlay
from vision.places import Area
from vision.reading import Reading
from vision.table_reading import TableReading

LETTERS = {Area.HAND: "H", Area.MELD: "M", Area.DISCARD: "D", Area.WALL: "W", Area.UNKNOWN: "?"}
INK, PAPER = (255, 230, 90), (20, 20, 24)


def annotate_table(frame: Frame, reading: TableReading, geometry: Geometry | None) -> Pixels:
    """The upright picture with the table's outline, each tile's box and name, and below it the letter of its
    area (H hand, M meld, D discard, W wall) and its side."""
    if geometry is not None:
        frame = Frame(overlay(frame, geometry), frame.width, frame.height)
    tiles = reading.view.tiles
    own = tuple(place for place, tile in enumerate(tiles) if tile.area in (Area.HAND, Area.MELD))
    shown = Reading(reading.seen, tuple((place,) for place in range(len(tiles))), own, (), ())
    drawn = annotate(frame, shown)
    picture = Image.fromarray(drawn)
    draw = ImageDraw.Draw(picture)
    ratio = picture.width / frame.width
    for tile in tiles:
        x1, _, x2, y2 = (side * ratio for side in tile.box)
        words = f"{LETTERS[tile.area]}{'' if tile.side is None else tile.side}"
        at = ((x1 + x2) / 2, y2)
        box = draw.textbbox(at, words, anchor="mm", font_size=11)
        draw.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), fill=PAPER)
        draw.text(at, words, fill=INK, anchor="mm", font_size=11)
    return np.asarray(picture, dtype=np.uint8)

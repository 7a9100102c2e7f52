"""标注: a photo with a box around each tile and its Chinese name, so that a player sees what was read."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from vision.detection import BACK, OTHER
from vision.frames import Frame, Pixels
from vision.glyphs import word_mask
from vision.reading import Reading
from vision.seen import SeenTile

SIDE = (1280, 2000)
"""Pixels of the longer side of the drawing: the least and the most."""
SMALLEST, LARGEST = 11, 44
"""Pixels of a label's characters."""

Colour = tuple[int, int, int]
SUITS: tuple[Colour, ...] = ((196, 38, 46), (24, 92, 180), (14, 124, 62))
"""万 red, 筒 blue, 条 green."""
UNSURE: Colour = (214, 110, 0)
BACKS: Colour = (70, 70, 78)
OTHERS: Colour = (122, 62, 150)
PAPER: Colour = (255, 255, 255)


def annotate(frame: Frame, reading: Reading) -> Pixels:
    """The upright picture with the tiles of a reading drawn in; those of the hand and its melds with a thick
    line. The longer side is brought to 1280..2000 pixels."""
    longer = max(frame.width, frame.height)
    ratio = min(max(longer, SIDE[0]), SIDE[1]) / longer
    size = max(1, round(frame.width * ratio)), max(1, round(frame.height * ratio))
    picture = Image.fromarray(frame.pixels).resize(size, Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(picture)
    chosen = set(reading.hand) | {place for meld in reading.melds for place in meld.places}
    for place, tile in enumerate(reading.tiles):
        box = tuple(side * ratio for side in tile.box)
        draw.rectangle(box, outline=colour_of(tile), width=4 if place in chosen else 2)
    # labels last, so that no neighbour's box crosses them
    for row in reading.rows:
        beside = _is_steep([reading.tiles[place] for place in row])
        for place in row:
            _label(picture, draw, reading.tiles[place], ratio, beside, _free_above(place, reading.tiles))
    return np.asarray(picture, dtype=np.uint8)


def colour_of(tile: SeenTile) -> Colour:
    """The colour of a tile's box and label."""
    if tile.tile is not None:
        return SUITS[tile.tile.suit]
    return {BACK: BACKS, OTHER: OTHERS}.get(-1 if tile.kind is None else tile.kind, UNSURE)


def label_of(tile: SeenTile) -> str:
    """What is written at a tile: 三万, 幺鸡, 背, 字花 or ?."""
    if tile.tile is not None:
        return tile.tile.chinese
    return {BACK: "背", OTHER: "字花"}.get(-1 if tile.kind is None else tile.kind, "?")


def _is_steep(row: list[SeenTile]) -> bool:
    """Whether a row runs so steeply that a tag above a tile would hide the tile before it."""
    (x1, y1), (x2, y2) = row[0].detection.centre, row[-1].detection.centre
    return abs(y2 - y1) > abs(x2 - x1)


def _free_above(place: int, tiles: tuple[SeenTile, ...]) -> bool:
    """Whether no other tile lies where a tag wholly above this one would be."""
    x1, y1, x2, y2 = tiles[place].box
    middle, top = tiles[place].detection.centre[1], y1 - (y2 - y1) / 2
    for other in tiles:
        x, y = other.detection.centre
        if x1 < x < x2 and y < middle and other.box[3] > top:
            return False
    return True


def _label(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    tile: SeenTile,
    ratio: float,
    beside: bool,
    free: bool,
) -> None:
    """A tile's name on a tag no wider than its box: `beside` it, above it where that is `free`, else over the
    middle of its upper edge."""
    x1, y1, x2, y2 = (side * ratio for side in tile.box)
    side = int(min(max((x2 - x1) * 0.38, SMALLEST), LARGEST))
    mask = word_mask(label_of(tile), side)
    rim = max(2, side // 6)
    wide, high = mask.width + 2 * rim, mask.height + 2 * rim
    if beside:
        x, y = x1 - wide * 0.8, (y1 + y2 - high) / 2
    else:
        x, y = (x1 + x2 - wide) / 2, y1 - high * (1.0 if free else 0.7)
    left = int(min(max(x, 0), max(picture.width - wide, 0)))
    top = int(min(max(y, 0), max(picture.height - high, 0)))
    draw.rounded_rectangle((left, top, left + wide, top + high), radius=rim, fill=colour_of(tile))
    picture.paste(PAPER, (left + rim, top + rim), mask)

"""标注: a photo with a box around each tile and its Chinese name, so that a player sees what was read."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

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
APART = 0.7
"""So much of a label stands outside its tile where another tile lies there."""


class Where(Enum):
    """On which side of a tile its name stands; where another tile lies there, partly over the tile itself."""

    ABOVE = "above"
    LEFT = "left"
    RIGHT = "right"


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
    picture, ratio = resized(frame, min(max(frame.width, frame.height, SIDE[0]), SIDE[1]))
    draw = ImageDraw.Draw(picture)
    chosen = set(reading.hand) | {place for meld in reading.melds for place in meld.places}
    for place, tile in enumerate(reading.tiles):
        box = tuple(side * ratio for side in tile.box)
        draw.rectangle(box, outline=colour_of(tile), width=4 if place in chosen else 2)
    # labels last, so that no neighbour's box crosses them
    for row in reading.rows:
        where = Where.LEFT if _is_steep([reading.tiles[place] for place in row]) else Where.ABOVE
        for place in row:
            label(picture, draw, place, reading.tiles, ratio, where)
    return np.asarray(picture, dtype=np.uint8)


def resized(frame: Frame, longer: int) -> tuple[Image.Image, float]:
    """The upright picture, its longer side so many pixels, and pixels of it a pixel of the frame."""
    ratio = longer / max(frame.width, frame.height)
    size = max(1, round(frame.width * ratio)), max(1, round(frame.height * ratio))
    return Image.fromarray(frame.pixels).resize(size, Image.Resampling.LANCZOS), ratio


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


def label(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    place: int,
    tiles: Sequence[SeenTile],
    ratio: float,
    where: Where,
) -> None:
    """Write the name of the tile at a place beside it, on a tag no wider than its box where it stands above.
    `ratio`: pixels of the drawing a pixel of the tiles' boxes."""
    x1, y1, x2, y2 = (side * ratio for side in tiles[place].box)
    side = int(min(max((x2 - x1) * 0.38, SMALLEST), LARGEST))
    mask = word_mask(label_of(tiles[place]), side)
    rim = max(2, side // 6)
    wide, high = mask.width + 2 * rim, mask.height + 2 * rim
    apart = 1.0 if _is_free(place, tiles, where) else APART
    if where is Where.ABOVE:
        x, y = (x1 + x2 - wide) / 2, y1 - high * apart
    else:
        x = x1 - wide * apart if where is Where.LEFT else x2 - wide * (1 - apart)
        y = (y1 + y2 - high) / 2
    left = int(min(max(x, 0), max(picture.width - wide, 0)))
    top = int(min(max(y, 0), max(picture.height - high, 0)))
    draw.rounded_rectangle((left, top, left + wide, top + high), radius=rim, fill=colour_of(tiles[place]))
    picture.paste(PAPER, (left + rim, top + rim), mask)


def _is_free(place: int, tiles: Sequence[SeenTile], where: Where) -> bool:
    """Whether no other tile lies where a tag wholly outside this one would be."""
    x1, y1, x2, y2 = tiles[place].box
    middle = tiles[place].detection.centre
    for other in tiles:
        x, y = other.detection.centre
        left, _, right, bottom = other.box
        match where:
            case Where.ABOVE:
                taken = x1 < x < x2 and y < middle[1] and bottom > y1 - (y2 - y1) / 2
            case Where.LEFT:
                taken = y1 < y < y2 and x < middle[0] and right > x1 - (x2 - x1)
            case Where.RIGHT:
                taken = y1 < y < y2 and x > middle[0] and left < x2 + (x2 - x1)
        if taken:
            return False
    return True

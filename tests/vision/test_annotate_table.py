"""标注牌桌: what the drawing of a table shows, and what it leaves to be seen."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_tables import SCENE, detections_of, drawn, geometry_of
from vision.annotate import BACKS, SUITS, Where
from vision.annotate_table import LONGER, WHERE, annotate_table
from vision.calibration import Geometry
from vision.detection import BACK, Box
from vision.frames import Frame, Pixels
from vision.overlay import LINE, TAG, overlay
from vision.places import Area
from vision.placing import place
from vision.standing import mark_open
from vision.table_reading import TableReading, read_table

PICTURE = drawn(SCENE, 1.15)
FRAME = Frame.of(PICTURE.pixels)
RATIO = LONGER / FRAME.width


def reading() -> TableReading:
    geometry = geometry_of(PICTURE)
    return read_table(mark_open(place(detections_of(PICTURE), geometry), FRAME, geometry), 0.6)


def share(pixels: Pixels, colour: tuple[int, int, int]) -> float:
    return float((np.abs(pixels.astype(int) - colour).max(axis=2) < 12).mean())


def part(pixels: Pixels, box: Box) -> Pixels:
    x1, y1, x2, y2 = (round(side * RATIO) for side in box)
    return pixels[max(y1, 0) : y2, max(x1, 0) : x2]


def beside(box: Box, where: Where) -> Box:
    """Half a tile on that side of a tile."""
    x1, y1, x2, y2 = box
    wide, high = (x2 - x1) / 2, (y2 - y1) / 2
    return {
        Where.ABOVE: (x1, y1 - high, x2, y1),
        Where.LEFT: (x1 - wide, y1, x1 - 1, y2),
        Where.RIGHT: (x2 + 1, y1, x2 + wide, y2),
    }[where]


def test_faces_of_the_left_and_right_players_are_named_beside_them() -> None:
    read = reading()
    pixels = annotate_table(FRAME, read, geometry_of(PICTURE))
    named = 0
    for tile, seen in zip(read.view.tiles, read.seen, strict=True):
        if tile.area is Area.MELD and tile.side in WHERE and seen.tile is not None:
            colour = SUITS[seen.tile.suit]
            there = part(pixels, beside(tile.box, WHERE[tile.side]))
            assert share(there, colour) > 0.2, seen.word
            named += 1
    assert named >= 7


def test_backs_have_a_line_and_no_name() -> None:
    read = reading()
    pixels = annotate_table(FRAME, read, None)
    backs = [tile.box for tile, seen in zip(read.view.tiles, read.seen, strict=True) if seen.kind == BACK]
    assert len(backs) == 20
    assert all(share(part(pixels, box), BACKS) > 0.02 for box in backs)
    above = [share(part(pixels, beside(box, Where.ABOVE)), BACKS) for box in backs]
    assert sum(above) / len(above) < 0.2


def test_the_words_of_a_side_hide_no_tile() -> None:
    plain, words = FRAME.pixels, overlay(FRAME, geometry_of(PICTURE))
    for truth in PICTURE.clear:
        x1, y1, x2, y2 = (round(side) for side in truth.box)
        there = words[y1:y2, x1:x2].astype(int)
        changed = np.abs(there - plain[y1:y2, x1:x2]).max(axis=2) > 40
        dark = changed & (np.abs(there - TAG).max(axis=2) < 3)
        assert dark.mean() < 0.02, truth.kind


@pytest.mark.parametrize("size", [(1280, 720), (640, 360)])
def test_the_words_of_every_side_stay_in_the_picture(size: tuple[int, int]) -> None:
    frame = Frame.of(np.full((size[1], size[0], 3), 90, np.uint8))
    wide, high = size
    whole = ((1.0, high - 1.0), (wide - 1.0, high - 1.0), (wide - 1.0, 1.0), (1.0, 1.0))
    pixels = overlay(frame, Geometry(whole, size))
    assert share(pixels, LINE) > 0.004
    tags = np.abs(pixels.astype(int) - TAG).max(axis=2) < 3
    middle = slice(high // 3, 2 * high // 3)
    for edge in (
        tags[:, : wide // 4][middle],
        tags[:, -wide // 4 :][middle],
        tags[: high // 4],
        tags[-high // 4 :],
    ):
        assert edge.sum() > 200


def test_the_drawing_has_one_size_and_leaves_the_picture_alone() -> None:
    before = FRAME.pixels.copy()
    assert max(annotate_table(FRAME, reading(), geometry_of(PICTURE)).shape) == LONGER
    assert (FRAME.pixels == before).all()

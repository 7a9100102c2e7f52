"""A tile that is nearly as much a back as a face lies face down where it has the colour of the backs."""

import numpy as np
import pytest

from vision.detectors.backs_by_colour import colour, turned_down
from vision.detectors.looking import Found
from vision.detectors.nets import Array
from vision.frames import Pixels

Tile = tuple[tuple[float, float, float, float], float, float]
"""Corners, and the scores as a face and as a back."""
CLOTH, WHITE, YELLOW, INK = (20, 120, 60), (235, 230, 220), (210, 190, 80), (30, 40, 30)
BOX = (100.0, 100, 140, 156)
BESIDE = (140.0, 100, 180, 156)


def kong(outer: tuple[int, int, int], backs: tuple[int, int, int] = YELLOW, many: int = 3) -> Pixels:
    """A closed kong whose first tile, at `BOX`, has a colour, and below it a row of backs of another."""
    pixels = np.full((300, 400, 3), CLOTH, np.uint8)
    pixels[100:156, 100:140] = outer
    pixels[100:156, 140:220] = WHITE
    for left in (155, 195):
        pixels[115:145, left : left + 10] = INK
    pixels[220:276, 100 : 100 + 40 * many] = backs
    return pixels


def around(many: int = 3) -> tuple[Tile, ...]:
    """The two faces beside, and the backs."""
    backs: list[Tile] = [((100.0 + 40 * n, 220, 140 + 40 * n, 276), 0.0, 0.8) for n in range(many)]
    return (BESIDE, 0.9, 0.0), ((180.0, 100, 220, 156), 0.9, 0.0), *backs


def found(*tiles: Tile) -> Found:
    """Tiles as a finder gives them."""
    boxes: Array = np.array([one[0] for one in tiles], np.float32).reshape(-1, 4)
    return Found(boxes, np.array([one[1:] for one in tiles], np.float32).reshape(-1, 2))


def is_down(pixels: Pixels, first: Tile, cell: Tile, many: int = 3) -> bool:
    """Whether the first tile comes out as a back; nothing else may change."""
    tiles = found(first, *around(many))
    told = turned_down(tiles, found(first, *around(many), cell), pixels)
    np.testing.assert_array_equal(told.boxes, tiles.boxes)
    np.testing.assert_array_equal(told.odds[1:], tiles.odds[1:])
    assert sorted(told.odds[0]) == sorted(tiles.odds[0])
    return bool(told.odds[0, 1] > told.odds[0, 0])


@pytest.mark.parametrize(
    ("cell", "down"),
    [
        ((BOX, 0.05, 0.5), True),
        (((102.0, 103, 143, 157), 0.0, 0.4), True),
        ((BOX, 0.05, 0.3), False),
        ((BOX, 0.55, 0.5), False),
        ((BESIDE, 0.0, 0.9), False),
        (((100.0, 100, 140, 120), 0.0, 0.9), False),
    ],
    ids=["as sure", "nearly in its place", "far less sure", "a face too", "its neighbour", "its edge"],
)
def test_what_is_nearly_a_back_and_has_their_colour_lies_face_down(cell: Tile, down: bool) -> None:
    assert is_down(kong(YELLOW), (BOX, 0.65, 0.1), cell) is down


@pytest.mark.parametrize(
    ("outer", "backs", "many"),
    [(WHITE, YELLOW, 3), (WHITE, WHITE, 3), ((40, 60, 200), YELLOW, 3), (YELLOW, YELLOW, 1)],
    ids=["a blank face", "backs as white as faces", "a colour of neither", "one back tells nothing"],
)
def test_what_has_not_stays_a_face(
    outer: tuple[int, int, int], backs: tuple[int, int, int], many: int
) -> None:
    assert not is_down(kong(outer, backs, many), (BOX, 0.65, 0.1), (BOX, 0.05, 0.6), many)


def test_a_shadow_on_the_kong_is_borne() -> None:
    pixels = kong(YELLOW)
    pixels[:180] = (pixels[:180] * 0.85).astype(np.uint8)
    assert is_down(pixels, (BOX, 0.65, 0.1), (BOX, 0.05, 0.6))


def test_a_drawing_does_not_change_a_tiles_colour() -> None:
    pixels = kong(YELLOW)
    np.testing.assert_array_equal(colour(pixels, np.array(BESIDE, np.float32)), WHITE)
    np.testing.assert_array_equal(colour(pixels, np.array([399.0, 290, 400, 291], np.float32)), CLOTH)


def test_where_no_back_was_seen_nothing_changes() -> None:
    face = found((BOX, 0.65, 0.1))
    assert turned_down(face, face, kong(YELLOW)) is face
    assert len(turned_down(found(), found((BOX, 0.0, 0.6)), kong(YELLOW))) == 0

import numpy as np
import pytest

from assistant.tiles import TILES
from tests.vision.laying import Laid, row, seen
from vision.annotate import OTHERS, SUITS, UNSURE, annotate, label_of
from vision.detection import CLASSES, Detection, sure
from vision.frames import Frame
from vision.glyphs import GLYPHS, glyph, word_mask
from vision.reading import read
from vision.seen import SeenTile

GROUND = (40, 120, 60)


def share(pixels: np.ndarray, colour: tuple[int, int, int]) -> float:
    return float((np.abs(pixels.astype(int) - colour).max(axis=2) < 12).mean())


@pytest.mark.parametrize("kind", [*range(CLASSES), None])
def test_every_label_can_be_drawn(kind: int | None) -> None:
    tile = SeenTile(kind, Detection((0, 0, 40, 54), 0.9, sure(kind or 0)))
    word = label_of(tile)
    assert set(word) <= set(GLYPHS)
    if kind is not None and kind < len(TILES):
        assert word == TILES[kind].chinese


@pytest.mark.parametrize("character", GLYPHS)
def test_every_character_has_ink_inside_its_square(character: str) -> None:
    mask = np.asarray(glyph(character, 64))
    assert 0.04 < (mask > 128).mean() < 0.6
    assert max(mask[0].max(), mask[-1].max(), mask[:, 0].max(), mask[:, -1].max()) < 200


def test_no_two_characters_look_alike() -> None:
    masks = [np.asarray(glyph(character, 32)).astype(int) for character in GLYPHS]
    for number, one in enumerate(masks):
        for other in masks[:number]:
            assert np.abs(one - other).mean() > 8


def test_a_word_is_as_long_as_its_characters() -> None:
    assert word_mask("三万", 20).size == (42, 20)


def test_colours_tell_the_suits_and_what_is_unsure() -> None:
    reading = read(seen(row("5m 5p 5s ? other")), 0.6)
    pixels = annotate(Frame.of(np.full((1600, 1600, 3), GROUND, np.uint8)), reading)
    for colour in (*SUITS, UNSURE, OTHERS):
        assert share(pixels, colour) > 1e-5, colour
    assert share(pixels, GROUND) > 0.95


@pytest.mark.parametrize(("above", "covered"), [((), False), (row("123m", 100, 46), True)])
def test_a_label_covers_the_face_only_where_another_tile_lies_above(
    above: tuple[Laid, ...], covered: bool
) -> None:
    reading = read(seen([*above, *row("456m", 100, 100)]), 0.6)
    pixels = annotate(Frame.of(np.full((1600, 1600, 3), GROUND, np.uint8)), reading)
    (x1, y1, x2, y2) = next(tile.box for tile in reading.tiles if tile.word == "5m")
    face = pixels[int(y1) + 5 : int(y2) - 5, int(x1) + 5 : int(x2) - 5].astype(int)
    assert bool((np.abs(face - GROUND).max(axis=2) > 12).any()) is covered


@pytest.mark.parametrize(("size", "longer"), [((300, 200), 1280), ((1600, 1200), 1600), ((4000, 3000), 2000)])
def test_the_drawing_has_a_handy_size(size: tuple[int, int], longer: int) -> None:
    frame = Frame(np.full((200, 300, 3), GROUND, np.uint8), *size)
    assert max(annotate(frame, read([], 0.6)).shape) == longer


def test_the_picture_itself_is_left_alone() -> None:
    frame = Frame.of(np.full((1600, 1600, 3), GROUND, np.uint8))
    annotate(frame, read(seen(row("123m")), 0.6))
    assert (frame.pixels == GROUND).all()

"""原样: a tile that is not found again, hidden for a while, taken, or covered by another laid on it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.as_before import WAITS, AsBefore
from vision.detection import BACK, Box, Detection, sure
from vision.frames import Pixels

PLACES: tuple[Box, ...] = tuple((40.0 + 60 * place, 60.0, 76.0 + 60 * place, 110.0) for place in range(5))


def tile(place: int, kind: int = 3) -> Detection:
    return Detection(PLACES[place], 0.9, sure(kind, 0.95))


def table(*prints: str, seed: int = 0) -> Pixels:
    """A cloth with a tile in each place, the words printed on them; an empty one is bare cloth."""
    picture = np.full((180, 400, 3), (30, 90, 40), np.uint8)
    for (x1, y1, x2, y2), word in zip(PLACES, prints, strict=True):
        if word:
            cv2.rectangle(picture, (int(x1), int(y1)), (int(x2), int(y2)), (230, 230, 225), -1)
            cv2.putText(picture, word, (int(x1) + 6, int(y2) - 14), 0, 0.9, (20, 40, 120), 3)
    noise = np.random.default_rng(seed).normal(0, 4, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


WORDS = ("1", "2", "3", "4", "5")


def found_twice() -> tuple[AsBefore, list[Detection]]:
    """What was found on a table of five tiles in two readings."""
    before = AsBefore()
    before.take(table(*WORDS), [tile(place) for place in range(5)])
    tiles = [tile(place) for place in range(5)]
    before.take(table(*WORDS, seed=1), tiles)
    return before, tiles


def test_a_tile_that_is_not_found_again_stays_where_the_picture_is_as_it_was() -> None:
    before, tiles = found_twice()
    kept = before.take(table(*WORDS, seed=2), [tile(place) for place in range(4)])
    assert len(kept) == 5
    assert kept[-1] is tiles[4]


@pytest.mark.parametrize("word", ["", "8"], ids=["taken", "another in its place"])
def test_a_tile_goes_where_the_picture_is_another(word: str) -> None:
    before, tiles = found_twice()
    kept = before.take(table(*WORDS[:4], word, seed=2), [tile(place) for place in range(4)])
    assert len(kept) == 4
    assert not before.same(tiles[4])


def test_where_most_tiles_are_gone_at_once_none_is_kept() -> None:
    """Mixing changes so much that bare cloth seems to look as a tile did."""
    before, _ = found_twice()
    light = np.clip(table("", "", "", "", "5", seed=2) + np.float32(40), 0, 255).astype(np.uint8)
    assert before.take(light, []) == ()


def test_a_back_goes_where_it_is_not_found_again() -> None:
    before = AsBefore()
    for seed in range(3):
        before.take(table(*WORDS, seed=seed), [*(tile(place) for place in range(4)), tile(4, kind=BACK)])
    assert len(before.take(table(*WORDS, seed=3), [tile(place) for place in range(4)])) == 4


def test_what_was_found_once_is_not_believed_when_it_is_not_found_again() -> None:
    before = AsBefore()
    before.take(table(*WORDS), [tile(place) for place in range(5)])
    assert len(before.take(table(*WORDS, seed=1), [tile(place) for place in range(4)])) == 4


def test_what_is_missed_oftener_than_it_was_found_is_gone() -> None:
    before, _ = found_twice()
    many = [
        len(before.take(table(*WORDS, seed=seed), [tile(place) for place in range(4)]))
        for seed in range(2, 6)
    ]
    assert many == [5, 5, 4, 4]


def test_a_tile_under_a_hand_is_there_again_when_the_hand_is_gone() -> None:
    before, tiles = found_twice()
    others = [tile(place) for place in range(4)]
    assert len(before.take(table(*WORDS[:4], "", seed=2), others)) == 4
    kept = before.take(table(*WORDS, seed=3), others)
    assert kept[-1] is tiles[4]


def test_a_tile_that_stays_hidden_is_forgotten() -> None:
    before, _ = found_twice()
    others = [tile(place) for place in range(4)]
    for seed in range(WAITS + 2):
        before.take(table(*WORDS[:4], "", seed=seed), others)
    assert len(before.take(table(*WORDS, seed=90), others)) == 4


def test_a_place_looks_the_same_when_its_tile_is_misread_and_otherwise_when_another_lies_there() -> None:
    before, tiles = found_twice()
    before.take(table(*WORDS, seed=2), [*tiles[:4], tile(4, kind=20)])
    assert before.same(tiles[4])
    before, tiles = found_twice()
    before.take(table(*WORDS[:4], "8", seed=2), [*tiles[:4], tile(4, kind=20)])
    assert not before.same(tiles[4])


def test_a_lamp_that_makes_all_brighter_changes_nothing() -> None:
    before, _ = found_twice()
    brighter = np.clip(table(*WORDS, seed=2).astype(np.int16) + 10, 0, 255).astype(np.uint8)
    assert len(before.take(brighter, [tile(place) for place in range(4)])) == 5

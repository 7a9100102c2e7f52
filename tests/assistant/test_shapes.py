"""Decompositions: every reading of a complete hand, each once."""

from __future__ import annotations

import random

import pytest

from assistant.hands import Hand
from assistant.notation import parse_hand
from assistant.shapes import Decomposition, decompositions
from assistant.tiles import Tile
from assistant.waits import is_complete
from tests.assistant.brute_force import plain_complete, plain_readings, random_hand, random_melds


def words(reading: Decomposition) -> str:
    """Sets, then the pair, or the seven pairs."""
    if reading.is_seven_pairs:
        return " ".join(f"{tile.number}{tile}" for tile in reading.pairs)
    assert reading.pair is not None
    return " ".join([*map(str, reading.sets), f"{reading.pair.number}{reading.pair}"])


READINGS = {
    "123 345 789m 234 66p": ["123m 345m 789m 234p 66p"],
    "111222333m 78999p": ["111m 222m 333m 789p 99p", "123m 123m 123m 789p 99p"],
    "111222333m 22p #p5p": ["111m 222m 333m 22p", "123m 123m 123m 22p"],
    "11223344556677m": [
        "123m 123m 456m 456m 77m",
        "123m 123m 567m 567m 44m",
        "234m 234m 567m 567m 11m",
        "11m 22m 33m 44m 55m 66m 77m",
    ],
    "22223333444455m": [
        "222m 333m 444m 234m 55m",
        "234m 234m 234m 234m 55m",
        "234m 234m 345m 345m 22m",
        "22m 22m 33m 33m 44m 44m 55m",
    ],
    "1133446666m 5588p": ["11m 33m 44m 66m 66m 55p 88p"],
    "66p #p1m #p3m #p4m #p2p": ["66p"],
    "11123456789999m": ["11m 123m 456m 789m 999m"],
}


def ordered(words: str) -> str:
    return " ".join(sorted(words.split()))


@pytest.mark.parametrize("text", READINGS)
def test_readings(text: str) -> None:
    found = [ordered(words(reading)) for reading in decompositions(parse_hand(text))]
    assert sorted(found) == sorted(map(ordered, READINGS[text]))


def test_readings_come_in_a_fixed_order() -> None:
    """Sets before seven pairs, sets in tile order; the pair apart from the sets."""
    found = decompositions(parse_hand("223344m 223344p 99p"))
    assert [words(reading) for reading in found] == [
        "234m 234m 234p 234p 99p",
        "22m 33m 44m 22p 33p 44p 99p",
    ]
    assert found[0].pair is Tile.P9
    assert found[1].pair is None
    assert found[1].sets == ()
    assert [str(one) for one in found[0].sets[0].tiles] == ["2m", "3m", "4m"]


@pytest.mark.parametrize(
    "text",
    [
        "2223 678 789m 123p",
        "11 222 333m 444p 555s",
        "1122334455m 1122s 3p",
        "1122m 3344p 55s 6677m",
        "11m 222p #p1s #p2s #p3s",
        "11m 234p ???  234p 789p",
        "1122334455m 7777p #p1p",
        "123 456m 789p 11p",
    ],
)
def test_no_reading(text: str) -> None:
    """Not complete, three suits in hand or with the melds, tiles unseen, or another size."""
    assert decompositions(parse_hand(text)) == ()


@pytest.mark.parametrize("melds", [False, True])
def test_readings_against_brute_force(melds: bool) -> None:
    dice = random.Random(f"readings {melds}")
    complete = 0
    while complete < 250:
        own = random_melds(dice, dice.randrange(1, 4)) if melds else ()
        style = dice.choice(("near", "near", "pairs", "fours"))
        hand = random_hand(dice, style, 1, own)
        found = decompositions(hand)
        assert bool(found) is plain_complete(hand) is is_complete(hand)
        if not found:
            continue
        complete += 1
        assert len(set(found)) == len(found)
        in_sets = [reading for reading in found if not reading.is_seven_pairs]
        expected = plain_readings(hand)
        assert {as_parts(reading) for reading in in_sets} == expected
        assert len(in_sets) == len(expected)
        for reading in found:
            tiles = [tile for one in reading.sets for tile in one.tiles] + [*reading.pairs * 2]
            tiles += [reading.pair] * 2 if reading.pair is not None else []
            assert Hand.of(tiles).counts == hand.counts
            assert len(reading.pairs) in (0, 7)


def as_parts(reading: Decomposition) -> tuple[tuple[tuple[int, ...], ...], int]:
    assert reading.pair is not None
    return tuple(sorted(tuple(map(int, one.tiles)) for one in reading.sets)), int(reading.pair)

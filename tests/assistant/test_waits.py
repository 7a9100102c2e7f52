"""Waits, against the printed examples and against hands that two independent programs agree on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.hands import Hand
from assistant.notation import parse_hand, parse_tiles
from assistant.tiles import Suit, count
from assistant.waits import (
    NEVER,
    Discard,
    discard_table,
    is_complete,
    shanten,
    useful_tiles,
    waits,
    waits_by_hand_only,
)
from tests.material import SHARED, needs_material

ROOT = Path(__file__).parents[2]

PRINTED = {
    "10": [
        ("234 66 789m 123 89s", "7s"),
        ("123 567m 123 56 99s", "4s 7s"),
        ("123 567m 123 55 99s", "5s 9s"),
        ("2223 678 789m 123p", "1m 3m 4m"),
        ("2224 678 789m 123p", "3m 4m"),
        ("22234 77m 123 456p", "2m 5m 7m"),
        ("11123456m 123 55p", "1m 4m 7m 5p"),
        ("1112345678m 123p", "2m 3m 5m 6m 8m 9m"),
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("123 456 789m 345 7p", "7p"),
        ("#p1m #p3m #p4m #p2p 6p", "6p"),
    ],
    "B01": [("1113456666788s", "2s 5s 7s 8s")],
    "B03": [
        ("3334555m #p9p #p1p", "2m 3m 4m 5m 6m"),
        ("2223444m #p9p #p1p", "1m 2m 3m 4m 5m"),
        ("1112333m #p9p #p1p", "1m 2m 3m 4m"),
        ("2444m #p9p #p1p #p5p", "2m 3m"),
        ("1112m #p9p #p8p #p5p", "2m 3m"),
    ],
    "B04": [
        ("1234567m #p9p #p8p", "1m 4m 7m"),
        ("1234456m #p9p #p8p", "1m 4m 7m"),
        ("2223445m #p9p #p8p", "3m 4m 6m"),
        ("2223477m #p9p #p8p", "2m 5m 7m"),
        ("2224567m #p9p #p8p", "3m 4m 7m"),
    ],
    "B08": [("123456789m 1111p", "")],
    "B12": [
        ("5666m #p9p #p1p #p4p", "4m 5m 7m"),
        ("1134555m #p9p #p8p", "1m 2m 5m"),
        ("4455666m #p9p #p8p", "3m 4m 5m 6m"),
        ("5567m #p9p #p1p #p5p", "5m 8m"),
        ("1134567m #p9p #p8p", "2m 5m 8m"),
        ("1155567m #p9p #p8p", "1m 5m 8m"),
        ("3344555p #p9m #p1m", "2p 3p 4p 5p"),
        ("1233344555p #p9m", "2p 3p 4p 5p"),
        ("77789m 11888p #p3m", "7m 1p"),
        ("78889m 11888p #p3m", "8m 1p"),
    ],
}
"""Hand and waits, by RULES.md section or case of FIELD.md."""

LEFT = [
    ("1113456666788s", {"2s": 4, "5s": 3, "7s": 3, "8s": 2}),
    ("1112333m #p9p #p1p", 9),
    ("1234567m #p9p #p8p", 9),
    ("1234456m #p9p #p8p", 9),
    ("2223445m #p9p #p8p", 9),
    ("2223477m #p9p #p8p", 7),
    ("2224567m #p9p #p8p", 10),
    ("3344555p #p9m #p1m", 9),
    ("1233344555p #p9m", 7),
    ("77789m 11888p #p3m", 3),
    ("78889m 11888p #p3m", 3),
]
"""Copies left of the waits, each or in all (FIELD.md B01, B03, B04, B12)."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(text, wanted, id=f"{case} {text}")
        for case, hands in PRINTED.items()
        for text, wanted in hands
    ],
)
def test_printed_waits(text: str, expected: str) -> None:
    hand = parse_hand(text)
    assert " ".join(map(str, waits(hand))) == expected
    assert (shanten(hand) == 0) is bool(expected)
    for tile in waits(hand):
        assert is_complete(hand.with_tile(tile))
        assert shanten(hand.with_tile(tile)) == -1


@pytest.mark.parametrize(("text", "left"), LEFT)
def test_copies_left_of_the_waits(text: str, left: int | dict[str, int]) -> None:
    useful = {str(tile): copies for tile, copies in useful_tiles(parse_hand(text))}
    assert (useful if isinstance(left, dict) else sum(useful.values())) == left


@needs_material
def test_waits_of_the_shared_hands() -> None:
    lines = (SHARED / "cases" / "hands.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 3000
    for line in lines:
        case = json.loads(line)
        assert list(map(str, waits(parse_hand(case["hand"])))) == list(case["waits"]), case["hand"]


def words(tiles: object) -> str:
    assert isinstance(tiles, tuple)
    return " ".join(map(str, tiles))


@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("123456789m 1111p", 1),  # ready only for a fifth 1p: one exchange more
        ("123456789m 1111p 9s", 1),
        ("111m 234m 567m 88m 99m 5s", 0),
        ("1111222233334m", 0),
        ("19m 19p 19s 1234567m", 3),
        ("123m 456p 789s 1122m", 3),  # three sets and two pairs, but in three suits
        ("1111m 2222p 3333s 5m", 4),
        ("1p #p1m #p2m #p3m #p4m", 0),
        ("1m #p1m #p2m #p3m #p4m", 1),  # its pair needs a fifth 1m
        ("11s #p1m #p2p #p3m #p4m", 1),  # complete but for its third suit
        ("12m 22s #p1m #p2m #p4p", 2),
    ],
)
def test_shanten(text: str, distance: int) -> None:
    hand = parse_hand(text)
    assert shanten(hand) == distance


@pytest.mark.parametrize(
    ("text", "by_all", "by_hand"),
    [
        ("5m #p5m #p1m #p2m #p3m", "", "5m"),
        ("4555m #k6m #p1p #p2p", "3m 4m", "3m 4m 6m"),
        ("123456789m 1111p", "", ""),
        ("3444m #p5m #p1m #p9p", "2m 3m 5m", "2m 3m 5m"),
    ],
)
def test_waits_by_hand_only(text: str, by_all: str, by_hand: str) -> None:
    """RULES.md section 6, last point: SBR still calls a kind a wait whose copies lie in an own meld."""
    hand = parse_hand(text)
    assert words(waits(hand)) == by_all
    assert words(waits_by_hand_only(hand)) == by_hand
    assert (shanten(hand) == 0) is bool(by_all)


def test_seen_tiles_leave_fewer_useful_ones() -> None:
    hand = parse_hand("2223 678 789m 123p")
    seen = count(parse_tiles("1111m 44m 1p"))
    assert useful_tiles(hand, seen) == tuple(
        (tile, left) for tile, left in zip(parse_tiles("3m 4m"), (3, 2), strict=True)
    )
    assert words(waits(hand)) == "1m 3m 4m"  # 死叫 and 绝张 are told from the copies left, not from the waits
    assert useful_tiles(hand, count(parse_tiles("1111m 333m 4444m"))) == ()


def test_void_suit() -> None:
    """定缺: nothing of the void suit completes a hand, and a tile of it keeps the hand from being ready."""
    hand = parse_hand("2223 678 789m 123p")
    assert words(waits(hand, Suit.S)) == "1m 3m 4m"
    assert waits(hand, Suit.P) == ()
    assert shanten(hand, Suit.S) == 0
    assert shanten(hand, Suit.P) == 3
    won = hand.with_tile(parse_tiles("1m")[0])
    assert is_complete(won)
    assert is_complete(won, Suit.S)
    assert not is_complete(won, Suit.P)
    assert shanten(parse_hand("1p #p1m #p2m #p3m #p4m"), Suit.M) == NEVER
    assert discard_table(parse_hand("12p #p1m #p2m #p3m #p4m"), void=Suit.M)[0].shanten == NEVER


def test_melds_of_three_suits() -> None:
    hand = parse_hand("1234m #p1m #p1p #p1s")
    assert waits(hand) == waits_by_hand_only(hand) == ()
    assert shanten(hand) == NEVER
    assert useful_tiles(hand) == ()


def test_discard_table() -> None:
    hand = parse_hand("2223 678 789m 123 9p")
    m2, m3, m6, m9, p9 = parse_tiles("2369m 9p")
    table = discard_table(hand, count(parse_tiles("1m")))
    assert table[0] == Discard(p9, 0, tuple(zip(parse_tiles("134m"), (3, 3, 4), strict=True)), 10)
    assert table[1].tile == m3
    assert table[1].useful == ((p9, 3),)
    assert [entry.shanten for entry in table] == sorted(entry.shanten for entry in table)
    assert {entry.tile for entry in table} == set(hand.tiles)
    assert {m2, m6, m9} <= {entry.tile for entry in table[2:]}


def test_the_tile_discarded_is_no_copy_left() -> None:
    hand = parse_hand("123456789m 1111p 5p")
    entry = next(entry for entry in discard_table(hand) if str(entry.tile) == "1p")
    assert entry.shanten == 0
    assert words(tuple(tile for tile, _ in entry.useful)) == "5p"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("123456789m 11112p", "14 concealed tiles where 13 "),
        ("123456789m 1p", "10 concealed tiles where 13 "),
        ("123m #p5m", "3 concealed tiles where 10 "),
        ("123456789m 111p ?", "tiles nobody saw .1.: name them"),
        ("1234567m 11p #k1p", "holds 6 copies of 1p"),
    ],
)
def test_unusable_hands(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        useful_tiles(parse_hand(text))


def test_wrong_sizes_wait_for_nothing() -> None:
    """相公: it cannot win and is not ready (RULES.md section 11, point 12)."""
    assert waits(parse_hand("123456789m 11112p")) == ()
    assert waits(parse_hand("1m")) == ()
    assert not is_complete(parse_hand("11m"))
    assert not is_complete(parse_hand("123456789m 111222p"))
    with pytest.raises(ValueError, match="5 copies of 1m"):
        waits(Hand((5, *[1] * 8, *[0] * 18)))
    with pytest.raises(ValueError, match="nobody saw"):
        is_complete(parse_hand("123456789m 1112p ?"))
    with pytest.raises(ValueError, match="13 or 14 are needed"):
        shanten(parse_hand("1m"))
    with pytest.raises(ValueError, match="where 14 are needed"):
        discard_table(parse_hand("123456789m 1111p"))


def test_one_hand_needs_no_tables() -> None:
    """A process that asks about one hand starts without numpy; one that asks about many gets the tables."""
    program = """
import itertools, sys
from assistant.notation import parse_hand
from assistant import waits
hand = parse_hand("22368m 24789p 1234s")
first = waits.discard_table(hand)
assert waits.waits(parse_hand("1112345678999m"))
assert "numpy" not in sys.modules
for held in itertools.product(range(5), repeat=4):
    others = [1] * (13 - sum(held))
    if others:
        waits.shanten(waits.Hand((*held, *[0] * 5, *(others + [0] * 18)[:18])))
assert "numpy" in sys.modules
assert waits.discard_table(hand) == first
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)

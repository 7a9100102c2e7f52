"""Waits, against the printed examples and against hands that two independent programs agree on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.notation import parse_hand
from assistant.waits import is_complete, shanten, useful_tiles, waits

SHARED = Path(__file__).parents[3] / "shared" / "cases" / "hands.jsonl"

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


@pytest.mark.skipif(not SHARED.exists(), reason="the shared cases lie beside the checkout, not in it")
def test_waits_of_the_shared_hands() -> None:
    lines = SHARED.read_text("utf-8").splitlines()
    assert len(lines) == 3000
    for line in lines:
        case = json.loads(line)
        assert list(map(str, waits(parse_hand(case["hand"])))) == list(case["waits"]), case["hand"]

"""Seats that a sentence numbers are called by their names."""

from __future__ import annotations

import pytest

from web.presenters.seats import named

NAMES = ("甲", "Bob", "", "丁 2")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("座位0打牌，可该座位1了。", "甲打牌，可该Bob了。"),
        ("Seat 1 discards although it is seat 0's turn.", "Bob discards although it is 甲's turn."),
        ("seat 2 has no name", "seat 2 has no name"),
        ("座位3和座位7", "丁 2和座位7"),
        ("the seats 0 and 1; unseat 1", "the seats 0 and 1; unseat 1"),
        ("那就有第五张六条了", "那就有第五张六条了"),
    ],
)
def test_names_stand_for_seats(text: str, said: str) -> None:
    assert named(text, NAMES) == said
    assert named(text, ()) == text

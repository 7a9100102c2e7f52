"""How a watched round is held against its record: what both tell, what answers know, whose hand is wrong."""

from __future__ import annotations

import pytest

from assistant.events import Discarded, Drawn, Revealed, TableEvent, Won
from assistant.hands import Hand
from assistant.history.codec import decode
from assistant.notation import parse_hand
from assistant.reconcile import Question
from assistant.tiles import Tile
from tests.assistant.scripted_table.answering import came_to, in_common, tap, wrong_hands
from tests.end_to_end.films_of_rounds import striven

RECORD = [decode(line) for line in striven(0)]
PLAY = [event for event in RECORD if isinstance(event, Drawn | Discarded)]


@pytest.mark.parametrize(
    ("mine", "true", "pairs"),
    [
        ("", "abc", []),
        ("abc", "abc", [(0, 0), (1, 1), (2, 2)]),
        ("acb", "abc", [(0, 0), (1, 2)]),
        ("xbzd", "abcd", [(1, 1), (3, 3)]),
        ("bcda", "abcd", [(0, 1), (1, 2), (2, 3)]),
    ],
)
def test_the_most_in_common_in_the_same_order(mine: str, true: str, pairs: list[tuple[int, int]]) -> None:
    found = in_common(mine, true)
    assert len(found) == len(pairs)
    assert all(mine[a] == true[b] for a, b in found)
    assert found == sorted(found)


def test_an_answer_looks_on_from_the_last_event_that_was_told_rightly() -> None:
    assert came_to([], RECORD, 10) == 0
    assert came_to(PLAY[:6], RECORD, 10) == 6
    assert came_to([*PLAY[:3], *PLAY[4:6]], RECORD, 10) == 6
    invented: list[TableEvent] = [*PLAY[:4], Discarded(3, Tile.M1)]
    assert came_to(invented, RECORD, 4) == 4


def test_an_answer_is_right_though_the_thing_before_was_told_wrongly() -> None:
    at = next(at for at, event in enumerate(PLAY) if at > 4 and isinstance(event, Discarded))
    right = PLAY[at - 1 : at + 1]
    question = Question(((Drawn(3), Discarded(3, Tile.M2)), tuple(right), ()))
    before = [*PLAY[: at - 2], Discarded(PLAY[at - 2].seat, Tile.M1)]
    assert tap(question, before, RECORD, at + 1) == 1


def test_a_wrong_hand_is_a_wrong_event() -> None:
    shown = [event for event in RECORD if isinstance(event, Revealed)]
    assert shown
    assert wrong_hands(shown, RECORD) == 0
    seat, hand = shown[0].seat, shown[0].hand
    kind = hand.tiles[0]
    other = next(tile for tile in Tile if hand.counts[tile] == 0)
    counts = [many - (tile == kind) + (tile == other) for tile, many in enumerate(hand.counts)]
    assert wrong_hands([Revealed(seat, Hand(tuple(counts)))], RECORD) == 1
    assert wrong_hands([Revealed(seat, parse_hand("1m"))], RECORD) == 1


def test_a_winners_hand_is_right_with_and_without_the_winning_tile() -> None:
    for seed in range(4):
        record = [decode(line) for line in striven(seed)]
        assert wrong_hands([event for event in record if isinstance(event, Won)], record) == 0

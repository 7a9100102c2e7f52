"""Advice for the own hand: copies left, value and payment, passed wins, warnings, best discards."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assistant import round as door
from assistant.advice import Advice, Because, Caution, NoAdviceError, advise
from assistant.notation import parse_hand
from assistant.tiles import Suit, Tile
from assistant.visibility import open_hands, seen_events, seen_round
from tests.assistant.table_script import table

DEAL = {0: "111222333m 4567s", 1: "444555666m 123s 9p", 2: "111456789s 22p 99p"}


def advice(
    text: str,
    seat: int,
    deal: Mapping[int, str] | None = None,
    rules: str = "chengdu",
    told: str | None = None,
    **keys: object,
) -> Advice:
    """What the player of a seat is told, who knows what that player knows."""
    events = table(text, DEAL if deal is None else deal, rules, keys)
    full, settlement = door.settle(events)
    seen = seen_events(events, full, open_hands(full.state, seat, False))
    state = seen_round(seen, full, settlement.closing).state
    return advise(state, seat, None if told is None else parse_hand(told))


def left(found: Advice) -> dict[str, int]:
    return {str(one.tile): one.left for one in found.waits}


def test_waits_count_own_tiles_discards_and_melds() -> None:
    assert left(advice("", 2)) == {"2p": 2, "9p": 2}
    found = advice("0 d? x2p; 1 d? x9p", 2)
    assert left(found) == {"2p": 1, "9p": 1}
    assert all(one.last_copy for one in found.waits)
    assert left(advice("0 d? x9p; 1 pong 9p x1s", 2, {2: "111444777m 22p 78p"})) == {"6p": 4, "9p": 1}


def test_own_melds_are_no_copies_left() -> None:
    deal = {1: "22444555m 78p 99p 1p"}
    assert left(advice("0 d? x9p; 1 pong 9p x1p", 1, deal)) == {"6p": 4, "9p": 1}


def test_tiles_of_a_winner_count_once_they_are_seen() -> None:
    """2 wins and shows 22p 99p; the winning 9p lies open; at sbr's table the hand waits for the end."""
    deal = {**DEAL, 3: "777888999m 33p 78p"}
    shown = advice("0 d9p x9p; 2 win", 3, deal)
    assert left(shown) == {"6p": 4, "9p": 1}
    hidden = advice("0 d9p x9p; 2 win", 3, deal, "sbr-2025")
    assert left(hidden) == {"6p": 4, "9p": 3}


def test_other_hands_count_for_nothing() -> None:
    """The record knows that 1 holds a 9p; 2 does not."""
    assert left(advice("", 2, DEAL)) == left(advice("", 2, {2: DEAL[2]}))


def test_each_wait_says_what_it_pays() -> None:
    found = advice("", 2, base=5)
    by_tile = {str(one.tile): one for one in found.waits}
    assert (by_tile["9p"].score.doublings, by_tile["9p"].discard, by_tile["9p"].self_draw_each) == (0, 5, 10)
    assert by_tile["9p"].payers == 3


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        ("0 d9p x9p; 2 pass", ["9p"]),
        ("0 d9p x9p; 1 d? x8p", ["9p"]),
        ("0 d9p x9p; 2 pass; 1 d? x8p; 2 d? x8m", []),
    ],
    ids=["said", "let go", "drawn since"],
)
def test_wins_let_go_are_marked(text: str, passed: list[str]) -> None:
    told = None if "d? x8m" not in text else DEAL[2]
    found = advice(text, 2, told=told)
    assert [str(tile) for tile in found.passed] == passed
    assert [str(one.tile) for one in found.waits if one.banned] == passed


def test_a_wait_may_be_the_last_of_all() -> None:
    """绝张 in both senses: (a) one copy is left; (b) it is the last of all kinds, none in the own hand."""
    deal = {1: "111444777m 99p 78p"}
    text = "0 d? x6p; 1 d? x1s; 2 d? x6p; 3 d? x6p; 0 d? x6p; 1 d? x1s; 2 d? x9p"
    found = advice(text, 1, deal, told="111444777m 99p 78p")
    assert {str(one.tile): (one.left, one.last_copy, one.last_live) for one in found.waits} == {
        "6p": (0, False, False),
        "9p": (1, True, False),
    }
    edge = {1: "111444777m 22p 89p"}
    text = "0 d? x7p; 1 d? x1s; 2 d? x7p; 3 d? x7p"
    found = advice(text, 1, edge, told="111444777m 22p 89p")
    assert [(one.left, one.last_copy, one.last_live) for one in found.waits] == [(1, True, True)]


def test_a_dead_wait_says_so() -> None:
    text = "0 d? x7p; 1 d? x1s; 2 d? x7p; 3 d? x7p; 0 d? x7p"
    found = advice(text, 1, {1: "111444777m 22p 89p"}, told="111444777m 22p 89p")
    assert found.ready
    assert found.warnings == (Caution.DEAD,)


def test_three_suits_are_a_pig() -> None:
    assert Caution.PIG in advice("", 1).warnings
    assert Caution.PIG not in advice("", 2).warnings


def test_the_void_suit_still_in_hand() -> None:
    deal = {1: "111444777m 22p 8p 1s"}
    found = advice("0 void m; 1 void s; 2 void p; 3 void m; 0 d? x9m; 1 d3s", 1, deal, "sbr-2025")
    assert found.void is Suit.S
    assert {Caution.PIG, Caution.VOID_HELD} <= set(found.warnings)
    assert [str(one.tile) for one in found.discards][:2] == ["1s", "3s"]
    assert all(Because.VOID_FIRST in one.because for one in found.discards[:2])
    assert all(Because.KEEPS_VOID in one.because for one in found.discards[2:])


def test_a_meld_of_the_void_suit() -> None:
    deal = {1: "111444777m 2p 99s 8p"}
    text = "0 void m; 1 void s; 2 void p; 3 void m; 0 d? x9s; 1 pong 9s x2p"
    assert Caution.VOID_MELDED in advice(text, 1, deal, "sbr-2025").warnings


def test_a_wall_that_runs_out() -> None:
    events = table("", {1: "111444777m 258p 1s"}, wall=12)
    assert Caution.NOT_READY not in advise(door.fold(events).state, 1).warnings
    events = table("0 d? x9s", {1: "111444777m 258p 1s"}, wall=12)
    assert Caution.NOT_READY in advise(door.fold(events).state, 1).warnings


def test_wrong_number_of_tiles() -> None:
    found = advice("", 1, told="111444777m 2p")
    assert found.warnings == (Caution.WRONG_SIZE,)
    assert found.shanten is None


def test_the_best_discard_comes_first_with_reasons() -> None:
    """9p leaves a wide ready hand, 1m a narrow one, 5s gives readiness up."""
    deal = {0: "23456m 567s 99s 555m"}
    found = advice("0 d9m", 0, deal)
    best = found.discards[0]
    assert best.shanten == 0
    assert {Because.READY, Because.DEAREST} <= set(best.because)
    assert best.waits == advice("0 d9m x" + str(best.tile), 0, deal).waits
    assert all(Because.FALLS_BACK in one.because for one in found.discards if one.shanten > 0)
    worth = [
        sum(wait.left * wait.discard for wait in one.waits) for one in found.discards if one.shanten == 0
    ]
    assert worth == sorted(worth, reverse=True)


def test_far_hands_are_ordered_by_useful_tiles() -> None:
    found = advice("0 d9s", 0, {0: "1357m 2468p 13579s"})
    assert [(one.shanten, -one.live) for one in found.discards] == sorted(
        (one.shanten, -one.live) for one in found.discards
    )
    assert Because.KEEPS_PACE in found.discards[0].because
    assert Because.MOST_TILES in found.discards[0].because


def test_the_last_tile_of_a_third_suit() -> None:
    found = advice("0 d9s", 0, {0: "123456m 1234567p"})
    nine = next(one for one in found.discards if one.tile is Tile.S9)
    assert Because.LEAVES_TWO_SUITS in nine.because


LATE = "0 d? x7m; 1 d? x7m; 2 d8m x8m; 3 d? x7m; 0 d? x6m; 1 d? x6m; "
"""A first turn of everybody, so that no win is 地胡."""


def test_the_win_of_this_moment() -> None:
    found = advice("0 d9p x9p", 2, base=5)
    assert found.win is not None
    assert (found.win.source.value, found.win.each, found.win.payers) == ("discard", 5, (0,))
    drawn = advice(LATE + "2 d2p", 2, base=5)
    assert drawn.win is not None
    assert (drawn.win.source.value, drawn.win.each, drawn.win.payers) == ("self_draw", 10, (3, 0, 1))
    assert advice("0 d9p x8m", 2).win is None


def test_a_banned_win_says_so() -> None:
    found = advice("0 d9p x9p; 2 pass; 1 d? x9p", 2)
    assert found.win is not None
    assert found.win.banned


def test_the_last_four_tiles_must_be_won() -> None:
    events = table("0 d9p x9p", DEAL, "online", wall=5)
    state = door.fold(events).state
    assert Caution.MUST_WIN in advise(state, 2).warnings


def test_a_hand_is_told_where_the_record_knows_none() -> None:
    with pytest.raises(NoAdviceError, match="photograph"):
        advice("", 3)
    found = advice("0 d? x2p; 1 d? x9p", 2, {}, told=DEAL[2])
    assert left(found) == {"2p": 1, "9p": 1}


def test_a_fifth_copy_is_refused() -> None:
    with pytest.raises(NoAdviceError, match="fifth 2p"):
        advice("0 d? x2p; 1 pong 2p x9p", 2, {}, told="111456789s 222p 9p")


def test_who_has_won_needs_no_advice() -> None:
    with pytest.raises(NoAdviceError, match="no more"):
        advice("0 d9p x9p; 2 win", 2)

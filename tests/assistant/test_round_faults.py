"""Everything wrong with a line, in two ranks: left out, or recorded with its problem."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from assistant.events import Discarded, RoundStarted
from assistant.round import NotARoundError, apply, begin, can, fold, legal_events, problems
from assistant.rules import RulesError
from assistant.state import Rank
from tests.assistant.table_script import acts, started, table

DEAL = {0: "123456m 55p 77s 789s", 1: "123456789m 55p 99p"}

IMPOSSIBLE = [
    ("0 d7s; 0 x9p", "not_held"),
    ("0 d7s x7s; 2 d? x3p; 0 pong 3p", "not_held"),
    ("0 d7s x7s; 1 d9m x9m; 3 kong= 8m", "nothing_to_claim"),
    ("0 d7s x7s; 0 pong 7s", "nothing_to_claim"),
    ("0 d7s x7s; 1 d? ; 2 pong 7s", "nothing_to_claim"),
    ("0 d7s kong+ 7s", "no_pong"),
    ("0 d7s kong* 5p", "not_held"),
    ("0 d? x5p; 1 win; 3 pong 5p", "nothing_to_claim"),
    ("0 d? x5p; 1 win; 1 d?", "not_in"),
    ("0 d? x5p; 1 win; 1 x1m", "not_in"),
    ("0 d? kong* 9s; 1 win", "nothing_to_win_on"),
    ("2 d? kong* 3p; 2 win", "nothing_to_win_on"),
    ("0 d? x5p; 1 pong 5p; 1 win", "nothing_to_win_on"),
    ("1 pass", "nothing_to_pass"),
    ("0 d? ; 0 pass", "nothing_to_pass"),
    ("0 d5p x5p; 1 d5p; 2 d5p", "fifth_copy"),
    ("0 d5p x5p; 1 x5p; 2 x5p", "fifth_copy"),
    ("3 reveal '1111m 555p 2345678p'", "fifth_copy"),
    ("1 reveal '123456789m 55p 98p'", "hand_differs"),
    ("0 d? x5p; 1 win '123456789m 44p 99p'", "hand_differs"),
    ("0 d? x5p; 3 win '234m 55p 99s 77s #p1m'", "melds_differ"),
    ("0 d? x5p; 3 win '234m 5p 444666777s'; 2 x1m; 9>0 5", "bad_parties"),
    ("0>0 5", "bad_parties"),
    ("0>4 5", "bad_parties"),
    ("bet 7p; bet 8p", "side_bet_twice"),
    ("7 d?", "no_such_seat"),
    ("0 d? x1s; wall; 1 d?", "round_over"),
    ("0 left; 1 d?", "round_over"),
    ("0 d? x5p; 1 win; 1 left; 1 left", "not_in"),
]

AGAINST = [
    ("2 d?", "out_of_turn"),
    ("0 d? x1s; 3 d?", "out_of_turn"),
    ("0 d? d?", "drawn_twice"),
    ("0 d? x1s; 2 x1s", "out_of_turn"),
    ("0 d? x5p; 1 win; 3 d?", "out_of_turn"),
    ("0 d? x1s; wall", "wall_not_empty"),
    ("0 d? x1s; bet 7p", "too_late"),
]

SENTENCES = [*(text for text, _ in (*IMPOSSIBLE, *AGAINST)), "bet 7p", "0 swap 123m 789p", "wall"]


def codes(text: str, overrides: Mapping[str, object] | None = None) -> list[tuple[str, Rank]]:
    folded = fold(table(text, DEAL, overrides={"side_bet": True, **(overrides or {})}))
    return [(fault.code, fault.rank) for _, fault in folded.faults]


@pytest.mark.parametrize(("text", "code"), IMPOSSIBLE, ids=[f"{code}: {text}" for text, code in IMPOSSIBLE])
def test_what_cannot_have_happened_is_left_out(text: str, code: str) -> None:
    assert (code, Rank.IMPOSSIBLE) in codes(text)


@pytest.mark.parametrize(("text", "code"), AGAINST, ids=[f"{code}: {text}" for text, code in AGAINST])
def test_what_breaks_a_rule_is_recorded_with_its_problem(text: str, code: str) -> None:
    assert (code, Rank.AGAINST_RULES) in codes(text)


@pytest.mark.parametrize("text", SENTENCES)
def test_a_fault_is_one_sentence(text: str) -> None:
    faults = fold(table(text, DEAL)).faults
    assert faults
    for _, fault in faults:
        assert fault.message[0] == fault.message[0].upper()
        assert fault.message.endswith(".")
        assert not fault.message.endswith("..")


def test_a_single_tile_left_is_one_tile() -> None:
    messages = [fault.message for _, fault in fold(table("0 d? x1s; wall", wall=2)).faults]
    assert messages == ["1 tile is left in the wall by the record."]


TWIN = "123m 456m 789m 22p 35p"


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        (f"0 x1s; wall; 1 reveal '{TWIN}'; 2 reveal '{TWIN}'", True),
        (f"0 x4p; 1,2 win '{TWIN}' '{TWIN}'", True),
        (f"0 x4p; 1 win '{TWIN}'; 2 x1s; wall; 2 reveal '{TWIN}'", True),
        (f"0 x1s; wall; 1 reveal '{TWIN}'; 2 reveal '123m 456m 789m 22p 34p'", False),
        ("0 x1s; wall; 1 reveal '1m #p2m #p3m #p4m #p5m'; 2 reveal '1m #p2p #p3p #p4p #p5p'", False),
    ],
    ids=["shown", "two winners", "a winner's", "another", "single tiles"],
)
def test_one_photo_for_two_hands_is_a_problem(text: str, twice: bool) -> None:
    """Nobody's thirteen tiles are those of another; the single tiles of 单钓 may be alike."""
    folded = fold(table(text))
    assert ("same_hand" in [fault.code for _, fault in folded.faults]) is twice


def test_an_impossible_line_changes_nothing_but_the_numbering() -> None:
    before = fold(table("0 d7s x7s", DEAL)).state
    after = fold(table("0 d7s x7s; 0 pong 7s", DEAL)).state
    assert after == before.but(events=before.events + 1)
    with pytest.raises(ValueError, match="no discarded 7s"):
        apply(before, *acts("0 pong 7s"))


def test_every_fault_of_a_line_is_listed_at_once() -> None:
    state = fold(table("0 d7s x7s", DEAL, overrides={"void": "declared"}, wall=1)).state
    found = {fault.code for fault in problems(state, *acts("2 d?"))}
    assert found == {"wall_is_empty", "out_of_turn"}


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        ({0: "123456m 55p 77s 789s #p1m"}, "dealt_melds"),
        ({0: "11111m 55p 77s 789s 9s"}, "fifth_copy"),
        ({0: "1111m 55p 77s 789s 99s", 1: "123456789m 55p 99p"}, "fifth_copy"),
        ({1: "123456789m 55p 9p"}, "wrong_size"),
        ({1: "123456789m 555p 99p"}, "wrong_size"),
    ],
    ids=["melds", "five", "five over two hands", "twelve", "fourteen"],
)
def test_a_deal_is_checked(deal: dict[int, str], code: str) -> None:
    assert code in [fault.code for _, fault in fold(table("0 d? x2s", deal)).faults]


def test_a_hand_is_dealt_once_and_before_play() -> None:
    again = [*table("", DEAL), *table("", DEAL)[1:]]
    assert {fault.code for _, fault in fold(again).faults} == {"dealt_twice"}
    late = [*table("0 d? x2s"), *table("", DEAL)[2:]]
    assert [fault.code for _, fault in fold(late).faults] == ["too_late"]


VOID = {"void": "declared"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 void s; 0 d1p x1p", "void_kept"),
        ("0 void s; 1 d? x7s; 0 pong 7s", "void_melded"),
        ("0 void s; 0 void m", "void_changed"),
        ("0 d7s x7s; 0 void s", "void_late"),
    ],
)
def test_a_declared_suit_goes_first_and_is_not_melded(text: str, code: str) -> None:
    assert (code, Rank.AGAINST_RULES) in codes(text, VOID)
    assert code not in [one for one, _ in codes(text)], "where no suit is declared it binds nobody"


def test_the_first_declaration_stands() -> None:
    state = fold(table("0 void s; 0 void m", DEAL, overrides=VOID)).state
    assert state.seats[0].void is not None
    assert state.seats[0].void.letter == "s"


def test_who_is_dealt_two_suits_needs_no_declaration() -> None:
    """天缺: 1 holds no bamboo."""
    state = fold(table("0 void s; 0 d7s x7s", DEAL, overrides=VOID)).state
    assert [one.void and one.void.letter for one in state.seats] == ["s", "s", None, None]


def test_a_hand_of_the_void_suit_cannot_win() -> None:
    text = "1 void m; 0 d? x5p; 1 win"
    assert ("false_win", Rank.AGAINST_RULES) in codes(text, VOID)
    assert codes(text) == []


def test_who_can_no_longer_part_with_a_suit_that_came_back_may_still_discard_it() -> None:
    """Sticky: 1 was void of dots, draws one, kongs and draws another; its mark as a pig stands."""
    deal = {1: "2222446688m 135s"}
    state = fold(table("0 d7s x7s; 1 d4p kong* 2m; 1 d5p", deal, overrides={"void": "sticky"})).state
    dots = {str(one.tile) for one in legal_events(state) if isinstance(one, Discarded)}
    assert dots == {"4p", "5p"}
    after = fold(table("0 d7s x7s; 1 d4p kong* 2m; 1 d5p x4p", deal, overrides={"void": "sticky"}))
    assert not after.faults
    assert after.state.seats[1].spoilt


def test_a_round_must_fit_its_seats() -> None:
    for bad in (
        RoundStarted(names=("A", "B", "C")),
        RoundStarted(names=("A",) * 5),
        RoundStarted(chips=(1, 2, 3)),
        RoundStarted(wall=90),
    ):
        with pytest.raises(NotARoundError, match=r"\.$"):
            begin(bad)
    with pytest.raises(RulesError):
        begin(RoundStarted("no such rules"))
    with pytest.raises(NotARoundError, match="begins with round_started"):
        fold(acts("0 d?"))
    with pytest.raises(NotARoundError):
        fold([])


def test_a_round_starts_once() -> None:
    folded = fold([started(), started()])
    assert [fault.code for _, fault in folded.faults] == ["started_twice"]


def test_after_wins_play_goes_on_from_the_last_winner_counted_from_the_discarder() -> None:
    deal = {1: "123456789m 55p 99p", 3: "123456789s 5p 888p"}
    state = fold(table("2 d? x5p; 3,1 win", deal)).state
    assert state.winners == (3, 1)
    assert state.turn == 2
    deal = {1: "123456789m 55p 99p", 2: "123456789s 5p 888p"}
    assert fold(table("0 d? x5p; 2,1 win", deal)).state.turn == 3
    assert fold(table("0 d? x5p; 2 win; 1 win", deal)).state.turn == 3, "two lines are one moment"


def test_legal_events_break_nothing_and_hold_what_players_do() -> None:
    state = fold(table("0 d7s x9s", {0: "123456m 55p 77s 789s", 1: "11123456m 55p 9s 9s 1s"})).state
    events = legal_events(state)
    assert all(can(state, event) for event in events)
    assert next(acts("1 pong 9s")) in events
    assert next(acts("1 d?")) in events
    assert next(acts("2 kong= 9s")) not in events, "only one 9s is free"
    assert not [event for event in events if event in [*acts("0 d?; 2 d?; 1 x1m")]]

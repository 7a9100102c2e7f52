"""What one person at the table may know of a round, and that nothing else can be worked out from it."""

from __future__ import annotations

import pytest

from assistant import round as door
from assistant.events import (
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    Passed,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
    Won,
)
from assistant.hands import Hand
from assistant.history.codec import decode
from assistant.notation import parse_hand
from assistant.settlement.reckoning import Settlement
from assistant.state import Fault, Round, Status
from assistant.tiles import Suit, Tile
from assistant.visibility import (
    UNFITTING,
    guarded,
    open_hands,
    seen_events,
    seen_round,
    shown_payments,
    told_faults,
)
from tests.assistant.players.rounds import under_preset, under_random_rules
from tests.assistant.table_script import table

DEAL = {0: "111222333m 4567s", 1: "444555666m 123s 9p", 2: "111456789s 22p 99p", 3: "1122334455667p"}


def settled(events: list[TableEvent]) -> tuple[Round, Settlement]:
    return door.settle(events)


def seen_by(events: list[TableEvent], seat: int | None, blind: bool = False) -> tuple[list[object], Round]:
    full, settlement = settled(events)
    opened = open_hands(full.state, seat, blind)
    seen = seen_events(events, full, opened)
    return list(seen), seen_round(seen, full, settlement.closing)


def test_everybody_sees_the_own_hand_alone() -> None:
    events = table("0 d9p x9p; 1 d1m", DEAL)
    for seat in range(4):
        _, seen = seen_by(events, seat)
        known = [sum(own.known) for own in seen.state.seats]
        assert [bool(one) for one in known] == [at == seat for at in range(4)]
    _, everybody = seen_by(events, None)
    assert not any(sum(own.known) for own in everybody.state.seats)
    assert [own.size for own in everybody.state.seats] == [13, 14, 13, 13]


def test_fair_play_hides_the_own_hand_until_the_end() -> None:
    events = table("0 d9p x9p", DEAL)
    _, seen = seen_by(events, 0, blind=True)
    assert seen.state.seats[0].unseen == 13
    _, over = seen_by([*events, *table("wall")[1:]], 0, blind=True)
    assert over.state.seats[0].unseen == 0


WON = "d8s x9p; 2 win"


@pytest.mark.parametrize(
    ("rules", "open_now"), [("chengdu", True), ("sbr-2025", False)], ids=["at once", "at the end"]
)
def test_a_winner_shows_as_the_table_shows_wins(rules: str, open_now: bool) -> None:
    events = table("0 d9p x9p; 2 win", DEAL, rules)
    full, settlement = settled(events)
    _, seen = seen_by(events, 0)
    assert seen.state.seats[2].status is Status.WON
    assert (seen.state.seats[2].unseen == 0) is open_now
    assert bool(shown_payments(settlement.payments, full.state)) is open_now
    assert settlement.payments, "the money is there all the same"


def test_kongs_are_paid_before_everybodys_eyes() -> None:
    events = table("0 d1m kong* 1m d? x9p; 2 win", {**DEAL, 0: "111233m 345567s 9p"}, "sbr-2025")
    full, settlement = settled(events)
    shown = shown_payments(settlement.payments, full.state)
    assert {one.reason.value for one in shown} == {"kong_concealed"}
    assert {one.reason.value for one in settlement.payments} > {"kong_concealed"}


def test_a_pass_is_ones_own_affair() -> None:
    events = table("0 d9p x9p; 2 pass", DEAL)
    lines, seen = seen_by(events, 3)
    assert isinstance(lines[-1], Fault)
    assert seen.faults == ()
    assert seen.state.offer is not None
    assert seen.state.offer.passed == ()
    _, own = seen_by(events, 2)
    assert own.state.seats[2].bans


def test_void_suits_lie_face_down_until_all_have_chosen() -> None:
    events = table("0 void p; 1 void s", rules="sbr-2025")
    _, seen = seen_by(events, 2)
    assert [own.void for own in seen.state.seats] == [None] * 4
    _, own = seen_by(events, 1)
    assert own.state.seats[1].void is Suit.S
    _, all_told = seen_by([*events, *table("2 void m; 3 void m")[1:]], 0)
    assert [own.void for own in all_told.state.seats] == [Suit.P, Suit.S, Suit.M, Suit.M]


def test_the_side_bet_is_turned_over_at_the_end() -> None:
    events = table("bet 7p; 0 d9p x9p", DEAL, overrides={"side_bet": True})
    lines, _ = seen_by(events, None)
    assert SideBet("E", None) in lines
    lines, _ = seen_by([*events, *table("wall")[1:]], None)
    assert SideBet("E", Tile.P7) in lines


def test_an_exchange_is_seen_by_its_player() -> None:
    swap = Exchanged(0, (Tile.M1,) * 3, (Tile.S9,) * 3)
    events = [*table("", DEAL, overrides={"exchange_three": True}), swap]
    lines, _ = seen_by(events, 1)
    assert Exchanged(0, (None,) * 3, (None,) * 3) in lines
    assert swap in seen_by(events, 0)[0]


def test_an_empty_wall_opens_the_hands_that_are_checked() -> None:
    _, seen = seen_by(table("0 d9p x9p; 2 win; wall", DEAL), None)
    assert all(own.unseen == 0 for own in seen.state.seats)


def test_the_last_one_after_three_wins_need_not_show() -> None:
    deal = {0: DEAL[0], 1: "444555666m 11p 78p", 2: DEAL[2], 3: "777888999m 11p 78p"}
    _, seen = seen_by(table("0 d9p x9p; 1,2,3 win", deal), None)
    assert seen.state.finished
    assert [own.unseen == 0 for own in seen.state.seats] == [False, True, True, True]


def test_a_false_win_is_seen_as_one_by_all() -> None:
    """Its hand was laid open; else some pages would see a winner."""
    events = table("0 d8s x8s; 1 win", DEAL)
    for seat in (None, 0, 1, 2):
        _, seen = seen_by(events, seat)
        assert seen.state.seats[1].status is Status.IN


def test_a_line_left_out_for_a_secret_reason_is_left_out_for_all() -> None:
    """2 discards what it does not hold, by its own note: others hear a plain reason."""
    events = [*table("0 d9p x9p; 1 d? x9p", DEAL), Drawn(2, Tile.M9), Discarded(2, Tile.M8)]
    full, _ = settled(events)
    assert [fault.code for _, fault in full.faults] == ["not_held"]
    _, seen = seen_by(events, 0)
    assert [fault for _, fault in seen.faults] == [UNFITTING]
    assert seen.state.seats[2].discards == ()
    _, own = seen_by(events, 2)
    assert [fault.code for _, fault in own.faults] == ["not_held"]


def test_the_reason_of_a_refusal_tells_nothing_of_a_hand() -> None:
    events = table("0 d9p x9p; 1 d? x9p", DEAL)
    full, _ = settled(events)
    _, seen = seen_by(events, 0)
    event = Revealed(1, parse_hand("777888999m 123s 1p"))
    faults = door.problems(full.state, event)
    assert "444555666m" in faults[0].message, "the owner may read it"
    heard = told_faults(seen.state, event, faults)
    assert [fault.code for fault in heard] == ["does_not_fit"]
    assert told_faults(full.state, event, faults) == faults


def test_guarded_seats_are_those_with_notes() -> None:
    assert guarded(table("0 d? x9p; 1 d5m x5m; 2 pass")) == {1, 2}
    assert guarded([Dealt(3, parse_hand("?????????????"))]) == frozenset()
    assert guarded(table("", {2: DEAL[2]})) == {2}


def prefixes(events: list[TableEvent]) -> list[list[TableEvent]]:
    cuts = sorted({*range(1, len(events), 9), len(events)})
    return [events[:cut] for cut in cuts]


def compare(events: list[TableEvent], seat: int | None, blind: bool) -> None:
    full, settlement = settled(events)
    opened = open_hands(full.state, seat, blind)
    lines = seen_events(events, full, opened)
    seen = seen_round(lines, full, settlement.closing)
    for line in lines:
        told = getattr(line, "seat", None)
        match line:
            case Dealt(_, hand) if told not in opened:
                assert not hand.tiles
            case Won(_, hands):
                assert {winner for winner, _ in hands} <= opened
            case Drawn(_, tile) if told not in opened:
                assert tile is None
            case Exchanged(_, gave, got) if told not in opened:
                assert set(gave + got) == {None}
            case Passed():
                assert told in opened
            case _:
                pass
    for at, (theirs, ours) in enumerate(zip(seen.state.seats, full.state.seats, strict=True)):
        assert theirs.size == ours.size
        assert (theirs.melds, theirs.discards, theirs.status) == (ours.melds, ours.discards, ours.status)
        revealed = any(isinstance(one, Revealed) and one.seat == at for one in events)
        if at not in opened and not revealed:
            assert Hand(theirs.known).tiles == () or theirs.told, (at, theirs)
    for name in ("phase", "turn", "wall", "shown"):
        assert getattr(seen.state, name) == getattr(full.state, name), name
    assert set(seen.left_out) == set(full.left_out)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("preset", ["chengdu", "sbr-2025"])
def test_secrets_stay_and_the_table_is_the_same_for_all(preset: str, seed: int) -> None:
    events = [decode(line) for line in under_preset(seed, preset).record.full]
    for part in prefixes(events):
        for seat in (None, seed % 4):
            compare(part, seat, blind=seed % 3 == 0)


@pytest.mark.parametrize("seed", range(12))
def test_secrets_stay_under_any_rules(seed: int) -> None:
    events = [decode(line) for line in under_random_rules(seed).record.full]
    players = len(settled(events[:1])[0].state.seats)
    for part in prefixes(events):
        compare(part, seed % players, blind=seed % 2 == 0)


def test_what_needs_no_hiding_is_the_same_record() -> None:
    events = table("0 d? x9p; 1 d? x5m; 2 pong 5m")
    full, _ = settled(events)
    assert isinstance(events[0], RoundStarted)
    assert seen_events(events, full, frozenset()) == tuple(events)
    assert VoidChosen(0, Suit.M) in seen_by([*table(""), VoidChosen(0, Suit.M)], None)[0]

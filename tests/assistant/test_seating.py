"""Changing places: the money stays with the person, order and dealers are worked out again (FIELD C09)."""

from __future__ import annotations

import pytest

from assistant.events import Adjusted, Discarded, RoundStarted, Won
from assistant.history.memory import MemoryHistory
from assistant.rules import load
from assistant.seating import SeatingError, dealt_by, moved, reseat, seated, swapped
from assistant.session import Session, circle
from assistant.tiles import Tile
from tests.assistant.table_script import acts
from tests.assistant.whole_log import totals


def session(*rounds: tuple[tuple[str, ...], str], rules: str = "chengdu") -> Session:
    made = Session(MemoryHistory(), "t", clock=lambda: 0.0)
    for names, text in rounds:
        values = {**load(rules).values(), "ending": "first_win"}
        started = RoundStarted(rules, tuple(values.items()), names)
        for event in (started, *acts(text)):
            outcome = made.record(event)
            assert outcome.recorded, outcome.faults
    return made


def win(who: int) -> str:
    """The dealer discards, a seat wins plain: 1 point."""
    return f'0 d?; 0 x9p; {who} win "111456789s 22p 99p"'


def test_each_payment_moves_with_the_person() -> None:
    """FIELD C09: two rounds; B and C sat the other way round from the second on."""
    made = session((("A", "B", "C", "D"), win(1)), (("B", "C", "D", "A"), win(1)))
    before = made.view()
    assert before.rounds[1].settlement.net == (-1, 1, 0, 0)
    outcome = made.reseat("B", "C", 1)
    assert len(outcome.records) == 1, "one act"
    after = made.view()
    assert totals(after) == totals(before), "everybody keeps what they won and paid"
    assert after.rounds[0] == before.rounds[0], "the round before is as it was"
    assert after.rounds[1].folded.state.names == ("B", "D", "A", "C"), "B still deals, C now sits before B"
    assert after.rounds[1].settlement.winners == (3,)
    assert made.undo().recorded
    assert made.view().rounds == before.rounds, "one undo takes all of it back"
    assert made.redo().recorded
    assert made.view().rounds == after.rounds


def test_the_running_round_and_every_later_one_are_told_again() -> None:
    made = session((("A", "B", "C", "D"), win(1)), (("B", "C", "D", "A"), "0 d?; 0 x9p; 2 pong 9p"))
    assert made.reseat("A", "D", 0).recorded
    rounds = made.view().rounds
    assert rounds[0].folded.state.names == ("A", "D", "B", "C")
    assert rounds[1].folded.state.names == ("B", "C", "A", "D")
    assert [str(meld) for meld in rounds[1].folded.state.seats[3].melds] == ["#p9p"]


def test_the_dealer_is_worked_out_again() -> None:
    """Nobody won and the next seat deals: with B and C changed, that is C."""
    values = {**load("chengdu").values(), "dealer_after_draw": "next"}
    started = RoundStarted("chengdu", tuple(values.items()), ("A", "B", "C", "D"))
    made = Session(MemoryHistory(), "t", clock=lambda: 0.0)
    made.record(started)
    for event in acts("wall"):
        made.record(event)
    made.record(RoundStarted("chengdu", tuple(values.items()), ("B", "C", "D", "A")))
    assert made.reseat("B", "C", 0).recorded
    assert made.view().rounds[1].folded.state.names == ("C", "B", "D", "A")


def test_a_dealer_whom_the_table_chose_stays() -> None:
    """D deals by no rule of the round before, so D goes on to."""
    made = session((("A", "B", "C", "D"), win(1)), (("D", "A", "B", "C"), "0 d?"))
    assert made.reseat("B", "C", 0).recorded
    assert made.view().rounds[1].folded.state.names == ("D", "A", "C", "B")


def test_chips_and_hand_moved_points_go_with_the_person() -> None:
    started = RoundStarted("chengdu", (), ("A", "B", "C", "D"), None, (10, 20, 30, 40), ("a", "b", "c", "d"))
    changes = reseat([[(0, started), (1, Adjusted(1, 3, 5))]], "b", "d", 0)
    (_, begun), (_, adjusted) = changes
    assert begun == RoundStarted(
        "chengdu", (), ("A", "D", "C", "B"), None, (10, 40, 30, 20), ("a", "d", "c", "b")
    )
    assert adjusted == Adjusted(3, 1, 5)


def test_from_the_next_round_on_nothing_before_changes() -> None:
    made = session((("A", "B", "C", "D"), win(1)))
    before = made.view().rounds
    assert circle(made.records(), "ABCD") == ("A", "B", "C", "D")
    assert made.reseat("B", "D", 1).recorded
    assert made.view().rounds == before
    assert circle(made.records(), "ABCD") == ("A", "D", "C", "B")
    made.undo()
    assert circle(made.records(), "ABCD") == ("A", "B", "C", "D")


def test_places_can_change_before_the_first_round() -> None:
    made = session()
    assert made.reseat("B", "D", 0).recorded
    assert circle(made.records(), "ABCD") == ("A", "D", "C", "B")


def test_a_change_of_places_is_taken_back_last_first() -> None:
    """What was recorded since is told for the new seats."""
    made = session((("A", "B", "C", "D"), "0 d?"))
    swap = made.reseat("B", "C", 0).records[0].seq
    made.record(Discarded(0, Tile.P9))
    refused = made.retract(swap)
    assert [fault.code for fault in refused.faults] == ["reseated_since"]
    made.undo()
    assert made.retract(swap).recorded


def test_a_later_amendment_stands() -> None:
    made = session((("A", "B", "C", "D"), "0 d?; 0 x9p"))
    made.reseat("A", "C", 0)
    made.amend(2, Discarded(0, Tile.P8))
    assert made.view().rounds[0].lines[2].event == Discarded(0, Tile.P8)


@pytest.mark.parametrize(("one", "two"), [("A", "A"), ("A", "nobody"), ("x", "y")])
def test_who_cannot_change_places_is_told(one: str, two: str) -> None:
    made = session((("A", "B", "C", "D"), win(1)))
    outcome = made.reseat(one, two, 0)
    assert [fault.code for fault in outcome.faults] == ["cannot_reseat"]
    assert not outcome.recorded


def test_two_alike_cannot_be_told_apart() -> None:
    with pytest.raises(SeatingError):
        reseat([[(0, RoundStarted("chengdu", (), ("A", "A", "B", "C")))]], "A", "B", 0)


@pytest.mark.parametrize(
    ("last", "sitting", "order"),
    [
        ("", "ABCD", "ABCD"),
        ("BCDA", "ABCD", "BCDA"),
        ("BCDA", "ABED", "BEDA"),
        ("BCDA", "ABD", "BDA"),
        ("BCA", "ABCD", "BCAD"),
    ],
    ids=["first", "same", "one new", "one fewer", "one more"],
)
def test_the_circle_goes_on(last: str, sitting: str, order: str) -> None:
    assert seated(tuple(last), tuple(sitting)) == tuple(order)


def test_the_parts() -> None:
    assert swapped("ABCD", "A", "C") == tuple("CBAD")
    assert dealt_by(tuple("ABCD"), "C") == tuple("CDAB")
    assert moved(Won((1, 2), ()), {1: 3, 2: 0}) == Won((3, 0), ())

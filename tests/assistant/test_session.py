"""The table's shell: what is recorded, taken back, corrected, seen by the camera, and never lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.events import Discarded, Drawn, RoundStarted, TableEvent
from assistant.history.memory import MemoryHistory
from assistant.history.records import CAMERA, PERSON, Amended, Conflict, Retracted
from assistant.history.sql import open_history
from assistant.rules import PRESETS, load
from assistant.session import Outcome, Session
from assistant.tiles import Tile
from tests.assistant.table_script import acts, started, table
from tests.assistant.whole_log import totals

HANDS = {0: "111222333m 4567s", 1: "444555666m 123s 9p", 2: "111456789s 22p 99p", 3: "1122334455667p"}


def session(*events: TableEvent) -> Session:
    """A table with a clock that counts."""
    ticks = iter(range(1000))
    made = Session(MemoryHistory(), "t", clock=lambda: float(next(ticks)))
    for event in events:
        outcome = made.record(event)
        assert outcome.recorded, outcome.faults
    return made


def test_a_round_is_recorded_and_settled() -> None:
    made = session(*table("0 d8s x9s; 1 d9s; 1 x9p; 2 win", {**HANDS, 0: "111222333m 4569s"}))
    view = made.view().rounds[0]
    assert view.settlement.net == (0, -1, 1, 0)
    assert [line.seq for line in view.lines] == list(range(len(view.lines)))


def test_records_know_their_time_and_source() -> None:
    made = session(started())
    made.record(Drawn(0))
    made.observe(Discarded(0, Tile.M1), confidence=0.9)
    records = made.records()
    assert [one.at for one in records] == [0.0, 1.0, 2.0]
    assert [one.source for one in records] == [PERSON, PERSON, CAMERA]
    assert records[2].confidence == 0.9


def test_a_round_pins_its_whole_rule_set() -> None:
    """An edited or vanished rule file changes no old round."""
    made = session(started("sbr-2025", {"base": 5}))
    (record,) = made.records()
    assert isinstance(record.entry, RoundStarted)
    assert dict(record.entry.overrides) == load("sbr-2025", {"base": 5}).values()
    gone = RoundStarted("gone.toml", record.entry.overrides, record.entry.names)
    assert session(gone).view().rounds[0].folded.state.rules.base == 5


def test_a_rule_file_is_needed_only_once(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('based_on = "online"\nbase = 7\n', "utf-8")
    made = session(started(str(path)))
    path.unlink()
    assert made.view().rounds[0].folded.state.rules.base == 7


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_starts_a_round(name: str) -> None:
    assert session(started(name)).view().rounds[0].folded.state.rules.name == name


def test_an_impossible_event_is_refused_and_one_against_the_rules_kept() -> None:
    made = session(started())
    refused = made.record(Discarded(7, Tile.M1))
    assert not refused.recorded
    assert [fault.code for fault in refused.faults] == ["no_such_seat"]
    kept = made.record(Drawn(2))
    assert kept.recorded
    assert [fault.code for fault in kept.faults] == ["out_of_turn"]
    assert len(made.records()) == 2


def test_nothing_happens_before_a_round_starts() -> None:
    made = session()
    assert [fault.code for fault in made.record(Drawn(0)).faults] == ["not_started"]
    bad = made.record(RoundStarted("no-such-rules"))
    assert [fault.code for fault in bad.faults] == ["bad_round"]
    assert made.records() == ()


def test_undo_redo_and_undo_again() -> None:
    made = session(*table("0 d1m x1m; 1 d2m"))
    before = made.view().rounds[0].folded.state
    assert made.undo().recorded
    assert made.view().rounds[0].folded.state.draw is None
    assert made.undo().recorded
    assert made.redo().recorded
    assert made.redo().recorded
    assert made.view().rounds[0].folded.state == before
    assert [fault.code for fault in made.redo().faults] == ["nothing_to_redo"]
    made.undo()
    assert made.record(Drawn(1, Tile.M9)).recorded
    assert not made.redo().recorded, "an event since makes redo a guess"


def test_retracting_a_retraction_is_as_if_nothing_was() -> None:
    made = session(*table("0 d1m x1m; 1 d2m x2m"))
    before = made.view()
    made.retract(2)
    assert made.view().rounds != before.rounds
    made.retract(len(made.records()) - 1)
    assert made.view().rounds == before.rounds


def test_nothing_is_ever_deleted() -> None:
    made = session(*table("0 d1m x1m"))
    made.retract(1)
    made.amend(2, Discarded(0, Tile.M2))
    kinds = [type(one.entry) for one in made.records()]
    assert kinds == [RoundStarted, Drawn, Discarded, Retracted, Amended]


def test_an_amendment_counts_in_place_and_can_be_taken_back() -> None:
    made = session(*table("0 d1m x1m; 1 d2m"))
    made.amend(2, Discarded(0, Tile.P9))
    assert made.view().rounds[0].lines[2] == (2, Discarded(0, Tile.P9))
    made.amend(2, Discarded(0, Tile.P8))
    assert made.view().rounds[0].folded.state.seats[0].discards == (Tile.P8,)
    made.undo()
    assert made.view().rounds[0].folded.state.seats[0].discards == (Tile.P9,)
    made.undo()
    assert made.view().rounds[0].folded.state.seats[0].discards == (Tile.M1,)


C10 = {0: "111222333m 45s 9p 9s", 1: "444555666m 789m 9p", 3: "1111223355678p"}


def test_removing_an_early_event_shows_what_no_longer_fits() -> None:
    """FIELD C10: win, kong, win: without the first discard its win no longer fits: it is shown with its
    reason and kept, and no total is shown until that is mended.
    """
    made = session(*table("0 d8s x9p; 1 win; 2 d5m x5m; 3 d7p kong* 1p d? x9s; 0 d? x8s", C10))
    whole = made.view()
    assert totals(whole) == {"A": -3, "B": 1, "C": -2, "D": 4}
    made.retract(5)
    view = made.view()
    assert [(line.seq, fault.code) for line, fault in view.rounds[0].broken] == [(6, "nothing_to_win_on")]
    assert view.rounds[0].broken[0][1].message.startswith("Seat 1 has no tile to win on")
    assert not view.whole
    assert len(view.rounds[0].lines) == len(whole.rounds[0].lines) - 1
    assert made.redo().recorded
    assert made.view().rounds == whole.rounds


def test_two_phones_answer_one_question_once() -> None:
    made = session(started())
    other = Session(made.history, "t", clock=lambda: 0.0)
    seen = made.view().records
    assert other.view().records == seen
    made.record(Drawn(0, Tile.M1), expected=seen)
    with pytest.raises(Conflict):
        other.record(Drawn(0, Tile.M1), expected=seen)
    assert [one.entry for one in other.records()] == [one.entry for one in made.records()]
    assert len(made.records()) == 2


def test_the_camera_adds_only_what_fits() -> None:
    made = session(started())
    assert not made.observe(Drawn(2), 0.99).recorded
    assert made.observe(Drawn(0), 0.99).recorded


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda made: made.retract(99), "no_such_record"),
        (lambda made: made.retract(1), "retracted_already"),
        (lambda made: made.amend(99, Drawn(0)), "no_such_event"),
        (lambda made: made.amend(2, Drawn(0)), "no_such_event"),
        (lambda made: made.amend(1, started()), "no_such_amendment"),
        (lambda made: made.amend(0, RoundStarted("nope")), "bad_round"),
    ],
    ids=["no record", "twice", "no event", "a retraction", "another kind", "bad rules"],
)
def test_what_cannot_be_taken_back_or_amended_says_so(act: Callable[[Session], Outcome], code: str) -> None:
    made = session(started(), Drawn(0))
    made.retract(1)
    outcome = act(made)
    assert not outcome.recorded
    assert [fault.code for fault in outcome.faults] == [code]


def test_people_who_sat_wrongly_change_places_from_a_round_on() -> None:
    """FIELD C09: what was recorded was right for the seats: its money goes to who really sat there, the sum
    stays zero, and one step takes it back.
    """
    made = session(*table("0>1 5"), *table("0>1 7"), *table("2>3 1"))
    assert totals(made.view()) == {"A": -12, "B": 12, "C": -1, "D": 1}
    assert made.reseat("A", "C", 1, seats_acted=True).recorded
    assert totals(made.view()) == {"A": -6, "B": 12, "C": -7, "D": 1}
    assert [one.folded.state.names for one in made.view().rounds] == [
        ("A", "B", "C", "D"),
        ("C", "B", "A", "D"),
        ("C", "B", "A", "D"),
    ]
    assert made.undo().recorded
    assert totals(made.view()) == {"A": -12, "B": 12, "C": -1, "D": 1}
    for one, two in (("A", "A"), ("A", "Z")):
        assert not made.reseat(one, two, 1, seats_acted=True).recorded


def test_totals_go_by_name_over_rounds() -> None:
    made = session(*table("0 d8s x9s; 1 d9s; 1 x9p; 2 win; 0>3 2", {**HANDS, 0: "111222333m 4569s"}))
    for event in [started(), *acts("0>3 5")]:
        made.record(event)
    view = made.view()
    assert len(view.rounds) == 2
    assert totals(view) == {"A": -7, "B": -1, "C": 1, "D": 7}


def test_a_round_whose_start_is_taken_back_is_shown_apart() -> None:
    made = session(started(), Drawn(0))
    made.retract(0)
    view = made.view()
    assert view.rounds == ()
    assert [(line.seq, fault.code) for line, fault in view.stray] == [(1, "not_started")]
    assert not view.whole


def test_a_round_is_folded_again_only_where_its_lines_changed() -> None:
    """An evening of rounds stays quick; what is kept is what folding anew gives."""
    made = session(*table("0>1 5"), *table("0 d1m x1m"))
    first, second = made.view().rounds
    made.record(Drawn(1))
    again = made.view().rounds
    assert again[0] is first
    assert again[1] is not second
    assert made.view().rounds == Session(made.history, "t").view().rounds
    made.amend(1, next(acts("0>1 6")))
    assert totals(made.view()) == {"A": -6, "B": 6, "C": 0, "D": 0}


def test_a_table_is_read_again_from_its_file(tmp_path: Path) -> None:
    history = open_history(tmp_path / "log.sqlite")
    made = Session(history, "t", clock=lambda: 0.0)
    for event in table("0 d1m x1m; 1 d2m"):
        made.record(event)
    made.undo()
    before = made.view()
    history.close()
    history = open_history(tmp_path / "log.sqlite")
    assert Session(history, "t").view() == before
    history.close()

"""What every log must do: each store inherits these tests and says how it is made."""

from __future__ import annotations

import threading

import pytest

from assistant.events import Discarded, Drawn, RoundStarted, Won
from assistant.history.records import (
    CAMERA,
    Amended,
    Conflict,
    Draft,
    History,
    Reach,
    Record,
    Reseated,
    Retracted,
)
from assistant.history.summaries import Row, Span
from assistant.notation import parse_hand
from assistant.tiles import Tile

START = Draft(RoundStarted("chengdu", (("cap", 4),), ("甲", "B", "C", "D"), 56), 1.5)
DRAW = Draft(Drawn(0, Tile.M3), 2.5, CAMERA, 0.98)
OUT = Draft(Discarded(0, Tile.M3), 3.5)


class HistoryContract:
    """Inherit, and give a fixture `history`."""

    def test_what_was_appended_is_read_in_order(self, history: History) -> None:
        first = history.append("t", [START, DRAW], 0)
        second = history.append("t", [OUT], 2)
        assert [one.seq for one in (*first, *second)] == [0, 1, 2]
        assert history.read("t") == (*first, *second)
        assert [one.entry for one in history.read("t")] == [START.entry, DRAW.entry, OUT.entry]

    def test_time_source_and_confidence_are_kept(self, history: History) -> None:
        history.append("t", [DRAW], 0)
        (record,) = history.read("t")
        assert (record.at, record.source, record.confidence) == (2.5, CAMERA, 0.98)

    def test_acts_upon_records_are_kept(self, history: History) -> None:
        won = Won((1,), ((1, parse_hand("123m 5p")),))
        entries = [Draft(Retracted(0)), Draft(Amended(1, won))]
        entries.append(Draft(Reseated("甲", "B", ((1, won),))))
        history.append("t", [START, *entries], 0)
        kept = [Retracted(0), Amended(1, won), Reseated("甲", "B", ((1, won),))]
        assert [one.entry for one in history.read("t", 1)] == kept

    def test_reading_starts_where_asked(self, history: History) -> None:
        history.append("t", [START, DRAW, OUT], 0)
        assert [one.seq for one in history.read("t", 2)] == [2]
        assert history.read("t", 3) == ()

    def test_reading_stops_where_asked(self, history: History) -> None:
        history.append("t", [START, DRAW, OUT], 0)
        assert [one.seq for one in history.read("t", 0, 2)] == [0, 1]
        assert [one.seq for one in history.read("t", 1, 9)] == [1, 2]
        assert history.read("t", 2, 2) == ()

    def test_acts_are_found_by_what_they_bear_on(self, history: History) -> None:
        """A retraction of an act bears on what that act bears on, also where both come at once."""
        history.append("t", [START, DRAW, OUT, Draft(Retracted(2))], 0)
        amended, back = Draft(Amended(1, OUT.entry)), Draft(Retracted(4))  # type: ignore[arg-type]
        history.append("t", [amended, back], 4)
        moved = Reseated("甲", "B", ((0, START.entry), (2, OUT.entry)))  # type: ignore[arg-type]
        history.append("t", [Draft(moved), Draft(Reseated("甲", "B")), Draft(Retracted(6))], 6)
        assert history.reaches("t", 0) == (
            Reach(3, 2, 2),
            Reach(4, 1, 1),
            Reach(5, 1, 1),
            Reach(6, 0, 2),
            Reach(7, 7, 7),
            Reach(8, 0, 2),
        )
        assert [one.seq for one in history.reaches("t", 4, 6)] == [4, 5]
        assert [one.seq for one in history.reaching("t", 1, 2)] == [4, 5, 6, 8]
        assert [one.seq for one in history.reaching("t", 2, 9)] == [3, 6, 7, 8]
        assert history.reaching("t", 3, 7) == ()
        assert history.reaching("other", 0, 9) == ()

    def test_a_tap_is_found_by_its_source(self, history: History) -> None:
        history.append("t", [START, Draft(DRAW.entry, source="a/b/c"), Draft(OUT.entry, source="a/b/c")], 0)
        assert history.told_by("t", "a/b/c", 0) == 1
        assert history.told_by("t", "a/b/c", 2) == 2
        assert history.told_by("t", "a/b/c", 3) is None
        assert history.told_by("t", "a/b/d", 0) is None

    def test_the_newest_record_says_when(self, history: History) -> None:
        assert history.last_at("t") is None
        history.append("t", [OUT, START], 0)
        assert history.last_at("t") == 3.5

    def test_a_table_is_forgotten_whole_and_alone(self, history: History) -> None:
        history.append("t", [START, DRAW, Draft(Retracted(1))], 0)
        history.append("other", [START], 0)
        history.summaries.change("t", 0, {"a": 1}, [], [Row("round", 0, {})])
        assert history.forget("t") == 3
        assert history.read("t") == history.reaching("t", 0, 9) == ()
        assert history.summaries.head("t") is None
        assert history.summaries.rows("t", Span("round", 0)) == ()
        assert history.tables() == ("other",)
        assert history.forget("t") == 0
        assert len(history.append("t", [START], 0)) == 1

    def test_records_are_rewritten_number_by_number(self, history: History) -> None:
        history.append("t", [START, DRAW, Draft(Retracted(1))], 0)
        history.summaries.change("t", 0, {"a": 1}, [], [])
        nobody = Record(0, RoundStarted("chengdu", (), ("?", "B", "C", "D")), 1.5)
        history.rewrite("t", [nobody, *history.read("t", 1)])
        assert [one.entry for one in history.read("t")] == [nobody.entry, DRAW.entry, Retracted(1)]
        assert history.reaches("t", 0) == (Reach(2, 1, 1),)
        assert history.summaries.head("t") is None
        with pytest.raises(Conflict):
            history.rewrite("t", history.read("t", 0, 2))
        assert len(history.read("t")) == 3

    def test_an_unknown_table_is_empty(self, history: History) -> None:
        assert history.read("nobody") == ()
        assert history.tables() == ()

    def test_tables_are_apart(self, history: History) -> None:
        history.append("二号", [START], 0)
        history.append("a'; drop table records; --", [START, DRAW], 0)
        assert history.tables() == ("a'; drop table records; --", "二号")
        assert len(history.read("二号")) == 1

    def test_another_number_of_records_is_a_conflict_and_keeps_nothing(self, history: History) -> None:
        history.append("t", [START], 0)
        for expected in (0, 2):
            with pytest.raises(Conflict, match="read it again"):
                history.append("t", [DRAW, OUT], expected)
        assert len(history.read("t")) == 1

    def test_appending_nothing_changes_nothing(self, history: History) -> None:
        assert history.append("t", [], 0) == ()
        assert history.read("t") == ()

    def test_writers_at_once_never_corrupt_a_table(self, history: History) -> None:
        """Each writer appends pairs; a conflict means reading again, and no pair is torn or lost."""
        kept: list[int] = []
        conflicts: list[Conflict] = []
        together = threading.Barrier(4)

        def write(writer: int) -> None:
            together.wait()
            for number in range(8):
                while True:
                    pair = [Draft(Drawn(writer), float(number)), Draft(Discarded(writer, Tile.M1), number)]
                    try:
                        added = history.append("t", pair, len(history.read("t")))
                    except Conflict as conflict:
                        conflicts.append(conflict)
                        continue
                    kept.extend(one.seq for one in added)
                    break

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        records = history.read("t")
        assert [one.seq for one in records] == list(range(64)) == sorted(kept)
        for draw, discard in zip(records[::2], records[1::2], strict=True):
            assert isinstance(draw.entry, Drawn)
            assert isinstance(discard.entry, Discarded)
            assert draw.entry.seat == discard.entry.seat
            assert draw.at == discard.at

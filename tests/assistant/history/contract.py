"""What every log must do: each store inherits these tests and says how it is made."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from assistant.events import Discarded, Drawn, RoundStarted, Won
from assistant.history.records import CAMERA, Amended, Conflict, Draft, History, Reseated, Retracted
from assistant.notation import parse_hand
from assistant.tiles import Tile

START = Draft(RoundStarted("chengdu", (("cap", 4),), ("甲", "B", "C", "D"), 56), 1.5)
DRAW = Draft(Drawn(0, Tile.M3), 2.5, CAMERA, 0.98)
OUT = Draft(Discarded(0, Tile.M3), 3.5)


class HistoryContract:
    """Inherit, and give a fixture `history`."""

    @pytest.fixture
    def history(self) -> Iterator[History] | History:
        raise NotImplementedError

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

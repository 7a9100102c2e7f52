"""What every store of summaries must do: each inherits these tests and says how it is made."""

from __future__ import annotations

import threading

import pytest

from assistant.history.summaries import Head, Outdated, Row, Span, Summaries

ROUNDS = tuple(Row("round", place, {"net": [place, -place], "names": ["甲", "乙"]}) for place in (0, 3, 9))


class SummariesContract:
    """Inherit, and give a fixture `summaries`."""

    def test_a_head_and_its_rows_are_kept(self, summaries: Summaries) -> None:
        assert summaries.head("t") is None
        summaries.change("t", 0, {"start": 9}, [], ROUNDS)
        assert summaries.head("t") == Head({"start": 9}, 1)
        assert summaries.rows("t", Span("round", 0)) == ROUNDS
        assert summaries.rows("t", Span("round", 3, 9)) == ROUNDS[1:2]
        assert summaries.rows("t", Span("sitting", 0)) == ()

    def test_rows_are_dropped_then_put(self, summaries: Summaries) -> None:
        summaries.change("t", 0, {}, [], ROUNDS)
        again = Row("round", 3, {"net": [1, -1]})
        summaries.change("t", 1, {"start": 3}, [Span("round", 3)], [again, Row("sitting", 0, {})])
        assert summaries.rows("t", Span("round", 0)) == (ROUNDS[0], again)
        assert summaries.head("t") == Head({"start": 3}, 2)

    def test_a_row_put_twice_is_there_once(self, summaries: Summaries) -> None:
        summaries.change("t", 0, {}, [], ROUNDS)
        summaries.change("t", 1, {}, [], [Row("round", 3, {"new": True})])
        assert [one.body for one in summaries.rows("t", Span("round", 3, 4))] == [{"new": True}]

    @pytest.mark.parametrize("expected", [0, 2])
    def test_another_version_is_outdated_and_changes_nothing(
        self, summaries: Summaries, expected: int
    ) -> None:
        summaries.change("t", 0, {"by": "first"}, [], ROUNDS)
        with pytest.raises(Outdated):
            summaries.change("t", expected, {"by": "second"}, [Span("round", 0)], [Row("round", 1, {})])
        assert summaries.head("t") == Head({"by": "first"}, 1)
        assert summaries.rows("t", Span("round", 0)) == ROUNDS

    def test_some_of_many_rows(self, summaries: Summaries) -> None:
        summaries.change("t", 0, {}, [], ROUNDS)
        assert summaries.rows("t", Span("round", 0), 1) == ROUNDS[1:]
        assert summaries.rows("t", Span("round", 0), 1, 1) == ROUNDS[1:2]
        assert summaries.rows("t", Span("round", 0), 3, 1) == ()
        assert summaries.count("t", Span("round", 0, 9)) == 2
        assert summaries.before("t", "round", 9) == ROUNDS[1]
        assert summaries.before("t", "round", 0) is None

    def test_tables_are_apart_and_asked_together(self, summaries: Summaries) -> None:
        for table in ("t", "二号", "a'; drop table summary_rows; --"):
            summaries.change(table, 0, {"of": table}, [], ROUNDS[:1])
        assert set(summaries.heads()) == {"t", "二号", "a'; drop table summary_rows; --"}
        assert summaries.heads(["二号", "none"]) == {"二号": Head({"of": "二号"}, 1)}
        assert summaries.heads([]) == {}
        assert summaries.all("round", ["t", "二号"]) == {"t": ROUNDS[:1], "二号": ROUNDS[:1]}
        assert len(summaries.all("round")) == 3
        assert summaries.all("sitting") == {}

    def test_more_tables_than_are_asked_at_once(self, summaries: Summaries) -> None:
        names = [f"table {number}" for number in range(1203)]
        for name in names[::100]:
            summaries.change(name, 0, {}, [], ROUNDS[:1])
        assert sorted(summaries.heads(names)) == sorted(names[::100])
        assert sorted(summaries.all("round", names)) == sorted(names[::100])

    def test_writers_at_once_lose_no_change(self, summaries: Summaries) -> None:
        together = threading.Barrier(4)

        def add(writer: int) -> None:
            together.wait()
            for number in range(6):
                while True:
                    head = summaries.head("t")
                    before, version = (0, 0) if head is None else (head.body["added"], head.version)
                    try:
                        row = Row("round", 10 * writer + number, {})
                        summaries.change("t", version, {"added": before + 1}, [], [row])
                    except Outdated:
                        continue
                    break

        threads = [threading.Thread(target=add, args=(writer,)) for writer in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert summaries.head("t") == Head({"added": 24}, 24)
        assert summaries.count("t", Span("round", 0)) == 24

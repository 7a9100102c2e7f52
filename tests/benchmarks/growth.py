"""`python -m tests.benchmarks.growth [--rounds 10 1000 10000] [--all 100000]`: what a growing table costs.

Tables of so many rounds are put into a SQLite log, all of seeded rounds of the presets with every draw told
(about 120 events each), forty an evening; the first evening is recorded, the others are copies of it. Then,
side by side: a page opened anew (the whole view, nothing of the table in memory), an event recorded by a
program that has nothing of the table in memory, one more, an amendment of the table's first round with its
undo, and the statistics of everybody at the table. At last the statistics of `--all` rounds, forty a table.
Medians in milliseconds. No time is asserted.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import text

from assistant import chapters
from assistant.careers import all_sittings, careers
from assistant.events import Drawn, RoundStarted, TableEvent
from assistant.history.codec import decode
from assistant.history.kept import json_text
from assistant.history.records import Draft
from assistant.history.sql import SqlHistory, open_history
from assistant.history.summaries import Row, Span
from assistant.history.summaries_sql import HEADS, ROWS
from assistant.log import Line
from assistant.round import pinned
from assistant.round_view import RoundView, read_round
from assistant.rules import PRESETS
from assistant.session import Session
from assistant.sittings import purses, sittings
from assistant.summary import RoundSummary, summarise
from assistant.tiles import Tile
from tests.assistant.players.rounds import under_preset
from web.app import create_app
from web.companion import Companion
from web.tables.open_tables import LiveTables

MINUTE = 60.0
WEEK = 7 * 24 * 3600.0
SESSION = 40
"""Rounds of an evening."""
WRITE = {"X-Tangzi": "1"}


@cache
def rounds() -> tuple[tuple[TableEvent, ...], ...]:
    """Some finished rounds of four, with pinned rules; the same all the time."""
    found = []
    for preset in PRESETS:
        for seed in range(1, 4):
            first, *rest = (decode(line) for line in under_preset(seed, preset).record.full)
            assert isinstance(first, RoundStarted)
            found.append((replace(pinned(first), chips=None), *rest))
    return tuple(found)


def at_of(number: int) -> float:
    """When a round starts: an evening a week."""
    evening, place = divmod(number, SESSION)
    return evening * WEEK + place * 5 * MINUTE


def build(history: SqlHistory, app: Companion, many: int) -> tuple[str, str]:
    """A table with so many rounds, one evening recorded and the others like it, and one more begun; its id
    and its host's token.
    """
    info, token = app.tables.create(f"{many}", "chengdu", {}, name="甲")
    people = (info.people[0].id, "chair:1", "chair:2", "chair:3")
    drafts: list[Draft] = []
    for number in range(min(many, SESSION)):
        drafts += round_drafts(number, people)
    history.append(info.id, drafts, 0)
    evenings = -(-many // SESSION)
    again(history, info.id, evenings, len(drafts))
    history.append(info.id, round_drafts(0, people, evenings * WEEK)[:12], evenings * len(drafts))
    return info.id, token


def round_drafts(number: int, people: tuple[str, ...], later: float = 0.0) -> list[Draft]:
    """A round as it is recorded."""
    first, *rest = rounds()[number % len(rounds())]
    assert isinstance(first, RoundStarted)
    order = people[number % 4 :] + people[: number % 4]
    at = at_of(number) + later
    return [Draft(replace(first, people=order), at), *(Draft(event, at + MINUTE) for event in rest)]


def again(history: SqlHistory, table: str, evenings: int, records: int) -> None:
    """Let an evening that was recorded be followed by others like it: records, and what is kept of them."""
    session = Session(history, table)
    first, last = session.view(), session.view().running
    assert last is not None
    known = [
        *session.summaries(),
        summarise(last, at_of(len(first.rounds) - 1), at_of(len(first.rounds) - 1) + MINUTE),
    ]
    with history.engine.begin() as connection:
        copy = text(
            "INSERT INTO records SELECT table_name, seq + :seq, version, at + :at, source, confidence, body "
            "FROM records WHERE table_name = :name AND seq < :first"
        )
        for evening in range(1, evenings):
            values = {"seq": evening * records, "at": evening * WEEK, "name": table, "first": records}
            connection.execute(copy, values)
    moved = [later(one, evening, records) for evening in range(evenings) for one in known]
    made = [(one.started, one) for one in moved]
    places = [place for place, _ in made]
    stops = [*places[1:], evenings * records]
    rows = [
        Row(chapters.ROUND, place, one.form(stop)) for (place, one), stop in zip(made, stops, strict=True)
    ]
    rows += [Row(chapters.SITTING, one.place, one.form()) for one in sittings(made)]
    broken = tuple(place for place, one in made if one.broken)
    end = evenings * records
    closed = chapters.Closed(end, end, len(made), purses({}, (), [one for _, one in made]), broken)
    head = history.summaries.head(table)
    assert head is not None
    drop = [Span(kind, 0) for kind in (chapters.ROUND, chapters.SITTING)]
    history.summaries.change(table, head.version, closed.form(), drop, rows)
    check = chapters.Chapters(history, table)
    check.look()
    for number in (0, len(made) // 2, len(made) - 1):
        _, said = made[number]
        assert summarise(check.round(number), said.at, said.ended) == said


def later(one: RoundSummary, evening: int, records: int) -> RoundSummary:
    """The same round some evenings later."""
    at, seq = evening * WEEK, evening * records
    tallies = [
        its
        if its.biggest is None
        else replace(
            its, biggest=replace(its.biggest, at=its.biggest.at + at, started=its.biggest.started + seq)
        )
        for its in one.tallies
    ]
    moved = replace(one, started=one.started + seq, at=one.at + at, ended=one.ended + at)
    return replace(moved, tallies=tuple(tallies))


def build_many(history: SqlHistory, many: int) -> None:
    """Tables of forty rounds each, so many rounds in all, with all that is kept beside a log."""
    made = [view for one in rounds() if isinstance(view := read_round(lines(one)), RoundView)]
    known = [summarise(one) for one in made]
    heads: list[dict[str, object]] = []
    kept: list[dict[str, object]] = []
    for table in range(-(-many // SESSION)):
        here: list[tuple[int, RoundSummary]] = []
        for number in range(min(SESSION, many - table * SESSION)):
            one = known[(table + number) % len(known)]
            names = tuple(f"{table}-{seat}" for seat in range(len(one.people)))
            at = at_of(number) + table * WEEK
            its = replace(one, started=120 * number, at=at, ended=at + MINUTE, people=names)
            here.append((its.started, its))
        rows = [Row(chapters.ROUND, place, one.form(place + 120)) for place, one in here]
        rows += [Row(chapters.SITTING, one.place, one.form()) for one in sittings(here)]
        head = chapters.Closed(120 * len(here), 120 * len(here), len(here)).form()
        name = f"many-{table}"
        heads.append({"table_name": name, "version": 1, "body": json_text(head)})
        kept += (
            {"table_name": name, "kind": one.kind, "place": one.place, "body": json_text(one.body)}
            for one in rows
        )
    with history.engine.begin() as connection:  # at once: each table alone would wait for the disk
        connection.execute(HEADS.insert(), heads)
        connection.execute(ROWS.insert(), kept)


def lines(events: Sequence[TableEvent]) -> tuple[Line, ...]:
    """Events as lines."""
    return tuple(Line(number, event) for number, event in enumerate(events))


def timed(act: Callable[[], object], times: int) -> float:
    """The median of so many times, in milliseconds."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        act()
        took.append(time.perf_counter() - begun)
    return 1000 * statistics.median(took)


class Guest:
    """The host's browser at one table, asking a program that has nothing of it in memory."""

    def __init__(self, app: Companion, table: str, token: str) -> None:
        app.live = LiveTables(app.tables)
        self.client = app.test_client()
        self.client.set_cookie(f"tangzi-{table}", token)
        self.path = f"/api/tables/{table}"
        self.taps = 0

    def view(self) -> dict[str, Any]:
        """The whole view."""
        answer = self.client.get(self.path)
        assert answer.status_code == 200, answer.text
        form: dict[str, Any] = answer.get_json()
        return form

    def record(self, event: dict[str, Any], records: int) -> int:
        """Record an event; the records there are then."""
        self.taps += 1
        body = {"event": event, "expected": records, "key": f"tap-{self.taps}-{records}"}
        answer = self.client.post(f"{self.path}/events", json=body, headers=WRITE)
        assert answer.status_code == 200, answer.text
        return int(answer.get_json()["records"])


def measure(app: Companion, history: SqlHistory, table: str, token: str, times: int) -> dict[str, float]:
    """The times of one table."""

    def opened() -> None:
        Guest(app, table, token).view()

    def first() -> None:
        Guest(app, table, token).record(adjusted, next(lengths))

    lengths = itertools.count(Guest(app, table, token).view()["records"])
    adjusted = {"kind": "adjusted", "from": 0, "to": 1, "points": 1, "note": ""}
    result = {"page": timed(opened, times), "event": timed(first, times)}
    guest = Guest(app, table, token)
    records = guest.view()["records"]

    def one_more() -> None:
        nonlocal records
        records = guest.record(adjusted, records)

    result["next event"] = timed(one_more, times)
    session = Session(history, table)
    session.view()
    drawn = next(line for line in session.view().rounds[0].lines if isinstance(line.event, Drawn))

    def amend() -> None:
        session.amend(drawn.seq, Drawn(0, Tile.M1))
        session.view()
        session.undo()
        session.view()

    result["amend old, undo"] = timed(amend, min(times, 3))
    result["statistics"] = timed(lambda: statistics_of(history, [table]), times)
    return result


def statistics_of(history: SqlHistory, tables: list[str] | None) -> int:
    """Everybody's statistics at these tables, or all."""
    found = careers(all_sittings(history.summaries, tables), lambda table, person: f"{table}/{person}")
    return sum(one.total.rounds for one in found.values())


def main() -> None:
    """Build, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, nargs="+", default=[10, 1000, 10000], help="rounds of a table")
    parser.add_argument("--all", type=int, default=100_000, help="rounds of all tables, for the statistics")
    parser.add_argument("--times", type=int, default=9, help="how often each thing is done")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        history = open_history(Path(name) / "log.sqlite")
        app = create_app(lambda photo, rules: {}, history=history)
        columns = {}
        for many in arguments.rounds:
            begun = time.perf_counter()
            table, token = build(history, app, many)
            built = time.perf_counter() - begun
            columns[many] = measure(app, history, table, token, arguments.times)
            columns[many]["(built, s)"] = built
        print(f"{'milliseconds':>18}" + "".join(f"{many:>12,}" for many in columns))
        for what in next(iter(columns.values())):
            print(f"{what:>18}" + "".join(f"{one[what]:>12.1f}" for one in columns.values()))
        history.close()
        history = open_history(Path(name) / "many.sqlite")
        build_many(history, arguments.all)
        people = [statistics_of(history, None)]
        worked = time.process_time()
        took = timed(lambda: people.append(statistics_of(history, None)), 3)
        worked = (time.process_time() - worked) / 3
        print(f"statistics of {arguments.all:,} rounds ({people[-1]:,} of a person): {took:.0f} ms")
        print(f"of it processor time: {1000 * worked:.0f} ms")
        history.close()
    if hasattr(os, "getloadavg"):
        print("load", *(round(one, 1) for one in os.getloadavg()))


if __name__ == "__main__":
    main()

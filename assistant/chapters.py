"""翻篇: a table's log by rounds: only the running one is read; what the others come to is kept beside it.

The log is cut at the starts of rounds. Of each piece before the running round a row is kept that says what it
comes to. The rows follow from the log alone: an act that bears on an old round (撤回, 更正, 换座) makes that
round's row anew from its own records, and the sums with it.

From small to large: a tally 战绩 counts what one person did, a summary 小结 is one round with a tally for
each of its people, a sitting 场 is rounds without a long pause, a career 战绩簿 is one person's sittings at
all tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.events import RoundStarted
from assistant.history.records import History, Record
from assistant.history.summaries import Outdated, Row, Span
from assistant.log import ACTS, Line, by_round, counting
from assistant.round_view import RoundView, Stray, read_round
from assistant.sittings import Purse, purses, sitting_of, sittings
from assistant.summary import RoundSummary, summarise, summary_of

FORM = 1
"""The form of the rows. A program that sums up otherwise counts on, and makes all rows anew."""
ROUND, STRAY, SITTING = "round", "stray", "sitting"
"""Kinds of rows: a round; lines that stand outside any; a sitting."""
TRIES = 5
"""Times that other processes may be first; then the rows are made anew, as they may be at odds."""
PORTION = 20_000
"""Records read at once."""
MOST_KEPT = 8
"""Old rounds that somebody has looked at, kept in memory."""


@dataclass(frozen=True, slots=True)
class Closed:
    """What lies before the running round, summed up."""

    start: int = 0
    """the record with which the running round begins"""
    upto: int = 0
    """how many records it has taken in"""
    rounds: int = 0
    purses: Mapping[str, Purse] = field(default_factory=dict)
    broken: tuple[int, ...] = ()
    """the places of rounds with lines that do not fit"""
    stray: tuple[int, ...] = ()
    """the places of lines outside any round"""
    running: RoundSummary | None = None
    """the running round where it is finished"""

    def form(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "form": FORM,
            "start": self.start,
            "upto": self.upto,
            "rounds": self.rounds,
            "purses": {one: [its.name, its.net, its.penalty] for one, its in self.purses.items()},
            "broken": list(self.broken),
            "stray": list(self.stray),
            "running": None if self.running is None else self.running.form(self.upto),
        }


NOTHING = Closed()
"""Of a table at which nothing is over."""


def closed_of(form: Mapping[str, Any]) -> Closed | None:
    """What a head's form says; None where another program has summed up otherwise."""
    if form.get("form") != FORM:
        return None
    return Closed(
        form["start"],
        form["upto"],
        form["rounds"],
        {one: Purse(*its) for one, its in form["purses"].items()},
        tuple(form["broken"]),
        tuple(form["stray"]),
        None if form["running"] is None else summary_of(form["running"]),
    )


@dataclass
class Edit:
    """Rows to be changed together."""

    start: int
    drop: list[Span] = field(default_factory=list)
    gone: list[Row] = field(default_factory=list)
    """rows that were there and are taken out, or made again"""
    put: dict[int, Row] = field(default_factory=dict)
    """rounds and stray lines by place"""


class Chapters:
    """The pieces of one table's log. Whoever holds it asks from one thread at a time."""

    def __init__(self, history: History, table: str) -> None:
        self.history = history
        self.table = table
        self.closed = NOTHING
        self.tail: list[Record] = []
        """the records from the start of the running round on"""
        self.running: RoundView | None = None
        self.stray: Stray = ()
        """lines of the tail that stand outside any round"""
        self._version = 0
        self._open = False
        self._kept: dict[int, RoundView] = {}

    @property
    def records(self) -> int:
        """How many records were taken in."""
        return self.closed.start + len(self.tail)

    def look(self) -> bool:
        """Take in what was recorded since; whether there was anything."""
        tries = 0
        while True:
            try:
                return self._look(anew=tries >= TRIES)
            except Outdated:
                self._open = False
                tries += 1

    def _look(self, anew: bool) -> bool:
        opened = not self._open
        if opened:
            head = self.history.summaries.head(self.table)
            self._version = 0 if head is None else head.version
            known = None if head is None or anew else closed_of(head.body)
            self.closed = known or NOTHING
            if head is not None and known is None:
                self._change(NOTHING, [Span(kind, 0) for kind in (ROUND, STRAY, SITTING)], [])
            self.tail, self.running, self.stray, self._kept, self._open = [], None, (), {}, True
        more = opened
        while True:
            # what was taken in before is read whole: rows are never put back to where they once stood
            stop = max(self.records + PORTION, self.closed.upto)
            new = self.history.read(self.table, self.records, stop)
            if new:
                self._take(new)
                more = True
            if self.records < stop:
                return more

    def _take(self, new: Sequence[Record]) -> None:
        before = self.closed
        edit = Edit(before.start)
        self.tail += new
        upto = before.start + len(self.tail)
        if any(isinstance(one.entry, ACTS) for one in new):
            acts = self.history.reaches(self.table, max(before.upto, new[0].seq), upto)
            late = [one for one in acts if one.low < before.start]
            if late:
                low, high = min(one.low for one in late), max(one.high for one in late)
                self._make_again(edit, low, min(high, before.start - 1), upto)
        self._cut(edit)
        running = None
        if self.running is not None and self.running.settlement.finished:
            running = self._summary(self.running, {one.seq: one for one in self.tail})
        if edit.put or edit.gone or running != before.running:
            self._write(edit, running, upto)

    def _cut(self, edit: Edit) -> None:
        """Close what is over in the tail, or open the round before again where the running one's start was
        taken back.
        """
        groups = by_round(counting(self.tail))
        while edit.start > 0 and not (groups and groups[0][0].seq == edit.start):
            piece = self._piece_before(edit, edit.start)
            self._take_out(edit, (piece,))
            self.tail = [*self.history.read(self.table, piece.place, edit.start), *self.tail]
            edit.start = piece.place
            groups = by_round(counting(self.tail))
        bounds = [edit.start, *(group[0].seq for group in groups[1:])]
        records = {one.seq: one for one in self.tail} if len(groups) > 1 else {}
        for group, place, stop in zip(groups, bounds, bounds[1:], strict=False):
            self._put_in(edit, place, stop, group, records)
        if len(groups) > 1:
            self.tail = [one for one in self.tail if one.seq >= bounds[-1]]
            edit.start = bounds[-1]
        self.running, self.stray = None, ()
        if groups:
            read = self._read(edit.start, groups[-1])
            self.running, self.stray = (read, ()) if isinstance(read, RoundView) else (None, read)

    def _make_again(self, edit: Edit, low: int, high: int, upto: int) -> None:
        """Read the old rounds from record `low` to `high` again, and those their lines now belong to."""
        first = self._piece_before(edit, low + 1)
        stop = int(self._piece_before(edit, high + 1).body["stop"])
        while True:
            records = {one.seq: one for one in self.history.read(self.table, first.place, stop)}
            records |= {one.seq: one for one in self.history.reaching(self.table, first.place, stop)}
            known = [records[seq] for seq in sorted(records) if seq < upto]
            groups = by_round([line for line in counting(known) if first.place <= line.seq < stop])
            starts = bool(groups) and groups[0][0].seq == first.place
            if first.place == 0 or (starts and isinstance(groups[0][0].event, RoundStarted)):
                break
            first = self._piece_before(edit, first.place)
        for kind in (ROUND, STRAY):
            self._take_out(edit, self._rows(kind, first.place, stop))
        bounds = [first.place, *(group[0].seq for group in groups[1:]), stop]
        for group, place, until in zip(groups, bounds, bounds[1:], strict=False):
            self._put_in(edit, place, until, group, records)
        if not groups:
            edit.put[first.place] = Row(STRAY, first.place, {"stop": stop, "lines": 0})

    def _take_out(self, edit: Edit, rows: Iterable[Row]) -> None:
        for row in rows:
            if edit.put.pop(row.place, None) is None:
                edit.gone.append(row)
            edit.drop.append(Span(row.kind, row.place, row.place + 1))
            self._kept.pop(row.place, None)

    def _put_in(
        self, edit: Edit, place: int, stop: int, group: Sequence[Line], records: Mapping[int, Record]
    ) -> None:
        read = self._read(place, group)
        if isinstance(read, RoundView):
            summary = self._summary(read, records)
            edit.put[place] = Row(ROUND, place, summary.form(stop))
        else:
            edit.put[place] = Row(STRAY, place, {"stop": stop, "lines": len(read)})

    def _read(self, place: int, group: Sequence[Line]) -> RoundView | Stray:
        """A group of lines; one that was read before is not read again."""
        lines = tuple(group)
        for known in (self.running, self._kept.get(place)):
            if known is not None and known.lines == lines:
                return self._keep(place, known)
        read = read_round(lines)
        return self._keep(place, read) if isinstance(read, RoundView) else read

    def _keep(self, place: int, one: RoundView) -> RoundView:
        self._kept.pop(place, None)
        self._kept[place] = one
        for old in list(self._kept)[:-MOST_KEPT]:
            del self._kept[old]
        return one

    def _summary(self, one: RoundView, records: Mapping[int, Record]) -> RoundSummary:
        return summarise(one, records[one.lines[0].seq].at, records[one.lines[-1].seq].at)

    def _write(self, edit: Edit, running: RoundSummary | None, upto: int) -> None:
        before = self.closed
        gone = [row for row in edit.gone if row.kind == ROUND]
        come = [row for row in edit.put.values() if row.kind == ROUND]
        out = {row.place for row in edit.gone}
        new = {row.place: row for row in edit.put.values()}
        closed = Closed(
            edit.start,
            upto,
            before.rounds - len(gone) + len(come),
            purses(
                before.purses,
                (summary_of(row.body) for row in gone),
                (summary_of(row.body) for row in come),
            ),
            _places(before.broken, out, [row.place for row in come if row.body["broken"]]),
            _places(
                before.stray,
                out,
                [row.place for row in new.values() if row.kind == STRAY and row.body["lines"]],
            ),
            running,
        )
        self._change(closed, edit.drop, [*edit.put.values(), *self._sum_up(edit, come)])

    def _change(self, closed: Closed, drop: Sequence[Span], put: Sequence[Row]) -> None:
        self.history.summaries.change(self.table, self._version, closed.form(), drop, put)
        self._version += 1
        self.closed = closed

    def _sum_up(self, edit: Edit, come: Sequence[Row]) -> list[Row]:
        """The rows of the sittings that the rounds taken out and put in belong to."""
        summaries = self.history.summaries
        if not edit.gone:
            last = summaries.before(self.table, SITTING, edit.start + 1)
            known = None if last is None else sitting_of(last.place, last.body)
            rounds = [(row.place, summary_of(row.body)) for row in come]
        else:
            rounds, known = self._touched(edit, come), None
        if not rounds:
            return []
        return [Row(SITTING, one.place, one.form()) for one in sittings(rounds, known)]

    def _touched(self, edit: Edit, come: Sequence[Row]) -> list[tuple[int, RoundSummary]]:
        """The rounds of the sittings that the edit touches, whose rows are dropped: as far as sittings after
        them stay as they are.
        """
        summaries = self.history.summaries
        places = [row.place for row in edit.gone] + list(edit.put)
        first = summaries.before(self.table, SITTING, min(places) + 1)
        base = 0 if first is None else first.place
        after = summaries.rows(self.table, Span(SITTING, max(places) + 1), 0, 1)
        stop = after[0].place if after else None
        while True:
            out = {row.place for row in edit.gone}
            old = summaries.rows(self.table, Span(ROUND, base, stop))
            rows = {row.place: row for row in (*(one for one in old if one.place not in out), *come)}
            rounds = [(place, summary_of(rows[place].body)) for place in sorted(rows)]
            if not after or (rounds and not sittings(rounds)[-1].holds(after[0].body["at"])):
                edit.drop.append(Span(SITTING, base, stop))
                return rounds
            after, stop = (), None  # the sitting after them may now be one with them

    def _rows(self, kind: str, low: int, stop: int) -> tuple[Row, ...]:
        return self.history.summaries.rows(self.table, Span(kind, low, stop))

    def _piece_before(self, edit: Edit, place: int) -> Row:
        """The last piece that begins before a place, as it will be after the edit. Outdated where the rows
        are no longer those this knows.
        """
        self._check()
        found = [row for row in edit.put.values() if row.place < place]
        for kind in (ROUND, STRAY):
            row = self.history.summaries.before(self.table, kind, place)
            while row is not None and any(row.place == one.place for one in edit.gone):
                row = self.history.summaries.before(self.table, kind, row.place)
            if row is not None:
                found.append(row)
        if not found:
            raise Outdated
        return max(found, key=lambda row: row.place)

    def _check(self) -> None:
        head = self.history.summaries.head(self.table)
        if head is not None and head.version != self._version:
            raise Outdated

    # what somebody looks up

    def round(self, number: int) -> RoundView:
        """A round before the running one, from 0; IndexError where there is none."""
        try:
            self._check()
        except Outdated:
            self._open = False
            self.look()
        rows = self.history.summaries.rows(self.table, Span(ROUND, 0, self.closed.start), number, 1)
        if not rows:
            raise IndexError(number)
        (row,) = rows
        kept = self._kept.get(row.place)
        if kept is not None:
            return self._keep(row.place, kept)
        read = self._read(row.place, self.lines(row.place, int(row.body["stop"])))
        if not isinstance(read, RoundView):
            raise IndexError(number)
        return read

    def lines(self, place: int, stop: int) -> tuple[Line, ...]:
        """The lines that count of the records from `place` to before `stop`."""
        records = {one.seq: one for one in self.history.read(self.table, place, stop)}
        records |= {one.seq: one for one in self.history.reaching(self.table, place, stop)}
        known = [records[seq] for seq in sorted(records) if seq < self.records]
        return tuple(line for line in counting(known) if place <= line.seq < stop)

    def strays(self) -> Stray:
        """Every line that stands outside any round, with its reason."""
        found: list[Any] = []
        for place in self.closed.stray:
            for row in self._rows(STRAY, place, place + 1):
                read = read_round(self.lines(place, int(row.body["stop"])))
                found += () if isinstance(read, RoundView) else read
        return (*found, *self.stray)

    def summaries(self, skip: int = 0, most: int | None = None) -> tuple[RoundSummary, ...]:
        """What the rounds before the running one come to."""
        span = Span(ROUND, 0, self.closed.start)
        return tuple(
            summary_of(row.body) for row in self.history.summaries.rows(self.table, span, skip, most)
        )

    def number_of(self, place: int) -> int:
        """Which round it is that begins at a place, from 0."""
        return self.history.summaries.count(self.table, Span(ROUND, 0, place))


def _places(before: Sequence[int], gone: set[int], come: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted({one for one in before if one not in gone} | set(come)))

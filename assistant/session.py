"""牌桌: the one shell around a table: records events in its log, takes them back, and reads it again.

No rule is here. Every view folds the log from its start, so nothing is ever out of step with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant import round as door
from assistant import seating
from assistant.events import RoundStarted, TableEvent
from assistant.history.records import (
    CAMERA,
    PERSON,
    Amended,
    Draft,
    Entry,
    History,
    Record,
    Reseated,
    Retracted,
)
from assistant.log import ACTS, Line, active, counting, redoable, together, undoable
from assistant.rules import RulesError
from assistant.settlement.reckoning import Settlement
from assistant.state import Fault, Rank, Round, impossible

NOT_STARTED = impossible("not_started", "no round has started: record its start first", "还没开局：请先开局")
BAD_ROUND = "这局开不了：请核对规则、人数和牌墙"
"""What is said in Chinese of a start that cannot be."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round of a table: its lines, where it stands, what it comes to. `lines[n]` is event n of both."""

    lines: tuple[Line, ...]
    folded: Round
    settlement: Settlement

    @property
    def broken(self) -> tuple[tuple[Line, Fault], ...]:
        """The lines that no longer fit, with their reasons; they are kept and count again once they fit."""
        return tuple(
            (self.lines[at], fault) for at, fault in self.folded.faults if fault.rank is Rank.IMPOSSIBLE
        )


@dataclass(frozen=True, slots=True)
class TableView:
    """A table: its rounds in order, and lines that stand outside any."""

    rounds: tuple[RoundView, ...]
    stray: tuple[tuple[Line, Fault], ...]
    """lines before the first round, and rounds that cannot be read, each with its reason"""
    records: int
    """how many the log has: what the next append expects"""

    @property
    def totals(self) -> dict[str, int] | None:
        """What each name has gained or lost over the rounds; None while a broken line waits to be mended."""
        if self.stray or any(one.broken for one in self.rounds):
            return None
        total: dict[str, int] = {}
        for one in self.rounds:
            names = (*one.folded.state.names, one.folded.state.side_name or "")
            for name, points in zip(names, one.settlement.net, strict=False):
                total[name] = total.get(name, 0) + points
        return total


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt: the new records, none where it was refused, and every fault."""

    records: tuple[Record, ...]
    faults: tuple[Fault, ...]

    @property
    def recorded(self) -> bool:
        """Whether it was kept."""
        return bool(self.records)


class Session:
    """A table and its log. `expected`, where given, is how many records the asker had seen: another number
    raises Conflict, so that two phones never answer the same question twice.
    """

    def __init__(self, history: History, table: str, clock: Callable[[], float] = time.time) -> None:
        self.history = history
        self.table = table
        self.clock = clock
        self._seen: list[Record] = []
        self._view: TableView | None = None
        self._refused_views: set[tuple[str, TableEvent]] = set()

    def records(self) -> tuple[Record, ...]:
        """The whole log, new records of other writers included."""
        self._seen += self.history.read(self.table, len(self._seen))
        return tuple(self._seen)

    def view(self) -> TableView:
        """The table as its log says now; rounds that nothing has touched since the last view are not read
        again.
        """
        records = self.records()
        last = self._view
        if last is None or last.records != len(records):
            known = () if last is None else last.rounds
            self._view = last = _table_view(counting(records), len(records), known)
        return last

    def record(
        self,
        event: TableEvent,
        expected: int | None = None,
        source: str = PERSON,
        confidence: float | None = None,
    ) -> Outcome:
        """Append an event; an impossible one is refused, one against the rules is kept with its faults.

        A round that starts pins its whole rule set. Raises Conflict and HistoryError.
        """
        view = self.view()
        try:
            event, faults = _checked(view, event)
        except (RulesError, door.NotARoundError) as error:
            return Outcome((), (impossible("bad_round", str(error).removesuffix("."), BAD_ROUND),))
        if any(fault.rank is Rank.IMPOSSIBLE for fault in faults):
            return Outcome((), faults)
        return Outcome(self._append([event], expected, view.records, source, confidence), faults)

    def record_all(
        self, events: Sequence[TableEvent], expected: int | None = None, source: str = PERSON
    ) -> Outcome:
        """Append several events of the running round, each checked after those before it: all, or none where
        one is impossible. The faults are of all of them. Raises as `record` does.
        """
        view = self.view()
        if not view.rounds:
            return Outcome((), (NOT_STARTED,))
        before = [line.event for line in view.rounds[-1].lines]
        found = door.settle([*before, *events])[0].faults
        faults = tuple(fault for at, fault in found if at >= len(before))
        if any(fault.rank is Rank.IMPOSSIBLE for fault in faults):
            return Outcome((), faults)
        return Outcome(self._append(events, expected, view.records, source), faults)

    def observe(self, event: TableEvent, confidence: float, seen: str = "") -> Outcome:
        """Append what the camera accepted: only an event without any fault, and never one that a person has
        retracted from the same view of the table (`seen`, any name of it).
        """
        if seen and (seen, event) in self._refused_views:
            said = "a person took this back from the same view of the table"
            return Outcome((), (impossible("retracted_before", said, "有人从同一画面撤销过这条"),))
        view = self.view()
        try:
            event, faults = _checked(view, event)
        except (RulesError, door.NotARoundError) as error:
            return Outcome((), (impossible("bad_round", str(error).removesuffix("."), BAD_ROUND),))
        if faults:
            return Outcome((), faults)
        return Outcome(self._append([event], None, view.records, CAMERA, confidence), ())

    def retract(self, seq: int, expected: int | None = None, seen: str = "", source: str = PERSON) -> Outcome:
        """Let a record count no more; a retraction too, which lets its record count again. `seen`: the view
        of the table the camera read it from.
        """
        records = self.records()
        if not 0 <= seq < len(records):
            return Outcome(
                (),
                (
                    impossible(
                        "no_such_record", f"the log has no record {seq}: check it", f"没有第{seq}条记录"
                    ),
                ),
            )
        if seq not in active(records):
            return Outcome(
                (),
                (
                    impossible(
                        "retracted_already", f"record {seq} is taken back already", f"第{seq}条已经撤销了"
                    ),
                ),
            )
        target = records[seq].entry
        if isinstance(target, Reseated) and _counts_since(records, seq):
            said = "people changed places there and things were recorded since: let them change places again"
            return Outcome((), (impossible("reseated_since", said, "那次换座之后又记了牌：请再换一次座"),))
        if seen and not isinstance(target, ACTS):
            self._refused_views.add((seen, target))
        return Outcome(self._append([Retracted(seq)], expected, len(records), source), ())

    def undo(self, expected: int | None = None, source: str = PERSON) -> Outcome:
        """Retract the last event or amendment that counts, with those recorded by the same act."""
        records = self.records()
        last = undoable(records)
        if last is None:
            said = impossible("nothing_to_undo", "there is nothing to take back", "没有可撤销的")
            return Outcome((), (said,))
        return self._retract_all(together(records, last), expected, source)

    def redo(self, expected: int | None = None, source: str = PERSON) -> Outcome:
        """Retract the last retraction, if no event was recorded since, with those of the same act."""
        records = self.records()
        last = redoable(records)
        if last is None:
            english = "nothing was taken back since the last event"
            return Outcome((), (impossible("nothing_to_redo", english, "没有可重做的"),))
        return self._retract_all(together(records, last), expected, source)

    def _retract_all(self, seqs: Sequence[int], expected: int | None, source: str) -> Outcome:
        if len(seqs) == 1:
            return self.retract(seqs[0], expected, source=source)
        return Outcome(
            self._append([Retracted(seq) for seq in reversed(seqs)], expected, len(self._seen), source), ()
        )

    def amend(
        self, seq: int, event: TableEvent, expected: int | None = None, source: str = PERSON
    ) -> Outcome:
        """Say what an earlier event really was; later lines that no longer fit are shown, not lost."""
        records = self.records()
        if not 0 <= seq < len(records) or isinstance(records[seq].entry, ACTS):
            return Outcome(
                (),
                (impossible("no_such_event", f"record {seq} is no event: check it", f"第{seq}条不是一件事"),),
            )
        if isinstance(event, RoundStarted) != isinstance(records[seq].entry, RoundStarted):
            said = "the start of a round can only be amended into another start"
            return Outcome((), (impossible("no_such_amendment", said, "开局只能改成另一个开局"),))
        if isinstance(event, RoundStarted):
            try:
                event = door.pinned(event)
                door.begin(event)
            except (RulesError, door.NotARoundError) as error:
                return Outcome((), (impossible("bad_round", str(error).removesuffix("."), BAD_ROUND),))
        return Outcome(self._append([Amended(seq, event)], expected, len(records), source), ())

    def reseat(
        self,
        one: str,
        two: str,
        first: int,
        expected: int | None = None,
        source: str = PERSON,
        seats_acted: bool = False,
    ) -> Outcome:
        """换座: two people change places from round `first` (0: the table's first) on, the running one too,
        and one undo takes it all back (FIELD C09). What each did stays theirs, with its money; seats, turn
        order and dealers are worked out again. With `seats_acted` what a seat did stays the seat's and goes
        to who really sat there. `first` beyond the last round: from the next one on.
        """
        view = self.view()
        rounds = [one_round.lines for one_round in view.rounds]
        try:
            changes = seating.reseat(rounds, one, two, first, seats_acted)
        except (seating.SeatingError, RulesError, door.NotARoundError) as error:
            return Outcome(
                (), (impossible("cannot_reseat", str(error).removesuffix("."), "这两位换不了座：请另选两位"),)
            )
        return Outcome(self._append([Reseated(one, two, changes)], expected, view.records, source), ())

    def _append(
        self,
        entries: Sequence[Entry],
        expected: int | None,
        known: int,
        source: str = PERSON,
        confidence: float | None = None,
    ) -> tuple[Record, ...]:
        drafts = [Draft(entry, self.clock(), source, confidence) for entry in entries]
        return self.history.append(self.table, drafts, known if expected is None else expected)


def _counts_since(records: Sequence[Record], seq: int) -> bool:
    """Whether something counts that was recorded after this."""
    counts = active(records)
    return any(one.seq in counts and not isinstance(one.entry, Retracted) for one in records[seq + 1 :])


def circle(records: Sequence[Record], sitting: Sequence[str]) -> tuple[str, ...]:
    """Who sits where next, in play order from the first of the people `sitting` at the table now: in the
    order of the last round and of the places changed since.
    """
    last: tuple[str, ...] = ()
    since = 0
    for line in counting(records):
        if isinstance(line.event, RoundStarted):
            last, since = line.event.persons, line.seq
    order = seating.seated(last, sitting)
    counts = active(records)
    for one in records[since:]:
        if one.seq in counts and isinstance(one.entry, Reseated) and not one.entry.changes:
            order = seating.swapped(order, one.entry.one, one.entry.two)
    return seating.dealt_by(order, sitting[0]) if sitting else order


def _checked(view: TableView, event: TableEvent) -> tuple[TableEvent, tuple[Fault, ...]]:
    """The event as it will be recorded, and its faults now."""
    if isinstance(event, RoundStarted):
        event = door.pinned(event)
        door.begin(event)
        return event, ()
    if not view.rounds:
        return event, (NOT_STARTED,)
    return event, door.problems(view.rounds[-1].folded.state, event)


def _table_view(lines: Sequence[Line], records: int, known: Sequence[RoundView] = ()) -> TableView:
    rounds: list[RoundView] = []
    read = {one.lines[0].seq: one for one in known}
    stray: list[tuple[Line, Fault]] = []
    for group in _by_round(lines):
        if not isinstance(group[0].event, RoundStarted):
            fault = impossible("not_started", "no round had started", "那时还没开局")
            stray += ((line, fault) for line in group)
            continue
        before = read.get(group[0].seq)
        if before is not None and before.lines == tuple(group):
            rounds.append(before)
            continue
        try:
            folded, settlement = door.settle(line.event for line in group)
        except (RulesError, door.NotARoundError) as error:
            fault = impossible("bad_round", str(error).removesuffix("."), BAD_ROUND)
            stray += ((line, fault) for line in group)
            continue
        rounds.append(RoundView(tuple(group), folded, settlement))
    return TableView(tuple(rounds), tuple(stray), records)


def _by_round(lines: Sequence[Line]) -> list[list[Line]]:
    groups: list[list[Line]] = []
    for line in lines:
        if not groups or isinstance(line.event, RoundStarted):
            groups.append([])
        groups[-1].append(line)
    return groups

"""牌桌: the one shell around a table: records events in its log, takes them back, and reads it again.

No rule is here. The running round is folded from its first record; what the rounds before it come to is kept
beside the log (see `chapters`), follows from it, and is made again where the log says something new of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock

from assistant import round as door
from assistant import seating
from assistant.chapters import Chapters
from assistant.events import RoundStarted, TableEvent
from assistant.history.records import (
    CAMERA,
    JOINED,
    PERSON,
    Amended,
    Draft,
    Entry,
    History,
    Record,
    Reseated,
    Retracted,
)
from assistant.log import (
    ACTS,
    Line,
    active,
    circle,
    counting,
    counts_since,
    redoable,
    together,
    undoable,
)
from assistant.round_view import RoundView, bad_round
from assistant.rules import RulesError
from assistant.state import Fault, Rank, impossible
from assistant.summary import RoundSummary
from assistant.table_view import Rounds, TableView

__all__ = [
    "Line",
    "Outcome",
    "RoundView",
    "Session",
    "TableView",
    "active",
    "circle",
    "counting",
    "redoable",
    "undoable",
]


NOT_STARTED = impossible("not_started", "no round has started: record its start first", "还没开局：请先开局")


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
    """A table and its log. Where another process has recorded something meanwhile, what records raises
    Conflict.
    """

    def __init__(self, history: History, table: str, clock: Callable[[], float] = time.time) -> None:
        self.history = history
        self.table = table
        self.clock = clock
        self._chapters = Chapters(history, table)
        self._lock = RLock()
        """held while the pieces of the log are looked at: old rounds are read from other threads too"""
        self._view: TableView | None = None

    def records(self) -> tuple[Record, ...]:
        """The whole log, from its first record."""
        return self.history.read(self.table)

    def tail(self) -> tuple[Record, ...]:
        """The records since the start of the running round, as the last view has them."""
        self._look()
        return tuple(self._chapters.tail)

    def view(self) -> TableView:
        """The table as its log says now. Only what was recorded since the last view is read."""
        with self._lock:
            if self._look() or self._view is None:
                chapters, closed = self._chapters, self._chapters.closed
                rounds = Rounds(self, closed.rounds, chapters.running)
                self._view = TableView(rounds, chapters.strays(), chapters.records, closed)
            return self._view

    def round(self, number: int) -> RoundView:
        """A round before the running one, from 0, as the log says now; IndexError where there is none."""
        with self._lock:
            return self._chapters.round(number)

    def summaries(self, skip: int = 0, most: int | None = None) -> tuple[RoundSummary, ...]:
        """See `Rounds.summaries`."""
        with self._lock:
            return self._chapters.summaries(skip, most)

    def number_of(self, place: int) -> int:
        """See `Rounds.number_of`."""
        with self._lock:
            return self._chapters.number_of(place)

    def undoable(self) -> int | None:
        """The record that an undo takes back."""
        return undoable(self.tail())

    def redoable(self) -> int | None:
        """The retraction that a redo takes back."""
        tail = self.tail()
        named = {one.entry.seq for one in tail if isinstance(one.entry, Retracted)}
        older = sorted(seq for seq in named if seq < self._chapters.closed.start)
        return redoable(tail, [one for seq in older if (one := self._find(seq)) is not None])

    def _look(self) -> bool:
        with self._lock:
            looked = self._chapters.look()
            if looked:
                self._view = None
            return looked

    def _find(self, seq: int) -> Record | None:
        """The record of that number."""
        start = self._chapters.closed.start
        if seq >= start:
            return self._chapters.tail[seq - start] if seq < self._chapters.records else None
        return next(iter(self.history.read(self.table, seq, seq + 1)), None) if seq >= 0 else None

    def _counts(self, one: Record) -> bool:
        """Whether a record counts."""
        if one.seq >= self._chapters.closed.start:
            return one.seq in active(self._chapters.tail)
        low = high = one.seq
        for reach in self.history.reaches(self.table, one.seq, one.seq + 1):
            low, high = reach.low, reach.high
        acts = self.history.reaching(self.table, low, high + 1)
        bearing = {record.seq: record for record in (one, *acts)}
        return one.seq in active([bearing[seq] for seq in sorted(bearing)])

    def record(
        self,
        event: TableEvent,
        expected: int | None = None,
        source: str = PERSON,
        confidence: float | None = None,
    ) -> Outcome:
        """Append an event; an impossible one is refused, one against the rules is kept with its faults.

        A round that starts pins its whole rule set. `expected`: how many records the asker had seen, where
        another number shall raise Conflict. Raises Conflict and HistoryError.
        """
        view = self.view()
        event, faults = _checked(view, event)
        if any(fault.rank is Rank.IMPOSSIBLE for fault in faults):
            return Outcome((), faults)
        known = view.records if expected is None else expected
        return Outcome(self._append([event], known, source, confidence), faults)

    def record_all(self, events: Sequence[TableEvent], source: str = PERSON) -> Outcome:
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
        return Outcome(self._append(events, view.records, source), faults)

    def observe(self, event: TableEvent, confidence: float) -> Outcome:
        """Append what the camera accepted: only an event without any fault."""
        view = self.view()
        event, faults = _checked(view, event)
        if faults:
            return Outcome((), faults)
        return Outcome(self._append([event], view.records, CAMERA, confidence), ())

    def retract(self, seq: int, source: str = PERSON) -> Outcome:
        """Let a record count no more; a retraction too, which lets its record count again."""
        self._look()
        found = self._find(seq)
        if found is None:
            said = f"the log has no record {seq}: check it"
            return Outcome((), (impossible("no_such_record", said, f"没有第{seq}条记录"),))
        if not self._counts(found):
            said = f"record {seq} is taken back already"
            return Outcome((), (impossible("retracted_already", said, f"第{seq}条已经撤销了"),))
        target, tail = found.entry, self._chapters.tail
        if isinstance(target, Reseated) and counts_since(tail, seq):
            said = "people changed places there and things were recorded since: let them change places again"
            return Outcome((), (impossible("reseated_since", said, "那次换座之后又记了牌：请再换一次座"),))
        return Outcome(self._append([Retracted(seq)], self._chapters.records, source), ())

    def undo(self, source: str = PERSON) -> Outcome:
        """Retract the last event or amendment that counts, with those recorded by the same act."""
        last = self.undoable()
        if last is None:
            said = impossible("nothing_to_undo", "there is nothing to take back", "没有可撤销的")
            return Outcome((), (said,))
        return self._retract_all(last, source)

    def redo(self, source: str = PERSON) -> Outcome:
        """Retract the last retraction, if no event was recorded since, with those of the same act."""
        last = self.redoable()
        if last is None:
            english = "nothing was taken back since the last event"
            return Outcome((), (impossible("nothing_to_redo", english, "没有可重做的"),))
        return self._retract_all(last, source)

    def _retract_all(self, seq: int, source: str) -> Outcome:
        seqs = together(self._chapters.tail, seq)
        if len(seqs) == 1:
            return self.retract(seq, source)
        known = self._chapters.records
        return Outcome(self._append([Retracted(one) for one in reversed(seqs)], known, source), ())

    def amend(self, seq: int, event: TableEvent, source: str = PERSON) -> Outcome:
        """Say what an earlier event really was; later lines that no longer fit are shown, not lost."""
        self._look()
        found = self._find(seq)
        if found is None or isinstance(found.entry, ACTS):
            said = f"record {seq} is no event: check it"
            return Outcome((), (impossible("no_such_event", said, f"第{seq}条不是一件事"),))
        if isinstance(event, RoundStarted) != isinstance(found.entry, RoundStarted):
            said = "the start of a round can only be amended into another start"
            return Outcome((), (impossible("no_such_amendment", said, "开局只能改成另一个开局"),))
        if isinstance(event, RoundStarted):
            try:
                event = door.pinned(event)
                door.begin(event)
            except (RulesError, door.NotARoundError) as error:
                return Outcome((), (bad_round(error),))
        return Outcome(self._append([Amended(seq, event)], self._chapters.records, source), ())

    def reseat(
        self,
        one: str,
        two: str,
        first: int,
        source: str = PERSON,
        seats_acted: bool = False,
    ) -> Outcome:
        """换座: two people change places from round `first` (0: the table's first) on, the running one too,
        and one undo takes it all back (FIELD C09). What each did stays theirs, with its money; seats, turn
        order and dealers are worked out again. With `seats_acted` what a seat did stays the seat's and goes
        to who really sat there. `first` beyond the last round: from the next one on.
        """
        view = self.view()
        before = min(max(first - 1, 0), len(view.rounds))  # the round before says who deals next
        rounds = [one_round.lines for one_round in view.rounds[before:]]
        try:
            changes = seating.reseat(rounds, one, two, first - before, seats_acted)
        except (seating.SeatingError, RulesError, door.NotARoundError) as error:
            said = str(error).removesuffix(".")
            return Outcome((), (impossible("cannot_reseat", said, "这两位换不了座：请另选两位"),))
        return Outcome(self._append([Reseated(one, two, changes)], view.records, source), ())

    def join(self, unknown: str, person: str, name: str, unnamed: str) -> Outcome:
        """晚到: who played as `unknown`, as nobody had joined for that chair, is known now: the rounds and
        their money are theirs (see `seating.joined`). No undo takes it back.
        """
        view = self.view()
        starts = [(one.lines[0].seq, one.lines[0].event) for one in view.rounds]
        changes = seating.joined(starts, unknown, person, name, unnamed)
        if not changes:
            return Outcome((), ())
        return Outcome(self._append([Reseated(unknown, person, changes)], view.records, JOINED), ())

    def _append(
        self,
        entries: Sequence[Entry],
        expected: int,
        source: str = PERSON,
        confidence: float | None = None,
    ) -> tuple[Record, ...]:
        drafts = [Draft(entry, self.clock(), source, confidence) for entry in entries]
        return self.history.append(self.table, drafts, expected)


def _checked(view: TableView, event: TableEvent) -> tuple[TableEvent, tuple[Fault, ...]]:
    """The event as it will be recorded, and its faults now."""
    if isinstance(event, RoundStarted):
        try:
            event = door.pinned(event)
            door.begin(event)
        except (RulesError, door.NotARoundError) as error:
            return event, (bad_round(error),)
        return event, ()
    if not view.rounds:
        return event, (NOT_STARTED,)
    return event, door.problems(view.rounds[-1].folded.state, event)

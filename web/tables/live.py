"""现场: the tables that are being played: their logs behind one lock each, taps that count once, and who
waits for news of them.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from assistant.events import TableEvent
from assistant.history.records import CAMERA, PERSON, Amended, Conflict, Record
from assistant.round import apply, fold, problems
from assistant.seats import Seat
from assistant.session import Outcome, RoundView, Session, TableView, circle
from assistant.state import Fault, Round
from assistant.summary import persons_of
from assistant.visibility import open_hands, seen_events, seen_round
from web.tables.chairs import CHAIR, sitting, unknown
from web.tables.errors import TableError
from web.tables.members import Member, TableInfo
from web.tables.store import Tables

TRIES = 5
"""Times that something is recorded anew where another process was first."""
KEY = re.compile(r"[\w-]{1,64}", re.ASCII)

Act = Callable[[Session, str], Outcome]
"""Something to record: gets the session and the source its record shall name."""


class ImpossibleError(Exception):
    """What cannot be recorded, with the faults as the whole record knows them: not for every ear."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].code)
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Done:
    """What a tap came to: the record it made, or had made before; and what is odd about it."""

    seq: int
    faults: tuple[Fault, ...] = ()
    again: bool = False
    """the same tap, or the same event from another phone, was recorded already"""


@dataclass(frozen=True, slots=True)
class Sight:
    """The running round, or the last one, as somebody at the table may know it."""

    full: RoundView
    seat: Seat | None
    opened: frozenset[Seat]
    """whose hands lie open to them"""
    events: tuple[TableEvent | Fault, ...]
    """a fault is a line not for them"""
    round: Round
    forms: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """what was worked out from it for answers, by name"""

    def form(self, name: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What was worked out under a name, made once."""
        if name not in self.forms:
            self.forms[name] = make()
        return self.forms[name]


@dataclass(frozen=True, slots=True)
class Moment:
    """A table at one moment: its settings and its log, which belong together."""

    info: TableInfo
    view: TableView
    tail: tuple[Record, ...]
    """the records since the start of the running round"""
    circle: tuple[str, ...]
    """the people on its chairs in play order, the next round's dealer not yet chosen"""
    undo: int | None
    """the record that an undo takes back"""
    redo: int | None
    """the retraction that a redo takes back"""
    camera: Mapping[str, Any] | None = None
    """how the camera over the table stands, for everybody; None without one"""
    glances: int = 0
    """counts what the camera had to say"""

    @property
    def stamp(self) -> str:
        """Names the moment: the number of records, the version of the settings, what the camera said."""
        said = f".{self.glances}" if self.glances else ""
        return f"{self.view.records}-{self.info.version}{said}"

    def record(self, seq: int) -> Record | None:
        """A record of the running round, or since."""
        at = seq - (self.view.records - len(self.tail))
        return self.tail[at] if 0 <= at < len(self.tail) else None

    @property
    def last(self) -> RoundView | None:
        """The running round, or the last one."""
        return self.view.rounds[-1] if self.view.rounds else None

    @property
    def playing(self) -> bool:
        """Whether a round is being played: the last one has started and is not over."""
        return self.last is not None and not self.last.settlement.finished

    def seat_of(self, person: str) -> Seat | None:
        """The seat of a person in the last round, None where they do not play in it."""
        return None if self.last is None else seat_in(self.last, person)

    def round_of(self, seq: int) -> RoundView | None:
        """The round that a record belongs to, an earlier one too; None where it stands before the first."""
        if seq >= self.view.closed.start:
            return self.last
        begun = self.view.rounds.number_of(seq + 1)
        return self.view.rounds[begun - 1] if begun else None


def seat_in(one: RoundView, person: str) -> Seat | None:
    """The seat of a person in a round, None where they do not play in it."""
    persons = persons_of(one)
    return persons.index(person) if person in persons else None


def source_of(member: Member, key: str) -> str:
    """What a record names as its source: a person, which member, which tap."""
    return f"{PERSON}/{member.id}/{key}"


def teller_of(record: Record) -> str | None:
    """The member who recorded it."""
    parts = record.source.split("/")
    return parts[1] if len(parts) == 3 else None


class Live:
    """One table being played. Every method may be called from any thread."""

    def __init__(self, tables: Tables, table: str, clock: Callable[[], float] = time.time) -> None:
        info = tables.settings(table)
        if info is None:
            raise TableError("no_such_table", "There is no such table: join it again.", "没有这张桌子。", 404)
        self.table = table
        self.streams = 0
        """pages that wait for news"""
        self.closed = False
        self._tables = tables
        self._session = Session(tables.history, table, clock)
        self._lock = threading.RLock()
        self._news = threading.Condition(self._lock)
        self._moment: Moment | None = None
        self._info = info
        self._taps: dict[str, int] = {}
        self._sights: dict[tuple[Seat | None, bool], Sight] = {}
        self._camera: Mapping[str, Any] | None = None
        self._glances = 0

    def moment(self) -> Moment:
        """The table as this process knows it; `refresh` looks for more."""
        with self._lock:
            return self._moment or self.refresh()

    def refresh(self) -> Moment:
        """The table as log and settings say now; wakes who waits where it is another moment."""
        with self._lock:
            self._info = self._tables.settings(self.table) or self._info
            return self._looked()

    def _looked(self) -> Moment:
        """The moment by what was recorded; the settings are those last read."""
        view = self._session.view()
        before = self._moment
        same = before is not None and before.view is view and before.info == self._info
        if not same or before is None or before.glances != self._glances:
            tail = self._session.tail()
            self._taps = {}
            for record in tail:
                if record.source.count("/") == 2:
                    self._taps.setdefault(record.source, record.seq)
            self._moment = Moment(
                self._info,
                view,
                tail,
                circle(tail, sitting(self._info), unknown(self._info)),
                self._session.undoable(),
                self._session.redoable(),
                self._camera,
                self._glances,
            )
            if not same:
                self._sights.clear()
            self._news.notify_all()
        assert self._moment is not None
        return self._moment

    def record_of(self, seq: int) -> Record | None:
        """The record of that number, of an earlier round too."""
        with self._lock:
            known = self._looked().record(seq)
            if known is not None or seq < 0:
                return known
            return next(iter(self._tables.history.read(self.table, seq, seq + 1)), None)

    def record(
        self, member: Member, key: str, expected: int, act: Act, event: TableEvent | None = None
    ) -> Done:
        """Let a tap count once. The same tap of the same member again, and the same `event` that another
        phone has just recorded, come to the record there is.

        TableError 409 `conflict` where the table has gone on; ImpossibleError.
        """
        if not KEY.fullmatch(key):
            said = "key must be 1 to 64 letters, digits, - or _, another one for each tap."
            raise TableError("bad_key", said, "key 须为1至64个字母、数字、- 或 _。")
        with self._lock:
            moment = self._looked()
            source = source_of(member, key)
            before = self._taps.get(source)
            if before is None and expected < moment.view.records:  # it may belong to a round long over
                before = self._tables.history.told_by(self.table, source, max(expected, 0))
            if before is not None:
                return Done(before, again=True)
            if expected != moment.view.records:
                return self._same(moment, expected, event)
            try:
                outcome = act(self._session, source)
            except Conflict:
                return self._same(self._looked(), expected, event)
            if not outcome.recorded:
                raise ImpossibleError(outcome.faults)
            self._looked()
            return Done(outcome.records[0].seq, outcome.faults)

    def observe(
        self, events: Sequence[TableEvent], confidence: float, expected: int
    ) -> tuple[int, ...] | None:
        """Record what a camera saw, all of it or nothing: only where the table still is as it was looked at
        (`expected` records), and only without any fault. The numbers of the records; None: not recorded.
        """
        with self._lock:
            moment = self._looked()
            if expected != moment.view.records or moment.last is None:
                return None
            state = moment.last.folded.state
            for event in events:
                if problems(state, event):
                    return None
                state = apply(state, event)
            made: list[int] = []
            for event in events:
                try:
                    outcome = self._session.observe(event, confidence)
                except Conflict:
                    break  # another process has recorded something
                made += [record.seq for record in outcome.records]
                if not outcome.recorded:
                    break
            self._looked()
            return tuple(made) or None

    def observe_otherwise(self, really: Mapping[int, TableEvent], expected: int) -> int:
        """Record what events that a camera saw really were, by the numbers of their records: only where the
        table still is as it was looked at (`expected` records), and only where nothing becomes a fault by
        it. How many records that made.
        """
        with self._lock:
            moment = self._looked()
            if expected != moment.view.records or moment.last is None:
                return 0
            for seq in really:
                found = moment.record(seq)
                if found is None or found.source != CAMERA or _amended_by_people(moment, seq):
                    return 0
            lines = moment.last.lines
            events = [really.get(line.seq, line.event) for line in lines]
            if len(fold(events).faults) > len(fold([line.event for line in lines]).faults):
                return 0
            made = 0
            for seq, event in really.items():
                try:
                    made += len(self._session.amend(seq, event, source=CAMERA).records)
                except Conflict:
                    break  # another process has recorded something
            self._looked()
            return made

    def welcome(self, member: Member, unnamed: str) -> None:
        """晚到: a member has joined for a chair that was played before; nobody had joined for it, and it was
        called `unnamed`: what was won and lost there is theirs.
        """
        before = f"{CHAIR}{member.chair}"
        with self._lock:
            for _ in range(TRIES):
                moment = self.refresh()
                running = () if moment.last is None else persons_of(moment.last)
                if before not in (*moment.view.closed.purses, *running):
                    return
                try:
                    self._session.join(before, member.id, member.name, unnamed)
                except Conflict:
                    continue  # another process has recorded something
                self._looked()
                return

    def show_camera(self, form: Mapping[str, Any] | None) -> None:
        """Let every page know how the camera stands; None: there is none any more."""
        with self._lock:
            if form != self._camera:
                self._camera = form
                self._glances += 1
                self._looked()

    def _same(self, moment: Moment, expected: int, event: TableEvent | None) -> Done:
        known = moment.record(expected)
        if event is not None and known is not None and known.entry == event:
            return Done(expected, again=True)
        raise TableError(
            "conflict",
            "Somebody else recorded something first: look at the table and tap again if it is still right.",
            "别人刚记了一笔：请看一眼桌面，仍需要时再点一次。",
            409,
        )

    def change(self, member: Member, **changes: object) -> Moment:
        """Change the table's settings, whatever the version."""
        with self._lock:
            self._info = self._tables.change(self.table, None, **changes)
            return self._looked()

    def sight(self, moment: Moment, seat: Seat | None) -> Sight | None:
        """The last round as the player of a seat, or everybody, may know it; None before the first."""
        one = moment.last
        if one is None:
            return None
        with self._lock:
            current = moment is self._moment
            kept = self._sights.get((seat, moment.info.fair_play)) if current else None
            if kept is None:
                kept = look(one, seat, moment.info.fair_play)
                if current:
                    self._sights[seat, moment.info.fair_play] = kept
            return kept

    def wait(self, stamp: str | None, seconds: float) -> Moment:
        """The table once it is another moment than `stamp`, at the latest after so many seconds or when the
        server closes.
        """
        until = time.monotonic() + seconds
        with self._news:
            moment = self.moment()
            while moment.stamp == stamp and not self.closed and (left := until - time.monotonic()) > 0:
                self._news.wait(left)
                moment = self.moment()
            return moment

    def close(self) -> None:
        """Let nobody wait any more."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While a page waits for news."""
        with self._lock:
            self.streams += 1
        try:
            yield
        finally:
            with self._lock:
                self.streams -= 1


def _amended_by_people(moment: Moment, seq: int) -> bool:
    """Whether somebody has ever said what that event really was."""
    return any(
        isinstance(one.entry, Amended) and one.entry.seq == seq and one.source != CAMERA
        for one in moment.tail
    )


def look(one: RoundView, seat: Seat | None, blind: bool) -> Sight:
    """A round as the player of a seat, or everybody (None), may know it; `blind`: 公平."""
    events = tuple(line.event for line in one.lines)
    opened = open_hands(one.folded.state, seat, blind)
    seen = seen_events(events, one.folded, opened, seat)
    folded = one.folded if seen == events else seen_round(seen, one.folded, one.settlement.closing)
    return Sight(one, seat, opened, seen, folded)

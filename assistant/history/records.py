"""记录: what a log holds: events, and acts upon earlier records; each with its number, time and source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from assistant.events import TableEvent
from assistant.history.codec import VERSION, CodecError, decode, encode, upcast
from assistant.history.summaries import Summaries


@dataclass(frozen=True, slots=True)
class Retracted:
    """撤回: the record of that number counts no more; a retraction retracted lets it count again."""

    seq: int


@dataclass(frozen=True, slots=True)
class Amended:
    """更正: the event of that number was really this one."""

    seq: int
    event: TableEvent


@dataclass(frozen=True, slots=True)
class Reseated:
    """换座: two people change places from some round on. `changes`: the events of the rounds since, as they
    then really were; they count all together and are taken back together (FIELD C09).
    """

    one: str
    two: str
    changes: tuple[tuple[int, TableEvent], ...] = ()
    """(number of the record, event)"""


Entry = TableEvent | Retracted | Amended | Reseated
"""What can be appended."""

PERSON = "person"
CAMERA = "camera"
JOINED = "joined"
"""Who played on a chair is known now: no undo takes that back."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to append: when it was made (seconds of the epoch), by whom, how sure its source was."""

    entry: Entry
    at: float = 0.0
    source: str = PERSON
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """An entry of a table's log; `seq` counts from 0 without a gap."""

    seq: int
    entry: Entry
    at: float = 0.0
    source: str = PERSON
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """伸手: which records an act upon earlier ones bears on, `low` to `high`, both included. That of a
    retraction of an act is that act's own, so that a piece of the log is read with all that bears on it.
    """

    seq: int
    low: int
    high: int


def reach(seq: int, entry: Entry, of_act: Callable[[int], Reach | None]) -> Reach | None:
    """What an entry to be recorded as `seq` bears on, None for an event. `of_act`: the reach of an earlier
    record, None where that is an event. A change of places that changes no event bears on itself.
    """
    match entry:
        case Retracted(target):
            of = of_act(target)
            return Reach(seq, target, target) if of is None else Reach(seq, of.low, of.high)
        case Amended(target):
            return Reach(seq, target, target)
        case Reseated(changes=changes):
            numbers = [number for number, _ in changes] or [seq]
            return Reach(seq, min(numbers), max(numbers))
        case _:
            return None


class HistoryError(Exception):
    """The log cannot be used; str() is one sentence that says what to do."""


class Conflict(HistoryError):  # noqa: N818
    """Somebody else has appended meanwhile; nothing of this append was kept."""

    def __init__(self, table: str, expected: int, found: int | None = None) -> None:
        where = f"it now has {found} records" if found is not None else "another writer was first"
        super().__init__(
            f"Table “{table}” was expected to have {expected} records, but {where}: read it again and repeat."
        )
        self.expected = expected
        self.found = found


class History(Protocol):
    """An append-only log of tables. What `append` has returned is kept, whatever happens to the process."""

    def append(self, table: str, drafts: Sequence[Draft], expected: int) -> tuple[Record, ...]:
        """Add entries after `expected` records, all or none; Conflict where the table has another number."""
        ...

    def read(self, table: str, start: int = 0, stop: int | None = None) -> tuple[Record, ...]:
        """The records of a table from a number on, up to `stop` where given, in order; none for a table
        nobody has written to.
        """
        ...

    def reaching(self, table: str, low: int, stop: int) -> tuple[Record, ...]:
        """The acts that bear on any of the records `low` to before `stop`, in order."""
        ...

    def reaches(self, table: str, since: int, stop: int | None = None) -> tuple[Reach, ...]:
        """What the acts recorded as `since` or later, before `stop` where given, bear on, in order."""
        ...

    def told_by(self, table: str, source: str, since: int) -> int | None:
        """The first record of that source, numbered `since` or later."""
        ...

    def last_at(self, table: str) -> float | None:
        """When the newest record of a table was made, seconds of the epoch."""
        ...

    def tables(self) -> tuple[str, ...]:
        """The names of the tables, sorted."""
        ...

    def forget(self, table: str) -> int:
        """Delete all that is recorded and summed up of a table; gives the number of records. Nothing else
        ever takes a record away.
        """
        ...

    def rewrite(self, table: str, records: Sequence[Record]) -> None:
        """Put other records in the place of a table's, number by number, where somebody's data must go; all
        or none, Conflict where the table has not as many. What was summed up of them is dropped.
        """
        ...

    @property
    def summaries(self) -> Summaries:
        """What is summed up of each table beside its records."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


def encode_entry(entry: Entry) -> dict[str, Any]:
    """The JSON object of an entry."""
    match entry:
        case Retracted(seq):
            return {"kind": "retracted", "seq": seq}
        case Amended(seq, event):
            return {"kind": "amended", "seq": seq, "event": encode(event)}
        case Reseated(one, two, changes):
            events = [{"seq": seq, "event": encode(event)} for seq, event in changes]
            return {"kind": "reseated", "one": one, "two": two, "changes": events}
        case _:
            return encode(entry)


def decode_entry(data: Mapping[str, Any], version: int = VERSION) -> Entry:
    """The entry of a stored object of some version; CodecError where it is none."""
    match data.get("kind"):
        case "retracted":
            return Retracted(_number(data))
        case "amended":
            return _amended(data, version)
        case "reseated":
            changes = [_amended(_object(one), version) for one in _list(data, "changes")]
            pairs = tuple((one.seq, one.event) for one in changes)
            return Reseated(_text(data, "one"), _text(data, "two"), pairs)
        case _:
            return decode(upcast(data, version))


def _amended(data: Mapping[str, Any], version: int) -> Amended:
    return Amended(_number(data), decode(upcast(_object(data.get("event")), version)))


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CodecError("no_object", "A change must be one JSON object.")
    return value


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list):
        raise CodecError("bad_field", f"“{name}” must be a list.")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise CodecError("bad_field", f"“{name}” must be text.")
    return value


def _number(data: Mapping[str, Any]) -> int:
    seq = data.get("seq")
    if not isinstance(seq, int) or isinstance(seq, bool) or seq < 0:
        raise CodecError("bad_field", "“seq” must be the number of an earlier record.")
    return seq

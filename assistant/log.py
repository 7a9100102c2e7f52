"""记录怎么读: which records of a table count, what undo and redo take back, what each event really was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant.events import TableEvent
from assistant.history.records import Amended, Entry, Record, Reseated, Retracted

ACTS = (Retracted, Amended, Reseated)
"""Entries that act upon earlier records and are no event themselves."""
ACT_PARTS = 2
"""Slashes in the source of a record that names the act it belongs to."""


class Line(NamedTuple):
    """An event that counts, with the number of the record it came from."""

    seq: int
    event: TableEvent


def together(records: Sequence[Record], seq: int) -> tuple[int, ...]:
    """The numbers of the records that one act made with this one, as several events told at once: they count
    all together. An act is named by a source of three parts, as `person/who/tap`.
    """
    source = records[seq].source
    if source.count("/") < ACT_PARTS:
        return (seq,)
    first = last = seq
    while first and records[first - 1].source == source:
        first -= 1
    while last + 1 < len(records) and records[last + 1].source == source:
        last += 1
    counts = active(records)
    return tuple(one for one in range(first, last + 1) if one in counts)


def undoable(records: Sequence[Record]) -> int | None:
    """The number of the last event, amendment or change of places that counts: what an undo takes back."""
    counts = active(records)
    last = [one.seq for one in records if one.seq in counts and not isinstance(one.entry, Retracted)]
    return last[-1] if last else None


def redoable(records: Sequence[Record]) -> int | None:
    """The number of the last retraction that counts, if nothing but retractions was recorded since."""
    counts = active(records)
    last = [one.seq for one in records if one.seq in counts and _takes_back(one.entry, records)]
    since = [one for one in records[last[-1] :] if not isinstance(one.entry, Retracted)] if last else []
    return last[-1] if last and not since else None


def _takes_back(entry: Entry, records: Sequence[Record]) -> bool:
    """Whether it retracts an event or an amendment."""
    return isinstance(entry, Retracted) and not isinstance(records[entry.seq].entry, Retracted)


def active(records: Sequence[Record]) -> frozenset[int]:
    """The numbers of the records that count: those no counting retraction names."""
    gone: set[int] = set()
    for one in reversed(records):
        if one.seq not in gone and isinstance(one.entry, Retracted) and one.entry.seq < one.seq:
            gone.add(one.entry.seq)
    return frozenset(one.seq for one in records if one.seq not in gone)


def counting(records: Sequence[Record]) -> tuple[Line, ...]:
    """The events that count, in order, the last counting amendment of each in its place."""
    counts = active(records)
    really: dict[int, TableEvent] = {}
    for one in records:
        if one.seq in counts:
            match one.entry:
                case Amended(seq, event):
                    really[seq] = event
                case Reseated(changes=changes):
                    really.update(changes)
    return tuple(
        Line(one.seq, really.get(one.seq, one.entry))
        for one in records
        if one.seq in counts and not isinstance(one.entry, ACTS)
    )

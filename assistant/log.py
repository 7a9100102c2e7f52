"""记录怎么读: which records of a table count, what undo and redo take back, what each event really was.

Each function takes records in order. A piece of a log will do, with all records that act upon it: what an act
does to records elsewhere is then no matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from assistant import seating
from assistant.events import RoundStarted, TableEvent
from assistant.history.records import JOINED, Amended, Record, Reseated, Retracted

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
    at = next(place for place, one in enumerate(records) if one.seq == seq)
    source = records[at].source
    if source.count("/") < ACT_PARTS:
        return (seq,)
    first = last = at
    while first and records[first - 1].source == source:
        first -= 1
    while last + 1 < len(records) and records[last + 1].source == source:
        last += 1
    counts = active(records)
    return tuple(one.seq for one in records[first : last + 1] if one.seq in counts)


def undoable(records: Sequence[Record]) -> int | None:
    """The number of the last event, amendment or change of places that counts: what an undo takes back."""
    counts = active(records)
    acts = (one for one in records if not isinstance(one.entry, Retracted) and one.source != JOINED)
    last = [one.seq for one in acts if one.seq in counts]
    return last[-1] if last else None


def redoable(records: Sequence[Record], older: Sequence[Record] = ()) -> int | None:
    """The number of the last retraction that counts, if nothing but retractions was recorded since. `older`:
    the records before these that these name.
    """
    counts = active(records)
    retractions = {one.seq for one in (*older, *records) if isinstance(one.entry, Retracted)}
    for one in reversed(records):
        if one.source == JOINED:
            continue
        if not isinstance(one.entry, Retracted):
            return None
        if one.seq in counts and one.entry.seq not in retractions:
            return one.seq
    return None


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


def by_round(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines in groups that begin with the start of a round; the first may lack it."""
    groups: list[list[Line]] = []
    for line in lines:
        if not groups or isinstance(line.event, RoundStarted):
            groups.append([])
        groups[-1].append(line)
    return groups


def counts_since(records: Sequence[Record], seq: int) -> bool:
    """Whether something counts that was recorded after this."""
    counts = active(records)
    return any(
        one.seq > seq and one.seq in counts and not isinstance(one.entry, Retracted) for one in records
    )


def circle(records: Sequence[Record], sitting: Sequence[str], unknown: Sequence[str] = ()) -> tuple[str, ...]:
    """Who sits where next, in play order from the first of the people `sitting` at the table now: in the
    order of the last round and of the places changed since. `unknown`: by chair, the person on it while
    nobody has joined for it. Who has come since has the place of who went, changed or not.
    """
    last: tuple[str, ...] = ()
    since = 0
    for line in counting(records):
        if isinstance(line.event, RoundStarted):
            last, since = line.event.persons, line.seq
    order = seating.seated(last, sitting)
    now = dict(zip(unknown, sitting, strict=False))
    if len(last) == len(order):
        now |= zip(last, order, strict=True)
    counts = active(records)
    for one in records:
        if (
            one.seq >= since
            and one.seq in counts
            and isinstance(one.entry, Reseated)
            and not one.entry.changes
        ):
            places = now.get(one.entry.one, one.entry.one), now.get(one.entry.two, one.entry.two)
            if set(places) <= set(order):
                order = seating.swapped(order, *places)
    return seating.dealt_by(order, sitting[0]) if sitting else order

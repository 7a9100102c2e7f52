"""A log in memory, for tests and for a table nobody wants to keep."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from assistant.history.notes import MemoryNotes
from assistant.history.records import Conflict, Draft, Reach, Record, reach
from assistant.history.summaries import MemorySummaries


class MemoryHistory:
    """`History` without a file."""

    def __init__(self) -> None:
        self._tables: dict[str, list[Record]] = {}
        self._reaches: dict[str, dict[int, Reach]] = {}
        self._lock = Lock()
        self.notes = MemoryNotes()
        self.summaries = MemorySummaries()

    def append(self, table: str, drafts: Sequence[Draft], expected: int) -> tuple[Record, ...]:
        """See `History.append`."""
        with self._lock:
            records = self._tables.get(table, [])
            if len(records) != expected:
                raise Conflict(table, expected, len(records))
            added = tuple(
                Record(expected + place, one.entry, one.at, one.source, one.confidence)
                for place, one in enumerate(drafts)
            )
            if added:
                known = self._reaches.setdefault(table, {})
                for one in added:
                    found = reach(one.seq, one.entry, known.get)
                    if found is not None:
                        known[one.seq] = found
                self._tables.setdefault(table, []).extend(added)
            return added

    def read(self, table: str, start: int = 0, stop: int | None = None) -> tuple[Record, ...]:
        """See `History.read`."""
        return tuple(self._tables.get(table, [])[start:stop])

    def reaching(self, table: str, low: int, stop: int) -> tuple[Record, ...]:
        """See `History.reaching`."""
        with self._lock:
            found = [
                one for one in self._reaches.get(table, {}).values() if one.low < stop and one.high >= low
            ]
            return tuple(self._tables[table][one.seq] for one in found)

    def reaches(self, table: str, since: int, stop: int | None = None) -> tuple[Reach, ...]:
        """See `History.reaches`."""
        with self._lock:
            found = self._reaches.get(table, {}).values()
            return tuple(one for one in found if since <= one.seq and (stop is None or one.seq < stop))

    def told_by(self, table: str, source: str, since: int) -> int | None:
        """See `History.told_by`."""
        return next((one.seq for one in self.read(table, since) if one.source == source), None)

    def last_at(self, table: str) -> float | None:
        """See `History.last_at`."""
        return max((one.at for one in self.read(table)), default=None)

    def tables(self) -> tuple[str, ...]:
        """See `History.tables`."""
        return tuple(sorted(self._tables))

    def forget(self, table: str) -> int:
        """See `History.forget`."""
        with self._lock:
            self._reaches.pop(table, None)
            self.summaries.forget(table)
            return len(self._tables.pop(table, ()))

    def rewrite(self, table: str, records: Sequence[Record]) -> None:
        """See `History.rewrite`."""
        with self._lock:
            found = len(self._tables.get(table, ()))
            if found != len(records):
                raise Conflict(table, len(records), found)
            self._tables[table] = list(records)
            self.summaries.forget(table)

    def close(self) -> None:
        """Nothing to let go of."""

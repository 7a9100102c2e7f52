"""A log in memory, for tests and for a table nobody wants to keep."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from assistant.history.notes import MemoryNotes
from assistant.history.records import Conflict, Draft, Record


class MemoryHistory:
    """`History` without a file."""

    def __init__(self) -> None:
        self._tables: dict[str, list[Record]] = {}
        self._lock = Lock()
        self.notes = MemoryNotes()

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
                self._tables.setdefault(table, []).extend(added)
            return added

    def read(self, table: str, start: int = 0) -> tuple[Record, ...]:
        """See `History.read`."""
        return tuple(self._tables.get(table, [])[start:])

    def tables(self) -> tuple[str, ...]:
        """See `History.tables`."""
        return tuple(sorted(self._tables))

    def close(self) -> None:
        """Nothing to let go of."""

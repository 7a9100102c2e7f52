"""摘要: what is summed up of a table's rounds beside its log, so that nobody has to read the log for it.

Nothing here is a truth of its own: every row follows from the records and can be made from them again. A
table's rows are replaced together with its head, which says how much of the log they have taken in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple, Protocol

from assistant.history.kept import json_text


@dataclass(frozen=True, slots=True)
class Head:
    """What a table's rows have taken in; `version` counts the changes of them."""

    body: Mapping[str, Any]
    version: int


@dataclass(frozen=True, slots=True)
class Row:
    """One thing summed up; rows of a kind are in the order of their places."""

    kind: str
    place: int
    body: Mapping[str, Any]


class Span(NamedTuple):
    """The rows of a kind from a place on, before `stop` where given."""

    kind: str
    low: int
    stop: int | None = None


class Outdated(Exception):  # noqa: N818
    """Another process has changed the table's rows meanwhile; nothing was changed."""


class Summaries(Protocol):
    """Rows by table, kind and place."""

    def head(self, table: str) -> Head | None:
        """The head of a table; None where nothing is summed up."""
        ...

    def heads(self, tables: Sequence[str] | None = None) -> dict[str, Head]:
        """The heads of these tables, or of all, by table."""
        ...

    def change(
        self, table: str, expected: int, head: Mapping[str, Any], drop: Sequence[Span], put: Sequence[Row]
    ) -> None:
        """Replace a head that stands at version `expected` (0: there is none), drop rows, then put others,
        all or nothing. Outdated where the head stands elsewhere.
        """
        ...

    def rows(self, table: str, span: Span, skip: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The rows of a span in order, without the first `skip`, `most` at most."""
        ...

    def before(self, table: str, kind: str, place: int) -> Row | None:
        """The last row of a kind before a place."""
        ...

    def count(self, table: str, span: Span) -> int:
        """How many rows a span has."""
        ...

    def all(self, kind: str, tables: Sequence[str] | None = None) -> dict[str, tuple[Row, ...]]:
        """The rows of a kind of these tables, or of all, by table."""
        ...


class MemorySummaries:
    """`Summaries` without a file."""

    def __init__(self) -> None:
        self._heads: dict[str, tuple[str, int]] = {}
        self._rows: dict[str, dict[tuple[str, int], str]] = {}
        self._lock = Lock()

    def head(self, table: str) -> Head | None:
        """See `Summaries.head`."""
        kept = self._heads.get(table)
        return None if kept is None else Head(json.loads(kept[0]), kept[1])

    def heads(self, tables: Sequence[str] | None = None) -> dict[str, Head]:
        """See `Summaries.heads`."""
        with self._lock:
            known = sorted(self._heads if tables is None else set(tables) & set(self._heads))
            return {one: Head(json.loads(self._heads[one][0]), self._heads[one][1]) for one in known}

    def change(
        self, table: str, expected: int, head: Mapping[str, Any], drop: Sequence[Span], put: Sequence[Row]
    ) -> None:
        """See `Summaries.change`."""
        with self._lock:
            if self._heads.get(table, ("", 0))[1] != expected:
                raise Outdated
            self._heads[table] = json_text(head), expected + 1
            rows = self._rows.setdefault(table, {})
            for key in [key for key in rows if any(_within(key, span) for span in drop)]:
                del rows[key]
            rows.update({(one.kind, one.place): json_text(one.body) for one in put})

    def rows(self, table: str, span: Span, skip: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """See `Summaries.rows`."""
        with self._lock:
            found = self._rows.get(table, {})
            keys = sorted(key for key in found if _within(key, span))[skip:]
            return tuple(Row(*key, json.loads(found[key])) for key in keys[:most])

    def before(self, table: str, kind: str, place: int) -> Row | None:
        """See `Summaries.before`."""
        found = self.rows(table, Span(kind, 0, place))
        return found[-1] if found else None

    def count(self, table: str, span: Span) -> int:
        """See `Summaries.count`."""
        with self._lock:
            return sum(_within(key, span) for key in self._rows.get(table, {}))

    def all(self, kind: str, tables: Sequence[str] | None = None) -> dict[str, tuple[Row, ...]]:
        """See `Summaries.all`."""
        known = sorted(self._rows if tables is None else set(tables) & set(self._rows))
        found = {table: self.rows(table, Span(kind, 0)) for table in known}
        return {table: rows for table, rows in found.items() if rows}

    def forget(self, table: str) -> None:
        """Drop all of a table."""
        with self._lock:
            self._heads.pop(table, None)
            self._rows.pop(table, None)


def _within(key: tuple[str, int], span: Span) -> bool:
    return key[0] == span.kind and span.low <= key[1] and (span.stop is None or key[1] < span.stop)

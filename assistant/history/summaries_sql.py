"""What is summed up of tables, in the database of the log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    and_,
    func,
    select,
)
from sqlalchemy.exc import IntegrityError

from assistant.history.kept import json_text
from assistant.history.notes_sql import READING, Transaction
from assistant.history.summaries import Head, Outdated, Row, Span

METADATA = MetaData()
HEADS = Table(
    "summary_heads",
    METADATA,
    Column("table_name", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
ROWS = Table(
    "summary_rows",
    METADATA,
    Column("table_name", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Index("summary_rows_by_kind", "kind", "table_name", "place"),
)
MANY = 500
"""Names asked for at once; a database takes no more than some thousands."""


class SqlSummaries:
    """`Summaries` in a database."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def head(self, table: str) -> Head | None:
        """See `Summaries.head`."""
        with self._transaction(**READING) as connection:
            row = connection.execute(select(HEADS).where(HEADS.c.table_name == table)).one_or_none()
        return None if row is None else Head(json.loads(row.body), row.version)

    def heads(self, tables: Sequence[str] | None = None) -> dict[str, Head]:
        """See `Summaries.heads`."""
        found: list[Any] = []
        with self._transaction(**READING) as connection:
            for some in _portions(HEADS.c.table_name, tables):
                found += connection.execute(select(HEADS).where(some)).all()
        return {row.table_name: Head(json.loads(row.body), row.version) for row in sorted(found)}

    def change(
        self, table: str, expected: int, head: Mapping[str, Any], drop: Sequence[Span], put: Sequence[Row]
    ) -> None:
        """See `Summaries.change`."""
        values = {"table_name": table, "version": expected + 1, "body": json_text(head)}
        try:
            with self._transaction() as connection:
                if expected == 0:
                    connection.execute(HEADS.insert(), values)
                else:
                    here = (HEADS.c.table_name == table) & (HEADS.c.version == expected)
                    if connection.execute(HEADS.update().where(here).values(values)).rowcount != 1:
                        raise Outdated
                for span in drop:
                    connection.execute(ROWS.delete().where(_within(table, span)))
                _put(connection, table, put)
        except IntegrityError as error:
            raise Outdated from error

    def rows(self, table: str, span: Span, skip: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """See `Summaries.rows`."""
        query = select(ROWS).where(_within(table, span)).order_by(ROWS.c.place)
        query = query.limit(most).offset(skip or None)
        with self._transaction(**READING) as connection:
            return tuple(Row(row.kind, row.place, json.loads(row.body)) for row in connection.execute(query))

    def before(self, table: str, kind: str, place: int) -> Row | None:
        """See `Summaries.before`."""
        query = (
            select(ROWS).where(_within(table, Span(kind, 0, place))).order_by(ROWS.c.place.desc()).limit(1)
        )
        with self._transaction(**READING) as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Row(row.kind, row.place, json.loads(row.body))

    def count(self, table: str, span: Span) -> int:
        """See `Summaries.count`."""
        query = select(func.count()).select_from(ROWS).where(_within(table, span))
        with self._transaction(**READING) as connection:
            return int(connection.scalar(query) or 0)

    def all(self, kind: str, tables: Sequence[str] | None = None) -> dict[str, tuple[Row, ...]]:
        """See `Summaries.all`."""
        columns = (ROWS.c.table_name, ROWS.c.place, ROWS.c.body)
        found: list[Any] = []
        with self._transaction(**READING) as connection:
            for some in _portions(ROWS.c.table_name, tables):
                found += connection.execute(select(*columns).where(ROWS.c.kind == kind, some)).all()
        rows: dict[str, list[Row]] = {}
        for table, place, body in sorted(found):
            rows.setdefault(table, []).append(Row(kind, place, json.loads(body)))
        return {table: tuple(its) for table, its in rows.items()}


def forget(connection: Connection, table: str) -> None:
    """Drop all of a table, within a transaction."""
    connection.execute(ROWS.delete().where(ROWS.c.table_name == table))
    connection.execute(HEADS.delete().where(HEADS.c.table_name == table))


def _put(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    for one in rows:
        here = (ROWS.c.table_name == table) & (ROWS.c.kind == one.kind) & (ROWS.c.place == one.place)
        connection.execute(ROWS.delete().where(here))
    if rows:
        values = [
            {"table_name": table, "kind": one.kind, "place": one.place, "body": json_text(one.body)}
            for one in rows
        ]
        connection.execute(ROWS.insert(), values)


def _within(table: str, span: Span) -> ColumnElement[bool]:
    here = and_(ROWS.c.table_name == table, ROWS.c.kind == span.kind, ROWS.c.place >= span.low)
    return here if span.stop is None else and_(here, ROWS.c.place < span.stop)


def _portions(column: Column[str], tables: Sequence[str] | None) -> list[ColumnElement[bool]]:
    """The conditions that ask for these tables, some at a time."""
    if tables is None:
        return [column.is_not(None)]
    names = sorted(set(tables))
    return [column.in_(names[at : at + MANY]) for at in range(0, len(names), MANY)]

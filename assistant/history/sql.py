"""A log in a database through SQLAlchemy: a SQLite file by default, PostgreSQL by URL. All SQL is here.

SQLite: write-ahead log, full synchronisation, and writes that begin as writes (BEGIN IMMEDIATE), since a busy
timeout does not help a transaction that reads first and writes later (FIELD D12 c).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, ProgrammingError

from assistant.history import notes_sql
from assistant.history.codec import VERSION, CodecError
from assistant.history.notes_sql import SqlNotes
from assistant.history.records import Conflict, Draft, HistoryError, Record, decode_entry, encode_entry

METADATA = MetaData()
RECORDS = Table(
    "records",
    METADATA,
    Column("table_name", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("source", Text, nullable=False),
    Column("confidence", Float),
    Column("body", Text, nullable=False),
)
BUSY_SECONDS = 30
READING = {"reading": True}


def open_history(target: str | Path) -> SqlHistory:
    """The log at a path of a SQLite file (made where there is none), or at a database URL.

    HistoryError where it cannot be opened.
    """
    text = str(target)
    return SqlHistory(text if "://" in text else f"sqlite:///{text}")


class SqlHistory:
    """`History` in a database."""

    def __init__(self, url: str) -> None:
        try:
            address = make_url(url)
            if address.drivername == "postgresql":
                address = address.set(drivername="postgresql+psycopg")
            self.engine = _engine(address.render_as_string(hide_password=False))
            self._name = address.render_as_string()
        except (ArgumentError, NoSuchModuleError) as error:
            said = f"“{url}” is no database: give sqlite:///FILE or postgresql://USER@HOST/NAME."
            raise HistoryError(said) from error
        except ImportError as error:
            raise HistoryError("PostgreSQL needs its driver: pip install 'tangzi[postgresql]'.") from error
        self._make()
        self.notes = SqlNotes(self._transaction)

    def _make(self) -> None:
        try:
            with self._transaction() as connection:
                METADATA.create_all(connection)
                notes_sql.METADATA.create_all(connection)
        except (IntegrityError, ProgrammingError):
            # two processes opened a new database at once: the other one has made the tables
            with self._transaction() as connection:
                METADATA.create_all(connection)
                notes_sql.METADATA.create_all(connection)

    @contextmanager
    def _transaction(self, **options: Any) -> Iterator[Connection]:  # noqa: ANN401
        try:
            with self.engine.connect().execution_options(**options) as connection, connection.begin():
                yield connection
        except (IntegrityError, ProgrammingError):
            raise
        except DBAPIError as error:
            said = f"The log {self._name} cannot be used ({error.orig}): check its file, folder or server."
            raise HistoryError(said) from error

    def append(self, table: str, drafts: Sequence[Draft], expected: int) -> tuple[Record, ...]:
        """See `History.append`."""
        rows = [
            {
                "table_name": table,
                "seq": expected + place,
                "version": VERSION,
                "at": one.at,
                "source": one.source,
                "confidence": one.confidence,
                "body": json.dumps(encode_entry(one.entry), ensure_ascii=False),
            }
            for place, one in enumerate(drafts)
        ]
        try:
            with self._transaction() as connection:
                last = connection.scalar(select(func.max(RECORDS.c.seq)).where(RECORDS.c.table_name == table))
                found = 0 if last is None else last + 1
                if found != expected:
                    raise Conflict(table, expected, found)
                if rows:
                    connection.execute(RECORDS.insert(), rows)
        except IntegrityError as error:
            raise Conflict(table, expected) from error
        return tuple(
            Record(expected + place, one.entry, one.at, one.source, one.confidence)
            for place, one in enumerate(drafts)
        )

    def read(self, table: str, start: int = 0) -> tuple[Record, ...]:
        """See `History.read`. HistoryError where a record was written by a newer program."""
        query = (
            select(RECORDS)
            .where(RECORDS.c.table_name == table, RECORDS.c.seq >= start)
            .order_by(RECORDS.c.seq)
        )
        with self._transaction(**READING) as connection:
            rows = connection.execute(query).all()
        try:
            return tuple(
                Record(
                    row.seq,
                    decode_entry(json.loads(row.body), row.version),
                    row.at,
                    row.source,
                    row.confidence,
                )
                for row in rows
            )
        except CodecError as error:
            raise HistoryError(f"A record of table “{table}” cannot be read: {error}") from error

    def tables(self) -> tuple[str, ...]:
        """See `History.tables`."""
        with self._transaction(**READING) as connection:
            names = connection.scalars(select(RECORDS.c.table_name).distinct())
            return tuple(sorted(names))

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _: object) -> None:  # noqa: ANN401
        connection.isolation_level = None  # the driver begins nothing by itself
        for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_SECONDS * 1000}"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine

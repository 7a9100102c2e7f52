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
    Index,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    create_engine,
    event,
    func,
    inspect,
    or_,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, ProgrammingError

from assistant.history import notes_sql, summaries_sql
from assistant.history.codec import VERSION, CodecError
from assistant.history.notes_sql import READING, SqlNotes
from assistant.history.records import (
    Conflict,
    Draft,
    Entry,
    HistoryError,
    Reach,
    Record,
    decode_entry,
    encode_entry,
    reach,
)
from assistant.history.summaries_sql import SqlSummaries

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
ACTS = Table(
    "acts",
    METADATA,
    Column("table_name", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("low", Integer, nullable=False),
    Column("high", Integer, nullable=False),
    Index("acts_by_reach", "table_name", "high", "low"),
)
"""What each act upon earlier records bears on, see `Reach`: it follows from the records."""
BUSY_SECONDS = 30


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
        try:
            self._make()
        except (IntegrityError, ProgrammingError):
            self._make()  # two processes opened a new database at once: the other one has made the tables
        self.notes = SqlNotes(self._transaction)
        self.summaries = SqlSummaries(self._transaction)

    def _make(self) -> None:
        with self._transaction() as connection:
            older = inspect(connection).has_table(RECORDS.name) and not inspect(connection).has_table(
                ACTS.name
            )
            METADATA.create_all(connection)
            notes_sql.METADATA.create_all(connection)
            summaries_sql.METADATA.create_all(connection)
            if older:
                _note_acts(connection)

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
        added = tuple(
            Record(expected + place, one.entry, one.at, one.source, one.confidence)
            for place, one in enumerate(drafts)
        )
        try:
            with self._transaction() as connection:
                last = connection.scalar(select(func.max(RECORDS.c.seq)).where(RECORDS.c.table_name == table))
                found = 0 if last is None else last + 1
                if found != expected:
                    raise Conflict(table, expected, found)
                _insert(connection, table, added)
        except IntegrityError as error:
            raise Conflict(table, expected) from error
        return added

    def read(self, table: str, start: int = 0, stop: int | None = None) -> tuple[Record, ...]:
        """See `History.read`. HistoryError where a record was written by a newer program."""
        here = (RECORDS.c.table_name == table) & (RECORDS.c.seq >= start)
        query = select(RECORDS).where(here if stop is None else here & (RECORDS.c.seq < stop))
        return self._read(query.order_by(RECORDS.c.seq), table)

    def reaching(self, table: str, low: int, stop: int) -> tuple[Record, ...]:
        """See `History.reaching`."""
        acts = select(ACTS.c.seq).where(ACTS.c.table_name == table, ACTS.c.high >= low, ACTS.c.low < stop)
        query = select(RECORDS).where(RECORDS.c.table_name == table, RECORDS.c.seq.in_(acts))
        return self._read(query.order_by(RECORDS.c.seq), table)

    def _read(self, query: Select[Any], table: str) -> tuple[Record, ...]:
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

    def reaches(self, table: str, since: int, stop: int | None = None) -> tuple[Reach, ...]:
        """See `History.reaches`."""
        here = (ACTS.c.table_name == table) & (ACTS.c.seq >= since)
        here = here if stop is None else here & (ACTS.c.seq < stop)
        query = select(ACTS.c.seq, ACTS.c.low, ACTS.c.high).where(here).order_by(ACTS.c.seq)
        with self._transaction(**READING) as connection:
            return tuple(Reach(*row) for row in connection.execute(query))

    def told_by(self, table: str, source: str, since: int) -> int | None:
        """See `History.told_by`."""
        here = (RECORDS.c.table_name == table) & (RECORDS.c.seq >= since) & (RECORDS.c.source == source)
        with self._transaction(**READING) as connection:
            found = connection.scalar(select(func.min(RECORDS.c.seq)).where(here))
        return None if found is None else int(found)

    def last_at(self, table: str) -> float | None:
        """See `History.last_at`."""
        with self._transaction(**READING) as connection:
            found = connection.scalar(select(func.max(RECORDS.c.at)).where(RECORDS.c.table_name == table))
        return None if found is None else float(found)

    def tables(self) -> tuple[str, ...]:
        """See `History.tables`."""
        with self._transaction(**READING) as connection:
            names = connection.scalars(select(RECORDS.c.table_name).distinct())
            return tuple(sorted(names))

    def forget(self, table: str) -> int:
        """See `History.forget`."""
        with self._transaction() as connection:
            summaries_sql.forget(connection, table)
            connection.execute(ACTS.delete().where(ACTS.c.table_name == table))
            return connection.execute(RECORDS.delete().where(RECORDS.c.table_name == table)).rowcount

    def rewrite(self, table: str, records: Sequence[Record]) -> None:
        """See `History.rewrite`."""
        with self._transaction() as connection:
            summaries_sql.forget(connection, table)
            connection.execute(ACTS.delete().where(ACTS.c.table_name == table))
            found = connection.execute(RECORDS.delete().where(RECORDS.c.table_name == table)).rowcount
            if found != len(records):
                raise Conflict(table, len(records), found)
            _insert(connection, table, records)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _insert(connection: Connection, table: str, records: Sequence[Record]) -> None:
    """Write records, and what those that act upon others bear on."""
    if not records:
        return
    rows = [
        {
            "table_name": table,
            "seq": one.seq,
            "version": VERSION,
            "at": one.at,
            "source": one.source,
            "confidence": one.confidence,
            "body": json.dumps(encode_entry(one.entry), ensure_ascii=False),
        }
        for one in records
    ]
    connection.execute(RECORDS.insert(), rows)
    _note_reaches(connection, table, [(one.seq, one.entry) for one in records])


def _note_reaches(connection: Connection, table: str, entries: Sequence[tuple[int, Entry]]) -> None:
    new: dict[int, Reach] = {}

    def of_act(seq: int) -> Reach | None:
        if seq in new:
            return new[seq]
        here = (ACTS.c.table_name == table) & (ACTS.c.seq == seq)
        row = connection.execute(select(ACTS.c.seq, ACTS.c.low, ACTS.c.high).where(here)).one_or_none()
        return None if row is None else Reach(*row)

    for seq, entry in entries:
        found = reach(seq, entry, of_act)
        if found is not None:
            new[seq] = found
    if new:
        rows = [
            {"table_name": table, "seq": one.seq, "low": one.low, "high": one.high} for one in new.values()
        ]
        connection.execute(ACTS.insert(), rows)


def _note_acts(connection: Connection) -> None:
    """Note the acts of a log that was written before they were noted apart."""
    acts = or_(
        *(RECORDS.c.body.like(f'{{"kind": "{kind}"%') for kind in ("retracted", "amended", "reseated"))
    )
    query = select(RECORDS).where(acts).order_by(RECORDS.c.table_name, RECORDS.c.seq)
    for row in connection.execute(query).all():
        entry = decode_entry(json.loads(row.body), row.version)
        _note_reaches(connection, row.table_name, [(row.seq, entry)])


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

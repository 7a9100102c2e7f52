"""Notes in the database of the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, select
from sqlalchemy.exc import IntegrityError

from assistant.history.kept import json_text
from assistant.history.notes import Note, NoteConflict

METADATA = MetaData()
NOTES = Table(
    "notes",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
READING = {"reading": True}

Transaction = Callable[..., AbstractContextManager[Connection]]
"""Begins a transaction of the log's database; `reading=True` for one that writes nothing."""


class SqlNotes:
    """`Notes` in a database."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def get(self, name: str) -> Note | None:
        """See `Notes.get`."""
        with self._transaction(**READING) as connection:
            row = connection.execute(select(NOTES).where(NOTES.c.name == name)).one_or_none()
        return None if row is None else Note(json.loads(row.body), row.version)

    def put(self, name: str, body: Mapping[str, Any], expected: int) -> Note:
        """See `Notes.put`."""
        text = json_text(body)
        row = {"name": name, "version": expected + 1, "body": text}
        try:
            with self._transaction() as connection:
                if expected == 0:
                    connection.execute(NOTES.insert(), row)
                else:
                    here = (NOTES.c.name == name) & (NOTES.c.version == expected)
                    if connection.execute(NOTES.update().where(here).values(row)).rowcount != 1:
                        raise NoteConflict(name, expected)
        except IntegrityError as error:
            raise NoteConflict(name, expected) from error
        return Note(json.loads(text), expected + 1)

    def drop(self, name: str) -> None:
        """See `Notes.drop`."""
        with self._transaction() as connection:
            connection.execute(NOTES.delete().where(NOTES.c.name == name))

    def names(self, start: str = "") -> tuple[str, ...]:
        """See `Notes.names`."""
        query = select(NOTES.c.name).where(NOTES.c.name.startswith(start, autoescape=True))
        with self._transaction(**READING) as connection:
            return tuple(sorted(name for name in connection.scalars(query) if name.startswith(start)))

    def all(self, start: str) -> dict[str, Note]:
        """See `Notes.all`."""
        query = select(NOTES).where(NOTES.c.name.startswith(start, autoescape=True))
        with self._transaction(**READING) as connection:
            rows = connection.execute(query).all()
        return {
            row.name: Note(json.loads(row.body), row.version)
            for row in sorted(rows, key=lambda row: str(row.name))
            if row.name.startswith(start)
        }

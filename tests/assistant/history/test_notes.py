"""The three stores of notes keep one contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from assistant.history.memory import MemoryHistory
from assistant.history.notes import Note, Notes
from assistant.history.sql import open_history
from tests.assistant.history.notes_contract import NotesContract


class TestMemory(NotesContract):
    @pytest.fixture
    def notes(self) -> Notes:
        return MemoryHistory().notes


class TestSqlite(NotesContract):
    @pytest.fixture
    def notes(self, tmp_path: Path) -> Iterator[Notes]:
        log = open_history(tmp_path / "log.sqlite")
        yield log.notes
        log.close()

    def test_they_are_there_again_when_opened_again(self, tmp_path: Path) -> None:
        log = open_history(tmp_path / "log.sqlite")
        log.notes.put("n", {"kept": True}, 0)
        log.close()
        log = open_history(tmp_path / "log.sqlite")
        assert log.notes.get("n") == Note({"kept": True}, 1)
        log.close()

    def test_a_log_that_had_no_notes_yet_gets_them(self, tmp_path: Path) -> None:
        log = open_history(tmp_path / "log.sqlite")
        with log.engine.begin() as connection:
            connection.execute(text("DROP TABLE notes"))
        log.close()
        log = open_history(tmp_path / "log.sqlite")
        assert log.notes.names() == ()
        log.close()


class TestPostgres(NotesContract):
    @pytest.fixture
    def notes(self, server: str) -> Iterator[Notes]:
        log = open_history(server)
        with log.engine.begin() as connection:
            connection.execute(text("DELETE FROM notes"))
        yield log.notes
        log.close()

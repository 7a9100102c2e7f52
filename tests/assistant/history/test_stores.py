"""The three logs keep one contract."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, text

from assistant.history.memory import MemoryHistory
from assistant.history.records import History, HistoryError
from assistant.history.sql import BUSY_SECONDS, SqlHistory, open_history
from tests.assistant.history.contract import DRAW, START, HistoryContract


class TestMemory(HistoryContract):
    @pytest.fixture
    def history(self) -> History:
        return MemoryHistory()


class TestSqlite(HistoryContract):
    @pytest.fixture
    def history(self, tmp_path: Path) -> Iterator[SqlHistory]:
        log = open_history(tmp_path / "log.sqlite")
        yield log
        log.close()

    def test_it_is_there_again_when_opened_again(self, tmp_path: Path) -> None:
        for number, draft in enumerate((START, DRAW)):
            log = open_history(tmp_path / "log.sqlite")
            log.append("t", [draft], number)
            log.close()
        log = open_history(tmp_path / "log.sqlite")
        assert [one.entry for one in log.read("t")] == [START.entry, DRAW.entry]
        log.close()

    def test_it_writes_ahead_and_waits_for_the_disk(self, tmp_path: Path) -> None:
        log = open_history(tmp_path / "log.sqlite")
        with log.engine.connect() as connection:
            assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
            assert connection.scalar(text("PRAGMA synchronous")) == 2
        log.close()

    def test_a_write_waits_for_another_while_reading_goes_on(
        self, history: SqlHistory, tmp_path: Path
    ) -> None:
        """FIELD D12 c: a write that began as a read could not wait, but would fail at once."""
        history.append("t", [START], 0)
        other = sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = threading.Thread(target=history.append, args=("t", [DRAW], 1))
        writing.start()
        assert len(history.read("t")) == 1
        assert history.notes.names("") == ()
        writing.join(0.3)
        assert writing.is_alive()
        other.execute("COMMIT")
        other.close()
        writing.join(BUSY_SECONDS)
        assert [one.entry for one in history.read("t")] == [START.entry, DRAW.entry]

    def test_a_write_begins_as_a_write_and_a_read_as_a_read(self, history: SqlHistory) -> None:
        begun: list[str] = []

        @event.listens_for(history.engine, "before_cursor_execute")
        def _heard(_: object, cursor: object, statement: str, *__: object) -> None:
            if statement.startswith("BEGIN"):
                begun.append(statement)

        history.append("t", [START], 0)
        history.notes.put("note", {}, 0)
        history.forget("t")
        assert begun == ["BEGIN IMMEDIATE"] * 3
        history.read("t")
        history.notes.get("note")
        assert begun[3:] == ["BEGIN"] * 2

    def test_a_folder_that_is_not_there_is_one_clear_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(HistoryError, match="check its file"):
            open_history(tmp_path / "nowhere" / "log.sqlite")

    def test_a_file_that_is_no_log_is_one_clear_sentence(self, tmp_path: Path) -> None:
        path = tmp_path / "photo.jpg"
        path.write_bytes(b"\xff\xd8\xff\xe0" * 400)
        with pytest.raises(HistoryError, match="check its file"):
            open_history(path)

    def test_a_record_of_a_newer_program_is_one_clear_sentence(self, tmp_path: Path) -> None:
        log = open_history(tmp_path / "log.sqlite")
        log.append("t", [START], 0)
        with log.engine.begin() as connection:
            connection.execute(text("UPDATE records SET version = 99"))
        with pytest.raises(HistoryError, match="update tangzi"):
            log.read("t")
        log.close()


class TestPostgres(HistoryContract):
    @pytest.fixture
    def history(self, server: str) -> Iterator[History]:
        log = open_history(server)
        with log.engine.begin() as connection:
            for name in ("records", "acts", "summary_rows", "summary_heads"):
                connection.execute(text(f"DELETE FROM {name}"))
        yield log
        log.close()

    def test_its_url_needs_no_driver_name(self, server: str) -> None:
        log = SqlHistory(server)
        assert log.engine.dialect.driver == "psycopg"
        log.close()


@pytest.mark.parametrize("url", ["nothing://x", "nonsense://", "://"])
def test_what_is_no_database_is_one_clear_sentence(url: str) -> None:
    with pytest.raises(HistoryError, match="is no database"):
        open_history(url)

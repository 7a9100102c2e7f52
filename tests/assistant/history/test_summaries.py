"""The three stores of summaries keep one contract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from assistant.history.memory import MemoryHistory
from assistant.history.records import Draft, Retracted
from assistant.history.sql import open_history
from assistant.history.summaries import Summaries
from tests.assistant.history.contract import DRAW, START
from tests.assistant.history.summaries_contract import SummariesContract


class TestMemory(SummariesContract):
    @pytest.fixture
    def summaries(self) -> Summaries:
        return MemoryHistory().summaries


class TestSqlite(SummariesContract):
    @pytest.fixture
    def summaries(self, tmp_path: Path) -> Iterator[Summaries]:
        log = open_history(tmp_path / "log.sqlite")
        yield log.summaries
        log.close()


class TestPostgres(SummariesContract):
    @pytest.fixture
    def summaries(self, server: str) -> Iterator[Summaries]:
        log = open_history(server)
        with log.engine.begin() as connection:
            connection.execute(text("DELETE FROM summary_rows"))
            connection.execute(text("DELETE FROM summary_heads"))
        yield log.summaries
        log.close()


def test_a_log_from_before_there_were_summaries_gets_them(tmp_path: Path) -> None:
    log = open_history(tmp_path / "log.sqlite")
    drafts = [START, DRAW, Draft(Retracted(1)), Draft(Retracted(2))]
    log.append("t", drafts, 0)
    reaches = log.reaches("t", 0)
    with log.engine.begin() as connection:
        for name in ("acts", "summary_rows", "summary_heads"):
            connection.execute(text(f"DROP TABLE {name}"))
    log.close()
    log = open_history(tmp_path / "log.sqlite")
    assert log.reaches("t", 0) == reaches
    assert log.summaries.heads() == {}
    log.close()

"""One PostgreSQL server for all tests of the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.assistant.history.postgres_server import postgres


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres() as url:
        yield url

"""What the tests of the table share: phones without a browser, and pages in one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.scripted import ScriptedReader
from tests.web.tables.inn import Inn, Table, open_table
from tests.web.tables.phones import Phones, open_phones
from tests.web.tables.watched import Watched
from web.companion import Companion


@pytest.fixture
def phones(app: Companion) -> Phones:
    return open_phones(app)


@pytest.fixture
def inn(tmp_path: Path, reader: ScriptedReader) -> Iterator[Inn]:
    house = Inn(tmp_path / "tangzi.db", reader)
    house.start()
    yield house
    house.stop()


@pytest.fixture
def table(inn: Inn, browser: Browser) -> Iterator[Table]:
    """Four phones at a table."""
    yield from watched(open_table(inn, browser), inn)


def watched(opened: Table, inn: Inn) -> Iterator[Table]:
    """The table; at the end no page has asked anybody else or met an error of its own."""
    yield opened
    for one in opened.watched:
        foreign = [url for url in one.requests if not url.startswith((inn.address, f"blob:{inn.address}"))]
        assert foreign == []
        assert [text for text in one.complaints if "Failed to load resource" not in text] == []
    opened.close()


@pytest.fixture
def pair(inn: Inn, browser: Browser) -> Iterator[Table]:
    """Two phones at a table; nobody has joined for the other two chairs."""
    yield from watched(open_table(inn, browser, 2), inn)


@pytest.fixture
def solo(inn: Inn, browser: Browser) -> Iterator[Table]:
    """One phone that keeps the book for four chairs, the hand started."""
    opened = Table(inn, browser)
    opened.sit("甲")
    opened.start()
    yield opened
    assert [text for text in opened.watched[0].complaints if "Failed to load resource" not in text] == []
    opened.close()


@pytest.fixture(name="watched")
def watched_table(phones: Phones) -> Iterator[Watched]:
    found = Watched(phones)
    yield found
    phones.app.cameras.close()


@pytest.fixture
def playing(watched: Watched) -> Watched:
    """A round that has begun under a camera that knows where the table lies."""
    watched.start()
    watched.phones.start()
    watched.look()
    return watched

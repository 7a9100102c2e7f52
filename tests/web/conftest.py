"""What the page's tests share: the application with a scripted reader, a running server, Chromium."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

import web
from tests.web.scripted import ScriptedReader
from tests.web.waiting import PATIENCE
from web.app import create_app
from web.companion import Companion
from web.server import listen, serve

# tests that run in a shell's background would hand an ignored Ctrl-C down to the servers they start
signal.signal(signal.SIGINT, signal.default_int_handler)

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE: ViewportSize = {"width": 390, "height": 844}
WAIT = 120_000
"""Milliseconds that a thing may take to appear on a busy machine."""
OPENING = 180_000
"""Milliseconds that a page or a browser may take to open there."""
expect.set_options(timeout=WAIT)

SPILLING = """() => [...document.querySelectorAll('.card *, .panel *, .seat *, .entry *')]
    .filter((one) => !one.closest('.stage, svg, pre, .unseen'))
    .map((one) => [one, one.parentElement.closest('.card, .panel, .seat, .entry')])
    .map(([one, around]) => [one, one.getBoundingClientRect(), around.getBoundingClientRect()])
    .filter(([one, place, around]) => place.width && place.right > around.right + 1)
    .map(([one]) => one.outerHTML)"""
"""What sticks out of the card, sheet or line that it belongs to."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program keeps for its user goes into a folder of the test."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path_factory.mktemp("own")))


@pytest.fixture
def reader() -> ScriptedReader:
    return ScriptedReader()


@pytest.fixture
def app(reader: ScriptedReader) -> Companion:
    return create_app(reader)


@pytest.fixture
def client(app: Companion) -> FlaskClient:
    return app.test_client()


@contextmanager
def served(app: Companion) -> Iterator[str]:
    """The application on a free port of this machine, in the server that `tangzi serve` uses: its address."""
    server = listen(app, "127.0.0.1", 0)
    thread = threading.Thread(target=serve, args=(server,))
    thread.start()
    yield f"http://127.0.0.1:{server.bind_addr[1]}"
    server.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.fixture
def address(app: Companion) -> Iterator[str]:
    with served(app) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> str:
    """The machine's own Chromium; without it these tests are skipped, but in CI they fail."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        reason = "no Chromium on this machine: install it to run the page's tests"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture
def demo_file() -> Path:
    """The path of the demo picture."""
    return Path(web.__file__).parent / "static" / "demo" / "hand.jpg"


@pytest.fixture(scope="session")
def drivers() -> Iterator[Playwright]:
    """What starts browsers; there can be one only."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(chromium: str, drivers: Playwright) -> Iterator[Browser]:
    opened = drivers.chromium.launch(executable_path=chromium, args=list(FLAGS), timeout=OPENING)
    yield opened
    opened.close()


class Watched:
    """What a page asked for and complained about."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: self.complaints.append(message.text) if message.type == "error" else None,
        )


USUAL = {"viewport": PHONE, "has_touch": True, "locale": "zh-CN", "service_workers": "block"}


PATIENT = f"""AbortSignal.timeout = () => {{
  const one = new AbortController();
  setTimeout(() => one.abort(new DOMException("", "TimeoutError")), {WAIT});
  return one.signal;
}};"""
"""A page gives the server of a busy machine as long as a test does; what it shows where none answers is seen
when the server is stopped."""


def patient(context: BrowserContext) -> BrowserContext:
    """A browser's context in which everything may take as long as a busy machine needs."""
    context.set_default_timeout(WAIT)
    context.set_default_navigation_timeout(OPENING)
    context.add_init_script(PATIENT)
    return context


def new_phone(browser: Browser, asked: Mapping[str, Any] = MappingProxyType({})) -> BrowserContext:
    """A phone with cookies of its own; `asked`: how it differs from USUAL."""
    return patient(browser.new_context(**{**USUAL, **asked}))


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = new_phone(browser)
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """The page, opened; at the end it must have asked nobody else and have met no error."""
    opened = context.new_page()
    watched = Watched(opened)
    opened.goto(address)
    expect(opened.locator("#rule-set")).to_be_visible()
    yield opened
    foreign = [url for url in watched.requests if not url.startswith((address, f"blob:{address}"))]
    assert foreign == []
    assert [text for text in watched.complaints if "status of 4" not in text] == []

"""A house with one table, for tests in a browser: a server that can be stopped and started again, four
phones, and what their pages show.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cheroot.wsgi import Server
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from assistant.history.sql import SqlHistory, open_history
from assistant.notation import parse_hand
from tests.web.conftest import WAIT, Watched, new_phone
from tests.web.ports import free_port
from tests.web.tables.phones import NAMES, WRITE
from tests.web.waiting import PATIENCE, until_page
from web.app import create_app
from web.companion import Companion, ReadPhoto
from web.server import listen, serve


class Inn:
    """The program on one port, with its log in a file: what is stopped can be started again."""

    def __init__(self, log: Path, reader: ReadPhoto) -> None:
        self.log = log
        self.reader = reader
        self.port = free_port()
        self._server: Server | None = None
        self._thread: threading.Thread | None = None
        self._history: SqlHistory | None = None

    @property
    def app(self) -> Companion:
        """The program that runs."""
        assert self._server is not None
        app = self._server.wsgi_app
        assert isinstance(app, Companion)
        return app

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._history = open_history(self.log)
        self._server = listen(create_app(self.reader, history=self._history), "127.0.0.1", self.port)
        self._thread = threading.Thread(target=serve, args=(self._server,))
        self._thread.start()

    def stop(self) -> None:
        if self._server is None or self._thread is None or self._history is None:
            return
        self._server.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._history.close()
        self._server = None


@dataclass
class Table:
    """The pages of one table: one a phone, in the order of the chairs."""

    inn: Inn
    browser: Browser
    code: str = ""
    path: str = ""
    pages: list[Page] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)
    watched: list[Watched] = field(default_factory=list)
    asked: Mapping[str, Any] = field(default_factory=dict)
    """how its phones differ from the usual one"""

    def sit(self, name: str, role: str = "player") -> Page:
        """One more phone; the first opens the table."""
        context = new_phone(self.browser, self.asked)
        self.contexts.append(context)
        if self.code:
            asked = {"code": self.code, "name": name, "role": role}
            answer = context.request.post(
                f"{self.inn.address}/api/tables/join", data=asked, headers=WRITE, timeout=WAIT
            )
        else:
            asked = {"title": "周五老地方", "name": name}
            answer = context.request.post(
                f"{self.inn.address}/api/tables", data=asked, headers=WRITE, timeout=WAIT
            )
        form = answer.json()
        assert answer.ok, form
        self.code, self.path = form["code"], form["page"]
        page = context.new_page()
        self.watched.append(Watched(page))
        page.goto(self.inn.address + self.path)
        expect(page.locator(".seat").first).to_be_visible()
        self.pages.append(page)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def agree(self, net: Sequence[int]) -> None:
        """Every page shows these gains of the hand."""
        for page in self.pages:
            agree(page, net)

    def start(self) -> None:
        """Start the first hand; who opened the table deals."""
        tap(self.pages[0], "next round")
        tap(self.pages[0], "start")
        for page in self.pages:
            expect(page.locator(".seat.on[data-seat='0']")).to_be_visible()


def open_table(inn: Inn, browser: Browser, phones: int = 4) -> Table:
    """A table with so many phones."""
    table = Table(inn, browser)
    for name in NAMES[:phones]:
        table.sit(name)
    return table


def agree(page: Page, net: Sequence[int]) -> None:
    """A page shows these gains of the hand."""
    for seat, points in enumerate(net):
        mark = page.locator(f'.seat[data-seat="{seat}"] .net')
        expect(mark).to_have_attribute("data-net", str(points))


def key(page: Page, focus: str) -> Locator:
    return page.locator(f'[data-focus="{focus}"]:visible')


ABREAST = """async () => {
  if (document.readyState === "loading") return false;
  if (!document.body.dataset.table) return true;
  const { now, root } = await import("/static/js/table/state.js");
  let told;
  try {
    told = await (await fetch(root)).json();
  } catch {
    return true;
  }
  const known = now();
  return Boolean(told.error) || (known?.records >= told.records && known.table.version >= told.table.version);
}"""
"""Whether a page has heard of all that its table has recorded, or cannot hear."""


def abreast(page: Page) -> None:
    """Wait until a page has heard of what other phones have told."""
    until_page(page, ABREAST)


def tap(page: Page, focus: str) -> None:
    """Tap what has that name, once the page has heard of what other phones have told and it can be tapped. By
    the mouse, here and everywhere: a browser makes a touch into a click a while after it has ended, and what
    it lands on then is nobody's to check.
    """
    abreast(page)
    key(page, focus).click()


def tab(page: Page, name: str) -> None:
    page.locator(f'[data-tab="{name}"]').click()


def discard(page: Page, tile: str) -> None:
    """打牌 in two taps, by whom it is the turn of."""
    tap(page, "discard")
    tap(page, f"key {tile}")
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator(".sending")).to_have_count(0)


def tap_in(page: Page, hand: str) -> None:
    """The concealed tiles of a hand, tapped one by one."""
    for tile in parse_hand(hand).tiles:
        tap(page, f"key {tile}")


def close(page: Page) -> None:
    """Put the panel away, where one is open."""
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()


def reveal(page: Page, seat: int, hand: str) -> None:
    """亮牌 by taps, from the line that asks for it."""
    close(page)
    tap(page, f"tell {seat}")
    expect(page.locator("#panel-title")).to_contain_text(NAMES[seat])
    tap_in(page, hand)
    tap(page, f"show {seat}")
    expect(page.locator(f'[data-missing="{seat}"]')).to_have_count(0)

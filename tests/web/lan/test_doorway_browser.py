"""The pages before the table in a real browser: on a phone, with the page's own protections on."""

from __future__ import annotations

import re
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Watched, new_phone
from tests.web.waiting import PATIENCE
from web.companion import Companion
from web.lan.addresses import Address, Kind
from web.lan.certificate import ensure
from web.lan.doors import Doors
from web.server import listen, serve


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """A phone's page; at the end it has asked nobody else and met no error but answers of 4xx."""
    context = new_phone(browser)
    page = context.new_page()
    watched = Watched(page)
    yield page
    context.close()
    assert [url for url in watched.requests if not url.startswith(address)] == []
    assert [text for text in watched.complaints if "status of 4" not in text] == []


def open_table(page: Page, address: str) -> str:
    """Open a table by its form; gives its id."""
    page.goto(f"{address}/tables/new")
    page.get_by_label("桌名").fill("周六")
    page.get_by_label("你的名字").fill("阿强")
    page.get_by_role("button", name="开桌").click()
    expect(page).to_have_url(re.compile("/tables/(?!new)"))
    return page.url.rsplit("/", 1)[1]


def test_a_table_is_opened_and_joined_by_taps(
    browser: Browser, app: Companion, address: str, phone: Page
) -> None:
    table = open_table(phone, address)
    info = app.tables.settings(table)
    assert info is not None
    friend = new_phone(browser)
    page = friend.new_page()
    page.goto(f"{address}/join")
    page.get_by_label("桌号").fill(info.code.lower())
    page.get_by_role("button", name="进").click()
    expect(page.get_by_text("阿强")).to_be_visible()
    page.get_by_label("你的名字").fill("阿强")
    page.get_by_role("button", name="3 坐这里").click()
    expect(page.get_by_role("alert")).to_contain_text("加一个字")
    page.get_by_label("你的名字").fill("小梅")
    page.get_by_role("button", name="3 坐这里").click()
    expect(page).to_have_url(re.compile(f"/tables/{table}$"))
    friend.close()
    after = app.tables.settings(table)
    assert after is not None
    assert [one and one.name for one in map(after.on_chair, range(4))] == ["阿强", None, "小梅", None]


def test_scripts_cannot_read_the_token(app: Companion, address: str, phone: Page) -> None:
    table = open_table(phone, address)
    assert app.tables.settings(table) is not None
    assert phone.evaluate("document.cookie") == ""


@pytest.mark.parametrize("path", ["/join", "/tables/new", "/check"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(
    app: Companion, address: str, phone: Page, path: str, width: int
) -> None:
    app.doors = Doors(
        8443, 8080, ":".join(["AB"] * 32), lambda: (Address("192.168.100.200", "wlan0", Kind.PRIVATE),)
    )
    phone.set_viewport_size({"width": width, "height": 800})
    phone.goto(address + path)
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    for target in phone.locator("button, input, select, .foot a").all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_over_tls_the_page_is_secure_and_hears_events(
    browser: Browser, app: Companion, tmp_path: Path
) -> None:
    """FIELD D02: after "visit anyway" the camera may be asked for, and news come over the same origin."""
    context: ssl.SSLContext = ensure(tmp_path, []).context()
    server = listen(app, "127.0.0.1", 0, context)
    thread = threading.Thread(target=serve, args=(server,))
    thread.start()
    friend = new_phone(browser, {"ignore_https_errors": True})
    try:
        page = friend.new_page()
        table = open_table(page, f"https://127.0.0.1:{server.bind_addr[1]}")
        assert page.evaluate("isSecureContext && 'mediaDevices' in navigator")
        (cookie,) = (one for one in friend.cookies() if one["name"].endswith(table))
        assert cookie["name"].startswith("__Host-")
        assert cookie["secure"]
        heard = page.evaluate(
            """table => new Promise((done, failed) => {
                const stream = new EventSource(`/api/tables/${table}/stream`);
                stream.addEventListener("change", (event) => {
                    stream.close();
                    done(JSON.parse(event.data));
                });
                stream.onerror = () => failed(new Error("no stream"));
            })""",
            table,
        )
        assert heard["table"]["title"] == "周六"
    finally:
        friend.close()
        server.stop()
        thread.join(PATIENCE)

"""主屏幕: the page as an app: its manifest and icons, and the worker that keeps one page for bad times."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import WAIT, new_phone
from tests.web.tables.inn import Inn
from tests.web.tables.phones import WRITE, Phones
from tests.web.waiting import until_page
from web.drawings.icon import APP, PICTURES, icon
from web.homescreen import COLOURS, GROUND, version

PAGES = ("/", "/learn", "/join", "/tables/new", "/check", "/offline")


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_the_manifest_stays_on_this_machine(client: FlaskClient) -> None:
    """Addresses are relative: it works under whatever address the phone has reached."""
    answer = client.get("/manifest.webmanifest")
    form = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json"
    for key in ("start_url", "scope", "id"):
        assert form[key] == "./"
    assert form["display"] == "standalone"
    for one in form["icons"]:
        assert not one["src"].startswith(("/", "http"))


def test_every_icon_is_there_in_its_size(client: FlaskClient) -> None:
    icons = json.loads(client.get("/manifest.webmanifest").data)["icons"]
    assert {"any", "maskable"} <= {one["purpose"] for one in icons}
    assert {"192x192", "512x512"} <= {one["sizes"] for one in icons}
    for one in icons:
        with client.get(urljoin("/manifest.webmanifest", one["src"])) as answer:
            assert answer.status_code == 200, one
            assert answer.mimetype == one["type"]
            if one["type"] == "image/png":
                assert "{}x{}".format(*png_size(answer.data)) == one["sizes"]


def test_the_icon_is_what_the_strokes_give() -> None:
    assert (APP / "icon.svg").read_text("utf-8") == icon()
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(icon()).iter()}
    assert tags <= {"svg", "g", "path", "rect", "circle", "ellipse"}


def test_the_pictures_are_of_the_icon(browser: Browser) -> None:
    """Drawn anew they differ in no more than what two versions of a browser smooth otherwise."""
    import cv2
    import numpy as np

    for side in PICTURES:
        context = new_phone(browser, {"viewport": {"width": side, "height": side}})
        page = context.new_page()
        sized = icon().replace('width="512" height="512"', f'width="{side}" height="{side}"', 1)
        page.set_content(f'<body style="margin:0">{sized}')
        drawn = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        context.close()
        kept = cv2.imread(str(APP / f"icon-{side}.png"))
        assert kept is not None
        assert drawn is not None
        assert kept.shape == (side, side, 3)
        assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < 1.5


@pytest.mark.parametrize("path", PAGES)
def test_every_page_can_be_put_on_a_home_screen(client: FlaskClient, path: str) -> None:
    text = client.get(path).get_data(as_text=True)
    assert 'rel="manifest" href="/manifest.webmanifest"' in text
    assert 'rel="apple-touch-icon" href="/static/app/icon-180.png"' in text
    assert 'name="apple-mobile-web-app-capable" content="yes"' in text
    for colour in COLOURS:
        assert f'content="{colour}"' in text


def test_the_colours_are_those_of_the_page() -> None:
    css = (Path(__file__).parents[3] / "web/static/css/page.css").read_text("utf-8")
    assert tuple(re.findall(r"--head: (#\w+)", css)) == COLOURS
    assert re.findall(r"--ground: (#\w+)", css)[0] == GROUND


def test_a_device_is_led_back_to_its_table(phones: Phones) -> None:
    own = f'href="/tables/{phones.table}"'
    assert own in phones.clients["乙"].get("/").get_data(as_text=True)
    assert own not in phones.app.test_client().get("/").get_data(as_text=True)
    phones.clients["甲"].post(
        f"/api/tables/{phones.table}/members/{phones.ids['乙']}/remove", json={}, headers=WRITE
    )
    assert own not in phones.clients["乙"].get("/").get_data(as_text=True)


def test_the_offline_page_is_the_same_for_everybody(phones: Phones) -> None:
    stranger = phones.app.test_client().get("/offline").data
    assert all(client.get("/offline").data == stranger for client in phones.clients.values())


def test_the_worker_keeps_one_page_and_its_looks(client: FlaskClient) -> None:
    answer = client.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-store"  # a new one is found at the next visit
    text = answer.get_data(as_text=True)
    assert version() in text
    found = re.search(r"const KEPT = (\[.*\]);", text)
    assert found is not None
    kept = json.loads(found[1])
    assert kept[0] == "/offline"
    assert all(path.startswith("/static/") for path in kept[1:])
    for path in kept:
        with client.get(path) as file:
            assert file.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.fixture
def seated(inn: Inn, browser: Browser) -> Iterator[Page]:
    """A phone at its table, its worker at work."""
    context = new_phone(browser, {"service_workers": "allow"})
    answer = context.request.post(
        f"{inn.address}/api/tables", data={"name": "甲"}, headers=WRITE, timeout=WAIT
    )
    page = context.new_page()
    page.goto(inn.address + answer.json()["page"])
    expect(page.locator(".seat").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until_page(page, "navigator.serviceWorker.controller !== null")
    yield page
    context.close()


KEPT_KEYS = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);
  }
  return found.sort();
}"""


def test_a_phone_is_told_that_the_laptop_is_away_and_comes_back(seated: Page, inn: Inn) -> None:
    seated.reload()
    expect(seated.locator(".seat").first).to_be_visible()
    inn.stop()
    seated.reload()
    expect(seated.locator("h2")).to_contain_text("连不上电脑")
    expect(seated.locator("h2")).to_have_css("font-size", "18px")  # it has its looks
    inn.start()
    seated.locator("main a.big").click()
    expect(seated.locator(".seat").first).to_be_visible()


def test_no_hand_and_no_money_stay_on_the_phone(seated: Page) -> None:
    seated.reload()
    expect(seated.locator(".seat").first).to_be_visible()
    until_page(seated, "caches.keys().then((names) => names.length === 1)")
    assert seated.evaluate(KEPT_KEYS) == [
        "/offline",
        "/static/app/icon.svg",
        "/static/css/door.css",
        "/static/css/page.css",
    ]


def test_what_an_older_worker_kept_is_forgotten(seated: Page) -> None:
    """The way of a new release: its worker takes over at the next visit and removes what was kept."""
    seated.evaluate("caches.open('tangzi-shell-old').then((one) => one.put('/old', new Response('x')))")
    seated.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.unregister())")
    seated.reload()
    seated.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until_page(seated, "caches.keys().then((names) => names.length === 1)")
    assert seated.evaluate("caches.keys()") == [f"tangzi-shell-{version()}"]

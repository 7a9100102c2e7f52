"""实时相机: the browser's camera shows a film of the demo picture; its frames are read one at a time."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from tests.web.conftest import FLAGS, OPENING, new_phone
from tests.web.scripted import ScriptedReader
from tests.web.tables.inn import Inn, Table, key, tab, tap
from tests.web.waiting import until, until_page
from web.drawings.demo import truth

TILES = sorted(str(tile) for tile, _ in truth())


def film(picture: Path, path: Path, frames: int = 6) -> Path:
    """The picture as an uncompressed film, which Chromium shows as its camera."""
    image = cv2.imread(str(picture))
    assert image is not None
    high, wide = (side - side % 2 for side in image.shape[:2])
    planes = cv2.cvtColor(image[:high, :wide], cv2.COLOR_BGR2YUV_I420).tobytes()
    head = f"YUV4MPEG2 W{wide} H{high} F5:1 Ip A1:1 C420jpeg\n".encode()
    path.write_bytes(head + (b"FRAME\n" + planes) * frames)
    return path


def seeing(seen: Path) -> tuple[str, ...]:
    """The options of a browser whose camera shows a film and asks nobody."""
    return (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={seen}",
    )


@pytest.fixture(scope="module")
def camera(chromium: str, drivers: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera sees the demo picture."""
    demo = Path(__file__).parents[3] / "web/static/demo/hand.jpg"
    seen = film(demo, tmp_path_factory.mktemp("film") / "hand.y4m")
    opened = drivers.chromium.launch(executable_path=chromium, args=[*FLAGS, *seeing(seen)], timeout=OPENING)
    yield opened
    opened.close()


@pytest.fixture
def phone(camera: Browser, inn: Inn) -> Iterator[Page]:
    """The page for one hand."""
    context = new_phone(camera)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(inn.address)
    yield page
    context.close()
    assert faults == []


def marked(page: Page) -> None:
    """The boxes name the tiles that lie there."""
    until(lambda: sorted(page.evaluate(BOXES)) == TILES, page)


BOXES = "[...document.querySelectorAll('.live .box')].map((one) => one.dataset.box)"
SENDING = """() => {
  window.sent = [];
  const real = window.fetch;
  window.fetch = (...all) => {
    if (String(all[0]).includes("scan")) window.sent.push(performance.now());
    return real(...all);
  };
}"""
"""Notes in the page when it sends each frame, in milliseconds."""


def sent(page: Page, least: int = 0) -> list[float]:
    """When frames were sent, once there are so many."""
    until(lambda: page.evaluate("window.sent.length") >= least, page)
    return list(page.evaluate("window.sent"))


def test_the_hand_is_shown_with_boxes_and_taken_with_one_tap(phone: Page, reader: ScriptedReader) -> None:
    phone.locator("#live").click()
    expect(phone.locator(".live .box")).to_have_count(13)
    marked(phone)
    expect(phone.locator(".live-said")).to_contain_text("听 一万 三万 四万")
    until_page(phone, "document.querySelector('.live video').videoWidth === 1280")
    tap(phone, "live take")
    expect(phone.locator(".live")).to_have_count(0)
    expect(phone.locator("#hand-tiles .tile-button")).to_have_count(13)
    expect(phone.locator("#stage .box")).to_have_count(13)
    expect(phone.locator("[data-wait]")).to_have_count(3)


def test_one_frame_is_under_way_at_a_time_and_none_after_it_is_closed(
    phone: Page, reader: ScriptedReader
) -> None:
    reader.gate = threading.Event()
    phone.evaluate(SENDING)
    phone.locator("#live").click()
    sent(phone, 1)
    phone.wait_for_timeout(1000)
    assert len(sent(phone)) == 1, "the first has not been answered"
    reader.gate.set()
    expect(phone.locator(".live .box")).to_have_count(13)
    sent(phone, 2)
    tap(phone, "live close")
    expect(phone.locator(".live")).to_have_count(0)
    expect(phone.locator("#live")).to_be_focused()
    before = sent(phone)
    phone.wait_for_timeout(1000)
    assert sent(phone) == before


def test_a_key_that_is_pressed_while_frames_come_is_still_pressed(phone: Page) -> None:
    """With each frame everything is drawn anew, but not under a finger."""
    phone.evaluate(SENDING)
    phone.locator("#live").click()
    expect(phone.locator(".live .box")).to_have_count(13)
    box = key(phone, "live take").bounding_box()
    assert box is not None
    phone.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.mouse.down()
    sent(phone, len(sent(phone)) + 3)
    phone.mouse.up()
    expect(phone.locator(".live")).to_have_count(0)
    expect(phone.locator("#hand-tiles .tile-button")).to_have_count(13)


def test_at_most_three_frames_a_second(phone: Page) -> None:
    phone.evaluate(SENDING)
    phone.locator("#live").click()
    assert all(later - sooner >= 300 for sooner, later in itertools.pairwise(sent(phone, 4)))


def test_a_tile_is_fixed_on_the_frozen_picture(phone: Page, reader: ScriptedReader) -> None:
    reader.misread = {3: "4m"}
    phone.locator("#live").click()
    expect(phone.locator(".live .box")).to_have_count(13)
    phone.locator('.live .box[data-box="4m"]').first.dispatch_event("click")
    expect(phone.locator(".live-marks image")).to_have_count(1)  # frozen: the frame that was read
    tap(phone, f"live key {truth()[3][0]}")
    marked(phone)
    tap(phone, "live take")
    expect(phone.locator("[data-wait]")).to_have_count(3)


def test_frozen_it_sends_nothing_until_it_goes_on(phone: Page) -> None:
    phone.evaluate(SENDING)
    phone.locator("#live").click()
    expect(phone.locator(".live .box")).to_have_count(13)
    tap(phone, "live freeze")
    expect(key(phone, "live on")).to_be_visible()
    phone.wait_for_timeout(1000)
    before = len(sent(phone))
    phone.wait_for_timeout(1000)
    assert len(sent(phone)) == before
    tap(phone, "live on")
    sent(phone, before + 1)


def test_the_own_page_of_a_table_takes_its_hand_from_the_camera(camera: Browser, inn: Inn) -> None:
    table = Table(inn, camera)
    page = table.sit("甲")
    table.start()
    tab(page, "mine")
    page.locator("[data-focus^='live own']").click()
    expect(page.locator(".live .box")).to_have_count(13)
    tap(page, "live take")
    expect(page.locator("#mine-body .tiles .tile-button")).to_have_count(13)
    expect(page.locator("#mine-body [data-wait]")).to_have_count(3)
    assert [text for text in table.watched[0].complaints if "Failed to load resource" not in text] == []
    table.close()


def test_settling_takes_hands_from_the_camera_too(camera: Browser, inn: Inn) -> None:
    table = Table(inn, camera)
    page = table.sit("甲")
    table.start()
    tap(page, "settle photos")
    page.locator('#panel-body [aria-label^="怎么结束"] button', has_text="黄庄").click()
    tap(page, "ending live")
    expect(page.locator(".live .box")).to_have_count(13)
    tap(page, "live take")
    expect(page.locator("#panel-body [data-hand] .tiles .tile-button")).to_have_count(13)
    table.close()


def without_camera(context: BrowserContext, inn: Inn) -> Page:
    page = context.new_page()
    page.goto(inn.address)
    return page


def test_a_refused_camera_leaves_the_photo(browser: Browser, inn: Inn) -> None:
    """This browser asks nobody, so it refuses; the page says what to do."""
    context = new_phone(browser)
    page = without_camera(context, inn)
    page.locator("#live").click()
    expect(page.locator(".live-said")).to_contain_text("拍照")
    tap(page, "live close")
    expect(page.locator("#album")).to_be_attached()
    context.close()


def test_without_an_encrypted_page_there_is_the_photo_alone(browser: Browser, inn: Inn) -> None:
    context = new_phone(browser)
    context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page = without_camera(context, inn)
    expect(page.locator("#rule-set")).to_be_visible()
    expect(page.locator("#live")).to_be_hidden()
    expect(page.locator("label.big", has_text="拍照")).to_be_visible()
    context.close()


def test_focus_stays_in_the_camera_view_and_escape_leaves_it(phone: Page) -> None:
    phone.locator("#live").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".live .box")).to_have_count(13)
    tap(phone, "live freeze")
    expect(key(phone, "live on")).to_be_visible()
    for _ in range(20):
        phone.keyboard.press("Tab")
        assert phone.evaluate("Boolean(document.activeElement.closest('.live'))")
    phone.keyboard.press("Escape")
    expect(key(phone, "live take")).to_have_count(0)
    expect(phone.locator("#live")).to_be_focused()

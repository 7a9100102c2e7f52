"""The camera on the table page in headless Chromium: the host sets it up by taps, the phones answer it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from assistant.tiles import Tile
from tests.web.conftest import FLAGS, OPENING
from tests.web.tables.inn import Inn, Table, key, tab, tap
from tests.web.tables.test_live_camera import film, seeing
from tests.web.tables.watched import PICTURE, Lying, ScriptedEyes, ScriptedSource, on_the_heap
from tests.web.waiting import until, until_page
from vision.frames import Pixels
from web.cameras import Sides
from web.feed import Advice, Corners, Look


class Filmed:
    """A table whose host has started a camera by taps. `lying`: what lies on it; `found`: the corners that
    its eyes find by themselves."""

    def __init__(self, pair: Table, found: Corners | None = None) -> None:
        self.pair, self.lying = pair, Lying()
        self.made: list[ScriptedEyes] = []
        cameras, (host, _) = pair.inn.app.cameras, pair.pages

        def eyes(corners: Corners | None, sides: Sides) -> ScriptedEyes:
            self.made.append(ScriptedEyes(found or corners, sides))
            return self.made[-1]

        cameras.open_source, cameras.make_eyes = (lambda address: ScriptedSource()), eyes
        tab(host, "setup")
        host.locator("#camera-address").fill("0")
        tap(host, "camera start")
        expect(key(host, "camera stop")).to_be_visible()
        expect(pair.pages[1].locator('[data-camera="corners"]')).to_have_count(0 if found else 1)
        camera = cameras.get(pair.path.rsplit("/", 1)[1])
        assert camera is not None
        self.camera = camera

    @property
    def asks(self) -> bool:
        """Whether a question is open, which a page may show a moment later."""
        return self.camera.feed.form()["question"] is not None

    def answered(self) -> None:
        """The answer that was tapped has come, and no page shows its question any more."""
        until(lambda: not self.asks)
        for page in self.pair.pages:
            expect(page.locator("#camera-card")).to_be_hidden()

    def look(self, times: int) -> None:
        """The camera looks so many times at what lies there."""
        for _ in range(times):
            self.made[-1].next = Look(self.lying.view())
            self.camera.feed.take(self.lying.at, PICTURE)


def late_answer(page: Page) -> None:
    """The answer to a tap comes that was given before the camera asked."""
    page.evaluate(
        """async () => {
            const { now, setView } = await import("/static/js/table/state.js");
            const [place, said] = now().stamp.split(".");
            setView({ ...now(), stamp: `${place}.${said - 1}`, camera: { ...now().camera, question: null } });
        }"""
    )


def test_a_camera_from_its_start_to_its_answers(pair: Table) -> None:
    one, two = pair.pages
    filmed = Filmed(pair)
    camera, made, lying, look = filmed.camera, filmed.made, filmed.lying, filmed.look
    camera.latest = PICTURE
    tap(one, "camera look")
    picture = one.locator("#camera-picture")
    expect(picture.locator("img")).to_be_visible()
    until_page(one, "document.querySelector('#camera-picture img').naturalWidth > 0")
    box = picture.bounding_box()
    assert box is not None
    for x, y in ((0.1, 0.9), (0.9, 0.9), (0.8, 0.2), (0.2, 0.2)):
        picture.click(position={"x": x * box["width"], "y": y * box["height"]})
    expect(picture.locator("circle")).to_have_count(4)
    made[-1].remark = Advice("far_tiles", "对面的牌太小。", "The far tiles are too small.")
    camera.feed.take(0.0, PICTURE)
    expect(one.locator('[data-camera="far_tiles"]')).to_contain_text("对面的牌太小。")
    tap(one, "camera corners")
    expect(one.locator('[data-camera="far_tiles"]')).to_have_count(0)
    expect(one.locator("#camera-picture")).to_have_count(0)
    until(lambda: made[-1].corners is not None)
    assert made[-1].corners is not None
    assert abs(made[-1].corners[0][0] - 0.1) < 0.02
    tab(one, "table")
    pair.start()
    lying.discard(0, Tile.M5)
    look(5)
    expect(two.locator('.seat[data-seat="0"] .pool [aria-label="五万"]')).to_have_count(1)
    tab(two, "log")
    expect(two.locator(".evidence-key").first).to_contain_text("%")
    seq = two.locator("[data-seq]", has_text="打五万").get_attribute("data-seq")
    tap(two, f"evidence {seq}")
    expect(two.locator("#panel-title")).to_contain_text("摄像头看到的")
    two.locator("#panel-close").click()
    tab(two, "table")
    lying.discard(1, Tile.P2, sure=0.55, other=Tile.P3, blurred=0.2)
    look(8)
    expect(two.locator("#camera-card")).to_contain_text("摄像头没看准")
    expect(key(two, "camera option 0")).to_be_visible()
    tallest = two.locator("#camera-card > .evidence").evaluate(
        "(one) => parseFloat(getComputedStyle(one).maxHeight)"
    )
    assert tallest < 200, "what can be answered stands above the keys of the page"
    two.locator('#camera-card [aria-label="三筒 3p"]').click()
    filmed.answered()
    expect(one.locator('.seat[data-seat="1"] .pool [aria-label="三筒"]')).to_have_count(1)
    lying.discard(2, Tile.S4, sure=0.6, other=Tile.S5)
    look(8)
    assert not filmed.asks
    expect(two.locator('.seat[data-seat="2"] .pool .unsure')).to_have_count(1)
    lying.discard(3, Tile.M2, sure=0.6, other=Tile.M3)
    look(8)
    tap(two, "more")
    tap(two, "more wall")
    tap(two, "wall")
    expect(two.locator("#missing li")).to_have_count(4)
    look(5)
    expect(two.locator("#camera-card")).to_contain_text("这局有2张牌没看准")
    expect(two.locator(".asked li")).to_have_count(2)
    late_answer(two)
    expect(two.locator(".asked li")).to_have_count(2)
    asked = two.locator('[data-doubt="0"]')
    expect(asked.locator('[aria-pressed="true"]')).to_have_attribute("aria-label", "四条 4s")
    tap(two, "camera wide 0")
    asked.locator('[aria-label="五条 5s"]').click()
    expect(asked.locator('[aria-pressed="true"]')).to_have_attribute("aria-label", "五条 5s")
    tap(two, "camera confirm")
    filmed.answered()
    expect(one.locator('.seat[data-seat="2"] .pool [aria-label="五条"]')).to_have_count(1)
    made[-1].next = Look(None, moved=True)
    camera.feed.take(lying.at, PICTURE)
    expect(two.locator('[data-camera="moved"]')).to_be_visible()
    tab(one, "setup")
    tap(one, "camera stop")
    expect(two.locator("#camera-card")).to_be_hidden()


def test_two_discards_that_may_have_been_exchanged_are_one_question(pair: Table) -> None:
    """Two tiles that came at once on a common heap, and a kind that was not sure."""
    one, two = pair.pages
    filmed = Filmed(pair, ((0.1, 0.9), (0.9, 0.9), (0.8, 0.2), (0.2, 0.2)))
    lying, look = filmed.lying, filmed.look
    tab(one, "table")
    pair.start()
    for number, tile in enumerate((Tile.S9, Tile.S1, Tile.M9, Tile.S3, Tile.M6)):
        on_the_heap(lying, number, tile)
        look(8)
        if filmed.asks:
            two.locator("#camera-card button", has_text=tile.chinese).first.click()
            filmed.answered()
    lying.discard(1, Tile.P8, sure=0.6, other=Tile.P9)
    look(8)
    on_the_heap(lying, 6, Tile.P5)
    on_the_heap(lying, 7, Tile.S5)
    look(8)
    assert not filmed.asks
    tap(two, "more")
    tap(two, "more wall")
    tap(two, "wall")
    expect(two.locator("#missing li")).to_have_count(4)
    look(5)
    expect(two.locator("#camera-card")).to_contain_text("这局有2处没看准")
    asked = two.locator("[data-pair]")
    expect(asked).to_have_count(1)
    expect(asked.locator("button")).to_have_count(2)
    first = asked.locator('[aria-pressed="true"]').inner_text()
    asked.locator('[aria-pressed="false"]').click()
    expect(asked.locator('[aria-pressed="true"]')).not_to_have_text(first)
    turned = asked.locator('[aria-pressed="true"]').inner_text()
    tap(two, "camera confirm")
    filmed.answered()
    last = "五筒" if f"{Tile.P5}" in turned.split(",")[0] else "五条"
    expect(one.locator(f'.seat[data-seat="2"] .pool [aria-label="{last}"]')).to_have_count(1)


def test_a_hand_that_is_not_watched_from_its_deal_is_taken_up_by_one_tap(pair: Table) -> None:
    one, two = pair.pages
    filmed = Filmed(pair, ((0.1, 0.9), (0.9, 0.9), (0.8, 0.2), (0.2, 0.2)))
    tab(one, "table")
    pair.start()
    for number, tile in enumerate((Tile.S9, Tile.S1, Tile.M9, Tile.S3, Tile.M6, Tile.M8)):
        filmed.lying.discard(number % 4, tile)
    filmed.look(5)
    card = two.locator("#camera-card")
    expect(card).to_contain_text("没从起手看起")
    expect(card).to_contain_text("打九条")
    expect(card.locator("button").first).to_contain_text("照桌上的补记")
    tap(two, "camera option 0")
    filmed.answered()
    expect(one.locator('.seat[data-seat="0"] .pool [aria-label="六万"]')).to_have_count(1)
    expect(two.locator("#missing")).to_contain_text("镜头跟丢过一阵")
    tap(two, "checked")
    expect(two.locator("#missing")).not_to_contain_text("镜头跟丢过一阵")
    expect(one.locator('.seat[data-seat="0"] .pool [aria-label="六万"]')).to_have_count(1)


DREW = {"kind": "drawn", "seat": 1, "tile": "?"}


PRICES: tuple[tuple[list[dict[str, Any]], list[str]], ...] = (
    ([DREW, {"kind": "won", "seats": [1]}], ["{1} 自摸", "{1} wins by self-draw"]),
    ([{"kind": "won", "seats": [1]}], ["{1} 胡", "{1} wins"]),
    (
        [{"kind": "discarded", "seat": 0, "tile": "5m"}, {"kind": "won", "seats": [1]}],
        ["{0} 打五万，{1} 胡", "{0} discards 5m, {1} wins"],
    ),
    (
        [DREW, {"kind": "konged", "seat": 1, "how": "added", "tile": "5m", "just_drawn": True}],
        ["{1} 弯杠五万（刚摸的）", "{1}: added kong 5m with the tile just drawn"],
    ),
    (
        [DREW, {"kind": "konged", "seat": 1, "how": "added", "tile": "5m", "just_drawn": False}],
        ["{1} 弯杠五万（先前的）", "{1}: added kong 5m with an older tile"],
    ),
)
"""Options, and how they read: {0} and {1} are the players' names."""


def test_options_of_another_price_read_otherwise(pair: Table) -> None:
    one, _ = pair.pages
    tab(one, "table")
    pair.start()
    names = [one.locator(f'.seat[data-seat="{seat}"] .name').inner_text() for seat in (0, 1)]
    read = "async (events) => (await import('/static/js/table/camera_asks.js')).optionWords(events)"
    for option, words in PRICES:
        assert one.evaluate(read, option) == [text.format(*names) for text in words]


@pytest.fixture
def filming(chromium: str, drivers: Playwright, tmp_path: Path) -> Iterator[Browser]:
    """A browser on a phone whose camera gives 1920 x 1080."""
    demo = cv2.imread(str(Path(__file__).parents[3] / "web/static/demo/hand.jpg"))
    assert demo is not None
    large = tmp_path / "large.png"
    cv2.imwrite(str(large), cv2.resize(demo, (1920, 1080)))
    flags = seeing(film(large, tmp_path / "large.y4m"))
    opened = drivers.chromium.launch(executable_path=chromium, args=[*FLAGS, *flags], timeout=OPENING)
    yield opened
    opened.close()


class Noting(ScriptedEyes):
    """Notes the size of each picture."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[tuple[int, ...]] = []

    def see(self, at: float, pixels: Pixels) -> Look:
        self.sizes.append(pixels.shape)
        return Look()


TAKEN = """() => {
  window.taken = [];
  const make = document.createElement.bind(document);
  document.createElement = (name, ...all) => {
    if (name === "canvas") window.taken.push(performance.now());
    return make(name, ...all);
  };
}"""
"""Notes in the page when it begins to take each picture, in milliseconds."""


def test_a_phone_that_films_sends_all_the_pixels_that_its_camera_has(filming: Browser, inn: Inn) -> None:
    eyes = Noting()
    inn.app.cameras.make_eyes = lambda corners, sides: eyes
    table = Table(inn, filming)
    page = table.sit("甲")
    tab(page, "setup")
    tap(page, "camera phone")
    page.evaluate(TAKEN)
    tap(page, "film")
    until(lambda: len(eyes.sizes) >= 4, page)
    tap(page, "stop filming")
    assert set(eyes.sizes) == {(1080, 1920, 3)}
    apart = [later - sooner for sooner, later in itertools.pairwise(page.evaluate("window.taken"))]
    assert min(apart) > 250, "no more pictures than the table is looked at"
    table.close()


def test_a_phone_films_again_when_its_camera_was_taken_and_stops_when_nobody_wants_its_pictures(
    filming: Browser, inn: Inn
) -> None:
    """A call takes the camera away; a stopped camera refuses what is sent."""
    eyes = Noting()
    inn.app.cameras.make_eyes = lambda corners, sides: eyes
    table = Table(inn, filming)
    page = table.sit("甲")
    page.evaluate("localStorage.clear()")
    tab(page, "setup")
    tap(page, "camera phone")
    tap(page, "film")
    until(lambda: bool(eyes.sizes), page)
    page.evaluate(
        """() => {
            const [track] = document.querySelector("video.camera-own").srcObject.getVideoTracks();
            track.stop();
            track.dispatchEvent(new Event("ended"));
        }"""
    )
    expect(key(page, "stop filming")).to_be_visible()
    before = len(eyes.sizes)
    until(lambda: len(eyes.sizes) >= before + 4, page)
    inn.app.cameras.stop(table.path.rsplit("/", 1)[1])
    expect(page.locator("body")).to_contain_text("这部手机不拍了")
    expect(key(page, "stop filming")).to_have_count(0)
    table.close()

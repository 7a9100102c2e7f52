"""The camera on the table page in headless Chromium: the host sets it up by taps, the phones answer it."""

from __future__ import annotations

from playwright.sync_api import expect

from assistant.tiles import Tile
from tests.web.tables.inn import Table, key, tab, tap
from tests.web.tables.watched import PICTURE, Lying, ScriptedEyes, ScriptedSource
from web.cameras import Sides
from web.feed import Corners, Look


def test_a_camera_from_its_start_to_its_answers(pair: Table) -> None:
    one, two = pair.pages
    cameras, made, lying = pair.inn.app.cameras, list[ScriptedEyes](), Lying()

    def eyes(corners: Corners | None, sides: Sides) -> ScriptedEyes:
        made.append(ScriptedEyes(corners, sides))
        return made[-1]

    cameras.open_source, cameras.make_eyes = (lambda address: ScriptedSource()), eyes
    tab(one, "setup")
    one.locator("#camera-address").fill("0")
    tap(one, "camera start")
    expect(two.locator('[data-camera="corners"]')).to_be_attached()
    camera = cameras.get(pair.path.rsplit("/", 1)[1])
    assert camera is not None
    camera.latest = PICTURE
    tap(one, "camera look")
    picture = one.locator("#camera-picture")
    expect(picture.locator("img")).to_be_visible()
    one.wait_for_function("document.querySelector('#camera-picture img').naturalWidth > 0")
    box = picture.bounding_box()
    assert box is not None
    for x, y in ((0.1, 0.9), (0.9, 0.9), (0.8, 0.2), (0.2, 0.2)):
        picture.click(position={"x": x * box["width"], "y": y * box["height"]})
    expect(picture.locator("circle")).to_have_count(4)
    tap(one, "camera corners")
    expect(one.locator("#camera-picture")).to_have_count(0)
    assert made[-1].corners is not None
    assert abs(made[-1].corners[0][0] - 0.1) < 0.02
    tab(one, "table")
    pair.start()

    def look(times: int) -> None:
        for _ in range(times):
            made[-1].next = Look(lying.view())
            camera.feed.take(lying.at, PICTURE)

    lying.discard(0, Tile.M5)
    look(5)
    expect(two.locator('.seat[data-seat="0"] .pool [aria-label="五万"]')).to_have_count(1)
    tab(two, "log")
    expect(two.locator(".evidence-key").first).to_contain_text("%")
    seq = two.locator("[data-seq]", has_text="打五万").get_attribute("data-seq")
    tap(two, f"evidence {seq}")
    expect(two.locator("#panel-title")).to_contain_text("摄像头看到的")
    two.locator("#panel-close").tap()
    tab(two, "table")
    lying.discard(1, Tile.P2, sure=0.55, other=Tile.P3)
    look(8)
    expect(two.locator("#camera-card")).to_contain_text("摄像头没看准")
    expect(key(two, "camera option 0")).to_be_visible()
    two.locator("#camera-card button", has_text="打三筒").tap()
    expect(two.locator("#camera-card")).to_be_hidden()
    expect(one.locator('.seat[data-seat="1"] .pool [aria-label="三筒"]')).to_have_count(1)
    made[-1].next = Look(None, moved=True)
    camera.feed.take(lying.at, PICTURE)
    expect(two.locator('[data-camera="moved"]')).to_be_visible()
    tab(one, "setup")
    tap(one, "camera stop")
    expect(two.locator("#camera-card")).to_be_hidden()

"""The page in headless Chromium, at a phone's width, as a player uses it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.web.conftest import SPILLING
from tests.web.scripted import ScriptedReader
from tests.web.waiting import until, until_page
from web.drawings.demo import truth


def tap_in(page: Page, hand: str) -> None:
    """Tap tiles in: `"1m 2m"`."""
    page.locator("#add").click()
    for tile in hand.split():
        page.locator(f'[data-focus="key {tile}"]').click()
    page.locator("#sheet-close").click()


def holds(page: Page, tiles: Sequence[str]) -> None:
    """The page shows these tiles as the hand, in the order of their kinds."""
    shows(page, "#hand-tiles [data-tile]", "tile", sorted(tiles, key=lambda tile: (tile[1:], tile[:1])))


def shows(page: Page, selector: str, name: str, values: Sequence[str]) -> None:
    """What is shown there has these values of a data attribute, one after the other."""
    read = f"[...document.querySelectorAll({selector!r})].map((one) => one.dataset.{name})"
    until(lambda: page.evaluate(read) == list(values), page)


def wait_row(page: Page, tile: str) -> Locator:
    return page.locator(f'[data-wait="{tile}"]')


def show_demo(page: Page) -> None:
    page.locator("#demo").click()
    expect(page.locator("#stage svg .box")).to_have_count(13)


DEMO = [str(tile) for tile, _ in truth()]
NEAR = "2m 2m 2m 3m 6m 7m 8m 7m 8m 9m 1p 2p 3p"


def test_uploaded_photo_is_shown_with_boxes_and_its_waits(
    page: Page, reader: ScriptedReader, demo_file: Path
) -> None:
    page.locator("#album").set_input_files(demo_file)
    expect(page.locator("#stage svg .box")).to_have_count(13)
    shows(page, "#stage svg .box", "box", DEMO)
    expect(page.locator("#stage svg .box").first).to_contain_text("二万")
    expect(page.locator("#stage svg image")).to_have_count(1)
    holds(page, DEMO)
    expect(wait_row(page, "1m")).to_contain_text("剩 4 张")
    shows(page, "[data-wait]", "wait", ["1m", "3m", "4m"])
    expect(wait_row(page, "3m")).to_contain_text("1 倍")
    expect(wait_row(page, "3m")).to_contain_text("平胡")
    assert reader.photos == [demo_file.stat().st_size]


def test_camera_input_asks_for_the_rear_camera(page: Page) -> None:
    camera = page.locator("#camera")
    assert camera.get_attribute("capture") == "environment"
    assert camera.get_attribute("accept") == "image/*"


def test_boxes_lie_on_the_tiles_of_the_shown_photo(page: Page) -> None:
    show_demo(page)
    stage = page.locator("#stage svg").bounding_box()
    assert stage is not None
    for box in page.locator("#stage svg .box .frame").all():
        place = box.bounding_box()
        assert place is not None
        assert stage["x"] <= place["x"]
        assert place["x"] + place["width"] <= stage["x"] + stage["width"]
        assert 18 < place["width"] < 40
    page.locator("#near").click()
    until_page(page, "document.querySelector('#stage svg .box .frame').getBoundingClientRect().width > 40")


def test_wrong_tile_is_corrected_with_one_tap_and_the_picker(page: Page, reader: ScriptedReader) -> None:
    reader.misread = {3: "5s"}
    reader.unsure = {3: 0.71}
    show_demo(page)
    expect(page.locator("#answer")).to_contain_text("没叫")
    doubtful = page.locator('#stage svg .box[data-box="5s"]')
    expect(doubtful).to_have_class("box hand doubt")
    doubtful.click()
    expect(page.locator("#sheet")).to_be_visible()
    page.locator('[data-focus="key 3m"]').click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator('#stage svg .box[data-box="5s"]')).to_have_count(0)
    expect(wait_row(page, "1m")).to_be_visible()
    holds(page, DEMO)
    page.locator("#undo").click()
    expect(page.locator('#stage svg .box[data-box="5s"]')).to_have_count(1)


def test_unclear_tile_is_asked_and_answered_with_one_tap(page: Page, reader: ScriptedReader) -> None:
    reader.misread = {3: "?"}
    asked = {"tiles": [3], "options": ["3m", "2m"], "zh": "手牌第 4 张看不清：是三万还是二万？"}
    reader.problems = [{"code": "unclear_tile", "message": "Tile 4 is unclear.", **asked}]
    show_demo(page)
    expect(page.locator("#hand-tiles [data-tile]").last).to_have_attribute("data-tile", "?")
    expect(page.locator("#photo-problems")).to_contain_text("手牌第 4 张看不清")
    expect(page.locator("#answer")).to_contain_text("有牌没认出")
    page.locator("#photo-problems [data-tile='3m']").click()
    expect(wait_row(page, "4m")).to_be_visible()
    expect(page.locator("#photo-problems li")).to_have_count(0)
    holds(page, DEMO)


def test_left_falls_when_a_tile_seen_elsewhere_is_tapped_in(page: Page) -> None:
    tap_in(page, NEAR)
    expect(wait_row(page, "1m")).to_contain_text("剩 4 张")
    page.get_by_role("button", name="一万 又见一张").click()
    expect(wait_row(page, "1m")).to_contain_text("剩 3 张")
    page.locator("#see").click()
    for _ in range(2):
        page.locator('[data-focus="key 1m"]').click()
    page.locator("#sheet-close").click()
    expect(wait_row(page, "1m")).to_contain_text("剩 1 张")
    expect(wait_row(page, "1m")).to_contain_text("绝张")
    expect(wait_row(page, "3m")).not_to_contain_text("绝张")
    expect(page.locator("#seen-tiles [data-tile='1m']")).to_have_count(3)
    page.get_by_role("button", name="一万 少见一张").click()
    expect(wait_row(page, "1m")).to_contain_text("剩 2 张")
    page.locator("#seen-tiles [data-tile='1m']").first.click()
    expect(wait_row(page, "1m")).to_contain_text("剩 3 张")


def test_dead_wait_is_marked(page: Page) -> None:
    tap_in(page, "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 9p")
    expect(wait_row(page, "9p")).to_contain_text("剩 3 张")
    for seen in range(3):
        expect(wait_row(page, "9p")).to_contain_text(f"剩 {3 - seen} 张")
        page.get_by_role("button", name="九筒 又见一张").click()
    expect(page.locator("#answer")).to_contain_text("死叫")
    expect(wait_row(page, "9p")).to_contain_text("剩 0 张")


def test_rule_set_cap_and_base_change_the_money(page: Page) -> None:
    tap_in(page, "2s 2s 2s 3s 4s 5s 5s 5s 5s 7s 7s 7s 9s")
    row = wait_row(page, "9s")
    expect(row).to_contain_text("清一色")
    expect(row).to_contain_text("8 倍")
    expect(row.locator(".money b")).to_have_text(["8", "9"])
    page.locator("#rule-cap").select_option(label="16 倍 ×16")
    page.locator("#rule-base").fill("5")
    page.locator("#rule-base").press("Enter")
    expect(row.locator(".money b").first).to_have_text("40")
    page.locator("#rule-set").select_option("online")
    expect(row).to_contain_text("番")
    expect(page.locator("#rule-base")).to_have_value("6")
    expect(row.locator(".money b").first).to_have_text("48")
    page.locator("#rule-set").select_option("sbr-2025")
    expect(row.locator(".value")).to_have_text("3 番")


def test_price_of_a_pattern_can_be_switched_on(page: Page) -> None:
    tap_in(page, "1m 2m 3m 7m 8m 9m 1p 1p 1p 9p 9p 9p 9m")
    expect(wait_row(page, "9m").locator(".value")).to_have_text("1 倍")
    page.get_by_text("番型和更多").click()
    page.locator('[id="rule-patterns.terminals"]').select_option(label="2 翻 ×4")
    expect(wait_row(page, "9m").locator(".value")).to_have_text("4 倍")
    expect(wait_row(page, "9m")).to_contain_text("带幺九")
    page.get_by_text("改了 1 条").click()
    expect(wait_row(page, "9m").locator(".value")).to_have_text("1 倍")


def test_fourteen_tiles_show_the_best_discards_and_one_tap_throws(page: Page) -> None:
    tap_in(page, NEAR + " 9s")
    best = page.locator(".discard").first
    expect(best).to_have_attribute("data-discard", "9s")
    expect(best).to_contain_text("最好")
    expect(best).to_contain_text("听 11 张")
    best.locator("button").click()
    expect(wait_row(page, "1m")).to_be_visible()
    expect(page.locator('#hand-tiles [data-tile="9s"]')).to_have_count(0)


def test_complete_hand_says_so(page: Page) -> None:
    tap_in(page, NEAR + " 1m")
    expect(page.locator("#answer .win")).to_contain_text("1 倍")
    expect(page.locator("#answer")).to_contain_text("胡")


def test_melds_are_made_of_tiles_changed_and_taken_back(page: Page) -> None:
    tap_in(page, "5p 5p 5p 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m")
    page.locator("#hand-tiles [data-tile='5p']").first.click()
    page.locator("#actions").get_by_text("碰").click()
    expect(page.locator(".meld")).to_have_attribute("aria-label", "碰 五筒，Pong 5p")
    expect(page.locator("#hand-tiles [data-tile='5p']")).to_have_count(0)
    expect(wait_row(page, "9m")).to_be_visible()
    page.locator(".meld").click()
    page.locator("#actions").get_by_text("暗杠").click()
    expect(page.locator(".meld")).to_have_attribute("aria-label", "暗杠 五筒，Concealed kong 5p")
    expect(wait_row(page, "9m")).to_contain_text("根")
    page.locator("#undo").click()
    page.locator(".meld").click()
    page.locator("#actions").get_by_text("收回手牌").click()
    expect(page.locator("#hand-tiles [data-tile='5p']")).to_have_count(3)
    page.locator("#add").click()
    page.locator("[data-focus='target k']").click()
    page.locator("[data-focus='key 8s']").click()
    expect(page.locator(".meld")).to_have_attribute("aria-label", "直杠 八条，Exposed kong 8s")


def test_state_outlives_the_browser_being_killed(context: BrowserContext, page: Page, address: str) -> None:
    tap_in(page, NEAR)
    page.get_by_role("button", name="四万 又见一张").click()
    page.locator("#rule-set").select_option("online")
    page.locator("#rule-base").fill("3")
    page.locator("#rule-base").press("Enter")
    expect(wait_row(page, "4m").locator(".money b").first).to_have_text("3")
    page.close()  # no unload handler of ours may be needed
    again = context.new_page()
    again.goto(address)
    expect(again.locator("#rule-set")).to_have_value("online")
    expect(again.locator("#rule-base")).to_have_value("3")
    expect(wait_row(again, "4m")).to_contain_text("剩 3 张")
    holds(again, NEAR.split())
    again.locator("#clear").click()
    expect(again.locator("#hand-tiles [data-tile]")).to_have_count(0)
    expect(again.locator("#rule-set")).to_have_value("online")


def test_broken_storage_does_not_break_the_page(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    page.add_init_script("localStorage.setItem('tangzi.hand.1', '{\"tiles\": 5')")
    page.goto(address)
    tap_in(page, NEAR)
    expect(wait_row(page, "1m")).to_be_visible()


def test_refused_photo_says_why_in_chinese_and_english(page: Page, reader: ScriptedReader) -> None:
    tap_in(page, "1m")
    page.evaluate("document.body.dataset.largest = '10'")
    page.locator("#album").set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"x" * 20}
    )
    expect(page.locator("#photo-problems")).to_contain_text("照片太大")
    expect(page.locator("#photo-problems")).to_contain_text("The photo is too large")
    assert reader.photos == []
    page.locator('[data-focus="former"]').click()
    holds(page, ["1m"])


def test_wrong_number_of_tiles_says_so(page: Page) -> None:
    tap_in(page, "1m 2m 3m 4m")
    expect(page.locator("#answer .problem")).to_contain_text("张数不对")


def test_four_of_a_kind_is_all_that_can_be_tapped_in(page: Page) -> None:
    tap_in(page, "1m 1m 1m 1m")
    page.locator("#add").click()
    expect(page.locator('[data-focus="key 1m"]')).to_be_disabled()
    expect(page.locator('[data-focus="key 2m"]')).to_be_enabled()


def test_photo_the_browser_cannot_show_is_drawn(page: Page) -> None:
    page.locator("#album").set_input_files(
        {"name": "hand.heic", "mimeType": "image/heic", "buffer": b"no browser's picture"}
    )
    expect(page.locator("#stage svg .stand-in image").first).to_be_attached()
    expect(wait_row(page, "1m")).to_be_visible()


def test_keyboard_alone_is_enough(page: Page) -> None:
    page.locator("#add").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-focus="key 1m"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('[data-focus="key 2p"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#add")).to_be_focused()
    holds(page, ["2p"])


def test_photo_box_is_reached_by_keyboard(page: Page) -> None:
    show_demo(page)
    page.locator('[data-focus="box 3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-title")).to_contain_text("三万")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 430, 1280])
def test_nothing_is_cut_off(page: Page, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    show_demo(page)
    page.get_by_text("番型和更多").click()
    for _ in range(2):
        page.locator('[data-focus="see 3m"]').click()  # 绝张, the longest that stands beside a wait
    expect(page.locator('[data-wait="3m"]')).to_contain_text("绝张")
    page.locator("#add").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SPILLING) == []
    cut = page.evaluate(
        """(width) => [...document.querySelectorAll('button, select, summary, label.big')]
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([one, place]) => place.width && (place.left < 0 || place.right > width
                || place.height < (one.className === 'tile-button' ? 34 : 44)))
            .map(([one, place]) => [one.outerHTML, place.width, place.height])""",
        width,
    )
    assert cut == []


def test_everything_that_can_be_pressed_has_a_name(page: Page) -> None:
    show_demo(page)
    page.locator("#add").click()
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, [role=button]')]
            .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length))
            .map((one) => one.outerHTML)"""
    )
    assert unnamed == []

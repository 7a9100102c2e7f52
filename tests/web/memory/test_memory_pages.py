"""The pages of looking back in headless Chromium: sizes, names, keys; deleting asks once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Watched, patient
from tests.web.memory.conftest import play_round
from tests.web.tables.phones import Phones, open_phones
from web.companion import Companion

SIZES = {"phone": (390, 844), "small": (360, 740), "laptop": (1280, 800)}


@pytest.fixture
def played(app: Companion) -> Phones:
    phones = open_phones(app, rules="chengdu", set={"ending": "first_win"})
    play_round(phones)
    return phones


@pytest.fixture
def owner(browser: Browser, address: str, played: Phones) -> Iterator[Page]:
    """The owner's browser on the computer itself."""
    context = patient(browser.new_context(locale="zh-CN"))
    page = context.new_page()
    watched = Watched(page)
    page.goto(f"{address}/memory")
    yield page
    assert [url for url in watched.requests if not url.startswith(address)] == []
    assert [text for text in watched.complaints if "status of 4" not in text] == []
    context.close()


def look(page: Page, width: int) -> None:
    """Nothing is wider than the page; what can be pressed is large enough and has a name; pictures too."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """() => [...document.querySelectorAll('main a, main button, main select, main summary, header a')]
            .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
            .filter(([text, place]) => place.width && place.height < 43.5).map(([text]) => text)"""
    )
    assert small == []
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, a, svg, [role=img]')]
            .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length))
            .map((one) => one.outerHTML.slice(0, 90))"""
    )
    assert unnamed == []
    plots = page.locator("svg.plot").count()
    assert page.locator("svg.plot ~ details table.figures").count() >= plots


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_and_everything_has_a_name(
    owner: Page, address: str, played: Phones, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    owner.set_viewport_size({"width": width, "height": height})
    owner.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for path in ("", f"/{played.table}", f"/{played.table}/rounds/1?step=6"):
        owner.goto(f"{address}/memory{path}")
        look(owner, width)


def test_a_round_is_walked_through_by_keys_and_buttons(owner: Page, address: str, played: Phones) -> None:
    owner.goto(f"{address}/memory/{played.table}/rounds/1")
    title, net = owner.locator("#step-title"), owner.locator('[data-seat="2"] .net')
    expect(title).to_contain_text("丙 胡")
    expect(net).to_have_attribute("data-net", "1")
    owner.keyboard.press("ArrowLeft")
    expect(title).to_contain_text("甲 打九筒")
    expect(net).to_have_attribute("data-net", "0")
    owner.keyboard.press("Home")
    expect(title).to_contain_text("开局")
    owner.locator('[rel="next"]').click()
    expect(title).to_contain_text("1 / 7")
    owner.locator(".lines a").nth(6).click()
    expect(title).to_contain_text("6 / 7")
    owner.go_back()
    expect(title).to_contain_text("1 / 7")
    owner.keyboard.press("End")
    expect(title).to_contain_text("丙 胡")


def test_deleting_asks_once(owner: Page, address: str, played: Phones) -> None:
    owner.goto(f"{address}/memory/{played.table}")
    owner.locator("[data-delete]").click()
    expect(owner.locator("#sure-text")).to_contain_text("1 局")
    owner.locator('#sure button[value="no"]').click()
    assert played.app.tables.tables() == (played.table,)
    owner.locator(f'[data-forget="{played.ids["丁"]}"]').click()
    owner.locator('#sure button[value="yes"]').click()
    expect(owner.locator("#said")).to_contain_text("已删除")
    expect(owner.locator("main")).not_to_contain_text("丁")
    owner.locator("[data-delete]").click()
    owner.locator('#sure button[value="yes"]').click()
    expect(owner).to_have_url(f"{address}/memory")
    expect(owner.locator("main")).to_contain_text("还没有牌桌")
    expect(owner.locator("#said")).to_contain_text("整桌已删除")
    assert played.app.tables.tables() == ()


def test_a_table_goes_out_and_comes_in_again(
    owner: Page, address: str, played: Phones, tmp_path: Path
) -> None:
    owner.goto(f"{address}/memory/{played.table}")
    with owner.expect_download() as download:
        owner.locator('a[href$="export.json"]').click()
    saved = tmp_path / "table.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))["table"]["id"] == played.table
    owner.goto(f"{address}/memory")
    owner.locator('#import input[type="file"]').set_input_files(saved)
    expect(owner.locator("#said")).to_contain_text("已经在这里")
    owner.locator('#import input[name="copy"]').check()
    owner.locator('#import input[type="file"]').set_input_files(saved)
    expect(owner.locator("#said")).to_contain_text("已导入")
    assert len(played.app.tables.tables()) == 2
    saved.write_text("{}", "utf-8")
    owner.locator('#import input[type="file"]').set_input_files(saved)
    expect(owner.locator("#said")).to_contain_text("不是导出的牌局文件")


def test_how_long_things_are_kept(owner: Page) -> None:
    owner.locator('#retention input[name="tables"]').fill("30")
    owner.locator('#retention button[type="submit"]').click()
    expect(owner.locator("#said")).to_contain_text("记下了")
    owner.reload()
    expect(owner.locator('#retention input[name="tables"]')).to_have_value("30")

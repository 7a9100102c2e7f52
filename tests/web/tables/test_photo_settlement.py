"""拍照结账 on the page: drawn pictures, read by the shipped reader, settled to the point."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.vision.hand_photos import photo
from tests.web.tables.inn import Table, agree, discard, key, tab, tap
from tests.web.waiting import until
from web.reading import Reader

READING = 180_000
"""Milliseconds that photos may take on one busy machine; the first opens the weights."""
PLAIN = "123m 456m 77m 234p 56p"
WALL = ("123456789m 22s 34s", "1357s 246s 377p #k9s", "147m 258p 36s 147p 88s", "1112345678999p")


@pytest.fixture
def reader() -> Reader:
    """The shipped one."""
    return Reader()


@pytest.fixture
def page(solo: Table) -> Page:
    """One phone that keeps the book for four, the hand started, nothing of it recorded."""
    return solo.pages[0]


def choose(page: Page, *photos: bytes) -> None:
    """Choose photos in the open panel, and wait until they are read."""
    with page.expect_file_chooser() as chooser:
        tap(page, "ending album")
    files = [
        {"name": f"{number}.jpg", "mimeType": "image/jpeg", "buffer": one}
        for number, one in enumerate(photos)
    ]
    with page.expect_response("**/api/hands", timeout=READING):
        chooser.value.set_files(files)  # type: ignore[arg-type]
    expect(page.locator("#panel-body .busy")).to_have_count(0, timeout=READING)


def pick(page: Page, group: str, word: str) -> None:
    page.locator(f'#panel-body [aria-label^="{group}"] button', has_text=word).click()


def comes_to(page: Page, so: Callable[[list[str]], bool]) -> None:
    """What the panel says it would come to, each `payer → payee points`, is so."""
    until(lambda: so(page.evaluate(PAYMENTS)), page)
    expect(key(page, "settle")).to_be_visible()


PAYMENTS = """() => [...document.querySelectorAll("#panel-body .payments .payment")]
  .map((line) => [".paid", ".points"].map((part) => line.querySelector(part).innerText).join(" "))"""


def test_an_empty_wall_from_one_photo_of_four_hands(page: Page) -> None:
    """A pig pays everybody, who is not ready each ready one; only the kong's discarder is asked."""
    tap(page, "settle photos")
    pick(page, "怎么结束", "黄庄")
    choose(page, photo(*WALL))
    expect(page.locator("#panel-body [data-hand]")).to_have_count(4)
    expect(page.locator("#panel-body [data-open]")).to_contain_text("是哪种杠")
    pick(page, "哪种杠", "直杠")
    expect(page.locator("#panel-body [data-open]")).to_have_text(
        "杠的牌谁打的？ Who discarded the kong's tile?"
    )
    pick(page, "谁打的", "3号位")
    comes_to(page, lambda said: "3号位 → 甲 8" in said)
    tap(page, "settle")
    agree(page, (9, -1, -24, 16))
    expect(page.locator("#missing li")).to_have_count(0)
    tap(page, "undo")
    agree(page, (0, 0, 0, 0))


def test_an_empty_wall_from_four_photos_at_once(page: Page) -> None:
    tap(page, "settle photos")
    pick(page, "怎么结束", "黄庄")
    choose(page, *map(photo, WALL))
    expect(page.locator("#panel-body [data-hand]")).to_have_count(4)
    pick(page, "哪种杠", "暗杠")
    comes_to(page, lambda said: len(said) == 3 + 3 + 2 + 3)  # kong, pig, not ready, refund
    tap(page, "settle")
    agree(page, (9, -1, -24, 16))


def test_a_win_off_a_discard_with_melds_nobody_recorded(page: Page) -> None:
    tap(page, "settle photos")
    pick(page, "怎么结束", "有人胡")
    pick(page, "谁胡", "2号位")
    pick(page, "谁点炮", "4号位")
    choose(page, photo("123m 44m 56m #p7m #p5p"))
    tap(page, "won 4m")
    comes_to(page, lambda said: said == ["4号位 → 2号位 1"])
    tap(page, "settle")
    agree(page, (0, 1, 0, -1))
    tab(page, "log")
    expect(page.locator("#entries")).to_contain_text("补记：2号位 碰七万")


def test_a_self_draw_after_a_kong_with_the_won_tile_in_the_photo(page: Page) -> None:
    """杠上花: the fourteen tiles lie together; which was won on, and which kong it came after, is asked."""
    tap(page, "settle photos")
    pick(page, "怎么结束", "有人胡")
    pick(page, "谁胡", "3号位")
    pick(page, "谁点炮", "自摸")
    choose(page, photo("123m 77m 234m 567s #k9s"))
    tap(page, "won 7s")
    tap(page, "after kong")
    pick(page, "刚才哪种杠", "暗杠")
    payers = ("4号位", "甲", "2号位")
    wanted = [f"{payer} → 3号位 {points}" for points in (2, 5) for payer in payers]
    comes_to(page, lambda said: said == wanted)
    tap(page, "settle")
    agree(page, (-7, -7, 21, -7))


def test_heavenly_only_where_the_players_say_so(page: Page) -> None:
    tap(page, "settle photos")
    pick(page, "怎么结束", "有人胡")
    pick(page, "谁胡", "甲")
    pick(page, "谁点炮", "自摸")
    tap(page, "won 7p")
    choose(page, photo(PLAIN))
    comes_to(page, lambda said: bool(said) and said[0].endswith(" 2"))
    tap(page, "first")
    expect(page.locator("#panel-body .payment .points").first).to_have_text("9")


def test_a_misread_tile_is_fixed_with_one_tap_and_a_wrong_hand_is_not_recorded_unasked(page: Page) -> None:
    tap(page, "settle photos")
    pick(page, "怎么结束", "有人胡")
    pick(page, "谁胡", "2号位")
    pick(page, "谁点炮", "4号位")
    tap(page, "won 7p")
    choose(page, photo(PLAIN.replace("77m", "78m")))
    expect(key(page, "settle")).to_contain_text("确实是这样")
    expect(page.locator("#panel-body .problems").last).to_contain_text("2号位的牌胡不了")
    page.locator('#panel-body [data-hand] [data-tile="8m"]').first.click()
    tap(page, "fix 7m")
    expect(key(page, "settle")).to_contain_text("就这样结")
    tap(page, "settle")
    agree(page, (0, 1, 0, -1))


def test_what_was_told_outlives_the_browser(page: Page) -> None:
    """FIELD D12 b: a phone may end the browser while its camera is open."""
    tap(page, "settle photos")
    pick(page, "怎么结束", "有人胡")
    pick(page, "谁胡", "2号位")
    pick(page, "谁点炮", "4号位")
    tap(page, "won 7p")
    choose(page, photo(PLAIN))
    page.reload()
    expect(page.locator("#panel-title")).to_contain_text("拍照结账")
    expect(page.locator("#panel-body [data-hand]")).to_have_count(1)
    tap(page, "settle")
    agree(page, (0, 1, 0, -1))


def test_a_file_that_is_no_picture_is_said(page: Page) -> None:
    tap(page, "settle photos")
    pick(page, "怎么结束", "黄庄")
    choose(page, b"no picture")
    expect(page.locator("#panel-body .problem")).to_contain_text("JPEG")
    choose(page, photo(PLAIN), b"no picture")
    expect(page.locator("#panel-body .problem").first).to_contain_text("第 2 张照片")
    expect(page.locator("#panel-body [data-hand]")).to_have_count(1)


def test_a_win_that_was_tapped_needs_its_hand_only(page: Page) -> None:
    discard(page, "7p")
    tap(page, "win")
    tap(page, "win 1")
    tap(page, "settle photos")
    pick(page, "怎么结束", "补亮牌")
    choose(page, photo("123m 77m 234p 56p #p9m"))
    expect(page.locator('#panel-body [aria-label^="谁的"] [aria-pressed="true"]')).to_have_text("2号位")
    tap(page, "settle")
    agree(page, (-1, 1, 0, 0))

"""无障碍: the rules of axe-core on every page, by day and in the dark; a hand scored by keyboard alone."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import new_phone
from tests.web.tables.inn import Inn, Table, discard, key, tab, tap

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PLAIN_PAGES = ("/learn", "/tables/new", "/join", "/check", "/offline", "/api/")


def faults(page: Page, where: str) -> list[str]:
    """What axe-core finds wrong, a line each."""
    page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{where}: {one['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_pages_without_a_table_keep_the_rules(inn: Inn, browser: Browser, scheme: Scheme) -> None:
    context = new_phone(browser, {"color_scheme": scheme})
    page = context.new_page()
    page.goto(inn.address)
    expect(page.locator("#rule-set")).to_be_visible()
    found = faults(page, "empty")
    page.locator("#demo").click()
    expect(page.locator("[data-wait]")).to_have_count(3)
    page.locator("summary").first.click()
    found += faults(page, "a hand")
    page.locator("#add").click()
    found += faults(page, "the picker")
    for path in PLAIN_PAGES:
        page.goto(inn.address + path)
        found += faults(page, path)
    context.close()
    assert found == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_pages_of_a_table_keep_the_rules(inn: Inn, browser: Browser, scheme: Scheme) -> None:
    table = Table(inn, browser, asked={"color_scheme": scheme})
    page = table.sit("甲")
    found = faults(page, "the lobby")
    table.start()
    discard(page, "5p")
    tap(page, "win")
    found += faults(page, "who won")
    tap(page, "win 13")
    expect(page.locator("#missing li")).to_have_count(2)
    found += faults(page, "hands missing")
    tap(page, "settle photos")
    found += faults(page, "settling")
    page.locator("#panel-close").click()
    for name in ("mine", "money", "log", "setup"):
        tab(page, name)
        expect(page.locator(f"#tab-{name}")).to_be_visible()
        if name == "money":
            expect(page.locator("#money-body .balances li")).to_have_count(4)
        found += faults(page, name)
    table.close()
    assert found == []


@pytest.fixture
def keyboard(solo: Table) -> Page:
    return solo.pages[0]


def reach(page: Page, focus: str) -> None:
    """Press Tab until that has the focus: everything can be reached, in the order of the page."""
    expect(key(page, focus)).to_be_visible()
    for _ in range(80):
        if page.evaluate("document.activeElement.dataset.focus ?? ''") == focus:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{focus} cannot be reached with the Tab key")


def press(page: Page, focus: str) -> None:
    expect(key(page, focus)).to_be_enabled()
    reach(page, focus)
    page.keyboard.press("Enter")


def arrow_to(page: Page, tile: str) -> None:
    """From the first of the 27 tiles, by arrows."""
    row, column = "mps".index(tile[1]), int(tile[0]) - 1
    for _ in range(row):
        page.keyboard.press("ArrowDown")
    for _ in range(column):
        page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_attribute("data-tile", tile)


def test_a_hand_is_scored_by_keyboard_alone(keyboard: Page) -> None:
    """A discard, a win on it, the winner's hand tapped in with arrows and Enter, the money."""
    page = keyboard
    press(page, "discard")
    reach(page, "key 1m")
    arrow_to(page, "5p")
    page.keyboard.press("Enter")
    expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    expect(page.locator("#heard")).to_contain_text("甲 打五筒")
    press(page, "win")
    press(page, "win 2")
    press(page, "tell 2")
    reach(page, "key 1m")
    for tile in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "3p", "3p", "4p", "6p"):
        page.locator(f'[data-focus="key {tile}"]').focus()
        page.keyboard.press("Enter")
    press(page, "show 2")
    expect(page.locator('.seat[data-seat="2"] .net')).to_have_attribute("data-net", "1")


def test_focus_comes_back_to_what_opened_a_panel(keyboard: Page) -> None:
    page = keyboard
    press(page, "discard")
    expect(page.locator("#panel :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(key(page, "discard")).to_be_focused()


def test_focus_comes_back_once_a_tap_was_sent(keyboard: Page) -> None:
    """While it is sent the button cannot be pressed, and so has no focus."""
    page = keyboard
    press(page, "discard")
    reach(page, "key 1m")
    page.keyboard.press("Enter")
    expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    expect(key(page, "discard")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#panel")).to_be_visible()


def test_tabs_follow_the_arrow_keys(keyboard: Page) -> None:
    page = keyboard
    page.locator("#table-key").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-mine")).to_be_visible()
    expect(page.locator("#mine-key")).to_be_focused()
    expect(page.locator('[role="tab"][tabindex="0"]')).to_have_count(1)


def test_nothing_moves_for_who_wants_no_motion(inn: Inn, browser: Browser) -> None:
    context = new_phone(browser, {"reduced_motion": "reduce"})
    page = context.new_page()
    page.goto(inn.address)
    expect(page.locator("#rule-set")).to_be_visible()
    moving = """[...document.querySelectorAll('*')].filter((one) => {
      one.hidden = false;
      return ['::before', null].some((part) => {
        const style = getComputedStyle(one, part);
        return style.animationName !== 'none' || style.transitionDuration !== '0s';
      });
    }).length"""
    assert page.evaluate(moving) == 0
    context.close()
    still = new_phone(browser, {"reduced_motion": "no-preference"})
    page = still.new_page()
    page.goto(inn.address)
    expect(page.locator("#rule-set")).to_be_visible()
    assert page.evaluate(moving) == 1  # the turning ring while a photo is read: this test can fail
    still.close()

"""The table page in headless Chromium: roles, wake lock, and that nothing is cut off or without a name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import SPILLING, new_phone
from tests.web.tables.inn import Inn, Table, discard, key, tab, tap, tap_in
from tests.web.waiting import until_page


def test_the_wake_lock_is_wanted_again_when_the_page_is_seen_again(inn: Inn, browser: Browser) -> None:
    """FIELD D11: what is wanted is kept apart from the lock."""
    table = Table(inn, browser)
    page = table.sit("甲")
    page.add_init_script(
        """window.asked = 0;
        const locks = [];
        Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
            window.asked += 1;
            const lock = new EventTarget();
            lock.release = async () => lock.dispatchEvent(new Event('release'));
            locks.push(lock);
            return lock;
        }}});
        window.hide = (hidden) => {
            Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
            if (hidden) for (const lock of locks.splice(0)) lock.release();
            document.dispatchEvent(new Event('visibilitychange'));
        };"""
    )
    page.reload()
    expect(page.locator(".seat").first).to_be_visible()
    until_page(page, "window.asked === 1")
    page.evaluate("window.hide(true)")
    page.evaluate("window.hide(false)")
    until_page(page, "window.asked === 2")
    tab(page, "setup")
    tap(page, "want awake")
    expect(key(page, "want awake")).to_have_attribute("aria-pressed", "false")
    page.evaluate("window.hide(true)")
    page.evaluate("window.hide(false)")
    page.wait_for_timeout(200)
    assert page.evaluate("window.asked") == 2
    table.close()


def test_a_screen_and_a_spectator_cannot_record(table: Table) -> None:
    screen = table.sit("大屏", "screen")
    screen.set_viewport_size({"width": 1280, "height": 800})
    looker = table.sit("旁人", "spectator")
    table.start()
    for page in (screen, looker):
        expect(page.locator("#dock")).to_be_hidden()
        expect(page.locator("button.seat-head")).to_have_count(0)
    discard(table.pages[0], "1m")
    expect(screen.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    assert screen.evaluate("document.documentElement.scrollWidth") <= 1280


def test_who_has_no_place_is_asked_for_the_code(inn: Inn, table: Table, browser: Browser) -> None:
    stranger = new_phone(browser).new_page()
    stranger.goto(inn.address + table.path)
    expect(stranger).to_have_url(f"{inn.address}/join")
    stranger.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 430, 1280])
def test_nothing_is_cut_off_and_everything_has_a_name(solo: Table, width: int, scheme: str) -> None:
    page = solo.pages[0]
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    discard(page, "5p")
    look(page, width)
    for opened in ("discard", "pong", "kong", "win", "self-draw", "pass", "more", "seat 0"):
        key(page, opened).click()
        look(page, width)
        page.locator("#panel-close").click()
    tap(page, "win")
    tap(page, "win 123")
    expect(page.locator("#missing li")).to_have_count(3)
    look(page, width)
    for name in ("mine", "money", "log", "setup"):
        tab(page, name)
        expect(page.locator(f"#tab-{name}")).to_be_visible()
        expect(page.locator(FILLED[name]).first).to_be_visible()
        look(page, width)
    key(page, "more rules").click()
    look(page, width)


def test_the_head_of_a_tall_panel_is_in_sight_on_a_small_phone(solo: Table) -> None:
    page = solo.pages[0]
    page.set_viewport_size({"width": 360, "height": 640})
    for one in ("more", "more wall", "wall", "tell 0"):
        tap(page, one)
    tap_in(page, "123456789m 22s 34s")
    edges = page.evaluate(
        """[document.querySelector('.crown').getBoundingClientRect().bottom,
            document.querySelector('#panel-close').getBoundingClientRect().top]"""
    )
    assert edges[0] <= edges[1]
    show = key(page, "show 0").bounding_box()
    assert show is not None
    assert show["y"] + show["height"] <= 640, "what ends it is in sight, too"


FILLED = {
    "mine": "#mine-body > *",
    "money": "#money-body .balances li",
    "log": "#entries .entry",
    "setup": "#rules-body select",
}
"""What each page shows once it knows its table."""
CUT_OPTIONS = """() => [...document.querySelectorAll('select')].flatMap((one) => {
    if (!one.clientWidth) return [];
    const style = getComputedStyle(one);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 18;
    return [...one.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
})"""
"""What a closed select would show with its end cut off; 18 pixels are the arrow's."""


def look(page: Page, width: int) -> None:
    """Nothing is wider than the page, everything that can be pressed is large enough and has a name."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SPILLING) == []
    cut = page.evaluate(
        """(width) => [...document.querySelectorAll('button, select, summary, input:not([type=file])')]
            .map((one) => [one, one.getBoundingClientRect()])
            .filter(([one, place]) => place.width && (place.left < -1 || place.right > width + 1
                || place.height < (one.className === 'tile-button' ? 34 : 44)))
            .map(([one, place]) => [one.outerHTML, place.width, place.height])""",
        width,
    )
    assert cut == []
    assert page.evaluate(CUT_OPTIONS) == []
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input, [role=button]')]
            .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length))
            .map((one) => one.outerHTML)"""
    )
    assert unnamed == []

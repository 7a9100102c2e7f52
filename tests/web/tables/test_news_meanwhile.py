"""News that come while somebody presses, types or has no connection: nothing of what they do is lost."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.web.tables.inn import Inn, Table, abreast, close, discard, key, tab, tap, tap_in
from tests.web.waiting import until


def middle(page: Page, focus: str) -> tuple[float, float]:
    box = key(page, focus).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("by", ["mouse", "finger"])
def test_a_key_that_is_pressed_when_news_come_is_still_pressed(pair: Table, by: str) -> None:
    """Drawn anew between the finger's coming down and its lifting, the key would lose the tap."""
    one, two = pair.pages
    pair.start()
    abreast(two)
    x, y = middle(two, "more")
    touch = pair.contexts[1].new_cdp_session(two)
    if by == "mouse":
        two.mouse.move(x, y)
        two.mouse.down()
    else:
        down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        touch.send("Input.dispatchTouchEvent", down)
    two.evaluate("window.key = document.querySelector('[data-focus=more]')")
    discard(one, "5p")
    expect(two.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    assert two.evaluate("window.key.isConnected")
    if by == "mouse":
        two.mouse.up()
    else:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(two.locator("#panel-title")).to_contain_text("更多")
    close(two)
    expect(key(two, "pong")).to_be_enabled()  # what was held back is drawn


def test_nothing_moves_while_a_tap_is_sent(pair: Table) -> None:
    """The tabs stay under the thumb: what pushed them down for a moment led taps elsewhere."""
    one = pair.pages[0]
    pair.start()
    one.route("**/events", lambda route: None)  # held until it is unrouted
    before = one.locator("#log-key").bounding_box()
    tap(one, "discard")
    tap(one, "key 1m")
    expect(one.locator(".sending")).to_be_visible()
    assert one.locator("#log-key").bounding_box() == before
    tab(one, "log")
    one.unroute("**/events")
    expect(one.locator("#entries .entry")).to_have_count(2)
    expect(one.locator(".sending")).to_have_count(0)


def test_a_key_that_is_let_go_elsewhere_is_drawn_again(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    abreast(two)
    two.mouse.move(*middle(two, "pong"))
    two.mouse.down()
    discard(one, "5p")
    abreast(two)
    two.mouse.move(5, 5)
    two.mouse.up()
    expect(key(two, "pong")).to_be_enabled()


def rename(page: Page, name: str) -> None:
    """News for every page: this player is called otherwise."""
    tab(page, "setup")
    page.locator("#people").get_by_role("button", name="改名").click()
    key(page, "new name").fill(name)
    tap(page, "save name")


def test_a_number_that_is_being_typed_when_news_come_is_kept(pair: Table) -> None:
    one, two = pair.pages
    tab(one, "setup")
    one.locator("#rule-base").fill("7")
    rename(two, "老王")
    expect(one.locator("#people")).to_contain_text("老王")
    expect(one.locator("#rule-base")).to_have_value("7")
    one.locator("#rule-base").press("Enter")
    tap(one, "save rules")
    expect(one.locator("#card")).to_contain_text("底 7")


def test_a_list_that_is_open_when_news_come_stays_open(pair: Table) -> None:
    one, two = pair.pages
    tab(one, "setup")
    one.locator("#rule-cap").click()
    one.evaluate("window.opened = document.querySelector('#rule-cap')")
    rename(two, "老王")
    expect(one.locator("#people")).to_contain_text("老王")
    assert one.evaluate("window.opened.isConnected && document.activeElement === window.opened")
    one.locator("#rule-cap").select_option(label="16 倍 ×16")
    tap(one, "save rules")
    expect(one.locator("#card")).to_contain_text("封顶 16 倍")


ASKING = """(asked) => {
  window.asked = [];
  const real = window.fetch;
  window.fetch = (...all) => {
    if (String(all[0]).includes(asked)) window.asked.push(performance.now());
    return real(...all);
  };
}"""
"""Notes in the page when it asks for that, in milliseconds."""


@pytest.mark.parametrize(("shown", "asked"), [("money", "/money"), ("mine", "/advice")])
def test_what_had_no_answer_is_asked_again_but_not_without_rest(
    pair: Table, inn: Inn, shown: str, asked: str
) -> None:
    """Where no server is found it asks every two seconds, not as fast as it can, and shows what comes."""
    two = pair.pages[1]
    pair.start()
    tab(two, "mine")
    tap_in(two, "2223m 678m 789m 123p")
    inn.stop()
    expect(two.locator(".offline")).to_be_visible()
    tab(two, "table")
    two.evaluate(ASKING, asked)
    tab(two, shown)
    if shown == "mine":
        two.locator("#mine-body .tiles .tile-button").first.click()
        tap(two, "key 2m")
    until(lambda: two.evaluate("window.asked.length") >= 4, two)
    apart = [later - sooner for sooner, later in itertools.pairwise(two.evaluate("window.asked")[-3:])]
    assert min(apart) > 1900
    inn.start()
    if shown == "money":
        expect(two.locator("#money-body .balances li")).to_have_count(4)
    else:
        expect(two.locator("#mine-body [data-wait]")).to_have_count(3)
    expect(two.locator("#tab-" + shown + " .problem")).to_have_count(0)

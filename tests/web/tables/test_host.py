"""房主: what the host decides on the table page: fair play, the rules of the next hand, who sits where."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.tables.inn import Table, discard, key, tab, tap


def test_fair_play_hides_advice_until_the_hand_is_over(pair: Table) -> None:
    one, two = pair.pages
    tab(one, "setup")
    tap(one, "fair")
    expect(key(one, "fair")).to_have_attribute("aria-pressed", "true")
    tab(one, "table")
    pair.start()
    tab(two, "mine")
    expect(two.locator("#mine-body")).to_contain_text("公平模式")
    expect(two.locator("#odds")).to_have_count(0)
    expect(two.locator("#mine-body .keys")).to_have_count(0)


def test_rules_of_the_next_hand_are_the_hosts_to_change(pair: Table) -> None:
    one, two = pair.pages
    tab(two, "setup")
    expect(two.locator("#rules")).to_be_hidden()
    tab(two, "table")
    tab(one, "setup")
    one.locator("#rule-cap").select_option(label="16 倍 ×16")
    one.locator("#rule-base").fill("5")
    one.locator("#rule-base").press("Enter")
    tap(one, "save rules")
    expect(key(one, "save rules")).to_have_count(0)
    tab(one, "table")
    pair.start()
    expect(two.locator("#card")).to_contain_text("封顶 16 倍")
    expect(two.locator("#card")).to_contain_text("底 5")


def test_seats_are_swapped_and_money_moves_with_the_person(pair: Table) -> None:
    """FIELD C09."""
    one, two = pair.pages
    pair.start()
    discard(one, "5p")
    tap(two, "kong")
    tap(two, "exposed 1 5p")
    pair.agree([-2, 2, 0, 0])
    tab(one, "setup")
    tap(one, "swap")
    one.locator('[aria-label="一个 one"] button', has_text="乙").click()
    one.locator('[aria-label="另一个 the other"] button', has_text="3号位").click()
    tap(one, "do swap")
    expect(two.locator('.seat[data-seat="2"] .name')).to_have_text("乙")
    expect(two.locator('.seat[data-seat="2"] .net')).to_have_attribute("data-net", "2")
    expect(two.locator('.seat[data-seat="2"] .total')).to_have_attribute("data-total", "2")

"""What happens to who taps late, taps nothing, has lost a cookie, or looks for what a word means."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import WAIT
from tests.web.tables.inn import Table, discard, key, tab, tap, tap_in


def pool(table: Table, seat: int) -> list[int]:
    """How many discards each page shows before a seat."""
    return [page.locator(f'.seat[data-seat="{seat}"] .pool .tile').count() for page in table.pages]


def overtake(table: Table) -> None:
    """Both phones ask which tile is discarded; the first one tells it while the second still asks."""
    one, two = table.pages
    table.start()
    for page in table.pages:
        tap(page, "discard")
    tap(one, "key 5m")
    expect(two.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)


def test_one_discard_tapped_on_two_open_panels_counts_once(pair: Table) -> None:
    """The second phone's panel was opened before the first one's tap: it means the same discard."""
    two = pair.pages[1]
    overtake(pair)
    tap(two, "key 5m")
    expect(two.locator("#panel")).to_be_hidden()
    expect(two.locator(".sending")).to_have_count(0)
    expect(two.locator(".refused")).to_have_count(0)
    tab(two, "log")
    expect(two.locator("#entries .entry")).to_have_count(2)


def test_another_discard_on_an_open_panel_is_a_conflict(pair: Table) -> None:
    one, two = pair.pages
    overtake(pair)
    tap(two, "key 6m")
    expect(two.locator(".refused")).to_contain_text("别人刚记了一笔")
    assert pool(pair, 0) == [1, 1]
    tap(two, "forgive")
    discard(two, "6m")
    expect(one.locator('.seat[data-seat="1"] .pool .tile')).to_have_count(1)


def test_a_shown_hand_is_no_conflict_for_who_tapped_it_in_meanwhile(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    tap(two, "seat 1")
    tap(two, "about show")
    tap_in(two, "111222333m 45s 9p 9s")
    discard(one, "9p")
    tap(two, "show 1")
    expect(two.locator(".sending")).to_have_count(0)
    expect(two.locator(".refused")).to_have_count(0)
    expect(one.locator('.seat[data-seat="1"] .shown .tile')).to_have_count(13)


def test_a_place_that_is_gone_leads_to_the_chairs(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    pair.contexts[1].clear_cookies()
    tap(two, "discard")
    tap(two, "key 1m")
    two.wait_for_url(f"**/join/{pair.code}")
    expect(two.locator("details")).to_contain_text("坐着的就是我")
    assert pool(Table(pair.inn, pair.browser, pages=[one]), 0) == [0]


def test_points_by_hand_say_what_is_missing(solo: Table) -> None:
    page = solo.pages[0]
    tap(page, "more")
    tap(page, "more adjust")
    tap(page, "adjust")
    expect(page.locator("#panel-body .problem")).to_contain_text("谁付")
    tap(page, "谁付 payer 0")
    tap(page, "付给 payee 1")
    tap(page, "adjust")
    expect(page.locator("#panel-body .problem")).to_contain_text("多少")
    key(page, "adjust points").fill("3")
    tap(page, "adjust")
    expect(page.locator('.seat[data-seat="1"] .net')).to_have_attribute("data-net", "3")


def test_a_tap_that_the_server_breaks_on_does_not_hold_the_phone_up_for_ever(solo: Table) -> None:
    page = solo.pages[0]
    broken = {"error": {"code": "our_fault", "message": "Something broke here."}}
    page.route("**/events", lambda route: route.fulfill(status=500, json=broken))
    tap(page, "discard")
    tap(page, "key 1m")
    expect(page.locator(".refused")).to_contain_text("再试一次", timeout=3 * WAIT)
    page.unroute("**/events")
    tap(page, "again")
    expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)


@pytest.mark.parametrize("typed", ["1.5", "-5", ""])
def test_chips_that_are_no_number_are_refused_in_words(solo: Table, typed: str) -> None:
    page = solo.pages[0]
    tab(page, "setup")
    tap(page, "chips")
    page.locator("#panel-body input").first.fill(typed)
    tap(page, "save chips")
    expect(page.locator(".refused")).to_contain_text("筹码每人写一个整数")


def test_the_side_bets_tile_is_asked_for_once_the_hand_is_over(solo: Table) -> None:
    page = solo.pages[0]
    tap(page, "undo")
    tab(page, "setup")
    page.locator('[id="rule-side_bet"]').select_option(label="是 yes")
    tap(page, "save rules")
    expect(key(page, "save rules")).to_have_count(0)
    tab(page, "table")
    solo.start()
    tap(page, "more")
    tap(page, "more bet")
    tap(page, "bet")
    expect(page.locator("#panel-body .problem")).to_contain_text("谁叫马")
    key(page, "bet name").fill("五嬢")
    tap(page, "bet")
    expect(page.locator('.seat[data-seat="bet"]')).to_contain_text("五嬢")
    expect(page.locator("#missing li")).to_have_count(0)
    tap(page, "self-draw")
    tap(page, "key 7p")
    expect(page.locator("#missing")).not_to_contain_text("叫马")
    tap(page, "more")
    tap(page, "more wall")
    tap(page, "wall")
    expect(page.locator("#missing")).to_contain_text("五嬢 叫马的是哪张")
    tap(page, "turn bet")
    tap(page, "key 2s")
    expect(page.locator("#missing")).not_to_contain_text("叫马")


def test_a_passed_win_is_not_called_a_win(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    tab(two, "mine")
    tap_in(two, "123456789m 23p 99p")
    tab(two, "table")
    discard(one, "4p")
    tab(two, "mine")
    expect(two.locator("#mine-body .chip.won")).to_contain_text("能胡")
    tab(two, "table")
    tap(two, "pass")
    tap(two, "pass 1")
    expect(two.locator(".sending")).to_have_count(0)
    tab(two, "mine")
    expect(two.locator("#mine-body [data-wait='4p']")).to_contain_text("过手")
    expect(two.locator("#mine-body .chip.won")).to_have_count(0)


def test_no_rule_is_shown_by_its_key(solo: Table) -> None:
    page = solo.pages[0]
    tab(page, "setup")
    page.locator("#rules summary").tap()
    expect(page.locator("#rules .rule").nth(60)).to_be_visible()
    for row in page.locator("#rules .rule").all():
        said = row.inner_text()
        assert re.search(r"[\u4e00-\u9fff]", said), said
        assert not re.search(r"[a-z]_[a-z]|[a-z]\.[a-z]", said), said


def test_a_shown_hand_is_amended_tile_by_tile(solo: Table) -> None:
    page = solo.pages[0]
    tap(page, "seat 1")
    tap(page, "about show")
    tap_in(page, "111222333m 45s 9p 9s")
    tap(page, "show 1")
    expect(page.locator('.seat[data-seat="1"] .shown .tile')).to_have_count(13)
    tab(page, "log")
    tap(page, "amend 1")
    expect(page.locator("#panel-body .tiles .tile-button")).to_have_count(13)
    page.locator('#panel-body .tiles [data-tile="9p"]').tap()
    tap(page, "key 8p")
    tap(page, "amend save")
    tab(page, "table")
    expect(page.locator('.seat[data-seat="1"] .shown [aria-label="八筒"]')).to_have_count(1)

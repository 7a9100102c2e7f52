"""What happens to who taps late, taps nothing, has lost a cookie, or looks for what a word means."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import WAIT
from tests.web.tables.inn import Table, discard, key, tab, tap, tap_in
from tests.web.waiting import until_page


def pool(table: Table, seat: int, count: int) -> None:
    """Every page shows so many discards before a seat."""
    for page in table.pages:
        expect(page.locator(f'.seat[data-seat="{seat}"] .pool .tile')).to_have_count(count)


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
    with two.expect_response("**/events"):
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
    pool(pair, 0, 1)
    tap(two, "forgive")
    discard(two, "6m")
    expect(one.locator('.seat[data-seat="1"] .pool .tile')).to_have_count(1)


def test_a_panel_closes_when_its_hand_was_taken_back(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    tap(two, "self-draw")
    expect(two.locator("#panel-title")).to_contain_text("谁自摸")
    tap(one, "undo")
    expect(two.locator("#panel")).to_be_hidden()
    expect(key(two, "next round")).to_be_visible()
    tap(two, "next round")
    tap(one, "next round")
    tap(one, "start")
    expect(two.locator("#panel")).to_be_hidden()
    discard(two, "1m")
    expect(one.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)


def test_a_shown_hand_is_no_conflict_for_who_tapped_it_in_meanwhile(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    tap(two, "seat 1")
    tap(two, "about show")
    tap_in(two, "111222333m 45s 9p 9s")
    discard(one, "9p")
    tap(two, "show 1")
    expect(one.locator('.seat[data-seat="1"] .shown .tile')).to_have_count(13)
    expect(two.locator(".sending")).to_have_count(0)
    expect(two.locator(".refused")).to_have_count(0)


def test_a_hand_that_is_refused_is_mended_not_tapped_in_again(pair: Table) -> None:
    """Thirteen taps are kept until the record has them: the one wrong tile is changed."""
    one, two = pair.pages
    pair.start()
    tap(one, "kong")
    tap(one, "暗杠 concealed 0")
    tap(one, "key 9m")
    tap(one, "more")
    tap(one, "more wall")
    tap(one, "wall")
    tap(two, "tell 1")
    tap_in(two, "123m 456m 789m 22p 35p")
    tap(two, "show 1")
    expect(two.locator(".refused")).to_contain_text("第五张九万")
    expect(two.locator("#panel-title")).to_contain_text("的手牌")  # the next one's is asked for already
    tap(two, "mend")
    expect(two.locator(".refused")).to_have_count(0)
    expect(two.locator("#panel-title")).to_contain_text("乙")
    expect(two.locator("#panel-body .tiles .tile")).to_have_count(13)
    two.locator('#panel-body .tiles [data-tile="9m"]').click()
    tap(two, "key 9p")
    tap(two, "show 1")
    expect(one.locator('.seat[data-seat="1"] .shown .tile')).to_have_count(13)
    expect(two.locator(".sending")).to_have_count(0)
    two.reload()
    expect(two.locator(".seat").first).to_be_visible()
    expect(two.locator('[data-missing="1"]')).to_have_count(0)
    until_page(two, "!JSON.stringify(localStorage).includes('9p')")  # recorded: forgotten here


def test_a_place_that_is_gone_leads_to_the_chairs(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    pair.contexts[1].clear_cookies()
    tap(two, "discard")
    tap(two, "key 1m")
    expect(two).to_have_url(f"{pair.inn.address}/join/{pair.code}")
    expect(two.locator("details")).to_contain_text("坐着的就是我")
    pool(Table(pair.inn, pair.browser, pages=[one]), 0, 0)


def test_who_looked_on_by_mistake_takes_a_chair(pair: Table) -> None:
    page = pair.sit("丙", "spectator")
    expect(page.locator("#dock")).to_be_hidden()
    tab(page, "setup")
    tab(pair.pages[0], "setup")
    expect(key(page, "sit down")).to_be_visible()
    tap(pair.pages[0], "lock")
    expect(key(page, "sit down")).to_have_count(0)
    tap(pair.pages[0], "lock")
    tap(page, "sit down")
    expect(page).to_have_url(f"{pair.inn.address}/join/{pair.code}")
    page.fill("#name", "丙")
    page.locator('button[value="2"]').click()
    expect(page).to_have_url(f"{pair.inn.address}{pair.path}")
    expect(page.locator("#mine-key")).to_be_visible()
    tab(pair.pages[0], "table")
    expect(pair.pages[0].locator(".seat", has_text="丙")).to_be_visible()
    tab(page, "setup")
    expect(key(page, "sit down")).to_have_count(0)


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
    expect(page.locator('.seat[data-seat="0"]')).to_contain_text("第一胡")
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


def test_before_play_each_phone_says_its_void_suit_in_one_tap(pair: Table) -> None:
    one, two = pair.pages
    expect(one.locator("#opening")).to_be_hidden()
    tab(one, "setup")
    one.locator("#rule-void").select_option(label="开局定缺 declared")
    one.locator("#rule-exchange_three").select_option(label="是 yes")
    tap(one, "save rules")
    expect(key(one, "save rules")).to_have_count(0)
    tab(one, "table")
    pair.start()
    for page in pair.pages:
        expect(page.locator("#card")).to_contain_text("换三张")
    tap(two, "exchange own")
    expect(two.locator('#panel [aria-pressed="true"]')).to_contain_text("乙")
    tap(two, "unseen")
    expect(key(two, "exchange own")).to_have_count(0)
    tap(two, "我缺哪门 my void suit s")
    expect(two.locator("#opening")).to_be_hidden()
    expect(key(one, "我缺哪门 my void suit m")).to_be_visible()
    expect(two.locator('.seat[data-seat="1"] .chip.void')).to_contain_text("缺条")


def test_a_price_that_is_not_listed_is_typed(solo: Table) -> None:
    """FIELD A21: tables play 64 for a pig."""
    page = solo.pages[0]
    tab(page, "setup")
    page.locator("#rule-pig\\.pays").select_option(label="别的数… other")
    page.locator("input#rule-pig\\.pays").blur()
    expect(page.locator("select#rule-pig\\.pays option:checked")).to_have_text("满格 the cap")
    page.locator("#rule-pig\\.pays").select_option(label="别的数… other")
    page.locator("#rule-pig\\.pays").fill("64")
    page.locator("#rule-pig\\.pays").press("Enter")
    expect(page.locator("select#rule-pig\\.pays option:checked")).to_have_text("64")
    page.locator("#rule-cap").select_option(label="256 倍 ×256")
    tap(page, "save rules")
    expect(key(page, "save rules")).to_have_count(0)
    tab(page, "table")
    expect(page.locator(".refused")).to_have_count(0)


def test_a_page_that_phones_cannot_reach_says_so_instead_of_a_code(pair: Table) -> None:
    """FIELD D09: a QR code of this machine's own address would lead each phone to itself."""
    page = pair.pages[0]
    expect(page.locator("[data-alone]:visible")).to_contain_text("tangzi serve --lan")
    expect(page.locator(".qr:visible")).to_have_count(0)


def test_no_rule_is_shown_by_its_key(solo: Table) -> None:
    page = solo.pages[0]
    tab(page, "setup")
    page.locator("#rules summary").click()
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
    page.locator('#panel-body .tiles [data-tile="9p"]').click()
    tap(page, "key 8p")
    tap(page, "amend save")
    tab(page, "table")
    expect(page.locator('.seat[data-seat="1"] .shown [aria-label="八筒"]')).to_have_count(1)


def test_a_hand_that_another_phone_has_shown_is_asked_for_no_more(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    tap(one, "more")
    tap(one, "more wall")
    tap(one, "wall")
    for page in pair.pages:
        expect(page.locator("#missing li")).to_have_count(4)
        tap(page, "tell 1")
    tap_in(one, "1m")
    tap_in(two, "123m 456m 789m 22p 35p")
    tap(two, "show 1")
    expect(one.locator('[data-missing="1"]')).to_have_count(0)
    expect(one.locator("#panel")).to_be_hidden()

"""The table page in headless Chromium: four phones that play whole hands by taps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import WAIT
from tests.web.tables.inn import (
    Inn,
    Table,
    agree,
    close,
    discard,
    key,
    reveal,
    tab,
    tap,
    tap_in,
)


def test_a_whole_hand_on_four_phones_ends_in_three_wins(table: Table) -> None:
    one, two, three, four = table.pages
    table.start()
    discard(one, "1m")
    discard(two, "2m")
    tap(four, "pong")
    tap(four, "pong 3")
    expect(one.locator('.seat[data-seat="3"] .meld-tiles')).to_be_visible()
    discard(four, "5s")
    tap(one, "kong")
    tap(one, "暗杠 concealed 0")
    tap(one, "key 9p")
    table.agree([6, -2, -2, -2])
    discard(one, "1s")
    discard(two, "9s")
    tap(three, "win")
    tap(three, "win 23")
    expect(two.locator('[data-missing="3"]')).to_be_visible()
    tap(one, "self-draw")
    tap(one, "key 7p")
    expect(four.locator("#situation")).to_contain_text("这局打完了")
    reveal(three, 2, "123m 456m 234s 77s 99s")
    close(three)
    table.agree([6, -3, -1, -2])
    reveal(four, 3, "345678m 78s 66s")
    close(four)
    table.agree([6, -4, -1, -1])
    reveal(one, 0, "123456p 7788p")
    table.agree([15, -13, -1, -1])
    for page in table.pages:
        expect(page.locator("#missing li")).to_have_count(0)
        tab(page, "money")
        expect(page.locator("#money-body")).to_contain_text("自摸")
    for page in table.pages:
        expect(page.locator("#money-body .payments").last.locator(".payment")).to_have_text(
            [
                re.compile(rf"{payer}\s*→\s*甲\s*{points}\s*$")
                for payer, points in (("乙", 13), ("丙", 1), ("丁", 1))
            ]
        )
    shown = [page.locator("#money-body").inner_text() for page in table.pages]
    assert len(set(shown)) == 1


def test_an_empty_wall_pays_the_pig_and_the_ready_hands(table: Table) -> None:
    one, two, three, four = table.pages
    table.start()
    discard(one, "1m")
    discard(two, "2m")
    tap(three, "more")
    tap(three, "more wall")
    tap(three, "wall")
    expect(one.locator("#missing li")).to_have_count(4)
    for page, seat, hand in (
        (one, 0, "123456789m 22s 34s"),
        (two, 1, "13579s 13577m 468m"),
        (three, 2, "147m 258p 369s 147p 2s"),
        (four, 3, "1112345678999p"),
    ):
        reveal(page, seat, hand)
        close(page)
    table.agree([9, -1, -24, 16])
    tap(one, "next round")
    expect(one.locator('#panel [aria-pressed="true"]')).to_contain_text("甲")
    tap(one, "start")
    for page in table.pages:
        expect(page.locator(".seat.on")).to_contain_text("甲")
        expect(page.locator('.seat[data-seat="2"] .total')).to_have_attribute("data-total", "-24")


def test_undo_and_redo_show_on_every_phone(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    discard(one, "1m")
    for page in pair.pages:
        expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    tap(two, "undo")
    for page in pair.pages:
        expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(0)
    tap(one, "redo")
    for page in pair.pages:
        expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)


def test_pages_go_on_after_the_server_was_restarted(table: Table, inn: Inn) -> None:
    one, two, *_ = table.pages
    table.start()
    discard(one, "1m")
    expect(two.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    inn.stop()
    expect(two.locator(".offline")).to_be_visible()
    tap(two, "discard")
    tap(two, "key 3p")
    expect(two.locator(".sending")).to_contain_text("乙 打三筒")
    expect(key(two, "discard")).to_be_disabled()
    inn.start()
    expect(two.locator(".sending")).to_have_count(0)
    for page in table.pages:
        expect(page.locator('.seat[data-seat="1"] .pool .tile')).to_have_count(1)
        expect(page.locator(".offline")).to_have_count(0)
    discard(table.pages[2], "9s")
    for page in table.pages:
        expect(page.locator('.seat[data-seat="2"] .pool .tile')).to_have_count(1)


def test_a_tap_whose_answer_was_lost_counts_once(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch(timeout=WAIT)  # it arrives, but its answer does not
        route.abort()

    one.route("**/events", lose_the_first)
    tap(one, "discard")
    tap(one, "key 1m")
    for page in (one, two):
        expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    expect(one.locator(".sending")).to_have_count(0)
    assert len(lost) == 1
    tab(two, "log")
    expect(two.locator("#entries .entry")).to_have_count(2)


def test_a_tap_waits_through_a_killed_browser(pair: Table, inn: Inn) -> None:
    one, two = pair.pages
    pair.start()
    inn.stop()
    tap(one, "discard")
    tap(one, "key 1m")
    expect(one.locator(".sending")).to_be_visible()
    one.goto("about:blank")
    inn.start()
    one.goto(inn.address + pair.path)
    for page in (one, two):
        expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)


def test_two_phones_at_once_end_in_one_event_and_one_clear_conflict(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    one.route("**/events", lambda route: None)  # held until it is unrouted
    tap(one, "discard")
    tap(one, "key 1m")
    expect(one.locator(".sending")).to_be_visible()
    discard(two, "2m")
    one.unroute("**/events")
    expect(one.locator(".refused")).to_contain_text("别人刚记了一笔")
    expect(two.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    tap(one, "forgive")
    expect(one.locator(".refused")).to_have_count(0)


def test_a_conflict_can_be_recorded_all_the_same(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    one.route("**/events", lambda route: None)  # held until it is unrouted
    tap(one, "discard")
    tap(one, "谁打 who 1")
    tap(one, "key 5s")
    expect(one.locator(".sending")).to_be_visible()
    discard(two, "2m")
    one.unroute("**/events")
    tap(one, "again")
    expect(two.locator('.seat[data-seat="1"] .pool .tile')).to_have_count(1)


def test_removing_an_early_win_shows_what_no_longer_fits(pair: Table) -> None:
    """FIELD C10: without what a win rests on, the later lines have a reason, and no total is shown."""
    one, two = pair.pages
    pair.start()
    discard(one, "9s")
    tap(one, "win")
    tap(one, "win 1")
    reveal(one, 1, "123m 456m 234s 77s 99s")
    pair.agree([-1, 1, 0, 0])
    tab(one, "log")
    tap(one, "retract 1")
    tap(one, "retract")
    for page in (one, two):
        expect(page.locator("#broken-note")).to_be_visible()
        expect(page.locator('.seat[data-seat="0"] .total')).to_contain_text("？")
    expect(one.locator("#broken [data-broken]").first).to_be_visible()
    expect(one.locator("#broken .problem").first).not_to_be_empty()
    tab(one, "table")
    tap(one, "redo")
    pair.agree([-1, 1, 0, 0])


def test_an_older_event_is_amended(solo: Table) -> None:
    page = solo.pages[0]
    discard(page, "1m")
    discard(page, "2m")
    tab(page, "log")
    tap(page, "amend 1")
    expect(page.locator('#panel [aria-current="true"]')).to_have_attribute("data-tile", "1m")
    tap(page, "key 7p")
    tap(page, "amend save")
    tab(page, "table")
    expect(page.locator('.seat[data-seat="0"] .pool [aria-label="七筒"]')).to_have_count(1)


def test_a_line_of_an_earlier_hand_is_amended_by_the_people_who_sat_there(pair: Table) -> None:
    """The dealer has moved since: the seats of the first hand are other people's in the second."""
    one, two = pair.pages
    pair.start()
    discard(one, "5p")
    tap(two, "kong")
    tap(two, "exposed 1 5p")
    pair.agree([-2, 2, 0, 0])
    tap(one, "more")
    tap(one, "more left")
    tap(one, "离桌 3")
    tap(one, "next round")
    one.locator('#panel [aria-label="庄 dealer"] button', has_text="乙").click()
    tap(one, "start")
    expect(one.locator(".seat.on")).to_contain_text("乙")
    tab(one, "log")
    tap(one, "第几局 hand 1")
    line = one.locator("#entries .entry", has_text="乙 直杠五筒")
    expect(line).to_be_visible()
    line.locator('[data-focus^="amend"]').click()
    expect(one.locator("#panel-title")).to_contain_text("乙 直杠五筒")
    expect(one.locator('#panel [data-focus="谁 who 1"]')).to_have_text("乙")
    tap(one, "谁 who 2")
    tap(one, "amend save")
    expect(one.locator("#entries .entry", has_text="3号位 直杠五筒")).to_be_visible()
    tab(two, "money")
    expect(two.locator("#money-body .balances li", has_text="乙").locator("[data-points]")).to_have_attribute(
        "data-points", re.compile(r"^-?\d+$")
    )
    tap(one, "第几局 hand 2")
    expect(one.locator("#entries .entry")).to_have_count(1)


def test_what_no_rule_knows_is_added_to_a_win_by_hand(solo: Table) -> None:
    """RULES 11.13, FIELD A28: 报叫 has no key."""
    page = solo.pages[0]
    discard(page, "7p")
    tap(page, "win")
    tap(page, "win 1")
    reveal_line = page.locator('[data-missing="1"]')
    expect(reveal_line).to_be_visible()
    tap(page, "tell 1")
    tap_in(page, "123m 456m 77m 234p 56p")
    tap(page, "show 1")
    agree(page, [-1, 1, 0, 0])
    tab(page, "log")
    page.locator("#entries .entry", has_text="2号位 胡").locator('[data-focus^="amend"]').click()
    key(page, "extra doublings").fill("2")
    key(page, "extra note").fill("报叫")
    tap(page, "amend save")
    tab(page, "table")
    agree(page, [-4, 4, 0, 0])
    tab(page, "money")
    expect(page.locator("#money-body")).to_contain_text("报叫")


def test_a_deal_in_is_recorded_without_the_discard_before(solo: Table) -> None:
    """From whom, which tile, who: three taps."""
    page = solo.pages[0]
    tap(page, "win")
    tap(page, "key 5p")
    tap(page, "win 13")
    expect(page.locator("#missing li")).to_have_count(2)
    expect(page.locator('.seat[data-seat="3"]')).to_contain_text("第二胡")


@pytest.mark.parametrize("act", ["false", "left"])
def test_a_false_win_and_leaving_take_three_taps(solo: Table, act: str) -> None:
    page = solo.pages[0]
    tap(page, "more")
    tap(page, f"more {act}")
    word = {"false": "诈胡", "left": "离桌"}[act]
    tap(page, f"{word} 2")
    expect(page.locator(".latest")).to_contain_text(f"3号位 {word}")


def test_own_page_shows_waits_and_keeps_its_hand_to_itself(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    discard(one, "1m")
    tab(two, "mine")
    tap_in(two, "2223m 678m 789m 123p")
    waits = two.locator("#mine-body [data-wait]")
    expect(waits).to_have_count(3)
    expect(two.locator('[data-wait="1m"]')).to_contain_text("剩 3 张")
    expect(two.locator('[data-wait="3m"]')).to_contain_text("点炮 discard1")
    tap(two, "key 9s")
    expect(two.locator('[data-discard="9s"]')).to_contain_text("最好")
    two.reload()
    expect(two.locator('[data-discard="9s"]')).to_be_visible()
    tab(two, "table")
    discard(two, "9s")
    tab(two, "mine")
    expect(waits).to_have_count(3)
    expect(one.locator('.seat[data-seat="1"] .pool .tile')).to_have_count(1)
    assert "2m" not in one.locator("#seats").inner_html()


def test_own_page_shows_odds_of_the_hidden_hands_as_odds(pair: Table) -> None:
    one, two = pair.pages
    pair.start()
    discard(one, "1m")
    tab(two, "mine")
    tap_in(two, "2223m 678m 789m 123p")
    expect(two.locator("#odds [data-ready]")).to_have_count(3)
    expect(two.locator("#odds")).to_contain_text("只是推测，不是事实")
    expect(two.locator('[data-ready="0"]')).to_contain_text("下叫")
    expect(two.locator('[data-whereabouts="1m"]')).to_contain_text("可能在墙里 约")
    tap(two, "key 9s")
    expect(two.locator('[data-danger="9s"]')).to_contain_text("点炮")
    tap(two, "all odds")
    expect(two.locator('[data-odds="9s"]')).to_contain_text("墙")


def test_what_was_tapped_in_outlives_the_browser(solo: Table) -> None:
    """FIELD D12 b: a phone may end the browser while its camera is open."""
    page = solo.pages[0]
    tap(page, "win")
    tap(page, "key 5p")
    tap(page, "win 1")
    tap(page, "tell 1")
    tap_in(page, "123m 456m")
    page.reload()
    expect(page.locator("#panel-title")).to_contain_text("2号位 的手牌")
    expect(page.locator("#panel-body .tiles .tile")).to_have_count(6)


def test_a_ponged_tile_no_longer_lies_among_the_discards(solo: Table) -> None:
    page = solo.pages[0]
    discard(page, "5p")
    tap(page, "pong")
    tap(page, "pong 2")
    taken = page.locator('.seat[data-seat="0"] .pool .tile.taken')
    expect(taken).to_have_attribute("aria-label", "五筒 被拿走 claimed")
    tap(page, "undo")
    expect(page.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    expect(taken).to_have_count(0)

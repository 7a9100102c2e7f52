"""记牌的手数: every event is recorded in at most three taps; they are counted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.web.tables.inn import Table, key, tab, tap
from tests.web.waiting import until

MOST = 3

EVENTS: dict[str, tuple[Sequence[str], Sequence[str], str]] = {
    "discarded": ((), ("discard", "key 1m"), "甲 打一万"),
    "discarded by another": ((), ("discard", "谁打 who 2", "key 1m"), "3号位 打一万"),
    "ponged": (("discard", "key 1m"), ("pong", "pong 2"), "3号位 碰一万"),
    "exposed kong": (("discard", "key 1m"), ("kong", "exposed 2 1m"), "3号位 直杠一万"),
    "concealed kong": ((), ("kong", "暗杠 concealed 1", "key 1m"), "2号位 暗杠一万"),
    "added kong": (
        ("discard", "key 1m", "pong", "pong 2", "discard", "key 9p"),
        ("kong", "added 2 1m drawn"),
        "3号位 弯杠一万",
    ),
    "win on the discard": (("discard", "key 1m"), ("win", "win 2"), "3号位 胡"),
    "several win": (("discard", "key 1m"), ("win", "win 123"), "2号位、3号位、4号位 胡"),
    "win on a discard nobody told": ((), ("win", "key 1m", "win 13"), "2号位、4号位 胡"),
    "self-draw": ((), ("self-draw", "key 7p"), "甲 胡"),
    "self-draw of another": ((), ("self-draw", "谁自摸 who 3", "key 7p"), "4号位 胡"),
    "robbed kong": (
        ("discard", "key 1m", "pong", "pong 2", "discard", "key 9p", "kong", "added 2 1m drawn"),
        ("win", "win 0"),
        "甲 胡",
    ),
    "passed": (("discard", "key 1m"), ("pass", "pass 1"), ""),
    "wall empty": ((), ("more", "more wall", "wall"), "黄庄"),
    "false win": ((), ("more", "more false", "诈胡 2"), "3号位 诈胡"),
    "left": ((), ("more", "more left", "离桌 2"), "3号位 离桌"),
    "void": ((), ("seat 1", "about void", "缺哪门 suit m"), "2号位 定缺万"),
    "exchanged": ((), ("seat 1", "about exchange", "unseen"), "2号位 换三张"),
    "drawn": ((), ("seat 0", "about draw", "key 3p"), "甲 摸"),
    "undo": (("discard", "key 1m"), ("undo",), ""),
    "redo": (("discard", "key 1m", "undo"), ("redo",), "甲 打一万"),
}
"""name: taps that lead there, the taps that are counted, what the log then says first."""


def tap_all(page: Page, taps: Sequence[str]) -> None:
    for one in taps:
        expect(page.locator(".sending")).to_have_count(0)
        expect(key(page, one)).to_be_enabled()
        tap(page, one)


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_takes_three_taps_at_most(solo: Table, name: str) -> None:
    page = solo.pages[0]
    before, taps, said = EVENTS[name]
    assert len(taps) <= MOST
    tap_all(page, before)
    expect(page.locator(".sending")).to_have_count(0)
    records = page.evaluate(RECORDS)
    tap_all(page, taps)
    expect(page.locator("#panel")).to_be_hidden()
    until(lambda: page.evaluate(RECORDS) > records, page)
    tab(page, "log")
    if said:
        expect(page.locator("#entries .entry .said").first).to_contain_text(said)
    expect(page.locator(".refused")).to_have_count(0)


RECORDS = """fetch(`/api/tables/${document.body.dataset.table}`)
  .then((one) => one.json()).then((one) => one.records)"""


def test_a_self_draw_of_an_unrecorded_hand_is_heavenly_only_where_that_is_said(solo: Table) -> None:
    """天胡 is the cap: a phone that records wins alone must not be paid so by silence."""
    page = solo.pages[0]
    tap_all(page, ("self-draw", "key 7p"))
    tab(page, "log")
    expect(page.locator("#entries")).to_contain_text("中间没记")
    tab(page, "table")
    tap_all(page, ("undo", "undo", "undo", "self-draw", "first", "key 7p"))
    tab(page, "log")
    expect(page.locator("#entries")).to_contain_text("甲 胡")
    expect(page.locator("#entries")).not_to_contain_text("中间没记")

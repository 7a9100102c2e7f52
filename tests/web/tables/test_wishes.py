"""心愿: a sound and a shake when somebody wins, where they are wanted; the rule card at all times."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.scripted import ScriptedReader
from tests.web.tables.inn import Inn, Table, discard, key, tab, tap
from tests.web.waiting import until, until_page

HEARD = """
window.tones = 0;
window.shaken = [];
class Tone {
  constructor() { this.frequency = {}; }
  connect(other) { return other; }
  start() { window.tones += 1; }
  stop() {}
}
window.AudioContext = class {
  constructor() { this.currentTime = 0; this.destination = {}; }
  resume() {}
  createOscillator() { return new Tone(); }
  createGain() {
    return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (one) => one };
  }
};
navigator.vibrate = (beats) => { window.shaken.push(beats); return true; };
"""
NOISE = "[window.tones, window.shaken.length]"


@pytest.mark.parametrize("wanted", [True, False], ids=["wanted", "not wanted"])
def test_a_win_rings_and_shakes_where_that_is_wanted(pair: Table, wanted: bool) -> None:
    one, two = pair.pages
    two.add_init_script(HEARD)
    two.reload()
    expect(two.locator(".seat").first).to_be_visible()
    tab(two, "setup")
    if wanted:
        tap(two, "want sound")
        expect(key(two, "want sound")).to_have_attribute("aria-pressed", "true")
    else:
        tap(two, "want shake")
        expect(key(two, "want shake")).to_have_attribute("aria-pressed", "false")
    tab(two, "table")
    before = two.evaluate(NOISE)
    pair.start()
    discard(one, "5p")
    expect(two.locator('.seat[data-seat="0"] .pool .tile')).to_have_count(1)
    assert two.evaluate(NOISE) == before
    tap(one, "win")
    tap(one, "win 2")
    expect(two.locator('.seat[data-seat="2"]')).to_contain_text("第一胡")
    more = (2, 1) if wanted else (0, 0)
    heard = [one + other for one, other in zip(before, more, strict=True)]
    until(lambda: two.evaluate(NOISE) == heard, two)


def test_a_refused_wake_lock_does_no_harm_and_is_asked_for_again(inn: Inn, browser: Browser) -> None:
    """FIELD D11: it may be denied, as with a low battery."""
    table = Table(inn, browser)
    page = table.sit("甲")
    page.add_init_script(
        """window.asked = 0;
        Object.defineProperty(navigator, 'wakeLock', {value: {request: async () => {
            window.asked += 1;
            throw new DOMException('no', 'NotAllowedError');
        }}});"""
    )
    page.reload()
    expect(page.locator(".seat").first).to_be_visible()
    page.locator("#title").click()
    until_page(page, "window.asked >= 2")
    assert table.watched[0].complaints == []
    table.close()


def test_the_rule_card_is_there_before_the_first_hand_and_on_every_page(inn: Inn, browser: Browser) -> None:
    """Cap, base, kong prices and how values are counted."""
    table = Table(inn, browser)
    page = table.sit("甲")
    for name in ("table", "money", "log", "setup"):
        tab(page, name)
        for word in ("成都", "封顶 8 倍", "底 1", "暗杠 2 直杠 2 弯杠 1", "论倍"):
            expect(page.locator("#card")).to_contain_text(word)
        assert card_in_sight(page)
    page.locator("#rule-base").fill("5")
    page.locator("#rule-base").press("Enter")
    tap(page, "save rules")
    expect(page.locator("#card")).to_contain_text("底 5")
    table.close()


def card_in_sight(page: Page) -> bool:
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    return bool(page.evaluate("document.querySelector('#card').getBoundingClientRect().top >= 0"))


def test_a_tile_laid_apart_is_offered_as_the_one_won_on(solo: Table, reader: ScriptedReader) -> None:
    """FIELD C06: thirteen in a row, the fourteenth above: it is taken for the one won on."""
    apart = {"zh": "有一张三万单独放着。", "message": "A 3m lies apart.", "options": ["3m"], "tiles": [0]}
    reader.problems = [{"code": "winning_tile", **apart}]
    page = solo.pages[0]
    tap(page, "settle photos")
    page.locator('#panel-body [aria-label^="怎么结束"] button', has_text="有人胡").click()
    page.locator('#panel-body [aria-label^="谁胡"] button', has_text="2号位").click()
    page.locator('#panel-body [aria-label^="谁点炮"] button', has_text="4号位").click()
    with page.expect_file_chooser() as chooser:
        tap(page, "ending album")
    chooser.value.set_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"x"})
    expect(key(page, "won again")).to_have_attribute("data-tile", "3m")
    tap(page, "settle")
    expect(page.locator('.seat[data-seat="1"] .net')).to_have_attribute("data-net", "1")


def test_nothing_is_settled_before_it_is_told_whether_like_tiles_are_a_meld(
    solo: Table, reader: ScriptedReader
) -> None:
    """Three alike a quarter of a tile from the hand: a pong makes the hand dearer or not."""
    near = {"zh": "3 张二万和手牌只隔一点。", "message": "3 2m lie near.", "options": ["#p2m", "222m"]}
    reader.problems = [{"code": "meld_or_hand", "tiles": [0, 1, 2], **near}]
    page = solo.pages[0]
    tap(page, "settle photos")
    page.locator('#panel-body [aria-label^="怎么结束"] button', has_text="黄庄").click()
    with page.expect_file_chooser() as chooser:
        tap(page, "ending album")
    chooser.value.set_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"x"})
    asked = "是碰杠还是手里的牌"
    expect(page.locator("#panel-body")).to_contain_text(asked)
    melds = page.locator("#panel-body [data-hand] button.meld")
    expect(melds).to_have_count(0)
    tap(page, "answer #p2m")
    expect(melds).to_have_count(1)
    expect(page.locator("#panel-body")).not_to_contain_text(asked)

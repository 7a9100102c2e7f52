"""Every payment says why, in Chinese and English, so that a player can check the sum."""

from __future__ import annotations

import re

import pytest

from assistant.round import settle
from tests.assistant.table_script import table
from web.presenters.reasons import why


def words(text: str, deal: dict[int, str], **how: object) -> list[tuple[str, str, str]]:
    folded, settlement = settle(table(text, deal, **how))  # type: ignore[arg-type]
    told = [(one.reason.value, why(one, folded.state.rules)) for one in settlement.payments]
    return [(reason, one["zh"], one["en"]) for reason, one in told]


SELF_DRAW = "0 d8s x8s; 1 d? x9s; 2 d? x9s; 3 d? x9s; 0 d9m win"


@pytest.mark.parametrize(
    ("overrides", "rules", "zh", "en"),
    [
        (
            {},
            "chengdu",
            "清一色2 + 根1 = 8倍封顶，自摸加底1，每家9",
            "one suit 2 + four alike 1 = 8x (the cap), self-drawn +1 base: 9 each",
        ),
        (
            {"base": 5},
            "chengdu",
            "清一色2 + 根1 = 8倍封顶，自摸加底1，每家(8+1)×5 = 45",
            "one suit 2 + four alike 1 = 8x (the cap), self-drawn +1 base: (8+1)×5 = 45 each",
        ),
        (
            {"cap": 2},
            "chengdu",
            "清一色2 + 根1 = 8倍，封顶4倍，自摸加底1，每家5",
            "one suit 2 + four alike 1 = 8x, capped at 4x, self-drawn +1 base: 5 each",
        ),
        (
            {"cap": "none", "self_draw": "doubling"},
            "chengdu",
            "清一色2 + 根1 + 自摸加番1 = 16倍，每家16",
            "one suit 2 + four alike 1 + self-drawn 1 = 16x: 16 each",
        ),
        (
            {},
            "online",
            "清一色3 + 根1 = 4番（8倍），每家8×6 = 48",
            "one suit 3 + four alike 1 = 4 fan (8x): 8×6 = 48 each",
        ),
        (
            {},
            "sbr-2025",
            "清一色2 + 根1 = 3番（8倍）封顶，自摸加底1，每家9",
            "one suit 2 + four alike 1 = 3 fan (8x) (the cap), self-drawn +1 base: 9 each",
        ),
    ],
    ids=["chengdu", "base", "above the cap", "doubling", "fan from 1", "fan from 0"],
)
def test_a_win_shows_its_patterns_its_cap_and_what_each_pays(
    overrides: dict[str, object], rules: str, zh: str, en: str
) -> None:
    told = words(SELF_DRAW, {0: "1111234567799m"}, rules=rules, overrides=overrides)
    assert ("win_self_draw", zh, en) in told


ROUNDS = [
    ("0 d? kong* 1m", {}, {}),
    ("0 d? kong* 1m", {}, {"base": 5}),
    ("0 d? kong* 1m d2p x2p; 1 win", {1: "111456789s 22p 99p"}, {}),
    ("0 d? kong* 1m d2p x2p; 1 win", {1: "111456789s 22p 99p"}, {"kong.discard_win": "refund"}),
    ("0 d? x9s; 1 left", {}, {"base": 2}),
    ("0 d? x9s; 1 false_win", {}, {"false_win.pays": "cap"}),
    ("0>1 7", {}, {}),
    (
        "0 d9m x9m; 1 d9m x9m; 2 d9m x9m; 3 d9m x9m; wall",
        {0: "2223477s 666888p", 1: "11335577s 24689p", 2: "147m 258p 1369958s", 3: "2446688m 135799s"},
        {"pig.pays": "double_largest"},
    ),
]


@pytest.mark.parametrize(("text", "deal", "overrides"), ROUNDS, ids=[text for text, _, _ in ROUNDS])
def test_the_sum_in_a_sentence_is_the_payment(
    text: str, deal: dict[int, str], overrides: dict[str, object]
) -> None:
    folded, settlement = settle(table(text, deal, overrides=overrides))
    assert settlement.payments
    for one in settlement.payments:
        told = why(one, folded.state.rules)
        assert str(one.points) in re.findall(r"\d+", told["zh"]), told
        assert str(one.points) in re.findall(r"\d+", told["en"]), told
        assert re.search(r"[一-鿿]", told["zh"])
        assert not re.search(r"[一-鿿]", told["en"])


@pytest.mark.parametrize(
    ("text", "deal", "how", "reason", "zh"),
    [
        ("0 d? kong* 5p", {}, {"overrides": {"base": 5}}, "kong_concealed", "暗杠五筒，每家付2×底5 = 10"),
        ("0 d? x5p; 1 kong= 5p", {}, {}, "kong_exposed", "直杠五筒，放杠者付2×底1 = 2"),
        (
            "0 d? kong* 1m d2p x2p; 1 win",
            {1: "111456789s 22p 99p"},
            {},
            "kong_transfer",
            "杠上炮，暗杠一万所得6转给胡家",
        ),
        (
            "0 d? kong* 1m d2p x2p; 1 win",
            {1: "111456789s 22p 99p"},
            {},
            "win_discard",
            "平胡0 + 杠上炮1 = 2倍，付2",
        ),
        ("0 d? x1s; 1 left", {}, {}, "left_early", "逃跑，赔16×底1 = 16"),
        ("0>2 5", {}, {}, "adjusted", "手工改账5：by hand"),
        (
            "bet 1m; 0 d? kong* 5p",
            {},
            {"overrides": {"side_bet": True}},
            "side_bet",
            "叫马一万，E同座位0：暗杠五筒，每家付2×底1 = 2",
        ),
        (
            "0 d? x2p; 1 win",
            {1: "111333444888m 2p"},
            {"overrides": {"ending": "first_win"}, "chips": (1, 9, 9, 9)},
            "chips",
            "座位0筹码不足，欠2只付1，按比例少收1",
        ),
    ],
    ids=[
        "kong",
        "exposed",
        "transfer",
        "kong discard",
        "left",
        "by hand",
        "side bet",
        "chips",
    ],
)
def test_the_words_of(text: str, deal: dict[int, str], how: dict[str, object], reason: str, zh: str) -> None:
    assert (reason, zh) in [(one, said) for one, said, _ in words(text, deal, **how)]


def test_a_seat_in_a_sentence_goes_by_its_name() -> None:
    folded, settlement = settle(table("bet 1m; 0 d? kong* 5p", {}, overrides={"side_bet": True}))
    told = [why(one, folded.state.rules, ("甲", "乙", "丙", "丁")) for one in settlement.payments]
    assert {"叫马一万，E同甲：暗杠五筒，每家付2×底1 = 2"} == {
        one["zh"] for one in told if "叫马" in one["zh"]
    }
    assert all("seat" not in one["en"] for one in told)

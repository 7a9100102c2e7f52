import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from assistant.notation import parse_hand, parse_suit, parse_tiles
from assistant.rules import PRESETS, load
from assistant.tiles import count
from tests.web.forms import codes
from web.presenters.hand import analyse, hand_faults
from web.presenters.hand_text import hand_lines

CASES = Path(__file__).parents[2] / "cases"
ANALYSES: list[dict[str, Any]] = tomllib.loads((CASES / "analysis.toml").read_text("utf-8"))["case"]


def form(
    text: str,
    preset: str = "chengdu",
    seen: str = "",
    void: str = "",
    changes: dict[str, object] | None = None,
) -> dict[str, Any]:
    suit = parse_suit(void) if void else None
    return analyse(parse_hand(text), load(preset, changes or {}), count(parse_tiles(seen)), suit)


@pytest.mark.parametrize("case", ANALYSES, ids=lambda case: f"{case['id']} {case['hand']}")
def test_waits_their_copies_and_values(case: dict[str, Any]) -> None:
    found = form(case["hand"])
    assert [wait["tile"] for wait in found["waits"]] == list(case["waits"])
    for wait in found["waits"]:
        assert {"left": wait["left"], "doublings": wait["doublings"]} == case["waits"][wait["tile"]]
        assert wait["last_copy"] == (wait["left"] == 1)
        assert wait["multiple"] == 2 ** min(wait["doublings"], 3) == wait["discard"]
        assert wait["self_draw_each"] == wait["discard"] + 1
    assert found["ready"] == bool(case["waits"]) == (found["shanten"] == 0)
    assert (found["win"], found["discards"], found["problems"], found["dead"]) == (None, [], [], False)


def test_the_example_of_the_public_form() -> None:
    found = form("2223 678 789m 123p")
    assert list(found) == [
        "hand",
        "rules",
        "ready",
        "shanten",
        "waits",
        "dead",
        "win",
        "discards",
        "useful",
        "problems",
    ]
    assert (found["hand"], found["rules"], found["ready"], found["shanten"]) == (
        "2223677889m 123p",
        "chengdu",
        True,
        0,
    )
    assert found["waits"][0] == {
        "tile": "1m",
        "left": 4,
        "last_copy": False,
        "doublings": 0,
        "multiple": 1,
        "patterns": [{"id": "plain", "doublings": 0}],
        "discard": 1,
        "self_draw_each": 2,
    }
    assert json.loads(json.dumps(found)) == found


def test_tiles_seen_elsewhere() -> None:
    found = form("2223 678 789m 123p", seen="14m 9s 1m 1m 3m 3m 3m")
    assert [(wait["tile"], wait["left"], wait["last_copy"]) for wait in found["waits"]] == [
        ("1m", 1, True),
        ("3m", 0, False),
        ("4m", 3, False),
    ]
    assert found["problems"] == []
    assert not found["dead"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_dead_wait_is_still_ready(preset: str) -> None:
    found = form("234 66 789m 123 89s", preset, seen="7777s")
    assert (found["ready"], found["dead"], found["shanten"]) == (True, True, 0)
    assert [(wait["tile"], wait["left"]) for wait in found["waits"]] == [("7s", 0)]


@pytest.mark.parametrize(
    ("dead_wait", "ready"),
    [("ready", False), ("not_ready", False), ("neutral", False), ("own_four", True)],
)
def test_a_wait_for_the_own_fourth_copy(dead_wait: str, ready: bool) -> None:
    """The official SBR case: 9m waits for 9m, three of which lie in an own pong."""
    found = form("9m 111p #p8m #p9m #p4p", changes={"dead_wait": dead_wait})
    assert (found["ready"], found["waits"], found["dead"]) == (ready, [], ready)


def test_a_wait_for_a_fifth_concealed_copy_is_none() -> None:
    for preset in PRESETS:
        found = form("9999m #p8m #p1p #p4p", preset)
        assert (found["ready"], found["waits"], found["dead"]) == (False, [], False)


def test_a_live_wait_beside_an_own_four() -> None:
    found = form("78m 11p #k9m #p4p #p5p", "sbr-2025")
    assert [wait["tile"] for wait in found["waits"]] == ["6m"]
    assert (found["ready"], found["dead"]) == (True, False)


def test_after_a_draw() -> None:
    found = form("22234 77m 123 456p 9p")
    assert (found["ready"], found["waits"], found["dead"], found["win"]) == (False, [], False, None)
    assert found["shanten"] == 0
    assert found["discards"][0] == {
        "tile": "9p",
        "shanten": 0,
        "useful": [{"tile": "2m", "left": 1}, {"tile": "5m", "left": 4}, {"tile": "7m", "left": 2}],
        "live": 7,
    }
    assert len(found["discards"]) == 11


def test_what_helps_a_hand_that_is_not_ready() -> None:
    found = form("123 456m 12 89p 5p 99s", seen="7p 7p 7p 7p")
    assert (found["shanten"], found["useful"]) == (2, [{"tile": "3p", "left": 4}, {"tile": "5p", "left": 3}])
    assert form("123 456m 12 789p 99p")["useful"] == [], "its waits are listed"


def test_a_complete_hand() -> None:
    found = form("1112345678999m 9m", "chengdu", changes={"base": 5})
    assert found["win"] == {
        "doublings": 3,
        "multiple": 8,
        "patterns": [{"id": "one_suit", "doublings": 2}, {"id": "root", "doublings": 1}],
        "discard": 40,
        "self_draw_each": 45,
    }
    assert (found["shanten"], found["ready"]) == (-1, False)
    assert found["discards"]


@pytest.mark.parametrize(
    ("text", "void", "expected"),
    [
        ("123m 456p 789s 1122m", "", ["three_suits"]),
        ("123m 456p 789s 1122m", "s", ["three_suits", "void_held"]),
        ("123 345 789m 234p 6p", "p", ["void_held"]),
        ("123 345 789m 6m #p1p", "p", ["void_melded"]),
        ("123 345 789m 6m #p1p", "s", []),
        ("123 345 789m 234p 6p", "s", []),
    ],
)
def test_suits_that_keep_a_hand_from_winning(text: str, void: str, expected: list[str]) -> None:
    found = form(text, void=void)
    assert codes(found) == expected
    assert found["ready"] == (not expected)
    assert [problem["message"][-1] for problem in found["problems"]] == ["."] * len(expected)


def test_a_complete_hand_in_the_void_suit_is_no_win() -> None:
    assert form("123 345 789m 234 66p", void="p")["win"] is None
    assert form("123 345 789m 234 66p", void="s")["win"] is not None


def test_a_hand_whose_melds_rule_every_win_out() -> None:
    found = form("1155s #p1m #p2p #p3s")
    assert (found["shanten"], found["ready"], found["waits"]) == (None, False, [])
    assert codes(found) == ["three_suits"]
    drawn = form("11559s #p1m #p2p #p3s")
    assert [discard["shanten"] for discard in drawn["discards"]] == [None] * 3


def test_more_copies_than_a_set_has() -> None:
    found = form("2223 678 789m 123p", seen="22m 1111p")
    assert codes(found) == ["fifth_copy", "fifth_copy"]
    assert "5 copies of 2m 二万 with those seen" in found["problems"][0]["message"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123 345 789m 234 666p", ["wrong_size"]),
        ("12345m", ["wrong_size"]),
        ("11112m 345 789m 234p #p1m", ["fifth_copy", "wrong_size"]),
        ("1m #p1m #p2m #p3m #p4m #p5m", ["too_many_melds"]),
        ("123 345 789m 23 66p", []),
        ("123 345 789m 23 6p ?", ["unseen"]),
        ("123 345 789m 2 6p ??", ["unseen"]),
    ],
)
def test_hands_that_cannot_be_analysed(text: str, expected: list[str]) -> None:
    assert [fault.code for fault in hand_faults(parse_hand(text))] == expected
    if expected:
        with pytest.raises(ValueError, match=r"\.$"):
            form(text)


def test_lines_for_people() -> None:
    rules = load("sbr-2025")
    lines = hand_lines(analyse(parse_hand("1113456666788s"), rules), rules)
    assert lines[0] == "1113456666788s   打法 rules sbr-2025, 满格3番 cap 3 fan, 底 base 1"
    assert lines[1] == "下叫 ready: 听 waits 4, 剩 left 12"
    assert lines[2] == (
        "  二条 2s  剩 left 4  清一色2 + 根1 = 3番，点炮8，自摸每家9 | "
        "one suit 2 + four alike 1 = 3 fan, discard 8, self-draw 9 each"
    )
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("preset", "words"),
    [("chengdu", "= 8倍封顶，点炮8，自摸每家9 | "), ("online", "= 8番，点炮768，自摸每家768 | ")],
)
def test_the_label_stands_next_to_the_money(preset: str, words: str) -> None:
    rules = load(preset, {"patterns.root_counts_kongs": True})
    lines = hand_lines(analyse(parse_hand("11m #c2m #c3m #k5m #a7m"), rules), rules)
    assert words in lines[1]
    assert "清大对3 + 根1×4 = " in lines[1]


@pytest.mark.parametrize(
    ("text", "seen", "line"),
    [
        (
            "234 66 789m 123 89s",
            "7777s",
            "下叫 ready: 听 waits 1, 剩 left 0, 死叫 every winning tile is visible",
        ),
        (
            "234 66 789m 123 89s",
            "777s",
            "  七条 7s  剩 left 1 绝张 last copy  平胡0 = 1倍，点炮1，自摸每家2 | ",
        ),
        ("123456789m 1111p", "", "1向听 1 from ready"),
        ("22234 77m 123 456p 9p", "", "打一张下叫 ready after a discard"),
        ("1155s #p1m #p2p #p3s", "", "胡不了 no win is possible"),
        (
            "1155s #p1m #p2p #p3s",
            "",
            "! 手里有三门花色：要缺一门才能胡。 The hand holds three suits",
        ),
        (
            "22234 77m 123 456p 9p",
            "",
            "  打 discard 九筒 9p  下叫 ready          进张 useful 7:   2m×1 5m×4 7m×2",
        ),
    ],
)
def test_lines_say(text: str, seen: str, line: str) -> None:
    rules = load("chengdu")
    lines = hand_lines(analyse(parse_hand(text), rules, count(parse_tiles(seen))), rules)
    assert any(one.startswith(line) for one in lines), lines

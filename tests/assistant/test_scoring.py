import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assistant.hands import Hand
from assistant.melds import Meld
from assistant.notation import parse_hand, parse_tile
from assistant.patterns import PATTERNS, Part
from assistant.rule_words import PRICED, PatternId
from assistant.rules import PRESETS, load
from assistant.scoring import (
    Circumstance,
    Extra,
    Score,
    discard_points,
    full,
    label,
    score,
    self_draw_points,
    win_values,
)
from assistant.tiles import KINDS, TILES
from tests.material import SHARED, needs_material

CASES = Path(__file__).parent.parent / "cases"
VALUES: list[dict[str, Any]] = tomllib.loads((CASES / "values.toml").read_text("utf-8"))["case"]
SWITCHED: list[dict[str, Any]] = tomllib.loads((CASES / "patterns.toml").read_text("utf-8"))["pattern"]

PLAIN, ALL_TRIPLETS = "123 345 789m 234 66p", "111 333 444m 222 66p"
ONE_SUIT, ONE_SUIT_DRAGON_PAIRS = "11333222456999s", "11224444557799m"


def won(names: list[str]) -> Circumstance:
    changes: dict[str, Any] = dict.fromkeys(names, True)
    return replace(Circumstance(), **changes)


def value(text: str, preset: str = "chengdu", changes: dict[str, object] | None = None) -> Score:
    return score(parse_hand(text), load(preset, changes or {}))


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["id"])
def test_worth(case: dict[str, Any]) -> None:
    for preset, doublings in case["worth"].items():
        rules = load(preset, case.get("set", {}))
        result = score(parse_hand(case["hand"]), rules, won(case.get("won", [])))
        assert result.doublings == doublings, preset
        assert result.doublings == sum(line.doublings for line in result.lines)
        if "lines" in case:
            assert [f"{line.id} {line.doublings}" for line in result.lines] == case["lines"], preset


def test_case_ids_are_unique() -> None:
    assert len({case["id"] for case in VALUES}) == len(VALUES)


@pytest.mark.parametrize("case", SWITCHED, ids=lambda case: case["id"])
def test_every_pattern_bites(case: dict[str, Any]) -> None:
    key, circumstance = f"patterns.{case['id']}", won(case.get("won", []))
    on, off = load("chengdu", {key: case["price"]}), load("chengdu", {key: "off"})
    hand = parse_hand(case["hand"])
    counted, silent = score(hand, on, circumstance), score(hand, off, circumstance)
    assert (counted.doublings, silent.doublings) == (case["on"], case["off"])
    assert [line.doublings for line in counted.lines if line.id == case["id"]] == [case["price"]]
    assert case["id"] not in [line.id for line in silent.lines]
    near = score(parse_hand(case.get("near", case["hand"])), on)
    assert case["id"] not in [line.id for line in near.lines] or case["id"] == "plain"


def test_every_pattern_has_a_case_and_a_row() -> None:
    assert {case["id"] for case in SWITCHED} == set(PRICED) == {pattern.id for pattern in PATTERNS}
    assert len(PATTERNS) == len(PRICED)
    shapes = {pattern.id for pattern in PATTERNS if pattern.part is Part.SHAPE}
    assert all(pattern.contains <= shapes for pattern in PATTERNS)


@pytest.mark.parametrize("pattern", PatternId)
def test_every_pattern_has_its_names(pattern: PatternId) -> None:
    assert pattern.chinese
    assert pattern.english.isascii()


@pytest.mark.parametrize(
    ("preset", "cap", "doublings", "multiple"),
    [
        ("chengdu", 3, 5, 8),
        ("chengdu", 4, 5, 16),
        ("chengdu", "none", 5, 32),
        ("chengdu", 0, 5, 1),
        ("sbr-2025", 3, 5, 8),
        ("online", "none", 5, 32),
        ("online", 2, 5, 4),
    ],
)
def test_the_cap_binds_the_win(preset: str, cap: object, doublings: int, multiple: int) -> None:
    result = value(ONE_SUIT_DRAGON_PAIRS, preset, {"cap": cap})
    assert (result.doublings, result.multiple) == (doublings, multiple)


@pytest.mark.parametrize(
    ("base", "ladder"),
    # 000: 打1 is 1 2 4 8, 打2 is 2 4 8 16, 打5 is 5 10 20 40
    [(1, [1, 2, 4, 8]), (2, [2, 4, 8, 16]), (5, [5, 10, 20, 40])],
)
def test_the_base(base: int, ladder: list[int]) -> None:
    rules = load("chengdu", {"base": base})
    hands = [PLAIN, ALL_TRIPLETS, ONE_SUIT, ONE_SUIT_DRAGON_PAIRS]
    assert [discard_points(score(parse_hand(hand), rules), rules) for hand in hands] == ladder


@pytest.mark.parametrize(
    ("hand", "changes", "each"),
    [
        # 000 and 001: (4 + 1) x 5 = 25 from each; their 20 is a slip
        (ONE_SUIT, {"base": 5}, 25),
        (ONE_SUIT, {"base": 5, "self_draw": "doubling"}, 40),
        (ONE_SUIT, {"base": 5, "self_draw": "none"}, 20),
        # one base more comes after the cap, one doubling more before it
        (ONE_SUIT_DRAGON_PAIRS, {"base": 5}, 45),
        (ONE_SUIT_DRAGON_PAIRS, {"base": 5, "self_draw": "doubling"}, 40),
        (ONE_SUIT_DRAGON_PAIRS, {"cap": "none", "self_draw": "doubling"}, 64),
        (PLAIN, {}, 2),
        (PLAIN, {"self_draw": "doubling"}, 2),
    ],
)
def test_self_draw(hand: str, changes: dict[str, object], each: int) -> None:
    rules = load("chengdu", changes)
    assert self_draw_points(score(parse_hand(hand), rules), rules) == each


def test_online_pays_a_self_drawn_win_as_any_other() -> None:
    rules = load("online")
    result = score(parse_hand(ONE_SUIT), rules)
    assert (discard_points(result, rules), self_draw_points(result, rules)) == (24, 24)


@pytest.mark.parametrize(
    ("style", "words"),
    [("multiple", ("8倍", "8x")), ("fan0", ("3番", "3 fan")), ("fan1", ("4番", "4 fan"))],
)
def test_labels(style: str, words: tuple[str, str]) -> None:
    assert label(3, load("chengdu", {"label": style})) == words


@pytest.mark.parametrize(("cap", "bases"), [(3, 8), (4, 16), ("none", 8), (0, 1)])
def test_the_full_price(cap: object, bases: int) -> None:
    assert full(load("chengdu", {"cap": cap})) == bases


def test_roots_may_leave_kongs_out() -> None:
    hand = "456m 678 77p #a9p #p1m"
    assert value(hand).doublings == 1
    assert value(hand, changes={"patterns.root_counts_kongs": False}).doublings == 0
    assert value(hand, "online").doublings == 0
    assert value(hand, "online", {"patterns.root_counts_kongs": True}).doublings == 1


def test_combine() -> None:
    hand = "66p #p1m #p3m #p4m #p2p"
    assert value(hand, "sbr-2025").doublings == 2
    assert value(hand, "sbr-2025", {"combine": "best"}).doublings == 1


def test_extra_doublings_are_lines_with_their_note() -> None:
    rules = load("chengdu")
    result = score(parse_hand(PLAIN), rules, Circumstance(extra=(Extra(2, "报叫"), Extra(1))))
    assert result.doublings == 3
    assert [(line.id, line.doublings, line.note) for line in result.lines] == [
        ("plain", 0, ""),
        ("extra", 2, "报叫"),
        ("extra", 1, ""),
    ]


@pytest.mark.parametrize("hand", ["1234m", "123 345 789m 234p 66s", "123 345 789m 234 67p", "123m ?"])
def test_what_is_not_complete_has_no_value(hand: str) -> None:
    with pytest.raises(ValueError, match="is not complete: it has no value"):
        value(hand)


@pytest.mark.parametrize(
    "names", [["self_drawn", "kong_discard"], ["self_drawn", "robbed_kong"], ["after_kong"]]
)
def test_a_circumstance_contradicts_itself(names: list[str]) -> None:
    with pytest.raises(ValueError, match="self-drawn"):
        won(names)


def test_win_values_are_those_of_each_wait() -> None:
    values = win_values(parse_hand("2223477m #p9p #p8p"), load("chengdu"))
    assert [(str(tile), value.doublings) for tile, value in values] == [("2m", 1), ("5m", 0), ("7m", 0)]


def test_five_copies_make_no_root() -> None:
    """SBR 查叫 may think of a fifth copy (RULES section 6)."""
    assert value("111p 99m #p8m #p9m #p4p", "sbr-2025").doublings == 1


def renamed(hand: Hand) -> Hand:
    """The same hand with its suits renamed: 万 to 筒 to 条 to 万."""
    counts = hand.counts[18:] + hand.counts[:18]
    melds = tuple(Meld(meld.kind, TILES[(meld.tile + 9) % KINDS]) for meld in hand.melds)
    return Hand(counts, hand.unseen, melds)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["id"])
def test_renaming_suits_changes_no_value(preset: str, case: dict[str, Any]) -> None:
    rules, hand = load(preset, case.get("set", {})), parse_hand(case["hand"])
    assert score(renamed(hand), rules) == score(hand, rules)


@needs_material
def test_three_thousand_hands() -> None:
    rule_sets = [load("chengdu"), load("online"), load("sbr-2025")]
    wrong = []
    lines = (SHARED / "cases" / "hands.jsonl").read_text("utf-8").splitlines()
    for case in map(json.loads, lines):
        columns = [win_values(parse_hand(case["hand"]), rules) for rules in rule_sets]
        found = {
            str(rows[0][0]): [value.doublings for _, value in rows] for rows in zip(*columns, strict=True)
        }
        wrong += [case["hand"]] if found != case["waits"] else []
    assert (len(lines), wrong) == (3000, [])


@needs_material
@pytest.mark.parametrize("number", range(9))
def test_official_sbr_wins(number: int) -> None:
    case = json.loads((SHARED / "cases" / "sbr-official.json").read_text("utf-8"))["wins"][number]
    hand = parse_hand(case["hand"]).with_tile(parse_tile(case["tile"]))
    assert score(hand, load("sbr-2025")).doublings == case["doublings"]

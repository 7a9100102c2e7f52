import json

import pytest

from assistant.notation import parse_hand, parse_tiles
from assistant.readiness import Readiness, claimed_values, claimed_waits, is_dead, readiness
from assistant.rules import PRESETS, load
from assistant.tiles import count
from tests.material import SHARED, needs_material

EDGE = "234 66 789m 123 89s"
"""边张: waits for 7s alone."""


def standing(text: str, dead_wait: str, seen: str = "") -> Readiness:
    return readiness(parse_hand(text), load("chengdu", {"dead_wait": dead_wait}), count(parse_tiles(seen)))


@pytest.mark.parametrize(
    ("dead_wait", "dead"),
    [
        # 000 rule 10: 死叫算叫, or not, or need not be paid
        ("ready", Readiness.READY),
        ("not_ready", Readiness.NOT_READY),
        ("neutral", Readiness.NEUTRAL),
        ("own_four", Readiness.READY),
    ],
)
def test_a_dead_wait(dead_wait: str, dead: Readiness) -> None:
    assert standing(EDGE, dead_wait, "7777s") is dead
    assert standing(EDGE, dead_wait, "777s") is Readiness.READY
    assert standing("123456789m 147 1p", dead_wait) is Readiness.NOT_READY


@pytest.mark.parametrize(
    ("dead_wait", "own"),
    [
        ("ready", Readiness.NOT_READY),
        ("not_ready", Readiness.NOT_READY),
        ("neutral", Readiness.NOT_READY),
        ("own_four", Readiness.READY),
    ],
)
def test_all_four_copies_are_the_own(dead_wait: str, own: Readiness) -> None:
    assert standing("9m 111p #p8m #p9m #p4p", dead_wait) is own
    assert standing("9999m #p8m #p1p #p4p", dead_wait) is Readiness.NOT_READY


def test_own_copies_in_melds_count_for_a_dead_wait() -> None:
    hand = parse_hand("123m 6799m #p8m #p9p")
    assert not is_dead(hand, count(parse_tiles("555m")))
    assert is_dead(hand, count(parse_tiles("5555m 8m")))


def test_claimed_waits_and_values() -> None:
    hand = parse_hand("78m 11p #k9m #p4p #p5p")
    assert [str(tile) for tile in claimed_waits(hand, load("chengdu"))] == ["6m"]
    assert [str(tile) for tile in claimed_waits(hand, load("sbr-2025"))] == ["6m", "9m"]
    # a kong is a kong, and the fifth copy adds nothing to it
    values = claimed_values(hand, load("sbr-2025"))
    assert [(str(tile), value.doublings) for tile, value in values] == [("6m", 1), ("9m", 1)]


def test_the_void_suit_bars_a_wait() -> None:
    hand = parse_hand(EDGE)
    rules = load("chengdu")
    assert readiness(hand, rules, count(()), hand.tiles[-1].suit) is Readiness.NOT_READY


@pytest.mark.parametrize("preset", PRESETS)
def test_fifth_tiles_concealed_are_no_wait(preset: str) -> None:
    assert not claimed_waits(parse_hand("123456789m 1111p"), load(preset))


@needs_material
@pytest.mark.parametrize("number", range(4))
def test_official_sbr_readiness(number: int) -> None:
    case = json.loads((SHARED / "cases" / "sbr-official.json").read_text("utf-8"))["ready"][number]
    found = readiness(parse_hand(case["hand"]), load("sbr-2025"), count(()))
    assert (found is Readiness.READY) == case["ready"]


@needs_material
@pytest.mark.parametrize("number", range(4))
def test_official_sbr_largest_win(number: int) -> None:
    case = json.loads((SHARED / "cases" / "sbr-official.json").read_text("utf-8"))["largest_win"][number]
    values = claimed_values(parse_hand(case["hand"]), load("sbr-2025"))
    assert max(value.doublings for _, value in values) == case["doublings"]

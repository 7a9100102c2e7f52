"""Rounds whose money was worked out by hand, cases/rounds.toml: both pricers must find it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from assistant.history.codec import decode
from assistant.round import fold
from assistant.state import Rank
from tests.assistant.players.both import Money, by_product, by_second_pricer
from tests.assistant.players.scripts import lines_of
from tests.assistant.second_pricer.rulebook import PRESETS

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent.parent / "cases" / "rounds.toml").read_text("utf-8")
)["case"]


def record(case: dict[str, Any]) -> list[dict[str, Any]]:
    lines = lines_of(case["deal"], case["play"], chips=case.get("chips"))
    lines[0] |= {"rules": case.get("rules", "chengdu"), "overrides": case.get("set", {})}
    hands = enumerate(case.get("reveal", []))
    return lines + [{"kind": "revealed", "seat": seat, "hand": hand} for seat, hand in hands if hand]


def check(case: dict[str, Any], money: Money) -> None:
    assert money.net == case["net"], money.payments
    assert money.winners == case.get("winners", [])
    if "payments" in case:
        assert sorted(list(one[:4]) for one in money.payments) == sorted(case["payments"])
    if "penalties" in case:
        assert [list(one) for one in money.penalties] == case["penalties"]
    if "next_dealer" in case:
        assert money.next_dealer == case["next_dealer"]
        assert money.finished
    if "finished" in case:
        assert money.finished == case["finished"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_product_finds_the_money_worked_out_by_hand(case: dict[str, Any]) -> None:
    lines = record(case)
    faults = fold(decode(line) for line in lines).faults
    assert not [fault.message for _, fault in faults if fault.rank is Rank.IMPOSSIBLE]
    check(case, by_product(lines))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_second_pricer_finds_the_money_worked_out_by_hand(case: dict[str, Any]) -> None:
    rules = PRESETS[case.get("rules", "chengdu")] | case.get("set", {})
    check(case, by_second_pricer(record(case), rules))

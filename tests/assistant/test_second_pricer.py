"""The second pricer against money worked out by hand: cases/rounds.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.assistant.players.scripts import lines_of
from tests.assistant.second_pricer.money import price
from tests.assistant.second_pricer.rulebook import PRESETS

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent.parent / "cases" / "rounds.toml").read_text("utf-8")
)["case"]


def record(case: dict[str, Any]) -> list[dict[str, Any]]:
    lines = lines_of(case["deal"], case["play"], chips=case.get("chips"))
    lines[0] |= {"rules": case.get("rules", "chengdu"), "overrides": case.get("set", {})}
    lines += [
        {"kind": "revealed", "seat": seat, "hand": hand}
        for seat, hand in enumerate(case.get("reveal", []))
        if hand
    ]
    return lines


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_money_worked_out_by_hand(case: dict[str, Any]) -> None:
    rules = PRESETS[case.get("rules", "chengdu")] | case.get("set", {})
    result = price(record(case), rules)
    assert result.net == case["net"], result.payments
    assert result.winners == case.get("winners", [])
    if "payments" in case:
        assert sorted(list(one[:4]) for one in result.payments) == sorted(case["payments"])
    if "penalties" in case:
        assert [list(one) for one in result.penalties] == case["penalties"]
    if "next_dealer" in case:
        assert result.next_dealer == case["next_dealer"]
        assert result.finished
    if "finished" in case:
        assert result.finished == case["finished"]

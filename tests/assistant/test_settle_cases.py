"""Rounds worked out by hand, each under its rules and under rules that change what it comes to."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant.events import TableEvent
from assistant.round import settle
from assistant.rule_keys import KEYS
from assistant.rules import load
from assistant.settlement.reckoning import net
from tests.assistant.table_script import table

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "settle.toml").read_text("utf-8")
)["case"]
ODD = {"wall_not_empty"}
"""Codes of what a short record always shows: most cases play only the lines that matter."""


def record(case: dict[str, Any]) -> list[TableEvent]:
    deal = {seat: hand for seat, hand in enumerate(case.get("deal", [])) if hand}
    chips = tuple(case["chips"]) if "chips" in case else None
    players = len(case["net"]) - ("bet" in case["acts"].replace(";", " ").split())
    return table(
        case["acts"], deal, case.get("rules", "chengdu"), case.get("set"), case.get("wall"), chips, players
    )


def whole(case: dict[str, Any], variant: dict[str, Any]) -> dict[str, Any]:
    """A case as a variant of it has it."""
    return {**case, **variant, "set": {**case.get("set", {}), **variant.get("set", {})}}


def variants() -> Iterator[Any]:
    for case in CASES:
        yield pytest.param(case, id=case["id"])
        for variant in case.get("variants", []):
            words = variant.get("rules") or ", ".join(
                f"{key}={value}" for key, value in variant["set"].items()
            )
            yield pytest.param(whole(case, variant), id=f"{case['id']}: {words}")


@pytest.mark.parametrize("case", list(variants()))
def test_a_round_comes_to(case: dict[str, Any]) -> None:
    folded, settlement = settle(record(case))
    payments = settlement.payments
    assert list(settlement.net) == case["net"], payments
    assert sum(settlement.net) == 0
    assert settlement.net == net(payments, len(settlement.net))
    assert all(one.points > 0 and one.payer != one.payee for one in payments)
    codes = sorted(fault.code for _, fault in folded.faults if fault.code not in ODD)
    assert codes == sorted(case.get("codes", []))
    assert list(settlement.missing) == case.get("missing", [])
    assert [[one.seat, one.points] for one in settlement.penalties] == case.get("penalties", [])
    if "winners" in case:
        assert list(settlement.winners) == case["winners"]
    if "next_dealer" in case:
        assert settlement.finished
        assert settlement.next_dealer == (None if case["next_dealer"] == "none" else case["next_dealer"])
    if "reasons" in case:
        assert [one.reason.value for one in payments] == case["reasons"]
    if "events" in case:
        assert [one.event for one in payments] == case["events"]


def outcome(case: dict[str, Any]) -> tuple[object, ...]:
    """What a case pins of a settlement."""
    folded, settlement = settle(record(case))
    codes = sorted(fault.code for _, fault in folded.faults)
    dealer = settlement.next_dealer
    return settlement.net, settlement.penalties, settlement.winners, dealer, settlement.missing, codes


def bites() -> set[str]:
    """The keys that change what some case comes to, one key against the case without it."""
    found = set()
    for case in CASES:
        for variant in case.get("variants", []):
            changed = variant.get("set", {})
            for key in changed:
                rest = {one: value for one, value in changed.items() if one != key}
                without = whole(case, {**variant, "set": rest})
                if outcome(without) != outcome(whole(case, variant)):
                    found.add(key)
    return found


def told_apart() -> set[tuple[str, object, object]]:
    """(key, value, another value): the other one changes what some case that has the value comes to."""
    found: set[tuple[str, object, object]] = set()
    for parameter in variants():
        case = parameter.values[0]
        rules, before = load(case.get("rules", "chengdu"), case.get("set", {})), outcome(case)
        for key, values in OPTIONS.items():
            now = rules[key]
            for other in values:
                if other == now or (key, now, other) in found:
                    continue
                if outcome(whole(case, {"set": {key: other}})) != before:
                    found.add((key, now, other))
    return found


ELSEWHERE = {
    "concealed_kong_shown": "how a photographed kong is read: test_scan_command",
    "label": "how a value is worded: test_reasons",
    "players": "how many sit at the table: 11.16 above",
    "combine": "the value of a hand: test_scoring",
}


OPTIONS: dict[str, tuple[object, ...]] = {
    key.name: (*((False, True) if key.flag else ()), *(word for word, _ in key.choices))
    for key in KEYS
    if not key.name.startswith("patterns.") and key.name not in ELSEWHERE
}
"""The words that a key takes, as far as rounds show them."""


def test_every_option_of_a_key_is_told_from_the_others_by_some_case() -> None:
    pairs = {
        (key, one, other)
        for key, values in OPTIONS.items()
        for one in values
        for other in values
        if one != other
    }
    assert pairs - told_apart() == set()


def test_every_key_of_a_rule_set_changes_what_some_case_comes_to() -> None:
    keys = {key.name for key in KEYS if not key.name.startswith("patterns.")}
    assert keys - set(ELSEWHERE) - bites() == set()


@pytest.mark.parametrize("point", [f"11.{number}" for number in range(1, 17)])
def test_every_point_the_sources_leave_open_has_a_case(point: str) -> None:
    ids = {word.strip(",") for case in CASES for word in case["id"].split()}
    assert point in ids


@pytest.mark.parametrize(
    "situation",
    ["A04", "A05", "A06", "A14", "A15", "A16", "A17", "A20", "A21", "A22", "A27", "A30", "A31", "A32"],
)
def test_every_situation_of_a_round_has_a_case(situation: str) -> None:
    ids = {word.strip(",") for case in CASES for word in case["id"].split()}
    assert situation in ids

"""The two pricers agree on every payment of seeded rounds: each preset, and rule sets drawn at random.

TANGZI_ROUNDS=20 plays twenty times as many rounds.
"""

from __future__ import annotations

from random import Random

import pytest

from assistant.history.codec import decode
from assistant.round import settle
from assistant.rules import load
from tests.assistant.players.both import by_product, by_second_pricer
from tests.assistant.players.rounds import Played, by_offers, how_many, under_preset, under_random_rules
from tests.assistant.players.rulesets import random_rules
from tests.assistant.second_pricer.rulebook import PRESETS


def agree(one: Played) -> None:
    told = (one.seed, one.preset, one.overrides)
    assert by_product(one.record.full) == by_second_pricer(one.record.full, one.rules), told
    if one.rules["void"] != "sticky":  # who kept a tile of the void suit is not to be seen from outside
        assert by_product(one.record.seen) == by_second_pricer(one.record.seen, one.rules), told


@pytest.mark.parametrize("preset", PRESETS)
def test_every_payment_agrees_under_a_preset(preset: str) -> None:
    for seed in range(how_many(120)):
        agree(under_preset(seed, preset))


def test_every_payment_agrees_under_random_rules() -> None:
    for seed in range(how_many(500)):
        agree(under_random_rules(seed))


def test_every_payment_agrees_on_rounds_picked_from_legal_events() -> None:
    for seed in range(how_many(20)):
        lines, rules = by_offers(seed)
        assert by_product(lines) == by_second_pricer(lines, rules), (seed, lines[0])


def test_every_payment_agrees_when_a_record_is_told_under_other_rules() -> None:
    for seed in range(how_many(60)):
        one = under_random_rules(seed)
        preset, overrides, rules = random_rules(Random(f"other rules {seed}"))
        same = {key: one.rules[key] for key in ("players", "ending")}  # else other lines would have followed
        for lines in (one.record.full, one.record.seen):
            if rules["chips_out"] == "leaves" and "chips" in lines[0]:
                continue  # and whoever ran out of chips would not have played on
            other = load(preset, overrides | same)
            if settle((decode(line) for line in lines), other)[1].missing:
                continue  # these rules ask for a hand that those did not
            assert by_product(lines, other) == by_second_pricer(lines, rules | same), (seed, overrides)

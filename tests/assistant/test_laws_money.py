"""The two pricers agree on every payment of seeded rounds: each preset, and rule sets drawn at random.

TANGZI_ROUNDS=20 plays twenty times as many rounds.
"""

from __future__ import annotations

import pytest

from tests.assistant.players.both import by_product, by_second_pricer
from tests.assistant.players.rounds import Played, by_offers, how_many, under_preset, under_random_rules
from tests.assistant.second_pricer.rulebook import PRESETS


def agree(one: Played) -> None:
    told = (one.seed, one.preset, one.overrides)
    assert by_product(one.record.full) == by_second_pricer(one.record.full, one.rules), told
    if one.rules["void"] != "sticky":  # who kept a tile of the void suit is not to be seen from outside
        assert by_product(one.record.seen) == by_second_pricer(one.record.seen, one.rules), told


@pytest.mark.parametrize("preset", PRESETS)
def test_every_payment_agrees_under_a_preset(preset: str) -> None:
    for seed in range(how_many(60)):
        agree(under_preset(seed, preset))


def test_every_payment_agrees_under_random_rules() -> None:
    for seed in range(how_many(240)):
        agree(under_random_rules(seed))


def test_every_payment_agrees_on_rounds_picked_from_legal_events() -> None:
    for seed in range(how_many(20)):
        lines, rules = by_offers(seed)
        assert by_product(lines) == by_second_pricer(lines, rules), (seed, lines[0])

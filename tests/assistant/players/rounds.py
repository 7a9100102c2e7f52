"""Seeded rounds by number: the same number gives the same rules, deal and play everywhere."""

from __future__ import annotations

import os
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from tests.assistant.players.habits import Habits
from tests.assistant.players.rulesets import random_rules
from tests.assistant.players.sitting import Record
from tests.assistant.players.table import Table
from tests.assistant.players.wanderer import wander
from tests.assistant.second_pricer.rulebook import PRESETS, Rules


class Played(NamedTuple):
    """A seeded round with the rules it was played under."""

    seed: int
    preset: str
    overrides: dict[str, Any]
    rules: Rules
    record: Record


def how_many(usual: int) -> int:
    """Rounds to play: `usual`, times TANGZI_ROUNDS where that is set."""
    return usual * int(os.environ.get("TANGZI_ROUNDS", "1"))


@lru_cache(maxsize=4096)
def under_preset(seed: int, preset: str) -> Played:
    """A round under a preset: every second deal makes rare things likely, every third round breaks rules.
    The record is shared by all who ask for it: not to be changed.
    """
    rng = Random(f"{preset} {seed}")
    rules = PRESETS[preset]
    table = Table(rng, rules, preset=preset, loose=seed % 3 == 0, rare=seed % 2 == 0, chips=seed % 10 == 9)
    return Played(seed, preset, {}, rules, table.play())


@lru_cache(maxsize=4096)
def under_random_rules(seed: int) -> Played:
    """A round under a random rule set."""
    rng = Random(f"random rules {seed}")
    preset, overrides, rules = random_rules(rng, keys=rng.randint(1, 25))
    table = Table(
        rng,
        rules,
        preset=preset,
        overrides=overrides,
        loose=seed % 3 == 0,
        rare=seed % 4 != 0,
        chips=seed % 5 == 0,
    )
    return Played(seed, preset, overrides, rules, table.play())


def by_the_careless(seed: int) -> Played:
    """A round of seats that let wins go and take those they may not, under a random rule set."""
    rng = Random(f"careless {seed}")
    preset, overrides, _ = random_rules(rng)
    overrides |= {
        "passed_win": rng.choice(("same_kind", "not_dearer", "none")),
        "last_four_must_win": rng.random() < 0.6,
    }
    rules = PRESETS[preset] | overrides
    seats = [
        Habits(wins=rng.choice((0.2, 0.5, 0.9)), robs=0.5, breaks_rules=0.6, pongs=0.3)
        for _ in range(int(rules["players"]))
    ]
    table = Table(rng, rules, preset=preset, overrides=overrides, rare=True, seats=seats)
    return Played(seed, preset, overrides, rules, table.play())


def by_offers(seed: int) -> tuple[list[dict[str, Any]], Rules]:
    """The lines of a round played by picking among `legal_events`, under a random rule set."""
    rng = Random(f"offers {seed}")
    preset, overrides, rules = random_rules(rng)
    return wander(rng, rules, preset, overrides), rules

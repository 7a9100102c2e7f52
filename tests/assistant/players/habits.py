"""Habits: how a seeded player chooses. Chances are 0..1."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Habits:
    """One seat's ways at the table."""

    wins: float = 0.95
    """wins when it can, else lets it go"""
    robs: float = 0.95
    pongs: float = 0.5
    kongs: float = 0.8
    late: float = 0.2
    """keeps the fourth tile of a pong for a later turn"""
    careless: float = 0.05
    """discards anything"""
    hoards: bool = False
    """keeps three suits"""
    leaves: float = 0.0
    """leaves the table, a turn"""
    false_wins: float = 0.0
    """says 胡 without a win, a turn"""
    breaks_rules: float = 0.0
    """where a rule forbids: takes a passed win, keeps or melds void tiles"""


def habits(rng: Random, *, loose: bool) -> Habits:
    """A seat's habits drawn at random; loose ones break rules, leave and call false wins."""
    return Habits(
        wins=rng.choice((1.0, 0.9, 0.7, 0.2)),
        robs=rng.choice((1.0, 1.0, 0.5)),
        pongs=rng.choice((0.2, 0.5, 0.9)),
        kongs=rng.choice((0.5, 0.9, 1.0)),
        late=rng.choice((0.0, 0.0, 0.5)),
        careless=rng.choice((0.0, 0.05, 0.3)),
        hoards=rng.random() < 0.15,
        leaves=rng.choice((0.0, 0.01)) if loose else 0.0,
        false_wins=rng.choice((0.0, 0.02)) if loose else 0.0,
        breaks_rules=rng.choice((0.0, 0.3)) if loose else 0.0,
    )

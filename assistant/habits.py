"""习惯: how much likelier players are to hold one hidden hand than another, by what the table shows of them.

A hand's weight beside a fair deal is exp of a sum of features times fitted numbers: how near the hand is to
ready by now, how many tiles of a suit it should be rid of, what its discards say of each kind, what it let
go. The numbers were fitted on seeded rounds of simulated players by likelihood
(`python -m tests.benchmarks.habits`); people may play otherwise, so what comes of it is odds, never facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from assistant.clues import AGES, Clues, shares
from assistant.state import Status
from assistant.suit_search import OUT_OF_REACH
from assistant.tiles import KINDS, TILES, Suit

Numbers = NDArray[np.float32]

NEAR = 5
"""Shanten 0 to 4 have numbers of their own; farther hands count as equal."""
SPARE = 4
"""So do 0 to 3 tiles of a suit that should go; more count as equal."""
LONG = 16
"""Discards after which a round counts as late."""
EARLY, LATE = 5, 4
"""How many discards count as the first ones, and as the last ones."""
NEVER_SO = -9.0
"""For what hardly happens: a tile of a void suit that is gone 定缺, a winner whose hand was not ready."""

KIND_FEATURES = (
    "share", "share_late_round", "early", "late", "melded_suit", "same_early", "same_late",
    "next_early", "next_late", "next_but_one_early", "next_but_one_late", "unclaimed", "edge",
)  # fmt: skip
"""What is said of a kind: the parts of all, the first and the last discards that are of its suit; a meld of
its suit; whether it, a neighbour or a neighbour but one was thrown early or late; whether it went by; how far
it is from the 5."""
WAIT_FEATURES = (*(f"let_go_{age}" for age in range(AGES)), "thrown", "thrown_late")
"""What is said of waits: that one of them was let go so many turns ago, or was thrown by the player."""
FEATURES = (
    *(f"shanten_{near}{part}" for near in range(NEAR) for part in ("", "_later", "_melds")),
    *(f"spare_{many}{part}" for many in range(SPARE) for part in ("", "_later")),
    "void_held", "void_tile", "void_tile_later",
    *KIND_FEATURES,
    *WAIT_FEATURES, "wide",
)  # fmt: skip
"""Every fitted number, by name."""

FITTED: Mapping[str, float] = MappingProxyType(
    {
        "shanten_0": 2.104,
        "shanten_0_later": 5.171,
        "shanten_0_melds": 1.561,
        "shanten_1": 0.935,
        "shanten_1_later": 2.943,
        "shanten_1_melds": 2.118,
        "shanten_2": 0.841,
        "shanten_2_later": 0.253,
        "shanten_2_melds": 1.819,
        "shanten_3": 1.230,
        "shanten_3_later": -1.794,
        "shanten_3_melds": -0.609,
        "shanten_4": 1.562,
        "shanten_4_later": -6.785,
        "shanten_4_melds": -0.982,
        "spare_0": 2.242,
        "spare_0_later": 5.192,
        "spare_1": 1.478,
        "spare_1_later": 2.976,
        "spare_2": 1.292,
        "spare_2_later": 0.853,
        "spare_3": 0.995,
        "spare_3_later": -2.232,
        "void_held": -0.102,
        "void_tile": -0.514,
        "void_tile_later": -5.656,
        "share": 0.538,
        "share_late_round": -0.051,
        "early": -0.881,
        "late": -0.172,
        "melded_suit": -0.210,
        "same_early": -1.011,
        "same_late": -0.856,
        "next_early": -0.404,
        "next_late": -0.348,
        "next_but_one_early": -0.197,
        "next_but_one_late": -0.180,
        "unclaimed": -0.188,
        "edge": -0.055,
        "let_go_0": -2.960,
        "let_go_1": -1.195,
        "let_go_2": -0.391,
        "let_go_3": -0.596,
        "thrown": -1.077,
        "thrown_late": -2.184,
        "wide": 0.183,
    }
)


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one player's hands, as factors ready to be multiplied."""

    distance: Numbers
    """by shanten and one"""
    spare: Numbers
    """by tiles of the suit that should go"""
    kind: Numbers
    """of one tile of each kind"""
    waits: tuple[float, ...]
    """of waiting for one of the tiles of each of `wait_sets`"""
    wide: float
    """the power to which the copies waited for are raised"""


def progress(clues: Clues) -> float:
    """How late in the round a player is, 0..1."""
    return min(len(clues.discards), LONG) / LONG


def kind_features(clues: Clues) -> Numbers:
    """KIND_FEATURES of each kind: 27 rows."""
    void = clues.frame.void
    thrown = [tile for tile in clues.discards if tile.suit is not void]
    first, last = thrown[:EARLY], thrown[EARLY:][-LATE:]
    everything, early, late = shares(thrown), shares(first), shares(last)
    later = progress(clues)
    rows = np.zeros((KINDS, len(KIND_FEATURES)), np.float32)
    for tile in TILES:
        suit, number = tile.suit, tile.number
        steps = [{abs(one.number - number) for one in some if one.suit is suit} for some in (first, last)]
        rows[tile] = (
            everything[suit],
            everything[suit] * later,
            early[suit],
            late[suit],
            suit in clues.frame.melded,
            *(step in found for step in range(3) for found in steps),
            tile in clues.unclaimed,
            abs(number - 5) / 4,
        )
    return rows


def weights(clues: Clues, fitted: Mapping[str, float] = FITTED) -> Weights:
    """The weights of a player's hands under fitted numbers; those left out are 0."""

    def value(name: str) -> float:
        return fitted.get(name, 0.0)

    later, melds = progress(clues), clues.frame.melds / 4
    distance = np.zeros(OUT_OF_REACH + 1, np.float32)
    for near in range(NEAR):
        name = f"shanten_{near}"
        distance[near + 1] = value(name) + value(f"{name}_later") * later + value(f"{name}_melds") * melds
    distance[0] = distance[1]
    if clues.status is Status.WON:
        distance[:] = NEVER_SO
        distance[:2] = 0.0
    many = np.arange(14, dtype=np.float32)
    if clues.frame.void is None:
        spare = np.zeros(14, np.float32)
        for few in range(SPARE):
            spare[few] = value(f"spare_{few}") + value(f"spare_{few}_later") * later
    elif clues.cleared:
        spare = NEVER_SO * many
    else:
        spare = (value("void_tile") + value("void_tile_later") * later) * many
        spare[1:] += value("void_held")
    kind: Numbers = kind_features(clues) @ np.array([value(name) for name in KIND_FEATURES], np.float32)
    if clues.frame.void is not None:
        kind[9 * clues.frame.void : 9 * clues.frame.void + 9] = 0.0
    return Weights(
        distance=np.exp(distance - distance.max()),
        spare=np.exp(spare - spare.max()),
        kind=np.exp(kind - kind.max()),
        waits=tuple(float(np.exp(value(name))) for name in WAIT_FEATURES),
        wide=value("wide"),
    )


def spare_suits(clues: Clues) -> tuple[Suit, ...]:
    """The suits of which one should go: the declared one, else those without melds; the one with the fewest
    tiles counts."""
    if clues.frame.void is not None:
        return (clues.frame.void,)
    return tuple(suit for suit in Suit if suit not in clues.frame.melded) or tuple(Suit)


def wait_sets(clues: Clues) -> tuple[int, ...]:
    """The kinds of each of WAIT_FEATURES, as masks of 27 bits: a ready hand has waited for a while, and would
    have won on them.
    """
    late = clues.discards[-LATE:]
    earlier = clues.discards[: len(clues.discards) - len(late)]
    return tuple(sum(1 << tile for tile in set(kinds)) for kinds in (*clues.let_go, earlier, late))

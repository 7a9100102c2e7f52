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
LONG = 20
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
FREE = ("", "_later", "_melds", "_turned", "_turned_late")
SITUATION = (*FREE, "_declared", "_declared_turned")
"""What else each number of shanten hangs on, as `situation` tells it; that of spare tiles as far as FREE."""
FEATURES = (
    *(f"shanten_{near}{part}" for near in range(NEAR) for part in SITUATION),
    *(f"spare_{many}{part}" for many in range(SPARE) for part in FREE),
    "void_held", "void_tile", "void_tile_later",
    *KIND_FEATURES,
    *WAIT_FEATURES, "wide",
)  # fmt: skip
"""Every fitted number, by name."""

FITTED: Mapping[str, float] = MappingProxyType(
    {
        "shanten_0": 1.588,
        "shanten_0_later": 6.037,
        "shanten_0_melds": 1.081,
        "shanten_0_turned": 2.960,
        "shanten_0_turned_late": 1.609,
        "shanten_0_declared": -0.014,
        "shanten_0_declared_turned": 2.663,
        "shanten_1": 1.518,
        "shanten_1_later": 3.216,
        "shanten_1_melds": 1.825,
        "shanten_1_turned": 0.417,
        "shanten_1_turned_late": 0.863,
        "shanten_1_declared": -0.378,
        "shanten_1_declared_turned": 0.372,
        "shanten_2": 1.400,
        "shanten_2_later": 2.101,
        "shanten_2_melds": 1.518,
        "shanten_2_turned": -1.248,
        "shanten_2_turned_late": 0.135,
        "shanten_2_declared": -0.222,
        "shanten_2_declared_turned": -2.546,
        "shanten_3": 1.538,
        "shanten_3_later": -0.998,
        "shanten_3_melds": -0.140,
        "shanten_3_turned": -0.399,
        "shanten_3_turned_late": -0.558,
        "shanten_3_declared": 0.340,
        "shanten_3_declared_turned": -3.691,
        "shanten_4": 1.434,
        "shanten_4_later": -4.315,
        "shanten_4_melds": -0.662,
        "shanten_4_turned": -0.786,
        "shanten_4_turned_late": -1.014,
        "shanten_4_declared": 0.688,
        "shanten_4_declared_turned": -0.677,
        "spare_0": 1.153,
        "spare_0_later": 5.371,
        "spare_0_melds": 0.706,
        "spare_0_turned": 0.377,
        "spare_0_turned_late": 1.555,
        "spare_1": 0.690,
        "spare_1_later": 3.859,
        "spare_1_melds": 1.045,
        "spare_1_turned": 0.100,
        "spare_1_turned_late": -0.179,
        "spare_2": 0.612,
        "spare_2_later": 1.960,
        "spare_2_melds": 0.788,
        "spare_2_turned": -0.378,
        "spare_2_turned_late": 0.327,
        "spare_3": 0.604,
        "spare_3_later": -1.851,
        "spare_3_melds": -1.263,
        "spare_3_turned": 0.990,
        "spare_3_turned_late": -0.204,
        "void_held": -0.459,
        "void_tile": -0.623,
        "void_tile_later": -6.648,
        "share": 0.460,
        "share_late_round": 0.090,
        "early": -0.950,
        "late": -0.141,
        "melded_suit": -0.216,
        "same_early": -0.987,
        "same_late": -0.838,
        "next_early": -0.394,
        "next_late": -0.216,
        "next_but_one_early": -0.259,
        "next_but_one_late": -0.141,
        "unclaimed": -0.164,
        "edge": -0.068,
        "let_go_0": -3.016,
        "let_go_1": -1.151,
        "let_go_2": -0.541,
        "let_go_3": -0.409,
        "thrown": -1.299,
        "thrown_late": -2.134,
        "wide": 0.350,
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


def leaving(clues: Clues) -> Suit:
    """The suit that a player seems to be ridding the hand of: the declared one 定缺, else, of those without
    melds, the one thrown most."""
    return max(spare_suits(clues), key=lambda suit: sum(tile.suit is suit for tile in clues.discards))


def situation(clues: Clues) -> Numbers:
    """What SITUATION names, 0..1 each: always 1; how late it is; how much is melded; the parts of all and of
    the last discards that were not of the suit that leaves. Who throws from the suits to be kept has little
    else left to throw, and is the nearer to ready. Of a declared suit that says less: it must go first.
    """
    suit, last = leaving(clues), clues.discards[-LATE:]
    turned, late = (1 - shares(some)[suit] if some else 0.0 for some in (clues.discards, last))
    parts = (turned, late, 0.0, 0.0) if clues.frame.void is None else (0.0, 0.0, 1.0, turned)
    return np.array((1.0, progress(clues), clues.frame.melds / 4, *parts), np.float32)


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

    later, now = progress(clues), situation(clues)

    def here(name: str) -> float:
        return float(now @ np.array([value(f"{name}{part}") for part in SITUATION], np.float32))

    distance = np.zeros(OUT_OF_REACH + 1, np.float32)
    for near in range(NEAR):
        distance[near + 1] = here(f"shanten_{near}")
    distance[0] = distance[1]
    if clues.status is Status.WON:
        distance[:] = NEVER_SO
        distance[:2] = 0.0
    many = np.arange(14, dtype=np.float32)
    if clues.frame.void is None:
        spare = np.zeros(14, np.float32)
        for few in range(SPARE):
            spare[few] = here(f"spare_{few}")
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

"""和牌: a win as a value: the complete hand, one reading of it, and the circumstance it was won in."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.hands import Hand
from assistant.shapes import Decomposition, decompositions
from assistant.tiles import Counts, Suit


@dataclass(frozen=True, slots=True)
class Extra:
    """Doublings a table adds by hand for what no rule set knows (RULES section 11.13)."""

    doublings: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Circumstance:
    """How a hand was won. What contradicts itself is refused with ValueError."""

    self_drawn: bool = False
    """自摸"""
    after_kong: bool = False
    """杠上花: on the replacement tile of a kong"""
    kong_discard: bool = False
    """杠上炮: on the discard after a kong"""
    robbed_kong: bool = False
    """抢杠胡: on the tile another adds to its pong"""
    last_tile: bool = False
    """海底: on the wall's last tile as drawn, or on the discard after that draw"""
    last_live: bool = False
    """绝张 (b): on the last of all tiles that can win (RULES section 4)"""
    heavenly: bool = False
    """天胡: the dealer, on the deal"""
    earthly: bool = False
    """地胡: another, on its first draw"""
    extra: tuple[Extra, ...] = ()

    def __post_init__(self) -> None:
        if self.self_drawn and (self.kong_discard or self.robbed_kong):
            raise ValueError("a tile that another gave is not self-drawn")
        if self.after_kong and not self.self_drawn:
            raise ValueError("a kong's replacement is self-drawn")


BARE = Circumstance()
"""A win without circumstance."""


@dataclass(frozen=True, slots=True)
class Win:
    """What a pattern looks at. `hand` holds 14 - 3 x melds concealed tiles, the winning one among them."""

    hand: Hand
    reading: Decomposition
    circumstance: Circumstance
    own: Counts
    """copies of each kind in hand and melds together"""
    suits: frozenset[Suit]
    """花色 in hand and melds together"""


def wins(hand: Hand, circumstance: Circumstance = BARE) -> tuple[Win, ...]:
    """A win for every reading of a complete hand; none where it is not complete."""
    own, suits = hand.own, hand.suits
    return tuple(Win(hand, reading, circumstance, own, suits) for reading in decompositions(hand))

"""Shanten 向听 and waits 听 of thousands of hands in one go, with numpy, from the tables of
`assistant.suit_tables`.

A hand here is three suit codes (see there), its concealed tiles; its melds count as sets that are there. That
a meld uses up copies is left to who samples the tiles: no tile beyond the fourth is ever dealt. One more
thing is looser than in `assistant.waits`: the shanten of a melded hand may count on a copy that lies in a
meld. `Frame` says what one player's hands may use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.suit_search import NUMBERS, OUT_OF_REACH
from assistant.suit_tables import WEIGHTS, build
from assistant.tiles import KINDS, Suit

Codes = NDArray[np.int32]
"""Codes of suits; the last axis is the three suits."""
Masks = NDArray[np.uint32]
Grid = NDArray[np.uint8]

WORTH: Codes = np.array(WEIGHTS, np.int32)
"""What one more tile of each number adds to the code of its suit."""
SUIT_OF = np.arange(KINDS) // NUMBERS
WORTH_OF: Codes = np.tile(WORTH, len(Suit))
"""The same for each of the 27 kinds."""
EVERY = (1 << NUMBERS) - 1
OTHERS = ((1, 2), (0, 2), (0, 1))
"""For each suit the two others."""


_FIRST = np.array([one for one, _ in OTHERS])
_SECOND = np.array([other for _, other in OTHERS])


@cache
def _barred(melded: frozenset[Suit], void: Suit | None) -> Grid:
    lacks = [suit not in melded and void in (None, suit) for suit in Suit]
    return np.array([0 if may else OUT_OF_REACH for may in lacks], np.uint8)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a player's concealed tiles are completed with: how many melds, their suits, the void suit 定缺."""

    melds: int = 0
    melded: frozenset[Suit] = frozenset()
    void: Suit | None = None

    @property
    def barred(self) -> Grid:
        """OUT_OF_REACH for each suit that a complete hand may not lack, else 0."""
        return _barred(self.melded, self.void)

    def may_lack(self, suit: Suit) -> bool:
        """Whether a complete hand may be without this suit: no meld is of it, and the void suit is no
        other."""
        return not self.barred[suit]


@dataclass(frozen=True, slots=True)
class ManyHands:
    """The tables as arrays."""

    size: int
    classes: NDArray[np.int16]
    """the distance class of each code"""
    waits_of: Masks
    distances: tuple[Grid, ...]
    """by number of melds; the row of one suit's class, in it the place of the other's"""

    def shanten(self, codes: Codes, frame: Frame) -> NDArray[np.int8]:
        """向听 of hands of 13 or 14 tiles less three a meld; OUT_OF_REACH - 1 where melds and void suit rule
        every complete hand out.
        """
        nearest: Grid = self._pairs(np.take(self.classes, codes), frame).min(-1)
        return nearest.astype(np.int8) - np.int8(1)

    def _pairs(self, classes: NDArray[np.int16], frame: Frame) -> Grid:
        """For each suit the distance of a complete hand of the other two."""
        rows = np.take(classes, _FIRST, axis=-1).astype(np.int32) * np.int32(self.size)
        rows += np.take(classes, _SECOND, axis=-1)
        found = np.take(self.distances[frame.melds], rows)
        return np.maximum(found, frame.barred) if frame.barred.any() else found

    def with_one_more(self, codes: Codes, frame: Frame) -> Grid:
        """The distance (shanten and one) of each hand with one more of each kind: a further axis of 27."""
        table, barred = self.distances[frame.melds], frame.barred
        classes = np.take(self.classes, codes)
        rows = classes.astype(np.int32) * np.int32(self.size)
        # a fifth copy has no code: what is read there means nothing, and nobody deals it
        more = np.take(self.classes, codes[..., None] + WORTH, mode="clip")  # suits x numbers
        best = np.take(table, more + np.take(rows, _FIRST, axis=-1)[..., None])
        other = np.take(table, more + np.take(rows, _SECOND, axis=-1)[..., None])
        if barred.any():
            np.maximum(best, barred[_SECOND][:, None], out=best)
            np.maximum(other, barred[_FIRST][:, None], out=other)
        np.minimum(best, other, out=best)
        np.minimum(best, self._pairs(classes, frame)[..., None], out=best)
        return best.reshape(*codes.shape[:-1], KINDS)

    def waits(self, codes: Codes, frame: Frame) -> Masks:
        """听 of hands of 13 tiles less three a meld, as masks of 27 bits; 0 where a hand is not ready."""
        parts = self.waits_of[codes]
        found = np.zeros(codes.shape[:-1], np.uint32)
        for suit in Suit:
            if not frame.may_lack(suit):
                continue
            one, other = OTHERS[suit]
            first, second = parts[..., one], parts[..., other]
            mask = (first & second >> np.uint32(9) & EVERY) << np.uint32(NUMBERS * one)
            mask |= (second & first >> np.uint32(9) & EVERY) << np.uint32(NUMBERS * other)
            if not frame.melds:
                odd = first >> np.uint32(18) << np.uint32(NUMBERS * one)
                odd |= second >> np.uint32(18) << np.uint32(NUMBERS * other)
                mask |= np.where(np.bitwise_count(odd) == 1, odd, np.uint32(0))
            found |= np.where(codes[..., suit] == 0, mask, np.uint32(0))
        return found


def codes_of(tiles: NDArray[np.int8]) -> Codes:
    """The suit codes of hands told as kinds 0..26 along the last axis."""
    worth = WORTH_OF[tiles]
    suits = SUIT_OF[tiles]
    return np.stack([np.where(suits == suit, worth, 0).sum(-1) for suit in Suit], -1).astype(np.int32)


@cache
def many_hands() -> ManyHands:
    """The tables, built once in a process (0.5 s)."""
    tables = build()
    return ManyHands(
        size=tables.size,
        classes=(np.array(tables.classes) // tables.size).astype(np.int16),
        waits_of=np.array(tables.waits, np.uint32),
        distances=tuple(np.frombuffer(one, np.uint8) for one in tables.with_melds),
    )

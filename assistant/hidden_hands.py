"""暗牌: hidden hands sampled so that they fit all that is seen and are such as players would really hold.

Many deals at once. Each begins as a fair deal of the tiles nobody sees. Then one tile after the other is laid
back and another taken in its place, drawn among all that are free by how likely the player is to hold the
hand with it (`assistant.habits`): after a few rounds through all tiles the deals are samples. Tiles only ever
change places, so that every deal holds each unseen tile once: sizes are right and no fifth copy can come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.clues import Clues
from assistant.habits import FITTED, Weights, spare_suits, wait_sets, weights
from assistant.hands import FULL
from assistant.many_hands import SUIT_OF, WORTH_OF, Codes, ManyHands, Masks, codes_of, many_hands
from assistant.tiles import COPIES, KINDS, Counts, Suit, spread

Kinds = NDArray[np.int8]
Copies = NDArray[np.int16]
Rows = NDArray[np.intp] | slice
Generator = np.random.Generator

FEW = 8
"""Free tiles below which hands also change tiles with each other: the wall alone moves too little."""


EXCHANGES = 6
"""How many tiles two hands offer each other then, a round."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is sampled: deals at once, rounds through all tiles before the first is kept, and after."""

    deals: int = 96
    before: int = 3
    kept: int = 3


@dataclass(frozen=True, slots=True)
class Hands:
    """The sampled hands of one seat; row by row the same deals as those of the other seats."""

    clues: Clues
    counts: Copies
    """deals x 27: the concealed tiles, a tile just drawn not among them"""
    codes: Codes
    waits: Masks
    """听 as masks of 27 bits"""


@dataclass(frozen=True, slots=True)
class Deals:
    """Sampled deals."""

    hands: tuple[Hands, ...]
    free: Copies
    """deals x 27: what no sampled hand holds: the wall, tiles just drawn, the side bet's"""
    weights: NDArray[np.float64]
    """of each deal; they sum to 1"""


class _Side:
    """One seat's hands while they are sampled."""

    def __init__(self, clues: Clues, tiles: Kinds, fitted: Mapping[str, float]) -> None:
        self.clues, self.tiles, self.frame = clues, tiles, clues.frame
        self.weights: Weights = weights(clues, fitted)
        known = np.array(clues.known, np.int32)
        self.codes: Codes = codes_of(tiles) + (known * WORTH_OF).reshape(3, 9).sum(1).astype(np.int32)
        self.suits: Copies = np.stack(
            [(SUIT_OF[tiles] == suit).sum(1) + known[9 * suit : 9 * suit + 9].sum() for suit in Suit], 1
        ).astype(np.int16)
        self.known = known.astype(np.int16)
        self.spare = list(spare_suits(clues))
        self.base = len(Suit) * np.arange(len(tiles))
        """where each hand's suits begin in the flat arrays"""
        self.joins = np.array([[suit is one for one in self.spare] for suit in Suit], np.int16)

    def put(self, rows: Rows, place: int, kinds: Kinds) -> None:
        """Let a place of some hands hold these kinds instead of what was taken out."""
        at = self.base[rows] + SUIT_OF[kinds]
        self.codes.reshape(-1)[at] += WORTH_OF[kinds]
        self.suits.reshape(-1)[at] += 1
        self.tiles[rows, place] = kinds

    def take(self, rows: Rows, place: int) -> Kinds:
        """Take the tile at a place out of some hands."""
        kinds: Kinds = self.tiles[rows, place]
        at = self.base[rows] + SUIT_OF[kinds]
        self.codes.reshape(-1)[at] -= WORTH_OF[kinds]
        self.suits.reshape(-1)[at] -= 1
        return kinds

    def likes(self, hands: ManyHands) -> NDArray[np.float32]:
        """The weight of each hand with one more of each kind."""
        found = self.weights.distance[hands.with_one_more(self.codes, self.frame)]
        found *= self.weights.kind
        # tiles of the suit to go, by the suit of the one more
        more = (self.suits[:, None, self.spare] + self.joins).min(2)
        by_suit = found.reshape(-1, 3, 9)
        by_suit *= self.weights.spare[more][:, :, None]
        return found

    def like(self, hands: ManyHands) -> NDArray[np.float32]:
        """The weight of each hand, but for its kinds one by one."""
        near = self.weights.distance[hands.shanten(self.codes, self.frame) + 1]
        spare: NDArray[np.float32] = self.weights.spare[self.suits[:, self.spare].min(1)]
        return near * spare


def deals(
    clues: Sequence[Clues],
    unseen: Counts,
    rng: Generator,
    effort: Effort = Effort(),  # frozen
    fitted: Mapping[str, float] = FITTED,
) -> Deals:
    """Sampled deals of the unseen tiles to the hidden hands. ValueError where the hands need more tiles than
    there are.
    """
    tiles = np.array(spread(unseen), np.int8)
    need = sum(one.unseen for one in clues)
    if need > len(tiles):
        raise ValueError(
            f"the hidden hands need {need} tiles, but only {len(tiles)} are unseen: correct the hands"
        )
    many, hands = effort.deals, many_hands()
    dealt = rng.permuted(np.tile(tiles, (many, 1)), axis=1)
    sides, at = [], 0
    for one in clues:
        sides.append(_Side(one, dealt[:, at : at + one.unseen].copy(), fitted))
        at += one.unseen
    free = _counted(dealt[:, at:])
    kept: list[tuple[list[tuple[Copies, Codes]], Copies]] = []
    for turn in range(effort.before + effort.kept):
        _through(sides, free, hands, rng)
        if turn >= effort.before:
            kept.append(([(_counted(one.tiles) + one.known, one.codes.copy()) for one in sides], free.copy()))
    found = []
    for place, side in enumerate(sides):
        codes = np.concatenate([one[place][1] for one, _ in kept])
        counts = np.concatenate([one[place][0] for one, _ in kept])
        found.append(Hands(side.clues, counts, codes, _waits(hands, codes, counts, side.clues)))
    weight = np.ones(many * effort.kept)
    for side, sampled in zip(sides, found, strict=True):
        weight *= waits_weight(side.weights, sampled)
    return Deals(tuple(found), np.concatenate([rest for _, rest in kept]), weight / weight.sum())


def waits_weight(known: Weights, hands: Hands) -> NDArray[np.float64]:
    """What the waits of hands add to their weight: tiles let go, and how many copies seem to be left."""
    weight: NDArray[np.float64] = np.exp(known.wide * width(hands))
    for factor, kinds in zip(known.waits, wait_sets(hands.clues), strict=True):
        weight[(hands.waits & np.uint32(kinds)) > 0] *= factor
    return weight


def width(hands: Hands) -> NDArray[np.float64]:
    """The logarithm of the copies that a hand's own player may hope for, over 4; 0 where it is not ready."""
    waited = hands.waits[:, None] >> np.arange(KINDS, dtype=np.uint32) & np.uint32(1)
    left = np.clip(COPIES - np.array(hands.clues.shown) - hands.counts, 0, COPIES)
    live = np.maximum((waited * left).sum(1), 0.5) / COPIES
    found: NDArray[np.float64] = np.where(hands.waits > 0, np.log(live), 0.0)
    return found


def _waits(hands: ManyHands, codes: Codes, counts: Copies, clues: Clues) -> Masks:
    if clues.frame.melds * 3 + int(counts[0].sum()) != FULL:  # to discard after a claim: its waits are open
        return np.zeros(len(codes), np.uint32)
    found = hands.waits(codes, clues.frame)
    for meld in clues.melds:  # a fifth copy is no tile
        none_left = counts[:, meld.tile] + meld.size >= COPIES
        found[none_left] &= ~np.uint32(1 << meld.tile)
    return found


def _counted(tiles: Kinds) -> Copies:
    """How many of each kind the rows hold."""
    many = len(tiles)
    flat = tiles.astype(np.intp) + KINDS * np.arange(many)[:, None]
    return np.bincount(flat.ravel(), minlength=KINDS * many).reshape(many, KINDS).astype(np.int16)


def _through(sides: list[_Side], free: Copies, hands: ManyHands, rng: Generator) -> None:
    """One round through all tiles of all hands."""
    rows = np.arange(len(free))
    every = slice(None)
    left = int(free[0].sum())
    longest = max((side.tiles.shape[1] for side in sides), default=0)
    chances = rng.random((longest, len(sides), len(free)), np.float32)
    for place in range(longest):
        for at, side in enumerate(sides):
            if place >= side.tiles.shape[1] or not left:
                continue
            free[rows, side.take(every, place)] += 1
            likes = side.likes(hands)
            likes *= free
            sums = likes.cumsum(1)
            chosen = (sums <= (chances[place, at] * sums[:, -1])[:, None]).sum(1).clip(max=KINDS - 1)
            side.put(every, place, chosen.astype(np.int8))
            free[rows, chosen] -= 1
    if left < FEW:
        for one in range(len(sides)):
            for other in range(one + 1, len(sides)):
                _exchange(sides[one], sides[other], hands, rng)


def _exchange(one: _Side, other: _Side, hands: ManyHands, rng: Generator) -> None:
    """Let two seats change tiles with each other, deal by deal where both hands like it better, or by chance
    as much as they like it less."""
    many = len(one.tiles)
    rows = np.arange(many)
    if not one.tiles.shape[1] or not other.tiles.shape[1]:
        return
    now = one.like(hands) * other.like(hands)
    for _ in range(EXCHANGES):
        first, second = int(rng.integers(one.tiles.shape[1])), int(rng.integers(other.tiles.shape[1]))
        gives, gets = one.take(rows, first), other.take(rows, second)
        one.put(rows, first, gets)
        other.put(rows, second, gives)
        then = one.like(hands) * other.like(hands)
        ahead = then * one.weights.kind[gets] * other.weights.kind[gives]
        behind = now * one.weights.kind[gives] * other.weights.kind[gets]
        back = rng.random(many) * behind > ahead
        undone = rows[back]
        one.take(undone, first)
        other.take(undone, second)
        one.put(undone, first, gives[back])
        other.put(undone, second, gets[back])
        now = np.where(back, now, then)

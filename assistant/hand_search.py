"""Waits and distance of one hand by plain search, melds and all: exact, at once ready, no tables.
`assistant.hand_core` is the fast way for hands without melds.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.hands import Hand
from assistant.suit_search import (
    NUMBERS,
    OUT_OF_REACH,
    SETS,
    Goals,
    goals,
    is_whole,
    pairs_and_odd,
    whole_with,
)
from assistant.tiles import COPIES, KINDS, Counts, Suit

PAIRS = 7

Suits = tuple[Counts, Counts, Counts]


def split(counts: Counts) -> Suits:
    """27 counts as three times nine."""
    return counts[:NUMBERS], counts[NUMBERS : 2 * NUMBERS], counts[2 * NUMBERS :]


def wait_mask(hand: Hand) -> int:
    """The kinds that complete 13 - 3 x melds concealed tiles of at most two suits, as bits; four concealed
    copies rule a kind out. The melds' suits and copies play no part.
    """
    parts = split(hand.counts)
    mask = 0
    for first, second in _pairs_of_suits(set()):
        if any(parts[Suit(3 - first - second)]):
            continue
        for one, other in ((first, second), (second, first)):
            if is_whole(parts[other]):
                mask |= whole_with(parts[one]) << one * NUMBERS
        odd = [kind for kind in range(KINDS) if hand.counts[kind] % 2]
        if len(odd) == 1 and not hand.melds:
            mask |= 1 << odd[0]
    return mask


def reach(hand: Hand, void: Suit | None) -> tuple[int, int]:
    """The shanten of 13 or 14 - 3 x melds concealed tiles and the kinds that lower it, as bits. Where the
    melds are of three suits or of the void one, OUT_OF_REACH.
    """
    sets = SETS - len(hand.melds)
    usable = [COPIES] * KINDS
    for meld in hand.melds:
        usable[meld.tile] -= meld.size
    parts = split(hand.counts)
    prices = [goals(part, free, sets) for part, free in zip(parts, split(tuple(usable)), strict=True)]
    must = {meld.tile.suit for meld in hand.melds}
    best, mask = OUT_OF_REACH + 1, 0
    for first, second in _pairs_of_suits(must, void):
        for price, kinds in _ways(first, second, prices, parts, sets):
            if price < best:
                best, mask = price, kinds
            elif price == best:
                mask |= kinds
    return best - 1, mask


def _pairs_of_suits(must: set[Suit], void: Suit | None = None) -> Iterator[tuple[Suit, Suit]]:
    """The pairs of suits a complete hand may be in: not the void one, and none that it must hold left out."""
    for left_out in Suit:
        if left_out not in must and void in (None, left_out):
            first, second = (suit for suit in Suit if suit != left_out)
            yield first, second


def _ways(
    first: Suit, second: Suit, prices: list[Goals], parts: Suits, sets: int
) -> Iterator[tuple[int, int]]:
    """Price and useful kinds of every way to share the sets and the pair between two suits, and of seven
    pairs.
    """
    for goal, (price, mask) in enumerate(prices[first]):
        rest, kinds = prices[second][2 * sets + 1 - goal]
        yield price + rest, mask << first * NUMBERS | kinds << second * NUMBERS
    if sets == SETS:
        pairs = odd = even = 0
        for suit in (first, second):
            held, singles, others = pairs_and_odd(parts[suit])
            pairs += held
            odd |= singles << suit * NUMBERS
            even |= others << suit * NUMBERS
        lacking = PAIRS - pairs
        missing = lacking - odd.bit_count()
        if lacking <= 0:
            yield 0, 0
        elif missing <= 0:
            yield lacking, odd
        else:
            yield lacking + missing, odd | even

"""What one suit can do for a complete hand, found for one suit at a time by plain search: exact, quick to
start, no tables. `assistant.suit_tables` holds the same answers for every configuration of a suit at once.

A goal of a suit is (sets, pair): so many sets and, where pair is 1, the pair as well. The price of a goal is
the fewest tiles of this suit that must still come in for it; its mask is the kinds (bit 0 is the 1) of which
one more tile lowers the price.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from assistant.tiles import COPIES

NUMBERS = 9
SETS = 4
"""Sets in a complete hand."""
OUT_OF_REACH = 99
"""The price of a goal for which the suit has not enough tiles to give."""

Goals = tuple[tuple[int, int], ...]
"""(price, mask) of the goals; goal (sets, pair) stands at 2 x sets + pair."""

FREE = (COPIES,) * NUMBERS
"""Copies a set or pair may use where no meld holds any."""


@lru_cache(maxsize=1 << 16)
def goals(counts: tuple[int, ...], usable: tuple[int, ...] = FREE, sets: int = SETS) -> Goals:
    """Prices and masks of the goals up to `sets` sets, for nine counts of one suit. `usable`: copies of each
    kind that are not in the player's own melds; no goal needs more of them (a fifth copy is no tile).

    Walks the numbers 1 to 9; a state is how many sequences run on from one and from two numbers before, the
    sets so far and the pair so far.
    """
    states: dict[tuple[int, int, int, int], tuple[int, int]] = {(0, 0, 0, 0): (0, 0)}
    for number in range(NUMBERS):
        held, most, bit = counts[number], usable[number], 1 << number
        starts = range(3) if number < NUMBERS - 2 else range(1)
        reached: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        for (new, old, made, pair), (price, mask) in states.items():
            for more in starts:  # three alike sequences are three triplets
                for triplet in (0, 1):
                    after = made + more + triplet
                    if after > sets:
                        continue
                    for eyes in range(2 - pair):
                        used = new + old + more + 3 * triplet + 2 * eyes
                        if used > most:
                            continue
                        lacking = used - held
                        cost, kinds = (price + lacking, mask | bit) if lacking > 0 else (price, mask)
                        state = (more, new, after, pair + eyes)
                        best = reached.get(state)
                        if best is None or cost < best[0]:
                            reached[state] = (cost, kinds)
                        elif cost == best[0]:
                            reached[state] = (cost, kinds | best[1])
        states = reached
    found = [(OUT_OF_REACH, 0)] * (2 * sets + 2)
    for (new, old, made, pair), reading in states.items():
        if not new and not old:
            found[2 * made + pair] = reading
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def is_whole(counts: tuple[int, ...]) -> bool:
    """Whether the suit falls into sets, or into sets and one pair where its tiles are two over a multiple of
    three.
    """
    over = sum(counts) % 3
    if over == 1:
        return False
    if over == 0:
        return _in_sets(list(counts))
    for number, many in enumerate(counts):
        if many >= 2:
            rest = list(counts)
            rest[number] -= 2
            if _in_sets(rest):
                return True
    return False


def _in_sets(counts: list[int]) -> bool:
    """Whether the suit falls into sets alone; the lowest tiles that are no triplet must begin sequences."""
    for number in range(NUMBERS):
        sequences = counts[number] % 3
        if sequences:
            if number > NUMBERS - 3:
                return False
            counts[number + 1] -= sequences
            counts[number + 2] -= sequences
            if counts[number + 1] < 0 or counts[number + 2] < 0:
                return False
    return True


@lru_cache(maxsize=1 << 16)
def whole_with(counts: tuple[int, ...]) -> int:
    """Mask of the kinds that make the suit whole; a kind of which it holds four is none of them."""
    mask = 0
    for number, many in enumerate(counts):
        if many < COPIES and is_whole((*counts[:number], many + 1, *counts[number + 1 :])):
            mask |= 1 << number
    return mask


def pairs_and_odd(counts: Sequence[int]) -> tuple[int, int, int]:
    """For seven pairs: the pairs the suit holds, and the masks of the kinds held once or thrice (one more
    makes a pair) and of the kinds held twice or not at all (two more make one).
    """
    pairs = odd = even = 0
    for number, many in enumerate(counts):
        pairs += many // 2
        if many % 2:
            odd |= 1 << number
        elif many < COPIES:
            even |= 1 << number
    return pairs, odd, even

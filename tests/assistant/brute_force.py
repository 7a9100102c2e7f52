"""Answers by trying everything, written apart from the code under test: slow, plain, and trusted for that.

Two ways. `plain_*` work on lists of tiles by the rules' own words and exchange tiles one by one. `Reference`
keeps every sets-and-pair combination of one suit, measures a hand against all of them, and calls a kind
useful only where the hand with that kind in it is measured to be nearer.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from assistant.hands import Hand
from assistant.melds import Meld, MeldKind
from assistant.tiles import TILES, Counts, Suit, Tile

PARTS = [(number, number, number) for number in range(9)] + [
    (number, number + 1, number + 2) for number in range(7)
]


def plain_sets(tiles: list[int]) -> bool:
    """Whether sorted tiles fall into sets: the first is part of a triplet or begins a sequence."""
    if not tiles:
        return True
    first = tiles[0]
    for part in ([first] * 3, [first, first + 1, first + 2]):
        if len({one // 9 for one in part}) > 1:
            continue
        rest = tiles.copy()
        try:
            for one in part:
                rest.remove(one)
        except ValueError:
            continue
        if plain_sets(rest):
            return True
    return False


def plain_complete(hand: Hand) -> bool:
    """Whether 14 - 3 x melds tiles are complete."""
    tiles = sorted(map(int, hand.tiles))
    if len({one // 9 for one in tiles} | {int(meld.tile) // 9 for meld in hand.melds}) > 2:
        return False
    if not hand.melds and all(tiles.count(one) % 2 == 0 for one in tiles):
        return True
    for eyes in {one for one in tiles if tiles.count(one) >= 2}:
        rest = tiles.copy()
        rest.remove(eyes)
        rest.remove(eyes)
        if plain_sets(rest):
            return True
    return False


def plain_waits(hand: Hand) -> tuple[Tile, ...]:
    return tuple(tile for tile in TILES if hand.own[tile] < 4 and plain_complete(hand.with_tile(tile)))


def plain_one_from_ready(hand: Hand) -> bool:
    """Whether some exchange of one tile makes 13 - 3 x melds tiles ready."""
    for old in {*hand.tiles}:
        rest = hand.with_tile(old, -1)
        for new in TILES:
            if rest.own[new] < 4 and plain_waits(rest.with_tile(new)):
                return True
    return False


def plain_readings(hand: Hand) -> set[tuple[tuple[tuple[int, ...], ...], int]]:
    """Every reading of the concealed tiles in sets and a pair, as sorted sets and the pair."""

    def lay(counts: list[int], parts: list[tuple[int, ...]]) -> set[tuple[tuple[int, ...], ...]]:
        if not any(counts):
            return {()}
        found = set()
        for place, part in enumerate(parts):
            if all(counts[one] >= part.count(one) for one in part):
                rest = counts.copy()
                for one in part:
                    rest[one] -= 1
                found |= {(part, *others) for others in lay(rest, parts[place:])}
        return found

    parts = [tuple(9 * suit + one for one in part) for suit in range(3) for part in PARTS]
    readings = set()
    for eyes in range(27):
        if hand.counts[eyes] >= 2:
            rest = list(hand.counts)
            rest[eyes] -= 2
            readings |= {(tuple(sorted(sets)), eyes) for sets in lay(rest, parts)}
    return readings


@cache
def targets() -> tuple[tuple[NDArray[np.int8], ...], ...]:
    """[sets][pair]: every way one suit holds so many sets, without or with the pair, as rows of counts."""
    by_sets = []
    for sets in range(5):
        found: tuple[set[tuple[int, ...]], set[tuple[int, ...]]] = (set(), set())
        for chosen in combinations_with_replacement(PARTS, sets):
            counts = [sum(part.count(number) for part in chosen) for number in range(9)]
            if max(counts) <= 4:
                found[0].add(tuple(counts))
                for eyes in range(9):
                    if counts[eyes] <= 2:
                        found[1].add(tuple(many + 2 * (number == eyes) for number, many in enumerate(counts)))
        by_sets.append(tuple(np.array(sorted(some), np.int8) for some in found))
    return tuple(by_sets)


class Reference:
    """Measures hands that hold some melds."""

    def __init__(self, melds: tuple[Meld, ...] = (), void: Suit | None = None) -> None:
        self.melds, self.void, self.sets = melds, void, 4 - len(melds)
        self.usable = [4 - sum(meld.size for meld in melds if meld.tile == kind) for kind in range(27)]
        self.known: dict[tuple[int, tuple[int, ...]], list[list[int]]] = {}
        self.allowed: list[list[NDArray[np.int8]]] = []
        for suit in range(3):
            usable = np.array(self.usable[9 * suit : 9 * suit + 9])
            self.allowed.append(
                [some[(some <= usable).all(1)] for by_pair in targets()[: self.sets + 1] for some in by_pair]
            )

    def prices(self, suit: int, counts: tuple[int, ...]) -> list[list[int]]:
        """[sets][pair]: the fewest tiles one suit lacks."""
        key = (suit, counts)
        if key not in self.known:
            held = np.array(counts, np.int8)
            flat = [
                int(np.maximum(some - held, 0).sum(1).min()) if len(some) else 99
                for some in self.allowed[suit]
            ]
            self.known[key] = [flat[2 * sets : 2 * sets + 2] for sets in range(self.sets + 1)]
        return self.known[key]

    def lacking(self, counts: Counts) -> int:
        """The fewest tiles that must come in for a complete hand; shanten and one."""
        best = 99
        parts = [tuple(counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
        melded = {int(meld.tile) // 9 for meld in self.melds}
        for one, other in combinations(range(3), 2):
            if self.void in (one, other) or not melded <= {one, other}:
                continue
            for sets in range(self.sets + 1):
                for pair in (0, 1):
                    first = self.prices(one, parts[one])[sets][pair]
                    best = min(best, first + self.prices(other, parts[other])[self.sets - sets][1 - pair])
            if not self.melds:
                best = min(best, self.lacking_for_pairs([*parts[one], *parts[other]]))
        return best

    @staticmethod
    def lacking_for_pairs(counts: list[int]) -> int:
        """Seven pairs among 18 kinds, at most two of each kind, always the cheapest pair next."""
        steps = [max(2 * many - held, 0) - max(2 * many - 2 - held, 0) for held in counts for many in (1, 2)]
        return sum(sorted(steps)[:7])

    def useful(self, counts: Counts) -> set[int]:
        """The kinds that lower the shanten, of those the player does not own four times."""
        before = self.lacking(counts)
        found = set()
        for kind in range(27):
            if counts[kind] < self.usable[kind]:
                after = list(counts)
                after[kind] += 1
                if self.lacking(tuple(after)) < before:
                    found.add(kind)
        return found


def _complete_counts(dice: random.Random, sets: int, room: list[int], suits: list[int]) -> list[int]:
    """Counts of a hand of some sets and a pair in some suits."""
    while True:
        counts = [0] * 27
        for _ in range(sets):
            suit, part = dice.choice(suits), dice.choice(PARTS if dice.random() < 0.7 else PARTS[:9])
            for number in part:
                counts[9 * suit + number] += 1
        counts[9 * dice.choice(suits) + dice.randrange(9)] += 2
        if all(many <= most for many, most in zip(counts, room, strict=True)):
            return counts


def random_melds(dice: random.Random, many: int) -> tuple[Meld, ...]:
    """Melds of at most two suits."""
    suits = dice.sample(range(3), 2)
    kinds = dice.sample([9 * suit + number for suit in suits for number in range(9)], many)
    return tuple(Meld(dice.choice(list(MeldKind)), TILES[kind]) for kind in kinds)


def random_hand(dice: random.Random, style: str, surplus: int = 0, melds: tuple[Meld, ...] = ()) -> Hand:
    """A hand of 13 + surplus - 3 x melds tiles. Styles: wall (any tiles), two suits, one suit, near (a
    complete hand with up to three tiles exchanged), pairs (mostly pairs) and fours (mostly three and four
    alike).
    """
    room = [4 - sum(meld.size for meld in melds if meld.tile == kind) for kind in range(27)]
    size = 13 + surplus - 3 * len(melds)
    melded = sorted({int(meld.tile) // 9 for meld in melds})
    suits = [*melded, *dice.sample([suit for suit in range(3) if suit not in melded], 3 - len(melded))]
    counts = [0] * 27
    if style == "near":
        counts = _complete_counts(dice, 4 - len(melds), room, suits[:2])
        _exchange(dice, counts, room, dice.randrange(4), suits[: dice.choice((2, 2, 3))])
    elif style in ("pairs", "fours"):
        steps = {"pairs": (2, 2, 2, 4), "fours": (4, 4, 3)}[style]
        while sum(counts) < size:
            kind = 9 * dice.choice(suits[:2]) + dice.randrange(9)
            if not counts[kind]:
                counts[kind] = min(dice.choice(steps), room[kind], size - sum(counts))
        _exchange(dice, counts, room, dice.randrange(3), suits)
    _fill(dice, counts, room, size, suits[: {"one suit": 1, "two suits": 2}.get(style, 3)])
    return Hand(tuple(counts), 0, melds)


def _fill(dice: random.Random, counts: list[int], room: list[int], size: int, suits: list[int]) -> None:
    """Adds or takes tiles until there are `size`."""
    while sum(counts) != size:
        if sum(counts) > size:
            counts[dice.choice([kind for kind in range(27) if counts[kind]])] -= 1
        else:
            open_kinds = [
                9 * suit + number
                for suit in suits
                for number in range(9)
                for _ in range(room[9 * suit + number] - counts[9 * suit + number])
            ]
            counts[dice.choice(open_kinds)] += 1


def _exchange(dice: random.Random, counts: list[int], room: list[int], many: int, suits: list[int]) -> None:
    size = sum(counts)
    for _ in range(many):
        _fill(dice, counts, room, size - 1, suits)
        _fill(dice, counts, room, size, suits)


STYLES = ("wall", "two suits", "one suit", "near", "pairs", "fours")

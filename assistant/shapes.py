"""牌型: the ways a complete hand falls into sets 坎 and a pair 将, or into seven pairs 七对 (RULES.md section
2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from assistant.hands import Hand
from assistant.tiles import TILES, Suit, Tile, spread

NUMBERS = 9
"""Kinds of one suit."""


@dataclass(frozen=True, slots=True)
class Set:
    """坎: a concealed set of three, `tile` its lowest tile: a triplet 刻子 or a sequence 顺子."""

    kind: Literal["triplet", "sequence"]
    tile: Tile

    @property
    def tiles(self) -> tuple[Tile, Tile, Tile]:
        """The three tiles."""
        if self.kind == "triplet":
            return (self.tile, self.tile, self.tile)
        return (self.tile, TILES[self.tile + 1], TILES[self.tile + 2])

    def __str__(self) -> str:
        return "".join(str(one.number) for one in self.tiles) + self.tile.suit.letter


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A reading of a complete hand's concealed tiles. Either `sets` in tile order and a `pair`, or seven
    `pairs` in tile order (four alike stand there twice) and then no set and no pair. The melds are in
    `hand.melds`.
    """

    sets: tuple[Set, ...]
    pair: Tile | None
    pairs: tuple[Tile, ...] = ()

    @property
    def is_seven_pairs(self) -> bool:
        """Whether it is 七对."""
        return bool(self.pairs)


def decompositions(hand: Hand) -> tuple[Decomposition, ...]:
    """Every reading of a complete hand of 14 - 3 x melds concealed tiles, each once: readings in sets first,
    seven pairs last. Empty where the hand is not complete, has another size or unseen tiles, or holds three
    suits with its melds (缺门, RULES.md section 2). How many copies of a kind the melds hold plays no part
    here.
    """
    if hand.unseen or hand.surplus != 1 or len(hand.suits) == len(Suit):
        return ()
    standard = tuple(_standard(hand.counts))
    return (*standard, *_seven_pairs(hand)) if not hand.melds else standard


def _standard(counts: Sequence[int]) -> Iterator[Decomposition]:
    """Readings in sets and one pair, suit by suit."""
    suits = [tuple(counts[suit * NUMBERS : suit * NUMBERS + NUMBERS]) for suit in Suit]
    paired = [suit for suit in Suit if sum(suits[suit]) % 3 == 2]
    if len(paired) != 1 or any(sum(one) % 3 == 1 for one in suits):
        return
    for readings in product(*(_readings(suits[suit], suit) for suit in Suit)):
        pair = readings[paired[0]][1]
        yield Decomposition(tuple(one for sets, _ in readings for one in sets), pair)


def _readings(counts: tuple[int, ...], suit: Suit) -> list[tuple[tuple[Set, ...], Tile | None]]:
    """The readings of one suit: sets alone where its tiles divide by three, else sets and a pair."""
    base = suit * NUMBERS
    if sum(counts) % 3 == 0:
        return [(sets, None) for sets in _sets(list(counts), base, 0)]
    found: list[tuple[tuple[Set, ...], Tile | None]] = []
    for number, many in enumerate(counts):
        if many >= 2:
            rest = list(counts)
            rest[number] -= 2
            found += [(sets, TILES[base + number]) for sets in _sets(rest, base, 0)]
    return found


def _sets(counts: list[int], base: int, number: int) -> Iterator[tuple[Set, ...]]:
    """The ways to lay counts of one suit out in sets, each once; the lowest tile goes first."""
    while number < NUMBERS and not counts[number]:
        number += 1
    if number == NUMBERS:
        yield ()
        return
    tile, many = TILES[base + number], counts[number]
    for sequences in (many, many - 3):
        if sequences < 0 or (sequences and number > NUMBERS - 3):
            continue
        if sequences and min(counts[number + 1], counts[number + 2]) < sequences:
            continue
        rest = counts.copy()
        rest[number] = 0
        if sequences:
            rest[number + 1] -= sequences
            rest[number + 2] -= sequences
        first = (Set("triplet", tile),) * (sequences != many) + (Set("sequence", tile),) * sequences
        for others in _sets(rest, base, number + 1):
            yield first + others


def _seven_pairs(hand: Hand) -> Iterator[Decomposition]:
    """七对: fourteen concealed tiles, every kind an even number of times."""
    if all(many % 2 == 0 for many in hand.counts):
        yield Decomposition((), None, spread(many // 2 for many in hand.counts))

"""牌: the 27 kinds of tile, their suits, and counts of them. The one vocabulary every other module shares."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

KINDS = 27
COPIES = 4
DECK = KINDS * COPIES
"""108 tiles in a Sichuan set: no honours, no flowers."""


class Suit(IntEnum):
    """花色: characters 万, dots 筒, bamboo 条."""

    M = 0
    P = 1
    S = 2

    @property
    def letter(self) -> str:
        """The letter of the text forms: `m`, `p` or `s`."""
        return "mps"[self]

    @property
    def chinese(self) -> str:
        """The word players use: 万, 筒 or 条."""
        return "万筒条"[self]


_SUITS = tuple(Suit)


class Tile(IntEnum):
    """牌: a kind of tile; its value 0..26 is its place in every array of counts or likelihoods."""

    M1 = 0
    M2 = 1
    M3 = 2
    M4 = 3
    M5 = 4
    M6 = 5
    M7 = 6
    M8 = 7
    M9 = 8
    P1 = 9
    P2 = 10
    P3 = 11
    P4 = 12
    P5 = 13
    P6 = 14
    P7 = 15
    P8 = 16
    P9 = 17
    S1 = 18
    S2 = 19
    S3 = 20
    S4 = 21
    S5 = 22
    S6 = 23
    S7 = 24
    S8 = 25
    S9 = 26

    @property
    def suit(self) -> Suit:
        """花色 of the tile."""
        return _SUITS[self // 9]

    @property
    def number(self) -> int:
        """Its number, 1..9."""
        return self % 9 + 1

    @property
    def chinese(self) -> str:
        """The word players use, as in 三万; 1s is 幺鸡."""
        if self is Tile.S1:
            return "幺鸡"
        return "一二三四五六七八九"[self % 9] + self.suit.chinese

    def __str__(self) -> str:
        return f"{self % 9 + 1}{'mps'[self // 9]}"

    def __repr__(self) -> str:
        return str(self)


TILES: tuple[Tile, ...] = tuple(Tile)

Counts = tuple[int, ...]
"""27 numbers, one a kind, in the order of `Tile`."""


def tile(suit: Suit, number: int) -> Tile:
    """The tile of a suit and a number 1..9; ValueError for any other number."""
    if not 1 <= number <= 9:
        raise ValueError(f"a tile's number is 1 to 9, not {number}")
    return Tile(suit * 9 + number - 1)


def count(tiles: Iterable[Tile]) -> Counts:
    """How many of each kind there are, as 27 numbers."""
    counts = [0] * KINDS
    for one in tiles:
        counts[one] += 1
    return tuple(counts)


def spread(counts: Iterable[int]) -> tuple[Tile, ...]:
    """The tiles of 27 counts, in tile order: the way back from `count`."""
    return tuple(TILES[kind] for kind, many in enumerate(counts) for _ in range(many))


def suits(tiles: Iterable[Tile]) -> frozenset[Suit]:
    """The suits that occur among the tiles."""
    return frozenset(one.suit for one in tiles)

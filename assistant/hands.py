"""手牌: a player's hand: the concealed tiles, how many of them nobody saw, and the melds."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.melds import Meld
from assistant.tiles import Counts, Suit, Tile, count, spread

FULL = 13
"""Tiles a player holds between turns, each meld counted as three: 13-10-7-4-1."""


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """手牌. `counts`: 27 numbers, the concealed tiles that are known; `unseen`: concealed tiles nobody saw;
    `melds` in the order they were made. Any contents can be held, impossible ones too: `hand_problems`
    of `assistant.notation` says what is wrong with them.
    """

    counts: Counts
    unseen: int = 0
    melds: tuple[Meld, ...] = ()

    @classmethod
    def of(cls, tiles: tuple[Tile, ...] | list[Tile], melds: tuple[Meld, ...] = (), unseen: int = 0) -> Hand:
        """A hand from a list of concealed tiles."""
        return cls(count(tiles), unseen, tuple(melds))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The known concealed tiles, in tile order."""
        return spread(self.counts)

    @property
    def size(self) -> int:
        """Concealed tiles, the unseen ones too."""
        return sum(self.counts) + self.unseen

    @property
    def surplus(self) -> int:
        """Tiles over the hand size law 13 - 3 x melds: 0 between turns, 1 after a draw, else 相公."""
        return self.size - (FULL - 3 * len(self.melds))

    @property
    def own(self) -> Counts:
        """Copies of each kind in hand and melds together, 27 numbers."""
        counts = list(self.counts)
        for meld in self.melds:
            counts[meld.tile] += meld.size
        return tuple(counts)

    @property
    def suits(self) -> frozenset[Suit]:
        """花色 in hand and melds together."""
        concealed = frozenset(suit for suit in Suit if any(self.counts[suit * 9 : suit * 9 + 9]))
        return concealed.union(meld.tile.suit for meld in self.melds)

    def with_tile(self, tile: Tile, many: int = 1) -> Hand:
        """The hand with a tile more (or, `many` negative, fewer); ValueError where it holds too few."""
        if self.counts[tile] + many < 0:
            raise ValueError(f"the hand holds no {tile} to take away")
        counts = list(self.counts)
        counts[tile] += many
        return Hand(tuple(counts), self.unseen, self.melds)

    def __str__(self) -> str:
        """The canonical text: suits in the order m p s, then unseen tiles, melds last in the order given."""
        groups = []
        for suit in Suit:
            numbers = "".join(str(number + 1) * self.counts[suit * 9 + number] for number in range(9))
            if numbers:
                groups.append(numbers + suit.letter)
        if self.unseen:
            groups.append("?" * self.unseen)
        groups += [str(meld) for meld in self.melds]
        return " ".join(groups)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

"""存疑: discards of which the kind is in doubt: recorded as the likeliest, until something tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.events import Discarded, TableEvent
from assistant.moves import move
from assistant.observation import Area
from assistant.seats import Seat
from assistant.state import NO_TILES, RoundState
from assistant.tiles import COPIES, KINDS, TILES, Counts, Tile
from assistant.watching.laid import Laid
from assistant.watching.verdicts import Mend, Place

KINDS_EACH = 4
"""So many kinds of a doubt are thought of at most,"""
POSSIBLE = 0.01
"""with this part of its odds at least."""
WAYS = 1500
"""So many ways to tell the kinds of several doubts are weighed against each other."""
AT_ODDS = 1e-4
"""Copies of a kind where more than four are recorded."""
FLOOR = 1e-6
"""No kind is read with less, where two readings are weighed together."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A recorded discard of which the kind is in doubt."""

    seat: Seat
    number: int
    """its place among the seat's discards, from 0"""
    tile: Tile
    """the kind that is recorded"""
    likelihoods: tuple[float, ...]
    """of the 27 kinds, as it reads now; together with how it read first where it reads as another kind"""
    at: Place
    """where it lay then"""
    before: RoundState | None = None
    """the round before it, while nothing is recorded after it"""
    step: tuple[TableEvent, ...] = ()
    """the events that recorded it"""
    firm: bool = False
    """people alone put another kind in its stead: one of them said that it is right, or the record does not
    go on with the other kind"""
    first: tuple[float, ...] = ()
    """as it was read when it was recorded; none: as it reads now"""

    @property
    def mend(self) -> Mend:
        """What another kind is put in the stead of."""
        return Mend(self.seat, self.number, self.tile)

    @property
    def laid(self) -> Laid:
        """The tile on the table."""
        return Laid(Area.DISCARD, self.seat, self.tile, self.number)

    def stands(self, state: RoundState) -> bool:
        """Whether the record holds it still, and nobody has claimed it: a meld or a hand tells its kind."""
        return self.mend.stands(state)

    def is_last(self, state: RoundState) -> bool:
        """Whether nothing is recorded after it."""
        return self.before is not None and state.events == self.before.events + len(self.step)

    def read_as(self, likelihoods: Sequence[float], at: Place) -> Doubt:
        """The doubt as its tile reads now and where it lies. A nudge can make another tile of a face that is
        read badly, and looks of one tile are much alike: what tells another kind has to outweigh what was
        read at first.
        """
        first = self.first or self.likelihoods
        if TILES[max(range(KINDS), key=likelihoods.__getitem__)] is not self.tile:
            both = [(first[kind] + FLOOR) * (likelihoods[kind] + FLOOR) for kind in range(KINDS)]
            likelihoods = [one / sum(both) for one in both]
        return replace(self, likelihoods=tuple(likelihoods[:KINDS]), at=at, first=first)

    def otherwise(self, tile: Tile) -> RoundState | None:
        """The round had it been another kind, while nothing is recorded after it."""
        if self.before is None:
            return None
        state = self.before
        for event in self.step:
            state = move(state, replace(event, tile=tile) if isinstance(event, Discarded) else event)
        return state


def shares(doubts: Sequence[Doubt], free: Sequence[int]) -> tuple[dict[Tile, float], ...]:
    """For each doubt the odds of its kinds, the likeliest first. `free`: copies of each kind that they may
    be: of a kind of which all four lie elsewhere they are none, and of one that others are, rather not.
    """
    able = [_able(one, free) for one in doubts]
    ahead: list[dict[Counts, float]] = [{NO_TILES: 1.0}]
    """the odds of how many copies of each kind the first doubts are"""
    for one in able:
        ahead.append(_one_more(ahead[-1], one, free))
    found: list[dict[Tile, float]] = []
    behind = dict.fromkeys(ahead[-1], 1.0)
    for one, before in zip(reversed(able), reversed(ahead[:-1]), strict=True):
        worth = dict.fromkeys(one, 0.0)
        earlier: dict[Counts, float] = {}
        for counts, share in before.items():
            for tile, like in one.items():
                after = behind.get(_with(counts, tile))
                if after is not None:
                    rest = like * _copies(counts, tile, free) * after
                    worth[tile] += share * rest
                    earlier[counts] = earlier.get(counts, 0.0) + rest
        behind = earlier
        total = sum(worth.values())
        found.append({tile: part / total for tile, part in sorted(worth.items(), key=lambda pair: -pair[1])})
    return tuple(reversed(found))


def _one_more(ahead: dict[Counts, float], one: dict[Tile, float], free: Sequence[int]) -> dict[Counts, float]:
    found: dict[Counts, float] = {}
    for counts, share in ahead.items():
        for tile, like in one.items():
            key = _with(counts, tile)
            found[key] = found.get(key, 0.0) + share * like * _copies(counts, tile, free)
    kept = sorted(found.items(), key=lambda pair: -pair[1])[:WAYS]
    total = sum(share for _, share in kept)
    return {counts: share / total for counts, share in kept}


def _with(counts: Counts, tile: Tile) -> Counts:
    return (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])


def _copies(counts: Counts, tile: Tile, free: Sequence[int]) -> float:
    """Copies of a kind that are left for one more doubt; hardly any where the record is at odds with it."""
    return max(free[tile] - counts[tile], AT_ODDS)


def _able(doubt: Doubt, free: Sequence[float]) -> dict[Tile, float]:
    """The kinds that a doubt may be, with their likelihoods."""
    kinds = [tile for tile in TILES if free[tile] > 0] or [doubt.tile]
    kinds.sort(key=lambda tile: -doubt.likelihoods[tile])
    least = POSSIBLE * doubt.likelihoods[kinds[0]]
    return {
        tile: max(doubt.likelihoods[tile], 1e-6)
        for tile in kinds[:KINDS_EACH]
        if doubt.likelihoods[tile] >= least
    }


def certain(seen: Sequence[int], doubts: Sequence[Doubt]) -> tuple[int, ...]:
    """Copies of each kind whose place is known beyond doubt, of those `seen`."""
    return tuple(seen[kind] - sum(one.tile == kind for one in doubts) for kind in range(KINDS))


def left(seen: Sequence[int], doubts: Sequence[Doubt]) -> tuple[int, ...]:
    """Copies of each kind that doubts may be."""
    return tuple(max(COPIES - many, 0) for many in certain(seen, doubts))

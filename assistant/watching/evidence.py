"""线索: what a view shows that the record does not explain."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.events import Discarded, TableEvent
from assistant.observation import Area, Observation
from assistant.seats import Seat
from assistant.tiles import Tile
from assistant.watching.heap import Heap, lies
from assistant.watching.memory import Fresh, Spot
from assistant.watching.open_hands import HandSeen
from assistant.watching.sight import Sight
from assistant.watching.verdicts import Place
from assistant.watching.wall_counting import Wall

GLANCE = 0.3
"""A glimpse was of this kind from this likelihood on."""
SEEN_GO = 1.0
"""A discard that was seen, and then was gone."""
UNSEEN = -3.0
"""A discard that was claimed before any view showed it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a view shows that the record does not explain."""

    observation: Observation
    fresh: tuple[Fresh, ...]
    """faces among discards and melds"""
    hands: tuple[HandSeen, ...]
    """hand rows that show faces"""
    backs: tuple[Seat, ...]
    """the seat of each unexplained tile face down among melds"""
    gone: frozenset[tuple[Seat, Tile]]
    """discards that lie there no more, by seat and kind"""
    covered: frozenset[tuple[Area, Seat | None]]
    """areas that the camera did not see whole, whether the view says so or not"""
    sight: Sight
    faced: frozenset[Seat] = frozenset()
    """whose hand shows its faces while it stands: that they are seen tells nothing"""
    wall: Wall | None = None
    """the wall, where a tile of a pong may bear a fourth one"""
    fuller: frozenset[Seat] = frozenset()
    """whose row shows one tile more than the hand has by the record, though it is not their turn"""
    refused: tuple[tuple[TableEvent, Spot], ...] = ()
    """what a person said no to, and the tile that told it"""
    ponds: tuple[tuple[Seat, tuple[Place, ...]], ...] = ()
    """where the discards of a player lie, in order, before whom several new ones lie"""
    unsure: tuple[Tile, ...] = ()
    """the recorded kinds of discards that may be others"""
    heap: Heap | None = None
    """whose discards lie where, where all lie on one heap"""

    def looked(self, area: Area, seat: Seat | None) -> bool:
        """Whether the camera saw an area whole."""
        return (area, seat) not in self.covered

    def denied(self, seat: Seat, one: Fresh) -> frozenset[Tile]:
        """The kinds of which a person said that this piece is none of them, thrown by that seat."""
        return frozenset(
            event.tile
            for event, place in self.refused
            if isinstance(event, Discarded) and event.seat == seat and place.holds(one.piece)
        )

    def unseen(self, seat: Seat, tile: Tile, used: frozenset[int]) -> tuple[float, int | None]:
        """Log odds that a seat threw a tile that does not lie there now because somebody took it, and the
        piece that was seen there before.
        """
        seen = [
            (SEEN_GO + self.lay_there(seat, one), at)
            for at, one in enumerate(self.fresh)
            if at not in used and one.gone and one.piece.area is Area.DISCARD and not one.is_thing
            if one.likelihoods[tile] > GLANCE
        ]
        return max(seen, default=(UNSEEN, None), key=lambda one: one[0])

    def lay_there(self, seat: Seat, one: Fresh) -> float:
        """Log odds of a player's discard lying where this piece does."""
        sinces = [other.piece.since for other in self.fresh if other.piece.area is not Area.MELD]
        together = sinces.count(one.piece.since) > 1
        return lies(seat, one.piece, self.sight.misplaced, self.heap, together)

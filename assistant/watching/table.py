"""对照: a view laid beside the record: what every explanation is held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.observation import SeenPiece
from assistant.seats import Seat
from assistant.watching.evidence import Evidence
from assistant.watching.laid import Laid
from assistant.watching.sight import Sight


@dataclass(frozen=True, slots=True)
class Table:
    """What every explanation is held against."""

    evidence: Evidence
    pairs: Mapping[Laid, SeenPiece]
    missing: Mapping[Laid, int]
    """tiles of the record not found, and in how many views that looked"""
    stirred: bool = False
    """whether something has moved since the view before"""
    replaced: frozenset[Laid] = frozenset()
    """discards that were taken, and in whose place another tile lies by now"""
    under: frozenset[Laid] = frozenset()
    """discards not found over a part of which another tile lies"""

    def lay_beside(self, tile: Laid, winners: Sequence[Seat]) -> bool:
        """Whether a discard that is gone lay there still while a winner's hand showed as much as now."""
        views = self.missing.get(tile, 0)
        return any(hand.seat in winners and hand.steady > views > 0 for hand in self.evidence.hands)

    @property
    def sight(self) -> Sight:
        """How well the camera sees."""
        return self.evidence.sight

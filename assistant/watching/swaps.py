"""先后未明: two discards, one after the other, of which nobody saw which hand laid which."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.events import Discarded, TableEvent
from assistant.moves import move
from assistant.state import RoundState
from assistant.tiles import Tile
from assistant.watching.verdicts import Mend, Place

Step = tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two recorded discards, each of which may be the other's tile."""

    first: Mend
    second: Mend
    odds: float
    """that they are as they are recorded"""
    at: tuple[Place, Place]
    """where each of the two lies"""
    before: RoundState
    """the round before them"""
    steps: tuple[Step, Step]
    """the events that recorded them"""
    firm: bool = False
    """people alone exchange them: the record does not go on with the other order"""

    @property
    def turned(self) -> tuple[tuple[Mend, Tile], tuple[Mend, Tile]]:
        """What each of them is in the other order."""
        return (self.first, self.second.tile), (self.second, self.first.tile)

    def stands(self, state: RoundState) -> bool:
        """Whether the record holds both still, and nobody has claimed one: a claim tells the order."""
        return self.first.stands(state) and self.second.stands(state)

    def is_last(self, state: RoundState) -> bool:
        """Whether nothing is recorded after them."""
        return state.events == self.before.events + sum(map(len, self.steps))

    def otherwise(self) -> RoundState:
        """The round in the other order, while nothing is recorded after them."""
        state = self.before
        for event in (event for step in exchanged(self.steps) for event in step):
            state = move(state, event)
        return state

    def exchanged(self) -> Swap:
        """The same doubt once they are recorded in the other order."""
        first, second = (mend._replace(tile=tile) for mend, tile in self.turned)
        places, steps = (self.at[1], self.at[0]), exchanged(self.steps)
        return Swap(first, second, 1 - self.odds, places, self.before, steps, self.firm)


def exchanged(steps: tuple[Step, Step]) -> tuple[Step, Step]:
    """Two acts, each with the tile that the other one threw."""
    (*drawn, one), (*then, other) = steps
    assert isinstance(one, Discarded)
    assert isinstance(other, Discarded)
    return (*drawn, replace(one, tile=other.tile)), (*then, replace(other, tile=one.tile))

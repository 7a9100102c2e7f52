"""数牌墙: how long the wall is as it is seen, beside how long it must be by the record.

Tiles lie on each other two by two, so a view tells how many stacks are left. While a player thinks what to
discard the wall is shorter by one than the record has it. How many more tiles it lacks is learned from the
views: a stack that the camera does not find, a tile of the last stack that was drawn from behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

from assistant.observation import BACK, Area, Observation
from assistant.state import Phase, RoundState
from assistant.tiles import COPIES

KEPT = 24
"""Lengths of the wall that are remembered."""
ENOUGH = 4
"""So many lengths tell what the wall lacks."""
IN_A_ROW = 2
"""A wall is as long as so many views in a row show it."""
ERRS = 3.0
"""Log odds against a wall that is longer or shorter than it must be: a stack was not found, or imagined."""
BEHIND = log(0.3)
"""Replacements are drawn from the wall's other end, and leave the lower tile of a stack there."""
MOST = 8
"""Tiles that the wall may lack, or have too many, by what is seen of it."""


class WallSeen(NamedTuple):
    """A length of the wall. `at`: seconds of video; `left`: tiles by the record, whose next player may have
    drawn one of them; `stacks`: how many are seen.
    """

    at: float
    left: int
    stacks: int
    kongs: int = 0
    """how many there were: after one the wall may lack a tile at its other end"""

    def fits(self, lacks: int) -> bool:
        """Whether the wall, so many tiles shorter than the record has it, looks like this."""
        return self.stacks in _stacks(self.left - lacks)


def _stacks(left: int) -> tuple[int, int]:
    """The stacks of a wall of so many tiles, before and after one more draw."""
    return max((left + 1) // 2, 0), max(left // 2, 0)


def seen_stacks(observation: Observation) -> int | None:
    """The stacks of the wall that a view shows, None where the camera did not look at all of it."""
    if any(area is Area.WALL for area, _ in observation.hidden):
        return None
    return sum(piece.likelihoods[BACK] > 0.5 for piece in observation.lying(Area.WALL))


def lacking(walls: Sequence[WallSeen]) -> int | None:
    """How many tiles the wall lacks beside the record, None where that is not known."""
    if len(walls) < ENOUGH:
        return None
    fit = {lacks: sum(wall.fits(lacks) for wall in walls) for lacks in range(-MOST, MOST + 1)}
    most = max(fit.values())
    best = [lacks for lacks, many in fit.items() if many == most]
    return best[0] if len(best) == 1 else None


def counted(before: tuple[int, int] | None, observation: Observation) -> tuple[int, int] | None:
    """The stacks of the wall after one more view, and in how many views in a row there were so many."""
    stacks = seen_stacks(observation)
    if stacks is None:
        return None
    return stacks, (before[1] + 1 if before is not None and before[0] == stacks else 1)


def remembered(
    walls: tuple[WallSeen, ...], at: float, state: RoundState, stacks: int | None
) -> tuple[WallSeen, ...]:
    """The lengths of the wall with one more, seen `at` seconds, when the record explained all faces."""
    if stacks is None or state.phase is not Phase.DRAW:
        return walls
    kongs = sum(meld.size == COPIES for own in state.seats for meld in own.melds)
    walls = tuple(one for one in walls if one.kongs == kongs)
    if walls and (walls[-1].left, walls[-1].stacks) == (state.wall, stacks):
        return walls
    return (*walls, WallSeen(at, state.wall, stacks, kongs))[-KEPT:]


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall as it is seen now: its stacks, and how many tiles it lacked beside the record until lately."""

    stacks: int
    lacks: int

    def log_odds(self, state: RoundState, *, replaced: bool) -> float:
        """Log odds that it looks so in a state. `replaced`: a tile that no view has shown was drawn after a
        kong, maybe from the wall's other end.
        """
        if self._fits(state, self.lacks):
            return 0.0
        return BEHIND if replaced and self._fits(state, self.lacks - 1) else -ERRS

    def _fits(self, state: RoundState, lacks: int) -> bool:
        before, after = _stacks(state.wall - lacks)
        return self.stacks in ((before, after) if state.phase is Phase.DRAW else (before,))

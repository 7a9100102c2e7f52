"""鬼牌: places where faces came and went that were no tiles, or that were denied: one that is seen there is
asked, not believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from assistant.observation import Area, SeenPiece
from assistant.watching.memory import NEAR, Fresh, Memory
from assistant.watching.verdicts import Place

KEPT = 12
"""So many places are remembered."""


def ghosts(memory: Memory, known: Sequence[Fresh], now: Sequence[Fresh]) -> tuple[Place, ...]:
    """Where faces came and went that nothing explains, after one view more. `known`: the unexplained faces
    before it; `now`: those that are left.
    """
    left = [one.piece.at for one in now]
    gone = (
        one.piece.at
        for one in known
        if one.gone and one.piece.area is Area.DISCARD and not _near(one.piece.at, left)
    )
    return tuple(dict.fromkeys((*memory.ghosts, *gone)))[-KEPT:]


def haunted(places: Sequence[Place], fresh: Sequence[Fresh]) -> tuple[Fresh, ...]:
    """The unexplained faces, with those marked that lie in such a place."""
    return tuple(replace(one, haunted=True) if haunts(places, one.piece) else one for one in fresh)


def haunts(places: Sequence[Place], piece: SeenPiece) -> bool:
    """Whether a face lies in such a place."""
    return piece.area is Area.DISCARD and _near(piece.at, places)


def denied(memory: Memory, at: Sequence[Place]) -> Memory:
    """Memory after a person said that tiles there tell none of what was asked: the second time that is
    remembered for good.
    """
    places = tuple(dict.fromkeys(at))
    again = tuple(place for place in places if _near(place, memory.noes))
    once = tuple(place for place in places if place not in again)
    return replace(memory, ghosts=(*memory.ghosts, *again)[-KEPT:], noes=(*memory.noes, *once)[-KEPT:])


def _near(at: Place, places: Sequence[Place]) -> bool:
    return any(hypot(at[0] - x, at[1] - y) < NEAR for x, y in places)

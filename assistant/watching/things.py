"""杂物: things that lie on the table and read as a tile: what people pass over or say no to time after time
is none, and nobody is asked about it any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.events import Discarded, TableEvent
from assistant.observation import Area
from assistant.watching.memory import NEAR, Fresh, Memory, Thing, apart
from assistant.watching.sight import is_flat
from assistant.watching.stacked import adds_kong
from assistant.watching.verdicts import Question

PASSED, DENIED = 1, 2
"""How much it counts that another tile was chosen of those in question, and that none was, or one that came
later."""
LATER = 1.0
"""Seconds by which the chosen one came later then: what people lay lies there in turn."""
DOUBTED, ENOUGH = 2, 4
"""From so much on it is asked about, not believed, and from so much on it is no tile."""
FEW = 4
"""A question with more options than so many asks for a kind rather than for a tile: what is chosen speaks
against no other tile."""
LAID = (Area.DISCARD, Area.MELD)
"""Where they may lie: what a person says to be no fourth tile of a pong, time after time, is none either."""
KEPT = 24
"""So many of them are remembered, the latest."""
READS = 0.3
"""It is the same thing while it reads as that kind with this likelihood, or as none."""


def passed_over(memory: Memory, question: Question, chosen: Sequence[TableEvent]) -> Memory:
    """Memory of the tiles that an answered question was about and that were not chosen. `chosen`: the events
    of the answer, none where nothing of it happened.
    """
    if question.mends or (chosen and len(question.options) > FEW):
        return memory
    asked = {place for event, place in memory.doubtful if isinstance(event, Discarded) or adds_kong([event])}
    told = {place for event, place in memory.doubtful if event in chosen}
    came = min((one.first for place in told for one in memory.fresh if place.holds(one.piece)), default=None)
    found = list(memory.things)
    for place in asked - told:
        one = next((one for one in memory.fresh if place.holds(one.piece)), None)
        if one is None or one.piece.area not in LAID or one.piece.tile is None:
            continue
        later = came is not None and one.first < came - LATER
        weight = DENIED if later or not chosen else PASSED
        before = next((thing for thing in found if _is_there(thing, one)), None)
        if before is not None:
            found.remove(before)
        found.append(Thing(one.piece.at, one.piece.best, weight + (before.against if before else 0)))
    return replace(memory, things=tuple(found)[-KEPT:])


def as_things(things: Sequence[Thing], fresh: Sequence[Fresh]) -> tuple[Fresh, ...]:
    """The unexplained faces, with those marked that people have passed over: as doubtful, or as things."""
    found = []
    for one in fresh:
        against = max((thing.against for thing in things if _is_there(thing, one)), default=0)
        early, haunted = one.early or against >= ENOUGH, one.haunted or against >= DOUBTED
        found.append(replace(one, early=early, haunted=haunted, against=against))
    return tuple(found)


def _is_there(thing: Thing, one: Fresh) -> bool:
    """Whether a face lies where that thing does, and reads as it, or as no kind more than as another."""
    near = apart(thing, one.piece) < NEAR
    same = one.likelihoods[thing.kind] >= READS or is_flat(one.piece.likelihoods)
    return near and one.piece.area in LAID and same

"""信不信: how far the readings of this table can be believed, by what people said of them. Where several
tiles that read surely were told to be of other kinds, all readings count for less, and that is said.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.events import Discarded
from assistant.observation import Observation
from assistant.watching.explanations import Step
from assistant.watching.memory import Memory
from assistant.watching.sight import face, root

SURELY = 0.7
"""A tile reads surely from this likelihood on."""
HARDLY = 0.1
"""It is told to be of a kind that it reads as with less than this."""
MISREAD = 3
"""So many such tiles are no accident."""


def amazed(memory: Memory, chosen: Step) -> int:
    """In how many of the tiles that an answer was about the reader was sure, and wrong."""
    told = {event.tile for event in chosen if isinstance(event, Discarded)}
    places = {
        place for event, place in memory.doubtful if isinstance(event, Discarded) and event.tile in told
    }
    if len(told) != 1 or len(places) != 1:
        return 0
    (tile,), (place,) = told, places
    return sum(
        place.holds(one.piece) and max(one.likelihoods) >= SURELY and one.likelihoods[tile] < HARDLY
        for one in memory.fresh
    )


def is_misread(memory: Memory) -> bool:
    """Whether the reader is often sure and wrong at this table."""
    return memory.amazed >= MISREAD


def dulled(memory: Memory, observation: Observation) -> Observation:
    """The view with its faces told less surely where that is so."""
    if not is_misread(memory):
        return observation
    pieces = (
        replace(piece, likelihoods=root(piece.likelihoods)) if face(piece.likelihoods) > 0.5 else piece
        for piece in observation.pieces
    )
    return replace(observation, pieces=tuple(pieces))

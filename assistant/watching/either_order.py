"""谁先谁后: two tiles that came while nobody could see whose hand laid which are recorded in the likelier
order, until a claim tells, or people do when the round is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from assistant.events import Discarded, Drawn
from assistant.observation import Area
from assistant.tiles import Tile
from assistant.watching.explanations import Explanation, Step, Table
from assistant.watching.laid import Laid
from assistant.watching.memory import Memory
from assistant.watching.ranking import Ranked
from assistant.watching.swaps import Swap, exchanged
from assistant.watching.verdicts import Mend, Question

WORTH, TOGETHER = 0.005, 0.9
"""Odds of the other order from which on it is remembered, and of both orders together from which on it may be
only that."""
PLAIN = 0.9
"""Both tiles read with at least this."""


class Pair(NamedTuple):
    """Two acts in doubt about their order, the odds that it is these two, and the views that showed both."""

    first: Explanation
    swap: Swap
    together: float
    views: int


def in_either_order(among: Ranked, table: Table) -> Pair | None:
    """The likeliest first two acts where they are two discards that were seen, and all that is in doubt is
    who threw which of them.
    """
    if len(among.best.steps) < 2:
        return None
    first = among.best.first(2)
    one, other = first.steps
    if not (_throws(one) and _throws(other)) or len(first.told) != 2:
        return None
    pieces = [table.evidence.fresh[at] for _, at in first.told]
    if not all(piece.views > table.sight.patience and not piece.gone for piece in pieces):
        return None
    if any(piece.is_thing or piece.piece.confidence < PLAIN for piece in pieces):
        return None
    odds, turned = among.share((one, other)), among.share(exchanged((one, other)))
    if turned < WORTH or odds + turned < TOGETHER:
        return None
    before = among.best.first(0).state
    mends = [
        Mend(event.seat, len(before.seats[event.seat].discards), event.tile)
        for event in (one[-1], other[-1])
        if isinstance(event, Discarded)
    ]
    places = [piece.piece.at for piece in pieces]
    own = odds / (odds + turned)
    swap = Swap(mends[0], mends[1], own, (places[0], places[1]), before, (one, other))
    return Pair(first, swap, odds + turned, min(piece.views for piece in pieces))


def _throws(step: Step) -> bool:
    """Whether an act is a discard and nothing more."""
    return isinstance(step[-1], Discarded) and all(isinstance(event, Drawn) for event in step[:-1])


def in_other_order(memory: Memory, swap: Swap) -> Memory:
    """Memory after the two were recorded in the other order."""
    swaps = tuple(one.exchanged() if one is swap else one for one in memory.swaps)
    return replace(rehomed(memory, swap.turned), swaps=swaps)


def told_orders(memory: Memory, question: Question, *chosen: int | None) -> Memory:
    """Memory after people said which discards were exchanged."""
    for pair in question.paired:
        if set(pair) & set(chosen):
            events = [question.options[at][0] for at in pair]
            turned = [
                (question.mends[at], event.tile)
                for at, event in zip(pair, events, strict=True)
                if isinstance(event, Discarded)
            ]
            memory = rehomed(memory, turned)
    return memory


def rehomed(memory: Memory, turned: Sequence[tuple[Mend, Tile]]) -> Memory:
    """Memory of where tiles lie, after two discards were exchanged: each lies where it lay."""
    (one, tile), (other, instead) = turned
    spots = dict(memory.bound)
    places = [spots.pop(_laid(mend, mend.tile), None) for mend in (other, one)]
    new = zip((_laid(one, tile), _laid(other, instead)), places, strict=True)
    spots |= {laid: place for laid, place in new if place is not None}
    return replace(memory, bound=tuple(spots.items()))


def _laid(mend: Mend, tile: Tile) -> Laid:
    return Laid(Area.DISCARD, mend.seat, tile, mend.number)

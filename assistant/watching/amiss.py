"""记错了: recorded discards that the table does not bear out: one that nobody took lies there no more, and a
tile that nothing explains lies before its player; or it reads as another kind, view after view. What it
really was is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from assistant.events import Discarded
from assistant.observation import Area, SeenPiece
from assistant.state import RoundState
from assistant.watching.acts import kinds_of
from assistant.watching.explanations import Step, Table
from assistant.watching.laid import Laid
from assistant.watching.memory import Fresh, Memory
from assistant.watching.mending import is_told
from assistant.watching.pairing import seen_counts
from assistant.watching.verdicts import Mend, Nothing, Place, Question, Verdict

GONE = 3
"""Views that looked for a discard in vain."""
SEEN = 2
"""Views that show the tile that may be it."""
PLAIN = 0.9
"""It reads with at least this, at first or by now."""
SURELY, NEVER = 0.95, 0.02
"""A discard reads as another kind from this likelihood on, and as its own below that."""
LONG = 8
"""It is believed after so many views."""
KINDS_EACH = 2
"""Kinds that are offered for one tile."""


def otherwise(memory: Memory, pairs: Mapping[Laid, SeenPiece]) -> tuple[tuple[Laid, int], ...]:
    """The recorded discards that read as another kind, with the views in which they have."""
    before = dict(memory.otherwise)
    odd = (
        tile
        for tile, piece in pairs.items()
        if tile.area is Area.DISCARD and piece.tile is not None
        if piece.confidence >= SURELY and piece.likelihoods[tile.kind] < NEVER
    )
    return tuple((tile, before.get(tile, 0) + 1) for tile in odd)


def amiss(memory: Memory, state: RoundState, table: Table) -> tuple[Memory, Verdict]:
    """A question about a discard that the camera told and the table does not bear out, once for each; else
    Nothing.
    """
    seen = seen_counts(state)
    for laid, one in (*_replaced(state, table), *_reads(memory, table)):
        if not is_told(memory, laid) or laid in memory.doubted:
            continue
        memory = replace(memory, doubted=memory.doubted | {laid})
        kinds = [kind for kind in kinds_of(one, seen) if kind is not laid.tile][:KINDS_EACH]
        options: tuple[Step, ...] = tuple((Discarded(laid.seat, kind),) for kind in kinds)
        if options:
            mends = (Mend(laid.seat, laid.place, laid.tile),) * len(options)
            places: tuple[Place, ...] = (one.piece.at,)
            question = Question((*options, ()), places, mends)
            return replace(memory, open=question, doubtful=()), question
    return memory, Nothing()


def _replaced(state: RoundState, table: Table) -> Iterator[tuple[Laid, Fresh]]:
    """Last discards of players that are gone, and the tile that may be each."""
    for laid, views in table.missing.items():
        if laid.area is not Area.DISCARD or views < GONE or laid.seat == state.turn:
            continue
        if not table.evidence.looked(Area.DISCARD, laid.seat):
            continue
        if laid.place != len(state.seats[laid.seat].discards) - 1:
            continue
        able = [one for one in table.evidence.fresh if _may_be(laid, one)]
        if len(able) == 1:
            yield laid, able[0]


def _may_be(laid: Laid, one: Fresh) -> bool:
    """Whether a new tile may be a discard that is recorded as another kind."""
    if one.stacked is not None or one.is_thing or one.gone or one.views < SEEN:
        return False
    if one.piece.area is not Area.DISCARD or one.piece.seat not in (laid.seat, None):
        return False
    return max(one.likelihoods) >= PLAIN and one.piece.tile is not laid.tile


def _reads(memory: Memory, table: Table) -> Iterator[tuple[Laid, Fresh]]:
    """Discards that read as another kind for long."""
    for laid, views in memory.otherwise:
        if views >= LONG and laid in table.pairs:
            piece = table.pairs[laid]
            yield laid, Fresh(piece, piece.likelihoods)

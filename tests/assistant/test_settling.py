"""释疑: what settles a doubt about a recorded discard without a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded, Drawn, RoundStarted, TableEvent
from assistant.observation import Area, Observation, SeenPiece
from assistant.reconcile import Mended, Nothing, Question
from assistant.round import fold
from assistant.tiles import Tile
from assistant.watching.doubts import Doubt
from assistant.watching.evidence import Evidence
from assistant.watching.explanations import Table
from assistant.watching.laid import laid_out
from assistant.watching.memory import Fresh, Memory, spot
from assistant.watching.mending import mending, rebound
from assistant.watching.settling import turned
from assistant.watching.sight import Sight
from tests.assistant.scripted_table.noise import SURE, either


def test_what_the_copies_tell_of_a_doubt_is_not_turned_back_by_how_it_reads() -> None:
    """6s that reads as 6s and a little as 9s, where four other 6s lie, one of them not recorded yet, and
    three 9s.
    """
    doubt = Doubt(0, 0, Tile.S6, either(Tile.S6, Tile.S9, 0.93)[:27], (0.5, 0.5))
    piece = SeenPiece(either(Tile.S6, Tile.S9, 0.999), Area.DISCARD, 0, (0.4, 0.4))
    fresh = Fresh(piece, piece.likelihoods, views=4)
    evidence = Evidence(Observation(1.0, ()), (fresh,), (), (), frozenset(), frozenset(), Sight())
    memory = replace(Memory(), doubts=(doubt,))
    tile, changes = Tile.S6, []
    for _ in range(4):
        kinds = (tile, Tile.S6, Tile.S6, Tile.S6, Tile.S9, Tile.S9, Tile.S9)
        told: list[TableEvent] = [RoundStarted()]
        for turn, kind in enumerate(kinds):
            told += [Drawn(turn % 4), Discarded(turn % 4, kind)]
        memory, verdict = turned(memory, fold(told).state, Table(evidence, {}, {}))
        if isinstance(verdict, Mended):
            tile = verdict.tile
            changes.append(tile)
    assert changes == [Tile.S9]


@pytest.mark.parametrize("denied", [True, False])
def test_a_fifth_copy_is_plain_once_a_person_said_that_it_is_none_of_the_other_kinds(denied: bool) -> None:
    """It reads as 7s, and a little as 6s; four 7s are recorded, one of which may have been a 6s."""
    told: list[TableEvent] = [RoundStarted()]
    for seat in range(4):
        told += [Drawn(seat), Discarded(seat, Tile.S7)]
    state = fold(told).state
    lying = {laid: SeenPiece(SURE[Tile.S7], Area.DISCARD, laid.seat, (0.1, 0.1)) for laid in laid_out(state)}
    piece = SeenPiece(either(Tile.S7, Tile.S6, 0.7), Area.DISCARD, 0, (0.4, 0.4))
    fresh = Fresh(piece, piece.likelihoods, views=8)
    no = ((Discarded(0, Tile.S6), spot(piece)),) if denied else ()
    evidence = Evidence(Observation(1.0, ()), (fresh,), (), (), frozenset(), frozenset(), Sight(), refused=no)
    explained = tuple((event, spot(piece)) for event in told if isinstance(event, Discarded))
    memory, verdict = mending(replace(Memory(), explained=explained), state, Table(evidence, lying, {}))
    assert isinstance(verdict, Question if denied else Nothing)
    assert memory.mended == ({Tile.S7} if denied else set())
    if isinstance(verdict, Question):
        again = rebound(memory, verdict.mends[0], Tile.S6)
        assert not again.mended, "one more copy is asked about once more"

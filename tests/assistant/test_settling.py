"""释疑: what settles a doubt about a recorded discard without a person."""

from __future__ import annotations

from dataclasses import replace

from assistant.events import Discarded, Drawn, RoundStarted, TableEvent
from assistant.observation import Area, Observation, SeenPiece
from assistant.reconcile import Mended
from assistant.round import fold
from assistant.tiles import Tile
from assistant.watching.acts import Evidence
from assistant.watching.doubts import Doubt
from assistant.watching.explanations import Table
from assistant.watching.memory import Fresh, Memory
from assistant.watching.settling import turned
from assistant.watching.sight import Sight
from tests.assistant.scripted_table.noise import either


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

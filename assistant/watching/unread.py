"""看不清: a discard that reads as no tile at all, or surely as one that it cannot be: what the seat on turn
threw is asked, its kinds by what the picture says of them, three at a time.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.observation import CLASSES, Area, SeenPiece
from assistant.tiles import KINDS
from assistant.watching.coming_back import lies
from assistant.watching.deciding import OPTIONS, ask
from assistant.watching.explanations import Step, Table
from assistant.watching.memory import Fresh, Memory
from assistant.watching.ranking import Ranked
from assistant.watching.sight import face
from assistant.watching.verdicts import Nothing, Verdict

LAIN = 3.0
"""Seconds of video that a tile lies there which reads as none, before it is believed to be one."""
BEFORE = 1.0
"""So many seconds before the tile of the last act it may have come."""
SOFT, LEAST = 0.35, 1e-6
"""The power that a likelihood is raised to where readings cannot be trusted, and the least of them."""
MIDDLE = 0.24
"""Half the width of the part of the table, in table units, where discards alone lie."""
EARLIEST = 5
"""So many tiles are looked at, those that came first: what came first is asked."""
PATIENT = 9
"""Kinds that a person said no to; then questions come twice as late each time."""


def read_anew(table: Table, memory: Memory) -> Table:
    """The table with discards that read as no tile, and with every reading doubted: the order of its kinds
    stays, but none is sure.
    """
    found = {id(piece) for piece in table.pairs.values()}
    at = table.evidence.observation.at
    unread = tuple(
        Fresh(piece, piece.likelihoods, views=3, first=piece.since)
        for piece in table.evidence.observation.pieces
        if piece.area is Area.DISCARD or (piece.area is Area.UNKNOWN and max(map(_off, piece.at)) < MIDDLE)
        if face(piece.likelihoods) <= 0.5 and id(piece) not in found
        if at - piece.since >= LAIN and piece.since >= memory.newest - BEFORE
    )
    plain = (one for one in (*table.evidence.fresh, *unread) if one.stacked is None)
    fresh = tuple(map(_doubted, sorted(plain, key=lambda one: one.first)[:EARLIEST]))
    return replace(table, evidence=replace(table.evidence, fresh=fresh))


def _off(along: float) -> float:
    """How far from the middle of the table, along one side of it."""
    return abs(along - 0.5)


def _doubted(one: Fresh) -> Fresh:
    return replace(one, likelihoods=_soft(one.likelihoods), piece=_soft_piece(one.piece))


def _soft_piece(piece: SeenPiece) -> SeenPiece:
    return replace(piece, likelihoods=_soft(piece.likelihoods))


def _soft(likelihoods: tuple[float, ...]) -> tuple[float, ...]:
    raw = [max(one, LEAST) ** SOFT for one in likelihoods[:KINDS]]
    total = sum(raw)
    return (*(one / total for one in raw), *(0.0,) * (CLASSES - KINDS))


def which_tile(memory: Memory, among: Ranked, table: Table) -> tuple[Memory, Verdict]:
    """A question about what came first, where none of its tiles is read for sure; Nothing where all has been
    asked or no legal act fits.
    """
    firsts: list[Step] = [step for step, _ in among.first_acts() if step]
    if not firsts or not any(map(lies, table.evidence.fresh)):
        return memory, Nothing()
    memory, verdict = ask(memory, among, table, (*firsts[:OPTIONS], ()))
    if not isinstance(verdict, Nothing):
        ways = memory.ways + (len(memory.declined) >= PATIENT)
        memory = replace(memory, quiet=None, ways=ways)
    return memory, verdict

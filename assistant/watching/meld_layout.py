"""副露的摆法: what the way in which the tiles of a meld lie tells of how it was made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assistant.watching.memory import Fresh

CROSSWISE = 2.5
"""A kong with one tile across was claimed, one without was not, by these log odds each."""
GAP, GAPPED = 1.65, -4.5
"""Where two tiles of a pong lie more than so many times as far apart as two others, a fourth one between them
was not found, by these log odds."""


def lies_across(turn: float, other: float) -> bool:
    """Whether a tile lies across another, by how both are turned, degrees."""
    return 45 < abs(turn - other) % 180 < 135


def crosswise(pieces: Sequence[Fresh]) -> float:
    """Log odds that a kong was claimed, by whether one of its tiles lies crosswise; 0: nobody can tell."""
    turns = [one.piece.turn % 180 for one in pieces]
    if not any(turns):
        return 0.0
    across = sum(lies_across(one, sorted(turns)[len(turns) // 2]) for one in turns)
    return CROSSWISE if across == 1 else -CROSSWISE


def gapped(pieces: Sequence[Fresh]) -> float:
    """Log odds that these tiles are a pong, by whether they leave room for one more between them."""
    ways = [sorted(one.piece.at[way] for one in pieces) for way in (0, 1)]
    along = max(ways, key=lambda places: places[-1] - places[0])
    apart = sorted(there - here for here, there in pairwise(along))
    return GAPPED if len(apart) > 1 and apart[-1] > GAP * apart[0] else 0.0

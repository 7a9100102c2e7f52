"""牌河: the order in which one player's discards lie, where two of them came between the same two views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot

from assistant.observation import SeenPiece
from assistant.watching.memory import NEAR, Fresh
from assistant.watching.verdicts import Place

TOUCHING = (1.4 * NEAR, 3.2 * NEAR)
"""How far apart the middles of neighbours in a row lie, in table units."""
STEPS = 3
"""So many steps from discard to discard that agree make a row."""
AGREE = 0.4
"""Steps agree that differ by less than this part of one; so does a place with the one that is next."""


def earliest(
    lying: Sequence[tuple[int, Fresh]], pond: Sequence[Place], *, thing: bool
) -> list[tuple[int, Fresh]]:
    """Of several new tiles in front of one player, each with its number, those that may have been first: what
    came or was met earlier, else what their row tells. What may be no tile is looked at apart. `pond`: where
    that player's discards lie, in order.
    """
    able = [(at, one) for at, one in lying if one.is_thing is thing]
    if not able:
        return []
    early = laid_first(pond) if len(able) > 1 else None
    if early is not None:
        able.sort(key=lambda pair: early(pair[1].piece))
    came = min(able, key=lambda pair: _came(pair[1]))
    met = min(able, key=lambda pair: _came(pair[1])[::-1])
    if early is None:  # nothing tells which of those was first that came and were met at once
        return [pair for pair in able if _came(pair[1]) in (_came(came[1]), _came(met[1]))]
    return [came] if came is met else [came, met]


def _came(one: Fresh) -> tuple[float, float]:
    """When a tile came, and when it was met, seconds of video."""
    return round(one.piece.since, 1), one.first


def laid_first(lying: Sequence[Place]) -> Callable[[SeenPiece], tuple[bool, float]] | None:
    """How early a piece was laid beside others that came with it: what is next in its row comes first, then
    what lies nearer to a row's beginning. `lying`: the player's discards in order; None where they lie in no
    rows, or where too few lie there to tell.
    """
    step = _step(lying)
    if step is None:
        return None
    (x, y), (across, along) = lying[-1], step
    wide = hypot(across, along)

    def early(piece: SeenPiece) -> tuple[bool, float]:
        off = hypot(piece.at[0] - x - across, piece.at[1] - y - along)
        return off > AGREE * wide, (piece.at[0] * across + piece.at[1] * along) / wide

    return early


def _step(lying: Sequence[Place]) -> Place | None:
    """From one discard to the next in a row, as most of them lie."""
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(lying)]
    steps = [step for step in steps if TOUCHING[0] < hypot(*step) < TOUCHING[1]]
    if len(steps) < STEPS:
        return None
    middle = (
        sorted(step[0] for step in steps)[len(steps) // 2],
        sorted(step[1] for step in steps)[len(steps) // 2],
    )
    near = sum(hypot(step[0] - middle[0], step[1] - middle[1]) < AGREE * hypot(*middle) for step in steps)
    return middle if near >= STEPS and 2 * near > len(steps) else None

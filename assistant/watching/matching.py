"""对牌: which unexplained piece a tile that must lie on the table may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.watching.laid import Laid
from assistant.watching.memory import Fresh
from assistant.watching.sight import Sight


def best_match(tile: Laid, fresh: Sequence[Fresh], used: set[int], least: float) -> int | None:
    """The unexplained piece that fits a tile best, with this likelihood at least."""
    best, most = None, least
    for at, one in enumerate(fresh):
        if at in used or one.piece.area is not tile.area or one.piece.seat not in (tile.seat, None):
            continue
        if one.likelihoods[tile.kind] > most:
            best, most = at, one.likelihoods[tile.kind]
    return best


def twin(tile: Laid, spare: Mapping[int, Fresh], sight: Sight) -> tuple[int, float] | None:
    """The unexplained piece of the same area that may be this tile, misread, and the odds of it."""
    able = [
        (sight.is_kind(one.likelihoods, tile.kind), at)
        for at, one in spare.items()
        if one.piece.area is tile.area and one.piece.seat in (tile.seat, None)
    ]
    if not able:
        return None
    odds, at = max(able)
    return at, odds

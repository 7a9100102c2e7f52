"""没看清的牌: an open hand of which one tile is not seen, or which no reading fits: what is left of all tiles
tells it where every other one is known, else the one tile is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from statistics import median

from assistant.hands import Hand
from assistant.melds import Meld
from assistant.tiles import COPIES, KINDS, TILES, Counts, Suit, Tile
from assistant.waits import is_complete
from assistant.watching.memory import Fresh
from assistant.watching.open_hands import READINGS, Reading
from assistant.watching.verdicts import Place

BETWEEN = 6.0
"""Players sort their hands: a kind between those of the neighbours is so many times as likely."""
WIDE = 1.5
"""Two tiles of a row that are so many times as far apart as most leave room for one."""
SHOWN = 0.5
"""The tiles that are seen are of their kinds with this likelihood at least; else more than one is unread."""
OTHER = 0.05
"""A tile may be of another kind, too, from this likelihood on: a complete hand tells which."""


def left_over(seen: Counts, size: int) -> Counts | None:
    """The tiles that lie nowhere else, where they are just as many as the hand has: it is those."""
    left = tuple(COPIES - many for many in seen)
    return left if sum(left) == size and min(left) >= 0 else None


def one_unread(
    faces: Sequence[Fresh],
    seen: Counts,
    melds: tuple[Meld, ...],
    void: Suit | None,
    extra: Tile | None,
    *,
    wins: bool,
) -> tuple[Reading, ...]:
    """The hands that the faces may be with one tile more, the likeliest first. `extra`, `wins`: as `read` has
    them. None where a face is not plainly of a kind.
    """
    if any(max(one.likelihoods[:KINDS]) < SHOWN for one in faces):
        return ()
    likely = _between(faces)
    found: dict[Counts, float] = {}
    for counts, odds in _as_read(faces).items():
        if any(mine + other > COPIES for mine, other in zip(counts, seen, strict=True)):
            continue
        for tile in TILES:
            free = COPIES - seen[tile] - counts[tile]
            whole = tuple(many + (kind == tile) for kind, many in enumerate(counts))
            if free > 0 and (not wins or _wins(whole, melds, void, extra)):
                found[whole] = found.get(whole, 0.0) + odds * free * (BETWEEN if tile in likely else 1.0)
    total = sum(found.values())
    return tuple(
        Reading(one, odds / total) for one, odds in sorted(found.items(), key=lambda one: (-one[1], one[0]))
    )


def _as_read(faces: Sequence[Fresh]) -> dict[Counts, float]:
    """What the faces may be, with the odds of each way."""
    found: dict[Counts, float] = {(0,) * KINDS: 1.0}
    for one in faces:
        able = [kind for kind in range(KINDS) if one.likelihoods[kind] >= OTHER]
        after: dict[Counts, float] = {}
        for counts, odds in found.items():
            for kind in able:
                key = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                after[key] = after.get(key, 0.0) + odds * one.likelihoods[kind]
        found = dict(sorted(after.items(), key=lambda pair: -pair[1])[:READINGS])
    return found


def _wins(counts: Counts, melds: tuple[Meld, ...], void: Suit | None, extra: Tile | None) -> bool:
    whole = tuple(many + (extra is not None and kind == extra) for kind, many in enumerate(counts))
    return max(whole) <= COPIES and is_complete(Hand(whole, 0, melds), void)


def gap(faces: Sequence[Fresh]) -> tuple[Fresh, Fresh] | None:
    """The two neighbours in a row between which a tile may lie that is not seen."""
    if len(faces) < 3:
        return None
    ways = [sorted(faces, key=lambda one: one.piece.at[axis]) for axis in (0, 1)]
    row = max(ways, key=lambda one: _away(one[0].piece.at, one[-1].piece.at) if one else 0.0)
    axis = ways.index(row)
    steps = [there.piece.at[axis] - here.piece.at[axis] for here, there in pairwise(row)]
    widest = max(range(len(steps)), key=steps.__getitem__)
    return (row[widest], row[widest + 1]) if steps[widest] > WIDE * median(steps) else None


def unread_at(faces: Sequence[Fresh]) -> tuple[Place, ...]:
    """Where the tile must lie that is not seen; the whole row where nothing tells."""
    sides = gap(faces)
    if sides is None:
        return tuple(one.piece.at for one in faces)
    (x, y), (u, v) = (one.piece.at for one in sides)
    return (((x + u) / 2, (y + v) / 2),)


def _between(faces: Sequence[Fresh]) -> frozenset[Tile]:
    """The kinds that fit into the gap of a sorted row."""
    sides = gap(faces)
    if sides is None:
        return frozenset()
    one, other = (TILES[max(range(KINDS), key=side.likelihoods.__getitem__)] for side in sides)
    low, high = min(one, other), max(one, other)
    return frozenset(tile for tile in TILES if low <= tile <= high) if one.suit is other.suit else frozenset()


def _away(one: Place, other: Place) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])

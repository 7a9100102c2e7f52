"""同处: two faces cannot lie in one place: what comes where a tile lay, and may be read badly, is that tile;
and a tile that seemed to lie elsewhere is the one that is found where it lay before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from assistant.observation import Area, Observation, SeenPiece
from assistant.watching.laid import Laid
from assistant.watching.memory import NEAR, Fresh, Spot, apart
from assistant.watching.sight import face

UNPLAIN = 0.9
"""A face that reads with less than this may be one of which a hand or a tile covers a part."""
CLAIMED = 0.2
"""A face among melds may be a discard's from this likelihood of its kind on."""
MAY_BE = 0.1
"""A face that read unsurely may have been of a kind from this likelihood on."""
JUMPED = 0.03
"""A tile that the tracker lost and that is found farther away than this may be another of its kind."""

OVER = 0.03
"""Nearer than this to another a tile lies under a part of it, or over one."""


def is_claimed(tile: Laid | None, observation: Observation, free: Iterable[SeenPiece]) -> bool:
    """Whether a discard may have been taken: new faces among melds may be of its kind, or a hand shows
    some.
    """
    if tile is None:
        return False
    melds = (piece for piece in free if piece.area is Area.MELD)
    return _shows_hand(observation.pieces) or any(piece.likelihoods[tile.kind] >= CLAIMED for piece in melds)


def half_seen(
    left: list[Laid],
    free: dict[int, SeenPiece],
    pairs: dict[Laid, SeenPiece],
    bound: Mapping[Laid, Spot],
    claimed: Laid | None,
) -> list[Laid]:
    """Discards in whose place a face lies that is new to the tracker and reads as another kind, but unsurely:
    they are paired with it. Not so the discard that may be `claimed`.
    """
    for tile in left:
        spot = bound.get(tile)
        if spot is None or tile.area is not Area.DISCARD or tile == claimed:
            continue
        able = [
            (apart(spot, piece), at)
            for at, piece in free.items()
            if piece.area is Area.DISCARD and piece.confidence < UNPLAIN and apart(spot, piece) < NEAR
        ]
        if able:
            pairs[tile] = free.pop(min(able)[1])
    return [tile for tile in left if tile not in pairs]


def is_one(known: Fresh, piece: SeenPiece, pieces: Sequence[SeenPiece]) -> bool:
    """Whether a new face is an unexplained one that lay in its place, read otherwise: one of the two reads
    unsurely, and nobody has taken the one that was there. `pieces`: all the unexplained faces now.
    """
    if known.piece.area is not Area.DISCARD or piece.area is not Area.DISCARD or known.stacked is not None:
        return False
    if min(max(known.likelihoods), piece.confidence) >= UNPLAIN or apart(known.piece, piece) >= NEAR:
        return False
    kinds = [kind for kind, odds in enumerate(known.likelihoods) if odds >= MAY_BE]
    melds = [one for one in pieces if one.area is Area.MELD]
    taken = any(one.likelihoods[kind] >= CLAIMED for one in melds for kind in kinds)
    return not taken and not _shows_hand(pieces)


def surer(known: Fresh, piece: SeenPiece) -> tuple[float, ...]:
    """What the surer view of a face in one place tells."""
    return max((known.likelihoods, piece.likelihoods), key=max)


def homes(
    before: Mapping[Laid, Spot], bound: Mapping[Laid, Spot], pairs: Mapping[Laid, SeenPiece]
) -> dict[Laid, Spot]:
    """Where discards lay before they were found elsewhere by another track, after a view. `before`: those
    known; `bound`: where all tiles were seen last, before the view.
    """
    found: dict[Laid, Spot] = {}
    for tile in before.keys() | pairs.keys():
        spot, piece = bound.get(tile), pairs.get(tile)
        if spot is None or tile.area is not Area.DISCARD:
            continue
        home = before.get(tile)
        jumped = piece is not None and piece.track != spot.track and apart(spot, piece) > JUMPED
        if home is None and jumped:
            home = spot
        if home is None or (piece is not None and apart(home, piece) < NEAR):
            continue
        others = (other for one, other in bound.items() if one != tile)
        if not any(apart(other, home) < NEAR for other in others):
            found[tile] = home
    return found


def under(
    missing: Iterable[Laid], bound: Mapping[Laid, Spot], pairs: Mapping[Laid, SeenPiece]
) -> frozenset[Laid]:
    """The discards not found over a part of which another tile lies: what is seen of those is found now and
    then, and that it is not does not tell that they were pushed elsewhere.
    """
    lying = tuple(pairs.values())
    return frozenset(
        tile
        for tile in missing
        if tile.area is Area.DISCARD and tile in bound
        if any(apart(bound[tile], piece) < OVER for piece in lying)
    )


def _shows_hand(pieces: Iterable[SeenPiece]) -> bool:
    return any(piece.area is Area.HAND and face(piece.likelihoods) > 0.5 for piece in pieces)

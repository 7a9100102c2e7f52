"""未解: the faces that the record does not explain, known again from view to view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.observation import Area, SeenPiece
from assistant.seats import Seat
from assistant.tiles import Tile
from assistant.watching.memory import Fresh, Memory, spot
from assistant.watching.one_place import is_one, surer
from assistant.watching.sight import Sight, is_flat, pooled

GLIMPSED = 3
"""Views for which a face that vanished unexplained is remembered."""
ALIKE, AGAIN = 0.02, 0.3
"""Two readings in one place are one tile from this likeness on, and where the tile was gone meanwhile."""
PUSHED = 0.08
"""How far a tile is pushed between two views, in table units."""


def unexplained_now(
    memory: Memory,
    known: Sequence[Fresh],
    pieces: Sequence[SeenPiece],
    new: bool,
    covered: frozenset[tuple[Area, Seat | None]],
    at: float,
    sight: Sight,
    claimed: frozenset[Tile],
) -> tuple[Fresh, ...]:
    """The unexplained faces, each with what earlier views said of it: known again by track, by place, or as
    the same kind pushed a little. What is not found this time is remembered for a few views.
    """
    left = list(known)
    found: dict[int, Fresh] = {}
    for fits in (_same_track, _same_place, _pushed):
        for number, piece in enumerate(pieces):
            if not left or number in found:
                continue
            able = (one for one in left if not _another(one, piece, claimed))
            old = next((one for one in able if fits(one, piece)), None)
            if old is not None:
                left.remove(old)
                found[number] = old
    for number, piece in enumerate(pieces):
        one = next((one for one in left if number not in found and is_one(one, piece, pieces)), None)
        if one is not None:  # covered in part, it seemed to be another
            left.remove(one)
            found[number] = one
    fresh = []
    for number, piece in enumerate(pieces):
        old = found.get(number)
        if old is None:
            first = _came(piece, at)
            fresh.append(Fresh(piece, piece.likelihoods, first=first, calm=_by_itself(memory, piece, first)))
        elif is_flat(old.likelihoods) and not is_flat(piece.likelihoods):
            # a tile where a thing seemed to lie, or one that could not be read before
            first = old.first if old.piece.track == piece.track else _came(piece, at)
            fresh.append(Fresh(piece, piece.likelihoods, first=first))
        elif old.like(piece) <= ALIKE:  # read otherwise now: the tracker knows all its views, or lost it
            likelihoods = piece.likelihoods if piece.since <= old.first else surer(old, piece)
            fresh.append(replace(old, piece=piece, likelihoods=likelihoods, views=1, gone=0))
        elif new:
            likelihoods = pooled(old.likelihoods, piece.likelihoods, sight, old.views)
            one = replace(old, piece=piece, likelihoods=likelihoods, views=old.views + 1, gone=0)
            fresh.append(one)
        else:
            fresh.append(replace(old, piece=piece, gone=0))
    for one in left:
        gone = one.gone + (new and (one.piece.area, one.piece.seat) not in covered)
        if gone <= GLIMPSED and one.piece.area in (Area.DISCARD, Area.MELD):
            fresh.append(replace(one, gone=max(gone, 1)))
    return tuple(fresh)


def _by_itself(memory: Memory, piece: SeenPiece, first: float) -> bool:
    """Whether a face, seen first then, came where a view just before showed none, though nothing moved."""
    if memory.moved is None or first <= memory.moved:
        return False
    return (piece.area, piece.seat) not in memory.veiled


def _came(piece: SeenPiece, at: float) -> float:
    """When a face that was not read before came: the tracker may have seen it lie there, unread."""
    return min(piece.since, at) if piece.track else at


def _same_track(one: Fresh, piece: SeenPiece) -> bool:
    return bool(piece.track) and one.piece.track == piece.track and one.piece.area is piece.area


def _another(one: Fresh, piece: SeenPiece, claimed: frozenset[Tile]) -> bool:
    """Whether a discard may be one more of a kind of which one lay there, was gone, and is in a meld now."""
    return (
        piece.area is Area.DISCARD
        and one.gone > 0
        and one.piece.tile in claimed
        and 0 != piece.track != one.piece.track
    )


def _same_place(one: Fresh, piece: SeenPiece) -> bool:
    # what lies where a tile was that is gone, and is new to the tracker, must look the same
    other = bool(one.gone and piece.track and piece.track != one.piece.track)
    return spot(one.piece).holds(piece) and one.like(piece) > (AGAIN if other else ALIKE)


def _pushed(one: Fresh, piece: SeenPiece) -> bool:
    here, there = one.piece.at, piece.at
    near = abs(here[0] - there[0]) + abs(here[1] - there[1]) < PUSHED
    return near and one.piece.area is piece.area and one.piece.seat == piece.seat and one.like(piece) > 0.5

"""Tables at which no round is played: tiles mixed, walls built."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from assistant.observation import Area, Observation, SeenPiece
from assistant.tiles import TILES
from tests.assistant.scripted_table import places
from tests.assistant.scripted_table.noise import BACK_SEEN, SURE


def area_at(at: places.Place) -> tuple[Area, int | None]:
    """The area and side that a place belongs to."""
    across = (at[1], 1 - at[0], 1 - at[1], at[0])
    side = min(range(4), key=across.__getitem__)
    depth = across[side]
    if depth < 0.1:
        return (Area.HAND if abs(at[side % 2] - 0.45) < 0.25 else Area.MELD), side
    if depth < 0.22:
        return Area.WALL, side
    return (Area.DISCARD, side) if depth < 0.5 else (Area.UNKNOWN, None)


def mixing(rng: Random, views: int) -> Iterator[Observation]:
    """洗牌: 108 tiles all over the table, half of them face up, moved about between the views."""
    for view in range(views):
        pieces = []
        for _ in range(108):
            at = (rng.uniform(0.05, 0.95), rng.uniform(0.05, 0.95))
            area, seat = area_at(at)
            up = rng.random() < 0.5
            vector = SURE[rng.choice(TILES)] if up else BACK_SEEN
            pieces.append(SeenPiece(vector, area, seat, at, rng.uniform(0, 180)))
        yield Observation(0.5 * view, tuple(pieces))


def building(rng: Random, views: int, faces: int = 6) -> Iterator[Observation]:
    """砌牌: walls of backs grow along the sides; a few tiles lie face up in the middle and stay there."""
    up = [(rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.7), rng.choice(TILES)) for _ in range(faces)]
    for view in range(views):
        pieces = []
        for side in range(4):
            for number in range(min(view, 13)):
                at = places.of_side(side, 0.25 + places.WIDE * number, 0.18)
                pieces.append(SeenPiece(BACK_SEEN, Area.WALL, side, at, places.turn_of(side)))
        for track, (x, y, tile) in enumerate(up, 1):
            area, seat = area_at((x, y))
            pieces.append(SeenPiece(SURE[tile], area, seat, (x, y), 0.0, track))
        yield Observation(0.5 * view, tuple(pieces))

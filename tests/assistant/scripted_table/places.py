"""Where things lie on the table: what each player's side puts where, in table units."""

from __future__ import annotations

from random import Random

Place = tuple[float, float]

WIDE, HIGH = 1 / 28, 1 / 21
"""A tile, in sides of the table."""


def of_side(side: int, across: float, depth: float) -> Place:
    """A place told as the player of a side sees it: from the left, and away from the player."""
    return ((across, depth), (1 - depth, across), (1 - across, 1 - depth), (depth, 1 - across))[side % 4]


def turn_of(side: int) -> float:
    """How a tile stands that is upright for the player of a side."""
    return (0.0, 90.0, 0.0, 90.0)[side % 4]


def hand(side: int, number: int, *, apart: bool = False) -> Place:
    """The tiles of a hand row, from the left; `apart`: half a tile away from it."""
    return of_side(side, 0.2 + WIDE * number + (0.7 * WIDE if apart else 0.0), 0.055)


def meld(side: int, number: int, tile: int) -> Place:
    """The tiles of a meld, melds growing inwards from the right corner; the fourth lies on the middle one."""
    if tile == 3:
        return of_side(side, 0.97 - number * 0.12 - WIDE * 1.2, 0.055 + HIGH)
    return of_side(side, 0.97 - number * 0.12 - WIDE * 1.2 * tile, 0.055)


def discard(side: int, number: int) -> Place:
    """Neat rows of six."""
    return of_side(side, 0.41 + WIDE * (number % 6), 0.38 - HIGH * (number // 6) * 1.02)


def heap(rng: Random, others: list[Place]) -> Place:
    """Somewhere in the middle where no tile lies."""
    for _ in range(200):
        place = (rng.uniform(0.25, 0.75), rng.uniform(0.25, 0.75))
        if all(abs(place[0] - x) + abs(place[1] - y) > 0.05 for x, y in others):
            return place
    return place

"""Noise: how badly a camera sees. Odds are 0..1, per tile and view where nothing else is said."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from assistant.observation import BACK, CLASSES, OTHER
from assistant.tiles import KINDS, TILES, Tile

Vector = tuple[float, ...]


@dataclass(frozen=True)
class Noise:
    """What goes wrong between the table and the view of it."""

    misnamed: float = 0.0
    """a face reads as another kind; the likelihoods are calibrated: told with 0.8, one in five is wrong"""
    missed: float = 0.0
    imagined: float = 0.0
    """faces that are not there, a view"""
    sticky: float = 0.5
    """the part of the misreadings that belongs to the tile and comes back in every view of it"""
    again: float = 0.3
    """a missed tile is missed, and an imagined one imagined, in the next view too"""
    nudged: float = 0.0
    """a row is pushed by up to a tile, a view"""
    lost_track: float = 0.0
    """the tracker takes a tile for a new one"""
    hidden: float = 0.0
    """an area is covered and said to be, a view"""
    covered: float = 0.0
    """a hand hides some tiles of an area and nothing says so, a view"""
    skipped: float = 0.0
    """no view is settled between one act and the next"""
    misplaced: float = 0.0
    """a discard is given to a neighbour"""


CLEAN = Noise()
REAL = Noise(
    misnamed=0.005,
    missed=0.01,
    imagined=0.005,
    nudged=0.02,
    lost_track=0.02,
    hidden=0.05,
    covered=0.02,
    skipped=0.1,
)
"""What a good reader is thought to do on a lit table."""


def sure(kind: int, odds: float = 0.9996) -> Vector:
    """Likelihoods that leave little doubt."""
    rest = (1 - odds) / (CLASSES - 1)
    return tuple(odds if one == kind else rest for one in range(CLASSES))


SURE = tuple(sure(kind) for kind in range(CLASSES))
BACK_SEEN = SURE[BACK]


def like(rng: Random, tile: Tile) -> Tile:
    """A kind that a tile is taken for: mostly a neighbour of its suit."""
    if rng.random() < 0.75:
        step = rng.choice((-2, -1, -1, 1, 1, 2))
        if 1 <= tile.number + step <= 9:
            return TILES[tile + step]
    return rng.choice([one for one in TILES if one is not tile])


def unsure(rng: Random, tile: Tile) -> Vector:
    """A hard reading: told with odds between 0.6 and 1, and wrong as often as they say."""
    odds = rng.uniform(0.6, 1.0)
    other = like(rng, tile)
    best, second = (tile, other) if rng.random() < odds else (other, tile)
    spread = 0.1 * (1 - odds)
    vector = [spread / CLASSES] * CLASSES
    vector[best] += odds
    vector[second] += 0.9 * (1 - odds)
    return tuple(vector)


HARD = 0.2
"""How often a hard reading is wrong: 1 - the mean of its odds."""


def imagined(rng: Random) -> Vector:
    """A face that is not there."""
    tile = rng.choice(TILES)
    return unsure(rng, tile) if rng.random() < 0.5 else SURE[tile]


__all__ = ["BACK_SEEN", "CLEAN", "HARD", "KINDS", "OTHER", "REAL", "SURE", "Noise", "imagined", "unsure"]


def either(tile: Tile, other: Tile, odds: float) -> tuple[float, ...]:
    """Likelihoods of a face that reads as one of two kinds."""
    vector = [0.0] * CLASSES
    vector[tile], vector[other] = odds, 1 - odds
    return tuple(vector)

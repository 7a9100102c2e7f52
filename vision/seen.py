"""见到的牌: a tile and a meld as a picture shows them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.tiles import Tile
from vision.detection import BACK, NAMES, OTHER, Box, Detection, tile_of

OPTIONS = 3
"""Kinds that a question about an unsure tile offers."""
POSSIBLE = 0.02
"""A third kind less likely than this is not offered."""


class MeldShape(StrEnum):
    """副露 as laid; the value is the letter of the text form."""

    PONG = "p"
    KONG = "k"
    ADDED_KONG = "a"
    CONCEALED_KONG = "c"


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile of a picture: `kind` is its class (27 kinds, back, other) or None where it is left `?`."""

    kind: int | None
    detection: Detection

    @property
    def word(self) -> str:
        """Its name in the public forms: `3m`, `back`, `other` or `?`."""
        return "?" if self.kind is None else NAMES[self.kind]

    @property
    def tile(self) -> Tile | None:
        """The kind of Sichuan tile, where it is named as one."""
        return None if self.kind is None else tile_of(self.kind)

    @property
    def box(self) -> Box:
        """Its upright box in pixels of the upright photo."""
        return self.detection.box

    @property
    def confidence(self) -> float:
        """The likelihood of its likeliest class, 0..1."""
        return self.detection.confidence


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """副露 laid apart from the hand; `places` of its tiles in the reading."""

    shape: MeldShape
    tile: Tile
    places: tuple[int, ...]


def options_of(detection: Detection) -> list[int]:
    """The classes an unsure tile may be, the likeliest first: two at least, `OPTIONS` at most."""
    ranked = sorted(range(len(NAMES)), key=lambda kind: -detection.likelihoods[kind])
    return ranked[:2] + [kind for kind in ranked[2:OPTIONS] if detection.likelihoods[kind] >= POSSIBLE]


def chinese_of(kind: int) -> str:
    """The word players use for one of the 29 classes."""
    tile = tile_of(kind)
    return tile.chinese if tile is not None else {BACK: "背面", OTHER: "字牌花牌"}[kind]

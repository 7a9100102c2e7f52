"""摆放: one tile in its place on the table, as plain values of vision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from vision.calibration import Point
from vision.detection import Box, Detection
from vision.seen import MeldShape, SeenTile


class Area(StrEnum):
    """Where on the table a tile lies; the words of FORMATS `table`."""

    HAND = "hand"
    """手牌"""
    MELD = "meld"
    """副露"""
    DISCARD = "discard"
    """堂子"""
    WALL = "wall"
    """牌墙"""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile of a view. `at`: its centre in table units. `turn`: degrees anticlockwise, from above, from a
    tile upright for the nearest side: 0 or 90 (a box does not tell more). `side`: whose it is, 0 the nearest
    side, then anticlockwise; None where its place does not tell. `group`: tiles of one meld share a number,
    0 for all others."""

    detection: Detection
    at: Point
    turn: float = 0.0
    area: Area = Area.UNKNOWN
    side: int | None = None
    group: int = 0
    raised: bool = False
    """it lies on another tile"""
    part: bool = False
    """something hides a part of it, as its box is too small"""
    maybe: tuple[int, ...] = ()
    """of a discard without a plain owner: whose it may be by its place, all sides in a heap"""
    open: bool = False
    """a tile of a hand, it lies face up for all to see"""

    @property
    def box(self) -> Box:
        """Its upright box in pixels."""
        return self.detection.box

    @property
    def likelihoods(self) -> tuple[float, ...]:
        """29 numbers that sum to 1."""
        return self.detection.likelihoods

    @property
    def best(self) -> int:
        """The likeliest class."""
        return self.detection.best

    def seen(self, name_from: float) -> SeenTile:
        """The tile as the public forms show it: `?` below the likelihood `name_from`."""
        one = self.detection
        return SeenTile(one.best if one.confidence >= name_from else None, one)


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """副露 as it lies: its shape, its kind (a class 0..26), its places in the view, the tile turned sideways
    among them (None: none is)."""

    shape: MeldShape
    kind: int
    places: tuple[int, ...]
    turned: int | None = None

"""所见: what a camera saw of the whole table in one settled view, with its doubts kept.

Places are in table units: the playing surface is the square 0..1 x 0..1, its origin the corner at the left
hand of the side nearest the camera; x runs to that side's right, y away from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.seats import Seat
from assistant.tiles import KINDS, TILES, Tile

BACK = KINDS
"""Place of a face-down tile 背面 in the likelihoods."""
OTHER = KINDS + 1
"""Place of what is no Sichuan tile: an honour 字牌, a flower 花牌."""
CLASSES = KINDS + 2


class Area(StrEnum):
    """Where on the table a tile lies; the values are the words of FORMATS `table`."""

    HAND = "hand"
    """手牌, standing in front of a player, or laid open there at the end"""
    MELD = "meld"
    """副露, pongs and kongs laid apart"""
    DISCARD = "discard"
    """堂子, the discards"""
    WALL = "wall"
    """牌墙, what is still to be drawn"""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Shift:
    """A tile of a meld that lies elsewhere beside the others of it than it did, all in widths of a tile.

    `out`: how far it seems to have gone away from the point below the camera, `aside`: how far square to
    that. One that lies on another tile is nearer to the camera, and seems to have gone `reach` outwards.
    `doubt`: the standard error of both. It came after `before` and not after `since`, seconds of video.
    """

    before: float
    since: float
    out: float
    aside: float
    reach: float
    doubt: float


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """One tile on the table.

    `likelihoods`: 29 numbers that sum to 1: the 27 kinds in tile order, face down, no Sichuan tile.
    `at`: its centre in table units. `turn`: degrees anticlockwise, seen from above, from a tile that stands
    upright for the side nearest the camera to this one, 0..180 (a tile's head is not always plain). `track`:
    stays the same while one tile is followed from view to view. `since`: seconds of video when it came here.
    `shift`: what is seen of a tile of a meld that may have come to lie on another.
    """

    likelihoods: tuple[float, ...]
    area: Area
    seat: Seat | None
    at: tuple[float, float]
    turn: float = 0.0
    track: int = 0
    since: float = 0.0
    shift: Shift | None = None

    @property
    def best(self) -> int:
        """The likeliest of the 29 classes."""
        return max(range(CLASSES), key=self.likelihoods.__getitem__)

    @property
    def tile(self) -> Tile | None:
        """The likeliest kind, None where face down or no Sichuan tile is likelier."""
        return TILES[self.best] if self.best < KINDS else None

    @property
    def confidence(self) -> float:
        """The likelihood of the likeliest class, 0..1."""
        return max(self.likelihoods)


@dataclass(frozen=True, slots=True)
class Observation:
    """One settled view. `at`: seconds of video. `hidden`: areas that the camera did not see whole (a hand
    over them, the picture's edge): what is missing there is no evidence.
    """

    at: float
    pieces: tuple[SeenPiece, ...]
    hidden: frozenset[tuple[Area, Seat | None]] = frozenset()

    def lying(self, area: Area, seat: Seat | None = None) -> tuple[SeenPiece, ...]:
        """The tiles of an area, of one seat where told."""
        return tuple(
            piece for piece in self.pieces if piece.area is area and (seat is None or piece.seat == seat)
        )

    def looked(self, area: Area, seat: Seat | None) -> bool:
        """Whether the camera saw this area whole."""
        return (area, seat) not in self.hidden

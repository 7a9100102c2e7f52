"""副露: what lies face up before a player: pong 碰 and the three kongs 直杠 弯杠 暗杠."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from assistant.tiles import Tile


class MeldKind(Enum):
    """Which meld it is; the value is the letter of the text form."""

    PONG = "p"
    """碰"""
    EXPOSED_KONG = "k"
    """直杠, claimed from a discard"""
    ADDED_KONG = "a"
    """弯杠, a fourth tile put to a pong"""
    CONCEALED_KONG = "c"
    """暗杠, four tiles from the hand"""

    @property
    def chinese(self) -> str:
        """The word players use."""
        return {"p": "碰", "k": "直杠", "a": "弯杠", "c": "暗杠"}[self.value]


@dataclass(frozen=True, slots=True, order=False)
class Meld:
    """A meld 副露 of one kind of tile; it stands for one of the four sets whatever its size."""

    kind: MeldKind
    tile: Tile

    @property
    def size(self) -> int:
        """Tiles in it: 3 for a pong, 4 for a kong."""
        return 3 if self.kind is MeldKind.PONG else 4

    @property
    def is_kong(self) -> bool:
        """Whether it is one of the three kongs 杠."""
        return self.kind is not MeldKind.PONG

    @property
    def is_concealed(self) -> bool:
        """Whether it is 暗杠, which leaves the hand concealed."""
        return self.kind is MeldKind.CONCEALED_KONG

    def __str__(self) -> str:
        return f"#{self.kind.value}{self.tile}"

    def __repr__(self) -> str:
        return str(self)

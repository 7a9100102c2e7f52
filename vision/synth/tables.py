"""牌桌: a whole table as a plain value: what lies before each side, and what is left of the wall.

Sides are seen from above: side 0 is nearest the camera, then anticlockwise as play goes: 1 on the right, 2
opposite, 3 on the left. Kinds are 0..26 in the order of `Tile`. No rule is known here: a scene says what lies
where, whoever draws it has decided that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from assistant.tiles import COPIES, DECK, KINDS
from vision.calibration import SIDES
from vision.detection import OTHER

UNSEEN = -1
"""A tile whose kind does not matter: it stands with its back to the camera, or lies face down."""

WALLS = (14, 13, 14, 13)
"""牌墙: stacks of two before each side at the start: 54 stacks, 108 tiles."""


class Held(StrEnum):
    """How a hand is kept."""

    STANDING = "standing"
    OPEN = "open"
    """laid open, face up"""
    DOWN = "down"
    """laid face down"""


class MeldKind(StrEnum):
    """副露, as its layout tells them apart."""

    PONG = "pong"
    EXPOSED = "exposed"
    """直杠"""
    ADDED = "added"
    """弯杠"""
    CONCEALED = "concealed"
    """暗杠"""


@dataclass(frozen=True)
class Meld:
    """副露 as laid. `tiles` from its player's left to right, an added kong's fourth tile last.

    `sideways`: the place of the tile turned sideways, the claimed one; no matter in a concealed kong.
    `stacked`: an added kong's fourth tile lies on the sideways one, else beside it towards the middle.
    `middle_only`: of a concealed kong the outer two lie face down.
    """

    kind: MeldKind
    tiles: tuple[int, ...]
    sideways: int = 0
    stacked: bool = True
    middle_only: bool = False

    def __post_init__(self) -> None:
        wanted = 3 if self.kind is MeldKind.PONG else 4
        if len(self.tiles) != wanted:
            raise ValueError(f"a {self.kind} meld has {wanted} tiles, not {len(self.tiles)}")
        wide = 4 if self.kind is MeldKind.EXPOSED else 3
        if not 0 <= self.sideways < wide:
            raise ValueError(
                f"the sideways tile of a {self.kind} meld is 0 to {wide - 1}, not {self.sideways}"
            )


def sideways_place(meld: MeldKind, side: int, claimed_from: int) -> int:
    """Where the claimed tile lies in a meld: left, middle or right, as the side it came from is seen."""
    away = (claimed_from - side) % SIDES
    last = 3 if meld is MeldKind.EXPOSED else 2
    return {3: 0, 2: 1, 1: last}[away]


@dataclass(frozen=True)
class Side:
    """What lies before one side of the table; an empty side is nobody's.

    `hand` from its player's left to right, kinds or `UNSEEN`; `drawn`: its last tile stands a little apart.
    `won`: winning tiles, laid open beside the hand or before it. `discards` in their order, `None` where one
    has been claimed from among them.
    """

    hand: tuple[int, ...] = ()
    held: Held = Held.STANDING
    drawn: bool = False
    melds: tuple[Meld, ...] = ()
    discards: tuple[int | None, ...] = ()
    won: tuple[int, ...] = ()


def standing(many: int) -> Side:
    """A side of so many standing tiles and nothing else."""
    return Side((UNSEEN,) * many)


@dataclass(frozen=True)
class Wall:
    """牌墙: `start` is the stack (0..53, clockwise from the right end of side 0's wall) at which it was
    broken; `taken` tiles are gone from there on, the upper one of each stack first, `taken_behind` from the
    other end (replacements after kongs where a house draws them there).
    """

    start: int = 0
    taken: int = DECK
    taken_behind: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.start < sum(WALLS):
            raise ValueError(f"the wall has {sum(WALLS)} stacks, numbered from 0; {self.start} is none")
        if self.taken < 0 or self.taken_behind < 0 or self.taken + self.taken_behind > DECK:
            raise ValueError("take no more than 108 tiles from the wall, and not fewer than none")

    @property
    def left(self) -> int:
        """Tiles still to be drawn."""
        return DECK - self.taken - self.taken_behind

    def places(self) -> tuple[int, ...]:
        """Places of the tiles left, in the order in which they are drawn: 0..107 counted from the break."""
        behind = {drawn_behind(number) for number in range(self.taken_behind)}
        return tuple(place for place in range(DECK) if place not in behind)[self.taken :]


def drawn_behind(number: int) -> int:
    """The place of the tile that is drawn as the `number`th from the far end: the upper tile of a stack
    first."""
    return DECK - 2 - number if number % 2 == 0 else DECK - number


@dataclass(frozen=True)
class TableScene:
    """A whole table at one moment. Kinds may be `OTHER` too: honours and flowers of a larger set."""

    sides: tuple[Side, Side, Side, Side]
    wall: Wall = field(default_factory=Wall)

    def known(self) -> list[int]:
        """The kinds that are told, hidden ones too; the wall and `UNSEEN` tiles left out."""
        return [kind for kind in self._all() if kind != UNSEEN]

    def _all(self) -> Iterator[int]:
        for side in self.sides:
            yield from side.hand
            for meld in side.melds:
                yield from meld.tiles
            yield from (kind for kind in side.discards if kind is not None)
            yield from side.won

    @property
    def tiles(self) -> int:
        """All tiles of the table, the wall's too."""
        return sum(1 for _ in self._all()) + self.wall.left

    def problems(self) -> tuple[str, ...]:
        """What no set of 108 tiles can show."""
        found = []
        known = self.known()
        for kind in sorted(set(known)):
            if kind == OTHER:
                continue
            if not 0 <= kind < KINDS:
                found.append(f"{kind} is no kind: they are 0 to {KINDS - 1}")
            elif known.count(kind) > COPIES:
                found.append(f"kind {kind} lies there {known.count(kind)} times")
        if self.tiles > DECK:
            found.append(f"{self.tiles} tiles lie there, of {DECK}")
        return tuple(found)

    def with_side(self, number: int, side: Side) -> TableScene:
        """The scene with one side changed."""
        one, two, three, four = (side if number == n else old for n, old in enumerate(self.sides))
        return replace(self, sides=(one, two, three, four))

"""摆法: where every tile of a table lies, in millimetres, as people lay them.

Places of a side are told as its player has them: `along` from the left corner of the table, `deep` from the
edge, both as shares of the table's side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vision.calibration import SIDES
from vision.places import Area
from vision.synth.layouts import yawed
from vision.synth.solids import Floats, Material, Pose
from vision.synth.tables import WALLS, Held, Meld, MeldKind, Side, TableScene, Wall

FACE_UP, FACE_DOWN = 0.0, math.pi
HAND_DEEP = 0.055
WALL_DEEP = 0.18
RIGHT_END = 0.965
"""Where the first meld ends: near the right corner."""
HEAP_PLACES = 26
"""Discards of one side that a heap has room for."""


class Spot(NamedTuple):
    """Where a tile is: its centre in millimetres (the table's middle is the origin, z up), its turn about the
    vertical, and how far it is tipped backwards: 0 lies face up, pi face down, about pi / 2 stands."""

    x: float
    y: float
    z: float
    yaw: float
    tip: float

    @property
    def pose(self) -> Pose:
        """The same for the painter."""
        cos, sin = math.cos(self.tip), math.sin(self.tip)
        tipped = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
        return Pose((self.x, self.y, self.z), yawed(self.yaw) @ tipped)

    def towards(self, other: Spot, share: float) -> Spot:
        """A spot on the way, the shorter turn about."""
        turn = (other.yaw - self.yaw + math.pi) % (2 * math.pi) - math.pi
        return Spot(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.z + (other.z - self.z) * share,
            self.yaw + turn * share,
            self.tip + (other.tip - self.tip) * share,
        )


class Pond(StrEnum):
    """堂子: how discards are kept."""

    NEAT = "neat"
    """rows of six before each player"""
    LOOSE = "loose"
    """rows that nobody squares up"""
    HEAP = "heap"
    """one heap of all players in the middle"""


@dataclass(frozen=True)
class Manner:
    """How the people of a table lay their tiles.

    `tiles_wide`: widths of a tile along the table's side. `rough`: how unevenly, 0 to about 1. `lean`: how
    far standing tiles lean back, radians, a side. `won_across`: a winning tile lies crosswise before the hand
    instead of beside it.
    """

    seed: int = 0
    tiles_wide: float = 28.0
    pond: Pond = Pond.NEAT
    rough: float = 0.3
    lean: tuple[float, float, float, float] = (0.12, 0.1, 0.08, 0.1)
    won_across: bool = False


class Lying(NamedTuple):
    """A tile of a scene in its spot: the number that the scene gives it (its kind), whose it is."""

    tile: int
    area: Area
    side: int
    spot: Spot


@dataclass(frozen=True)
class Plan:
    """A table of one manner and one tile set, measured out."""

    manner: Manner
    material: Material

    @property
    def length(self) -> float:
        """The table's side in millimetres."""
        return self.manner.tiles_wide * self.material.width

    @property
    def wide(self) -> float:
        """A tile's width as a share of the table's side."""
        return 1 / self.manner.tiles_wide

    @property
    def high(self) -> float:
        """A tile's height as a share of the table's side."""
        return self.material.height / self.length

    def spot(
        self, side: int, along: float, deep: float, *, turn: float = 0.0, tip: float, layer: int = 0
    ) -> Spot:
        """The spot at a place of a side; `turn` as its player sees it, `layer` tiles lie beneath."""
        yaw = side * math.pi / 2
        x, y = (along - 0.5) * self.length, (deep - 0.5) * self.length
        cos, sin = math.cos(yaw), math.sin(yaw)
        half = (abs(math.cos(tip)) * self.material.depth + abs(math.sin(tip)) * self.material.height) / 2
        return Spot(cos * x - sin * y, sin * x + cos * y, half + layer * self.material.depth, yaw + turn, tip)

    def shaken(self, spot: Spot, area: Area, side: int, place: int, rough: float) -> Spot:
        """The spot as a hand left it: the same place is always left the same way."""
        if rough <= 0:
            return spot
        dx, dy, turn = _shake(self.manner.seed, list(Area).index(area), side, place)
        return spot._replace(
            x=spot.x + dx * rough * self.material.width * 0.1,
            y=spot.y + dy * rough * self.material.width * 0.1,
            yaw=spot.yaw + turn * rough * 0.12,
        )

    def melds_wide(self, melds: Sequence[Meld]) -> float:
        """What the melds take of the side, from the right corner inwards, with the gap before the hand."""
        return sum(self._meld_wide(meld) + 0.5 * self.wide for meld in melds)

    def _meld_wide(self, meld: Meld) -> float:
        tiles = 4 if meld.kind in (MeldKind.EXPOSED, MeldKind.CONCEALED) else 3
        turned = 0.0 if meld.kind is MeldKind.CONCEALED else self.high - self.wide
        return tiles * self.wide * 1.015 + turned

    def hand(self, number: int, side: Side) -> Iterator[Lying]:
        """手牌 of a side, and the tiles it won with."""
        pitch = self.wide * (1.012 + 0.03 * self.manner.rough)
        many = len(side.hand)
        row = many - 1 if side.drawn and many else many
        apart = 0.6 * self.wide if side.drawn and many else 0.0
        beside = max(1.8, 0.8 + len(side.won)) * self.wide  # always kept free for the tile just drawn or won
        end = RIGHT_END - self.melds_wide(side.melds)
        left = max(min(0.5 - row * pitch / 2, end - row * pitch - beside), 0.1)
        tip = {
            Held.STANDING: math.pi / 2 - self.manner.lean[number],
            Held.OPEN: FACE_UP,
            Held.DOWN: FACE_DOWN,
        }[side.held]
        for place, tile in enumerate(side.hand):
            away = apart if place == many - 1 else 0.0
            spot = self.spot(number, left + (place + 0.5) * pitch + away, HAND_DEEP, tip=tip)
            yield Lying(
                tile, Area.HAND, number, self.shaken(spot, Area.HAND, number, place, self.manner.rough / 2)
            )
        for place, tile in enumerate(side.won):
            if self.manner.won_across and many:
                middle = left + many * pitch / 2 + place * self.high
                beyond = HAND_DEEP + (self.high + self.wide) / 2 + 0.1 * self.wide
                spot = self.spot(number, middle, beyond, turn=math.pi / 2, tip=FACE_UP)
            else:
                right = left + many * pitch + apart + (0.8 + place + 0.5) * self.wide
                spot = self.spot(number, right, HAND_DEEP, tip=FACE_UP)
            yield Lying(tile, Area.HAND, number, spot)

    def melds(self, number: int, melds: Sequence[Meld]) -> Iterator[Lying]:
        """副露 of a side, growing from its right corner inwards."""
        right = RIGHT_END
        for order, meld in enumerate(melds):
            left = right - self._meld_wide(meld)
            yield from self._meld(number, order, meld, left)
            right = left - 0.5 * self.wide

    def _meld(self, number: int, order: int, meld: Meld, left: float) -> Iterator[Lying]:
        concealed = meld.kind is MeldKind.CONCEALED
        row = meld.tiles[:3] if meld.kind is MeldKind.ADDED else meld.tiles
        along = left
        lower = HAND_DEEP - (self.high - self.wide) / 2
        for place, tile in enumerate(row):
            turned = place == meld.sideways and not concealed
            across = self.high if turned else self.wide
            tip = FACE_DOWN if concealed and meld.middle_only and place in (0, 3) else FACE_UP
            middle = along + across / 2
            deep, turn = (lower, math.pi / 2) if turned else (HAND_DEEP, 0.0)
            spot = self.spot(number, middle, deep, turn=turn, tip=tip)
            key = order * 4 + place
            yield Lying(
                tile, Area.MELD, number, self.shaken(spot, Area.MELD, number, key, self.manner.rough / 3)
            )
            if turned and meld.kind is MeldKind.ADDED:
                away = 0.0 if meld.stacked else self.wide * 1.02
                above = self.spot(
                    number, middle, deep + away, turn=turn, tip=FACE_UP, layer=int(meld.stacked)
                )
                rough = self.manner.rough / 3
                yield Lying(
                    meld.tiles[3],
                    Area.MELD,
                    number,
                    self.shaken(above, Area.MELD, number, order * 4 + 3, rough),
                )
            along += across + self.wide * 0.015

    def discards(self, number: int, discards: Sequence[int | None]) -> Iterator[Lying]:
        """堂子 of a side, in the manner of the table."""
        for place, tile in enumerate(discards):
            if tile is not None:
                yield Lying(tile, Area.DISCARD, number, self.discard_spot(number, place))

    def discard_spot(self, number: int, place: int) -> Spot:
        """Where the discard of a side comes to lie."""
        if self.manner.pond is Pond.HEAP:
            x, y, turn = _heap(self.manner.seed, round(self.wide, 6), round(self.high, 6))[number][
                place % HEAP_PLACES
            ]
            spot = self.spot(0, x, y, turn=turn, tip=FACE_UP, layer=place // HEAP_PLACES)
            return self.shaken(spot, Area.DISCARD, number, place, self.manner.rough / 2)
        loose = self.manner.pond is Pond.LOOSE
        step_x, step_y = self.wide * (1.16 if loose else 1.02), self.high * (1.1 if loose else 1.02)
        row, column = divmod(place, 6)
        if row > 2 and place < 22:
            row, column = 2, place - 12
        elif row > 2:
            row, column = 3, place - 22
        along = 0.5 - 0.35 * self.wide + (column - 2.5) * step_x
        deep = 0.5 - (3.25 if loose else 2.95) * self.wide - (row + 0.5) * step_y
        spot = self.spot(number, along, deep, tip=FACE_UP)
        return self.shaken(
            spot, Area.DISCARD, number, place, self.manner.rough * 1.5 if loose else self.manner.rough / 3
        )

    def wall(self, wall: Wall, tiles: Sequence[int]) -> Iterator[Lying]:
        """牌墙: the tiles left; `tiles[place]` is the tile at a place counted from the break."""
        for place in wall.places():
            side, spot = self.wall_spot(wall.start, place)
            yield Lying(tiles[place], Area.WALL, side, spot)

    def wall_spot(self, start: int, place: int) -> tuple[int, Spot]:
        """The side and the spot of a place of the wall counted from the break: clockwise, each stack's upper
        tile first."""
        stack = (start + place // 2) % sum(WALLS)
        side = 0
        while stack >= WALLS[side]:
            stack -= WALLS[side]
            side = (side - 1) % SIDES
        along = 0.5 + (WALLS[side] / 2 - 0.5 - stack) * self.wide * 1.01
        upper = place % 2 == 0
        spot = self.spot(side, along, WALL_DEEP, tip=FACE_DOWN, layer=int(upper))
        return side, self.shaken(spot, Area.WALL, side, stack * 2 + upper, self.manner.rough / 3)

    def lay(self, scene: TableScene, wall_tiles: Sequence[int]) -> tuple[Lying, ...]:
        """Every tile of the scene in its spot."""
        laid: list[Lying] = []
        for number, side in enumerate(scene.sides):
            laid.extend(self.hand(number, side))
            laid.extend(self.melds(number, side.melds))
            laid.extend(self.discards(number, side.discards))
        laid.extend(self.wall(scene.wall, wall_tiles))
        return tuple(laid)

    def corners(self) -> Floats:
        """Corners of the playing surface in millimetres: side 0's left and right, then the far right and the
        far left."""
        half = self.length / 2
        return np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])


@lru_cache(maxsize=8192)
def _shake(seed: int, area: int, side: int, place: int) -> tuple[float, float, float]:
    dx, dy, turn = np.random.default_rng((seed, area, side, place)).normal(0, 1, 3).clip(-2, 2)
    return float(dx), float(dy), float(turn)


@lru_cache(maxsize=16)
def _heap(seed: int, wide: float, high: float) -> tuple[tuple[tuple[float, float, float], ...], ...]:
    """Places of a common heap: of many tries the one farthest from what lies there already, on the side's own
    half rather than the other."""
    random = np.random.default_rng((seed, 77))
    taken: list[tuple[float, float]] = []
    places: list[list[tuple[float, float, float]]] = [[] for _ in range(SIDES)]
    enough = math.hypot(wide, high) * 1.02
    for _ in range(HEAP_PLACES):
        for side in range(SIDES):
            best, most = (0.5, 0.5), -1.0
            for attempt in range(40):
                reach = 0.13 + 0.002 * attempt + 0.0022 * len(taken)
                along = 0.5 + float(random.normal(0, 0.75)) * reach
                deep = 0.4 + float(random.normal(0, 0.6)) * reach
                along, deep = min(max(along, 0.27), 0.73), min(max(deep, 0.27), 0.73)
                x, y = along - 0.5, deep - 0.5
                for _ in range(side):
                    x, y = -y, x
                room = min((math.dist((x, y), other) for other in taken), default=1.0)
                if room > most:
                    best, most = (x, y), room
                if room > enough:
                    break
            taken.append(best)
            turn = float(random.uniform(0, 2 * math.pi))
            places[side].append((best[0] + 0.5, best[1] + 0.5, turn))
    return tuple(tuple(side) for side in places)

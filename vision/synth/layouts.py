"""How tiles lie on a table: rows, blocks, heaps, walls, hands and whole tables, as poses. No picture yet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.synth.solids import Floats, Material, Pose

UP = np.eye(3)
"""Lying with the face up, its top away from the player."""
DOWN = np.diag([1.0, -1.0, -1.0])
"""Lying with the back up."""


def standing(tilt: float) -> Floats:
    """The turn of a tile that stands facing the player; tilt is how far it leans back, radians, 0 upright."""
    angle = math.pi / 2 - tilt
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def yawed(angle: float) -> Floats:
    """A turn about the vertical, anticlockwise from above."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


@dataclass(frozen=True)
class Placed:
    """A tile in its place; kind None where its face cannot matter (face down, or turned away)."""

    kind: str
    pose: Pose


def moved(tiles: Sequence[Placed], angle: float, x: float, y: float) -> list[Placed]:
    """The tiles turned about the origin and then moved, as one piece."""
    turn = yawed(angle)
    result = []
    for tile in tiles:
        centre = turn @ np.array(tile.pose.centre) + np.array([x, y, 0])
        place = (float(centre[0]), float(centre[1]), float(centre[2]))
        result.append(Placed(tile.kind, Pose(place, turn @ tile.pose.turn)))
    return result


def resting(material: Material, turn: Floats) -> float:
    """How high the centre of a tile lies when it rests on the table in this turn."""
    lengths = np.array([material.width, material.height, material.depth])
    return float(np.abs(turn[2]) @ lengths / 2)


def row(
    kinds: Sequence[str],
    material: Material,
    turn: Floats,
    *,
    gap: float = 0.4,
    rough: float = 0.0,
    random: np.random.Generator | None = None,
) -> list[Placed]:
    """Tiles side by side along x, centred on the origin, all in one turn; `rough` is how unevenly, in
    millimetres."""
    lengths = np.array([material.width, material.height, material.depth])
    step = float(np.abs(turn[0]) @ lengths) + gap
    height = resting(material, turn)
    tiles = []
    for number, kind in enumerate(kinds):
        dx, dy, dyaw = (0.0, 0.0, 0.0)
        if random is not None and rough > 0:
            dx, dy = random.normal(0, 0.12 * rough), random.normal(0, rough)
            dyaw = random.normal(0, 0.02 * rough)
        x = (number - (len(kinds) - 1) / 2) * step + dx
        tiles.append(Placed(kind, Pose((x, dy, height), yawed(dyaw) @ turn)))
    return tiles


def block(kinds: Sequence[str], columns: int, material: Material, turn: Floats, gap: float) -> list[Placed]:
    """Rows one below the other, read from the upper left, centred on the origin."""
    lengths = np.array([material.width, material.height, material.depth])
    step = float(np.abs(turn[1]) @ lengths) + gap
    rows = math.ceil(len(kinds) / columns)
    tiles: list[Placed] = []
    for number in range(rows):
        part = kinds[number * columns : (number + 1) * columns]
        y = ((rows - 1) / 2 - number) * step
        tiles.extend(moved(row(part, material, turn, gap=gap), 0.0, 0.0, y))
    return tiles


def wall(
    kinds: Sequence[str], material: Material, random: np.random.Generator, layers: int = 2
) -> list[Placed]:
    """牌墙: face-down tiles in a line, `layers` high, long sides together, centred on the origin."""
    length = math.ceil(len(kinds) / layers)
    tiles: list[Placed] = []
    rough = float(random.uniform(0, 1.2))
    for layer in range(layers):
        part = kinds[layer * length : (layer + 1) * length]
        for tile in row(part, material, DOWN, gap=0.2, rough=rough, random=random):
            x, y, z = tile.pose.centre
            tiles.append(Placed(tile.kind, Pose((x, y, z + layer * material.depth), tile.pose.turn)))
    return tiles


def heap(
    kinds: Sequence[str],
    material: Material,
    random: np.random.Generator,
    spread: float,
    face_down: float = 0.3,
) -> list[Placed]:
    """Tiles thrown on the table, none on another, each at its own turn; a share of them face down or on
    edge."""
    places: list[tuple[float, float]] = []
    tiles = []
    apart = math.hypot(material.width, material.height) * 0.88
    for kind in kinds:
        for _ in range(30):
            angle, far = random.uniform(0, 2 * math.pi), spread * math.sqrt(random.random())
            x, y = far * math.cos(angle), far * math.sin(angle)
            if all(math.hypot(x - a, y - b) > apart for a, b in places):
                places.append((x, y))
                roll = random.random()
                base = DOWN if roll < face_down else UP
                if roll > 0.93:
                    base = standing(0.0)
                turn = yawed(random.uniform(0, 2 * math.pi)) @ base
                tiles.append(Placed(kind, Pose((x, y, resting(material, turn)), turn)))
                break
    return tiles


def hand(
    concealed: Sequence[str],
    melds: Sequence[Sequence[str]],
    material: Material,
    *,
    lean: float | None = None,
    rough: float = 0.3,
    apart: float = 14.0,
    random: np.random.Generator | None = None,
) -> list[Placed]:
    """手牌: the concealed row, and melds lying face up to its right. `lean` None: the row lies face up
    too."""
    turn = UP if lean is None else standing(lean)
    own = row(concealed, material, turn, rough=rough, random=random)
    tiles = list(own)
    right = len(concealed) * (material.width + 0.4) / 2 + apart
    for meld in melds:
        part = row(meld, material, UP, rough=rough, random=random)
        width = len(meld) * (material.width + 0.4)
        tiles.extend(moved(part, 0.0, right + width / 2, 0.0))
        right += width + apart * 0.6
    middle = (min(t.pose.centre[0] for t in tiles) + max(t.pose.centre[0] for t in tiles)) / 2
    return moved(tiles, 0.0, -middle, 0.0)


def table(kinds: Sequence[str], material: Material, random: np.random.Generator) -> list[Placed]:
    """A whole table in play: four hands, the walls that are left, discards before each seat, a few melds.

    `kinds` is the deck in any order, 108 tiles or more. Seat 0 is the side nearest the camera (-y).
    """
    deck = list(kinds)

    def take(many: int) -> list[str]:
        taken, deck[:] = deck[:many], deck[many:]
        return taken

    reach = float(random.uniform(11.5, 15)) * material.width
    tiles: list[Placed] = []
    for seat in range(4):
        melds = int(random.integers(0, 3))
        mine = take(13 - 3 * melds)
        side = hand(
            mine,
            [take(int(random.choice((3, 3, 4)))) for _ in range(melds)],
            material,
            lean=float(random.uniform(0, 0.5)) if seat or random.random() < 0.5 else None,
            random=random,
        )
        pond = take(int(random.integers(0, 13)))
        if pond:
            gap = float(random.uniform(0.3, 4))
            near = block(pond, 6, material, UP, gap)
            side = [*side, *moved(near, 0.0, float(random.normal(0, 12)), reach * 0.62)]
        left = take(int(random.integers(0, 14)))
        if left:
            side = [
                *side,
                *moved(wall(left, material, random), 0.0, float(random.normal(0, 20)), reach * 0.26),
            ]
        tiles.extend(moved(moved(side, 0.0, 0.0, -reach), seat * math.pi / 2, 0.0, 0.0))
    return tiles

"""牌背: scenes that teach what a face-down tile is and what is none.

Walls two high in front of a hand, standing tiles seen steeply so that their upper edges show, whole tables
with small tiles, and tables without any tile: racks, blocks and floors in the colours of tiles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.synth import grounds, layouts
from vision.synth.faces import FaceSet
from vision.synth.layouts import Placed
from vision.synth.scenes import Scene, Thing, any_material, apart, deck, draw, fitting, in_front, lit
from vision.synth.solids import Camera, Material, Pose, look

PLAIN_BACKS = 0.1
"""How many sets have backs of the colour of their bodies."""


def back_scene(sets: Sequence[FaceSet], seed: int, size: int = 896) -> Scene:
    """A random scene about backs with one of the tile sets; the same seed draws the same scene."""
    random = np.random.default_rng((seed, 27))
    faces = sets[int(random.integers(len(sets)))]
    material = coloured(fitting(any_material(random), faces, random), random)
    wide = material.width
    roll = random.random()
    yaw = float(random.normal(0, 0.2)) if random.random() < 0.6 else float(random.uniform(0, 2 * math.pi))
    if roll < 0.38:
        tiles, reach = _walls_and_hand(random, faces, material), 10 * wide
        elevation, zoom = float(random.uniform(0.5, 1.25)), float(random.uniform(0.8, 1.5))
    elif roll < 0.6:
        tiles, reach = _standing_rows(random, faces, material), 7 * wide
        elevation, zoom = float(random.uniform(0.95, 1.56)), float(random.uniform(0.7, 1.4))
    elif roll < 0.84:
        tiles, reach = layouts.table(deck(random, faces, 144), material, random), 15 * wide
        elevation, zoom = float(random.uniform(0.65, 1.5)), float(random.uniform(0.85, 1.25))
    else:
        tiles, reach = [], 12 * wide
        elevation, zoom = float(random.uniform(0.5, 1.4)), float(random.uniform(0.7, 1.6))
    focal = float(random.uniform(0.8, 1.7)) * size
    target = (float(random.normal(0, 0.2) * reach), float(random.normal(0, 0.2) * reach))
    camera = look(
        target, focal / size * reach * 2 / zoom, elevation, yaw, float(random.normal(0, 0.06)), focal, size
    )
    tiles = [tile for tile in tiles if in_front(tile, camera, material)]
    background = grounds.ground(random, camera, size, reach * float(random.uniform(0.9, 1.6)))
    grounds.clutter(background, random, int(random.integers(0, 9 if tiles else 22)))
    things = [
        thing
        for thing in [*_racks(random, material, reach), *_blocks(random, material, reach, bool(tiles))]
        if in_front(Placed("", thing.pose), camera, thing.material) and _clear(thing, tiles, camera)
    ]
    return lit(draw(tiles, faces, material, camera, background, random, things), random)


def coloured(material: Material, random: np.random.Generator) -> Material:
    """The material with a back of a clear colour, or now and then of the body's."""
    hue = float(random.uniform(0, 360))
    hsv = np.array([[[hue, random.uniform(0.3, 1), random.uniform(0.3, 1)]]], dtype=np.float32)
    back = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0] * 255
    if random.random() < PLAIN_BACKS:
        back = np.array(material.body) * random.uniform(0.93, 1.0)
    layer = float(random.choice((0.2, 0.3, 0.4, 0.5)))
    return replace(material, back=(float(back[0]), float(back[1]), float(back[2])), layer=layer)


def _walls_and_hand(random: np.random.Generator, faces: FaceSet, material: Material) -> list[Placed]:
    """A hand near the camera, walls before, beside and behind it, some pulled apart, and discards."""
    wide, high = material.width, material.height
    lean = float(random.uniform(0, 0.6)) if random.random() < 0.7 else None
    tiles = layouts.hand(
        deck(random, faces, int(random.integers(5, 15))), [], material, lean=lean, random=random
    )
    tiles = layouts.moved(tiles, 0.0, 0.0, -4 * high)
    for _ in range(int(random.integers(1, 5))):
        many, layers = int(random.integers(2, 36)), 2 if random.random() < 0.75 else 1
        part = layouts.wall(deck(random, faces, many), material, random, layers)
        angle = float(random.choice((0, 0, math.pi / 2, 0.3, -0.4)) + random.normal(0, 0.1))
        tiles += layouts.moved(
            part, angle, float(random.normal(0, 5 * wide)), float(random.uniform(-2, 7) * high)
        )
    if random.random() < 0.7:
        pile = layouts.heap(
            deck(random, faces, int(random.integers(6, 40))),
            material,
            random,
            4 * high,
            float(random.choice((0.1, 0.5, 0.9))),
        )
        tiles += layouts.moved(
            pile, 0.0, float(random.normal(0, 3 * wide)), float(random.uniform(1, 6) * high)
        )
    return apart(tiles, material)


def _standing_rows(random: np.random.Generator, faces: FaceSet, material: Material) -> list[Placed]:
    """Standing rows that face any way, as a camera above sees them: edges on top, and now and then a back."""
    tiles: list[Placed] = []
    for number in range(int(random.integers(1, 5))):
        kinds = deck(random, faces, int(random.integers(2, 15)))
        lean = float(random.uniform(-0.05, 0.35))
        part = layouts.row(
            kinds,
            material,
            layouts.standing(lean),
            gap=float(random.choice((0.2, 0.4, 3.0))),
            rough=float(random.uniform(0, 1)),
            random=random,
        )
        turned = math.pi * int(random.integers(2)) + float(random.normal(0, 0.15))
        tiles += layouts.moved(
            part, turned, float(random.normal(0, material.width)), (number - 1.5) * 2.1 * material.height
        )
    if random.random() < 0.5:
        part = layouts.wall(deck(random, faces, int(random.integers(2, 20))), material, random)
        tiles += layouts.moved(part, float(random.normal(0, 0.3)), 0.0, 5 * material.height)
    return apart(tiles, material)


def _racks(random: np.random.Generator, material: Material, reach: float) -> list[Thing]:
    """Long bars beside the tiles, some light as tiles are."""
    things = []
    for _ in range(int(random.integers(0, 4))):
        colour = _colour(random, material)
        length, high = float(random.uniform(0.4, 1.6) * reach), float(random.uniform(8, 40))
        deep = float(random.uniform(12, 60))
        made = Material(length, deep, high, colour, colour, 0.0, 0.02)
        angle = float(random.integers(4) * math.pi / 2 + random.normal(0, 0.06))
        away = float(random.uniform(0.75, 1.3)) * reach
        place = (away * math.sin(angle), -away * math.cos(angle), high / 2)
        things.append(Thing(made, Pose(place, layouts.yawed(angle))))
    return things


def _blocks(random: np.random.Generator, material: Material, reach: float, tiles: bool) -> list[Thing]:
    """Blocks in the colours of tiles without their proportions: dice, boxes, rulers, cards, lighters."""
    things = []
    for _ in range(int(random.integers(0, 4) if tiles else random.integers(2, 14))):
        body, top = _colour(random, material), _colour(random, material)
        edge = float(material.width * np.exp(random.uniform(math.log(0.4), math.log(5))))
        shape = random.integers(4)
        long = edge * float(random.uniform(0.95, 1.05) if shape == 0 else random.uniform(2.2, 8))
        deep = edge * float(random.uniform(0.9, 1.1) if shape == 0 else random.uniform(0.05, 0.9))
        made = Material(edge, long, deep, body, top, float(random.choice((0.0, 0.3, 1.0))), 0.04)
        turn = layouts.yawed(float(random.uniform(0, 2 * math.pi))) @ (
            layouts.DOWN if random.random() < 0.5 else layouts.UP
        )
        x, y = random.uniform(-1.3, 1.3, 2) * reach
        things.append(Thing(made, Pose((float(x), float(y), deep / 2), turn)))
    return things


def _colour(random: np.random.Generator, material: Material) -> tuple[float, float, float]:
    roll = random.random()
    if roll < 0.4:
        near = np.array(material.body if roll < 0.25 else material.back) + random.normal(0, 8, 3)
        colour = np.clip(near, 0, 255)
    elif roll < 0.65:
        colour = np.array([165, 120, 75]) * random.uniform(0.4, 1.4)
    else:
        colour = random.uniform(0, 255, 3)
    return float(colour[0]), float(colour[1]), float(colour[2])


def _clear(thing: Thing, tiles: Sequence[Placed], camera: Camera) -> bool:
    """Whether a thing stands apart from all tiles and does not fill the picture."""
    reach = math.hypot(thing.material.width, thing.material.height) / 2
    x, y, _ = thing.pose.centre
    if reach > 0.4 * float(np.linalg.norm(camera.eye - np.array(thing.pose.centre))):
        return False
    along = thing.pose.turn[:2, 0] * thing.material.width / 2
    for tile in tiles:
        offset = np.array(tile.pose.centre[:2]) - np.array([x, y])
        share = float(np.clip(offset @ along / max(float(along @ along), 1e-9), -1, 1))
        if np.linalg.norm(offset - share * along) < thing.material.height / 2 + 22:
            return False
    return True

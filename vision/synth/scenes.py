"""Scenes: tiles on a table, painted, with the truth about every tile that shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth import grounds, layouts
from vision.synth.faces import KINDS, OTHER, Face, FaceSet
from vision.synth.layouts import Placed
from vision.synth.solids import Camera, Canvas, Floats, Image, Material, Pose, Shown, corners, look, paint

BACK = "back"

CLEAR, HIDDEN = 0.5, 0.04
"""A surface of which less than `CLEAR` shows is too little to ask for; below `HIDDEN` it is not there at
all."""
GRAZING = 0.17
"""Seen at a flatter angle than this (cosine), a surface is too narrow to ask for."""


@dataclass(frozen=True)
class Truth:
    """A face or back that shows: its kind (`1m`..`9s`, `other`, `back`), the upright box around what shows of
    it (x1, y1, x2, y2 pixels), its four projected corners (from the drawing's upper left, clockwise), the
    share that shows, and the number of the tile in the layout."""

    kind: str
    box: tuple[int, int, int, int]
    outline: tuple[tuple[float, float], ...]
    shown: float
    clear: bool
    tile: int


@dataclass(frozen=True)
class Thing:
    """A box on the table that is no tile: a rack, a ruler, a phone."""

    material: Material
    pose: Pose


PLAIN = Face("", np.zeros((4, 4, 4), dtype=np.uint8), False)
"""No drawing."""


@dataclass(frozen=True)
class Scene:
    """A drawn picture, RGB, and the truth beside it."""

    image: Image
    tiles: tuple[Truth, ...]

    @property
    def clear(self) -> tuple[Truth, ...]:
        """The tiles that a reader should find; the rest is hidden too far, or seen too flatly, to ask for."""
        return tuple(tile for tile in self.tiles if tile.clear)


def draw(
    tiles: Sequence[Placed],
    faces: FaceSet,
    material: Material,
    camera: Camera,
    background: Image,
    random: np.random.Generator,
    things: Sequence[Thing] = (),
) -> Scene:
    """Paint the tiles, and things that are none, over the background (RGB, square, left untouched), the
    farthest first."""
    size = background.shape[0]
    light = np.array([random.normal(0, 0.5), random.normal(0, 0.5), 1.0])
    light /= np.linalg.norm(light)
    canvas = Canvas(background.copy(), np.zeros((size, size), dtype=np.int32), light)
    poses = [*(tile.pose for tile in tiles), *(thing.pose for thing in things)]
    _shadows(canvas, tiles, material, camera, random)
    order = sorted(range(len(poses)), key=lambda n: -_distance(poses[n], camera))
    seen: dict[int, tuple[str, Shown]] = {}
    for number in order:
        if number >= len(tiles):
            thing = things[number - len(tiles)]
            paint(canvas, camera, thing.material, thing.pose, PLAIN, 0)
            continue
        tile = tiles[number]
        face, back = paint(canvas, camera, material, tile.pose, faces.pick(tile.kind, random), number + 1)
        if face is not None:
            seen[number] = (tile.kind, face)
        elif back is not None:
            seen[number] = (BACK, back)
    return Scene(canvas.image, tuple(_truths(canvas.surface, seen)))


def _distance(pose: Pose, camera: Camera) -> float:
    x, y, z = pose.centre
    return float(np.linalg.norm(camera.eye - np.array([x, y, z * 1.6])))


def _truths(surface: npt.NDArray[np.int32], seen: dict[int, tuple[str, Shown]]) -> list[Truth]:
    flat = surface.ravel()
    place = np.flatnonzero(flat)
    if not len(place):
        return []
    owners = flat[place]
    order = np.argsort(owners, kind="stable")
    place, owners = place[order], owners[order]
    starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
    ends = np.r_[starts[1:], len(owners)]
    truths = []
    for start, end in zip(starts, ends, strict=True):
        number = int(owners[start]) - 1
        kind, shown = seen[number]
        rows, columns = np.divmod(place[start:end], surface.shape[1])
        x1, x2 = int(columns.min()), int(columns.max()) + 1
        y1, y2 = int(rows.min()), int(rows.max()) + 1
        area = max(float(cv2.contourArea(shown.outline.astype(np.float32))), 1.0)
        share = min((end - start) / area, 1.0)
        if share < HIDDEN:
            continue
        clear = share >= CLEAR and shown.cosine >= GRAZING and min(x2 - x1, y2 - y1) >= 6
        outline = tuple((float(x), float(y)) for x, y in shown.outline)
        truths.append(Truth(kind, (x1, y1, x2, y2), outline, float(share), clear, number))
    return sorted(truths, key=lambda truth: truth.tile)


def _shadows(
    canvas: Canvas, tiles: Sequence[Placed], material: Material, camera: Camera, random: np.random.Generator
) -> None:
    size = canvas.image.shape[0]
    mask = np.zeros((size, size), dtype=np.uint8)
    slope = canvas.light[:2] / canvas.light[2]
    for tile in tiles:
        points = corners(material, tile.pose)
        points[:, :2] -= points[:, 2:] * slope
        points[:, 2] = 0
        outline = cv2.convexHull(np.rint(camera.pixels(points)).astype(np.int32))
        cv2.fillConvexPoly(mask, outline, 255)
    blur = float(random.uniform(1, 9) * size / 900)
    soft = cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
    canvas.image[:] = (canvas.image * (1 - soft[..., None] * random.uniform(0.15, 0.65))).astype(np.uint8)


def hand_photo(
    concealed: Sequence[str],
    melds: Sequence[Sequence[str]],
    faces: FaceSet,
    seed: int,
    *,
    size: int = 960,
    lean: float | None = None,
    material: Material | None = None,
    elevation: float = 1.05,
    background: Image | None = None,
) -> Scene:
    """A hand as its player photographs it: the row (lying, or standing with `lean` radians), melds to the
    right.

    Kinds are `1m`..`9s` or `other`. The same arguments draw the same picture.
    """
    random = np.random.default_rng(seed)
    material = material or Material()
    tiles = layouts.hand(concealed, melds, material, lean=lean, random=random)
    reach = max(abs(tile.pose.centre[0]) for tile in tiles) + material.width
    camera = look((0.0, 0.0), reach * 2.6, elevation, 0.0, 0.0, size * 1.15, size)
    if background is None:
        background = grounds.ground(random, camera, size, reach * 1.6)
    return draw(tiles, faces, material, camera, background, random)


def any_material(random: np.random.Generator) -> Material:
    """A tile set of some size and colour: white, ivory, now and then coloured bodies; backs of every
    colour."""
    width = float(random.uniform(22, 32))
    body = np.clip(random.uniform(205, 250) + np.array([6, 2, -14]) * random.uniform(-0.4, 2.2), 0, 255)
    if random.random() < 0.08:
        body = random.uniform(90, 255, 3)
    back = random.uniform(0, 255, 3)
    roll = random.random()
    if roll < 0.18:
        back = body * random.uniform(0.9, 1.0)
    elif roll < 0.6:
        hue = np.array(
            [[[random.uniform(0, 360), random.uniform(0.45, 1), random.uniform(0.35, 1)]]], dtype=np.float32
        )
        back = cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0] * 255
    return Material(
        width=width,
        height=width * float(random.uniform(1.25, 1.45)),
        depth=width * float(random.uniform(0.55, 0.85)),
        body=(float(body[0]), float(body[1]), float(body[2])),
        back=(float(back[0]), float(back[1]), float(back[2])),
        layer=float(random.choice((0.25, 0.35, 0.5, 0.5))),
        corner=float(random.uniform(0.04, 0.16)),
        ink=float(random.uniform(0.7, 0.94)),
    )


def deck(random: np.random.Generator, faces: FaceSet, many: int) -> list[str]:
    """So many tiles of a shuffled deck, with honours where the set has any."""
    tiles = [kind for kind in KINDS for _ in range(4)]
    if OTHER in faces.faces:
        tiles += [OTHER] * (int(random.integers(0, 36)) if random.random() < 0.7 else 0)
    random.shuffle(tiles)
    return [tiles[n % len(tiles)] for n in range(many)]


def _parts(random: np.random.Generator, faces: FaceSet, material: Material) -> tuple[list[Placed], float]:
    """Some arrangement of tiles around the origin, and how far it reaches, in millimetres."""
    wide, high = material.width, material.height
    roll = random.random()
    if roll < 0.25:
        return layouts.table(deck(random, faces, 144), material, random), wide * 15
    if roll < 0.6:
        many = int(random.integers(5, 19))
        lean = float(random.uniform(0, 0.6)) if random.random() < 0.65 else None
        melds = [deck(random, faces, 3) for _ in range(int(random.choice((0, 0, 1, 2))))]
        tiles = layouts.hand(deck(random, faces, many), melds, material, lean=lean, random=random)
        for _ in range(int(random.integers(0, 4))):
            extra = layouts.wall(
                deck(random, faces, int(random.integers(2, 30))),
                material,
                random,
                int(random.integers(1, 3)),
            )
            away = float(random.uniform(2.2, 6)) * high
            tiles += layouts.moved(
                extra, float(random.normal(0, 0.25)), float(random.normal(0, 3 * wide)), away
            )
        if random.random() < 0.5:
            pile = layouts.heap(deck(random, faces, 24), material, random, 4.5 * high)
            tiles += layouts.moved(pile, 0.0, float(random.normal(0, 2 * wide)), 8.5 * high)
        return apart(tiles, material), wide * 9
    if roll < 0.78:
        many = int(random.integers(3, 60))
        spread = high * math.sqrt(many) * float(random.uniform(0.6, 1.1))
        return layouts.heap(
            deck(random, faces, many), material, random, spread, float(random.uniform(0, 1))
        ), spread
    if roll < 0.88:
        columns = int(random.integers(1, 10))
        kinds = deck(random, faces, columns * int(random.integers(1, 6)))
        turn = layouts.DOWN if random.random() < 0.4 else layouts.UP
        gap = float(random.choice((0.2, 1.5, 8, 20)))
        return layouts.block(kinds, columns, material, turn, gap), max(columns * wide, high * 3) * 0.7
    tiles = []
    for number in range(int(random.integers(1, 5))):
        extra = layouts.wall(
            deck(random, faces, int(random.integers(2, 36))), material, random, int(random.integers(1, 4))
        )
        tiles += layouts.moved(
            extra, float(random.normal(0, 0.5)), float(random.normal(0, 2 * wide)), number * 2.2 * high
        )
    return apart(tiles, material), wide * 8


def apart(tiles: list[Placed], material: Material) -> list[Placed]:
    """The tiles without those that would stand inside an earlier one."""
    kept: list[Placed] = []
    centres: list[tuple[float, float, float]] = []
    near = material.width * 0.75
    for tile in tiles:
        x, y, z = tile.pose.centre
        if all(abs(z - c) > material.depth * 0.8 or math.hypot(x - a, y - b) > near for a, b, c in centres):
            kept.append(tile)
            centres.append(tile.pose.centre)
    return kept


def any_scene(sets: Sequence[FaceSet], seed: int, size: int = 896) -> Scene:
    """A random scene with one of the tile sets; the same seed draws the same scene."""
    random = np.random.default_rng(seed)
    faces = sets[int(random.integers(len(sets)))]
    faces = (
        faces.inked(
            float(random.normal(0, 25) if random.random() < 0.7 else random.uniform(0, 360)),
            float(random.uniform(0.4, 1.3)),
            float(random.uniform(0.5, 1.1)),
        )
        if not _photographed(faces)
        else faces
    )
    material = fitting(any_material(random), faces, random)
    tiles, reach = _parts(random, faces, material)
    yaw = float(random.normal(0, 0.15) if random.random() < 0.5 else random.uniform(0, 2 * math.pi))
    zoom = float(np.exp(random.uniform(math.log(0.55), math.log(1.6))))
    elevation = float(random.uniform(0.5, 1.57))
    focal = float(random.uniform(0.8, 1.7)) * size
    camera = look(
        (float(random.normal(0, 0.25) * reach), float(random.normal(0, 0.25) * reach)),
        focal / size * reach * 2 / zoom,
        elevation,
        yaw,
        float(random.normal(0, 0.06)),
        focal,
        size,
    )
    tiles = [tile for tile in tiles if in_front(tile, camera, material)]
    background = grounds.ground(random, camera, size, reach * float(random.uniform(1.0, 1.8)))
    grounds.clutter(background, random, int(random.integers(0, 7)))
    return lit(draw(tiles, faces, material, camera, background, random), random)


def fitting(material: Material, faces: FaceSet, random: np.random.Generator) -> Material:
    """The material with the body colour of photographed faces, where they are."""
    if not _photographed(faces):
        return material
    body = np.median(faces.faces[KINDS[int(random.integers(27))]][0].rgba[2:6, 10:-10, :3].reshape(-1, 3), 0)
    return replace(material, body=(float(body[0]), float(body[1]), float(body[2])))


def _photographed(faces: FaceSet) -> bool:
    return faces.faces[KINDS[0]][0].solid


def in_front(tile: Placed, camera: Camera, material: Material) -> bool:
    """Whether a tile lies before the camera, not too near."""
    depth = camera.matrix[2] @ np.array([*tile.pose.centre, 1.0])
    return bool(depth > material.height * 2)


def lit(scene: Scene, random: np.random.Generator) -> Scene:
    """The scene under a lamp that fades across the picture, with lens blur and grain."""
    size = scene.image.shape[0]
    line = np.linspace(-1, 1, size, dtype=np.float32)
    fade = 1 + random.normal(0, 0.15) * line[None, :] + random.normal(0, 0.15) * line[:, None]
    image = (
        scene.image.astype(np.float32)
        * fade[..., None]
        * np.exp(random.normal(0, 0.12, 3)).astype(np.float32)
    )
    if random.random() < 0.3:
        at: Floats = random.uniform(-1, 1, 2)
        far = (line[None, :] - at[0]) ** 2 + (line[:, None] - at[1]) ** 2
        image += (np.exp(-far / random.uniform(0.01, 0.3)) * random.uniform(20, 110))[..., None].astype(
            np.float32
        )
    blur = float(random.choice((0, 0.7, 1.2)))
    if blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), dtype=np.float32)
    image += random.standard_normal(image.shape, dtype=np.float32) * float(random.uniform(0, 5))
    return replace(scene, image=np.clip(image, 0, 255).astype(np.uint8))

"""A table's setting: tile set, camera, ground, lamp and lens, chosen or by chance."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from assistant.tiles import KINDS as MANY
from vision.detection import OTHER as OTHER_KIND
from vision.synth.faces import KINDS, OTHER, Face, FaceSet
from vision.synth.grounds import clutter, laid, texture
from vision.synth.lamps import Lamp
from vision.synth.lenses import Lens
from vision.synth.solids import Camera, Image, Material, look

SIZE = (1280, 720)
_AROUND = ((-1, -0.8), (-0.8, -1), (0.8, -1), (1, -0.8), (1, 0.8), (0.8, 1), (-0.8, 1), (-1, 0.8))


@dataclass(frozen=True, eq=False)
class Setting:
    """Everything of a picture but the tiles' places. `ground`: RGB, the bare table as the camera sees it in
    even light; its size is the picture's. `faces`: the drawing of each kind, one a kind as in a real set."""

    camera: Camera
    ground: Image = field(repr=False)
    faces: Mapping[int, Face] = field(repr=False)
    material: Material = field(default_factory=Material)
    lamp: Lamp = field(default_factory=Lamp)
    lens: Lens = field(default_factory=Lens)


def one_of_each(faces: FaceSet, random: np.random.Generator) -> dict[int, Face]:
    """One drawing a kind, by number: 0..26, and 28 where the set has honours or flowers."""
    chosen = {number: faces.pick(kind, random) for number, kind in enumerate(KINDS)}
    if OTHER in faces.faces:
        chosen[OTHER_KIND] = faces.pick(OTHER, random)
    assert len(chosen) >= MANY
    return chosen


def camera_over(
    length: float,
    *,
    elevation: float = 1.1,
    azimuth: float = 0.0,
    roll: float = 0.0,
    wide_angle: float = 1.0,
    margin: float = 0.04,
    off: tuple[float, float] = (0.0, 0.0),
    size: tuple[int, int] = SIZE,
) -> Camera:
    """A camera that has the whole table of `length` millimetres in its picture.

    `elevation`: pi / 2 looks straight down, about 0.7 is the look of a player who stands at side 0.
    `azimuth`: how far it stands to the right (negative) or left. `wide_angle`: picture width over focal
    length, about 1 for a webcam. `margin`: room left around the table, a share of the picture. `off`: the
    point looked at.
    """
    focal = size[0] / wide_angle
    half = length / 2
    seen = np.array([[x * half, y * half, z] for x in (-1, 1) for y in (-1, 1) for z in (0.0, 40.0)])
    near, far = length * 0.4, length * 12
    for _ in range(40):
        distance = (near + far) / 2
        camera = look(off, distance, elevation, azimuth, roll, focal, size)
        ahead = np.concatenate([seen, np.ones((8, 1))], 1) @ camera.matrix[2]
        pixels = camera.pixels(seen)
        edge = np.array(size) * margin
        fits = bool((ahead > 50).all() and (pixels >= edge).all() and (pixels <= np.array(size) - edge).all())
        near, far = (near, distance) if fits else (distance, far)
    return look(off, far, elevation, azimuth, roll, focal, size)


def tabletop(
    camera: Camera,
    length: float,
    random: np.random.Generator,
    *,
    size: tuple[int, int] = SIZE,
    colour: tuple[int, int, int] | None = None,
) -> Image:
    """The bare table with its rail on a floor, RGB, in even light. `colour`: of a plain cloth with a wooden
    rail and nobody around it; else any table."""
    floor = texture(random, kind="wood" if colour is not None else None)
    image = laid(floor, camera, size, float(random.uniform(500, 1400)))
    image = (image * random.uniform(0.25, 0.9)).astype(np.uint8)
    if colour is None:
        _people(image, camera, length, random)
    rail = float(random.choice((0.0, random.uniform(14, 30), random.uniform(40, 90))))
    rail = 26.0 if colour is not None else rail
    if rail:
        kind = "wood" if colour is not None else str(random.choice(("wood", "wood", "plain", "stone")))
        wood = texture(random, kind=kind)
        _polygon(image, laid(wood, camera, size, float(random.uniform(250, 700))), camera, length / 2 + rail)
        _polygon(image, (image * 0.55).astype(np.uint8), camera, length / 2 + 3)
    cloth = (
        felt(colour, random)
        if colour is not None
        else texture(
            random, kind=str(random.choice(("felt", "felt", "felt", "cloth", "wood", "plain", "stone")))
        )
    )
    _polygon(image, laid(cloth, camera, size, float(random.uniform(250, 600))), camera, length / 2)
    if colour is None:
        clutter(image, random, int(random.choice((0, 0, 1, 2, 4))))
        if random.random() < 0.2:
            _console(image, camera, length, random)
    return image


def _console(image: Image, camera: Camera, length: float, random: np.random.Generator) -> None:
    """The middle of a table that mixes by itself: a dark plate, on it the dome with the dice."""
    half = length * float(random.uniform(0.06, 0.085))
    plate = tuple(float(c) for c in random.uniform(10, 90) + random.normal(0, 8, 3))
    outline = camera.pixels(np.array([[x * half, y * half, 2.0] for x, y in _AROUND]))
    cv2.fillConvexPoly(image, np.rint(outline * 16).astype(np.int32), plate, cv2.LINE_AA, 4)
    turns = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    for share, light in ((0.72, 1.8), (0.66, 0.8), (0.3, 2.2)):
        ring = np.array([[math.cos(t) * half * share, math.sin(t) * half * share, 6.0] for t in turns])
        tone = tuple(min(c * light + 12, 255.0) for c in plate)
        cv2.fillConvexPoly(image, np.rint(camera.pixels(ring) * 16).astype(np.int32), tone, cv2.LINE_AA, 4)


def felt(colour: tuple[int, int, int], random: np.random.Generator) -> Image:
    """A square of plain cloth, 512 x 512."""
    noise = random.standard_normal((512, 512), dtype=np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 1.2)[..., None] * 9
    return np.asarray(np.clip(np.array(colour, dtype=np.float32) + soft, 0, 255), dtype=np.uint8)


def _people(image: Image, camera: Camera, length: float, random: np.random.Generator) -> None:
    """Who sits around the table, as far as a picture shows them: dark shapes beyond its edges."""
    for side in range(1, 4):
        if random.random() < 0.25:
            continue
        cos, sin = math.cos(side * math.pi / 2), math.sin(side * math.pi / 2)
        away = -length * random.uniform(0.66, 0.8)
        place = np.array(
            [[-sin * away, cos * away, 80.0], [-sin * away + 100 * cos, cos * away + 100 * sin, 80.0]]
        )
        ahead = np.concatenate([place, np.ones((2, 1))], 1) @ camera.matrix[2]
        if (ahead < 200).any():
            continue
        at, other = camera.pixels(place)
        scale = float(np.linalg.norm(other - at)) / 100
        cloth = random.uniform(10, 130) + random.normal(0, 22, 3)
        axes = round(210 * scale), round(random.uniform(110, 180) * scale)
        angle = math.degrees(math.atan2(other[1] - at[1], other[0] - at[0]))
        centre = round(float(at[0])), round(float(at[1]))
        figure = np.zeros(image.shape[:2], dtype=np.uint8)
        cv2.ellipse(figure, centre, axes, angle, 0, 360, 255, -1, cv2.LINE_AA)
        figure = np.asarray(cv2.blur(figure, (9, 9)), dtype=np.uint8)
        folds = cv2.resize(random.uniform(0.6, 1.1, (9, 16)).astype(np.float32), image.shape[1::-1])
        share = figure[..., None].astype(np.float32) / 255
        image[:] = (image * (1 - share) + np.clip(cloth * folds[..., None], 0, 255) * share).astype(np.uint8)


def _polygon(image: Image, top: Image, camera: Camera, half: float) -> None:
    points = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    ahead = np.concatenate([points, np.ones((4, 1))], 1) @ camera.matrix[2]
    if (ahead < 10).any():
        image[:] = top
        return
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    outline = np.clip(camera.pixels(points), -20000, 20000)
    cv2.fillConvexPoly(mask, np.rint(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = mask[..., None].astype(np.float32) / 255
    image[:] = (image * (1 - share) + top * share).astype(np.uint8)


def plain_setting(faces: FaceSet, *, size: tuple[int, int] = SIZE, elevation: float = 1.15) -> Setting:
    """A quiet setting: green cloth, an even lamp, white tiles with green backs, a sharp camera."""
    random = np.random.default_rng(5)
    material = Material(back=(28, 120, 76), corner=0.12)
    length = 28 * material.width
    camera = camera_over(length, elevation=elevation, size=size)
    ground = tabletop(camera, length, random, size=size, colour=(46, 108, 80))
    return Setting(camera, ground, one_of_each(faces, random), material, Lamp(), Lens())


def choose(random: np.random.Generator, low: float, high: float) -> float:
    """A number between two."""
    return float(random.uniform(low, high))


def any_camera(random: np.random.Generator, length: float, size: tuple[int, int]) -> Camera:
    """Any place from which a table is filmed: from a player's standing look to straight above."""
    overhead = random.random() < 0.35
    return camera_over(
        length,
        elevation=choose(random, 1.3, 1.57) if overhead else choose(random, 0.72, 1.3),
        azimuth=float(random.normal(0, 0.12)),
        roll=float(random.normal(0, 0.025)),
        wide_angle=choose(random, 0.75, 1.5),
        margin=choose(random, 0.005, 0.06),
        off=(float(random.normal(0, 0.02)) * length, float(random.normal(-0.03, 0.04)) * length),
        size=size,
    )


def any_lamp(random: np.random.Generator, length: float) -> Lamp:
    """A lamp somewhere above the table or beside it."""
    return Lamp(
        place=(
            float(random.normal(0, 0.5)) * length,
            float(random.normal(0.1, 0.5)) * length,
            choose(random, 0.8, 2.4) * length,
        ),
        room=choose(random, 0.3, 0.8),
        fade=choose(random, 0.3, 2.0),
        gloss=choose(random, 0.0, 0.55),
        spread=choose(random, 15, 120),
        shadow=choose(random, 0.2, 0.65),
        soft=choose(random, 1.5, 12),
        tint=(1.0, choose(random, 0.93, 1.0), choose(random, 0.8, 1.05)),
    )


def any_lens(random: np.random.Generator, still: bool) -> Lens:
    """A camera of some quality; `still`: it stands, so that nothing shakes."""
    shaken = not still and random.random() < 0.15
    angle, far = choose(random, 0, 2 * math.pi), choose(random, 1.5, 5)
    return Lens(
        blur=choose(random, 0.2, 1.2),
        shake=(far * math.cos(angle), far * math.sin(angle)) if shaken else (0.0, 0.0),
        gain=choose(random, 0.7, 1.2),
        gamma=choose(random, 0.8, 1.15),
        warmth=float(random.normal(0, 0.04)),
        grain=choose(random, 0.3, 6),
        quality=int(random.integers(55, 96)),
    )

"""What tiles lie on and beside: cloth, wood, floors, papers, dice and other things that are no tiles."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.solids import Camera, Floats

Image = npt.NDArray[np.uint8]

_SIDE = 512


def texture(random: np.random.Generator, kind: str | None = None) -> Image:
    """A square of cloth, wood, stone, weave or a printed pattern in any colour, RGB, 512 x 512. `kind`: felt,
    wood, cloth, stone, print or plain; else any."""
    if kind is None:
        kind = random.choice(
            ("felt", "wood", "cloth", "stone", "print", "plain"), p=(0.3, 0.25, 0.15, 0.1, 0.1, 0.1)
        )
    colour = _colour(random, kind)
    image = np.clip(colour + _grain(kind, random)[..., None] * random.uniform(0.7, 1.2, 3), 0, 255)
    if kind == "print":
        image = _printed(image.astype(np.uint8), random).astype(np.float64)
    return image.astype(np.uint8)


def _grain(kind: str, random: np.random.Generator) -> Floats:
    """How light the ground is from place to place, around 0."""
    noise = random.standard_normal((_SIDE, _SIDE), dtype=np.float32)
    if kind == "felt":
        soft = cv2.GaussianBlur(noise, (0, 0), float(random.uniform(0.6, 2)))
        return np.asarray(soft * random.uniform(6, 22), dtype=np.float64)
    if kind == "wood":
        along, across = float(random.uniform(20, 60)), float(random.uniform(0.8, 3))
        fibres = np.asarray(cv2.GaussianBlur(noise, (0, 0), sigmaX=along, sigmaY=across), dtype=np.float64)
        fibres *= random.uniform(60, 200)
        boards = int(random.integers(0, 7))
        if boards:
            fibres[:: _SIDE // boards] -= 45
        return fibres
    if kind == "cloth":
        step = float(random.uniform(3, 12))
        line = np.arange(_SIDE, dtype=np.float64) / step * 2 * math.pi
        return np.asarray((np.sin(line)[:, None] * np.sin(line)[None]) * random.uniform(4, 18) + noise * 3)
    if kind == "stone":
        clouds = np.zeros((_SIDE, _SIDE))
        for many in (4, 12, 40):
            spots = random.standard_normal((many, many), dtype=np.float32)
            clouds += cv2.resize(spots, (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC)
        return np.asarray(clouds * random.uniform(4, 14))
    return np.asarray(noise * (2 if kind == "print" else random.uniform(0, 4)), dtype=np.float64)


def _colour(random: np.random.Generator, kind: str) -> Floats:
    if kind == "felt" and random.random() < 0.5:
        return np.asarray(np.array([30, 110, 60]) * random.uniform(0.4, 1.7) + random.normal(0, 15, 3))
    if kind == "wood":
        return np.asarray(np.array([165, 120, 75]) * random.uniform(0.35, 1.4) + random.normal(0, 10, 3))
    if random.random() < 0.3:
        return np.asarray(random.uniform(10, 250) + random.normal(0, 8, 3))
    return np.asarray(random.uniform(0, 255, 3))


def _printed(image: Image, random: np.random.Generator) -> Image:
    step = int(random.integers(24, 90))
    colour = tuple(float(c) for c in random.uniform(0, 255, 3))
    shape = random.integers(4)
    for y in range(0, _SIDE, step):
        for x in range(0, _SIDE, step):
            if shape == 0:
                cv2.circle(image, (x, y), step // 4, colour, -1, cv2.LINE_AA)
            elif shape == 1:
                cv2.rectangle(image, (x, y), (x + step // 2, y + step // 2), colour, -1)
            elif shape == 2:
                cv2.line(image, (x, y), (x + step, y + step), colour, 3, cv2.LINE_AA)
            else:
                cv2.circle(image, (x, y), step // 3, colour, 2, cv2.LINE_AA)
    return image


def ground(random: np.random.Generator, camera: Camera, size: int, half: float) -> Image:
    """The floor, and on it a square table of `2 * half` millimetres with a rail, as the camera sees them."""
    whole = (size, size)
    floor = laid(texture(random), camera, whole, float(random.uniform(300, 900)))
    if random.random() < 0.25:
        return floor
    cloth = laid(texture(random), camera, whole, float(random.uniform(200, 800)))
    image = floor.copy()
    rail = float(random.uniform(0, 70))
    if rail > 12:
        wood = laid(texture(random), camera, whole, float(random.uniform(200, 600)))
        _square(image, wood, camera, half + rail)
    _square(image, cloth, camera, half)
    return image


def laid(square: Image, camera: Camera, size: tuple[int, int], length: float) -> Image:
    """A texture repeated over the whole plane, one square `length` millimetres long, in a picture of (width,
    height); sky is filled with its mean."""
    wide, high = size
    plane = camera.matrix[:, [0, 1, 3]] @ np.diag([length / _SIDE, length / _SIDE, 1])
    flags = cv2.INTER_LINEAR
    image = cv2.warpPerspective(square, plane, (wide, high), flags=flags, borderMode=cv2.BORDER_WRAP)
    inverse = np.linalg.inv(plane)
    rows = np.arange(high)
    ahead = inverse[2, 0] * wide / 2 + inverse[2, 1] * rows + inverse[2, 2]
    middle = inverse[2, 0] * wide / 2 + inverse[2, 1] * high * 0.75 + inverse[2, 2]
    image[ahead * np.sign(middle) <= 1e-9] = square.mean((0, 1)).astype(np.uint8)
    return np.asarray(image, dtype=np.uint8)


def _square(image: Image, top: Image, camera: Camera, half: float) -> None:
    points = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    depth = np.concatenate([points, np.ones((4, 1))], 1) @ camera.matrix[2]
    if (depth <= 1).any():
        image[:] = top
        return
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    outline = np.clip(camera.pixels(points), -20000, 20000)
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255, cv2.LINE_AA)
    image[mask > 127] = top[mask > 127]


def clutter(image: Image, random: np.random.Generator, many: int) -> None:
    """Lay things on the table that are no tiles: cards, phones, coins, cups, dice, sheets with writing."""
    size = image.shape[0]
    for _ in range(many):
        centre = random.uniform(0, 1, 2) * image.shape[1::-1]
        colour = tuple(float(c) for c in random.uniform(0, 255, 3))
        kind = random.choice(("slab", "round", "sheet", "dice", "cable"))
        angle = float(random.uniform(0, 180))
        span = float(random.uniform(0.03, 0.28) * size)
        if kind in ("slab", "sheet"):
            box = cv2.boxPoints(
                ((float(centre[0]), float(centre[1])), (span, span * float(random.uniform(0.1, 0.9))), angle)
            )
            cv2.fillConvexPoly(image, np.rint(box).astype(np.int32), colour, cv2.LINE_AA)
            if kind == "sheet":
                ink = tuple(float(c) for c in random.uniform(0, 90, 3))
                for share in np.linspace(0.15, 0.85, int(random.integers(2, 9))):
                    a, b = box[0] + (box[1] - box[0]) * share, box[3] + (box[2] - box[3]) * share
                    a, b = a + (b - a) * 0.1, a + (b - a) * random.uniform(0.5, 0.9)
                    cv2.line(image, _point(a), _point(b), ink, max(1, int(span / 60)), cv2.LINE_AA)
        elif kind == "round":
            cv2.circle(image, _point(centre), int(span / 3), colour, -1, cv2.LINE_AA)
            inner = tuple(float(c) for c in random.uniform(0, 255, 3))
            cv2.circle(
                image, _point(centre), int(span / 4), inner, int(random.choice((-1, 2, 4))), cv2.LINE_AA
            )
        elif kind == "dice":
            edge = span / 5 + 5
            box = cv2.boxPoints(((float(centre[0]), float(centre[1])), (edge, edge), angle))
            cv2.fillConvexPoly(image, np.rint(box).astype(np.int32), (245, 243, 238), cv2.LINE_AA)
            for _ in range(int(random.integers(1, 7))):
                cv2.circle(
                    image,
                    _point(centre + random.uniform(-0.3, 0.3, 2) * edge),
                    max(1, int(edge / 9)),
                    (150, 20, 20),
                    -1,
                )
        else:
            line = np.cumsum(random.normal(0, span / 3, (8, 2)), 0) + centre
            cv2.polylines(
                image,
                [np.rint(line).astype(np.int32)],
                False,
                colour,
                int(random.integers(2, 8)),
                cv2.LINE_AA,
            )


def _point(place: Floats) -> tuple[int, int]:
    return (round(float(place[0])), round(float(place[1])))

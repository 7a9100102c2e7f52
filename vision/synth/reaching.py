"""手: hands that reach over a table, and things that are held over it. They hide what lies beneath."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.board import COVERED, Board, Box, Ids, lay_over
from vision.synth.solids import Image

_LONG, _WIDE = 1200, 160
"""Pixels of a painted arm: from the fingertips upwards, and across."""
_TIP = 34
"""Pixels from the painted arm's upper edge to where its fingers hold a tile."""

SKINS = ((224, 180, 150), (205, 155, 120), (236, 196, 170), (180, 130, 98), (150, 105, 78))


@dataclass(frozen=True)
class Arm:
    """A hand whose fingers are at a place of the table (millimetres, `z` above it), its arm coming from
    `towards` (the same plane). `look`: number of its skin and sleeve. `left`: a left hand."""

    x: float
    y: float
    z: float
    towards: tuple[float, float]
    look: int = 0
    left: bool = False


@dataclass(frozen=True)
class Thing:
    """A flat thing over the table: a phone, a fan, a cup seen from above; a rectangle or a round, `turn` in
    radians, sizes in millimetres."""

    x: float
    y: float
    z: float
    wide: float
    long: float
    turn: float
    colour: tuple[int, int, int]
    round: bool = False


def cover(board: Board, image: Image, ids: Ids, over: Arm | Thing) -> Box | None:
    """Paint it over the picture; the map of tiles holds `COVERED` there. The box touched, None outside."""
    if isinstance(over, Arm):
        patch = _arm(over.look, over.left)
        frame = _arm_frame(over, _LONG)
        for long in range(_LONG, 200, -40):
            if _before(board, frame):
                break
            patch, frame = patch[:long], _arm_frame(over, long)
    else:
        patch = _thing(over.colour, over.round)
        frame = _thing_frame(over)
    if not _before(board, frame):
        return None
    pixels = board.camera.pixels(frame)
    low, high = np.floor(pixels.min(0)).astype(int), np.ceil(pixels.max(0)).astype(int) + 1
    x1, y1 = max(int(low[0]), 0), max(int(low[1]), 0)
    x2, y2 = min(int(high[0]), board.wide), min(int(high[1]), board.high)
    if x2 - x1 < 2 or y2 - y1 < 2:
        return None
    size = patch.shape[1], patch.shape[0]
    source = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(source, (pixels - (x1, y1)).astype(np.float32))
    warped = cv2.warpPerspective(patch, matrix, (x2 - x1, y2 - y1), flags=cv2.INTER_LINEAR)
    at = np.array([[over.x, over.y, over.z]])
    light = float(board.lamp.bright(at, np.array([0.0, 0.0, 1.0]))[0])
    tint = np.array(board.lamp.tint, dtype=np.float32) * min(light, 1.2)
    ink = np.clip(warped[..., :3] * tint, 0, 255).astype(np.uint8)
    alpha = np.ascontiguousarray(warped[..., 3])
    clear = cv2.merge([255 - alpha] * 3)
    window = image[y1:y2, x1:x2]
    scale = math.sqrt((x2 - x1) * (y2 - y1)) / 30
    moved = np.array([[1, 0, 4 + over.z * 0.06], [0, 1, 5 + over.z * 0.08]])
    shade = cv2.blur(
        cv2.warpAffine(alpha, moved, (x2 - x1, y2 - y1)), (int(scale) * 2 + 3, int(scale) * 2 + 3)
    )
    keep = (255 - shade * np.float32(board.lamp.shadow * 0.7)).astype(np.uint8)
    window[:] = cv2.multiply(window, cv2.merge([keep] * 3), scale=1 / 255)
    lay_over(window, ink, np.asarray(clear, dtype=np.uint8))
    ids[y1:y2, x1:x2][alpha > 127] = COVERED
    return x1, y1, x2, y2


def _before(board: Board, frame: npt.NDArray[np.float64]) -> bool:
    """Whether all of it is before the camera, and not just under its nose."""
    ahead = np.concatenate([frame, np.ones((4, 1))], 1) @ board.camera.matrix[2]
    return bool((ahead > 250).all())


def _arm_frame(arm: Arm, long: int) -> npt.NDArray[np.float64]:
    """The corners of the painted arm in the world, from its upper left clockwise, `long` pixels of it."""
    way = np.array([arm.towards[0] - arm.x, arm.towards[1] - arm.y])
    far = max(float(np.linalg.norm(way)), 1.0)
    way /= far
    right = np.array([-way[1], way[0]])
    per = 105 / 120  # millimetres a pixel: a hand is about as broad as four tiles
    tip = np.array([arm.x, arm.y]) - way * _TIP * per
    end = tip + way * long * per
    half = right * _WIDE / 2 * per
    rise = arm.z + 12, arm.z + 12 + long * 0.1
    return np.array(
        [
            [*(tip - half), rise[0]],
            [*(tip + half), rise[0]],
            [*(end + half), rise[1]],
            [*(end - half), rise[1]],
        ]
    )


def _thing_frame(thing: Thing) -> npt.NDArray[np.float64]:
    cos, sin = math.cos(thing.turn), math.sin(thing.turn)
    corners = []
    for across, along in ((-1, 1), (1, 1), (1, -1), (-1, -1)):
        dx, dy = across * thing.wide / 2, along * thing.long / 2
        corners.append([thing.x + cos * dx - sin * dy, thing.y + sin * dx + cos * dy, thing.z])
    return np.array(corners)


@lru_cache(maxsize=32)
def _arm(look: int, left: bool) -> Image:
    """A hand with bent fingers and a sleeve from above: RGB weighted by its opacity, and the opacity."""
    random = np.random.default_rng((41, look))
    skin = np.array(SKINS[look % len(SKINS)], dtype=np.float64) * random.uniform(0.9, 1.05)
    sleeve = random.uniform(20, 220) + random.normal(0, 28, 3)
    sleeve = np.clip(sleeve, 8, 235)
    colour = np.zeros((_LONG, _WIDE, 3), dtype=np.uint8)
    alpha = np.zeros((_LONG, _WIDE), dtype=np.uint8)

    def limb(
        points: list[tuple[float, float]], wide: float, ink: npt.NDArray[np.float64], shift: float
    ) -> None:
        line = np.rint(np.array(points) * 16).astype(np.int32)
        for grown, tone in ((1.0, 0.72), (0.8, 0.9), (0.45, 1.0)):
            shade = tuple(float(c) for c in ink * tone * shift)
            cv2.polylines(colour, [line], False, shade, max(int(wide * grown), 1), cv2.LINE_AA, 4)
        cv2.polylines(alpha, [line], False, 255, max(int(wide), 1), cv2.LINE_AA, 4)

    bare = int(random.integers(150, 330))
    limb([(82, 1260), (80, 210)], 88, skin, 0.93)
    for across, knuckle, tip in ((112, 92, 62), (96, 74, 36), (76, 70, 26), (57, 78, 34)):
        limb(
            [(80 + (across - 80) * 0.9, 128), (across, knuckle), (80 + (across - 80) * 0.8, tip)],
            21,
            skin,
            1.0,
        )
    limb([(62, 165), (80, 140), (98, 168), (84, 225)], 66, skin, 0.98)
    limb([(50, 175), (34, 128), (56, 66)], 24, skin, 1.02)
    for across, knuckle in ((98, 78), (77, 74), (59, 82)):
        cv2.ellipse(
            colour, (across, knuckle), (8, 5), 0, 0, 360, tuple(float(c) for c in skin * 0.84), 2, cv2.LINE_AA
        )
    for across, tip in ((96, 38), (76, 28), (60, 36)):
        cv2.ellipse(
            colour,
            (across, tip),
            (5, 7),
            0,
            0,
            360,
            tuple(float(c) for c in skin * 1.06 + 8),
            -1,
            cv2.LINE_AA,
        )
    if bare < 300:
        limb([(82, 1260), (81, bare + 70)], 122, sleeve, 0.95)
        cv2.ellipse(
            colour,
            (81, bare + 16),
            (60, 12),
            0,
            0,
            360,
            tuple(float(c) for c in sleeve * 0.7),
            4,
            cv2.LINE_AA,
        )
    colour = np.asarray(cv2.GaussianBlur(np.clip(colour, 0, 255), (0, 0), 2.2), dtype=np.uint8)
    weighted = (colour * (alpha[..., None] / 255)).astype(np.uint8)
    patch = np.dstack([weighted, alpha])
    return np.ascontiguousarray(patch[:, ::-1]) if left else patch


@lru_cache(maxsize=32)
def _thing(colour: tuple[int, int, int], is_round: bool) -> Image:
    patch = np.zeros((128, 128, 4), dtype=np.uint8)
    light = tuple(min(c * 1.25 + 12, 255) for c in colour)
    if is_round:
        cv2.circle(patch, (64, 64), 62, (*colour, 255), -1, cv2.LINE_AA)
        cv2.circle(patch, (64, 64), 50, (*light, 255), 5, cv2.LINE_AA)
        cv2.circle(patch, (64, 64), 44, (*(c * 0.6 for c in colour), 255), -1, cv2.LINE_AA)
    else:
        cv2.rectangle(patch, (0, 0), (127, 127), (*light, 255), -1)
        cv2.rectangle(patch, (7, 5), (120, 122), (*colour, 255), -1)
    patch[..., :3] = (patch[..., :3] * (patch[..., 3:] / 255)).astype(np.uint8)
    return patch

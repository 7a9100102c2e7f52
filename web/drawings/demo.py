"""`python -m web.drawings.demo OUT.jpg` draws the demo picture: 13 of our tiles standing on green felt.

A pinhole camera above the player's head looks at the row; nothing in the picture but our own drawings.
It needs `resvg-py` to turn SVG into pixels, which the program itself never does.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import resvg_py

from assistant.notation import parse_tiles
from assistant.tiles import Tile
from web.drawings.faces import HOME

HAND = "2223678789m123p"
"""`2223 678 789m 123p`: waits 1m 3m 4m (RULES.md section 10)."""

WIDTH, HEIGHT = 1280, 960
SUPER = 2
"""Each side is drawn this many times larger and then shrunk, for smooth edges."""

TILE_W, TILE_H, TILE_D, BONE_D = 26.0, 35.0, 22.0, 15.0
"""A tile in millimetres; the part of its depth that is bone, the rest is the green back."""

Picture = np.ndarray[Any, np.dtype[np.float32]]
Quad = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera is, what it looks at (mm; x right, y up, z away) and its focal length in pixels."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    focal: float

    def project(self, points: Quad) -> Quad:
        """Points n x 3 as pixels n x 2 of the enlarged picture."""
        eye = np.array(self.eye)
        ahead = np.array(self.target) - eye
        ahead /= np.linalg.norm(ahead)
        right = np.cross(np.array([0.0, 1.0, 0.0]), ahead)
        right /= np.linalg.norm(right)
        up = np.cross(ahead, right)
        seen = (points - eye) @ np.stack([right, up, ahead]).T
        flat = seen[:, :2] / seen[:, 2:] * self.focal
        flat[:, 1] *= -1
        return np.asarray((flat + np.array([WIDTH / 2, HEIGHT / 2])) * SUPER, dtype=np.float64)


def raster(name: str, width: int = 600) -> Picture:
    """A drawing as float pixels 0..1, height x width x 4 (BGR and alpha)."""
    data = bytes(resvg_py.svg_to_bytes(svg_path=str(HOME / f"{name}.svg"), width=width))
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    return np.asarray(pixels / 255.0, dtype=np.float32)


def face(name: str) -> Picture:
    """A tile's front: the bare body with the face cut into it."""
    body, cut = raster("front"), raster(name)
    alpha = cut[:, :, 3:]
    body[:, :, :3] = body[:, :, :3] * (1 - alpha) + cut[:, :, :3] * alpha
    return body


def lay(scene: Picture, texture: Picture, corners: Quad, light: float) -> None:
    """Lay a texture on a quad (top left, top right, bottom right, bottom left), lit by a factor."""
    h, w = texture.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    premultiplied = texture.copy()
    premultiplied[:, :, :3] *= texture[:, :, 3:] * light
    x0, y0 = np.floor(corners.min(axis=0)).astype(int) - 2
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 2
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], dtype=np.float64)
    size = (int(x1 - x0), int(y1 - y0))
    laid = cv2.warpPerspective(premultiplied, shift @ matrix, size, flags=cv2.INTER_AREA)
    part = scene[y0:y1, x0:x1]
    part *= 1 - laid[:, :, 3:]
    part += laid[:, :, :3]


def top_texture() -> Picture:
    """The upper side of a standing tile: green back behind, bone in front."""
    texture = np.ones((220, 260, 4), np.float32)
    texture[:, :, :3] = (0.80, 0.91, 0.94)
    texture[: int(220 * (1 - BONE_D / TILE_D)), :, :3] = (0.26, 0.48, 0.08)
    return texture


def felt(rng: np.random.Generator) -> Picture:
    """Green cloth: a base colour, coarse and fine threads, brighter under the lamp."""
    h, w = HEIGHT * SUPER, WIDTH * SUPER
    fine = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0), 1.2)
    coarse = cv2.resize(rng.normal(0, 1, (h // 40, w // 40)).astype(np.float32), (w, h))
    cloth = np.empty((h, w, 3), np.float32)
    cloth[:] = (0.27, 0.40, 0.09)
    cloth *= (1 + 0.12 * fine + 0.015 * coarse)[:, :, None]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    lamp = 1.12 - 0.5 * (((x / w - 0.42) ** 2) + ((y / h - 0.38) ** 2))
    return np.asarray(cloth * lamp[:, :, None], dtype=np.float32)


def row_of(count: int, rng: np.random.Generator) -> list[Quad]:
    """The eight corners (front four, then back four, from top left clockwise) of each standing tile."""
    boxes = []
    left = -(count * (TILE_W + 0.7)) / 2
    for index in range(count):
        turn = rng.normal(0, 0.012)
        x, z = left + index * (TILE_W + 0.7) + rng.normal(0, 0.15), rng.normal(0, 0.6)
        half = TILE_W / 2
        corners = []
        for depth in (0.0, TILE_D):
            for dx, y in ((-half, TILE_H), (half, TILE_H), (half, 0.0), (-half, 0.0)):
                corners.append(
                    (x + half + dx + depth * np.sin(turn), y, z + depth * np.cos(turn) - dx * np.sin(turn))
                )
        boxes.append(np.array(corners))
    return boxes


def shade(scene: Picture, boxes: list[Quad], camera: Camera) -> None:
    """Darken the cloth where the tiles keep the light away, softly."""
    shadow = np.zeros(scene.shape[:2], np.float32)
    for box in boxes:
        for lift in (0.0, 0.5, 1.0):
            ground = box.copy()
            reach = ground[:, 1] * lift
            ground[:, 0] += reach * 0.35
            ground[:, 2] -= reach * 0.28
            ground[:, 1] = 0
            outline = cv2.convexHull(camera.project(ground).astype(np.int32))
            mask = np.zeros_like(shadow)
            cv2.fillConvexPoly(mask, outline, 1.0)
            shadow = np.maximum(shadow, mask * (1 - 0.25 * lift))
    soft = cv2.GaussianBlur(shadow, (0, 0), 9 * SUPER)
    near = cv2.GaussianBlur(shadow, (0, 0), 3 * SUPER)
    scene *= (1 - 0.5 * soft * 0.6 - 0.5 * near * 0.6)[:, :, None]


CAMERA = Camera(eye=(-12.0, 250.0, -430.0), target=(0.0, 12.0, 4.0), focal=1560.0)
SEED = 13


def truth(hand: str = HAND, seed: int = SEED) -> tuple[tuple[Tile, tuple[float, ...]], ...]:
    """Each tile of the picture and the upright box around its face: x1, y1, x2, y2 in pixels."""
    tiles = parse_tiles(hand)
    faces = [CAMERA.project(box[:4]) / SUPER for box in row_of(len(tiles), np.random.default_rng(seed))]
    return tuple(
        (tile, (*map(float, face.min(axis=0)), *map(float, face.max(axis=0))))
        for tile, face in zip(tiles, faces, strict=True)
    )


def draw(hand: str = HAND, seed: int = SEED) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The picture, BGR bytes, height x width x 3; the same seed gives the same picture."""
    rng = np.random.default_rng(seed)
    tiles = parse_tiles(hand)
    boxes = row_of(len(tiles), rng)
    scene = felt(rng)
    shade(scene, boxes, CAMERA)
    top = top_texture()
    dark = np.zeros((20, 20, 4), np.float32)
    dark[:, :, 3] = 1
    dark[:, :, :3] = (0.36, 0.42, 0.45)
    for tile, box in zip(tiles, boxes, strict=True):
        light = 0.97 + rng.normal(0, 0.008)
        lay(scene, top, CAMERA.project(box[[4, 5, 1, 0]]), 1.0)
        lay(scene, dark, CAMERA.project(box[[0, 1, 2, 3]]), 1.2)
        lay(scene, face(str(tile)), CAMERA.project(box[[0, 1, 2, 3]]), light * 0.95)
    picture: Picture = np.asarray(
        cv2.resize(scene, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.float32
    )
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.float32)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    picture *= (1.03 - 0.28 * ((x / WIDTH - 0.45) ** 2 + (y / HEIGHT - 0.42) ** 2))[:, :, None]
    picture += rng.normal(0, 0.008, picture.shape).astype(np.float32)
    return np.asarray(np.clip(picture * 255, 0, 255), dtype=np.uint8)


def main(arguments: list[str]) -> None:
    """Write the picture as a JPEG; arguments: the file, and, optionally, another hand."""
    picture = draw(arguments[1]) if len(arguments) > 1 else draw()
    cv2.imwrite(str(Path(arguments[0])), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main(sys.argv[1:])

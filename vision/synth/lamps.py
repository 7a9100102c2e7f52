"""灯: the lamp over a table: how bright a surface is, where it shines back, which way shadows fall."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.synth.solids import Camera, Floats, Image

WRAP = 0.4
"""How far light reaches around: a room's walls send some of the lamp's back."""


@dataclass(frozen=True)
class Lamp:
    """One lamp and the light of the room.

    `place` in millimetres from the table's middle; `room`: share of the light that comes from everywhere;
    `fade`: how fast light falls off with distance, 0 not at all; `gloss`: how strongly polished tiles mirror
    the lamp, 0..1; `spread`: how wide that reflection is (a small number is wide); `shadow`: how dark shadows
    are; `soft`: how soft, in millimetres; `tint`: RGB factors of its colour.
    """

    place: tuple[float, float, float] = (-150.0, 200.0, 1100.0)
    room: float = 0.55
    fade: float = 1.0
    gloss: float = 0.25
    spread: float = 60.0
    shadow: float = 0.45
    soft: float = 5.0
    tint: tuple[float, float, float] = (1.0, 0.98, 0.94)

    def bright(self, at: Floats, normal: Floats) -> Floats:
        """Light on surfaces at places (n, 3) that look along `normal`: 1 on the table's middle."""
        way = np.array(self.place) - at
        far = np.linalg.norm(way, axis=-1)
        height = max(self.place[2], 1.0)
        middle = height / np.linalg.norm(self.place)
        square = np.clip(((way @ normal) / far + WRAP) / (1 + WRAP), 0, 1) / ((middle + WRAP) / (1 + WRAP))
        fall = (np.linalg.norm(self.place) / far) ** self.fade
        return np.asarray(self.room + (1 - self.room) * square * fall)

    def shine(self, at: Floats, normal: Floats, eye: Floats) -> Floats:
        """How much of the lamp polished surfaces at places (n, 3) mirror towards the eye, 0..1."""
        way = np.array(self.place) - at
        way = way / np.linalg.norm(way, axis=-1, keepdims=True)
        view = eye - at
        view = view / np.linalg.norm(view, axis=-1, keepdims=True)
        half = way + view
        half = half / np.linalg.norm(half, axis=-1, keepdims=True)
        return np.asarray(self.gloss * np.clip(half @ normal, 0, 1) ** (self.spread * 4))

    def cast(self, points: Floats) -> Floats:
        """Where the shadows of points (n, 3) fall on the table, (n, 3) with z 0."""
        place = np.array(self.place)
        share = points[:, 2:] / np.maximum(place[2] - points[:, 2:], 1.0)
        ground = points + (points - place) * share
        ground[:, 2] = 0
        return np.asarray(ground)

    def lit(self, ground: Image, camera: Camera) -> Image:
        """A picture of the bare table under the lamp."""
        high, wide = ground.shape[:2]
        columns, rows = np.meshgrid(np.linspace(0, wide, 65), np.linspace(0, high, 37))
        pixels = np.stack([columns.ravel(), rows.ravel(), np.ones(columns.size)])
        plane = np.linalg.inv(camera.matrix[:, [0, 1, 3]]) @ pixels
        ahead = plane[2] * np.sign(plane[2, len(plane[2]) - 33]) > 1e-9
        flat = np.where(ahead, plane[:2] / np.where(ahead, plane[2], 1.0), 4000.0).clip(-4000, 4000)
        at = np.stack([flat[0], flat[1], np.zeros(columns.size)], -1)
        bright = self.bright(at, np.array([0.0, 0.0, 1.0])).reshape(columns.shape).astype(np.float32)
        full = cv2.resize(bright, (wide, high), interpolation=cv2.INTER_LINEAR)[..., None]
        return np.asarray(
            np.clip(ground * full * np.array(self.tint, dtype=np.float32), 0, 255), dtype=np.uint8
        )

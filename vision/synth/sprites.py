"""One tile as a camera sees it, painted once, finely, to be laid over a picture as often as needed.

The tile is a box with rounded edges in two layers, body and back. It is painted at several times its size and
then made smaller, so that its edges are smooth whatever lies behind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.faces import Face
from vision.synth.lamps import Lamp
from vision.synth.lenses import streak
from vision.synth.solids import Camera, Floats, Image, Material, Pose, corners

Mask = npt.NDArray[np.bool_]

_ROUND = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Sprite:
    """A painted tile. `x`, `y`: where its upper left pixel belongs. `ink`: RGB, weighted by its opacity;
    `clear`: how much of what lies behind shows through, 0..255, for each colour alike. `solid`: the pixels
    it covers; `top`: those that show its face or back. `outline`: the four corners of that face or back, from
    the drawing's upper left, clockwise, in pixels; None where neither looks at the camera. `back`: it is the
    back that shows. `cosine`: how squarely it is seen. `far`: distance from the camera, millimetres.
    """

    x: int
    y: int
    ink: Image
    clear: Image
    solid: Mask
    top: Mask
    outline: Floats | None
    back: bool
    cosine: float
    far: float

    @property
    def box(self) -> tuple[int, int, int, int]:
        """x1, y1, x2, y2 of the whole patch in pixels."""
        high, wide = self.solid.shape
        return self.x, self.y, self.x + wide, self.y + high

    def blurred(self, dx: float, dy: float) -> Sprite:
        """The tile as it moves by so many pixels while the shutter is open."""
        length = math.hypot(dx, dy)
        if length < 1.5:
            return self
        reach = math.ceil(length / 2) + 1
        kernel = streak(dx, dy, reach)
        grown = [
            cv2.copyMakeBorder(part, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=(fill,) * 3)
            for part, fill in ((self.ink, 0), (self.clear, 255))
        ]
        ink, clear = (np.asarray(cv2.filter2D(part, -1, kernel), dtype=np.uint8) for part in grown)
        solid = np.pad(self.solid, reach)
        return Sprite(
            self.x - reach,
            self.y - reach,
            ink,
            clear,
            solid,
            np.pad(self.top, reach),
            self.outline,
            self.back,
            self.cosine,
            self.far,
        )


def sprite(camera: Camera, material: Material, pose: Pose, face: Face | None, lamp: Lamp) -> Sprite:
    """Paint a tile; `face` None leaves its front blank."""
    world = corners(material, pose)
    flat = camera.pixels(world)
    low, high = np.floor(flat.min(0)).astype(int) - 2, np.ceil(flat.max(0)).astype(int) + 2
    wide, tall = (int(n) for n in high - low)
    over = 3 if max(wide, tall) < 110 else 2
    painter = _Painter(camera, material, pose, lamp, low, over, (tall * over, wide * over))
    view = camera.eye - np.array(pose.centre)
    far = float(np.linalg.norm(view))
    outwards = pose.turn[:, 2]
    to_face = float((camera.eye - world[:4].mean(0)) @ outwards)
    to_back = float((camera.eye - world[4:].mean(0)) @ -outwards)
    seam = material.depth * (material.layer - 0.5)
    slabs = [(seam, material.depth / 2, material.body), (seam, -material.depth / 2, material.back)]
    for start, end, colour in slabs if to_face <= 0 else slabs[::-1]:
        painter.slab(start, end, colour)
    outline: Floats | None = None
    cosine = 0.0
    if to_face > 0:
        outline, cosine = flat[:4], to_face / far
        painter.plate(outline, outwards, material.body, face, world[:4])
    elif to_back > 0:
        outline, cosine = flat[[5, 4, 7, 6]], to_back / far
        painter.plate(outline, -outwards, material.back, None, world[[5, 4, 7, 6]])
    return painter.done(int(low[0]), int(low[1]), outline, to_face <= 0, cosine, far)


class _Painter:
    """A fine sheet on which one tile is painted."""

    def __init__(
        self,
        camera: Camera,
        material: Material,
        pose: Pose,
        lamp: Lamp,
        low: npt.NDArray[np.int_],
        over: int,
        shape: tuple[int, int],
    ) -> None:
        self.camera, self.material, self.pose, self.lamp = camera, material, pose, lamp
        self.low, self.over = low, over
        self.sheet = np.zeros((*shape, 3), dtype=np.uint8)
        self.cover = np.zeros(shape, dtype=np.uint8)
        self.top = np.zeros(shape, dtype=np.uint8)
        self.edge = material.width * material.corner * 0.55
        self.ahead = float(self.camera.matrix[2] @ np.array([*pose.centre, 1.0]))

    def fine(self, pixels: Floats) -> Floats:
        """Pixels of the picture to places of the sheet."""
        return np.asarray((pixels - self.low) * self.over - 0.5)

    def placed(self, local: Floats) -> Floats:
        """Places in the tile's own millimetres to the world."""
        return np.asarray(local @ self.pose.turn.T + np.array(self.pose.centre))

    def shade(self, colour: tuple[float, float, float], at: Floats, normal: Floats) -> tuple[float, ...]:
        """The colour of a surface under the lamp."""
        bright = float(self.lamp.bright(at[None], normal)[0])
        return tuple(min(c * bright * t, 255.0) for c, t in zip(colour, self.lamp.tint, strict=True))

    def slab(self, start: float, end: float, colour: tuple[float, float, float]) -> None:
        """A layer of the tile between two heights of its own: `start` where the layers meet."""
        m, edge = self.material, self.edge
        inset = np.array([m.width / 2 - edge, m.height / 2 - edge])
        rim = end - math.copysign(edge, end - start)
        around = _ROUND * inset
        places = self.placed(
            np.concatenate(
                [np.column_stack([around, np.full(4, rim)]), np.column_stack([around, np.full(4, start)])]
            )
        )
        flat = self.fine(self.camera.pixels(places))
        focal = math.sqrt(abs(float(np.linalg.det(self.camera.matrix[:, :3]))))
        scale = focal / max(self.ahead, 1e-6)
        thick = max(round(2 * edge * scale * self.over), 1)
        hull = cv2.convexHull(np.rint(flat * 16).astype(np.int32))
        centre = np.array(self.pose.centre)
        view = self.camera.eye - centre
        mean = view / np.linalg.norm(view) + np.array([0.0, 0.0, 0.6])
        mild = self.shade(colour, centre, mean / np.linalg.norm(mean))
        tone = tuple(c * 0.97 for c in mild)
        for sheet, ink in ((self.sheet, tone), (self.cover, (255.0,)), (self.top, (0.0,))):
            cv2.fillConvexPoly(sheet, hull, ink, cv2.LINE_8, 4)
            cv2.polylines(sheet, [hull], True, ink, thick, cv2.LINE_8, 4)
        for side in range(4):
            self._side(side, start, rim, inset, colour)

    def _side(
        self, side: int, start: float, rim: float, inset: Floats, colour: tuple[float, float, float]
    ) -> None:
        a, b = _ROUND[side] * inset, _ROUND[(side + 1) % 4] * inset
        normal = np.array([(0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0)][side], dtype=np.float64)
        out = normal[:2] * self.edge
        quad = self.placed(
            np.array([[*(a + out), rim], [*(b + out), rim], [*(b + out), start], [*(a + out), start]])
        )
        outwards = self.pose.turn @ normal
        if float((self.camera.eye - quad.mean(0)) @ outwards) <= 0:
            return
        ink = self.shade(colour, quad.mean(0), outwards)
        low = quad[:, 2].min() / max(self.material.height, 1.0)
        ink = tuple(c * (0.84 + 0.13 * min(low * 2, 1.0)) for c in ink)
        points = np.rint(self.fine(self.camera.pixels(quad)) * 16).astype(np.int32)
        cv2.fillConvexPoly(self.sheet, points, ink, cv2.LINE_8, 4)

    def plate(
        self,
        outline: Floats,
        normal: Floats,
        colour: tuple[float, float, float],
        face: Face | None,
        world: Floats,
    ) -> None:
        """The face or back: a rounded plate, the drawing on it, and the lamp's reflection."""
        m = self.material
        fine = self.fine(outline)
        edges = np.linalg.norm(fine - np.roll(fine, -1, 0), axis=1)
        across = int(np.clip(max(edges[0], edges[2]), 8, 360))
        along = int(np.clip(max(edges[1], edges[3]), 8, 480))
        bright = self.lamp.bright(world, normal)
        shine = self.lamp.shine(world, normal, self.camera.eye) * 255
        tint = np.array(self.lamp.tint, dtype=np.float32)
        plate = np.empty((along, across, 3), dtype=np.float32)
        plate[:] = np.array(colour, dtype=np.float32)
        if face is not None:
            share = 1.0 if face.solid else m.ink
            w, h = max(int(across * share), 2), max(int(along * share), 2)
            ink = cv2.resize(face.rgba, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
            top, left = (along - h) // 2, (across - w) // 2
            part = plate[top : top + h, left : left + w]
            opacity = ink[..., 3:] / 255
            part[:] = part * (1 - opacity) + ink[..., :3] * opacity
        light = _over_corners(bright, across, along)[..., None] * tint
        plate = plate * light + _over_corners(shine, across, along)[..., None]
        mask = np.zeros((along, across), dtype=np.uint8)
        radius = max(round(m.corner * across), 1)
        rim = max(round(self.edge / m.width * across * 0.6), 0)
        _rounded(mask, rim, radius)
        height, width = self.cover.shape
        source = np.array([[0, 0], [across, 0], [across, along], [0, along]], dtype=np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, fine.astype(np.float32))
        size = (width, height)
        warped = cv2.warpPerspective(
            np.clip(plate, 0, 255).astype(np.uint8),
            matrix,
            size,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        inner = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR)
        shown = inner > 127
        self.sheet[shown] = warped[shown]
        whole = np.zeros((along, across), dtype=np.uint8)
        _rounded(whole, 0, radius)
        self.top = np.asarray(
            cv2.warpPerspective(whole, matrix, size, flags=cv2.INTER_LINEAR), dtype=np.uint8
        )

    def done(self, x: int, y: int, outline: Floats | None, back: bool, cosine: float, far: float) -> Sprite:
        """The sheet at the picture's size."""
        size = (self.cover.shape[1] // self.over, self.cover.shape[0] // self.over)
        covered = self.cover
        self.sheet[covered == 0] = 0
        ink = np.asarray(cv2.resize(self.sheet, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        alpha = np.asarray(cv2.resize(covered, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        top = np.asarray(cv2.resize(self.top, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        clear = np.ascontiguousarray(np.repeat(255 - alpha[..., None], 3, axis=2))
        solid = alpha >= 128
        return Sprite(x, y, ink, clear, solid, (top >= 128) & solid, outline, back, cosine, far)


def _over_corners(values: Floats, across: int, along: int) -> npt.NDArray[np.float32]:
    """Values of four corners (clockwise from the upper left) spread over a plate."""
    a, b, c, d = (float(v) for v in values)
    x = np.linspace(0, 1, across, dtype=np.float32)[None]
    y = np.linspace(0, 1, along, dtype=np.float32)[:, None]
    return np.asarray((a * (1 - x) + b * x) * (1 - y) + (d * (1 - x) + c * x) * y, dtype=np.float32)


def _rounded(mask: Image, inset: int, radius: int) -> None:
    """Fill a rectangle with round corners."""
    high, wide = mask.shape
    x1, y1, x2, y2 = inset, inset, wide - 1 - inset, high - 1 - inset
    if x2 <= x1 or y2 <= y1:
        return
    radius = min(radius, (x2 - x1) // 2, (y2 - y1) // 2)
    cv2.rectangle(mask, (x1 + radius, y1), (x2 - radius, y2), 255, -1)
    cv2.rectangle(mask, (x1, y1 + radius), (x2, y2 - radius), 255, -1)
    for x in (x1 + radius, x2 - radius):
        for y in (y1 + radius, y2 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_8)

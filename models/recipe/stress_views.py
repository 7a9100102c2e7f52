"""One photo as other phones, tables and lights might have given it: turned, tilted, nearer, darker.

Each view keeps the truth: the labelled boxes are carried along as upright boxes around what they become.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.recipe.tally import Box, Tile

Image = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]

WHOLE = 0.9
"""A tile of which less stays in a view is left out of the truth, and what is found there with it."""
RIM = 0.06
"""Cloth begins so far beyond a labelled box, in parts of its size."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture (red green blue), its labelled tiles, and the boxes of those that its edge cuts, which count
    for nothing."""

    pixels: Image
    truth: tuple[Tile, ...]
    cut: tuple[Box, ...] = ()


Maker = Callable[[View, np.random.Generator], View]


def size_of(view: View) -> float:
    """Pixels of the middle one of the labelled tiles."""
    spans = [((x2 - x1) * (y2 - y1)) ** 0.5 for x1, y1, x2, y2 in (one.box for one in view.truth)]
    return float(np.median(spans)) if spans else 40.0


def _ground(pixels: Image) -> tuple[int, ...]:
    """The middle colour of a picture's rim: what lies beyond it, as far as one can tell."""
    rim = np.concatenate(
        [pixels[:8].reshape(-1, 3), pixels[-8:].reshape(-1, 3), pixels[:, :8].reshape(-1, 3)]
    )
    return tuple(int(one) for one in np.median(rim, axis=0))


def warped(view: View, matrix: Matrix, size: tuple[int, int]) -> View:
    """A view through a homography from old to new pixels, `size` (width, height) pixels large."""
    pixels = cv2.warpPerspective(
        view.pixels, matrix, size, flags=cv2.INTER_LINEAR, borderValue=_ground(view.pixels)
    )
    truth, cut = [], []
    for one in view.truth:
        box = _carried(one.box, matrix)
        inside = _clipped(box, size)
        share = _area(inside) / max(_area(box), 1e-9)
        if share >= WHOLE:
            truth.append(Tile(one.word, inside))
        elif share > 0:
            cut.append(inside)
    return View(np.asarray(pixels, dtype=np.uint8), tuple(truth), tuple(cut))


def _carried(box: Box, matrix: Matrix) -> Box:
    """The upright box around what becomes of a labelled box, halfway between the one around its corners and
    the one around the oval in it: the label of a tile that lay aslant is loose, that of a straight one close.
    """
    x1, y1, x2, y2 = box
    middle, half = np.array([x1 + x2, y1 + y2]) / 2, np.array([x2 - x1, y2 - y1]) / 2
    around = np.linspace(0, 2 * math.pi, 32, endpoint=False)
    oval = np.stack([np.cos(around), np.sin(around)], axis=1)
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    sides = []
    for shape in (oval, square):
        moved = cv2.perspectiveTransform((shape * half + middle)[None], matrix)[0]
        sides.append(np.concatenate([moved.min(axis=0), moved.max(axis=0)]))
    left, top, right, low = np.mean(sides, axis=0).tolist()
    return left, top, right, low


def _clipped(box: Box, size: tuple[int, int]) -> Box:
    return max(box[0], 0.0), max(box[1], 0.0), min(box[2], size[0]), min(box[3], size[1])


def _area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def turned(degrees: float) -> Maker:
    """The phone turned by so many degrees; the picture grows so that nothing is lost."""

    def make(view: View, random: np.random.Generator) -> View:
        high, wide = view.pixels.shape[:2]
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        new = round(wide * abs(cos) + high * abs(sin)), round(wide * abs(sin) + high * abs(cos))
        matrix = np.array(
            [
                [cos, sin, new[0] / 2 - cos * wide / 2 - sin * high / 2],
                [-sin, cos, new[1] / 2 + sin * wide / 2 - cos * high / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        return warped(view, matrix, new)

    return make


def tilted(degrees: float, aside: float = 0.0) -> Maker:
    """The camera lowered by so many degrees from overhead, and looked from `aside` degrees to the right: what
    lies far becomes small and flat."""

    def make(view: View, random: np.random.Generator) -> View:
        high, wide = view.pixels.shape[:2]
        a, b = math.radians(degrees), math.radians(aside)
        away = 1.4 * max(high, wide)
        lean = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
        swing = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
        corners = np.array([[0, 0, 0], [wide, 0, 0], [wide, high, 0], [0, high, 0]], dtype=np.float64)
        there = (corners - (wide / 2, high / 2, 0)) @ (lean @ swing).T
        flat = there[:, :2] * away / (away - there[:, 2:])
        low, top = flat.min(axis=0), flat.max(axis=0)
        scale = max(high, wide) / float((top - low).max())
        matrix = cv2.getPerspectiveTransform(
            corners[:, :2].astype(np.float32), ((flat - low) * scale).astype(np.float32)
        )
        size = round(float(top[0] - low[0]) * scale), round(float(top[1] - low[1]) * scale)
        return warped(view, np.asarray(matrix, dtype=np.float64), size)

    return make


def farther(times: float) -> Maker:
    """Much of the table around: the photo is a part of a picture so many times its width, in the middle."""

    def make(view: View, random: np.random.Generator) -> View:
        high, wide = view.pixels.shape[:2]
        size = round(wide * times), round(high * times)
        move = np.array([[1, 0, (size[0] - wide) / 2], [0, 1, (size[1] - high) / 2], [0, 0, 1.0]])
        return warped(view, move, size)

    return make


def coarser(pixels: float) -> Maker:
    """A poor camera: tiles of so many pixels."""

    def make(view: View, random: np.random.Generator) -> View:
        ratio = min(pixels / size_of(view), 1.0)
        high, wide = view.pixels.shape[:2]
        small = cv2.resize(view.pixels, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        along, down = small.shape[1] / wide, small.shape[0] / high
        truth = tuple(
            Tile(one.word, (one.box[0] * along, one.box[1] * down, one.box[2] * along, one.box[3] * down))
            for one in view.truth
        )
        return View(np.asarray(small, dtype=np.uint8), truth)

    return make


def nearer(times: float) -> Maker:
    """The phone held close to the middle one of the labels: what it then sees is shown so many times as
    large."""

    def make(view: View, random: np.random.Generator) -> View:
        high, wide = view.pixels.shape[:2]
        x1, y1, x2, y2 = view.truth[len(view.truth) // 2].box if view.truth else (0, 0, wide, high)
        left = min(max((x1 + x2) / 2 - wide / times / 2, 0), wide - wide / times)
        top = min(max((y1 + y2) / 2 - high / times / 2, 0), high - high / times)
        matrix = np.array([[times, 0, -left * times], [0, times, -top * times], [0, 0, 1.0]])
        return warped(view, matrix, (wide, high))

    return make


def lit(red: float, green: float, blue: float, grain: float = 0.0) -> Maker:
    """Light of another strength and colour, with grain (8-bit levels)."""

    def make(view: View, random: np.random.Generator) -> View:
        bright = view.pixels * np.array([red, green, blue], dtype=np.float32)
        if grain:
            bright = bright + random.normal(0, grain, view.pixels.shape).astype(np.float32)
        return View(np.clip(bright, 0, 255).astype(np.uint8), view.truth)

    return make


def hazy(low: float, high: float) -> Maker:
    """Little contrast: black at `low`, white at `high`, of 255."""

    def make(view: View, random: np.random.Generator) -> View:
        flat = low + view.pixels.astype(np.float32) * ((high - low) / 255)
        return View(np.asarray(flat, dtype=np.uint8), view.truth)

    return make


def shaded(depth: float) -> Maker:
    """The shadow of a hand or a head over half of the picture, at any angle."""

    def make(view: View, random: np.random.Generator) -> View:
        high, wide = view.pixels.shape[:2]
        angle = random.uniform(0, 2 * math.pi)
        y, x = np.mgrid[:high, :wide]
        away = (x - wide / 2) * math.cos(angle) + (y - high / 2) * math.sin(angle)
        light = depth + (1 - depth) / (1 + np.exp(-away / 6))
        return View(np.asarray(view.pixels * light[..., None], dtype=np.uint8), view.truth)

    return make


def on_cloth(hue: int | None, value: float = 1.0, pale: float = 0.0) -> Maker:
    """Another cloth: what lies outside the labelled boxes gets its hue turned (of 180), its lightness times
    `value`, and becomes white by `pale`."""

    def make(view: View, random: np.random.Generator) -> View:
        cloth = np.ones(view.pixels.shape[:2], np.float32)
        for x1, y1, x2, y2 in (one.box for one in view.truth):
            more = RIM * max(x2 - x1, y2 - y1)
            cloth[
                max(int(y1 - more), 0) : int(y2 + more) + 1, max(int(x1 - more), 0) : int(x2 + more) + 1
            ] = 0
        colours = cv2.cvtColor(view.pixels, cv2.COLOR_RGB2HSV).astype(np.float32)
        if hue is not None:
            colours[..., 0] = (colours[..., 0] + hue) % 180
        colours[..., 2] *= value
        other = cv2.cvtColor(colours.astype(np.uint8), cv2.COLOR_HSV2RGB).astype(np.float32)
        other += (255 - other) * pale
        share = cv2.GaussianBlur(cloth, (0, 0), 1.5)[..., None] * cloth[..., None]
        return View(np.asarray(other * share + view.pixels * (1 - share), dtype=np.uint8), view.truth)

    return make


def soft(strength: float) -> Maker:
    """Out of focus, by a part of a tile's size."""

    def make(view: View, random: np.random.Generator) -> View:
        blurred = cv2.GaussianBlur(view.pixels, (0, 0), max(strength * size_of(view), 0.3))
        return View(np.asarray(blurred, dtype=np.uint8), view.truth)

    return make


def shaken(strength: float) -> Maker:
    """Moved while it was taken, by a part of a tile's size, any way."""

    def make(view: View, random: np.random.Generator) -> View:
        long = max(strength * size_of(view), 1.0)
        side = 2 * math.ceil(long / 2) + 3
        angle = random.uniform(0, math.pi)
        kernel = np.zeros((side, side), np.float32)
        for at in np.linspace(-long / 2, long / 2, 4 * side):
            kernel[round(side // 2 + at * math.sin(angle)), round(side // 2 + at * math.cos(angle))] += 1
        moved = cv2.filter2D(view.pixels, -1, kernel / kernel.sum())
        return View(np.asarray(moved, dtype=np.uint8), view.truth)

    return make


def squeezed(quality: int) -> Maker:
    """Saved as a JPEG of a quality."""

    def make(view: View, random: np.random.Generator) -> View:
        _, data = cv2.imencode(".jpg", view.pixels[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
        again = cv2.imdecode(data, cv2.IMREAD_COLOR)
        return View(np.ascontiguousarray(np.asarray(again, dtype=np.uint8)[:, :, ::-1]), view.truth, view.cut)

    return make


def tint(random: np.random.Generator) -> tuple[float, float, float]:
    """How bright a lamp is, and of what colour."""
    red, green, blue = random.uniform(0.55, 1.1) * random.uniform(0.85, 1.15, 3)
    return float(red), float(green), float(blue)


def any_phone(view: View, random: np.random.Generator) -> View:
    """A little of everything at once, as in a photo that somebody takes in passing."""
    makers = (
        turned(random.uniform(-25, 25)),
        tilted(random.uniform(0, 30), random.uniform(-15, 15)),
        lit(*tint(random), 4.0),
        soft(random.uniform(0.0, 0.035)),
        squeezed(int(random.integers(50, 90))),
    )
    for make in makers:
        made = make(view, random)
        view = View(made.pixels, made.truth, view.cut + made.cut)
    return view


VIEWS: dict[str, Maker | None] = {
    "as they are": None,
    "turned 12": turned(12),
    "turned 25": turned(25),
    "turned 32": turned(32),
    "turned -48": turned(-48),
    "turned 60": turned(60),
    "turned 75": turned(75),
    "tilted 35": tilted(35),
    "tilted 50": tilted(50),
    "tilted 30, from the side": tilted(30, 35),
    "far: half as wide": farther(2.0),
    "near: twice as wide": nearer(2.0),
    "tiles of 24 pixels": coarser(24),
    "tiles of 17 pixels": coarser(17),
    "dark": lit(0.3, 0.3, 0.3, 5.0),
    "warm": lit(1.0, 0.78, 0.42),
    "cold": lit(0.62, 0.85, 1.1),
    "too bright": lit(1.6, 1.6, 1.6),
    "hazy": hazy(90, 190),
    "half in shadow": shaded(0.35),
    "another cloth": on_cloth(70),
    "dark cloth": on_cloth(None, 0.35),
    "pale cloth": on_cloth(None, 1.0, 0.65),
    "soft": soft(0.05),
    "shaken": shaken(0.15),
    "noisy": lit(1.0, 1.0, 1.0, 20.0),
    "JPEG 40": squeezed(40),
    "any phone": any_phone,
}
"""What the development photos are made of; None: read as they are."""

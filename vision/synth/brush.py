"""笔: what all invented tile sets are drawn with: a style's choices, the canvas, characters and numerals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from vision.synth.faces import HEIGHT, WIDTH
from vision.synth.solids import Image

FINE = 2
"""A face is drawn so many times as large, then shrunk."""
W, H = WIDTH * FINE, HEIGHT * FINE

Colour = tuple[int, int, int]
Points = npt.NDArray[np.float64]
CLEAR = (255, 255, 255, 0)
"""Where the tile shows through the ink."""


@dataclass(frozen=True)
class Style:
    """One invented set: its inks and shapes. What `mono` sets leave to chance is the same for a whole set."""

    inks: tuple[Colour, ...]
    mono: bool
    rings: int
    petals: int
    spokes: int
    radius: float
    stick_width: float
    joints: int
    hollow: bool
    font: Path | None
    simple: bool
    old_five: bool
    index: int
    """Where a small number stands: 0 nowhere, 1 upper left, 2 two corners, 3 upper right."""
    swapped_eight: bool
    wobble: float
    weight: int
    spread: float = 1.0
    """How far apart circles and sticks stand, 1 as usual."""
    oval: float = 1.0
    """Height of a circle over its width."""
    coin: tuple[tuple[float, int], ...] = ()
    """Discs of a circle from the outside in: share of the radius, and ink 0..2 or 3 for the bare tile. None:
    a full disc, parted as `rings`, `petals`, `spokes` and `hollow` say."""
    stick: int = 0
    """Shape of a stick: 0 beads, 1 bones, 2 bars, 3 outlines, 4 bones with a bare heart."""
    worn: float = 0.0
    """How much of the ink has gone, 0..1."""


def at(place: npt.NDArray[np.floating]) -> tuple[int, int]:
    """A place as whole pixels."""
    return (round(float(place[0])), round(float(place[1])))


def spread(centre: tuple[float, float], style: Style) -> tuple[float, float]:
    """A place of a circle or stick, drawn nearer to the middle of the face or away from it."""
    return 0.5 + (centre[0] - 0.5) * style.spread, 0.5 + (centre[1] - 0.5) * style.spread


def any_ink(style: Style, random: np.random.Generator) -> Colour:
    """One of the inks of a style."""
    return style.inks[int(random.integers(len(style.inks)))]


def numeral(canvas: Image, number: str, right: bool, ink: Colour) -> None:
    """A large numeral in an upper corner, as on flowers."""
    sheet = np.zeros((H, W), dtype=np.uint8)
    cv2.putText(
        sheet, number, (W - 52 if right else 8, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.9, 255, 6, cv2.LINE_AA
    )
    marked = sheet > canvas[..., 3]
    canvas[marked, :3] = ink
    canvas[..., 3] = np.maximum(canvas[..., 3], sheet)


def index(canvas: Image, number: str, style: Style) -> None:
    """A small numeral in a corner, and where the style says so again upside down in the opposite one."""
    sheet = np.zeros((H, W), dtype=np.uint8)
    left = W - 34 if style.index == 3 else 6
    cv2.putText(sheet, number, (left, 42), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 255, 4, cv2.LINE_AA)
    if style.index == 2:
        sheet = np.maximum(sheet, sheet[::-1, ::-1])
    marked = sheet > canvas[..., 3]
    canvas[marked, :3] = style.inks[1]
    canvas[..., 3] = np.maximum(canvas[..., 3], sheet)


@lru_cache(maxsize=64)
def _font(file: Path) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(file), _SIZE)


_SIZE = 160


@lru_cache(maxsize=1024)
def _mask(file: Path, word: str) -> bytes:
    sheet = Picture.new("L", (_SIZE * 2, _SIZE * 2), 0)
    ImageDraw.Draw(sheet).text((_SIZE, _SIZE), word, font=_font(file), fill=255, anchor="mm")
    return sheet.tobytes()


@lru_cache(maxsize=4096)
def holds(file: Path, word: str) -> bool:
    """Whether a font has a character: it is neither blank nor drawn like one that no font has."""
    mask = _mask(file, word)
    return mask.count(0) < len(mask) and mask not in (_mask(file, "\uffff"), _mask(file, "\U0010fffe"))


def glyph(
    canvas: Image,
    word: str,
    centre: tuple[float, float],
    high: float,
    ink: Colour,
    style: Style,
    wide: float = 1.0,
) -> None:
    """A character that the style's font holds, its ink `high` of the face's height, stretched `wide`,
    thickened or thinned; nothing without a font."""
    if style.font is None or not holds(style.font, word):
        return
    mask = np.frombuffer(_mask(style.font, word), dtype=np.uint8).reshape(_SIZE * 2, _SIZE * 2)
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    shape = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    if style.weight:
        kernel = np.ones((abs(style.weight) * 2 + 1,) * 2, dtype=np.uint8)
        change = cv2.dilate if style.weight > 0 else cv2.erode
        padded = cv2.copyMakeBorder(shape, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=0)
        changed = np.asarray(change(padded, kernel), dtype=np.uint8)
        if (changed > 127).sum() > 0.45 * (shape > 127).sum():  # thin strokes would be gone
            shape = changed
    scale = high * H / _SIZE
    w = min(round(shape.shape[1] * scale * wide), W - 4)
    h = max(min(round(shape.shape[0] * scale), H - 4), 3)
    small = cv2.resize(shape, (max(w, 3), h), interpolation=cv2.INTER_AREA)
    left, top = round(centre[0] * W - small.shape[1] / 2), round(centre[1] * H - h / 2)
    left, top = max(left, 0), max(min(top, H - h), 0)
    part = canvas[top : top + h, left : left + small.shape[1]]
    stronger = small[:, : part.shape[1]] > part[..., 3]
    part[stronger] = [*ink, 0]
    part[..., 3] = np.maximum(part[..., 3], small[:, : part.shape[1]])


def bent(canvas: Image, style: Style, random: np.random.Generator) -> Image:
    """The drawing at the size of a face, as an unsteady hand would have it, with the ink that wear has
    left."""
    coarse = random.normal(0, style.wobble, (5, 4, 2)).astype(np.float32)
    moved = cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR) + _PLACES
    drawn = np.asarray(cv2.remap(canvas, moved[..., 0], moved[..., 1], cv2.INTER_LINEAR), dtype=np.uint8)
    if style.worn:
        patches = cv2.resize(
            random.random((16, 12), dtype=np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC
        )
        left = 1 - style.worn * np.clip(patches * 1.4 - 0.3, 0, 1)
        drawn[..., 3] = (drawn[..., 3] * left).astype(np.uint8)
    return drawn


_PLACES = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), -1).astype(np.float32) * FINE + (
    FINE / 2 - 0.5
)
"""The middle of each pixel of a face, in pixels of the canvas."""


def curve(start: Points, bend: Points, end: Points, many: int = 16) -> list[Points]:
    """Places along a bent line."""
    return [(1 - t) ** 2 * start + 2 * t * (1 - t) * bend + t * t * end for t in np.linspace(0, 1, many)]


def petals(centre: Points, many: int, radius: float) -> list[Points]:
    """Places evenly around a centre."""
    angles = 2 * math.pi * np.arange(many) / max(many, 1)
    return [centre + radius * np.array([math.cos(one), math.sin(one)]) for one in angles]

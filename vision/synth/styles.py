"""花样: tile sets that nobody made: circles, sticks and characters drawn in random styles.

They teach a reader what the kinds have in common, so that it reads sets it has never seen.

Characters need fonts that hold them; without a font a style has circles and sticks alone. The bird 幺鸡 and
the flowers differ too much from set to set to be drawn by rule: they come from real faces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from vision.synth.faces import HEIGHT, OTHER, WIDTH, Face
from vision.synth.solids import Image

_FINE = 2
_W, _H = WIDTH * _FINE, HEIGHT * _FINE

Colour = tuple[int, int, int]

PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.24, 0.2), (0.5, 0.5), (0.76, 0.8)),
    4: ((0.28, 0.25), (0.72, 0.25), (0.28, 0.75), (0.72, 0.75)),
    5: ((0.25, 0.2), (0.75, 0.2), (0.5, 0.5), (0.25, 0.8), (0.75, 0.8)),
    6: ((0.3, 0.18), (0.7, 0.18), (0.3, 0.55), (0.7, 0.55), (0.3, 0.84), (0.7, 0.84)),
    7: ((0.2, 0.12), (0.48, 0.22), (0.76, 0.32), (0.32, 0.6), (0.68, 0.6), (0.32, 0.86), (0.68, 0.86)),
    8: tuple((x, y) for y in (0.14, 0.38, 0.62, 0.86) for x in (0.31, 0.69)),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.19, 0.5, 0.81)),
}
"""筒: centres of the circles as shares of the face; 三筒 and 七筒 slope down to the right."""

STICKS: dict[int, tuple[tuple[float, float], ...]] = {
    2: PLACES[2],
    3: ((0.5, 0.27), (0.3, 0.73), (0.7, 0.73)),
    4: ((0.3, 0.27), (0.7, 0.27), (0.3, 0.73), (0.7, 0.73)),
    5: ((0.2, 0.27), (0.8, 0.27), (0.5, 0.5), (0.2, 0.73), (0.8, 0.73)),
    6: tuple((x, y) for y in (0.27, 0.73) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.16), *((x, y) for y in (0.5, 0.83) for x in (0.2, 0.5, 0.8))),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.2, 0.5, 0.8)),
}
"""条: centres of the sticks. 八条 is drawn by itself, as two bent rows."""

HONOURS = (
    "東",
    "南",
    "西",
    "北",
    "中",
    "發",
    "发",
    "东",
    "白",
    "春",
    "夏",
    "秋",
    "冬",
    "梅",
    "蘭",
    "竹",
    "菊",
)


@dataclass(frozen=True)
class Style:
    """One invented set: its inks and shapes."""

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
    """Where a small number stands: 0 nowhere, 1 upper left, 2 two corners."""
    swapped_eight: bool
    wobble: float
    weight: int


def any_style(random: np.random.Generator, fonts: Sequence[Path]) -> Style:
    """A style at random; `fonts` are font files that hold Chinese characters."""
    green = (int(random.integers(0, 40)), int(random.integers(70, 170)), int(random.integers(20, 90)))
    red = (int(random.integers(150, 235)), int(random.integers(0, 60)), int(random.integers(0, 60)))
    blue = (int(random.integers(0, 60)), int(random.integers(20, 90)), int(random.integers(90, 200)))
    black = (int(random.integers(0, 60)),) * 3
    inks: list[Colour] = [green, red, blue if random.random() < 0.6 else black]
    if random.random() < 0.2:
        inks = [tuple(int(v) for v in random.integers(0, 200, 3)) for _ in range(3)]  # type: ignore[misc]
    return Style(
        inks=tuple(inks),
        mono=bool(random.random() < 0.3),
        rings=int(random.integers(0, 4)),
        petals=int(random.choice((0, 0, 4, 6, 8, 12))),
        spokes=int(random.choice((0, 0, 0, 2, 3, 4))),
        radius=float(random.uniform(0.78, 1.12)),
        stick_width=float(random.uniform(0.055, 0.11)),
        joints=int(random.integers(1, 4)),
        hollow=bool(random.random() < 0.35),
        font=fonts[int(random.integers(len(fonts)))] if fonts else None,
        simple=bool(random.random() < 0.25),
        old_five=bool(random.random() < 0.5),
        index=int(random.choice((0, 0, 1, 1, 2))),
        swapped_eight=bool(random.random() < 0.5),
        wobble=float(random.uniform(0, 5)),
        weight=int(random.integers(-2, 5)),
    )


def styled_face(kind: str, style: Style, random: np.random.Generator) -> Face | None:
    """The face of a kind (`2p`, `other`) in a style; None for what no rule draws: 1s, or without a font."""
    canvas = np.zeros((_H, _W, 4), dtype=np.uint8)
    if kind == OTHER:
        if style.font is None:
            return None
        roll = random.random()
        if roll < 0.2:
            _frame(canvas, style, random)
        elif roll < 0.6:
            _flower(canvas, style, random)
        else:
            honour = HONOURS[int(random.integers(len(HONOURS)))]
            _glyph(canvas, honour, (0.5, 0.5), 0.72, _ink(style, random), style)
    elif kind[1] == "p":
        _circles(canvas, int(kind[0]), style)
    elif kind[1] == "s":
        if kind == "1s":
            return None
        _sticks(canvas, int(kind[0]), style)
    else:
        if style.font is None:
            return None
        _characters(canvas, int(kind[0]), style, random)
    if style.index and kind != OTHER:
        _index(canvas, kind[0], style)
    bent = _bent(canvas, style, random)
    small = cv2.resize(bent, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return Face(kind, np.asarray(small, dtype=np.uint8), solid=False)


def _ink(style: Style, random: np.random.Generator) -> Colour:
    return style.inks[int(random.integers(len(style.inks)))]


def _circles(canvas: Image, number: int, style: Style) -> None:
    if number == 1:
        _circle(
            canvas,
            (0.5, 0.5),
            0.36 * style.radius,
            style.inks[0],
            style.inks[1],
            style,
            petals=8 + style.petals,
        )
        return
    radius = {2: 0.19, 3: 0.165, 4: 0.17, 5: 0.155, 6: 0.135, 7: 0.12, 8: 0.12, 9: 0.135}[number]
    for place, centre in enumerate(PLACES[number]):
        outer = style.inks[0] if style.mono else style.inks[_colour_of(number, place)]
        _circle(canvas, centre, radius * style.radius, outer, style.inks[1], style, petals=style.petals)


def _colour_of(number: int, place: int) -> int:
    """Which ink a circle usually has: the middle of five red, the lower four of six and seven red."""
    if number == 6:
        return 0 if place < 2 else 1
    if number == 7:
        return 0 if place < 3 else 1
    if number == 9:
        return place // 3
    if number == 8:
        return 2
    if number == 5:
        return 1 if place == 2 else (0, 2)[place % 2]
    return (0, 1, 2)[place % 3] if number == 3 else (0, 2)[place % 2]


def _circle(
    canvas: Image,
    centre: tuple[float, float],
    radius: float,
    outer: Colour,
    inner: Colour,
    style: Style,
    petals: int,
) -> None:
    x, y, r = round(centre[0] * _W), round(centre[1] * _H), max(round(radius * _W), 4)
    cv2.circle(canvas, (x, y), r, (*outer, 255), -1, cv2.LINE_AA)
    clear = (255, 255, 255, 0)
    for ring in range(style.rings):
        share = 1 - (ring + 1) / (style.rings + 1.5)
        cv2.circle(canvas, (x, y), max(round(r * share), 1), clear, max(r // 9, 1), cv2.LINE_8)
    for petal in range(petals):
        angle = 2 * math.pi * petal / petals
        at = (round(x + 0.62 * r * math.cos(angle)), round(y + 0.62 * r * math.sin(angle)))
        cv2.circle(canvas, at, max(r // 7, 1), clear, -1, cv2.LINE_8)
    for spoke in range(style.spokes):
        angle = math.pi * (spoke / style.spokes + 0.25)
        dx, dy = 0.8 * r * math.cos(angle), 0.8 * r * math.sin(angle)
        ends = (round(x - dx), round(y - dy)), (round(x + dx), round(y + dy))
        cv2.line(canvas, *ends, clear, max(r // 6, 2), cv2.LINE_8)
    if style.hollow:
        cv2.circle(canvas, (x, y), max(round(r * 0.66), 1), clear, -1, cv2.LINE_8)
        cv2.circle(canvas, (x, y), max(round(r * 0.34), 1), (*inner, 255), -1, cv2.LINE_AA)


def _sticks(canvas: Image, number: int, style: Style) -> None:
    if number == 8:
        _eight(canvas, style)
        return
    high = {7: 0.21, 9: 0.22}.get(number, 0.36)
    for place, (x, y) in enumerate(STICKS[number]):
        red = (number in (5, 7) and place == (2 if number == 5 else 0)) or (number == 9 and place % 3 == 1)
        ink = style.inks[0] if style.mono or not red else style.inks[1]
        _stick(canvas, (x, y - high / 2), (x, y + high / 2), ink, style)


def _eight(canvas: Image, style: Style) -> None:
    """八条: a row bent like an M above one bent like a W, or the other way round."""
    ink = style.inks[0]
    for top, bottom, peak in ((0.08, 0.46, "top"), (0.54, 0.92, "bottom")):
        at_top = (peak == "top") != style.swapped_eight
        start, end = (
            (top, top + (bottom - top) * 0.62) if at_top else (bottom, bottom - (bottom - top) * 0.62)
        )
        for side in (0.17, 0.83):
            _stick(canvas, (side, top), (side, bottom), ink, style)
            _stick(canvas, (side, start), (0.5, end), ink, style)


def _stick(
    canvas: Image, start: tuple[float, float], end: tuple[float, float], ink: Colour, style: Style
) -> None:
    a = np.array([start[0] * _W, start[1] * _H])
    b = np.array([end[0] * _W, end[1] * _H])
    wide = max(round(style.stick_width * _W), 3)
    parts = style.joints
    for part in range(parts):
        p, q = a + (b - a) * (part + 0.12) / parts, a + (b - a) * (part + 0.88) / parts
        cv2.line(canvas, _at(p), _at(q), (*ink, 255), wide, cv2.LINE_AA)
    for part in range(parts + 1):
        cv2.circle(canvas, _at(a + (b - a) * part / parts), round(wide * 0.62), (*ink, 255), -1, cv2.LINE_AA)
    if style.rings:
        inner = a + (b - a) * 0.1, a + (b - a) * 0.9
        cv2.line(canvas, _at(inner[0]), _at(inner[1]), (255, 255, 255, 0), max(wide // 4, 1), cv2.LINE_8)


def _at(place: npt.NDArray[np.float64]) -> tuple[int, int]:
    return (round(float(place[0])), round(float(place[1])))


def _characters(canvas: Image, number: int, style: Style, random: np.random.Generator) -> None:
    word = "一二三四五六七八九"[number - 1]
    if number == 5 and style.old_five:
        word = "伍"
    split = float(random.uniform(0.44, 0.5))
    top = style.inks[0] if style.mono else style.inks[2]
    _glyph(canvas, word, (0.5, split / 2 + 0.03), 0.42, top, style, wide=float(random.uniform(0.95, 1.4)))
    below = style.inks[0] if style.mono and random.random() < 0.3 else style.inks[1]
    _glyph(canvas, "万" if style.simple else "萬", (0.5, (1 + split) / 2), 0.46, below, style, wide=1.15)


def _glyph(
    canvas: Image,
    word: str,
    centre: tuple[float, float],
    high: float,
    ink: Colour,
    style: Style,
    wide: float = 1.0,
) -> None:
    """A character, its ink filling `high` of the face's height, stretched `wide`, thickened or thinned."""
    if style.font is None:
        return
    size = 200
    sheet = Picture.new("L", (size * 2, size * 2), 0)
    font = ImageFont.truetype(str(style.font), size)
    ImageDraw.Draw(sheet).text((size, size), word, font=font, fill=255, anchor="mm")
    mask = np.asarray(sheet)
    if not mask.any():
        return
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    glyph = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    kernel = np.ones((abs(style.weight) * 2 + 1,) * 2, dtype=np.uint8)
    if style.weight:
        change = cv2.dilate if style.weight > 0 else cv2.erode
        padded = cv2.copyMakeBorder(glyph, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=0)
        glyph = np.asarray(change(padded, kernel), dtype=np.uint8)
    scale = high * _H / size
    w = min(round(glyph.shape[1] * scale * wide), _W - 4)
    h = max(min(round(glyph.shape[0] * scale), _H - 4), 3)
    small = cv2.resize(glyph, (max(w, 3), h), interpolation=cv2.INTER_AREA)
    left, top = round(centre[0] * _W - small.shape[1] / 2), round(centre[1] * _H - h / 2)
    left, top = max(left, 0), max(min(top, _H - h), 0)
    part = canvas[top : top + h, left : left + small.shape[1]]
    stronger = small[:, : part.shape[1]] > part[..., 3]
    part[stronger] = [*ink, 0]
    part[..., 3] = np.maximum(part[..., 3], small[:, : part.shape[1]])


def _frame(canvas: Image, style: Style, random: np.random.Generator) -> None:
    """白板 as a frame, plain or ornate."""
    ink = (*_ink(style, random), 255)
    inset, thick = float(random.uniform(0.04, 0.2)), int(random.integers(3, 16))
    for step in range(int(random.integers(1, 4))):
        x, y = round((inset + 0.07 * step) * _W), round((inset * 0.8 + 0.07 * step) * _H)
        cv2.rectangle(canvas, (x, y), (_W - x, _H - y), ink, max(thick - 4 * step, 2))
    if random.random() < 0.4:
        for number in range(int(random.integers(10, 30))):
            share = number / 30
            for across, down in ((inset, share), (1 - inset, share), (share, inset), (share, 1 - inset)):
                cv2.circle(
                    canvas, (round(across * _W), round(down * _H)), thick // 2 + 3, ink, 2, cv2.LINE_AA
                )
    if random.random() < 0.3:
        _glyph(canvas, "8囍白福"[int(random.integers(4))], (0.5, 0.5), 0.25, style.inks[1], style)


def _flower(canvas: Image, style: Style, random: np.random.Generator) -> None:
    """花牌: blossoms on bent stems with leaves, in a corner a numeral or a character, or both."""
    stem = _ink(style, random)
    root = np.array([random.uniform(0.3, 0.7) * _W, 0.95 * _H])
    for _ in range(int(random.integers(1, 5))):
        head = np.array([random.uniform(0.15, 0.85) * _W, random.uniform(0.2, 0.65) * _H])
        bend = (root + head) / 2 + random.normal(0, 0.12 * _W, 2)
        line = [((1 - t) ** 2 * root + 2 * t * (1 - t) * bend + t * t * head) for t in np.linspace(0, 1, 14)]
        points = [np.rint(np.array(line)).astype(np.int32)]
        cv2.polylines(canvas, points, False, (*stem, 255), int(random.integers(3, 9)), cv2.LINE_AA)
        for _ in range(int(random.integers(0, 6))):
            at = line[int(random.integers(14))]
            size = (round(random.uniform(0.04, 0.13) * _W), round(random.uniform(0.01, 0.05) * _W) + 2)
            turn = float(random.uniform(0, 360))
            cv2.ellipse(
                canvas, _at(at), size, turn, 0, 360, (*stem, 255), int(random.choice((-1, 3))), cv2.LINE_AA
            )
        ink = _ink(style, random)
        petals, radius = int(random.integers(4, 9)), float(random.uniform(0.06, 0.17)) * _W
        filled = int(random.choice((-1, 4)))
        for petal in range(petals):
            angle = 2 * math.pi * petal / petals
            at = head + radius * 0.7 * np.array([math.cos(angle), math.sin(angle)])
            cv2.circle(canvas, _at(at), max(round(radius * 0.5), 3), (*ink, 255), filled, cv2.LINE_AA)
        cv2.circle(
            canvas, _at(head), max(round(radius * 0.3), 2), (*_ink(style, random), 255), -1, cv2.LINE_AA
        )
    if random.random() < 0.8:
        _numeral(canvas, str(int(random.integers(1, 5))), bool(random.random() < 0.5), _ink(style, random))
    if random.random() < 0.8:
        word = HONOURS[int(random.integers(9, len(HONOURS)))]
        where = (float(random.choice((0.2, 0.8))), float(random.uniform(0.14, 0.22)))
        _glyph(canvas, word, where, 0.22, _ink(style, random), style)


def _numeral(canvas: Image, number: str, right: bool, ink: Colour) -> None:
    sheet = np.zeros((_H, _W), dtype=np.uint8)
    cv2.putText(
        sheet, number, (_W - 52 if right else 8, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.9, 255, 6, cv2.LINE_AA
    )
    marked = sheet > canvas[..., 3]
    canvas[marked, :3] = ink
    canvas[..., 3] = np.maximum(canvas[..., 3], sheet)


def _index(canvas: Image, number: str, style: Style) -> None:
    """A small numeral in the corner, and where the style says so again upside down in the opposite one."""
    sheet = np.zeros((_H, _W), dtype=np.uint8)
    cv2.putText(sheet, number, (6, 42), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 255, 4, cv2.LINE_AA)
    if style.index == 2:
        sheet = np.maximum(sheet, sheet[::-1, ::-1])
    marked = sheet > canvas[..., 3]
    canvas[marked, :3] = style.inks[1]
    canvas[..., 3] = np.maximum(canvas[..., 3], sheet)


def _bent(canvas: Image, style: Style, random: np.random.Generator) -> Image:
    """The drawing as an unsteady hand would have it."""
    coarse = random.normal(0, style.wobble, (2, 5, 4)).astype(np.float32)
    y, x = np.mgrid[0:_H, 0:_W].astype(np.float32)
    dx = cv2.resize(coarse[0], (_W, _H), interpolation=cv2.INTER_CUBIC)
    dy = cv2.resize(coarse[1], (_W, _H), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.remap(canvas, x + dx, y + dy, cv2.INTER_LINEAR), dtype=np.uint8)

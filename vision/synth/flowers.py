"""花字: what is no Sichuan tile: winds, dragons, seasons, flowers, framed blanks."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synth.brush import H, Style, W, any_ink, at, curve, glyph, holds, numeral, petals
from vision.synth.solids import Image

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


def honour(canvas: Image, style: Style, random: np.random.Generator) -> bool:
    """An honour, a flower or a framed blank; whether anything was drawn."""
    if style.font is None:
        return False
    roll = random.random()
    if roll < 0.2:
        frame(canvas, style, random)
    elif roll < 0.6:
        flower(canvas, style, random)
    else:
        words = [word for word in HONOURS if holds(style.font, word)]
        if not words:
            return False
        word = words[int(random.integers(len(words)))]
        glyph(canvas, word, (0.5, 0.5), 0.72, any_ink(style, random), style)
    return True


def frame(canvas: Image, style: Style, random: np.random.Generator) -> None:
    """白板 as a frame, plain or ornate."""
    ink = (*any_ink(style, random), 255)
    inset, thick = float(random.uniform(0.04, 0.2)), int(random.integers(3, 16))
    for step in range(int(random.integers(1, 4))):
        x, y = round((inset + 0.07 * step) * W), round((inset * 0.8 + 0.07 * step) * H)
        cv2.rectangle(canvas, (x, y), (W - x, H - y), ink, max(thick - 4 * step, 2))
    if random.random() < 0.4:
        for number in range(int(random.integers(10, 30))):
            share = number / 30
            for across, down in ((inset, share), (1 - inset, share), (share, inset), (share, 1 - inset)):
                cv2.circle(canvas, (round(across * W), round(down * H)), thick // 2 + 3, ink, 2, cv2.LINE_AA)
    if random.random() < 0.3:
        glyph(canvas, "8囍白福"[int(random.integers(4))], (0.5, 0.5), 0.25, style.inks[1], style)


def flower(canvas: Image, style: Style, random: np.random.Generator) -> None:
    """花牌: blossoms on bent stems with leaves, in a corner a numeral or a character, or both."""
    stem = any_ink(style, random)
    root = np.array([random.uniform(0.3, 0.7) * W, 0.95 * H])
    for _ in range(int(random.integers(1, 5))):
        head = np.array([random.uniform(0.15, 0.85) * W, random.uniform(0.2, 0.65) * H])
        bend = (root + head) / 2 + random.normal(0, 0.12 * W, 2)
        line = curve(root, bend, head, 14)
        points = [np.rint(np.array(line)).astype(np.int32)]
        cv2.polylines(canvas, points, False, (*stem, 255), int(random.integers(3, 9)), cv2.LINE_AA)
        for _ in range(int(random.integers(0, 6))):
            leaf = line[int(random.integers(14))]
            size = (round(random.uniform(0.04, 0.13) * W), round(random.uniform(0.01, 0.05) * W) + 2)
            turn = float(random.uniform(0, 360))
            cv2.ellipse(
                canvas, at(leaf), size, turn, 0, 360, (*stem, 255), int(random.choice((-1, 3))), cv2.LINE_AA
            )
        ink = any_ink(style, random)
        many, radius = int(random.integers(4, 9)), float(random.uniform(0.06, 0.17)) * W
        filled = int(random.choice((-1, 4)))
        for spot in petals(head, many, radius * 0.7):
            cv2.circle(canvas, at(spot), max(round(radius * 0.5), 3), (*ink, 255), filled, cv2.LINE_AA)
        cv2.circle(
            canvas, at(head), max(round(radius * 0.3), 2), (*any_ink(style, random), 255), -1, cv2.LINE_AA
        )
    if random.random() < 0.8:
        numeral(canvas, str(int(random.integers(1, 5))), bool(random.random() < 0.5), any_ink(style, random))
    if random.random() < 0.8:
        word = HONOURS[int(random.integers(9, len(HONOURS)))]
        where = (float(random.choice((0.2, 0.8))), float(random.uniform(0.14, 0.22)))
        glyph(canvas, word, where, 0.22, any_ink(style, random), style)

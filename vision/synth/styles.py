"""花样: tile sets that nobody made: circles, sticks, birds and characters drawn in random styles.

They teach a reader what the kinds have in common, so that it reads sets it has never seen. Characters need
fonts that hold them; without a font a style has circles, sticks and birds alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.synth.birds import bird
from vision.synth.brush import Colour, H, Style, W, bent, glyph, holds, index
from vision.synth.circles import circles
from vision.synth.faces import OTHER, Face
from vision.synth.flowers import honour
from vision.synth.solids import Image
from vision.synth.sticks import sticks


def any_style(random: np.random.Generator, fonts: Sequence[Path]) -> Style:
    """A style at random; `fonts` are font files that hold Chinese characters."""
    apart = float(random.uniform(0.78, 1.06))
    return Style(
        inks=_inks(random),
        mono=bool(random.random() < 0.3),
        rings=int(random.choice((0, 0, 1, 2, 3))),
        petals=int(random.choice((0, 0, 0, 4, 6, 8, 12))),
        spokes=int(random.choice((0, 0, 0, 2, 2, 3, 4))),
        radius=min(float(random.uniform(0.75, 1.3)), 1.08 * apart),
        stick_width=float(random.uniform(0.05, 0.125)),
        joints=int(random.integers(1, 4)),
        hollow=bool(random.random() < 0.35),
        font=fonts[int(random.integers(len(fonts)))] if fonts else None,
        simple=bool(random.random() < 0.2),
        old_five=bool(random.random() < 0.6),
        index=int(random.choice((0, 0, 0, 1, 1, 2, 3))),
        swapped_eight=bool(random.random() < 0.5),
        wobble=float(random.uniform(0, 5)),
        weight=int(random.integers(-2, 7)),
        spread=apart,
        oval=float(random.choice((1.0, 1.0, 1.0, random.uniform(0.85, 1.2)))),
        coin=_coin(random) if random.random() < 0.6 else (),
        stick=int(random.integers(0, 5)),
        worn=float(random.choice((0.0, 0.0, 0.0, random.uniform(0, 0.7)))),
    )


def _inks(random: np.random.Generator) -> tuple[Colour, ...]:
    green = (int(random.integers(0, 40)), int(random.integers(50, 170)), int(random.integers(20, 100)))
    red = (int(random.integers(130, 240)), int(random.integers(0, 80)), int(random.integers(0, 80)))
    blue = (int(random.integers(0, 80)), int(random.integers(20, 120)), int(random.integers(80, 220)))
    black = (int(random.integers(0, 70)),) * 3
    if random.random() < 0.15:
        return tuple(tuple(int(v) for v in random.integers(0, 200, 3)) for _ in range(3))  # type: ignore[misc]
    first = black if random.random() < 0.15 else green
    return first, red, blue if random.random() < 0.55 else black


def _coin(random: np.random.Generator) -> tuple[tuple[float, int], ...]:
    """Discs within discs, inked and bare by turns."""
    discs = [(1.0, 0)]
    share, bare = 1.0, True
    for _ in range(int(random.integers(1, 5))):
        share -= float(random.uniform(0.12, 0.34))
        if share < 0.1:
            break
        discs.append((share, 3 if bare else int(random.choice((0, 0, 1, 2)))))
        bare = not bare
    return tuple(discs)


def styled_face(kind: str, style: Style, random: np.random.Generator) -> Face | None:
    """The face of a kind (`2p`, `other`) in a style; None for characters and honours that no font of it
    holds."""
    canvas = np.zeros((H, W, 4), dtype=np.uint8)
    number = 0 if kind == OTHER else int(kind[0])
    if kind == OTHER:
        if not honour(canvas, style, random):
            return None
    elif kind[1] == "p":
        circles(canvas, number, style, random)
    elif kind == "1s":
        bird(canvas, style, random)
    elif kind[1] == "s":
        sticks(canvas, number, style)
    elif not _characters(canvas, number, style, random):
        return None
    if style.index and kind != OTHER:
        index(canvas, kind[0], style)
    return Face(kind, bent(canvas, style, random), solid=False)


def _characters(canvas: Image, number: int, style: Style, random: np.random.Generator) -> bool:
    """A numeral above 萬; whether the font holds both."""
    if style.font is None:
        return False
    word = "一二三四五六七八九"[number - 1]
    if number == 5 and style.old_five and holds(style.font, "伍"):
        word = "伍"
    below = [one for one in (("万", "萬") if style.simple else ("萬", "万")) if holds(style.font, one)]
    if not below or not holds(style.font, word):
        return False
    split = float(random.uniform(0.4, 0.5))
    top = style.inks[0] if style.mono else style.inks[2]
    high = float(random.uniform(0.32, 0.46))
    glyph(canvas, word, (0.5, split / 2 + 0.03), high, top, style, wide=float(random.uniform(0.95, 1.5)))
    ink = style.inks[0] if style.mono and random.random() < 0.3 else style.inks[1]
    high = float(random.uniform(0.38, 0.5))
    glyph(canvas, below[0], (0.5, (1 + split) / 2), high, ink, style, wide=float(random.uniform(0.95, 1.35)))
    return True

"""字形: the few Chinese characters that label a tile, as our own pen strokes: no font has to be there.

Each stroke is a line of points on a square of 100 x 100, x to the right, y down, drawn with a round pen.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

Stroke = tuple[tuple[int, int], ...]

SIDE = 100
PEN = 11.0
"""Width of the pen on the square."""
RIM = 4.0
"""Left free around the strokes' lines, on the square, so that no end of a stroke is cut."""
FINER = 4
"""Drawn so many times larger, then reduced, so that edges are smooth."""

GLYPHS: dict[str, tuple[Stroke, ...]] = {
    "一": (((8, 50), (92, 50)),),
    "二": (((22, 26), (78, 26)), ((8, 76), (92, 76))),
    "三": (((16, 17), (84, 17)), ((24, 48), (76, 48)), ((8, 82), (92, 82))),
    "四": (
        ((11, 18), (11, 88)),
        ((11, 18), (89, 18), (89, 88)),
        ((38, 18), (37, 40), (24, 60)),
        ((61, 18), (61, 52), (66, 57), (86, 57)),
        ((11, 80), (89, 80)),
    ),
    "五": (
        ((14, 14), (86, 14)),
        ((47, 14), (34, 85)),
        ((20, 46), (75, 46), (71, 85)),
        ((6, 85), (94, 85)),
    ),
    "六": (
        ((46, 6), (54, 21)),
        ((7, 34), (93, 34)),
        ((37, 50), (27, 72), (11, 91)),
        ((61, 50), (75, 70), (89, 91)),
    ),
    "七": (((7, 50), (93, 33)), ((42, 8), (42, 76), (50, 86), (84, 86), (89, 68))),
    "八": (((37, 24), (30, 56), (22, 72), (7, 90)), ((54, 14), (62, 42), (74, 68), (93, 90))),
    "九": (
        ((40, 6), (40, 40), (32, 68), (9, 92)),
        ((11, 32), (68, 32), (67, 76), (74, 88), (90, 87), (94, 68)),
    ),
    "万": (
        ((6, 15), (94, 15)),
        ((41, 15), (39, 44), (29, 70), (8, 92)),
        ((39, 43), (83, 43), (79, 80), (71, 91), (55, 86)),
    ),
    "筒": (
        ((24, 3), (9, 25)),
        ((17, 14), (46, 14)),
        ((30, 15), (36, 27)),
        ((65, 3), (50, 25)),
        ((58, 14), (92, 14)),
        ((73, 15), (79, 27)),
        ((13, 38), (13, 97)),
        ((13, 38), (87, 38), (87, 88), (81, 95), (71, 94)),
        ((31, 54), (69, 54)),
        ((32, 69), (32, 88)),
        ((32, 69), (68, 69), (68, 88)),
        ((32, 86), (68, 86)),
    ),
    "条": (
        ((40, 3), (29, 19), (10, 35)),
        ((35, 14), (74, 14), (60, 32), (38, 45), (6, 56)),
        ((32, 24), (52, 41), (94, 55)),
        ((9, 66), (91, 66)),
        ((50, 52), (50, 92), (44, 97), (36, 94)),
        ((31, 75), (14, 92)),
        ((67, 75), (86, 92)),
    ),
    "幺": (
        ((56, 5), (24, 36), (56, 39)),
        ((76, 24), (16, 84), (84, 84)),
        ((66, 62), (88, 96)),
    ),
    "鸡": (
        ((5, 22), (40, 22), (30, 52), (5, 84)),
        ((9, 36), (25, 56), (42, 84)),
        ((70, 4), (61, 16)),
        ((54, 16), (88, 16), (86, 37), (77, 39)),
        ((67, 24), (73, 33)),
        ((54, 16), (54, 53), (94, 53), (92, 86), (85, 95), (75, 91)),
        ((47, 71), (79, 71)),
    ),
    "背": (
        ((35, 4), (35, 42)),
        ((10, 18), (33, 18)),
        ((6, 41), (35, 34)),
        ((60, 4), (60, 36), (66, 41), (90, 41), (93, 29)),
        ((90, 12), (62, 23)),
        ((25, 53), (25, 80), (16, 97)),
        ((25, 53), (77, 53), (77, 90), (71, 96), (60, 94)),
        ((27, 66), (77, 66)),
        ((27, 79), (77, 79)),
    ),
    "字": (
        ((50, 2), (53, 13)),
        ((12, 20), (9, 36)),
        ((12, 21), (91, 21), (84, 36)),
        ((26, 42), (74, 42), (52, 57)),
        ((52, 57), (53, 88), (46, 96), (34, 92)),
        ((6, 67), (94, 67)),
    ),
    "花": (
        ((7, 18), (93, 18)),
        ((34, 5), (34, 30)),
        ((66, 5), (66, 30)),
        ((36, 35), (24, 54), (7, 69)),
        ((25, 54), (25, 97)),
        ((88, 44), (74, 58), (52, 69)),
        ((53, 37), (53, 84), (60, 92), (90, 92), (94, 76)),
    ),
    "?": (
        ((27, 30), (30, 16), (40, 8), (53, 6), (66, 10), (73, 21), (72, 34), (64, 45), (54, 54), (51, 70)),
        ((51, 90), (51, 91)),
    ),
}


@lru_cache(maxsize=512)
def glyph(character: str, side: int) -> Image.Image:
    """A character of `GLYPHS` as a mask of `side` x `side` pixels, 255 where there is ink; KeyError for
    any other."""
    large = side * FINER
    ratio = large / (SIDE + 2 * RIM)
    mask = Image.new("L", (large, large), 0)
    draw = ImageDraw.Draw(mask)
    pen = PEN * ratio
    for stroke in GLYPHS[character]:
        points = [((x + RIM) * ratio, (y + RIM) * ratio) for x, y in stroke]
        draw.line(points, fill=255, width=round(pen))
        for x, y in points:
            draw.ellipse((x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2), fill=255)
    return mask.resize((side, side), Image.Resampling.LANCZOS)


def word_mask(word: str, side: int) -> Image.Image:
    """A word as a mask, its characters `side` pixels high and side by side."""
    gap = max(1, side // 10)
    mask = Image.new("L", (len(word) * (side + gap) - gap, side), 0)
    for place, character in enumerate(word):
        mask.paste(glyph(character, side), (place * (side + gap), 0))
    return mask

"""万子: the nine numerals and 萬, every stroke drawn here as touches of a brush (x, y, width) on 300 x 400.

Sets cut the fifth as 伍, so we do too.
"""

from __future__ import annotations

from web.drawings.brush import Touch, path

INK = "#16213e"
RED = "#c4161c"

Strokes = tuple[tuple[Touch, ...], ...]


def heng(x0: float, y0: float, x1: float, y1: float, w: float = 17) -> tuple[Touch, ...]:
    """横: a level stroke, pressed at both ends."""
    dx, dy = x1 - x0, y1 - y0
    return (
        (x0, y0, w),
        (x0 + dx * 0.2, y0 + dy * 0.2 - 1, w * 0.78),
        (x0 + dx * 0.75, y0 + dy * 0.75 - 2, w * 0.8),
        (x1, y1, w * 1.25),
    )


def shu(x0: float, y0: float, x1: float, y1: float, w: float = 19) -> tuple[Touch, ...]:
    """竖: an upright stroke."""
    return ((x0, y0, w * 1.1), ((x0 + x1) / 2, (y0 + y1) / 2, w * 0.9), (x1, y1, w))


NUMERALS: dict[int, Strokes] = {
    1: (heng(52, 108, 248, 96, 27),),
    2: (heng(94, 70, 208, 63, 22), heng(50, 146, 250, 136, 26)),
    3: (heng(84, 52, 216, 45, 20), heng(98, 100, 202, 94, 19), heng(50, 156, 250, 147, 24)),
    4: (
        shu(52, 66, 86, 152, 20),
        heng(52, 68, 248, 54, 18),
        shu(248, 56, 212, 150, 23),
        ((122, 66, 16), (120, 90, 15), (102, 118, 7)),
        ((172, 62, 16), (170, 92, 15), (182, 108, 15), (210, 104, 10)),
        heng(86, 146, 212, 142, 18),
    ),
    5: (
        ((108, 34, 20), (88, 76, 16), (44, 120, 6)),
        shu(82, 86, 84, 176, 19),
        heng(122, 56, 236, 49, 16),
        shu(172, 56, 148, 158, 18),
        heng(124, 106, 220, 98, 15),
        shu(220, 98, 210, 158, 18),
        heng(102, 166, 254, 158, 18),
    ),
    6: (
        ((140, 30, 14), (154, 46, 20), (164, 62, 18)),
        heng(48, 92, 252, 82, 20),
        ((122, 108, 20), (104, 142, 16), (60, 176, 6)),
        ((168, 108, 12), (200, 138, 18), (240, 172, 22)),
    ),
    7: (
        heng(46, 112, 254, 82, 20),
        ((140, 36, 22), (138, 130, 18), (150, 158, 18), (186, 166, 18), (228, 162, 20)),
        ((228, 162, 20), (240, 148, 13), (242, 128, 6)),
    ),
    8: (
        ((126, 62, 22), (112, 112, 18), (50, 170, 6)),
        ((132, 46, 12), (160, 44, 16)),
        ((158, 44, 16), (180, 108, 20), (248, 166, 26)),
    ),
    9: (
        ((126, 32, 22), (122, 92, 18), (104, 134, 14), (46, 176, 6)),
        heng(56, 90, 186, 74, 18),
        ((186, 72, 21), (180, 130, 17), (190, 160, 17), (216, 168, 18), (240, 162, 19)),
        ((240, 162, 18), (250, 146, 12), (252, 124, 6)),
    ),
}

WAN: Strokes = (
    heng(56, 218, 246, 208, 16),
    shu(112, 192, 120, 240, 15),
    shu(188, 188, 178, 238, 15),
    shu(92, 248, 102, 306, 15),
    heng(92, 250, 210, 244, 13),
    shu(210, 244, 200, 304, 16),
    heng(102, 276, 202, 272, 11),
    heng(104, 303, 200, 300, 12),
    shu(151, 248, 151, 346, 15),
    shu(66, 322, 72, 382, 16),
    heng(66, 324, 236, 314, 14),
    ((236, 314, 18), (234, 350, 16), (228, 378, 17), (206, 372, 6)),
    ((104, 360, 14), (140, 352, 11), (184, 342, 10)),
    ((172, 330, 8), (184, 346, 13), (192, 362, 15)),
)


def cut(strokes: Strokes, across: float, down: float, weight: float, up: float = 0) -> Strokes:
    """Strokes made narrower, flatter and bolder about the middle of the numeral, and moved up."""
    return tuple(
        tuple((150 + (x - 150) * across, 105 + (y - 105) * down - up, w * weight) for x, y, w in stroke)
        for stroke in strokes
    )


def character(number: int) -> str:
    """The face of n 万: the numeral in ink over 萬 in red, cut as sets cut them: bold and narrow."""
    numeral = cut(NUMERALS[number], 0.72, 0.85, 1.3, 4)
    return path(numeral, INK) + path(cut(WAN, 0.94, 1, 1.05), RED)

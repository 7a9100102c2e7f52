"""条子: the bamboo sticks in the traditional arrangements, 八条 as W over M, and 幺鸡, on 300 x 400."""

from __future__ import annotations

import math
from itertools import pairwise

from web.drawings.brush import Touch, path

GREEN = "#0b7a3e"
RED = "#c4161c"
BLUE = "#17459b"
PALE = "#fdf8ea"

Stick = tuple[float, float, str]

LAID: dict[int, tuple[float, float, tuple[Stick, ...]]] = {
    2: (140, 58, ((150, 112, GREEN), (150, 288, GREEN))),
    3: (140, 58, ((150, 112, GREEN), (86, 288, GREEN), (214, 288, GREEN))),
    4: (144, 58, tuple((x, y, GREEN) for y in (112, 288) for x in (86, 214))),
    5: (
        144,
        54,
        ((62, 112, GREEN), (238, 112, GREEN), (150, 200, RED), (62, 288, GREEN), (238, 288, GREEN)),
    ),
    6: (146, 54, tuple((x, y, GREEN) for y in (112, 288) for x in (64, 150, 236))),
    7: (
        90,
        52,
        (
            (150, 72, RED),
            *((x, y, BLUE if x == 150 else GREEN) for y in (200, 324) for x in (62, 150, 238)),
        ),
    ),
    9: (
        90,
        52,
        tuple((x, y, RED if x == 150 else GREEN) for y in (76, 200, 324) for x in (58, 150, 242)),
    ),
}
"""Number to the sticks' length, width, and where their middles lie."""


def stick(x0: float, y0: float, x1: float, y1: float, width: float, colour: str) -> str:
    """One stick of bamboo from end to end: three knots, two joints, a bright line along it."""
    length = math.hypot(x1 - x0, y1 - y0)
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0)) - 90
    half, waist, bulge = length / 2, width * 0.36, width * 0.66
    joints = [-half, -half / 3, half / 3, half]
    down = "".join(
        f"Q{-bulge:.1f} {(upper + lower) / 2:.1f} {-waist:.1f} {lower:.1f}"
        for upper, lower in pairwise(joints)
    )
    up = "".join(
        f"Q{bulge:.1f} {(upper + lower) / 2:.1f} {waist:.1f} {upper:.1f}"
        for upper, lower in zip(joints[-2::-1], joints[:0:-1], strict=True)
    )
    round_end = f"{waist:.1f} {waist * 0.7:.1f} 0 0 0"
    points = (
        f"M{-waist:.1f} {-half:.1f}{down}A{round_end} {waist:.1f} {half:.1f}{up}"
        f"A{round_end} {-waist:.1f} {-half:.1f}Z"
    )
    shine = f"M0 {-half * 0.74:.1f}V{half * 0.74:.1f}"
    return (
        f'<g transform="translate({(x0 + x1) / 2:.1f} {(y0 + y1) / 2:.1f}) rotate({turn:.1f})">'
        f'<path fill="{colour}" d="{points}"/>'
        f'<path stroke="{PALE}" stroke-width="{width * 0.14:.1f}" stroke-linecap="round" d="{shine}"/></g>'
    )


def eight() -> str:
    """八条: a W above an M."""
    lines = []
    for y, sign in ((108.0, 1.0), (292.0, -1.0)):
        low, high = y + 70 * sign, y - 70 * sign
        lines += [(54.0, high, 54.0, low), (246.0, high, 246.0, low)]
        lines += [(68.0, low, 142.0, high + 40 * sign), (232.0, low, 158.0, high + 40 * sign)]
    return "".join(stick(x0, y0, x1, y1, 40, GREEN) for x0, y0, x1, y1 in lines)


BODY: tuple[tuple[Touch, ...], ...] = (
    ((118, 92, 66), (128, 132, 74), (146, 182, 84), (166, 226, 52), (176, 246, 20)),
)
TAIL: tuple[tuple[Touch, ...], ...] = (
    ((172, 226, 16), (204, 290, 18), (236, 372, 9)),
    ((156, 234, 15), (178, 300, 18), (196, 382, 9)),
    ((142, 228, 13), (148, 300, 17), (152, 372, 8)),
)
WING: tuple[tuple[Touch, ...], ...] = (
    ((158, 132, 18), (206, 150, 34), (250, 128, 9)),
    ((164, 158, 18), (206, 184, 30), (256, 172, 8)),
    ((168, 184, 16), (204, 212, 24), (244, 214, 7)),
)
CREST: tuple[tuple[Touch, ...], ...] = (
    ((116, 62, 11), (120, 40, 12), (142, 22, 6)),
    ((124, 64, 11), (142, 46, 12), (172, 38, 6)),
    ((108, 62, 10), (98, 40, 11), (106, 20, 5)),
)
BEAK: tuple[tuple[Touch, ...], ...] = (((88, 86, 30), (68, 94, 16), (48, 108, 4)),)
PERCH: tuple[tuple[Touch, ...], ...] = (
    ((44, 268, 11), (92, 256, 13), (160, 262, 12), (224, 248, 8)),
    ((126, 210, 11), (118, 232, 10), (112, 254, 9)),
    ((46, 268, 9), (34, 250, 12), (40, 232, 5)),
)


def bird() -> str:
    """幺鸡: a bird on a twig, red crest and tail, green body, blue wing."""
    return (
        path(TAIL, RED)
        + path(PERCH, GREEN)
        + path(BODY, GREEN)
        + path(WING, BLUE)
        + path(CREST, RED)
        + path(BEAK, RED)
        + f'<circle cx="110" cy="88" r="17" fill="{PALE}"/><circle cx="107" cy="88" r="8" fill="#16213e"/>'
        + f'<path fill="none" stroke="{PALE}" stroke-width="7" stroke-linecap="round" '
        'd="M112 134q14 12 30 4M120 162q14 14 32 6M132 192q12 12 28 6"/>'
    )


def bamboo(number: int) -> str:
    """The face of n 条."""
    if number == 1:
        return bird()
    if number == 8:
        return eight()
    length, width, sticks = LAID[number]
    return "".join(stick(x, y - length / 2, x, y + length / 2, width, colour) for x, y, colour in sticks)

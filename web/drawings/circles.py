"""筒子: the circles, in the traditional arrangements and colours, on 300 x 400."""

from __future__ import annotations

import math

BLUE = "#17459b"
GREEN = "#0b7a3e"
RED = "#c4161c"

Spot = tuple[float, float, str]

SPOTS: dict[int, tuple[float, tuple[Spot, ...]]] = {
    2: (66, ((150, 110, GREEN), (150, 290, BLUE))),
    3: (54, ((76, 78, BLUE), (150, 200, RED), (224, 322, GREEN))),
    4: (56, ((84, 104, BLUE), (216, 104, GREEN), (84, 296, GREEN), (216, 296, BLUE))),
    5: (50, ((78, 84, BLUE), (222, 84, GREEN), (150, 200, RED), (78, 316, GREEN), (222, 316, BLUE))),
    6: (
        57,
        ((94, 78, GREEN), (206, 78, GREEN), *((x, y, RED) for y in (222, 334) for x in (94, 206))),
    ),
    7: (
        48,
        (
            (58, 54, GREEN),
            (150, 90, GREEN),
            (242, 126, GREEN),
            *((x, y, RED) for y in (246, 340) for x in (103, 197)),
        ),
    ),
    8: (48, tuple((x, y, BLUE) for y in (59, 153, 247, 341) for x in (103, 197))),
    9: (
        47,
        tuple((x, y, c) for y, c in ((70, BLUE), (200, RED), (330, GREEN)) for x in (57, 150, 243)),
    ),
}
"""Number to the radius of its circles and where they lie."""


def ring(x: float, y: float, r: float, colour: str) -> str:
    """One circle: a wide rim, a thin ring and a dot of one colour."""
    return (
        f'<g fill="none" stroke="{colour}">'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * 0.86:.1f}" stroke-width="{r * 0.26:.1f}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * 0.47:.1f}" stroke-width="{r * 0.14:.1f}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * 0.19:.1f}" fill="{colour}" stroke="none"/></g>'
    )


def flower(x: float, y: float, r: float) -> str:
    """一筒: the big wheel: a green rim, a wreath of petals, a red heart with a cross."""
    petals = []
    for step in range(12):
        angle = step * math.pi / 6
        px, py = x + math.cos(angle) * r * 0.62, y + math.sin(angle) * r * 0.62
        petals.append(
            f'<ellipse cx="{px:.1f}" cy="{py:.1f}" rx="{r * 0.17:.1f}" ry="{r * 0.11:.1f}" '
            f'transform="rotate({step * 30} {px:.1f} {py:.1f})"/>'
        )
    heart = r * 0.34
    arm = heart * 0.6
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r * 0.92:.1f}" fill="none" stroke="{GREEN}" '
        f'stroke-width="{r * 0.13:.1f}"/>'
        f'<g fill="{GREEN}">{"".join(petals)}</g>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{heart:.1f}" fill="{RED}"/>'
        f'<path d="M{x - arm:.1f} {y:g}h{2 * arm:.1f}M{x:g} {y - arm:.1f}v{2 * arm:.1f}" '
        f'stroke="#fdf8ea" stroke-width="{r * 0.07:.1f}" stroke-linecap="round"/>'
    )


def circle(number: int) -> str:
    """The face of n 筒."""
    if number == 1:
        return flower(150, 200, 122)
    radius, spots = SPOTS[number]
    return "".join(ring(x, y, radius, colour) for x, y, colour in spots)

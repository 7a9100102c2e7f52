"""筒: circles as rings, coins, wheels, flowers and crosses, in the places that all sets share."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.synth.brush import CLEAR, Colour, H, Style, W, at, petals, spread
from vision.synth.solids import Image

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

RADII = {1: 0.36, 2: 0.19, 3: 0.165, 4: 0.17, 5: 0.155, 6: 0.135, 7: 0.12, 8: 0.12, 9: 0.135}


def circles(canvas: Image, number: int, style: Style, random: np.random.Generator) -> None:
    """The circles of a number 1..9."""
    radius = RADII[number] * style.radius
    if number == 1:
        _great(canvas, radius, style, random)
        return
    for place, centre in enumerate(PLACES[number]):
        outer = style.inks[0] if style.mono else style.inks[_colour_of(number, place)]
        inner = (
            style.inks[1] if not style.coin or style.mono else style.inks[(_colour_of(number, place) + 1) % 3]
        )
        _circle(canvas, spread(centre, style), radius, outer, inner, style)


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
    canvas: Image, centre: tuple[float, float], radius: float, outer: Colour, inner: Colour, style: Style,
) -> None:  # fmt: skip
    x, y, r = round(centre[0] * W), round(centre[1] * H), max(round(radius * W), 4)
    if style.coin:
        inks = (outer, inner, style.inks[2])
        for share, ink in style.coin:
            _disc(canvas, (x, y), r * share, style.oval, (*inks[ink], 255) if ink < 3 else CLEAR)
    else:
        _disc(canvas, (x, y), r, style.oval, (*outer, 255))
    for ring in range(style.rings):
        share = 1 - (ring + 1) / (style.rings + 1.5)
        size = (max(round(r * share), 1), max(round(r * share * style.oval), 1))
        cv2.ellipse(canvas, (x, y), size, 0, 0, 360, CLEAR, max(r // 9, 1), cv2.LINE_8)
    for petal in petals(np.array([x, y], dtype=np.float64), style.petals, 0.62 * r):
        cv2.circle(canvas, at(petal), max(r // 7, 1), CLEAR, -1, cv2.LINE_8)
    for spoke in range(style.spokes):
        angle = math.pi * (spoke / style.spokes + (0.25 if style.spokes != 2 or style.hollow else 0))
        dx, dy = 0.8 * r * math.cos(angle), 0.8 * r * math.sin(angle)
        ends = (round(x - dx), round(y - dy)), (round(x + dx), round(y + dy))
        cv2.line(canvas, *ends, CLEAR, max(r // 6, 2), cv2.LINE_8)
    if style.hollow:
        _disc(canvas, (x, y), r * 0.66, style.oval, CLEAR)
        _disc(canvas, (x, y), r * 0.34, style.oval, (*inner, 255))


def _disc(
    canvas: Image, centre: tuple[int, int], radius: float, oval: float, ink: tuple[int, int, int, int]
) -> None:
    size = (max(round(radius), 1), max(round(radius * oval), 1))
    edge = cv2.LINE_AA if ink[3] else cv2.LINE_8
    cv2.ellipse(canvas, centre, size, 0, 0, 360, ink, -1, edge)


def _great(canvas: Image, radius: float, style: Style, random: np.random.Generator) -> None:
    """一筒: one great circle of many rings, with a wreath of petals, beads or spokes."""
    x, y, r = W // 2, H // 2, radius * W
    oval = style.oval * float(random.choice((1.0, 1.0, 1.15, 1.3)))
    bare = style.coin and style.coin[-1][1] == 3
    share, ink = 1.0, 0
    for _ in range(int(random.integers(2, 7))):
        _disc(canvas, (x, y), r * share, oval, (*style.inks[ink % 3], 255))
        share -= float(random.uniform(0.05, 0.16))
        if share < 0.15:
            break
        if random.random() < 0.7:
            _disc(canvas, (x, y), r * share, oval, CLEAR)
            share -= float(random.uniform(0.04, 0.16))
        ink += int(random.integers(0, 3))
        if share < 0.15:
            break
    for _ in range(int(random.integers(0, 3))):
        many, way = int(random.integers(5, 20)), float(random.uniform(0.4, 0.95))
        size = max(round(r * float(random.uniform(0.05, 0.2))), 2)
        colour = (*style.inks[int(random.integers(3))], 255) if random.random() < 0.6 else CLEAR
        for petal in petals(np.array([0.0, 0.0]), many, way * r):
            spot = (round(x + petal[0]), round(y + petal[1] * oval))
            cv2.circle(canvas, spot, size, colour, int(random.choice((-1, -1, 2))), cv2.LINE_8)
    if random.random() < 0.3:
        for end in petals(np.array([0.0, 0.0]), int(random.integers(4, 16)), 0.9 * r):
            cv2.line(canvas, (x, y), (round(x + end[0]), round(y + end[1] * oval)), CLEAR, 3, cv2.LINE_8)
    if not bare or random.random() < 0.5:
        _disc(canvas, (x, y), r * float(random.uniform(0.1, 0.3)), 1.0, (*style.inks[1], 255))
    if random.random() < 0.25:
        cv2.line(canvas, (x - round(r * 0.2), y), (x + round(r * 0.2), y), CLEAR, 3)
        cv2.line(canvas, (x, y - round(r * 0.2)), (x, y + round(r * 0.2)), CLEAR, 3)

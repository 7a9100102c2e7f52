"""毛笔: a brush stroke, given by points with the brush's width at each, as the outline of an SVG path."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]
Touch = tuple[float, float, float]
"""Where the brush is (x, y) and how wide its mark is there, all in drawing units."""

STEPS = 6
"""Straight pieces that each stretch between two touches is drawn with."""


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    """A Catmull-Rom curve's value at t (0..1) between b and c."""
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t
    )


def smooth(touches: Sequence[Touch]) -> list[Touch]:
    """A smooth curve through the touches; two touches give a straight line."""
    points = [touches[0], *touches, touches[-1]]
    curve: list[Touch] = []
    for index in range(1, len(points) - 2):
        a, b, c, d = points[index - 1 : index + 3]
        for step in range(STEPS):
            t = step / STEPS
            x, y, w = (_between(a[k], b[k], c[k], d[k], t) for k in range(3))
            curve.append((x, y, max(w, 0.5)))
    curve.append(touches[-1])
    return curve


def outline(touches: Sequence[Touch]) -> list[Point]:
    """The outline of a stroke with round ends, as the corners of a polygon."""
    curve = smooth(touches)
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y, w) in enumerate(curve):
        x0, y0, _ = curve[max(index - 1, 0)]
        x1, y1, _ = curve[min(index + 1, len(curve) - 1)]
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = -(y1 - y0) / length * w / 2, (x1 - x0) / length * w / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return left + _cap(curve[-1], curve[-2]) + right[::-1] + _cap(curve[0], curve[1])


def _cap(end: Touch, before: Touch) -> list[Point]:
    """A round end: points of the half circle beyond the last touch."""
    x, y, w = end
    ahead = math.atan2(y - before[1], x - before[0])
    angles = [ahead + math.pi / 2 - math.pi * step / 6 for step in range(1, 6)]
    return [(x + math.cos(a) * w / 2, y + math.sin(a) * w / 2) for a in angles]


def path(strokes: Sequence[Sequence[Touch]], colour: str) -> str:
    """The strokes of a character as one SVG path element of one colour."""
    pieces = []
    for stroke in strokes:
        corners = " ".join(f"{x:.0f} {y:.0f}" for x, y in outline(stroke))
        pieces.append(f"M{corners}Z")
    return f'<path fill="{colour}" d="{"".join(pieces)}"/>'

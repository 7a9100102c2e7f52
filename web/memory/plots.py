"""图: plots as SVG text, drawn here: bars for sessions, a line for a running total. Colours and letters come
from the page's style sheet by class, so that both follow light and dark; a table with the same numbers stands
beside each plot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

WIDTH, HEIGHT = 400, 210
LEFT, RIGHT, TOP, BOTTOM = 46, 6, 10, 24
MOST_BARS = 40
"""Bars that can still be told apart; of more the last ones are drawn."""


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a plot with its label."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's values in order; `mark` numbers its colour."""

    name: str
    values: tuple[int, ...]


def ticks(low: float, high: float) -> list[int]:
    """Round numbers that span both ends and 0, four to seven of them."""
    low, high = min(low, 0), max(high, 0)
    span = max(high - low, 1)
    step = 1
    while span / step > 6:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    first, last = -(-low // step) * step, high // step * step
    first, last = first - step * (first > low), max(last + step * (last < high), first + step)
    return [int(first + step * place) for place in range(int((last - first) // step) + 1)]


class _Frame:
    """The axes of a plot: values to heights."""

    def __init__(self, low: float, high: float) -> None:
        self.ticks = ticks(low, high)
        self.low, self.high = self.ticks[0], max(self.ticks[-1], self.ticks[0] + 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def grid(self) -> list[str]:
        lines = []
        for tick in self.ticks:
            y = self.y(tick)
            kind = "zero" if tick == 0 else "grid"
            lines.append(f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            lines.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick}</text>')
        return lines


def _svg(title: str, parts: Sequence[str]) -> str:
    said = escape(title)
    head = f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{said}">'
    return "".join([head, f"<title>{said}</title>", *parts, "</svg>"])


def bars(title: str, points: Sequence[Point]) -> str:
    """A bar for each value, gains up and losses down."""
    shown = list(points)[-MOST_BARS:]
    if not shown:
        return ""
    values = [one.value for one in shown]
    frame = _Frame(min(values), max(values))
    room = (WIDTH - LEFT - RIGHT) / len(shown)
    wide = min(room * 0.7, 44)
    parts = frame.grid()
    every = -(-len(shown) // 6)
    for place, one in enumerate(shown):
        x = LEFT + room * place + (room - wide) / 2
        top, foot = sorted((frame.y(one.value), frame.y(0)))
        kind = "plus" if one.value >= 0 else "minus"
        said = escape(f"{one.label}: {one.value:+d}")
        parts.append(
            f'<rect class="bar {kind}" x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" '
            f'height="{max(foot - top, 1):.1f}" rx="2"><title>{said}</title></rect>'
        )
        if place % every == 0:
            middle, y = x + wide / 2, HEIGHT - 8
            parts.append(
                f'<text class="tick" x="{middle:.1f}" y="{y}" text-anchor="middle">{escape(one.label)}</text>'
            )
    return _svg(title, parts)


def lines(title: str, many: Sequence[Line]) -> str:
    """A line for each person, each with its own colour, dashes and name at its end."""
    longest = max((len(one.values) for one in many), default=0)
    if longest < 1:
        return ""
    every = [value for one in many for value in one.values]
    frame = _Frame(min(every), max(every))
    step = (WIDTH - LEFT - RIGHT - 66) / max(longest - 1, 1)
    parts = frame.grid()
    ends = _apart([frame.y(one.values[-1]) for one in many])
    for place, (one, end) in enumerate(zip(many, ends, strict=True)):
        dots = " ".join(f"{LEFT + step * at:.1f},{frame.y(value):.1f}" for at, value in enumerate(one.values))
        mark = place % 5
        if len(one.values) == 1:
            across, down = dots.split(",")
            parts.append(f'<circle class="dot series-{mark}" cx="{across}" cy="{down}" r="4"/>')
        parts.append(f'<polyline class="line series-{mark}" points="{dots}"/>')
        x = LEFT + step * (len(one.values) - 1) + 8
        parts.append(
            f'<text class="name series-{mark}" x="{x:.1f}" y="{end + 4:.1f}">{escape(one.name)}</text>'
        )
    for at in sorted({0, (longest - 1) // 2, longest - 1}):
        x = LEFT + step * at
        parts.append(f'<text class="tick" x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{at + 1}</text>')
    return _svg(title, parts)


def _apart(heights: Sequence[float], gap: float = 15.0) -> list[float]:
    """The same heights moved so far that names do not lie upon each other, all within the frame."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    found = list(heights)
    for before, place in pairwise(order):
        found[place] = max(found[place], found[before] + gap)
    over = max((found[place] for place in order), default=0) - (HEIGHT - BOTTOM + 6)
    return [one - over if over > 0 else one for one in found]

"""排: tiles as rows, the way a player reads them, whichever way the photo is turned; geometry, no names.

A row is a chain of boxes with even steps, so it may run at any angle and narrow with distance. A gap of a
third of a tile ends a row: what lies beyond it is a group of its own. Boxes are upright around turned tiles,
so nothing but the steps from box to box tells how the tiles are turned.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detection import Detection

STRAY = 0.33
"""How far, as a part of the step, the next tile may lie from where an even row would have it."""
LONGEST_STEP = 1.35
"""The first step of a row, as a part of the boxes' size: a taller tile beside another gives 1.2."""
NEIGHBOURS = 6
SAME_WAY = math.radians(25)
CLEARLY_LONGER = 1.9
"""Rows whose chains are that much longer than the columns' are the rows; else it is a block of tiles."""
CLEARLY_NARROWER = 1.12
"""In a block tiles lie side by side along the shorter step."""
OTHER_WAY = 0.6
"""What a tile counts in a chain that runs another way than the rows."""
STEEP = 0.26
"""A row whose direction has less than this to the right is read from the top down."""
NO_DIAGONAL = 0.4
"""Rows nearer to 45 degrees do not show a tile's width apart from its height."""
USUAL_WIDTH = 0.43
"""A tile's width as a part of width and height together."""
SHAPES = (0.6, 2.0)
"""The least and the greatest height of a tile as seen, as a part of its width."""
TOUCHING = 1.25
"""Rows whose distance is below this part of the tiles' height touch."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """排. `places`: the row's detections, by their place, in reading order; `centre` its middle, `way` the
    direction it runs (a unit vector), `step` from tile to tile and `height` of a tile across the row, in
    pixels; `half`: half its length."""

    places: tuple[int, ...]
    centre: tuple[float, float]
    way: tuple[float, float]
    step: float
    height: float

    @property
    def half(self) -> float:
        """Half the length of the row, its end tiles included."""
        return len(self.places) * self.step / 2

    def apart(self, other: Row) -> tuple[float, float]:
        """The gap along this row's direction between the two (negative where they overlap), and how far
        the other's middle lies from this row's line, both in pixels."""
        dx, dy = other.centre[0] - self.centre[0], other.centre[1] - self.centre[1]
        along = abs(dx * self.way[0] + dy * self.way[1])
        across = abs(dy * self.way[0] - dx * self.way[1])
        lengthwise = abs(self.way[0] * other.way[0] + self.way[1] * other.way[1])
        reach = other.half if lengthwise > 0.7 else other.height / 2
        return along - self.half - reach, across

    def in_line(self, other: Row) -> bool:
        """Whether the other row continues this one, beyond a gap."""
        return self.apart(other)[1] < 0.45 * max(self.height, other.height)

    def touches(self, other: Row, within: float = TOUCHING) -> bool:
        """Whether the other row lies directly above, below or beside this one, `within` so many heights."""
        gap, across = self.apart(other)
        high = (self.height + other.height) / 2
        return gap < 0.25 * self.step and across < within * high

    def runs_like(self, other: Row) -> bool:
        """Whether the other row runs the same way with steps about as long."""
        along = abs(self.way[0] * other.way[0] + self.way[1] * other.way[1])
        return along > math.cos(SAME_WAY) and 0.7 < other.step / self.step < 1.43


def arrange(detections: Sequence[Detection]) -> tuple[Row, ...]:
    """The rows of a picture in reading order: from the top of the picture down, those of one line from left
    to right. Every detection is in exactly one row, if need be alone."""
    if not detections:
        return ()
    centres = np.array([one.centre for one in detections])
    spans = np.array([one.span for one in detections])
    chains = _chains(centres, spans)
    way = _main_way(chains, centres, len(detections))
    rows = [_row(chain, centres, detections, way) for chain in _pick(chains, centres, way, len(detections))]
    return tuple(_reading_order(rows, way))


def _chains(centres: Points, spans: NDArray[np.float64]) -> list[tuple[int, ...]]:
    """Every longest chain of even steps through two neighbours."""
    distances = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    known: set[tuple[int, int]] = set()
    chains = []
    for first in range(len(centres)):
        for second in np.argsort(distances[first], kind="stable")[1 : NEIGHBOURS + 1].tolist():
            if (first, second) in known:
                continue
            if distances[first, second] > LONGEST_STEP * (spans[first] + spans[second]) / 2:
                continue
            used = {first, second}
            ahead = _grow(centres, first, second, used)
            behind = _grow(centres, second, first, used)
            chain = (*reversed(behind), first, second, *ahead)
            for one, two in itertools.pairwise(chain):
                known |= {(one, two), (two, one)}
            chains.append(chain)
    return chains


def _grow(centres: Points, before: int, last: int, used: set[int]) -> list[int]:
    """What follows two neighbours at even steps, nearest first; it is added to `used`."""
    found: list[int] = []
    step = centres[last] - centres[before]
    while True:
        expected = centres[last] + step
        away = np.hypot(*(centres - expected).T)
        nearest = int(np.argmin(away))
        # even seen from either end: a row that begins with a gap is none
        even = min(float(np.hypot(*step)), float(np.hypot(*(centres[nearest] - centres[last]))))
        if nearest in used or away[nearest] > STRAY * even:
            return found
        # half old, half new: follows perspective without being led astray by one crooked tile
        step = (step + centres[nearest] - centres[last]) / 2
        last = nearest
        used.add(nearest)
        found.append(nearest)


def _angle(chain: Sequence[int], centres: Points) -> float:
    """The direction of a chain, 0 <= angle < pi."""
    dx, dy = centres[chain[-1]] - centres[chain[0]]
    return math.atan2(dy, dx) % math.pi


def _between(one: float, two: float) -> float:
    """The angle between two directions, 0..pi/2."""
    apart = abs(one - two) % math.pi
    return min(apart, math.pi - apart)


def _main_way(chains: list[tuple[int, ...]], centres: Points, many: int) -> float:
    """The direction of the rows. Of a block of tiles: along the shorter step, else nearer to level."""
    ways: list[tuple[float, float, float]] = []
    angles = [_angle(chain, centres) for chain in chains]
    for angle in angles:
        if any(_between(angle, one[0]) < SAME_WAY for one in ways):
            continue
        longest = np.ones(many)
        steps = []
        for chain, its_angle in zip(chains, angles, strict=True):
            if _between(angle, its_angle) < SAME_WAY:
                longest[list(chain)] = np.maximum(longest[list(chain)], len(chain))
                steps.append(_step(chain, centres))
        ways.append((angle, float(longest.mean()), float(np.median(steps))))
    if not ways:
        return 0.0
    best: tuple[float, float, float] = max(ways, key=lambda one: one[1])
    for other in ways:
        across = _between(best[0], other[0]) > math.radians(60)
        if not across or best[1] >= CLEARLY_LONGER * other[1] or other[1] < 1.5:
            continue
        if max(best[2], other[2]) > CLEARLY_NARROWER * min(best[2], other[2]):
            best = best if best[2] < other[2] else other
        elif _between(other[0], 0.0) < _between(best[0], 0.0):
            best = other
    return best[0]


def _step(chain: Sequence[int], centres: Points) -> float:
    dx, dy = centres[chain[-1]] - centres[chain[0]]
    return math.hypot(dx, dy) / (len(chain) - 1)


def _pick(chains: list[tuple[int, ...]], centres: Points, way: float, many: int) -> Iterator[tuple[int, ...]]:
    """Chains that share no tile, the longest along the rows first; then what is left, each alone."""
    free = set(range(many))

    def worth(chain: tuple[int, ...]) -> tuple[float, float]:
        along = _between(_angle(chain, centres), way) < SAME_WAY
        return len(chain) * (1.0 if along else OTHER_WAY), -_step(chain, centres)

    waiting = sorted(chains, key=worth, reverse=True)
    while waiting:
        chain = waiting.pop(0)
        if free.issuperset(chain):
            free -= set(chain)
            yield chain
            continue
        rest = [part for part in _parts(chain, free) if len(part) > 1]
        waiting = sorted([*waiting, *rest], key=worth, reverse=True) if rest else waiting
    yield from ((one,) for one in sorted(free))


def _parts(chain: tuple[int, ...], free: set[int]) -> Iterator[tuple[int, ...]]:
    """The stretches of a chain that are still free."""
    part: list[int] = []
    for one in (*chain, -1):
        if one in free:
            part.append(one)
        elif part:
            yield tuple(part)
            part = []


def _heading(angle: float) -> tuple[float, float]:
    """The unit vector in which a row of this direction is read: to the right, a steep one downwards."""
    ux, uy = math.cos(angle), math.sin(angle)
    backwards = uy < 0 if abs(ux) < STEEP else ux < 0
    return (-ux, -uy) if backwards else (ux, uy)


def _row(chain: tuple[int, ...], centres: Points, detections: Sequence[Detection], way: float) -> Row:
    angle = _angle(chain, centres) if len(chain) > 1 else way
    ux, uy = _heading(angle)
    places = tuple(sorted(chain, key=lambda one: float(centres[one] @ (ux, uy))))
    boxes = np.array([detections[one].box for one in chain])
    wide, high = (boxes[:, 2:] - boxes[:, :2]).mean(axis=0)
    step = _step(chain, centres) if len(chain) > 1 else None
    step, height = _tile_size(float(wide), float(high), abs(ux), abs(uy), step)
    middle = centres[list(chain)].mean(axis=0)
    return Row(places, (float(middle[0]), float(middle[1])), (ux, uy), step, height)


def _tile_size(wide: float, high: float, c: float, s: float, step: float | None) -> tuple[float, float]:
    """A tile's size along and across its row, from the upright boxes around the tiles and the row's direction
    (c, s): wide = c width + s height, high = s width + c height. Where the `step` is known it is the width,
    and tells how much tighter than the tiles the boxes are."""
    apart = c * c - s * s
    if abs(apart) > NO_DIAGONAL:
        width = (c * wide - s * high) / apart
    else:
        width = step if step is not None else (wide + high) / (c + s) * USUAL_WIDTH
    width = max(width, 1e-6)
    height = (wide + high) / (c + s) - width
    ratio = min(max(height / width, SHAPES[0]), SHAPES[1])
    along = width if step is None else step
    return along, along * ratio


def _reading_order(rows: list[Row], way: float) -> Iterator[Row]:
    """Lines from the top down, each from its beginning to its end."""
    ux, uy = _heading(way)
    down = (-uy, ux) if abs(ux) >= STEEP else (uy, -ux)

    def depth(row: Row) -> float:
        return row.centre[0] * down[0] + row.centre[1] * down[1]

    lines: list[list[Row]] = []
    for row in sorted(rows, key=depth):
        for line in lines:
            if max(line, key=lambda one: len(one.places)).in_line(row):
                line.append(row)
                break
        else:
            lines.append([row])
    for line in lines:
        yield from sorted(line, key=lambda row: row.centre[0] * ux + row.centre[1] * uy)

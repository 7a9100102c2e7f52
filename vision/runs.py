"""一排: tiles that touch each other in a line along a side of the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.calibration import from_side
from vision.measuring import Measured

LOOSE = 1.3
"""Tiles whose centres lie no farther apart than this part of touching ones are of one run."""
BESIDE = 0.5
"""How far, as a part of a tile's width, a tile may lie off the line of its run."""
CLOSE = 0.55
"""Two detections nearer to each other than this part of a tile's width are one tile seen twice."""


@dataclass(frozen=True, slots=True)
class Run:
    """一排 along x (`axis` 0) or along y (1): `places` in rising order of that coordinate."""

    axis: int
    places: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.places)


def find_runs(measured: Measured, axis: int) -> tuple[Run, ...]:
    """Every tile in exactly one run along an axis, if need be alone."""
    at = measured.at
    many = len(at)
    owner = list(range(many))

    def root(one: int) -> int:
        while owner[one] != one:
            owner[one] = owner[owner[one]]
            one = owner[one]
        return one

    reach = np.array([measured.extent(place)[axis] for place in range(many)])
    along = np.abs(at[:, None, axis] - at[None, :, axis])
    across = np.abs(at[:, None, 1 - axis] - at[None, :, 1 - axis])
    touching = (
        (along < LOOSE * (reach[:, None] + reach[None]) / 2)
        & (across < BESIDE * measured.wide)
        & (along > CLOSE * measured.wide)
    )
    for one, two in zip(*np.nonzero(np.triu(touching)), strict=True):
        owner[root(int(one))] = root(int(two))
    members: dict[int, list[int]] = {}
    for place in range(many):
        members.setdefault(root(place), []).append(place)
    return tuple(
        Run(axis, tuple(sorted(places, key=lambda place: float(at[place, axis]))))
        for places in members.values()
    )


def pieces(run: Run, measured: Measured, side: int, gap: float) -> Iterator[tuple[int, ...]]:
    """The stretches of a run between gaps wider than `gap` widths of a tile, in the order in which the player
    of the side sees them, left to right."""

    def seen(place: int) -> float:
        x, y = measured.at[place]
        return from_side((float(x), float(y)), side)[0]

    ordered = sorted(run.places, key=seen)
    piece = [ordered[0]]
    for before, place in itertools.pairwise(ordered):
        reach = (measured.extent(before)[run.axis] + measured.extent(place)[run.axis]) / 2
        if seen(place) - seen(before) - reach > gap * measured.wide:
            yield tuple(piece)
            piece = []
        piece.append(place)
    yield tuple(piece)

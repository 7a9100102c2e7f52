"""叠牌: a tile laid on one of a meld, seen from above.

The tile on top hides the one below, and shows the same face in nearly the same place. But it lies nearer to
the camera, so it seems pushed outwards from the point below the camera, by what one more thickness makes
there. A tile that was nudged moves anywhere; so both parts of a shift are told, and how sure they are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.calibration import Floats, Geometry
from vision.detection import Detection
from vision.measuring import DEPTH, Size
from vision.places import Area
from vision.tracking import Track

MELD = 3
"""Tiles of a pong, of which one may bear another."""
KEPT = 40
"""Readings of a tile that are remembered."""
BEFORE, AFTER = 2, 1
"""So many readings on each side of a shift, at least."""
AROUND = 12
"""Readings on each side that a shift is measured by, at most: a tile may be nudged before or after."""
APART = 6
"""Readings of one tile in one light err alike: they never count as more than so many."""
STEADY = 0.012
"""A place is never known better than this, in widths of a tile."""
UNSURE = 0.06
"""How far one reading is off at a table of which little is known yet, in widths."""
FEW = 12
"""So many steps between readings tell how far they are off here."""
ENOUGH = 4
"""So many readings of a shift, and more of them tell little."""
PLAIN = 2.5
"""A shift is told where it is more than so many times its doubt."""


@dataclass(frozen=True, slots=True)
class Lift:
    """A tile of a meld has shifted beside the others of it, after it was read `before` and not after `since`,
    seconds.

    In widths of a tile: `out`, away from the point below the camera; `aside`, square to that; `reach`: how
    far out a tile seems to be here that lies on another; `doubt`: the standard error of both parts.
    `readings`: how many show it.
    """

    before: float
    since: float
    out: float
    aside: float
    reach: float
    doubt: float
    readings: int

    @property
    def doubtful(self) -> bool:
        """Whether further readings would tell more of a tile that may lie on another."""
        return self.readings < ENOUGH and self.out > self.reach / 2


@dataclass(slots=True)
class Lying:
    """Where a tile lay beside its mates, reading after reading, in table units."""

    mates: frozenset[int]
    """the tracks of its meld, in whatever order they are known"""
    detection: Detection | None = None
    at: deque[float] = field(default_factory=lambda: deque(maxlen=KEPT))
    places: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=KEPT))
    told: Lift | None = None
    """what its readings come to"""

    def lift(self, way: Floats, error: float, wide: float) -> Lift | None:
        """The plainest shift among the readings, None where the tile lies as it lay. In table units: `way`,
        how far it would seem to be shifted on another tile; `error` of a reading; `wide`, a tile's width."""
        many = len(self.places)
        reach = float(np.hypot(*way))
        if many < BEFORE + AFTER or reach < STEADY * wide:
            return None  # little known, or right below the camera
        places: Floats = np.array(self.places)
        sums: Floats = np.concatenate([np.zeros((1, 2)), np.cumsum(places, axis=0)])
        starts = np.arange(BEFORE, many - AFTER + 1)
        first, last = np.maximum(starts - AROUND, 0), np.minimum(starts + AROUND, many)
        old = (sums[starts] - sums[first]) / (starts - first)[:, None]
        new = (sums[last] - sums[starts]) / (last - starts)[:, None]
        doubts = error * np.sqrt(1 / np.minimum(starts - first, APART) + 1 / np.minimum(last - starts, APART))
        best = int((np.hypot(*(new - old).T) / doubts).argmax())
        start, doubt = self._began(places, int(starts[best]), new[best] - old[best]), float(doubts[best])
        shift: Floats = np.median(places[start : start + AROUND], axis=0) - np.median(
            places[max(start - AROUND, 0) : start], axis=0
        )
        told = float(np.hypot(*shift)) / doubt
        if told < PLAIN:
            return None
        out = float(shift @ way) / reach
        aside = float(way[0] * shift[1] - way[1] * shift[0]) / reach
        return Lift(
            self.at[start - 1],
            self.at[start],
            out / wide,
            aside / wide,
            reach / wide,
            max(doubt / wide, STEADY),
            many - start,
        )

    def _began(self, places: Floats, start: int, shift: Floats) -> int:
        """The first reading that is nearer to where the tile lies now than to where it lay."""
        now = np.median(places[start : start + AROUND], axis=0)
        gone = (places - now + shift) @ shift > shift @ shift / 2
        while start > 1 and gone[start - 1]:
            start -= 1
        while start < len(gone) - 1 and not gone[start]:
            start += 1
        return start


class Lifts:
    """Follows the tiles of melds for one that comes to lie on another."""

    def __init__(self) -> None:
        self._lying: dict[int, Lying] = {}
        self._steps: deque[float] = deque(maxlen=300)
        """squares of the steps between readings of tiles, along each way, in table units"""

    def see(self, at: float, tracks: Sequence[Track], geometry: Geometry, size: Size) -> Mapping[int, Lift]:
        """Take the tiles after a reading `at` seconds: those of melds that have shifted, by track number.
        `geometry` in the pixels of their boxes."""
        by_number = {track.number: track for track in tracks}
        lifts: dict[int, Lift] = {}
        for track in tracks:
            mates = [by_number[one] for one in track.mates if one in by_number and one != track.number]
            if track.tile.area is not Area.MELD or len(track.mates) != MELD or len(mates) != MELD - 1:
                continue
            lying = self._lying.get(track.number)
            if lying is None or lying.mates != set(track.mates):
                lying = self._lying[track.number] = Lying(frozenset(track.mates))
            if lying.detection is not track.tile.detection and not any(one.missed for one in (track, *mates)):
                lying.detection = track.tile.detection
                (x, y), others = track.tile.at, [mate.tile.at for mate in mates]
                self.read(lying, at, (x - _mean(others, 0), y - _mean(others, 1)))
                lying.told = lying.lift(_raised(track, geometry, size), self.error(size.wide), size.wide)
            if lying.told is not None:
                lifts[track.number] = lying.told
        self._lying = {number: one for number, one in self._lying.items() if number in by_number}
        return lifts

    def read(self, lying: Lying, at: float, place: tuple[float, float]) -> None:
        """Take one reading of a tile's place beside its mates."""
        if lying.places:
            self._steps += ((new - old) ** 2 for new, old in zip(place, lying.places[-1], strict=True))
        lying.at.append(at)
        lying.places.append(place)

    def error(self, wide: float) -> float:
        """How far one reading of a place is off, in table units, at tiles so `wide`."""
        if len(self._steps) < FEW:
            return UNSURE * wide
        # a few of the steps are real ones; the median square of a normal one is 0.455 of its variance
        return max(float(np.sqrt(np.median(self._steps) / 2 / 0.455)), STEADY * wide)


def _mean(places: Sequence[tuple[float, float]], way: int) -> float:
    return sum(place[way] for place in places) / len(places)


def _raised(track: Track, geometry: Geometry, size: Size) -> Floats:
    """How far a tile seems to be from where it is, if it lies on another one, in table units."""
    thick = DEPTH * size.wide
    centre = [track.tile.detection.centre]
    found: Floats = geometry.table(centre, thick)[0] - geometry.table(centre, 2 * thick)[0]
    return found

"""碰杠: which tiles before a player are pongs and kongs, and which of the three kongs, by how they lie."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.tiles import KINDS
from vision.calibration import Floats, Geometry, from_side
from vision.detection import BACK, Detection
from vision.measuring import DEPTH, Measured
from vision.places import LaidMeld
from vision.seen import MeldShape

GAP = 0.3
"""A gap wider than this part of a tile's width parts two melds, or a meld and the hand."""
NUDGED = 0.9
"""Like tiles no farther apart than this part of a tile's width are one meld, if all else lies farther off."""
POSSIBLE = 0.03
"""A tile may be of the kind of its group from this likelihood on."""
HARDLY = 0.002
"""The same for three tiles that lie by themselves."""
TOGETHER = 0.5
"""The kind of a group: what the tiles' likelihoods on average give it at least."""
AGREE = 0.02
"""Three tiles by themselves that are hard to read are a group too, where all three are of one kind with more
than this likelihood."""
HIGHER = 0.15
"""By how much of a tile's width a place one tile higher must fit better to be believed."""
ASTRAY = 0.4
"""How far, in widths, a tile of a meld lies from where an even row has it, at most."""
BESIDE = (0.6, 1.5)
"""How far, in widths, the fourth tile of an added kong lies from the turned one towards the middle."""


@dataclass(frozen=True, slots=True)
class Found:
    """A meld, and its tiles that lie on another."""

    laid: LaidMeld
    raised: tuple[int, ...] = ()


def find_melds(
    detections: Sequence[Detection],
    measured: Measured,
    geometry: Geometry,
    side: int,
    rows: Sequence[tuple[int, ...]],
    spare: Sequence[int] = (),
) -> Iterator[Found]:
    """The melds of a side. `rows`: its own tiles as stretches without a gap, each left to right; `spare`:
    tiles in its corners that may be the fourth one of an added kong."""
    finder = _Finder(detections, measured, geometry, side)
    groups = []
    rows = finder.gathered(rows)
    for row in rows:
        for part in finder.concealed(row):
            groups += [part] if finder.hides(part) else finder.groups(part)
    # melds grow from a player's corner inwards: the first one laid comes first
    groups.sort(key=lambda group: finder.at(group[0])[0], reverse=geometry.melds == "right")
    used = {place for group in groups for place in group}
    free = [place for row in rows for place in row if place not in used]
    for group in groups:
        yield finder.found(group, [*free, *spare])
    short = [place for row in rows if len(row) < 3 for place in row]
    yield from finder.stacked(short)


class _Finder:
    def __init__(
        self, detections: Sequence[Detection], measured: Measured, geometry: Geometry, side: int
    ) -> None:
        self.odds: Floats = np.array([one.likelihoods for one in detections])
        self.boxes: Floats = np.array([one.box for one in detections])
        self.measured = measured
        self.geometry = geometry
        self.side = side

    def gathered(self, rows: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The rows, with those put together that are a meld of which a tile was nudged: like tiles that lie
        nearer to each other than anything else does to them."""
        rows = sorted(rows, key=lambda row: self.at(row[0])[0])
        gaps = [np.inf, *(self.gap(one, two) for one, two in itertools.pairwise(rows)), np.inf]
        found: list[tuple[int, ...]] = []
        start = 0
        while start < len(rows):
            end = start + 1
            for last in range(start + 2, min(start + 4, len(rows)) + 1):
                together = [place for row in rows[start:last] for place in row]
                inside, outside = max(gaps[start + 1 : last]), min(gaps[start], gaps[last])
                apart = inside < min(NUDGED, outside - GAP)
                if apart and len(together) in (3, 4) and self.alike(tuple(together)) is not None:
                    end = last
            found.append(tuple(place for row in rows[start:end] for place in row))
            start = end
        return found

    def gap(self, one: tuple[int, ...], two: tuple[int, ...]) -> float:
        """How far two rows are apart, in widths of a tile; without end where they are not in line."""
        (x, y), (u, v) = self.at(one[-1]), self.at(two[0])
        reach = sum(self.measured.extent(place)[self.side % 2] for place in (one[-1], two[0])) / 2
        gap = (u - x - reach) / self.measured.wide
        in_line = gap > -GAP and abs(v - y) < ASTRAY * self.measured.wide
        return gap if in_line else float(np.inf)

    def hides(self, part: tuple[int, ...]) -> bool:
        """Whether a group is two alike between two tiles face down."""
        return len(part) == 4 and not self.shown(part).all() and self.alike(part) is not None

    def concealed(self, row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """A stretch with the concealed kongs of the middle two face up cut out of it."""
        for start in range(len(row) - 3):
            if self.hides(row[start : start + 4]):
                yield from self.concealed(row[:start])
                yield row[start : start + 4]
                yield from self.concealed(row[start + 4 :])
                return
        if row:
            yield row

    def groups(self, row: tuple[int, ...]) -> list[tuple[int, ...]]:
        """A stretch cut into groups of three or four alike; none where it cannot be cut so without a rest, as
        a hand that is laid open cannot."""
        many = len(row)
        best: list[tuple[float, list[tuple[int, ...]]] | None] = [(0.0, [])] + [None] * many
        for end in range(3, many + 1):
            for size in (3, 4):
                before = best[end - size] if end >= size else None
                if before is None:
                    continue
                part = row[end - size : end]
                # no hand is three tiles: those that lie by themselves are a meld, if two of them agree
                worth = self.alike(part, HARDLY if many == 3 else POSSIBLE)
                kinds = {self.kind(other) for other in before[1]}
                now = best[end]
                if worth is None or self.kind(part) in kinds:
                    continue
                if now is None or before[0] + worth > now[0]:
                    best[end] = (before[0] + worth, [*before[1], part])
        last = best[many]
        return last[1] if last else []

    def alike(self, part: tuple[int, ...], possible: float = POSSIBLE) -> float | None:
        """How well tiles are of one kind, as a logarithm; None where they are not, one of them being of that
        kind with less than the likelihood `possible`."""
        if 2 * self.measured.part[list(part)].sum() > len(part):
            return None  # what is read on the edges of standing tiles is no face
        kind = self.kind(part)
        odds = self.odds[list(part)]
        shown = self.shown(part)
        its = odds[shown, kind]
        if shown.sum() < 2 or its.min() < possible:
            return None
        agree = float(odds[shown, :KINDS].prod(axis=0).sum())
        if its.mean() < TOGETHER and (possible == POSSIBLE or agree < AGREE):
            return None
        return float(np.log(its).sum())

    def shown(self, part: tuple[int, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Which tiles of a group show their face: all, or the middle two of four."""
        back = self.odds[list(part), BACK] > 0.5
        if len(part) == 4 and back.tolist() == [True, False, False, True]:
            return ~back
        return np.ones(len(part), dtype=np.bool_)

    def kind(self, part: tuple[int, ...]) -> int:
        """The kind that a group is likeliest of."""
        odds = self.odds[list(part)][self.shown(part), :KINDS]
        return int(np.log(odds + 1e-6).sum(axis=0).argmax())

    def found(self, part: tuple[int, ...], free: list[int]) -> Found:
        """The meld of a group, with the fourth tile of an added kong where one lies on or beside it."""
        kind = self.kind(part)
        turned = self.turned(part)
        if len(part) == 4:
            if not self.shown(part).all():
                return Found(LaidMeld(MeldShape.CONCEALED_KONG, kind, part))
            shape = MeldShape.KONG
            if turned is None and self.measured.sure[list(part)].all():
                shape = MeldShape.CONCEALED_KONG
            return Found(LaidMeld(shape, kind, part, turned))
        if turned is not None:
            for one in free:
                if self.odds[one, kind] > TOGETHER and self.beside(part[turned], one):
                    return Found(LaidMeld(MeldShape.ADDED_KONG, kind, (*part, one), turned))
            if self.is_raised(part, turned):
                return Found(LaidMeld(MeldShape.ADDED_KONG, kind, part, turned), (part[turned],))
        return Found(LaidMeld(MeldShape.PONG, kind, part, turned))

    def turned(self, part: tuple[int, ...]) -> int | None:
        """Which tile of a group is the one turned sideways."""
        along = self.side % 2 == 0
        turned = [
            number
            for number, place in enumerate(part)
            if self.measured.sure[place] and bool(self.measured.turned[place]) == along
        ]
        return turned[0] if len(turned) == 1 else None

    def at(self, place: int, thick: float = 1.0) -> tuple[float, float]:
        """A tile's centre as the player of the side has it, its face so many tiles above the table."""
        x1, y1, x2, y2 = self.boxes[place]
        height = thick * DEPTH * self.measured.wide
        ((x, y),) = self.geometry.table([((x1 + x2) / 2, (y1 + y2) / 2)], height)
        return from_side((float(x), float(y)), self.side)

    def beside(self, turned: int, other: int) -> bool:
        """Whether a tile lies at the long side of the turned one towards the table's middle."""
        wide = self.measured.wide
        (x, y), (u, v) = self.at(turned), self.at(other)
        return abs(u - x) < 0.6 * wide and BESIDE[0] * wide < v - y < BESIDE[1] * wide

    def stacked(self, free: list[int]) -> Iterator[Found]:
        """Added kongs whose fourth tile lies on the turned one: as if it were shifted away from the camera,
        it is in no row with the other two."""
        named = [place for place in free if self.odds[place, :KINDS].max() > TOGETHER]
        kinds = self.odds[named, :KINDS].argmax(axis=1) if named else []
        for kind in sorted({int(kind) for kind in kinds}):
            alike = [place for place in named if self.odds[place, kind] > TOGETHER]
            for top, first, second in itertools.permutations(alike, 3):
                lying = [(*self.at(first), False), (*self.at(second), False)]
                if first < second and self.in_a_row([(*self.at(top, 2.0), True), *lying]):
                    part = (top, first, second)
                    yield Found(LaidMeld(MeldShape.ADDED_KONG, kind, part, 0), (top,))
                    break

    def in_a_row(self, row: list[tuple[float, float, bool]]) -> bool:
        """Whether tiles (along, depth, turned sideways) lie side by side."""
        wide, high = self.measured.wide, self.measured.high
        for (x1, y1, one), (x2, y2, two) in itertools.pairwise(sorted(row)):
            step = (wide + high) / 2 if one != two else wide
            if abs(x2 - x1 - step) > ASTRAY * wide or abs(y2 - y1) > ASTRAY * wide:
                return False
        return True

    def is_raised(self, part: tuple[int, ...], turned: int) -> bool:
        """Whether the turned tile lies on another: it then stands nearer to the camera than a lying one in
        that place would."""
        wide, high = self.measured.wide, self.measured.high
        beside = [number for number in (turned - 1, turned + 1) if 0 <= number < 3]
        neighbours = [(number, self.at(part[number])) for number in beside]

        def misfit(thick: float) -> float:
            x, y = self.at(part[turned], thick)
            off = []
            for number, (u, v) in neighbours:
                expected = u + (1 if number < turned else -1) * (wide + high) / 2
                # turned tiles are laid with their lower edges in line, or in the middle
                lower, middle = v - (high - wide) / 2, v
                across = min(max(y, lower), middle) - y
                off.append(np.hypot(x - expected, across))
            return float(np.mean(off))

        return misfit(2.0) + HIGHER * wide < misfit(1.0)

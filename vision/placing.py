"""看摆法: from tiles found in a view of a table to what each of them is: whose hand, meld, discard or wall.

Depth from a player's edge is only where the search begins: walls show where they stand, rows and groups of
like tiles say the rest. No rule is known here but that four are alike at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibration import SIDES, Floats, Geometry, from_side
from vision.detection import BACK, Detection
from vision.laid_melds import GAP, find_melds
from vision.measuring import Measured, Size, measure
from vision.on_table import tiles_of_table
from vision.places import Area, LaidMeld, PlacedTile
from vision.runs import Run, find_runs, pieces

OWN_END, WALL_END = 0.115, 0.245
"""How far from the edge, by usage, a player's own tiles and the walls end."""
CORNER = 0.13
"""How far from the edge the fourth tile of an added kong lies at most."""
AROUND = 0.055
"""How far from the middle of a wall its zone reaches."""
WALL_RUN = 4
"""So many face-down tiles in a line, away from the edge, are a wall."""
DISCARD_FROM = 0.19
"""A face in the zone of the walls is a discard from this depth on, as the fourth row of many."""
BESIDE, ON = 0.75, 1.4
"""A tile lies on from one that is so far aside, in widths, and so far inwards, in heights, at most."""
ROUND = 1.5
"""A tile face down so near, in heights, tells that the wall still stands there."""
POND = (0.5, 0.35)
"""Where a player's discards lie by usage: along the side, and away from it."""
POND_SPREAD = (0.13, 0.12)
POND_TURNED = 0.7
"""What it tells for a side that a tile is turned as that side's discards are."""
PLAIN = 0.8
"""By how much the likeliest owner of a discard must lead the next one."""
FAR = 3.0
"""A side that is worth so much less than the likeliest one cannot be the owner."""
HEAP = 0.3
"""Where more of the discards lie askew than this part, they are one heap, and their place tells no owner."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A view with every tile in its place. `size`: of its tiles; `heap`: the discards are one heap of all
    players."""

    tiles: tuple[PlacedTile, ...]
    melds: tuple[LaidMeld, ...]
    size: Size
    heap: bool = False


def place(detections: Sequence[Detection], geometry: Geometry, size: Size | None = None) -> View:
    """Put each tile of a view in its place; those off the table are left out. `geometry` in the pixels of the
    detections; `size`: of the tiles, where it is known."""
    measured = measure(detections, geometry, size)
    on = tiles_of_table(detections, measured, geometry)
    chosen = [one for one, kept in zip(detections, on.tolist(), strict=True) if kept]
    measured = measured.only(on)
    return _Placer(chosen, measured, geometry).view()


class _Placer:
    def __init__(self, detections: Sequence[Detection], measured: Measured, geometry: Geometry) -> None:
        self.detections = detections
        self.measured = measured
        self.geometry = geometry
        self.many = len(detections)
        self.back = np.array([one.best == BACK for one in detections], dtype=np.bool_)
        self.runs = (find_runs(measured, 0), find_runs(measured, 1))
        self.run_of: list[dict[int, Run]] = [
            {place: run for run in runs for place in run.places} for runs in self.runs
        ]
        seen = [[from_side((float(x), float(y)), side) for side in range(SIDES)] for x, y in measured.at]
        self.seen: Floats = np.array(seen).reshape(self.many, SIDES, 2)
        """place, side: along and depth as that side's player has it"""
        self.zones = [self._zones(side) for side in range(SIDES)]
        self.area = [Area.UNKNOWN] * self.many
        self.side: list[int | None] = [None] * self.many
        self.group = [0] * self.many
        self.raised: set[int] = set()
        self.maybe: dict[int, tuple[int, ...]] = {}

    def view(self) -> View:
        heap = False
        if self.many:
            for place in range(self.many):
                self._sort(place)
            self._further_rows()
            melds = self._melds()
            heap = self._discards()
        else:
            melds = ()
        tiles = tuple(
            PlacedTile(
                one,
                (float(self.measured.at[place, 0]), float(self.measured.at[place, 1])),
                90.0 if self.measured.turned[place] else 0.0,
                self.area[place],
                self.side[place],
                self.group[place],
                place in self.raised,
                self.area[place] is not Area.HAND and bool(self.measured.part[place]),
                self.maybe.get(place, ()),
            )
            for place, one in enumerate(self.detections)
        )
        return View(tiles, melds, self.measured.size, heap)

    def _zones(self, side: int) -> tuple[float, float]:
        """Where a side's own tiles end and where its wall does: by its wall where one stands there."""
        walls = []
        for run in self.runs[side % 2]:
            depth = float(np.mean([self.seen[place, side, 1] for place in run.places]))
            if len(run) >= WALL_RUN and OWN_END < depth < 0.33 and self.back[list(run.places)].mean() > 0.7:
                walls.append((len(run), depth))
        if not walls:
            return OWN_END, WALL_END
        depth = max(walls)[1]
        return depth - AROUND, depth + AROUND

    def _sort(self, place: int) -> None:
        """The zone of one tile."""
        depths = self.seen[place, :, 1]
        own = [side for side in range(SIDES) if depths[side] < self.zones[side][0]]
        if own:
            self.side[place] = own[0] if len(own) == 1 else self._corner(place, own)
            self.area[place] = Area.HAND
            return
        side = int(depths.argmin())
        in_wall = depths[side] < self.zones[side][1]
        if self.back[place]:
            long = max(len(self.run_of[axis][place]) for axis in (0, 1)) >= WALL_RUN
            if in_wall or long:
                self.area[place], self.side[place] = Area.WALL, side
        elif not in_wall or depths[side] >= DISCARD_FROM:
            self.area[place] = Area.DISCARD

    def _further_rows(self) -> None:
        """Faces in the zone of a wall that is gone from there are discards where they lie on from others, as
        a further row does after many turns."""
        spare = [
            place for place in range(self.many) if self.area[place] is Area.UNKNOWN and not self.back[place]
        ]
        for place in sorted(spare, key=lambda place: -float(self.seen[place].min(axis=0)[1])):
            side = int(self.seen[place, :, 1].argmin())
            away = self.seen[:, side] - self.seen[place, side]
            beside = np.abs(away[:, 0]) < BESIDE * self.measured.wide
            near = (np.abs(away) < ROUND * self.measured.high).all(axis=1)
            inwards = (away[:, 1] > 0) & (away[:, 1] < ON * self.measured.high) & beside
            lies = any(self.area[one] is Area.DISCARD for one in np.flatnonzero(inwards))
            if lies and not (self.back & near).any():
                self.area[place] = Area.DISCARD

    def _corner(self, place: int, own: list[int]) -> int:
        """The side whose tile it is in a corner where two hands end: its row runs along that side; alone, it
        is a meld of the side whose melds lie there."""
        runs = {side: len(self.run_of[side % 2][place]) for side in own}
        longest = max(runs.values())
        best = [side for side in own if runs[side] == longest]
        right = self.geometry.melds == "right"
        return max(best, key=lambda side: self.seen[place, side, 0] * (1 if right else -1))

    def _melds(self) -> tuple[LaidMeld, ...]:
        """Groups of like tiles among each side's own; `area` and `group` are set for their tiles."""
        found = []
        for side in range(SIDES):
            own = {
                place
                for place in range(self.many)
                if self.side[place] == side and self.area[place] is Area.HAND
            }
            rows = []
            for run in self.runs[side % 2]:
                mine = Run(run.axis, tuple(place for place in run.places if place in own))
                rows += list(pieces(mine, self.measured, side, GAP)) if len(mine) else []
            spare = self._in_corners(side)
            for meld in find_melds(self.detections, self.measured, self.geometry, side, rows, spare):
                found.append(meld.laid)
                self.raised |= set(meld.raised)
                for place in meld.laid.places:
                    self.area[place], self.group[place], self.side[place] = Area.MELD, len(found), side
        return tuple(found)

    def _in_corners(self, side: int) -> list[int]:
        """Single tiles that lie in this side's corners, though they were put to the next side: the fourth
        tile of an added kong lies there."""
        return [
            place
            for place in range(self.many)
            if self.area[place] is Area.HAND
            and self.side[place] in ((side + 1) % SIDES, (side - 1) % SIDES)
            and self.seen[place, side, 1] < CORNER
            and max(len(self.run_of[axis][place]) for axis in (0, 1)) < 3
        ]

    def _discards(self) -> bool:
        """Whose each discard is, by its place, turn and row; whether they are one heap."""
        mine = [place for place in range(self.many) if self.area[place] is Area.DISCARD]
        if not mine:
            return False
        if self.measured.crooked[mine].mean() > HEAP:
            self.maybe = dict.fromkeys(mine, tuple(range(SIDES)))
            return True
        worth = np.zeros((self.many, SIDES))
        off = (self.seen[mine] - POND) / POND_SPREAD
        turned = self.measured.turned[mine][:, None] == (np.arange(SIDES) % 2 == 1)
        telling = np.where(self.measured.sure[mine][:, None] & turned, POND_TURNED, 0.0)
        worth[mine] = telling - np.square(off).sum(axis=2) / 2
        for place in mine:
            shared = np.array(
                [
                    np.mean([worth[one, side] for one in self.run_of[side % 2][place].places if one in mine])
                    for side in range(SIDES)
                ]
            )
            order = np.argsort(-shared)
            if shared[order[0]] - shared[order[1]] > PLAIN and not self.measured.crooked[place]:
                self.side[place] = int(order[0])
            else:
                self.maybe[place] = tuple(int(one) for one in order if shared[order[0]] - shared[one] < FAR)
        return False

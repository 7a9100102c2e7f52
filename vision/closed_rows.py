"""盖着的牌: rows that stand with their backs to the others, filled up where single tiles were not found.

From above little of a standing tile shows but its upper edge, and a row of plain edges hardly shows where one
tile ends. How long the row is shows all the same: it is no felt. So many tiles as fit into it stand there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import SIDES, Floats, Geometry, from_side, to_table
from vision.detection import BACK, Detection, sure
from vision.frames import Frame
from vision.measuring import DEPTH
from vision.places import Area, PlacedTile
from vision.placing import View
from vision.surface import ALIKE

Flags = NDArray[np.bool_]

FULL = 13
"""Tiles of a hand between turns, each meld counted as three; one more for who has just drawn."""
DEPTHS = (0.025, 0.1)
"""Between these depths a row stands."""
USUAL_DEPTH, RIM, LOWEST = 0.055, 0.015, 0.3
"""By usage a row stands at this depth; felt nearer to the edge than the second is not looked at; no row is
looked for lower than at the third, a part of a tile's height."""
ENDS = (0.08, 0.92)
"""Where along a side it is looked for: in the corners lie melds."""
STEPS = 6
"""Depths looked at to a tile's thickness."""
FINE = 10
"""Places looked at to a tile's width."""
EVEN = 0.75
"""The felt before a row must be plain in this part of it, or the picture does not tell where the row ends."""
BEFORE = 0.12
"""The depth of the felt before a row."""
AROUND = 6
"""The colour of the felt is that of so many tiles' width around a place: lamps light it unevenly."""
BRIDGE = 0.3
"""A gap narrower than this part of a tile's width is no gap."""
SHORTEST = 0.6
"""Less than this part of a tile's width is no tile."""
LONG = 3.5
"""So many widths of a tile are a row even if no tile of it was found."""
BESIDE = (0.85, 1.2)
"""Tiles that stand so many of their widths apart stand side by side."""
NEXT = (0.7, 1.8)
"""Nothing is missing between two tiles that stand so many of their widths apart."""
PITCH = 1.02
"""How far tiles of a row lie apart, in their widths, where the row does not show it."""
SHORTER, LONGER = 0.8, 1.15
"""By how many tiles a row may be shorter or longer than a whole hand to be one: its shadow makes it longer,
and the tile just drawn stands apart."""
FEW = 3
"""So many open tiles, more than there are closed ones, are a hand that lies open."""
LIKELY = 0.92
"""How sure it is that a tile of which nothing but the row tells stands there."""


def fill_rows(view: View, frame: Frame, geometry: Geometry) -> View:
    """The view with one tile in each place of a closed row, be it found or not. `geometry` in the pixels of
    the original."""
    rows = _Rows(view, frame, geometry)
    added: list[PlacedTile] = []
    dropped: set[int] = set()
    for side in range(SIDES):
        more, less = rows.mended(side)
        added += more
        dropped |= less
    if not added and not dropped:
        return view
    kept = [place for place in range(len(view.tiles)) if place not in dropped]
    number = {place: now for now, place in enumerate(kept)}
    melds = tuple(replace(meld, places=tuple(number[place] for place in meld.places)) for meld in view.melds)
    return replace(view, tiles=(*(view.tiles[place] for place in kept), *added), melds=melds)


class _Rows:
    def __init__(self, view: View, frame: Frame, geometry: Geometry) -> None:
        self.view = view
        self.frame = frame
        self.geometry = geometry
        self.wide, self.high = view.size.wide, view.size.high
        self.along: Floats = np.arange(ENDS[0], ENDS[1], self.wide / FINE)

    def mended(self, side: int) -> tuple[list[PlacedTile], set[int]]:
        """Tiles of a side's closed row that were not found, and places in the view of what is none."""
        tiles = self.view.tiles
        own = [n for n, tile in enumerate(tiles) if tile.area is Area.HAND and tile.side == side]
        closed = [number for number in own if not tiles[number].open]
        if len(own) - len(closed) >= max(FEW, len(closed)):
            return [], set()
        where = {number: self.place(tiles[number], side) for number in closed}
        at = {number: along for number, (along, _) in where.items()}
        full = self.full(side)
        steps = np.diff(sorted(at.values())) / self.wide
        if len(closed) in (full, full + 1) and ((steps > NEXT[0]) & (steps < NEXT[1])).all():
            return [], set()
        pitch = self.pitch(steps)
        row = self.row(side, (full + 2) * pitch, [depth for _, depth in where.values()])
        if row is None:
            return [], set()
        depth, spans = row
        spans = [
            (start, end)
            for start, end in spans
            if end - start > LONG * self.wide or any(start <= one <= end for one in at.values())
        ]
        slots = [
            slot for start, end, many in self.whole(spans, pitch, full) for slot in _slots(start, end, many)
        ]
        found = {
            number: min(slots, key=lambda slot: abs(slot - at[number]), default=0.0) for number in closed
        }
        # a face tells more than a back, and the nearest more than the next one
        ranked = sorted(closed, key=lambda n: (tiles[n].best == BACK, abs(at[n] - found[n])))
        held: dict[float, int] = {}
        for number in ranked:
            if abs(at[number] - found[number]) < pitch / 2:
                held.setdefault(found[number], number)
        whole = len(slots) in (full, full + 1)
        spare = {n for n in closed if n not in held.values() and tiles[n].best == BACK} if whole else set()
        return [self.tile(side, slot, depth) for slot in slots if slot not in held], spare

    def place(self, tile: PlacedTile, side: int) -> tuple[float, float]:
        """Where a standing tile is, along its side and away from it."""
        ((x, y),) = self.geometry.table([tile.detection.centre], 0.75 * self.high)
        return from_side((float(x), float(y)), side)

    def full(self, side: int) -> int:
        """Tiles of a whole hand beside the melds."""
        tiles = self.view.tiles
        melds = sum(tiles[meld.places[0]].side == side for meld in self.view.melds)
        return FULL - 3 * melds

    def row(
        self, side: int, longest: float, found: Sequence[float]
    ) -> tuple[float, list[tuple[float, float]]] | None:
        """How deep the row stands, and the stretches along the side where the picture shows something there;
        None where the felt is not plain, or more than `longest` is not felt. `found`: how deep tiles of the
        row were found."""
        cloth = self.colours(side, np.array([BEFORE]), 0.0)[0]
        felt = _smooth(cloth, round(AROUND * FINE))
        if (_apart(cloth, felt) > ALIKE).mean() > 1 - EVEN:
            return None
        free = ~self.others(side)
        depths = np.arange(*DEPTHS, DEPTH * self.wide / STEPS)
        shown = (_apart(self.colours(side, depths, self.level(side)), felt) > ALIKE) & free
        # a row is as deep as a tile is thick
        strips = shown[:-4].astype(int) + shown[2:-2] + shown[4:]
        taken = strips >= 2
        many = np.where(taken.sum(axis=1) * self.wide / FINE < longest, strips.sum(axis=1), 0)
        if len(found) >= FEW:
            off = np.abs(depths[2:-2] - np.median(found))
            many = np.where(off < DEPTH * self.wide, many, 0)
        best = int(many.argmax())
        if not many[best]:
            return None
        return float(depths[best + 2]), list(self.spans(taken[best], side))

    def level(self, side: int) -> float:
        """The height at which a row is looked for: at its upper edge, or so much lower that there is felt
        behind it in the picture."""
        depth, height = from_side(self.geometry.eye[:2], side)[1], self.geometry.eye[2]
        if depth <= DEPTHS[1]:
            return self.high
        behind = (USUAL_DEPTH - RIM) * height / depth
        return float(np.clip(behind, LOWEST * self.high, self.high))

    def colours(self, side: int, depths: Floats, height: float) -> Floats:
        """The colours, in Lab, at depths along a side, at a height: depths x places x 3; what lies outside
        the picture is black."""
        along, depth = np.broadcast_arrays(self.along[None], depths[:, None])
        x, y = ((along, depth), (1 - depth, along), (1 - along, 1 - depth), (depth, 1 - along))[side]
        points: Floats = np.stack([x, y], axis=-1).reshape(-1, 2)
        pixels = self.geometry.pixels(points, height) / self.frame.scale
        columns, rows = np.rint(pixels).astype(int).T
        high, wide = self.frame.pixels.shape[:2]
        inside = (columns >= 0) & (columns < wide) & (rows >= 0) & (rows < high)
        shown = self.frame.pixels[np.clip(rows, 0, high - 1), np.clip(columns, 0, wide - 1)]
        lab = cv2.cvtColor((shown * inside[:, None]).astype(np.uint8)[None], cv2.COLOR_RGB2LAB)
        return np.asarray(lab[0].reshape(len(depths), len(self.along), 3), dtype=np.float64)

    def others(self, side: int) -> Flags:
        """Where along a side melds and open tiles lie."""
        found = np.zeros(len(self.along), dtype=np.bool_)
        for tile in self.view.tiles:
            lies = tile.area is Area.MELD or (tile.area is Area.HAND and tile.open)
            if lies and (tile.side == side or from_side(tile.at, side)[1] < DEPTHS[1]):
                boxes = np.array(tile.box).reshape(2, 2)
                corners = self.geometry.table(
                    [(float(x), float(y)) for x, y in itertools.product(boxes[:, 0], boxes[:, 1])], self.high
                )
                seen = [from_side((float(x), float(y)), side)[0] for x, y in corners]
                edge = 0.3 * self.wide
                found |= (self.along > min(seen) - edge) & (self.along < max(seen) + edge)
        return found

    def spans(self, taken: Flags, side: int) -> Iterator[tuple[float, float]]:
        """Stretches of a row without a gap: from, to along the side."""
        reach = max(int(BRIDGE * FINE), 1)
        row = taken.astype(np.uint8)[None]
        joined = cv2.morphologyEx(row, cv2.MORPH_CLOSE, np.ones((1, reach + 1), np.uint8))[0] > 0
        edges = np.flatnonzero(np.diff(np.concatenate([[0], joined.astype(int), [0]])))
        eye = from_side(self.geometry.eye[:2], side)[0]
        height, level = self.geometry.eye[2], self.level(side)
        step = self.wide / FINE
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            start, end = float(self.along[first]) - step / 2, float(self.along[last - 1]) + step / 2
            # of the end that is turned to the camera, its whole height shows
            if eye < start:
                start += (start - eye) * level / (height - level)
            if eye > end:
                end -= (eye - end) * level / (height - level)
            if end - start > SHORTEST * self.wide:
                yield start, end

    def pitch(self, steps: Floats) -> float:
        """How far the tiles of a row lie apart. `steps` between those found, in widths of a tile."""
        touching = steps[(steps > BESIDE[0]) & (steps < BESIDE[1])]
        return (float(np.median(touching)) if len(touching) >= FEW else PITCH) * self.wide

    def whole(
        self, spans: Sequence[tuple[float, float]], pitch: float, full: int
    ) -> Iterator[tuple[float, float, int]]:
        """How many tiles stand in each stretch: a long one that may be a whole hand is one."""
        for start, end in spans:
            length = (end - start) / pitch
            many = max(round(length), 1)
            if -SHORTER < length - full < LONGER:
                many = full
            elif many > full + 1:
                many = full + 1
            yield start, end, many

    def tile(self, side: int, along: float, depth: float) -> PlacedTile:
        """A tile of which only the row tells."""
        half, thick = self.wide / 2, DEPTH * self.wide / 2
        outline = [
            to_table(along + a * half, depth + d * thick, side)
            for a, d in itertools.product((-1, 1), (-1, 1))
        ]
        pixels = self.geometry.pixels(outline, self.high)
        (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
        found = Detection((float(left), float(top), float(right), float(bottom)), LIKELY, sure(BACK, LIKELY))
        turn = 90.0 if side % 2 else 0.0
        return PlacedTile(found, to_table(along, depth, side), turn, Area.HAND, side)


def _slots(start: float, end: float, many: int) -> list[float]:
    """The middles of so many tiles in a stretch."""
    return [start + (number + 0.5) * (end - start) / many for number in range(many)]


def _smooth(colours: Floats, reach: int) -> Floats:
    """The middle colour around each place along a line."""
    padded = np.pad(colours, ((reach, reach), (0, 0)), mode="reflect")
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1, axis=0)
    return np.asarray(np.median(around, axis=2))


def _apart(colours: Floats, felt: Floats) -> Floats:
    """How far colours are from the felt's; lightness counts a third, as shadows fall on it."""
    return np.asarray(np.sqrt(np.square((colours - felt) / (3.0, 1.0, 1.0)).sum(axis=-1)))

"""看着牌桌: frame after frame of a camera over a table, to the tiles that lie there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Geometry
from vision.close_reading import Board
from vision.closed_rows import fill_rows
from vision.detection import BACK, Detection
from vision.detectors.opening import Detector
from vision.frames import Frame, Pixels
from vision.lifted import Lift, Lifts
from vision.measuring import Size
from vision.moved import Steady
from vision.places import Area, PlacedTile
from vision.placing import View, place
from vision.settling import Settling, Span, Zone
from vision.standing import edge_on, mark_open
from vision.table_picture import surface_of
from vision.tracking import DOUBTFUL, PARTS, Track, Tracks

REFRESH = 6.0
"""Seconds after which all of a still table is read anew."""
CHECK = 2.0
"""Seconds between two looks at whether the camera has moved."""
MEASURED = 3
"""Readings after which the size of the tiles is known."""
AGAIN, CLEARLY = 3, 0.95
"""A tile that is not surely named is looked at again, in so many views at most; a face that lies open also
where it is named with less than the second."""
UNMOVED = 0.25
"""A tile that was found again within this part of its size lies where it lay."""
CLOSEST = 0.12
"""Seconds that two frames must be apart to tell motion from noise."""
AGREE = 0.01
"""Two frames must find the table's corners within this part of the picture's width to believe them."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A frame as understood. `still`: it is settled, and the rest is told. `moved`: the camera has moved
    since the geometry was set. `hidden`: areas that were not seen whole, by side. `news`: something was read
    anew."""

    at: float
    still: bool
    moved: bool = False
    tracks: tuple[Track, ...] = ()
    hidden: frozenset[Zone] = frozenset()
    edge_on: frozenset[int] = frozenset()
    """sides whose standing rows show neither faces nor backs to this camera"""
    heap: bool = False
    news: bool = False
    lifts: Mapping[int, Lift] = field(default_factory=dict)
    """the tiles of melds that may have come to lie on another, by the number of their track"""


class TableEye:
    """Watches one table. Without a geometry the table is looked for until two frames agree on it."""

    def __init__(self, detector: Detector, geometry: Geometry | None = None) -> None:
        self.detector = detector
        self.given = geometry
        self.geometry: Geometry | None = None
        """in pixels of the frames"""
        self.moved = False
        self._guess: Geometry | None = None
        self._settling: Settling | None = None
        self._steady: Steady | None = None
        self._board = Board(detector)
        self._tracks = Tracks()
        self._sizes: list[Size] = []
        self._last = self._checked = -np.inf
        self._refreshed = -np.inf
        self._hidden: frozenset[Zone] = frozenset()
        self._edge_on: frozenset[int] = frozenset()
        self._heap = False
        self._lifting = Lifts()
        self._lifts: Mapping[int, Lift] = {}

    def see(self, at: float, pixels: Pixels) -> Sight:
        """Take a frame, `at` seconds of video; RGB."""
        if at - self._last < CLOSEST:
            return Sight(at, False, self.moved)
        self._last = at
        if not self._ready(pixels):
            return Sight(at, False, self.moved)
        assert self._settling is not None
        if not self._settling.see(pixels):
            return Sight(at, False, self.moved)
        if at - self._checked >= CHECK:
            self._checked = at
            assert self._steady is not None
            if self._steady.moved(pixels):
                self._lost()
                return Sight(at, False, True)
        return self._read(at, pixels)

    def _ready(self, pixels: Pixels) -> bool:
        """Whether it is known where the table lies."""
        height, width = pixels.shape[:2]
        if self._settling is not None:
            return True
        if self.given is not None:
            self._begin(self.given.scaled(width, height), pixels)
            return True
        found = surface_of(Frame.of(pixels))
        before, self._guess = self._guess, found
        if found is None or before is None or not _agree(found, before):
            return False
        self.moved = False
        self._begin(found, pixels)
        return True

    def _begin(self, geometry: Geometry, pixels: Pixels) -> None:
        self.geometry = geometry
        self._edge_on = edge_on(geometry)
        self._settling = Settling(geometry, pixels.shape[:2])
        self._steady = Steady(pixels, geometry)

    def _not_the_table(self) -> None:
        """What was found is no table: it is looked for anew."""
        self.geometry = self._guess = self._settling = self._steady = None
        self._board, self._sizes = Board(self.detector), []

    def _lost(self) -> None:
        """The camera has moved: the table is looked for anew, what lay on it is remembered."""
        self.moved = True
        self.given = self._guess = self._settling = self._steady = None
        self._refreshed = -np.inf
        self._lifting, self._lifts = Lifts(), {}

    def _read(self, at: float, pixels: Pixels) -> Sight:
        assert self._settling is not None
        assert self.geometry is not None
        changes = self._settling.changes()
        if changes is not None:
            changes += self._doubts()
        if at - self._refreshed >= REFRESH and not changes:
            changes = None
        if changes == []:
            return self._sight(at, news=False)
        if changes is None:
            self._refreshed = at
        frame = Frame.of(pixels)
        before = self._board.tiles
        tiles = self._board.read(frame, changes, self.geometry)
        steady = self._steadied(tiles)
        view = place(steady, self.geometry, self._size())
        if self.given is None and not view.size.likely:
            self._not_the_table()
            return Sight(at, False, self.moved)
        view = mark_open(view, frame, self.geometry, self._settling.felt())
        view = fill_rows(view, frame, self.geometry)
        self._measured(view)
        self._heap = view.heap
        self._hidden = self._settling.was_read(at, _boxes(tiles), _boxes(before))
        high = view.size.high
        read = {id(one): tile for one, tile in zip(steady, tiles, strict=True)}
        placed = [
            replace(tile, detection=read.get(id(tile.detection), tile.detection)) for tile in view.tiles
        ]
        self._tracks.see(at, placed, high, self._came_from, self._is_hidden, self._is_touched, self._is_same)
        self._lifts = self._lifting.see(at, self._tracks.all, self.geometry, view.size)
        self._settling.forget_motion()
        return self._sight(at, news=True)

    def _steadied(self, tiles: Sequence[Detection]) -> list[Detection]:
        """The tiles with all that was read of them until now, so that a face that is hard to read does not
        make its meld come and go."""
        tracks = [track for track in self._tracks.all if track.tile.best != BACK]
        if not tracks or not tiles:
            return list(tiles)
        was = np.array([track.tile.detection.centre for track in tracks])
        now = np.array([tile.centre for tile in tiles])
        apart = np.hypot(*(now[:, None] - was[None]).transpose(2, 0, 1))
        steady = []
        for tile, away in zip(tiles, apart, strict=True):
            track = tracks[int(away.argmin())]
            if tile.best == BACK or away.min() > UNMOVED * tile.span:
                steady.append(tile)
            elif track.tile.detection is tile:
                steady.append(replace(tile, likelihoods=track.likelihoods))
            elif self._is_touched(track.tile) and not self._is_same(track.tile):
                steady.append(tile)
            else:
                steady.append(replace(tile, likelihoods=track.with_view(tile.likelihoods)))
        return steady

    def _sight(self, at: float, news: bool) -> Sight:
        plain = tuple(track for track in self._tracks.all if track.plain)
        hidden, edge_on = self._hidden, self._edge_on
        return Sight(at, True, self.moved, plain, hidden, edge_on, self._heap, news, self._lifts)

    def _doubts(self) -> list[Span]:
        """Places to look at again: of tiles that were not found, and of those that are not surely named."""
        return [
            (int(box[0]), int(box[1]), int(box[2]) + 1, int(box[3]) + 1)
            for track in self._tracks.all
            if (track.missed and not self._is_hidden(track.tile))
            or (track.tile.part and track.views < PARTS)
            or (track.views < AGAIN and _doubtful(track))
            or (track.number in self._lifts and self._lifts[track.number].doubtful)
            for box in (track.tile.box,)
        ]

    def _is_hidden(self, tile: PlacedTile) -> bool:
        assert self._settling is not None
        return self._settling.hides(*tile.detection.centre)

    def _is_touched(self, tile: PlacedTile) -> bool:
        assert self._settling is not None
        return self._settling.changed(*tile.detection.centre)

    def _is_same(self, tile: PlacedTile) -> bool:
        return self._board.same(tile.detection)

    def _came_from(self, tile: PlacedTile) -> int | None:
        assert self._settling is not None
        return self._settling.came_from(*tile.detection.centre)

    def _size(self) -> Size | None:
        if len(self._sizes) < MEASURED:
            return None
        wides, highs = zip(*((one.wide, one.high) for one in self._sizes), strict=True)
        return Size(float(np.median(wides)), float(np.median(highs)))

    def _measured(self, view: View) -> None:
        if len(self._sizes) < MEASURED and len(view.tiles) >= 8:
            self._sizes.append(view.size)


def _doubtful(track: Track) -> bool:
    """Whether one more view of a tile may tell more of its kind."""
    counts = track.tile.open or track.tile.area is not Area.HAND
    face = counts and track.tile.best != BACK
    return max(track.likelihoods) < (CLEARLY if face else DOUBTFUL)


def _agree(one: Geometry, two: Geometry) -> bool:
    apart = np.abs(np.array(one.corners) - np.array(two.corners)).max()
    return bool(apart < AGREE * one.picture[0])


def _boxes(tiles: Sequence[Detection]) -> NDArray[np.float64]:
    return np.array([tile.box for tile in tiles], dtype=np.float64).reshape(-1, 4)

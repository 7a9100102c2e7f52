"""跟牌: one tile followed from view to view: nudged it is the same, hidden it is still there."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import KINDS
from vision.detection import BACK, CLASSES
from vision.places import Area, PlacedTile

NEAR = 0.8
"""A tile that moved no farther than this part of its height may be the same."""
ALIKE = 0.05
"""Two views of a tile in one place agree where the kinds' likelihoods multiply to more than this."""
PARTS = 4
"""A tile of which only a part shows is believed after so many views."""
DOUBTFUL = 0.9
"""A tile named with less than this is believed once it was read twice: what is imagined is gone then."""
SHUT = 0.6
"""Two tiles of one height cannot lie nearer to each other than this part of it."""
STAYS = 3
"""A tile of a meld that lies where it lay is one of a hand after so many readings that say so."""
UNMOVED = 0.3
"""A tile that moved no farther than this part of its height lies where it lay."""
SURELY = 1e-3
"""A tile of a meld is of any kind with this likelihood, however surely it is misread."""
FORGET = 2
"""A tile that is not found again in so many readings, though nothing hides it, is gone."""


@dataclass(slots=True)
class Track:
    """One tile. `since`: when it came here, seconds; `came_from`: the side whose hand brought it, if that was
    seen."""

    number: int
    tile: PlacedTile
    since: float
    came_from: int | None = None
    missed: int = 0
    gone: bool = False
    """not found where something has moved: most likely taken away"""
    views: int = 1
    strayed: int = 0
    """readings in a row in which it was no tile of the meld that it was before"""
    mates: tuple[int, ...] = ()
    """the numbers of the tiles of its meld, its own among them"""
    shared: tuple[float, ...] | None = None
    """what all tiles of its meld together tell of its kind"""
    logs: NDArray[np.float64] = field(default_factory=lambda: np.zeros(CLASSES))

    @property
    def plain(self) -> bool:
        """Whether it can be counted on: it was not just taken away, it was seen whole, or often in part, and
        surely, or more than once."""
        whole = not self.tile.part or self.views >= PARTS
        return not self.gone and whole and (self.views > 1 or max(self.likelihoods) >= DOUBTFUL)

    @property
    def likelihoods(self) -> tuple[float, ...]:
        """All its views together, and those of the tiles of its meld: 29 numbers that sum to 1."""
        return self.own if self.shared is None else self.shared

    @property
    def own(self) -> tuple[float, ...]:
        """All its views together, as one that is less noisy: what is misread in one view is misread in the
        next one too. 29 numbers that sum to 1."""
        return _odds(self.logs / self.views)

    def with_view(self, likelihoods: Sequence[float]) -> tuple[float, ...]:
        """What all its views and one more together tell, or the tiles of its meld."""
        return self.shared or _odds((self.logs + _logs(likelihoods)) / (self.views + 1))


class Tracks:
    """The tiles of one table over time."""

    def __init__(self) -> None:
        self.all: list[Track] = []
        self._next = 1

    def see(
        self,
        at: float,
        tiles: Sequence[PlacedTile],
        high: float,
        came_from: Callable[[PlacedTile], int | None] = lambda _: None,
        hidden: Callable[[PlacedTile], bool] = lambda _: False,
        touched: Callable[[PlacedTile], bool] = lambda _: False,
        same: Callable[[PlacedTile], bool] = lambda _: False,
    ) -> tuple[Track, ...]:
        """Take a reading: its tiles, the height of a tile in table units, from which side a hand came to a
        tile since the last one, whether something hides the place of a tile, whether something has moved
        there, and whether it looks the same there as when the tile was found. All the tracks there are."""
        old = list(self.all)
        pairs = _pairs(old, tiles, high, touched, same)
        found: list[Track] = []
        for place, tile in enumerate(tiles):
            track = old[pairs[place]] if place in pairs else None
            if track is None:
                track = Track(self._next, tile, at, came_from(tile), logs=_logs(tile.likelihoods))
                self._next += 1
            else:
                tile = _stayed(track, tile, high)
                if (track.tile.part and not tile.part) or track.tile.open != tile.open:
                    # another side of it, or another tile of its row
                    track.logs, track.views = _logs(tile.likelihoods), 1
                elif track.tile.detection is not tile.detection and tile.part == track.tile.part:
                    track.logs = track.logs + _logs(tile.likelihoods)
                    track.views += 1
                if tile.side is None and track.tile.side is not None and tile.area is track.tile.area:
                    tile = replace(tile, side=track.tile.side)
                track.tile, track.missed, track.gone = tile, 0, False
            found.append(track)
        seen = set(pairs.values())
        for number, track in enumerate(old):
            if number in seen:
                continue
            if not hidden(track.tile):
                track.missed += 1
                track.gone = touched(track.tile)
            if track.missed < FORGET and not _taken(track.tile, tiles, high):
                found.append(track)
        _share(found)
        self.all = found
        return tuple(found)


def _pairs(
    old: Sequence[Track],
    tiles: Sequence[PlacedTile],
    high: float,
    touched: Callable[[PlacedTile], bool],
    same: Callable[[PlacedTile], bool],
) -> dict[int, int]:
    """Which tile is which track: the nearest ones first."""
    if not old or not tiles:
        return {}
    was = np.array([track.tile.at for track in old])
    now = np.array([tile.at for tile in tiles])
    apart = np.hypot(*(now[:, None] - was[None]).transpose(2, 0, 1))
    pairs: dict[int, int] = {}
    used: set[int] = set()
    rows, columns = np.nonzero(apart < NEAR * high)
    for place in np.argsort(apart[rows, columns], kind="stable"):
        tile, track = int(rows[place]), int(columns[place])
        if (
            tile in pairs
            or track in used
            or not _same(old[track], tiles[tile], float(apart[tile, track]) / high, touched, same)
        ):
            continue
        pairs[tile] = track
        used.add(track)
    return pairs


def _same(
    track: Track,
    tile: PlacedTile,
    moved: float,
    touched: Callable[[PlacedTile], bool],
    same: Callable[[PlacedTile], bool],
) -> bool:
    """Whether a tile can be the tile of a track, having moved so many heights."""
    before, now = track.tile.likelihoods, tile.likelihoods
    if (before[BACK] > 0.5) != (now[BACK] > 0.5):
        return False
    if moved < UNMOVED and same(track.tile):
        return True  # misread, now or before
    agree = sum(a * b for a, b in zip(before, now, strict=True))
    # a tile that stays exactly in its place, and that no hand came near, may be misread once; one that moved,
    # or that may have been taken and another laid there, must look the same
    return agree > ALIKE or (moved < 0.12 and not track.missed and not touched(track.tile))


def _stayed(track: Track, tile: PlacedTile, high: float) -> PlacedTile:
    """The tile as one of its meld, where it lies unmoved and only one reading saw no meld: a tile beside it
    was not found, or misread."""
    before = track.tile
    unmoved = math.dist(before.at, tile.at) < UNMOVED * high
    if before.area is not Area.MELD or tile.area is not Area.HAND or not unmoved:
        track.strayed = 0
        return tile
    track.strayed += 1
    if track.strayed >= STAYS:
        return tile
    # its number among the groups was one of another reading
    return replace(tile, area=Area.MELD, side=before.side, group=0, open=before.open)


def _share(tracks: Sequence[Track]) -> None:
    """The tiles of a meld are of one kind: what is told of any of them is told of all that show a face."""
    groups: dict[int, list[Track]] = {}
    for track in tracks:
        track.shared = None
        if track.tile.area is not Area.MELD:
            track.mates = ()
        elif track.tile.group and not track.missed:
            groups.setdefault(track.tile.group, []).append(track)
    for group in groups.values():
        mates = tuple(track.number for track in group)
        for track in group:
            track.mates = mates
    by_number = {track.number: track for track in tracks}
    for track in tracks:
        shown = [by_number[mate] for mate in track.mates if mate in by_number]
        shown = [mate for mate in shown if mate.tile.best < KINDS]
        if track.tile.best < KINDS and len(shown) > 1:
            track.shared = _odds(np.log(np.maximum([mate.own for mate in shown], SURELY)).sum(axis=0))


def _taken(tile: PlacedTile, tiles: Sequence[PlacedTile], high: float) -> bool:
    """Whether another tile lies where this one was."""
    return any(math.dist(tile.at, other.at) < SHUT * high for other in tiles)


def _logs(likelihoods: Sequence[float]) -> NDArray[np.float64]:
    return np.asarray(np.log(np.maximum(np.asarray(likelihoods), 1e-4)))


def _odds(logs: NDArray[np.float64]) -> tuple[float, ...]:
    odds = np.exp(logs - logs.max())
    return tuple(float(one) for one in odds / odds.sum())

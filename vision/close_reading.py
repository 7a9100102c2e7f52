"""只读变了的地方: keeps what was found on a table, and reads anew only where the picture has changed."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from vision.as_before import AsBefore
from vision.calibration import Geometry
from vision.detection import Box, Detection, thin_out
from vision.detectors.looking import Found
from vision.detectors.nets import Array
from vision.detectors.opening import Detector
from vision.detectors.two_stage import BACK_SCORE, FACE_SCORE
from vision.faces_level import FacesLevel
from vision.frames import Frame, Pixels
from vision.halves import whole_again
from vision.settling import Span
from vision.shadows import without_shadows

INPUT = 1280
"""Input pixels that the whole picture gets."""
MARGIN = 0.05
"""What is read around a change, as a part of the picture's longer side: more than a tile."""
GRID = 128
"""Parts are cut in steps of so many pixels, so that a net meets few shapes."""
HELD = 0.8
"""A box holds a tile of which more than this part lies in it."""
MEETING = 0.7
"""Two boxes that share this part of the smaller one are not surely of two tiles."""
PIECE = 0.9
"""A tile smaller than this part of a box (the sides of squares as large as they are) is a piece of it."""
MOST = 0.4
"""Where the parts make up more of the picture than this, all of it is read."""


@runtime_checkable
class CloseLooker(Protocol):
    """A detector that can look at a part of a picture at a given size."""

    def find_at(self, pixels: Pixels, size: int) -> Found:
        """Every tile in one look, the longer side brought to `size` input pixels."""
        ...


@runtime_checkable
class LevelNamer(Protocol):
    """A detector that can be told how faces lie."""

    def name_level(self, frame: Frame, found: Found, outlines: Array) -> tuple[Detection, ...]:
        """What they are: `outlines` n x 4 x 2 corners in pixels of the frame, NaN where they are unknown."""
        ...


class Board:
    """The tiles found on one table, in pixels of the frames."""

    def __init__(self, detector: Detector) -> None:
        self.detector = detector
        self.tiles: tuple[Detection, ...] = ()
        self._level = FacesLevel()
        self._before = AsBefore()

    def same(self, tile: Detection) -> bool:
        """Whether the place of a tile that was found before looked the same at the last reading."""
        return self._before.same(tile)

    def read(
        self, frame: Frame, changes: Sequence[Span] | None, geometry: Geometry | None = None
    ) -> tuple[Detection, ...]:
        """Read where something changed, or all where `changes` is None; all the tiles there are then.
        `geometry` in pixels of the frame, where it is known: faces are cut out level by it."""
        height, width = frame.pixels.shape[:2]
        parts = None if changes is None else _parts(changes, width, height)
        if parts is None or not isinstance(self.detector, CloseLooker):
            if parts != []:
                found = self._named(frame, self._whole(frame), geometry)
                self.tiles = self._before.take(frame.pixels, _parted(found, self.tiles))
            return self.tiles
        kept = [tile for tile in self.tiles if not any(_inside(tile.centre, part) for part in parts)]
        gone = [tile for tile in self.tiles if any(_inside(tile.centre, part) for part in parts)]
        seen = [tile for part in parts for tile in self._look(frame, part, geometry)]
        self.tiles = self._before.take(frame.pixels, _once(kept, _parted(seen, gone)))
        return self.tiles

    def _whole(self, frame: Frame) -> Found:
        """Every tile of a picture; in one look where the detector can, at the size at which parts of it are
        looked at later, so that both find the same tiles."""
        if not isinstance(self.detector, CloseLooker):
            return self.detector.find(frame)
        return self.detector.find_at(frame.pixels, min(INPUT, max(frame.pixels.shape[:2]))).once()

    def _look(self, frame: Frame, part: Span, geometry: Geometry | None) -> list[Detection]:
        assert isinstance(self.detector, CloseLooker)
        left, top, right, bottom = part
        height, width = frame.pixels.shape[:2]
        pixels = np.ascontiguousarray(frame.pixels[top:bottom, left:right])
        scale = min(INPUT / max(height, width), 1.0)
        found = self.detector.find_at(pixels, max(round(scale * max(pixels.shape[:2])), 32))
        boxes = found.boxes + np.array([left, top, left, top], dtype=np.float32)
        # a tile that the part's edge cuts was not what changed
        whole = (
            ((boxes[:, 0] > left + 2) | (left == 0))
            & ((boxes[:, 1] > top + 2) | (top == 0))
            & ((boxes[:, 2] < right - 2) | (right == width))
            & ((boxes[:, 3] < bottom - 2) | (bottom == height))
        )
        return list(self._named(frame, Found(boxes, found.odds).only(whole).once(), geometry))

    def _named(self, frame: Frame, found: Found, geometry: Geometry | None) -> tuple[Detection, ...]:
        if geometry is None or not isinstance(self.detector, LevelNamer):
            return self.detector.name(frame, found)
        found = without_shadows(frame.pixels, found)
        self._level.look_over(found.boxes.astype(np.float64), geometry)
        if self._level.rough is not None:
            found = whole_again(found, geometry, self._level.rough)
        faces = np.flatnonzero(found.odds[:, FACE_SCORE] > found.odds[:, BACK_SCORE])
        outlines = np.full((len(found), 4, 2), np.nan)
        boxes = found.boxes.astype(np.float64)
        outlines[faces] = self._level.outlines(frame.pixels, boxes[faces], geometry, boxes)
        return self.detector.name_level(frame, found, outlines.astype(np.float32))


def _parted(found: Sequence[Detection], before: Sequence[Detection]) -> list[Detection]:
    """What was found, with the tiles that were known `before` instead of a box that holds two of them: tiles
    that touch are now and then found as one."""
    parted: list[Detection] = []
    for tile in found:
        held = [one for one in before if _holds(tile.box, one.box) and one.span < PIECE * tile.span]
        parted += held if len(held) == 2 and not _meeting(*held) else [tile]
    return parted


def _holds(outer: Box, inner: Box) -> bool:
    """Whether nearly all of a box lies in another."""
    return _shared(outer, inner) > HELD * (inner[2] - inner[0]) * (inner[3] - inner[1])


def _meeting(one: Detection, other: Detection) -> bool:
    """Whether two boxes cover much the same place."""
    return _shared(one.box, other.box) > MEETING * min(one.span, other.span) ** 2


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0)


def _once(kept: list[Detection], found: list[Detection]) -> tuple[Detection, ...]:
    """Each tile once; a tile at the rim of a part that is known already stays as it was."""
    both = [*kept, *found]
    if not both:
        return ()
    boxes = np.array([tile.box for tile in both], dtype=np.float32)
    scores = np.array([tile.score + 1 for tile in kept] + [tile.score for tile in found], dtype=np.float32)
    return tuple(both[place] for place in thin_out(boxes, scores))


def _inside(point: tuple[float, float], part: Span) -> bool:
    return part[0] <= point[0] < part[2] and part[1] <= point[1] < part[3]


def _parts(changes: Sequence[Span], width: int, height: int) -> list[Span] | None:
    """The parts of a picture to be read, without overlaps; None where that is nearly all of it."""
    margin = round(MARGIN * max(width, height))
    parts = [_widened(span, margin, width, height) for span in changes]
    while meeting := next((pair for pair in itertools.combinations(parts, 2) if _meet(*pair)), None):
        a, b = meeting
        parts.remove(a)
        parts.remove(b)
        joined = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
        parts.append(_widened(joined, 0, width, height))
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in parts)
    return None if area > MOST * width * height else parts


def _meet(one: Span, two: Span) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def _widened(span: Span, margin: int, width: int, height: int) -> Span:
    """A span with a margin, its sides multiples of the grid, moved into the picture."""
    found = []
    for low, high, most in ((span[0], span[2], width), (span[1], span[3], height)):
        length = min(-(-(high - low + 2 * margin) // GRID) * GRID, most)
        start = min(max((low + high - length) // 2, 0), most - length)
        found.append((start, start + length))
    return found[0][0], found[1][0], found[0][1], found[1][1]

"""静下来没有: which frames are settled, what has changed since the last one read, and whose hand was there.

All on a small picture, so that frames with hands in motion cost almost nothing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import SIDES, Floats, Geometry, to_table
from vision.frames import Pixels
from vision.places import Area
from vision.surface import Colour, commonest, surface_like

WIDE = 426
"""Pixels of the longer side of the small picture."""
DIFFERENT = 13
"""Grey levels, of 255, by which a pixel differs from its former self beyond noise."""
MOTION = 0.25
"""The part of a tile's area that must differ from the frame before for something to move."""
CHANGE = 0.12
"""The part of a tile's area that must differ in one place for it to be read anew."""
AROUND = 0.06
"""How far outside the playing surface motion counts, as a part of its side."""
FOREIGN = 3.0
"""What is no felt and no known tile hides the table where it is larger than so many tiles."""
HIDES = 0.5
"""It hides an area where it covers more of it than so many tiles."""
CUT = 0.04
"""An area with more than this part outside the picture is never seen whole."""
LASTING = 20.0
"""Seconds after which what lies on the table without moving is a part of it, as a cup."""
STRIP = (-0.14, 0.05)
"""Where, in depth, an arm tells from which side a hand came."""
REMEMBERED = 60
"""Frames with motion that are remembered until the next reading."""
CLEARLY = 1.8
"""How much more of a side's strip must be covered than of the next one's."""
TILES = 560
"""Tiles that would cover the playing surface: 28 x 20."""

Mask = NDArray[np.bool_]
Grey = NDArray[np.uint8]
Zone = tuple[Area, int]
Span = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the frame."""

ZONES = {
    Area.HAND: (0.0, 1.0, 0.0, 0.115),
    Area.WALL: (0.22, 0.78, 0.13, 0.23),
    Area.DISCARD: (0.3, 0.7, 0.25, 0.48),
}
"""Along from, to; depth from, to."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A small picture: its colours, and its greys blurred against noise."""

    colours: Pixels
    grey: Grey


class Settling:
    """Follows one camera's small pictures. `geometry` in pixels of the frames."""

    def __init__(self, geometry: Geometry, shape: tuple[int, int]) -> None:
        height, width = shape
        self.ratio = WIDE / max(height, width)
        self.size = max(1, round(width * self.ratio)), max(1, round(height * self.ratio))
        self.geometry = geometry
        self.table = self._filled(_square(0.0))
        self._watched = self._filled(_square(-AROUND))
        self.tile = max(float(self.table.sum()) / TILES, 4.0)
        self._strips = [self._filled(_strip(side, 0.02, 0.98, *STRIP)) for side in range(SIDES)]
        self._widths = np.array([max(float(strip.sum()), 1.0) for strip in self._strips])
        self._zones = {
            (area, side): self._filled(_strip(side, *span))
            for area, span in ZONES.items()
            for side in range(SIDES)
        }
        self.cut = frozenset(zone for zone, mask in self._zones.items() if self._outside(zone, mask) > CUT)
        self._before: Small | None = None
        self._read: Grey | None = None
        self._clean: Grey | None = None
        self._foreign_since: float | None = None
        self._motion: deque[tuple[Mask, NDArray[np.float64]]] = deque(maxlen=REMEMBERED)
        self.now: Small | None = None

    def see(self, pixels: Pixels) -> bool:
        """Take the next frame; whether the table is still since the frame before."""
        now = self._small(pixels)
        before, self._before, self.now = self._before, now, now
        if before is None:
            return False
        moving = self._differs(now.grey, before.grey)
        still = bool((moving & self._watched).sum() < MOTION * self.tile)
        if not still and self._read is not None:
            there = self._differs(now.grey, self._read)
            sides = np.array([float((there & strip).sum()) for strip in self._strips])
            self._motion.append((moving, sides))
        return still

    def changes(self) -> list[Span] | None:
        """Where this frame differs from the one that was read last, in pixels of the frame; None where all of
        it is new."""
        assert self.now is not None
        if self._read is None:
            return None
        differs = (self._differs(self.now.grey, self._read) & self._watched).astype(np.uint8)
        joined = cv2.dilate(differs, np.ones((5, 5), np.uint8))
        _, labels, told, _ = cv2.connectedComponentsWithStats(joined)
        spans = []
        for number in range(1, len(told)):
            x, y, wide, high, _ = (int(one) for one in told[number])
            if int(differs[labels == number].sum()) >= CHANGE * self.tile:
                spans.append(self._span(x, y, x + wide, y + high))
        return spans

    def was_read(self, at: float, boxes: NDArray[np.float64], gone: NDArray[np.float64]) -> frozenset[Zone]:
        """Tell that this frame was read: the boxes (n x 4, pixels of the frame) of the tiles that are there,
        and of those that were there before. The areas that something hides, a hand for one."""
        assert self.now is not None
        self._read = self.now.grey
        self.foreign = self._foreign(at, boxes, gone)
        covered = {
            zone for zone, mask in self._zones.items() if (self.foreign & mask).sum() > HIDES * self.tile
        }
        return self.cut | covered

    def came_from(self, x: float, y: float) -> int | None:
        """The side whose hand moved last over a place, in pixels of the frame, since the last frame that was
        read; None where unclear. Its arm reaches in at its own side in that frame and those around it."""
        column, row = int(x * self.ratio), int(y * self.ratio)
        reach = max(2, round(self.tile**0.5 / 2))
        near = np.s_[max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1]
        over = [number for number, (moving, _) in enumerate(self._motion) if moving[near].any()]
        if not over:
            return None
        last = over[-1]
        sides = sum(
            (told / (1 + abs(number - last)) ** 2 for number, (_, told) in enumerate(self._motion)),
            start=np.zeros(SIDES),
        )
        # the far side's strip is narrower in the picture than the near one's
        shares = sides / self._widths
        order = np.argsort(-shares)
        plain = sides[order[0]] > self.tile / 4 and shares[order[0]] > CLEARLY * shares[order[1]]
        return int(order[0]) if plain else None

    def forget_motion(self) -> None:
        """What moved until now has been taken into account."""
        self._motion.clear()

    def changed(self, x: float, y: float) -> bool:
        """Whether anything has moved over a place since the last frame that was read."""
        column, row = int(x * self.ratio), int(y * self.ratio)
        near = np.s_[max(row - 2, 0) : row + 3, max(column - 2, 0) : column + 3]
        return any(moving[near].any() for moving, _ in self._motion)

    def felt(self) -> Colour:
        """The colour of the felt in this frame."""
        assert self.now is not None
        return commonest(self.now.colours)

    def hides(self, x: float, y: float) -> bool:
        """Whether what hides the table lies over a place, in pixels of the frame."""
        column, row = int(x * self.ratio), int(y * self.ratio)
        inside = 0 <= column < self.size[0] and 0 <= row < self.size[1]
        return not inside or bool(self.foreign[row, column])

    def _foreign(self, at: float, boxes: NDArray[np.float64], gone: NDArray[np.float64]) -> Mask:
        assert self.now is not None
        nothing = np.zeros(self.table.shape, dtype=np.bool_)
        if self._clean is None:
            self._clean = self.now.grey.copy()
            return nothing
        new = self._differs(self.now.grey, self._clean) & self.table
        new &= ~surface_like(self.now.colours, commonest(self.now.colours), 20.0)
        for x1, y1, x2, y2 in np.concatenate([boxes, gone]) * self.ratio:
            # a tile's side and shadow lie below and beside its face
            wide, high = x2 - x1, y2 - y1
            left, top = max(int(x1 - 0.5 * wide), 0), max(int(y1 - 0.5 * high), 0)
            new[top : int(y2 + 0.9 * high) + 1, left : int(x2 + 0.5 * wide) + 1] = False
        opened = cv2.morphologyEx(new.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, labels, told, _ = cv2.connectedComponentsWithStats(np.asarray(opened, dtype=np.uint8))
        large = [n for n in range(1, len(told)) if told[n, cv2.CC_STAT_AREA] > FOREIGN * self.tile]
        if not large:
            self._foreign_since = None
            self._clean = self.now.grey.copy()
            return nothing
        if self._foreign_since is None:
            self._foreign_since = at
        if at - self._foreign_since > LASTING:
            self._foreign_since = None
            self._clean = self.now.grey.copy()
            return nothing
        reach = max(3, round(self.tile**0.5))
        there = cv2.dilate(np.isin(labels, large).astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
        self._clean = np.where(there, self._clean, self.now.grey).astype(np.uint8)
        return np.asarray(there)

    def _small(self, pixels: Pixels) -> Small:
        colours = np.asarray(cv2.resize(pixels, self.size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        grey = cv2.blur(cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY), (3, 3))
        return Small(colours, np.asarray(grey, dtype=np.uint8))

    def _differs(self, now: Grey, before: Grey) -> Mask:
        difference = now.astype(np.int16) - before
        # a lamp that flickers, or a camera that adapts, changes all pixels alike
        difference -= np.int16(np.median(difference[::4, ::4]))
        return np.asarray(np.abs(difference) > DIFFERENT)

    def _filled(self, square: list[tuple[float, float]]) -> Mask:
        mask = np.zeros((self.size[1], self.size[0]), np.uint8)
        outline: Floats = np.clip(self.geometry.pixels(square) * self.ratio, -10_000, 10_000)
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 1)
        return mask > 0

    def _outside(self, zone: Zone, mask: Mask) -> float:
        """The part of an area that lies outside the picture."""
        area, side = zone
        outline = self.geometry.pixels(_strip(side, *ZONES[area])) * self.ratio
        whole = cv2.contourArea(outline.astype(np.float32))
        inside = np.clip(outline, 0, (self.size[0], self.size[1]))
        return float(1 - cv2.contourArea(inside.astype(np.float32)) / whole) if whole > 0 else 1.0

    def _span(self, left: int, top: int, right: int, bottom: int) -> Span:
        return (
            int(left / self.ratio),
            int(top / self.ratio),
            int(np.ceil(right / self.ratio)),
            int(np.ceil(bottom / self.ratio)),
        )


def _square(edge: float) -> list[tuple[float, float]]:
    return [(edge, edge), (1 - edge, edge), (1 - edge, 1 - edge), (edge, 1 - edge)]


def _strip(side: int, left: float, right: float, near: float, far: float) -> list[tuple[float, float]]:
    corners = ((left, near), (right, near), (right, far), (left, far))
    return [to_table(along, depth, side) for along, depth in corners]

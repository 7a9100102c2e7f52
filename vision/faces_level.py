"""摆正牌面: where the face of each lying tile really is on a watched table, from upright boxes.

A finder gives upright boxes. The table's geometry tells how the camera distorts a face that lies at a place
of it; its own edges and print tell how it is turned; all boxes together how large this table's tiles are.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import THICK, Floats, Geometry
from vision.frames import Pixels
from vision.measuring import Size, size_of

Flags = NDArray[np.bool_]
Grey = NDArray[np.float32]

COARSE, FINE = 20, 40
"""Pixels that a tile's width gets in the patches that its turn, and its place, are told by."""
STROKE = 1.0, 1.5
"""How much these are smoothed, in their pixels."""
TELLING = 0.2
"""Below this agreement of its edges (0..1) a face does not tell how it is turned: 16 of 5,924 faces of 17
drawn films. Half of them all are told within half a degree, 95 % within 3."""
FEWEST = 3
"""So many lying faces tell the size of the tiles."""
BOXED = 0.96
"""The size that boxes of lying faces tell, in parts of the one that all tiles of the view tell."""
ALL_FEWEST = 8
"""So many tiles tell it roughly."""
LIES = 0.25
"""A box that is farther than this part of it from what that size makes of a lying tile is of none."""
AGREE = 0.12
"""A size that lies farther than this part of it from what all tiles tell was told by what lies otherwise than
it seems: the first faces of a round are of tiles that stand or lie in a row."""
ROUNDS, CLOSE = 6, 1.5
"""How often the size is fitted, and the pixels within which a box counts fully."""
CORNERS = 1.04
"""A finder's box ends where the corners of a tile are rounded: the face is larger by this."""
EDGE = 1.02
"""Where its edges are looked for, in fitted sizes."""
INNER = 0.8
"""The part of an edge, around its middle, that is looked at."""
SLIDES = np.arange(-4.0, 4.25, 0.5)
"""How far the middle of a face may lie from that of its box, in fine pixels."""
HOLD = 4.0
"""What a slide of one fine pixel costs, in grey levels of an edge."""
WHICH = 0.001
"""What a grey level of the edges tells of which way a tile's long side lies, in parts of its box's area."""
HIDDEN = 0.1
"""A box that is too small by more than this part of it may show a part of its face."""
FITS = 0.5
"""What is farther than this part of a box from the size that it should have does not lie there."""


class FacesLevel:
    """Tells where faces lie on one table; remembers how large its tiles are."""

    def __init__(self) -> None:
        self.size: Size | None = None
        """as the view of the most faces told it"""
        self.rough: Size | None = None
        """as all tiles of the view that had most told it"""
        self._told_by = self._most = 0

    def outlines(
        self, pixels: Pixels, boxes: Floats, geometry: Geometry, tiles: Floats | None = None
    ) -> Floats:
        """n x 4 x 2: the corners of the faces in n boxes, in pixels; NaN where a face does not tell how it
        lies. `boxes`: x1, y1, x2, y2; `tiles` the same of all tiles that are seen, backs too, where there are
        more; `geometry` in the same pixels; a pixel's middle lies at a half."""
        nowhere = np.full((len(boxes), 4, 2), np.nan)
        if not len(boxes):
            return nowhere
        self.look_over(boxes if tiles is None else tiles, geometry)
        middles, extents = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
        at = geometry.table(middles, THICK)
        ways = _ways(geometry, at)
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        if (size := self.size or self.rough) is None:
            return nowhere
        tilts, telling = _tilts(grey, middles, ways, size)
        told = (telling > TELLING) & ((at > 0) & (at < 1)).all(axis=1)
        self._measure(extents[told], ways[told], tilts[told])
        if self.size is None:
            return nowhere
        lies = np.array([self.size.wide, self.size.high])
        short = np.stack([_reach(ways, tilts, way) @ lies - extents for way in (False, True)], axis=1)
        spans = np.sqrt(extents.prod(axis=1))
        for place in np.flatnonzero(told):
            if np.hypot(*short[place].T).min() < FITS * spans[place]:
                face = _Face(grey, middles[place], ways[place], float(tilts[place]), self.size)
                nowhere[place] = face.outline(short[place], float(spans[place]))
        return nowhere

    def look_over(self, tiles: Floats, geometry: Geometry) -> None:
        """How large tiles are by the boxes of all of them, where so many were not seen before."""
        if len(tiles) < max(self._most, ALL_FEWEST):
            return
        size = size_of(geometry, tiles)
        if size.likely:
            self.rough, self._most = size, len(tiles)

    def _measure(self, extents: Floats, ways: Floats, tilts: Floats) -> None:
        """How large they are by the boxes of lying faces, which say it more exactly."""
        if self.rough is None:
            return
        rough = Size(BOXED * self.rough.wide, BOXED * self.rough.high)
        if self.size is None:
            self.size = rough
        off = np.stack([_off(extents, ways, tilts, rough, way) for way in (False, True)], axis=1).min(axis=1)
        lying = off < np.square(LIES) * extents.prod(axis=1)
        if lying.sum() < max(FEWEST, self._told_by):
            return
        size = _fitted(extents[lying], ways[lying], tilts[lying], rough)
        if max(abs(size.wide / rough.wide - 1), abs(size.high / rough.high - 1)) < AGREE:
            self.size, self._told_by = size, int(lying.sum())


def _ways(geometry: Geometry, at: Floats) -> Floats:
    """n x 2 x 2: pixels that a step of one table unit along x, and along y, makes at places of the table."""
    step = 1e-3
    ends = [(geometry.pixels(at + way, THICK), geometry.pixels(at - way, THICK)) for way in np.eye(2) * step]
    return np.stack([(there - back) / (2 * step) for there, back in ends], axis=2)


def _axes(tilts: Floats) -> tuple[Floats, Floats]:
    """n x 2 each: the directions along the width of tiles and along their height."""
    cos, sin = np.cos(tilts), np.sin(tilts)
    return np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)


def _patch(grey: NDArray[np.uint8], middle: Floats, ways: Floats, half: int, smooth: float) -> Grey:
    """The surroundings of a place, seen from straight above: `ways` 2 x 2, pixels to one step right and one
    step down in the patch, which reaches `half` steps from its middle."""
    wide = 2 * half + 1
    start = middle - 0.5 - ways @ np.array([half, half])
    patch = cv2.warpAffine(
        grey,
        np.column_stack([ways, start]),
        (wide, wide),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.GaussianBlur(patch.astype(np.float32), (0, 0), smooth), dtype=np.float32)


def _slopes(patch: Grey) -> tuple[Grey, Grey]:
    """How much lighter a patch becomes to the right, and downwards."""
    right, down = cv2.Sobel(patch, cv2.CV_32F, 1, 0), cv2.Sobel(patch, cv2.CV_32F, 0, 1)
    return np.asarray(right, dtype=np.float32), np.asarray(down, dtype=np.float32)


def _tilts(grey: NDArray[np.uint8], middles: Floats, ways: Floats, size: Size) -> tuple[Floats, Floats]:
    """How far each face is turned on the table, in radians from -pi/4 to pi/4, and how much of its edges
    agree on that, 0..1: the edges of a tile and most strokes of its print run along its sides."""
    half = COARSE
    across, down = np.meshgrid(np.arange(-half, half + 1), np.arange(-half, half + 1))
    disc = np.hypot(across, down) < COARSE / 2 * np.hypot(1, size.high / size.wide)
    found = np.zeros((len(middles), 2))
    for place, (middle, way) in enumerate(zip(middles, ways, strict=True)):
        # the patch runs down, the table away
        patch = _patch(grey, middle, way * np.array([1, -1]) * size.wide / COARSE, half, STROKE[0])
        right, downwards = _slopes(patch)
        slope = (right - 1j * downwards)[disc]
        strength = np.abs(slope) + 1e-6
        # four times the angle: the four sides of a tile tell the same
        told = complex((strength * (slope / strength) ** 4).sum())
        found[place] = np.angle(told) / 4, abs(told) / float(strength.sum())
    return found[:, 0], found[:, 1]


def _reach(ways: Floats, tilts: Floats, turned: bool) -> Floats:
    """n x 2 x 2: the width and the height in pixels of the box of a face, to one unit of a tile's width and
    to one of its height."""
    along, away = _axes(tilts)
    sides = [np.abs(np.einsum("nij,nj->ni", ways, axis)) for axis in (along, away)]
    return np.stack(sides[::-1] if turned else sides, axis=2)


def _off(extents: Floats, ways: Floats, tilts: Floats, size: Size, turned: bool) -> Floats:
    """How far boxes are from what they should be, in square pixels."""
    expected = _reach(ways, tilts, turned) @ np.array([size.wide, size.high])
    found: Floats = np.square(extents - expected).sum(axis=1)
    return found


def _fitted(extents: Floats, ways: Floats, tilts: Floats, start: Size) -> Size:
    """How large tiles are whose boxes are of these extents, n x 2 pixels; each may be turned either way."""
    size = start
    upright, turned = (_reach(ways, tilts, way) for way in (False, True))
    for _ in range(ROUNDS):
        off = np.stack([_off(extents, ways, tilts, size, way) for way in (False, True)], axis=1)
        reach = np.where((off[:, 1] < off[:, 0])[:, None, None], turned, upright)
        weights = 1 / np.maximum(np.sqrt(off.min(axis=1)), CLOSE)
        rows = (reach * weights[:, None, None]).reshape(-1, 2)
        wide, high = np.linalg.lstsq(rows, (extents * weights[:, None]).reshape(-1), rcond=None)[0]
        size = Size(float(min(wide, high)), float(max(wide, high)))
    return size


class _Face:
    """A face in its place, turned so that its sides run along the patch's."""

    def __init__(
        self, grey: NDArray[np.uint8], middle: Floats, ways: Floats, tilt: float, size: Size
    ) -> None:
        along, away = _axes(np.array(tilt))
        self.middle = middle
        self.steps: Floats = np.column_stack([ways @ along, -(ways @ away)]) * size.wide / FINE
        """pixels to a fine one to the right, and downwards"""
        self.wide, self.high = FINE / 2, FINE / 2 * size.high / size.wide
        self.right, self.down = _slopes(_patch(grey, middle, self.steps, round(FINE * 1.5), STROKE[1]))

    def outline(self, short: Floats, span: float) -> Floats:
        """4 x 2: its corners in pixels, clockwise as seen from above, the first two along its width.

        `short`: by how much its box is too narrow, and too low, for an upright tile and for a turned one, in
        pixels; `span` of the box.
        """
        best, corners, turned = -np.inf, np.zeros((4, 2)), False
        for way, (x, y) in enumerate(((self.wide, self.high), (self.high, self.wide))):
            off = float(np.square(short[way]).sum()) / span**2
            for shift in _shifts(short[way], span):
                start: Floats = np.linalg.inv(self.steps) @ shift
                plain, middle = self.slid(start, x, y)
                if WHICH * plain - off > best:
                    best, turned = WHICH * plain - off, way == 1
                    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]]) * CORNERS + middle
        outline: Floats = self.middle + corners @ self.steps.T
        # the first side is a short one
        return np.roll(outline, 1, axis=0) if turned else outline

    def slid(self, start: Floats, x: float, y: float) -> tuple[float, Floats]:
        """How plain the edges of a face are near `start`, and where its middle is; in fine pixels from the
        patch's middle. `x`, `y`: half its sides."""
        across, edges = _slid(_profile(self.right, y, start[1]), x, start[0])
        downwards, more = _slid(_profile(self.down.T, x, start[0]), y, start[1])
        return edges + more, np.array([across, downwards])


def _shifts(short: Floats, span: float) -> list[Floats]:
    """Where the middle of a face may be from that of its box: something may hide one side of it."""
    sides = [(0.0, side / 2, -side / 2) if side > HIDDEN * span else (0.0,) for side in short.tolist()]
    return [np.array([x, y]) for x in sides[0] for y in sides[1]]


def _profile(slope: Grey, reach: float, middle: float) -> Grey:
    """What the rows of a patch that cross a tile's edges have in common; `reach`: half the edge's length,
    `middle`: where its middle lies beside that of the patch."""
    start = len(slope) // 2 + middle
    inner = slope[max(int(start - INNER * reach), 0) : int(start + INNER * reach) + 1]
    return np.asarray(inner.mean(axis=0), dtype=np.float32)


def _slid(profile: Grey, reach: float, start: float) -> tuple[float, float]:
    """Where a face lies near `start`, and how plain its two edges are there: it becomes lighter at the one
    and darker at the other, `reach` from its middle. In fine pixels from the patch's middle."""
    places = np.arange(len(profile)) - len(profile) // 2
    light = np.interp(start - EDGE * reach + SLIDES, places, profile)
    dark = np.interp(start + EDGE * reach + SLIDES, places, profile)
    worth = light - dark - HOLD * SLIDES**2
    best = int(worth.argmax())
    slide = float(SLIDES[best])
    if 0 < best < len(SLIDES) - 1:
        before, here, after = worth[best - 1 : best + 2].tolist()
        bend = before - 2 * here + after
        if bend < 0:
            slide += (SLIDES[1] - SLIDES[0]) / 2 * (before - after) / bend
    return start + slide, float(worth[best])

"""立着还是亮开: whether the faces in a player's row stand, for their owner alone, or lie open for all.

A tile that lies shows felt above its face and its own side below it; one that stands shows its upper edge
above and felt below. Only rows whose owner sits where the camera is can show faces that stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration import SIDES, Floats, Geometry, from_side
from vision.detection import BACK, OTHER, Box
from vision.frames import Frame
from vision.measuring import shares
from vision.places import Area, PlacedTile
from vision.placing import View
from vision.surface import WIDE, Colour, commonest, shrunk, surface_like

Mask = NDArray[np.bool_]

OWN = 0.05
"""The depth of a row of a hand: a camera behind it sees the faces that stand in it."""
ROW_DEPTH = 0.055
STEEP = 0.2
"""A camera behind a row that sees it as steeply as this, or steeper (the tangent of the angle from right
above), sees no faces that stand in it: whole ones lie."""
FLAT = 0.4
"""A row is seen edge-on where it faces the camera no more than this (cosine)."""
APART = 1.35
"""Tiles whose middles lie farther apart than so many widths do not touch."""
STRIP = (0.06, 0.3)
"""Where, in heights of its box, the strips above and below a face are looked at."""
WHOLE = 0.7
"""Boxes of lying faces are at least this part of what is expected of them."""
MIDDLE = 0.3
"""The part of a box's width at each side that is left out, as neighbours reach into it."""


def mark_open(view: View, frame: Frame, geometry: Geometry, felt: Colour | None = None) -> View:
    """The view with the faces of hands marked that lie open. `geometry` in the pixels of the original;
    `felt`: its colour, where it is known."""
    tiles = list(view.tiles)
    for side in range(SIDES):
        faces = [
            place
            for place, tile in enumerate(tiles)
            if tile.area is Area.HAND and tile.side == side and tile.best != BACK
        ]
        if not faces:
            continue
        x, y, height = geometry.eye
        depth = from_side((x, y), side)[1]
        behind = depth < OWN and ROW_DEPTH - depth > STEEP * height
        for row in _rows(tiles, faces, side, view.size.wide):
            boxes = [tiles[place].box for place in row]
            # what is read on the upper edge, or the side, of a standing tile is no face
            named = sum(tiles[place].best != OTHER for place in row)
            if 2 * named < len(row) or float(np.median(shares(boxes, geometry, view.size))) < WHOLE:
                continue
            if not (behind and stands(frame, boxes, felt)):
                for place in row:
                    tiles[place] = replace(tiles[place], open=True)
    return replace(view, tiles=tuple(tiles))


def _rows(tiles: Sequence[PlacedTile], places: list[int], side: int, wide: float) -> Iterator[list[int]]:
    """The tiles of a hand without a gap between them: a winning tile lies open beside a row that stands."""

    def along(place: int) -> float:
        return from_side(tiles[place].at, side)[0]

    row: list[int] = []
    for place in sorted(places, key=along):
        if row and along(place) - along(row[-1]) > APART * wide:
            yield row
            row = []
        row.append(place)
    yield row


def edge_on(geometry: Geometry) -> frozenset[int]:
    """The sides whose standing rows the camera sees from above or along their edges, so that they show
    neither faces nor backs."""
    x, y, height = geometry.eye
    found = set()
    for side in range(SIDES):
        along, depth = from_side((x, y), side)
        across = depth - ROW_DEPTH
        away = float(np.linalg.norm((along - 0.5, across, height)))
        if abs(across) < FLAT * away:
            found.add(side)
    return frozenset(found)


def stands(frame: Frame, boxes: Sequence[Box], felt: Colour | None = None) -> bool:
    """Whether the faces in a row's boxes (pixels of the original) stand rather than lie."""
    if felt is None:
        felt = commonest(shrunk(frame.pixels, WIDE / max(frame.pixels.shape[:2])))
    across, down = frame.scale
    scaled = np.array(boxes) / (across, down, across, down)
    margin = 0.4 * float((scaled[:, 3] - scaled[:, 1]).max())
    left, top = np.maximum(scaled[:, :2].min(axis=0) - margin, 0).astype(int)
    right, bottom = (scaled[:, 2:].max(axis=0) + margin).astype(int) + 1
    shown = surface_like(np.ascontiguousarray(frame.pixels[top:bottom, left:right]), felt)
    told = [_told(shown, box) for box in scaled - (left, top, left, top)]
    # a face that tells nothing is kept for its owner
    return float(np.median(told)) >= 0


def _told(felt: Mask, box: Floats) -> float:
    """-1 lies .. 1 stands. `felt`: which pixels show it."""
    x1, y1, x2, y2 = (float(side) for side in box)
    wide, high = x2 - x1, y2 - y1
    left, right = round(x1 + MIDDLE * wide), round(x2 - MIDDLE * wide) + 1
    above = felt[_span(y1 - STRIP[1] * high, y1 - STRIP[0] * high), max(left, 0) : right]
    below = felt[_span(y2 + STRIP[0] * high, y2 + STRIP[1] * high), max(left, 0) : right]
    return _part(below) - _part(above)


def _span(low: float, high: float) -> slice:
    start = max(round(low), 0)
    return slice(start, max(round(high), start + 1))


def _part(strip: Mask) -> float:
    """The part of a strip that shows felt; 0 at the picture's edge, where there is no strip."""
    return float(strip.mean()) if strip.size else 0.0

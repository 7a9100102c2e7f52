"""牌边空地: boxes at the picture's edge that hold cloth beside a row, and no tile.

Where a row ends less than a tile's width from the edge of the picture, a finder may take the ground between
for one tile more. Such a box is no wider than a tile and coloured like the ground around it, unlike its row.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import BACK, Detection
from vision.frames import Frame
from vision.framing import EDGE

MATES = 3
"""So many tiles of the row tell how large a tile is, and of what colour."""
NARROW = 1.1
"""Against a tile's extent, no such box is larger."""
APART = 1.3
"""Neighbours' middles lie no farther apart, in tiles."""
UNEVEN = 0.35
"""Across the row its extent differs from a tile's by no larger part."""
ACROSS = 0.6
"""The ground is looked for so far across the row, in parts of the box."""
RIM = 0.15
"""Left out at each side of a box where its colour is taken."""
LIKE_BODY = 40.0
"""A pixel so near to the colour of the row's tiles, in 8-bit Lab, may be a tile's."""
BODY = 0.2
"""Where a larger part of the box is like the row's tiles, it is a tile."""
LIKE_GROUND = 20.0
"""The box's middle colour lies so near to that of what lies across the row."""


def without_ground(frame: Frame, detections: Sequence[Detection], name_from: float) -> tuple[Detection, ...]:
    """The detections less those at the picture's edge that are ground beside a row. Backs, and what is named
    a Sichuan tile from `name_from` on, stay in any case."""
    return tuple(
        one
        for place, one in enumerate(detections)
        if one.best == BACK
        or (one.best < BACK and one.confidence >= name_from)
        or not _is_ground(frame, detections, place)
    )


def _is_ground(frame: Frame, detections: Sequence[Detection], place: int) -> bool:
    """Whether a box is at the picture's edge, the last of a row, and looks like what lies across the row."""
    return any(
        _touches(frame, detections[place], axis)
        and (mates := _row(detections, place, axis))
        and _ends(detections[place], mates, axis)
        and not _tile_coloured(frame, detections[place], mates)
        and _ground_coloured(frame, detections, place, axis)
        for axis in (0, 1)
    )


def _ends(one: Detection, mates: Sequence[Detection], axis: int) -> bool:
    """Whether a box could be the next place of a row of touching tiles, whole or cut."""
    size = one.extent
    tile = np.median([other.extent for other in mates], axis=0)
    middles = [one.centre[axis], *(other.centre[axis] for other in mates)]
    return bool(
        size[axis] <= NARROW * tile[axis]
        and np.abs(np.diff(middles)).max() <= APART * tile[axis]
        and abs(size[1 - axis] / tile[1 - axis] - 1) <= UNEVEN
    )


def _tile_coloured(frame: Frame, one: Detection, mates: Sequence[Detection]) -> bool:
    """Whether a part of a box worth mentioning has the colour of its row's tiles."""
    body = np.median([np.median(_inner(frame, other.box), axis=0) for other in mates], axis=0)
    apart = np.linalg.norm(_inner(frame, one.box) - body, axis=1)
    return bool(np.mean(apart < LIKE_BODY) > BODY)


def _ground_coloured(frame: Frame, detections: Sequence[Detection], place: int, axis: int) -> bool:
    """Whether a box has the colour of what lies across the row on either side, where no other tile is."""
    one = detections[place].box
    own = np.median(_inner(frame, one), axis=0)
    step = ACROSS * detections[place].extent[1 - axis]
    shift = (0.0, step) if axis == 0 else (step, 0.0)
    for way in (1, -1):
        moved = tuple(side + way * by for side, by in zip(one, shift * 2, strict=True))
        side = _inner(frame, moved)
        free = not any(at != place and _meet(moved, other.box) for at, other in enumerate(detections))
        if len(side) and free and np.linalg.norm(own - np.median(side, axis=0)) < LIKE_GROUND:
            return True
    return False


def _row(detections: Sequence[Detection], place: int, axis: int) -> list[Detection]:
    """The tiles nearest to one in its row along an axis, the nearest first; none where they are too few."""
    one, across = detections[place], 1 - axis
    row = []
    for at, other in enumerate(detections):
        share = min(one.box[across + 2], other.box[across + 2]) - max(one.box[across], other.box[across])
        if at != place and other.best != BACK and share > 0.5 * min(one.extent[across], other.extent[across]):
            row.append(other)
    row.sort(key=lambda other: abs(other.centre[axis] - one.centre[axis]))
    return row[:MATES] if len(row) >= MATES else []


def _touches(frame: Frame, one: Detection, axis: int) -> bool:
    """Whether a box touches an edge that the axis meets."""
    near = EDGE * frame.scale[axis]
    return one.box[axis] < near or one.box[axis + 2] > (frame.width, frame.height)[axis] - near


def _meet(one: Sequence[float], two: Sequence[float]) -> bool:
    """Whether two boxes share more than a rim."""
    wide, high = min(one[2], two[2]) - max(one[0], two[0]), min(one[3], two[3]) - max(one[1], two[1])
    return wide > RIM * (one[2] - one[0]) and high > RIM * (one[3] - one[1])


def _inner(frame: Frame, box: Sequence[float]) -> NDArray[np.float32]:
    """The colours (n x 3, 8-bit Lab) of the inner part of a box; none where it is not in the picture."""
    across, down = frame.scale
    x1, y1, x2, y2 = box
    dx, dy = (x2 - x1) * RIM, (y2 - y1) * RIM
    left, top, right, low = (x1 + dx) / across, (y1 + dy) / down, (x2 - dx) / across, (y2 - dy) / down
    part = frame.pixels[max(int(top), 0) : max(int(low) + 1, 0), max(int(left), 0) : max(int(right) + 1, 0)]
    if not part.size:
        return np.empty((0, 3), np.float32)
    lab = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2LAB)
    return lab.reshape(-1, 3).astype(np.float32)

"""摆正: rows that run aslant are turned level and read once more: close boxes, without parts of neighbours.

An upright box around a slanting tile holds parts of its neighbours, and the net that names it sees them too.
So where a row runs aslant and its boxes are loose or a face is unsure, its strip of the photo is cut out
level, found and named again, and where the boxes are closer there the names stand. Which tiles there are, and
where, stays as it was found. A row that lies straight costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import BACK, Box, Detection
from vision.detectors.crops import slanting
from vision.detectors.opening import Detector
from vision.frames import Frame
from vision.rows import Row, arrange

FEWEST = 3
"""Faces of a row that tell how it runs."""
ASLANT = math.radians(8)
"""From this angle on a row is aslant."""
STEEP = math.radians(15)
"""From this angle on faces in loose boxes are misread with confidence too."""
SURE = 0.95
"""A face named from this likelihood on is in no doubt where its row is not steep."""
ALIKE = math.radians(10)
"""Rows that run as much alike are turned together."""
AROUND = 1.0
"""What is cut out around the rows, in steps from tile to tile."""
STEP = 64.0
"""Pixels from tile to tile that a strip has at most: as fine as the nets can use."""
SHORTEST = 32
"""Pixels that a strip has at least."""
CLOSER = 0.9
"""A tile is named as it was read level where its box became smaller by this."""
SAME = 0.5
"""Boxes whose middles lie within this part of a step are of one tile."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Strip:
    """Rows that run aslant alike. `places`: their detections; `tilt`: how far they are from level or upright,
    -pi/4..pi/4, clockwise as seen; `step`: from tile to tile, in pixels of the original."""

    places: tuple[int, ...]
    tilt: float
    step: float


@dataclass(frozen=True, slots=True)
class Level:
    """A tile of a strip read level: its middle and the area of its box in pixels of the original."""

    centre: tuple[float, float]
    area: float
    seen: Detection


def straightened(frame: Frame, detections: Sequence[Detection], detector: Detector) -> tuple[Detection, ...]:
    """The detections (pixels of the original), those of rows aslant read once more where that pays."""
    result = tuple(detections)
    for strip in strips(detections):
        result = _joined(result, strip, _again(frame, detections, strip, detector))
    return result


def strips(detections: Sequence[Detection]) -> tuple[Strip, ...]:
    """The rows that should be read again, those that run alike together."""
    rows = [row for row in arrange(detections) if len(row.places) >= FEWEST and abs(_tilt(row)) > ASLANT]
    if not rows:
        return ()
    loose = slanting(np.array([one.box for one in detections], dtype=np.float32))

    def doubtful(row: Row) -> bool:
        faces = [place for place in row.places if detections[place].best != BACK]
        steep = abs(_tilt(row)) > STEEP
        return len(faces) >= FEWEST and any(
            detections[place].confidence < SURE or (steep and loose[place]) for place in faces
        )

    found: list[list[Row]] = []
    for row in sorted(filter(doubtful, rows), key=lambda row: -len(row.places)):
        same = [group for group in found if _apart(_tilt(group[0]), _tilt(row)) < ALIKE]
        if same:
            same[0].append(row)
        else:
            found.append([row])
    return tuple(
        Strip(
            tuple(place for row in group for place in row.places),
            _tilt(group[0]),
            float(np.median([row.step for row in group])),
        )
        for group in found
    )


def _tilt(row: Row) -> float:
    """How far a row is from the nearer of level and upright."""
    angle = math.atan2(row.way[1], row.way[0])
    return (angle + math.pi / 4) % (math.pi / 2) - math.pi / 4


def _apart(one: float, other: float) -> float:
    """The angle between two tilts; quarter turns count for nothing."""
    away = abs(one - other) % (math.pi / 2)
    return min(away, math.pi / 2 - away)


def _again(frame: Frame, detections: Sequence[Detection], strip: Strip, detector: Detector) -> list[Level]:
    """What is found in a strip that is cut out level, in pixels of the original."""
    scale = np.array(frame.scale)
    cos, sin = math.cos(strip.tilt), math.sin(strip.tilt)
    turn = np.array([[cos, sin], [-sin, cos]])
    step = strip.step / float(scale.mean())
    corners = np.concatenate([_corners(detections[place].box) for place in strip.places]) / scale @ turn.T
    # no farther than the picture goes
    edge = _corners((0, 0, frame.pixels.shape[1], frame.pixels.shape[0])) @ turn.T
    low = np.maximum(corners.min(axis=0) - AROUND * step, edge.min(axis=0))
    high = np.minimum(corners.max(axis=0) + AROUND * step, edge.max(axis=0))
    ratio = min(STEP / step, 1.0)
    wide, tall = (max(math.ceil(side), SHORTEST) for side in (high - low) * ratio)
    pixels = frame.pixels
    if ratio < 1:
        shrunk = cv2.resize(pixels, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        pixels = np.asarray(shrunk, dtype=np.uint8)
    matrix = np.column_stack([turn, -low * ratio])
    cut = cv2.warpAffine(
        pixels, matrix, (wide, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    level = Frame.of(np.asarray(cut, dtype=np.uint8))
    found = []
    for one in detector.name(level, detector.find(level)):
        x, y = (np.array(one.centre) / ratio + low) @ turn * scale
        area = one.span**2 * float(scale.prod()) / ratio**2
        found.append(Level((float(x), float(y)), area, one))
    return found


def _corners(box: Box) -> Points:
    x1, y1, x2, y2 = box
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], dtype=np.float64)


def _joined(before: Sequence[Detection], strip: Strip, again: Sequence[Level]) -> tuple[Detection, ...]:
    """The detections, those of a strip named as they were read level where their boxes became closer."""
    result = list(before)
    middles = np.array([level.centre for level in again]).reshape(-1, 2)
    for place in strip.places if again else ():
        one = before[place]
        away = np.hypot(*(middles - one.centre).T)
        level = again[int(np.argmin(away))]
        if away.min() < SAME * strip.step and level.area < CLOSER * one.span**2:
            result[place] = replace(one, likelihoods=level.seen.likelihoods)
    return tuple(result)

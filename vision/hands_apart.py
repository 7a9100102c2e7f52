"""几家的牌: one photo of several players' hands: those that lie apart, each read by itself."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence
from pathlib import Path

from vision.detection import Box, Detection
from vision.detectors.opening import Detector
from vision.frames import load_frame
from vision.pipeline import Picture, read_detections
from vision.straightening import straightened

WHOLE = 13
"""Tiles of the smallest hand, its melds counted: two groups of so many are two hands."""


def read_hands(source: bytes | Path | str, detector: Detector) -> tuple[Picture, ...]:
    """The hands in a picture file, given as bytes or a path, from the top of the picture down; one, if need
    be without a tile, where no two lie apart. PictureError where the file is unusable.
    """
    started = time.perf_counter()
    frame = load_frame(source)
    found = straightened(frame, detector.name(frame, detector.find(frame)), detector)
    hands = apart(found) or ((),)  # a picture without tiles says so
    readings = [
        read_detections(frame, [found[place] for place in places], detector.name_from) for places in hands
    ]
    total = round((time.perf_counter() - started) * 1000, 1)
    return tuple(
        Picture(frame, reading, {"total": total}, detector.title, detector.backend) for reading in readings
    )


def apart(detections: Sequence[Detection]) -> tuple[tuple[int, ...], ...]:
    """The places of the tiles of each hand. Nearest tiles are put together first; two groups that are whole
    hands by then stay two.
    """
    group = {place: [place] for place in range(len(detections))}
    pairs = sorted(
        (_gap(one.box, other.box), here, there)
        for (here, one), (there, other) in itertools.combinations(enumerate(detections), 2)
    )
    for _, here, there in pairs:
        one, other = group[here], group[there]
        if one is other or min(len(one), len(other)) >= WHOLE:
            continue
        one += other
        for place in other:
            group[place] = one
    hands = {id(places): places for places in group.values()}.values()
    found = sorted(hands, key=lambda places: min(detections[one].box[1] for one in places))
    return tuple(tuple(sorted(places)) for places in found)


def _gap(one: Box, other: Box) -> tuple[float, float]:
    """How far two boxes are apart, in pixels, 0 where they overlap; then how far their middles are."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    middles = (one[0] + one[2] - other[0] - other[2]) / 2, (one[1] + one[3] - other[1] - other[3]) / 2
    return math.hypot(across, down), math.hypot(*middles)

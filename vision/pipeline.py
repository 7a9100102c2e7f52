"""照片到手牌: one picture from bytes to a reading, each step timed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.beside_rows import without_ground
from vision.detection import Detection
from vision.detectors.opening import Detector
from vision.frames import Frame, load_frame
from vision.framing import framing
from vision.reading import Reading, read
from vision.straightening import straightened


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """照片 read. `milliseconds`: the time of the steps load, find, name, read and of all, total."""

    frame: Frame
    reading: Reading
    milliseconds: Mapping[str, float]
    model: str
    backend: str

    @property
    def width(self) -> int:
        """Pixels of the upright photo."""
        return self.frame.width

    @property
    def height(self) -> int:
        """Pixels of the upright photo."""
        return self.frame.height


def read_picture(source: bytes | Path | str, detector: Detector) -> Picture:
    """Read the hand in a picture file, given as bytes or a path; PictureError where it is unusable."""
    started = time.perf_counter()
    frame = load_frame(source)
    return read_frame(frame, detector, load=time.perf_counter() - started)


def read_frame(frame: Frame, detector: Detector, load: float = 0.0) -> Picture:
    """Read the hand in an upright frame; `load`: the seconds that it took to get it."""
    times = {"load": load}

    def lap(step: str, since: float) -> float:
        now = time.perf_counter()
        times[step] = now - since
        return now

    clock = time.perf_counter()
    found = detector.find(frame)
    clock = lap("find", clock)
    detections = straightened(frame, detector.name(frame, found), detector)
    clock = lap("name", clock)
    reading = read_detections(frame, detections, detector.name_from)
    lap("read", clock)
    times["total"] = sum(times.values())
    milliseconds = {step: round(seconds * 1000, 1) for step, seconds in times.items()}
    return Picture(frame, reading, milliseconds, detector.title, detector.backend)


def read_detections(frame: Frame, detections: Sequence[Detection], name_from: float) -> Reading:
    """The hand that some tiles of a frame make, and what about the photo makes them hard to read.
    `name_from`: the likelihood below which a tile is left `?`."""
    reading = read(without_ground(frame, detections, name_from), name_from)
    return replace(reading, remarks=(*reading.remarks, *framing(frame, reading).remarks()))

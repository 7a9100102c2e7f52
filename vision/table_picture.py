"""拍桌面: one picture of a whole table from its file to a reading, each step timed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.calibration import Geometry, whole_picture
from vision.closed_rows import fill_rows
from vision.detectors.opening import Detector
from vision.far_side import far_side
from vision.frames import Frame
from vision.loose_placing import place_loosely
from vision.placing import place
from vision.standing import mark_open
from vision.surface import find_surface
from vision.table_reading import TableReading, no_geometry, read_table


@dataclass(frozen=True, slots=True, eq=False)
class TablePicture:
    """A picture read. `geometry` in pixels of the upright original; None where no table was found.
    `milliseconds`: the steps load, find, name, read and of all, total."""

    frame: Frame
    reading: TableReading
    geometry: Geometry | None
    milliseconds: Mapping[str, float]
    model: str
    backend: str


def read_table_picture(
    frame: Frame, detector: Detector, geometry: Geometry | None, load: float = 0.0
) -> TablePicture:
    """Read an upright picture of a whole table. Without a `geometry` the table is looked for, and where it is
    not found only rows are read. `load`: the seconds that it took to get the picture."""
    loaded = time.perf_counter()
    started = loaded - load
    found = detector.find(frame)
    located = time.perf_counter()
    detections = detector.name(frame, found)
    named = time.perf_counter()
    where = geometry.scaled(frame.width, frame.height) if geometry else surface_of(frame)
    view = None if where is None else place(detections, where)
    if view is not None and geometry is None and not view.size.likely:
        view = where = None
    if view is not None and where is not None:
        view = fill_rows(mark_open(view, frame, where), frame, where)
        reading = read_table(view, detector.name_from)
        remark = far_side(where, view.size)
        if remark is not None and any(one.kind is None for one in reading.seen):
            reading = replace(reading, remarks=(*reading.remarks, remark))
    else:
        view = place_loosely(detections, whole_picture(frame.width, frame.height), detector.name_from)
        reading = read_table(view, detector.name_from)
        reading = replace(reading, remarks=(no_geometry(), *reading.remarks))
    done = time.perf_counter()
    laps = (loaded - started, located - loaded, named - located, done - named, done - started)
    steps = ("load", "find", "name", "read", "total")
    milliseconds = {step: round(seconds * 1000, 1) for step, seconds in zip(steps, laps, strict=True)}
    return TablePicture(frame, reading, where, milliseconds, detector.title, detector.backend)


def surface_of(frame: Frame) -> Geometry | None:
    """The geometry of the table found in a frame, in pixels of the original; None where none is found."""
    corners = find_surface(frame.pixels)
    if corners is None:
        return None
    height, width = frame.pixels.shape[:2]
    return Geometry(corners, (width, height)).scaled(frame.width, frame.height)

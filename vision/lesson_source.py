"""桌上学牌: the frame of a table's own camera that a tile set is learnt from.

A set that is taught by the camera that then watches is worth more than a near photo: the faces are as small,
as soft and as lit as those that it will read.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant.tiles import KINDS
from vision.calibration import Geometry, whole_picture
from vision.detectors.opening import Detector
from vision.frames import Frame
from vision.learning import look_at_table
from vision.lessons import Lesson, LessonError
from vision.settling import Settling
from vision.sources import Source

BEGINS = 1.0
"""Seconds that a live camera gets for its light and focus."""
APART = 0.5
"""Seconds between two frames that are read."""
PATIENCE = 20.0
"""Seconds after which what was seen until then must do."""


def lesson_of(source: Source, detector: Detector, geometry: Geometry | None = None) -> tuple[Frame, Lesson]:
    """The first settled frame that shows all 27 kinds, and what it teaches; where none does until the source
    ends or `PATIENCE` has passed, the one that shows most. `geometry`: as for `look_at_table`.

    LessonError: why the last settled frame teaches nothing, where none does; `no_frame` where none was
    settled. SourceError where a camera has dropped.
    """
    best: tuple[Frame, Lesson] | None = None
    refused: LessonError | None = None
    for frame in _settled(source, geometry):
        try:
            lesson = look_at_table(frame, detector, geometry)
        except LessonError as error:
            refused = error
            continue
        if best is None or len(lesson.tiles) > len(best[1].tiles):
            best = frame, lesson
        if len(lesson.tiles) == KINDS:
            break
    if best is not None:
        return best
    raise refused or LessonError(
        "no_frame",
        "The picture never came to rest: take your hands away from the table and start again.",
        "画面一直在动：请把手拿开，再重新开始。",
    )


def _settled(source: Source, geometry: Geometry | None) -> Iterator[Frame]:
    """Frames in which nothing moves; of a source with a single picture that picture."""
    settling: Settling | None = None
    last = -APART
    only: Frame | None = None
    while (taken := source.read()) is not None:
        at, pixels = taken
        if at > PATIENCE:
            return
        frame = Frame.of(pixels)
        if settling is None:
            height, width = pixels.shape[:2]
            where = geometry.scaled(width, height) if geometry else whole_picture(width, height)
            settling, only = Settling(where, (height, width)), frame
        else:
            only = None
        still = settling.see(pixels)
        if still and at - last >= APART and (at >= BEGINS or not source.live):
            last = at
            yield frame
    if only is not None:
        yield only

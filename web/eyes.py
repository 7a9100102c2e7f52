"""眼睛: the program's own camera sources, and what reads their pictures; loaded with the first camera."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from web.tables.errors import TableError

if TYPE_CHECKING:
    from assistant.watching.verdicts import Place
    from vision.calibration import Geometry
    from vision.detectors.opening import Detector
    from vision.frames import Pixels
    from web.cameras import MakeEyes, Sides, Source
    from web.feed import Advice, Corners, Look
    from web.watching import Looker

CROP = 0.11
"""Table units around a tile that its picture shows."""
WIDEST = 720
"""Pixels of the longer side of such a picture."""


def open_source(address: str) -> Source:
    """A webcam by its number, or a stream, that is opened again where it drops; TableError where it cannot be
    opened at first.
    """
    from vision.lasting import open_lasting
    from vision.sources import SourceError

    try:
        return open_lasting(address, math.inf)
    except SourceError as error:
        raise TableError(error.code, str(error), error.chinese, 422) from error


class TableEyes:
    """`Eyes` with the program's own weights. The corners of the table are parts of the picture; without them
    it is looked for.
    """

    def __init__(self, detector: Callable[[], Detector], corners: Corners | None, sides: Sides) -> None:
        self._detector = detector
        self._corners = corners
        self._sides = sides
        self._dealer = sides[0]
        self._looker: Looker | None = None
        self._geometry: Geometry | None = None
        self._remark: Advice | None = None

    @property
    def corners(self) -> Corners | None:
        """See `Eyes.corners`."""
        if self._geometry is None:
            return self._corners
        width, height = self._geometry.picture
        return tuple((x / width, y / height) for x, y in self._geometry.corners)

    @property
    def remark(self) -> Advice | None:
        """See `Eyes.remark`."""
        return self._remark

    def see(self, at: float, pixels: Pixels) -> Look:
        """See `Eyes.see`."""
        from web.feed import Look

        if self._looker is None:
            self._looker = self._made(pixels)
        look = self._looker.see(at, pixels)
        if self._geometry is None and look.geometry is not None:
            self._geometry = look.geometry
            self._judge()
            self._seat()
            return Look(None, look.moved)  # its seats were not known yet
        return Look(look.observation, look.moved)

    def turn(self, dealer: int) -> None:
        """See `Eyes.turn`."""
        self._dealer = self._sides[dealer]
        self._seat()

    def _seat(self) -> None:
        if self._geometry is not None:
            self._geometry = replace(self._geometry, dealer=self._dealer, sides=self._sides)
            if self._looker is not None:
                self._looker.turn(self._geometry)

    def crop(self, pixels: Pixels, places: Sequence[Place]) -> bytes:
        """See `Eyes.crop`."""
        import numpy as np

        from vision.jpeg import jpeg, part

        geometry = self._geometry
        if geometry is None or not places:
            return jpeg(pixels, WIDEST)
        height, width = pixels.shape[:2]
        around = [(x + dx, y + dy) for x, y in places for dx in (-CROP, CROP) for dy in (-CROP, CROP)]
        points = geometry.scaled(width, height).pixels(np.array(around))
        return jpeg(part(pixels, points, 0), WIDEST)

    def _judge(self) -> None:
        """Whether the camera sees the table well enough."""
        from vision.far_side import far_side
        from web.feed import Advice

        assert self._geometry is not None
        found = far_side(self._geometry)
        self._remark = None if found is None else Advice(found.code, found.chinese, found.message)

    def _made(self, pixels: Pixels) -> Looker:
        from vision.calibration import Geometry
        from web.watching import Looker

        if self._corners is not None:
            height, width = pixels.shape[:2]
            a, b, c, d = ((x * width, y * height) for x, y in self._corners)
            self._geometry = Geometry((a, b, c, d), (width, height), self._sides, self._dealer)
            self._judge()
        return Looker(self._detector(), self._geometry)


def eyes_with(detector: Callable[[], Detector]) -> MakeEyes:
    """What makes eyes for a camera; the detector is opened for the first."""
    return lambda corners, sides: TableEyes(detector, corners, sides)

"""认照片: the program's own reader of photos; its weights are opened once, when they are first needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from assistant.problems import Problem
from assistant.rules import RuleSet
from web.refused import RefusedError

if TYPE_CHECKING:
    from vision.detectors.opening import Detector


def open_ours() -> Detector:
    """The detector that ships with the project."""
    from vision.detectors.opening import open_detector

    return open_detector()


class Reader:
    """A photo to the scan form of FORMATS. Making one opens nothing, so a process that only watches the code
    (a debug reloader) opens nothing either (FIELD D12 a)."""

    def __init__(self, opening: Callable[[], Detector] = open_ours) -> None:
        self._opening = opening
        self._lock = threading.Lock()
        self._detector: Detector | None = None

    def detector(self) -> Detector:
        """The detector, opened at the first call; RefusedError where its weights cannot be used."""
        from vision.detectors.weights import ModelError

        with self._lock:
            if self._detector is None:
                try:
                    self._detector = self._opening()
                except ModelError as error:
                    problem = Problem(error.code, str(error))
                    raise RefusedError(problem, 503, chinese=error.chinese) from error
            return self._detector

    def warm_up(self) -> None:
        """Open the weights now, so that the first photo need not wait; what fails is told to that photo."""
        try:
            self.detector()
        except (RefusedError, RuntimeError):
            return  # RuntimeError: a process that ends meanwhile lets nobody start a thread any more

    def __call__(self, photo: bytes, rules: RuleSet) -> dict[str, Any]:
        """The scan form, without the image's name; RefusedError for a file that is no usable picture."""
        return self.with_detector(photo, rules, self.detector())

    def hands(self, photo: bytes, rules: RuleSet) -> list[dict[str, Any]]:
        """The scan form of each hand of a photo, as they lie apart, without any analysis."""
        from vision.frames import PictureError
        from vision.hands_apart import read_hands
        from web.presenters.scan import scan_form, without_analysis

        try:
            pictures = read_hands(photo, self.detector())
        except PictureError as error:
            raise RefusedError(Problem(error.code, str(error)), chinese=error.chinese) from error
        return [without_analysis(scan_form("", one, rules)) for one in pictures]

    def with_detector(self, photo: bytes, rules: RuleSet, detector: Detector) -> dict[str, Any]:
        """The scan form of a photo read by another detector, such as one with a learnt tile set."""
        from vision.frames import PictureError
        from vision.pipeline import read_picture
        from web.presenters.scan import scan_form

        try:
            form: dict[str, Any] = scan_form("", read_picture(photo, detector), rules)
            return form
        except PictureError as error:
            raise RefusedError(Problem(error.code, str(error)), chinese=error.chinese) from error

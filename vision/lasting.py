"""断线重连: a camera is opened again where it drops: a cable that was pulled, a network that was away."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from vision import sources
from vision.sources import Source, SourceError, Taken

PAUSE = 2.0
"""Seconds before a camera that has dropped is tried again."""
PATIENCE = 60.0
"""Seconds that it may be away before it counts as dropped."""


class AwayError(SourceError):
    """断了，正在重连: a camera sends nothing and is being opened again: go on reading, it may come back."""


def open_lasting(name: str, patience: float = PATIENCE) -> Source:
    """The source of that name as `open_source` opens it, which raises SourceError; a camera lasts.

    `patience`: seconds that it may be away.
    """
    first = sources.open_source(name)
    if not first.live:
        return first
    return Lasting(sources.hidden(name), first, lambda: sources.open_source(name), patience, PAUSE)


class Lasting:
    """A live source that outlasts its camera's absence. Its time goes on meanwhile.

    `name`: as people know it. `opened` opens the camera again, or raises SourceError. `patience`: seconds
    that it may be away, `pause`: seconds between two tries.
    """

    live = True

    def __init__(
        self, name: str, first: Source, opened: Callable[[], Source], patience: float, pause: float
    ) -> None:
        self.name = name
        self._opened = opened
        self._patience = patience
        self._pause = pause
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._source: Source | None = first
        self._began = time.monotonic()
        self._ahead = 0.0
        """Seconds from the first opening to the last one."""
        self._seen = self._began
        """When the last picture came."""

    def read(self) -> Taken | None:
        """The newest frame that was not taken yet; None after `close`. AwayError where the camera has dropped
        and each time it was tried in vain, SourceError once it has been away for too long.
        """
        source = self._source or self._again()
        if source is None:
            return None
        try:
            taken = source.read()
        except SourceError as error:
            self._drop()
            self._refuse(error)
            raise self._away() from error
        self._seen = time.monotonic()
        return None if taken is None else (self._ahead + taken[0], taken[1])

    def close(self) -> None:
        """Let the camera go, or stop trying. May be called from another thread."""
        self._closing.set()
        self._drop()

    def _again(self) -> Source | None:
        """The camera opened anew; None after `close`."""
        if self._closing.wait(self._pause):
            return None
        try:
            source = self._opened()
        except SourceError as error:
            self._refuse(error)
            raise self._away() from error
        with self._lock:
            self._source, self._ahead = source, time.monotonic() - self._began
        if self._closing.is_set():
            self._drop()
            return None
        return source

    def _refuse(self, error: SourceError) -> None:
        if time.monotonic() - self._seen > self._patience:
            raise error

    def _drop(self) -> None:
        with self._lock:
            source, self._source = self._source, None
        if source is not None:
            source.close()

    def _away(self) -> AwayError:
        return AwayError(
            "source_away",
            f"The camera {self.name} sends no picture and is tried again: keep the book by taps meanwhile.",
            f"摄像头 {self.name} 没有画面，正在重连：请先点着记。",
        )

"""听人说: the lines that people type while a table is watched, read beside the pictures, not waited for."""

from __future__ import annotations

import os
import sys
import threading
import time

PART = 4096
"""Bytes that are read at once."""
LONGEST = 64 * 1024
"""Bytes of a line; what is longer is no answer."""
Came = tuple[str, float]
TICK = 0.2
"""Seconds until a reader looks whether it is to stop."""


class Typed:
    """The lines of a terminal or a pipe, by its descriptor, read in a thread of their own."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._news = threading.Condition()
        self._lines: list[Came] = []
        self._closed = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="answers", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """Read no more; what was typed until now can still be taken."""
        self._stop.set()

    @property
    def terminal(self) -> bool:
        """Whether somebody types at a terminal."""
        return is_terminal(self._descriptor)

    @property
    def closed(self) -> bool:
        """Whether no line comes any more, and all were taken."""
        with self._news:
            return self._closed and not self._lines

    def lines(self) -> list[Came]:
        """The lines typed since they were asked for last, and when each came, by the monotonic clock."""
        with self._news:
            lines, self._lines = self._lines, []
        return lines

    def wait(self) -> None:
        """Wait until a line was typed, or none comes any more."""
        with self._news:
            while not self._lines and not self._closed:
                self._news.wait(TICK)  # not for ever, so that Ctrl-C is heard on every system

    def _run(self) -> None:
        kept = b""
        while not self._stop.is_set():
            if not _ready(self._descriptor):
                continue
            try:
                part = os.read(self._descriptor, PART)
            except OSError:  # the terminal is gone
                part = b""
            if not part:
                break
            *whole, kept = (kept + part)[-LONGEST:].split(b"\n")
            self._came(whole)
        self._came([kept] if kept else [], closed=True)

    def _came(self, lines: list[bytes], closed: bool = False) -> None:
        with self._news:
            now = time.monotonic()
            self._lines += [(line.decode("utf-8", "replace").strip("\r\x1a"), now) for line in lines]
            self._closed = self._closed or closed
            self._news.notify_all()


def descriptor() -> int | None:
    """The descriptor of standard input; None where the caller has closed it."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, ValueError, OSError):  # there is none, it is closed, it is no file
        return None


def is_terminal(number: int) -> bool:
    """Whether somebody types there."""
    try:
        return os.isatty(number)
    except OSError:
        return False


if sys.platform == "win32":

    def _ready(number: int) -> bool:
        return True  # a console and a pipe can only be read, and the thread ends with the program
else:
    import select

    def _ready(number: int) -> bool:
        """Whether a read comes back at once. A program in the background leaves the terminal to the shell: it
        would be stopped."""
        try:
            if not select.select([number], [], [], TICK)[0]:
                return False
            if not os.isatty(number) or os.tcgetpgrp(number) == os.getpgrp():
                return True
        except (OSError, ValueError):
            return True
        time.sleep(TICK)
        return False

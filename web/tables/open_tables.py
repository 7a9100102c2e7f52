"""开着的桌: every table that somebody asks for, and the one watcher for what other processes wrote."""

from __future__ import annotations

import threading
import time
from collections import Counter

from web.tables.errors import TableError
from web.tables.live import Live
from web.tables.store import Tables

POLL_SECONDS = 1.0
"""How often a table with open pages is looked at for what other processes wrote."""
SHARE = 0.1
"""The part of its time that the watcher looks, at most: with hundreds of open tables it looks less often."""
MOST_KEPT = 256
"""Tables kept in memory; the one unasked for longest is read from its log again when it is wanted."""
HEARTBEAT_SECONDS = 15.0
"""How long a stream may be silent."""
MOST_OF_ONE = 8
"""Streams of one member at once: a few tabs on each of two devices."""
MOST = 1500
"""Streams of all tables together."""


class LiveTables:
    """Every table that somebody asks for. One watcher looks at those with open pages for what other processes
    recorded.
    """

    def __init__(self, tables: Tables, poll: float = POLL_SECONDS) -> None:
        self.closing = threading.Event()
        """set when the server stops: every stream then ends"""
        self.heartbeat = HEARTBEAT_SECONDS
        self._pages: Counter[str] = Counter()
        self._tables = tables
        self._poll = poll
        self._lock = threading.Lock()
        self._live: dict[str, Live] = {}
        self._watcher: threading.Thread | None = None

    def get(self, table: str) -> Live:
        """The table of that id; TableError where there is none."""
        with self._lock:
            live = self._live.pop(table, None) or Live(self._tables, table)
            self._live[table] = live  # now the last asked for
            for name in [name for name, one in self._live.items() if not one.streams][:-MOST_KEPT]:
                del self._live[name]
            return live

    def changed(self, table: str) -> None:
        """The settings of a table were changed elsewhere: look at it again where it is known."""
        with self._lock:
            live = self._live.get(table)
        if live is not None:
            live.refresh()

    def forget(self, table: str) -> None:
        """The table was deleted, or is to be read anew: its streams end, and pages come back."""
        with self._lock:
            live = self._live.pop(table, None)
        if live is not None:
            live.close()

    def enter(self, member: str) -> None:
        """A page of a member opens its stream; TableError where there are too many."""
        with self._lock:
            if self._pages.get(member, 0) >= MOST_OF_ONE or self._pages.total() >= MOST:
                raise TableError(
                    "too_many_streams",
                    "Too many pages of this table are open: close some.",
                    "打开的页面太多：请关掉几个。",
                    429,
                )
            self._pages[member] += 1

    def leave(self, member: str) -> None:
        """The page is gone."""
        with self._lock:
            self._pages[member] -= 1
            self._pages += Counter()  # drops those at 0

    def watch(self) -> None:
        """See that the watcher runs."""
        with self._lock:
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._look_around, name="tables", daemon=True)
                self._watcher.start()

    def _look_around(self) -> None:
        took = 0.0
        while not self.closing.wait(max(self._poll, took / SHARE)):
            begun = time.monotonic()
            with self._lock:
                watched = [live for live in self._live.values() if live.streams]
                if not watched:
                    self._watcher = None
                    return
            for live in watched:
                live.refresh()
            took = time.monotonic() - begun

    def close(self) -> None:
        """End every stream."""
        self.closing.set()
        with self._lock:
            known = list(self._live.values())
        for live in known:
            live.close()

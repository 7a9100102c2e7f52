"""伴牌: the application as a value: what its views need, and which one answers this request."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, cast

from flask import Flask, Request, current_app

from assistant.hands import Hand
from assistant.problems import Problem
from assistant.rules import RuleSet
from assistant.tiles import Counts, Suit
from web.album import Album
from web.cameras import Cameras, MakeEyes, Open
from web.house import House
from web.lan.doors import Doors
from web.learning import Learner
from web.refused import RefusedError
from web.tables.limits import Limits
from web.tables.members import TableInfo
from web.tables.open_tables import LiveTables
from web.tables.store import Tables

Form = Mapping[str, object]
"""A public form of FORMATS, ready for JSON."""
Analyse = Callable[[Hand, RuleSet, Counts, Suit | None], Form]
"""A hand, the rule set, the tiles seen elsewhere and the void suit to the hand form."""
ReadPhoto = Callable[[bytes, RuleSet], Form]
"""The bytes of a photo and the rule set to the scan form. Raises RefusedError."""

SCANS_WAITING = 3
"""Uploads that may be read or wait for it at once; one more is asked to come again."""


class PrivateRequest(Request):
    """A request whose uploads stay in memory: the usual one writes a large photo to a temporary file."""

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return io.BytesIO()


class Companion(Flask):
    """The application, and what its views need: the reader of photos, the analysis, the house's rule sets,
    the tables.
    """

    request_class = PrivateRequest

    def __init__(
        self,
        read_photo: ReadPhoto,
        analyse: Analyse,
        house: House,
        tables: Tables,
        learner: Learner,
        album: Album,
        open_source: Open,
        make_eyes: MakeEyes,
    ) -> None:
        super().__init__("web")
        self.learner = learner
        self.tables = tables
        self.live = LiveTables(tables)
        tables.on_change = self.live.changed
        self.cameras = Cameras(
            lambda table: self.live.get(table),
            lambda: self.tables.history.notes,
            album,
            open_source,
            make_eyes,
        )
        """the cameras over the tables"""
        self.limits = Limits()
        self.doors: Doors | None = None
        """where phones come in; None while only this machine can"""
        self.on_open: Callable[[TableInfo], None] = lambda info: None
        """told of each table that is opened"""
        self.read_photo = read_photo
        self.analyse = analyse
        self.house = house
        self.waiting = threading.BoundedSemaphore(SCANS_WAITING)
        """held by every upload from its arrival to its answer"""
        self.reading = threading.Lock()
        """held by the one upload that is being read: two at once would only slow each other down"""

    @contextmanager
    def upload(self, again: str = "send this one again") -> Iterator[None]:
        """Hold a place for an upload from its arrival to its answer; RefusedError where all are taken."""
        if not self.waiting.acquire(blocking=False):
            raise RefusedError(Problem("busy", f"Other photos are being read: {again}."), 503)
        try:
            yield
        finally:
            self.waiting.release()


def companion() -> Companion:
    """The application that answers this request."""
    return cast("Companion", current_app._get_current_object())  # type: ignore[attr-defined]

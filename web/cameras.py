"""摄像头: the cameras over the tables: where pictures come from, a thread for each, what is set."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from assistant.history.notes import Notes, edit
from web.album import Album, Keep
from web.feed import AWAY, BROKEN, ENDED, RUNNING, Corners, Eyes, Feed
from web.tables.errors import TableError
from web.tables.live import Live

if TYPE_CHECKING:
    from vision.frames import Pixels

OPPOSITE = 2
"""The side facing the one nearest the camera."""
PHONE = "phone"
"""The address of a camera whose pictures a phone sends."""
MOST = 8
"""Cameras at once: each needs a part of a processor."""
PATIENCE = 20.0
"""Seconds without a picture after which a phone counts as away: it sleeps, or has lost its network."""
PAUSE = 1.0
"""Seconds before a camera that sent nothing is asked again."""


class Source(Protocol):
    """Where pictures come from."""

    def read(self) -> tuple[float, Pixels] | None:
        """The next picture, upright RGB, and when it was taken, in seconds; None at the end. Raises whatever
        its driver does where none comes for a while: one may come later.
        """
        ...

    def close(self) -> None:
        """No more is wanted. May be called from another thread."""
        ...


Open = Callable[[str], Source]
"""An address to its source; raises TableError with what to do where it cannot be opened."""
Sides = tuple[int, ...]
"""The sides of the table with a player: 0 nearest the camera, then anticlockwise, which is play order."""
MakeEyes = Callable[[Corners | None, Sides], Eyes]
"""Eyes for a camera with these corners (None: look for the table) over these players."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set for a table's camera."""

    keep: Keep = Keep.ROUND
    near: int = 0
    """the chair at the side nearest the camera"""
    empty: int = OPPOSITE
    """with three players: the side where nobody sits"""

    def sides(self, players: int) -> Sides:
        """The sides with a player."""
        return tuple(side for side in range(4) if players == 4 or side != self.empty)


class Pushed:
    """A source that a phone pushes pictures into; one that was not read yet gives way to the next."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._next: tuple[float, Pixels] | None = None
        self._closed = False

    def push(self, pixels: Pixels) -> None:
        """One more picture."""
        with self._news:
            self._next = (time.monotonic(), pixels)
            self._news.notify()

    def read(self) -> tuple[float, Pixels] | None:
        """See `Source.read`; TimeoutError where none comes for `PATIENCE` seconds."""
        with self._news:
            if not self._news.wait_for(lambda: self._next is not None or self._closed, PATIENCE):
                raise TimeoutError
            found, self._next = self._next, None
            return found

    def close(self) -> None:
        """See `Source.close`."""
        with self._news:
            self._closed = True
            self._news.notify_all()


class Camera:
    """One camera that runs: its thread reads pictures and gives them to the feed."""

    def __init__(self, address: str, source: Source, feed: Feed) -> None:
        self.address = address
        self.source = source
        self.feed = feed
        self.latest: Pixels | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {address}", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for the thread unless it is the one that asks."""
        self._stop.set()
        self.source.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        state = ENDED
        try:
            while not self._stop.is_set():
                try:
                    found = self.source.read()
                except Exception:  # whatever a driver raises: the page says so until pictures come again
                    self.feed.stand(AWAY)
                    self._stop.wait(PAUSE)
                    continue
                if found is None:
                    break
                self.feed.stand(RUNNING)
                at, self.latest = found
                self.feed.take(at, self.latest)
        except Exception:  # a picture that breaks its reader: the round goes on by taps
            state = BROKEN
        finally:
            self.source.close()
            self.feed.stand(state)


class Cameras:
    """Every camera of this process, by table, and what is set for each."""

    def __init__(
        self,
        live: Callable[[str], Live],
        notes: Callable[[], Notes],
        album: Album,
        open_source: Open,
        eyes: MakeEyes,
    ) -> None:
        self._live = live
        self._notes = notes
        self.album = album
        self.open_source = open_source
        self.make_eyes = eyes
        self._lock = threading.Lock()
        self._running: dict[str, Camera] = {}

    def get(self, table: str) -> Camera | None:
        """The camera of a table that runs."""
        with self._lock:
            return self._running.get(table)

    def settings(self, table: str) -> Settings:
        """What is set for a table."""
        body = self._body(f"camera/{table}")
        return Settings(
            Keep(body.get("keep", Keep.ROUND)), int(body.get("near", 0)), int(body.get("empty", OPPOSITE))
        )

    def set(self, table: str, players: int, **changes: object) -> Settings:
        """Change what is set for a table; a camera that runs goes on with it."""
        before = self.settings(table)
        self._write(f"camera/{table}", changes)
        found = self.settings(table)
        camera = self.get(table)
        if camera is not None:
            camera.feed.set(found.keep, found.near)
            if found.sides(players) != before.sides(players):
                corners = camera.feed.eyes.corners
                camera.feed.look_anew(self.make_eyes(corners, found.sides(players)))
        if found.keep is Keep.OFF:
            self.album.drop(table)
        return found

    def corners(self, address: str) -> Corners | None:
        """The corners kept for a camera."""
        kept = self._body("cameras").get(address)
        return None if kept is None else tuple((float(x), float(y)) for x, y in kept)

    def start(self, table: str, address: str, players: int) -> Camera:
        """Open a camera for a table, in place of the one it had. TableError where that cannot be done; then
        another camera that it has goes on.
        """
        before = self.get(table)
        if before is not None and before.address == address:
            self.stop(table)  # a device opens once
        with self._lock:
            others = [one for name, one in self._running.items() if name != table]
            at_work = [one for one in others if one.feed.state not in (ENDED, BROKEN)]
            if len(at_work) >= MOST:
                raise TableError(
                    "too_many_cameras",
                    "Too many cameras run on this machine: stop one first.",
                    "这台电脑上的摄像头太多：请先停一个。",
                    409,
                )
        source = Pushed() if address.startswith(PHONE) else self.open_source(address)
        camera = self._made(table, address, source, players)
        with self._lock:
            other = self._running.get(table)
            self._running[table] = camera
            camera.start()
        if other is not None:  # the one before, or one that was opened meanwhile
            other.stop()
        camera.feed.tell()
        return camera

    def _made(self, table: str, address: str, source: Source, players: int) -> Camera:
        kept, found = self.settings(table), self.corners(address)
        eyes = self.make_eyes(found, kept.sides(players))
        feed = Feed(self._live(table), eyes, self.album, kept.keep, kept.near)
        return Camera(address, source, feed)

    def set_corners(self, table: str, corners: Corners, players: int) -> None:
        """The corners of the running camera's table: kept for this camera, and used from the next picture."""
        camera = self.get(table)
        if camera is None:
            raise no_camera()
        self._write("cameras", {camera.address: [list(one) for one in corners]})
        camera.feed.look_anew(self.make_eyes(corners, self.settings(table).sides(players)))

    def stop(self, table: str) -> None:
        """End the camera of a table, where there is one."""
        with self._lock:
            camera = self._running.pop(table, None)
        if camera is not None:
            camera.stop()
            camera.feed.live.show_camera(None)

    def close(self) -> None:
        """End all."""
        with self._lock:
            tables = list(self._running)
        for table in tables:
            self.stop(table)

    def _body(self, name: str) -> Mapping[str, Any]:
        note = self._notes().get(name)
        return {} if note is None else note.body

    def _write(self, name: str, changes: Mapping[str, object]) -> None:
        edit(self._notes(), name, lambda body: {**body, **changes})


def no_camera() -> TableError:
    """What is said where no camera runs."""
    return TableError("no_camera", "No camera watches this table: start one.", "没有摄像头：请先打开。", 409)

"""A camera over a table, scripted: what it sees is told piece by piece, no picture is read."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from assistant.observation import BACK, CLASSES, Area, Observation, SeenPiece
from assistant.tiles import KINDS, Tile
from assistant.watching.verdicts import Place
from tests.web.tables.phones import Phones
from tests.web.waiting import until
from vision.frames import Pixels
from web.cameras import Camera, Sides
from web.feed import Advice, Corners, Look

PICTURE: Pixels = np.full((36, 64, 3), 90, np.uint8)
SHOWN = b"\xff\xd8 the part of a picture \xff\xd9"


def likelihoods(tile: Tile | None, sure: float = 0.999, other: Tile | None = None) -> tuple[float, ...]:
    """Of a tile read so surely, the rest going to another kind, or to all alike."""
    best = BACK if tile is None else int(tile)
    rest = (1 - sure) / (CLASSES - 1) if other is None else 0.0
    found = [rest] * CLASSES
    found[best] = sure
    if other is not None:
        found[other] = 1 - sure
    return tuple(found)


def blur(found: tuple[float, ...], part: float) -> tuple[float, ...]:
    """Likelihoods of a face of which so much reads as no kind more than like another."""
    return tuple(one * (1 - part) + part / KINDS * (kind < KINDS) for kind, one in enumerate(found))


def of_side(side: int, along: float, depth: float) -> Place:
    """A place as the player of a side sees it."""
    return ((along, depth), (1 - depth, along), (1 - along, 1 - depth), (depth, 1 - along))[side]


def standing(seat: int, place: int) -> SeenPiece:
    """A tile of a hand, seen from behind."""
    at = of_side(seat, 0.2 + place / 28, 0.055)
    return SeenPiece(likelihoods(None), Area.HAND, seat, at, 90.0 * (seat % 2), 1000 + 14 * seat + place)


@dataclass
class Lying:
    """What lies on the table; each change is a view of its own."""

    pieces: list[SeenPiece] = field(default_factory=list)
    at: float = 0.0
    count: int = 0
    players: int = 4

    def discard(
        self, seat: int, tile: Tile, sure: float = 0.999, other: Tile | None = None, blurred: float = 0.0
    ) -> SeenPiece:
        """One more discard in front of a player, in a neat row. `blurred`: how much it reads as no kind more
        than like another."""
        mine = sum(one.seat == seat and one.area is Area.DISCARD for one in self.pieces)
        along, depth = 0.36 + 0.04 * (mine % 6), 0.40 - 0.06 * (mine // 6)
        at = of_side(seat, along, depth)
        self.count += 1
        piece = SeenPiece(
            blur(likelihoods(tile, sure, other), blurred),
            Area.DISCARD,
            seat,
            at,
            90.0 * (seat % 2),
            self.count,
            self.at,
        )
        self.pieces.append(piece)
        return piece

    def view(self) -> Observation:
        """The table as it lies, a moment later."""
        self.at += 1.0
        rows = [standing(seat, place) for seat in range(self.players) for place in range(13)]
        return Observation(self.at, (*rows, *self.pieces))


@dataclass
class ScriptedEyes:
    """Sees what is put into `next`."""

    corners: Corners | None = None
    sides: Sides = (0, 1, 2, 3)
    next: Look = field(default_factory=Look)
    dealer: int | None = None
    crops: list[tuple[Place, ...]] = field(default_factory=list)
    remark: Advice | None = None
    seen: int = 0
    """how often they have looked"""

    def see(self, at: float, pixels: Pixels) -> Look:
        found = self.next
        self.seen += 1
        return found

    def turn(self, dealer: int) -> None:
        self.dealer = dealer

    def crop(self, pixels: Pixels, places: Sequence[Place]) -> bytes:
        self.crops.append(tuple(places))
        return SHOWN


class ScriptedSource:
    """Gives a picture whenever it is asked to."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.closed = threading.Event()
        self.broken = False

    def read(self) -> tuple[float, Pixels] | None:
        while not self.go.acquire(timeout=0.05):
            if self.closed.is_set():
                return None
        if self.broken:
            raise OSError("the cable is out")
        return time.monotonic(), PICTURE

    def close(self) -> None:
        self.closed.set()


@dataclass
class Watched:
    """A table with a scripted camera."""

    phones: Phones
    source: ScriptedSource = field(default_factory=ScriptedSource)
    lying: Lying = field(default_factory=Lying)
    made: list[ScriptedEyes] = field(default_factory=list)

    def __post_init__(self) -> None:
        cameras = self.phones.app.cameras
        cameras.open_source = lambda address: self.source
        cameras.make_eyes = self.eyes_for

    def eyes_for(self, corners: Corners | None, sides: Sides) -> ScriptedEyes:
        self.made.append(ScriptedEyes(corners, sides))
        return self.made[-1]

    @property
    def camera(self) -> Camera:
        camera = self.phones.app.cameras.get(self.phones.table)
        assert camera is not None
        return camera

    @property
    def eyes(self) -> ScriptedEyes:
        return self.made[-1]

    def start(self) -> None:
        """The host starts the camera and taps the corners."""
        self.phones.post("甲", "/camera", address="0")
        self.phones.post("甲", "/camera/corners", corners=[[0.1, 0.9], [0.9, 0.9], [0.8, 0.2], [0.2, 0.2]])

    def look(self, times: int = 1, moved: bool = False) -> None:
        """The camera sees the table as it lies, so many views one after the other."""
        for _ in range(times):
            self.eyes.next = Look(None if moved else self.lying.view(), moved)
            self.camera.feed.take(self.lying.at, PICTURE)


def on_the_heap(lying: Lying, number: int, tile: Tile) -> None:
    """One more discard on a common heap, all of it before seat 0."""
    piece = lying.discard(0, tile)
    at = (0.36 + 0.05 * (number % 5), 0.45 + 0.06 * (number // 5))
    lying.pieces[-1] = replace(piece, at=at, since=lying.at + 1.0)


def lines(phones: Phones) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phones.get("乙")["round"]["lines"][1:]
    return found


def kinds(phones: Phones) -> list[tuple[str, int, str | None]]:
    return [(one["event"]["kind"], one["event"]["seat"], one["event"].get("tile")) for one in lines(phones)]


def thrown(phones: Phones) -> list[str]:
    """The tiles that are recorded as discards."""
    return [one["event"]["tile"] for one in lines(phones) if one["event"]["kind"] == "discarded"]


def film(playing: Watched, views: int = 4) -> None:
    """The camera's own thread sees the table as it lies, so many views one after the other."""
    for _ in range(views):
        playing.eyes.next, seen = Look(playing.lying.view()), playing.eyes.seen
        playing.source.go.release()
        until(lambda eyes=playing.eyes, seen=seen: eyes.seen > seen)  # type: ignore[misc]

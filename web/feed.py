"""接像: the one place where a camera meets a table that is being played.

Settled views go to `assistant.reconcile` with the round as everybody may see it, taps included; what it
accepts is recorded through the table's own lock, what it doubts is asked on the pages. Nothing here knows a
rule or reads a picture.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

from assistant.events import Discarded, TableEvent
from assistant.history.records import CAMERA, Amended, Reseated, Retracted
from assistant.observation import Observation
from assistant.reconcile import (
    Accepted,
    Contradiction,
    Memory,
    Mended,
    Question,
    answered,
    kept,
    retracted,
    step,
)
from assistant.seats import Seat
from assistant.summary import persons_of
from assistant.watching.first_discard import DIFFERS, SURE, first_thrower
from assistant.watching.verdicts import Place
from web.album import Album, Keep
from web.asked import QUESTION, Asked, pictured, question_form, warning_form
from web.tables.live import Live, Moment

if TYPE_CHECKING:
    from vision.frames import Pixels

STEPS = 8
"""Verdicts taken from one view, at most."""
Corners = tuple[tuple[float, float], ...]
"""Near left, near right, far right, far left, as parts of the picture's width and height."""
ACTS = (Retracted, Amended, Reseated)
RUNNING, AWAY, ENDED, BROKEN = "running", "away", "ended", "broken"
"""How a camera stands: away while it sends no picture and is waited for, ended once it was stopped or has no
more, broken once a picture could not be read at all."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What should be done about a camera: a stable code and one sentence, Chinese and English."""

    code: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture came to: a settled view or None, and whether the camera has moved."""

    observation: Observation | None = None
    moved: bool = False


class Eyes(Protocol):
    """Reads pictures of one table."""

    @property
    def corners(self) -> Corners | None:
        """Where the table lies, as it was told or found; None while that is not known."""
        ...

    @property
    def remark(self) -> Advice | None:
        """What should be done about the camera for it to read well."""
        ...

    def see(self, at: float, pixels: Pixels) -> Look:
        """One more picture, taken at so many seconds."""
        ...

    def turn(self, dealer: Seat) -> None:
        """Another side deals: `dealer` counts the players from the side nearest the camera, in play order."""
        ...

    def crop(self, pixels: Pixels, places: Sequence[Place]) -> bytes:
        """The part of a picture around some places of the table, as JPEG."""
        ...


class Feed:
    """The camera of one table. Every method may be called from any thread."""

    def __init__(self, live: Live, eyes: Eyes, album: Album, keep: Keep, near: int) -> None:
        self.live = live
        self.eyes = eyes
        self.keep = keep
        self.near = near
        """the chair at the side nearest the camera"""
        self.album = album
        self._lock = threading.RLock()
        self._memory = Memory()
        self._round: int | None = None
        self._handled = live.moment().view.records
        self._asked: Asked | None = None
        self._warned: Asked | None = None
        self._number = 0
        self._side: int | None = None
        """the side that deals, counted from the one nearest the camera"""
        self._elsewhere = 0
        """views whose first discard lies before another than the dealer"""
        self._seats_right: int | None = None
        """the round whose seats agree with what was seen, or were said to be right"""
        self.moved = False
        self.placed = eyes.corners is not None
        self.remark = eyes.remark
        self.state = RUNNING

    def take(self, at: float, pixels: Pixels) -> None:
        """One picture: read it, and record, ask or warn as it comes out."""
        eyes = self.eyes
        look = eyes.see(at, pixels)
        with self._lock:
            if eyes is not self.eyes:
                return  # read with corners that hold no more
            moment = self.live.refresh()
            self._follow(moment)
            stands = look.moved, eyes.corners is not None, eyes.remark
            if stands != (self.moved, self.placed, self.remark):
                self.moved, self.placed, self.remark = stands
                self.tell()
            if look.observation is None or look.moved or moment.last is None:
                return
            if self._seats_differ(look.observation, moment):
                return
            for _ in range(STEPS):
                if not self._once(look.observation, pixels):
                    break
            if self._asked is not None and self._memory.open is None:
                self._ask(None)  # settled by a later view, or by a tap

    def _seats_differ(self, observation: Observation, moment: Moment) -> bool:
        """Whether the first discard lies before another than the dealer: then nothing is recorded until the
        seats are set right, or somebody has said that they are.
        """
        if self._round == self._seats_right:
            return False
        sight = self.live.sight(moment, None)
        thrower = None if sight is None else first_thrower(sight.round.state, observation)
        if thrower == 0:
            self._seats_right = self._round
        self._elsewhere += bool(thrower)
        told = self._warned is not None and self._warned.what is DIFFERS
        if self._elsewhere >= SURE and not told:
            self._warn(DIFFERS)
        return bool(thrower) or told

    def _once(self, observation: Observation, pixels: Pixels) -> bool:
        """One verdict on a view; whether to ask for another."""
        moment = self.live.moment()
        sight = self.live.sight(moment, None)
        if sight is None:
            return False
        memory, verdict = step(self._memory, sight.round.state, observation)
        match verdict:
            case Accepted(events=()):  # nothing happened, it is supposed
                self._memory = memory
                return True
            case Accepted(events, confidence):
                made = self.live.observe(events, confidence, moment.view.records)
                if made is None:
                    return False  # a tap came between: look again with the next view
                self._memory = memory
                self._handled += len(made)
                self._warn(None)
                self._picture(made, events, observation, pixels)
                return True
            case Mended():
                if self._mended(verdict, moment):
                    self._memory = memory
                    return True
                if self.live.moment().view.records == moment.view.records:  # no tap came between
                    self._memory = kept(self._memory, verdict)
                    return True
            case Question():
                self._memory = memory
                self._ask(verdict)
                if self.keep is not Keep.OFF:
                    for name, places in pictured(verdict):
                        self.album.put(self.live.table, name, self.eyes.crop(pixels, places), Keep.ROUND)
            case Contradiction():
                self._memory = memory
                self._warn(verdict)
            case _:
                self._memory = memory
        return False

    def _mended(self, mended: Mended, moment: Moment) -> bool:
        """Record discards that the camera told as other kinds, where nobody has told them otherwise."""
        lines = () if moment.last is None else moment.last.lines
        events: dict[int, TableEvent] = {}
        for mend, tile in mended.all:
            place = mend.line(line.event for line in lines)
            if place is None or getattr(lines[place].event, "tile", None) is not mend.tile:
                return False
            events[lines[place].seq] = Discarded(mend.seat, tile)
        made = self.live.observe_otherwise(events, moment.view.records)
        self._handled += made
        return made > 0

    def _picture(
        self, made: Sequence[int], events: Sequence[TableEvent], observation: Observation, pixels: Pixels
    ) -> None:
        """Keep the part of the picture that shows each thing recorded."""
        if self.keep is Keep.OFF:
            return
        for seq, event in zip(made, events, strict=True):
            places = evidence(event, observation)
            if places:
                self.album.put(self.live.table, str(seq), self.eyes.crop(pixels, places), self.keep)
        self.tell()

    def _follow(self, moment: Moment) -> None:
        """Take over what people did since: a new round, records taken back or amended."""
        started = None if moment.last is None else moment.last.lines[0].seq
        if started != self._round:
            if self._round is not None:
                self.album.forget(self.live.table)
            self._round, self._memory = started, Memory()
            self._elsewhere = 0
            self._ask(None)
            self._warn(None)
            self._handled = moment.view.records
            self.turn(moment)
            return
        for seq in range(self._handled, moment.view.records):
            record = moment.record(seq)
            if record is not None and isinstance(record.entry, Retracted | Amended):
                target = moment.record(record.entry.seq)
                if target is not None and target.source == CAMERA and not isinstance(target.entry, ACTS):
                    self._memory = retracted(self._memory, target.entry)
        if self._handled != moment.view.records:
            self._handled = moment.view.records
            self.turn(moment)  # people may have changed places

    def turn(self, moment: Moment) -> None:
        """Tell the eyes which side deals this round."""
        if moment.last is None:
            return
        dealer = persons_of(moment.last)[0]
        circle = moment.circle
        if dealer in circle:
            side = (circle.index(dealer) - self.near) % len(circle)
            if side != self._side and self._warned is not None and self._warned.what is DIFFERS:
                self._elsewhere = 0
                self._warn(None)
            self._side = side
            self.eyes.turn(side)

    def _ask(self, question: Question | None) -> None:
        if question is None and self._asked is None:
            return
        self._number += question is not None
        self._asked = None if question is None else Asked(self._number, question)
        if question is None:
            for name in self.album.names(self.live.table):
                if name.startswith(QUESTION):
                    self.album.drop(self.live.table, name)
        self.tell()

    def _warn(self, said: Contradiction | None) -> None:
        if said is None and self._warned is None:
            return
        self._number += said is not None
        self._warned = None if said is None else Asked(self._number, said)
        self.tell()

    @contextmanager
    def answering(self, number: int) -> Iterator[Question | None]:
        """The question of that number, which stays as it is meanwhile; None where it is not open."""
        with self._lock:
            asked = self._asked
            if asked is None or asked.id != number or not isinstance(asked.what, Question):
                yield None
            else:
                yield asked.what

    def answer(self, number: int, option: int, *more: int) -> None:
        """The question was answered, `more` where several options hold, and its events recorded; nothing
        happens where it was not open.
        """
        with self._lock:
            asked = self._asked
            if asked is not None and asked.id == number and isinstance(asked.what, Question):
                known = option < len(asked.what.options)
                self._memory = answered(self._memory, asked.what, option if known else None, *more)
                self._ask(None)

    def dismiss(self, number: int) -> None:
        """Somebody has read the warning of that number."""
        with self._lock:
            if self._warned is not None and self._warned.id == number:
                if self._warned.what is DIFFERS:
                    self._seats_right = self._round
                self._warn(None)

    def look_anew(self, eyes: Eyes) -> None:
        """Go on with other eyes: the corners of the table have been set."""
        with self._lock:
            self.eyes, self.moved, self.placed = eyes, False, eyes.corners is not None
            self.remark = eyes.remark
            self.turn(self.live.moment())
            self.tell()

    def set(self, keep: Keep, near: int) -> None:
        """Go on with other settings."""
        with self._lock:
            self.keep, self.near = keep, near
            self.turn(self.live.moment())
            self.tell()

    def stand(self, state: str) -> None:
        """How the camera stands from now on; what it asked is asked no more once it has ended."""
        with self._lock:
            if state == self.state:
                return
            self.state = state
            if state in (ENDED, BROKEN):
                self._asked = None
            self.tell()

    def tell(self) -> None:
        """Let the pages know how the camera stands."""
        with self._lock:
            self.live.show_camera(self.form())

    def form(self) -> dict[str, Any]:
        """How the camera stands, for everybody at the table."""
        asked, warned = self._asked, self._warned
        return {
            "state": self.state,
            "placed": self.placed,
            "moved": self.moved,
            "remark": None if self.remark is None else asdict(self.remark),
            "keep": self.keep.value,
            "question": None if asked is None else question_form(asked),
            "warning": None if warned is None else warning_form(warned),
        }


def evidence(event: TableEvent, observation: Observation) -> tuple[Place, ...]:
    """Where the tiles lie that show an event: those of its kind in its player's areas, the newest first; all
    that lie open in front of them where it names no kind.
    """
    seat, tile = getattr(event, "seat", None), getattr(event, "tile", None)
    seats = getattr(event, "seats", (seat,))
    near = [one for one in observation.pieces if one.tile is not None and one.seat in (*seats, None)]
    if tile is not None:
        near = sorted((one for one in near if one.tile is tile), key=lambda one: -one.since)[:4]
    elif type(event).__name__ == "Drawn":
        return ()
    return tuple(one.at for one in near)

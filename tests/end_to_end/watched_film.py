"""A filmed round watched as `tangzi watch` does it, its questions answered, and held against its record."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.events import RoundStarted, SideBet, TableEvent, VoidChosen
from assistant.history.codec import decode
from assistant.observation import Observation
from assistant.reconcile import Contradiction, Mended, Question
from tests.assistant.players.sitting import Line
from tests.assistant.scripted_table.answering import ON_THE_TABLE, chosen, in_common, plain
from tests.assistant.scripted_table.watched import Told, judged
from tests.end_to_end.films_of_rounds import FilmedRound
from tests.end_to_end.shown_acts import Witness
from tests.end_to_end.truth_looker import TruthLooker
from tests.end_to_end.truth_reader import TruthReader
from vision.frames import Pixels
from vision.synth.films import Film
from vision.synth.reels import RoundReel
from web.following import Following

KINDS = ("drawn", "discarded", "ponged", "konged", "won", "wall_empty")
"""Words of the compared events."""
PATIENCE = 1.0
"""Seconds until somebody taps an answer."""


class Looks(Protocol):
    """What a looker answers to a frame."""

    @property
    def observation(self) -> Observation | None:
        """The settled view, None where the table is not at rest."""


class Looking(Protocol):
    """What is asked of `web.watching.Looker`."""

    def see(self, at: float, pixels: Pixels) -> Looks:
        """One frame."""


class Watching:
    """A round as it is watched: what is recorded, with the seconds of film at which it was. `patience`:
    seconds until somebody taps an answer; None: nobody is there."""

    def __init__(self, lines: Sequence[Line], patience: float | None = PATIENCE) -> None:
        self.patience = patience
        self.record = [decode(line) for line in lines]
        started = self.record[0]
        assert isinstance(started, RoundStarted)
        self.following = Following(started, alone=patience is None)
        self.told = Told([started], self.record)
        self.at: list[float] = []
        """seconds of film of each recorded event"""
        self.waiting: tuple[Question, float] | None = None
        for event in self.record:
            if isinstance(event, VoidChosen):
                self._heard(self.following.record(event), 0.0)
            elif isinstance(event, SideBet):
                self._heard(self.following.record(SideBet(event.name, None)), 0.0)

    def _heard(self, events: Iterable[TableEvent], at: float) -> None:
        for event in events:
            if not isinstance(event, RoundStarted):
                self.told.events.append(event)
                self.at.append(at)

    def view(self, at: float, observation: Observation) -> None:
        """One settled view: everything that follows from it."""
        for told in self.following.see(observation):
            match told:
                case Question():
                    self.told.questions += 1
                    self.told.asked.append(told)
                    if self.patience is not None:
                        self.waiting = told, at + self.patience
                case Contradiction(code):
                    self.told.contradictions.append(code)
                case Mended():
                    self._corrected()
                case _:
                    self._heard([told.event], at)

    def end(self, at: float, happened: int) -> None:
        """The film is over; people still answer what was asked last. `happened`: as for a tap."""
        if self.waiting is not None:
            self.tapped(max(at, self.waiting[1]), happened)
        self._heard((told.event for told in self.following.end()), at)

    def tapped(self, at: float, happened: int) -> None:
        """Answer the question that waits, as somebody who saw the table does. `happened`: compared events of
        the record until now."""
        if self.waiting is None or at < self.waiting[1]:
            return
        question, self.waiting = self.waiting[0], None
        if self.following.open != question:
            return
        number, *more = chosen(question, self.told.events, self.record, happened)
        self._heard(self.following.answer(question, number, *more), at)
        if question.mend(number) is not None:
            self._corrected()

    def _corrected(self) -> None:
        """Take over a corrected record; what no longer fits in it is gone, mostly from its end."""
        self.told.events[:] = self.following.events
        del self.at[len(self.told.events) - 1 :]


@dataclass
class Outcome:
    """A watched film: what was told of it, and what it took, seconds of processor time for the whole film."""

    told: Told
    frames: int
    views: int
    late: list[float]
    """seconds of film from the end of a move that changes the table to its recording, one a true event"""
    witness: Witness | None = None
    """what could be seen of each act, None for a control"""
    look_seconds: float = 0.0
    step_seconds: float = 0.0


def watch_film(
    film: Film,
    lines: Sequence[Line],
    looker: Looking,
    reader: TruthReader | None = None,
    round_: FilmedRound | None = None,
    patience: float | None = PATIENCE,
) -> Outcome:
    """Watch a film from its first frame to its last. `reader`: told what each frame shows, where it is one
    that knows. `round_` None: a negative control, of whose `lines` only the start counts. `patience`: see
    `Watching`."""
    watching = Watching(lines if round_ is not None else lines[:1], patience)
    outcome = Outcome(watching.told, len(film), 0, [])
    if round_ is not None:
        outcome.witness = Witness.of(film, round_)
    at, happened = 0.0, 0
    for number in range(len(film)):
        frame = film.frame(number)
        at = frame.at
        if outcome.witness is not None:
            outcome.witness.see(frame)
        drawn = time.process_time()
        if reader is not None:
            reader.tell(number, frame.picture.tiles)
        if isinstance(looker, TruthLooker):
            looker.tell(frame, {piece.number: piece.spot.tip for piece in film.reel.pieces(at)})
        look = looker.see(at, frame.picture.pixels)
        looked = time.process_time()
        lines_done = () if round_ is None else round_.events_done(frame.done)
        happened = sum(line["kind"] in KINDS for line in lines_done)
        watching.tapped(at, happened)
        if look.observation is not None:
            outcome.views += 1
            watching.view(at, look.observation)
        outcome.look_seconds += looked - drawn
        outcome.step_seconds += time.process_time() - looked
    watching.end(at, happened)
    if round_ is not None:
        judged(watching.told)
        outcome.late = _late(film, round_, watching)
    return outcome


def _late(film: Film, round_: FilmedRound, watching: Watching) -> list[float]:
    assert isinstance(film.reel, RoundReel)
    true, done_at = [], []
    for move, line in enumerate(round_.shows):
        if line is not None and isinstance(event := decode(round_.lines[line]), ON_THE_TABLE):
            true.append(event)
            done_at.append(film.reel.steps[move].stop)
    told = [
        (event, at)
        for event, at in zip(watching.told.events[1:], watching.at, strict=True)
        if isinstance(event, ON_THE_TABLE)
    ]
    same = in_common([repr(plain([event])) for event, _ in told], [repr(plain([event])) for event in true])
    return [told[mine][1] - done_at[place] for mine, place in same]

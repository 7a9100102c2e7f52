"""A filmed round watched as `tangzi watch` does it, its questions answered, and held against its record."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Protocol

from assistant.events import RoundStarted, SideBet, TableEvent, VoidChosen
from assistant.history.codec import decode
from assistant.observation import Observation
from assistant.reconcile import Contradiction, Question
from tests.assistant.players.sitting import Line
from tests.assistant.scripted_table.watched import (
    COMPARED,
    ON_THE_TABLE,
    Told,
    answer,
    events_after,
    judged,
    plain,
)
from tests.end_to_end.films_of_rounds import FilmedRound
from tests.end_to_end.shown_acts import Witness
from tests.end_to_end.truth_looker import TruthLooker
from tests.end_to_end.truth_reader import TruthReader
from vision.frames import Pixels
from vision.synth.films import Film
from vision.synth.reels import RoundReel
from web.following import Following

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
    """A round as it is watched: what is recorded, with the seconds of film at which it was."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.record = [decode(line) for line in lines]
        started = self.record[0]
        assert isinstance(started, RoundStarted)
        self.following = Following(started)
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
                    self.waiting = told, at + PATIENCE
                case Contradiction(code):
                    self.told.contradictions.append(code)
                case _:
                    self._heard([told.event], at)

    def tapped(self, at: float) -> None:
        """Answer the question that waits, as somebody who saw the table does."""
        if self.waiting is None or at < self.waiting[1]:
            return
        question, self.waiting = self.waiting[0], None
        if self.following.open != question:
            return
        recorded = sum(isinstance(event, COMPARED) for event in self.told.events)
        number = answer(question, events_after(self.record, recorded))
        self._heard(self.following.answer(question, number), at)


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
    film_seconds: float = 0.0
    look_seconds: float = 0.0
    step_seconds: float = 0.0


def watch_film(
    film: Film,
    lines: Sequence[Line],
    looker: Looking,
    reader: TruthReader | None = None,
    round_: FilmedRound | None = None,
) -> Outcome:
    """Watch a film from its first frame to its last. `reader`: told what each frame shows, where it is one
    that knows. `round_` None: a negative control, of whose `lines` only the start counts."""
    watching = Watching(lines if round_ is not None else lines[:1])
    outcome = Outcome(watching.told, len(film), 0, [])
    if round_ is not None:
        outcome.witness = Witness.of(film, round_)
    for number in range(len(film)):
        began = time.process_time()
        frame = film.frame(number)
        if outcome.witness is not None:
            outcome.witness.see(frame)
        drawn = time.process_time()
        if reader is not None:
            reader.tell(number, frame.picture.tiles)
        if isinstance(looker, TruthLooker):
            looker.tell(frame, {piece.number: piece.spot.tip for piece in film.reel.pieces(frame.at)})
        look = looker.see(frame.at, frame.picture.pixels)
        looked = time.process_time()
        watching.tapped(frame.at)
        if look.observation is not None:
            outcome.views += 1
            watching.view(frame.at, look.observation)
        outcome.film_seconds += drawn - began
        outcome.look_seconds += looked - drawn
        outcome.step_seconds += time.process_time() - looked
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
    same = SequenceMatcher(
        a=[repr(plain([event])) for event, _ in told],
        b=[repr(plain([event])) for event in true],
        autojunk=False,
    ).get_matching_blocks()
    return [told[block.a + step][1] - done_at[block.b + step] for block in same for step in range(block.size)]

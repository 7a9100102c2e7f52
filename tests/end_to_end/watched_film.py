"""A filmed round watched as `tangzi watch` does it, its questions answered, and held against its record."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant.events import Revealed, RoundStarted, SideBet, TableEvent, VoidChosen, Won
from assistant.history.codec import decode
from assistant.observation import Observation
from assistant.reconcile import Contradiction, Mended, Question
from assistant.round import fold
from assistant.state import Status
from tests.assistant.players.sitting import Line
from tests.assistant.scripted_table.watched import (
    COMPARED,
    ON_THE_TABLE,
    Told,
    all_corrected,
    answer,
    corrected,
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
                case Mended():
                    self._corrected()
                case _:
                    self._heard([told.event], at)

    def tapped(self, at: float, happened: int) -> None:
        """Answer the question that waits, as somebody who saw the table does. `happened`: compared events of
        the record until now."""
        if self.waiting is None or at < self.waiting[1]:
            return
        question, self.waiting = self.waiting[0], None
        if self.following.open != question:
            return
        more: list[int] = []
        number: int | None
        if question.several:
            number, *more = all_corrected(question, self.record)
        elif question.mends:
            number = corrected(question, self.record)
        else:
            number = tap(question, self.told.events, self.record, happened)
        self._heard(self.following.answer(question, number, *more), at)
        if question.mend(number) is not None:
            self._corrected()

    def _corrected(self) -> None:
        """Take over a corrected record; what no longer fits in it is gone, mostly from its end."""
        self.told.events[:] = self.following.events
        del self.at[len(self.told.events) - 1 :]


def tap(
    question: Question, told: Sequence[TableEvent], record: Sequence[TableEvent], happened: int
) -> int | None:
    """The option that somebody taps who saw the table: what was told wrongly since the last thing that was
    told rightly may stand for as many things that happened."""
    if any(isinstance(event, Revealed) for option in question.options for event in option):
        held = (at for at, one in enumerate(question.options) if one and not wrong_hands(one, record))
        return next(held, question.options.index(()) if () in question.options else None)
    recorded = came_to(told, record, happened)
    mine = [event for event in told if isinstance(event, COMPARED)]
    true = [event for event in record if isinstance(event, COMPARED)][:happened]
    right = came_to(true, mine, len(mine))
    for wrong in range(len(mine) - right, 0, -1):
        number = answer(question, events_after(record, recorded + wrong))
        if number is not None and question.options[number]:
            return number
    return answer(question, events_after(record, recorded))


def came_to(told: Sequence[TableEvent], record: Sequence[TableEvent], happened: int) -> int:
    """How many compared events of a record, of so many that happened, lie behind what was told: up to the
    last one that was told rightly, whatever was missed or invented on the way."""
    mine = [repr(plain([event])) for event in told if isinstance(event, COMPARED)]
    true = [repr(plain([event])) for event in record if isinstance(event, COMPARED)]
    return max((place + 1 for _, place in in_common(mine, true[:happened])), default=0)


def in_common(mine: Sequence[object], true: Sequence[object]) -> list[tuple[int, int]]:
    """The most that two sequences have in common in the same order, as pairs of places."""
    rest = [[0] * (len(true) + 1) for _ in range(len(mine) + 1)]
    for a in range(len(mine) - 1, -1, -1):
        for b in range(len(true) - 1, -1, -1):
            longer = max(rest[a + 1][b], rest[a][b + 1])
            rest[a][b] = rest[a + 1][b + 1] + 1 if mine[a] == true[b] else longer
    pairs, a, b = [], 0, 0
    while a < len(mine) and b < len(true):
        if mine[a] == true[b]:
            pairs.append((a, b))
            a, b = a + 1, b + 1
        elif rest[a + 1][b] >= rest[a][b + 1]:
            a += 1
        else:
            b += 1
    return pairs


def wrong_hands(told: Sequence[TableEvent], record: Sequence[TableEvent]) -> int:
    """Hands that were told and not so. With or without the winning tile is both right."""
    seats = fold(record).state.seats
    found = 0
    for event in told:
        hands = event.hands if isinstance(event, Won) else ()
        if isinstance(event, Revealed):
            hands = ((event.seat, event.hand),)
        for seat, hand in hands:
            true = Counter(dict(enumerate(seats[seat].known)))
            mine = Counter(dict(enumerate(hand.counts)))
            apart = (mine - true).total() + (true - mine).total()
            found += apart > (seats[seat].status is Status.WON)
    return found


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
) -> Outcome:
    """Watch a film from its first frame to its last. `reader`: told what each frame shows, where it is one
    that knows. `round_` None: a negative control, of whose `lines` only the start counts."""
    watching = Watching(lines if round_ is not None else lines[:1])
    outcome = Outcome(watching.told, len(film), 0, [])
    if round_ is not None:
        outcome.witness = Witness.of(film, round_)
    for number in range(len(film)):
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
        lines_done = () if round_ is None else round_.events_done(frame.done)
        watching.tapped(frame.at, sum(line["kind"] in KINDS for line in lines_done))
        if look.observation is not None:
            outcome.views += 1
            watching.view(frame.at, look.observation)
        outcome.look_seconds += looked - drawn
        outcome.step_seconds += time.process_time() - looked
    if round_ is not None:
        _judge(watching.told)
        outcome.late = _late(film, round_, watching)
    return outcome


def _judge(told: Told) -> None:
    judged(told)
    mine, true = plain(told.events), plain(told.truth)
    same = len(in_common(mine, true))
    told.wrong = len(mine) - same + wrong_hands(told.events, told.truth)
    told.unseen = len(true) - same


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

"""A recorded round played before the camera, watched, asked about, and held against the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time

from assistant.events import (
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    RoundStarted,
    TableEvent,
    Won,
)
from assistant.observation import Observation
from assistant.reconcile import (
    Accepted,
    Contradiction,
    Memory,
    Mend,
    Mended,
    Nothing,
    Question,
    Sight,
    answered,
    step,
)
from assistant.round import apply, begin, fold, problems, rules_of, settle
from assistant.state import RoundState
from tests.assistant.scripted_table.answering import (
    COMPARED,
    ON_THE_TABLE,
    chosen,
    in_common,
    plain,
    wrong_hands,
)
from tests.assistant.scripted_table.camera import Camera
from tests.assistant.scripted_table.noise import Noise
from tests.assistant.scripted_table.physical import Habits, Physical

SETTLING = 30
"""Views of the last act, 12 s: hands lie open until everybody has been paid."""


@dataclass
class Told:
    """What came of watching one round."""

    events: list[TableEvent]
    truth: list[TableEvent]
    questions: int = 0
    contradictions: list[str] = field(default_factory=list)
    wrong: int = 0
    """recorded, and not so"""
    unseen: int = 0
    """happened, and not recorded"""
    exact: bool = False
    ledger: bool = False
    views: int = 0
    late: list[int] = field(default_factory=list)
    """for each event: views between the first after it and the one that recorded it"""
    seconds: float = 0.0
    """of processor time, all views together"""
    slowest: float = 0.0
    asked: list[Question] = field(default_factory=list)


def payments(events: Sequence[TableEvent]) -> list[tuple[int, int, int, str]]:
    """Who pays whom how much for what."""
    _, settlement = settle(events)
    return sorted((one.payer, one.payee, one.points, str(one.reason)) for one in settlement.payments)


@dataclass
class ScriptedTable:
    """A record, played before the camera. `views_each`: settled views after each act, on average."""

    record: Sequence[TableEvent]
    noise: Noise
    rng: Random
    habits: Habits = field(default_factory=Habits)
    views_each: float = 3.0

    def film(self) -> Iterator[tuple[Observation, int]]:
        """The views of the whole round, each with how many events of the record have happened."""
        started = self.record[0]
        assert isinstance(started, RoundStarted)
        state = begin(started)
        table = Physical(rules_of(started), state.players, self.rng, self.habits)
        camera = Camera(self.noise, self.rng)
        last = max(at for at, event in enumerate(self.record) if isinstance(event, COMPARED))
        winners: tuple[int, ...] = ()
        begun = False
        for at, event in enumerate(self.record):
            if not begun and not isinstance(event, Dealt | Exchanged | RoundStarted):
                begun = True
                for _ in range(2):
                    table.now += 0.5
                    yield camera.view(table), at
            table.now += {Drawn: 1.0, Discarded: 1.5}.get(type(event), 0.8)
            table.do(event)
            if isinstance(event, Won):
                winners += event.seats
            if at == last:
                table.finish(winners)
            if not isinstance(event, ON_THE_TABLE):
                continue
            many = 1 + int(self.rng.expovariate(1 / max(self.views_each - 1, 0.01)))
            if camera.chance(self.noise.skipped):
                many = 0
            if at == last:
                many = SETTLING
            for _ in range(many):
                table.now += 0.4
                yield camera.view(table), at + 1


def watch(table: ScriptedTable, sight: Sight | None = None) -> Told:
    """Watches a whole round; a question is answered rightly two views later."""
    record = list(table.record)
    started = record[0]
    assert isinstance(started, RoundStarted)
    state: RoundState = begin(started)
    told = Told([started], record)
    memory = Memory()
    waiting: tuple[Question, int] | None = None
    due: list[int] = []
    for view, done in table.film():
        told.views += 1
        if waiting is not None and told.views >= waiting[1]:
            question, _ = waiting
            waiting = None
            if memory.open == question:
                happened = sum(isinstance(event, COMPARED) for event in record[:done])
                number, *more = chosen(question, told.events, record, happened)
                if number is not None and not _still_fits(state, question, number):
                    number = None  # what the camera mended meanwhile stands against it
                memory = answered(memory, question, number, *more)
                if number is not None and question.mend(number) is not None:
                    for one in (number, *more):
                        mend = question.mend(one)
                        assert one is not None
                        assert mend is not None
                        state = corrected_with(told, mend, question.options[one][0])
                elif number is not None:
                    for event in question.options[number]:
                        state = apply(state, event)
                        told.events.append(event)
        while True:
            start = process_time()
            memory, verdict = step(memory, state, view, sight)
            spent = process_time() - start
            told.seconds += spent
            told.slowest = max(told.slowest, spent)
            if isinstance(verdict, Mended):
                for wrong, tile in verdict.all:
                    state = corrected_with(told, wrong, Discarded(wrong.seat, tile))
                continue
            if not isinstance(verdict, Accepted):
                break
            for event in verdict.events:
                assert not problems(state, event), (event, problems(state, event))
                state = apply(state, event)
                told.events.append(event)
        match verdict:
            case Question():
                told.questions += 1
                told.asked.append(verdict)
                waiting = verdict, told.views + 2
            case Contradiction(code):
                told.contradictions.append(code)
            case Nothing() | Accepted() | Mended():
                pass
        happened = sum(isinstance(event, ON_THE_TABLE) for event in record[:done])
        known = sum(isinstance(event, ON_THE_TABLE) for event in told.events)
        while len(due) < happened:
            due.append(told.views)
        while len(told.late) < min(known, len(due)):
            told.late.append(told.views - due[len(told.late)])
    return judged(told)


def _still_fits(state: RoundState, question: Question, option: int) -> bool:
    """Whether an option that adds to the record may be added."""
    if question.mend(option) is not None:
        return True
    for event in question.options[option]:
        if problems(state, event):
            return False
        state = apply(state, event)
    return True


def corrected_with(told: Told, mend: Mend, event: TableEvent) -> RoundState:
    """Puts an event in the stead of a recorded one; where the round stands then."""
    line = mend.line(told.events)
    assert line is not None
    told.events[line] = event
    return fold(told.events).state


def judged(told: Told) -> Told:
    """Holds what was recorded against the truth."""
    mine, true = plain(told.events), plain(told.truth)
    told.exact = mine == true
    same = len(in_common(mine, true))
    told.wrong = len(mine) - same + wrong_hands(told.events, told.truth)
    told.unseen = len(true) - same
    told.ledger = payments(told.events) == payments(told.truth)
    return told

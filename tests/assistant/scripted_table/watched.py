"""A recorded round played before the camera, watched, asked about, and held against the record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from random import Random
from time import process_time

from assistant.events import (
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    Konged,
    Ponged,
    RoundStarted,
    TableEvent,
    WallEmpty,
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
from tests.assistant.scripted_table.camera import Camera
from tests.assistant.scripted_table.noise import Noise
from tests.assistant.scripted_table.physical import Habits, Physical

ON_THE_TABLE = (Discarded, Ponged, Konged, Won, WallEmpty)
"""Events that change what can be seen."""
COMPARED = (Drawn, *ON_THE_TABLE)
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


def plain(events: Sequence[TableEvent]) -> list[TableEvent]:
    """Events as they are compared: draws unseen, hands untold, winners of one tile together."""
    found: list[TableEvent] = []
    for event in events:
        match event:
            case Drawn(seat):
                found.append(Drawn(seat))
            case Won(seats):
                if found and isinstance(found[-1], Won):
                    seats = (*found[-1].seats, *seats)
                    found.pop()
                found.append(Won(tuple(sorted(seats))))
            case Konged(seat, how, tile):
                found.append(Konged(seat, how, tile))
            case Discarded() | Ponged() | WallEmpty():
                found.append(event)
            case _:
                pass
    return found


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


def answer(question: Question, ahead: Sequence[TableEvent]) -> int | None:
    """The option that somebody who knows the round taps, given the events not recorded yet."""
    best, most = None, -1
    for number, option in enumerate(question.options):
        if not option:
            if best is None:
                best, most = number, 0
            continue
        rank = _matches(option, ahead)
        if rank > most:
            best, most = number, rank
    return best if most >= 0 else None


def corrected(question: Question, record: Sequence[TableEvent]) -> int | None:
    """The option that somebody taps where a question is about what a recorded discard really was."""
    for number, (option, mend) in enumerate(zip(question.options, question.mends, strict=False)):
        line = mend.line(record)
        if line is not None and record[line] == option[0]:
            return number
    return question.options.index(()) if () in question.options else None


def all_corrected(question: Question, record: Sequence[TableEvent]) -> list[int]:
    """The options that somebody taps who is asked about several recorded discards at once."""
    right = [
        number
        for number, (option, mend) in enumerate(zip(question.options, question.mends, strict=False))
        if (line := mend.line(record)) is not None and record[line] == option[0]
    ]
    return right or [question.options.index(())]


def _matches(option: Sequence[TableEvent], ahead: Sequence[TableEvent]) -> int:
    """How closely an option tells what came next; -1 where it does not."""
    acts = [event for event in option if isinstance(event, COMPARED)]
    next_acts = [event for event in ahead if isinstance(event, COMPARED)]
    if not acts:  # a hand shown
        return 1 if any(event in ahead for event in option) else -1
    rank = 1
    drawn = None
    for mine, true in zip(acts, next_acts, strict=False):
        if isinstance(true, Drawn):
            drawn = true.tile
        if isinstance(mine, Drawn) and isinstance(true, Drawn) and mine.seat == true.seat:
            if mine.tile is not None and mine.tile is not true.tile:
                return -1
            rank += mine.tile is not None
        elif isinstance(mine, Won) and isinstance(true, Won):
            if not set(mine.seats) <= set(true.seats):
                return -1
            rank += len(mine.seats)
        elif plain([mine]) != plain([true]) or (
            isinstance(mine, Konged) and mine.just_drawn not in (None, drawn is mine.tile)
        ):
            return -1
        else:
            rank += 1
    return rank if len(next_acts) >= len(acts) else -1


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
                more: list[int] = []
                number: int | None
                if question.several:
                    number, *more = all_corrected(question, record)
                elif question.mends:
                    number = corrected(question, record)
                else:
                    recorded = sum(isinstance(event, COMPARED) for event in told.events)
                    number = answer(question, events_after(record, recorded))
                memory = answered(memory, question, number, *more)
                if number is not None and question.mend(number) is not None:
                    for chosen in (number, *more):
                        mend = question.mend(chosen)
                        assert mend is not None
                        state = corrected_with(told, mend, question.options[chosen][0])
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
                state = corrected_with(told, verdict.mend, Discarded(verdict.mend.seat, verdict.tile))
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


def corrected_with(told: Told, mend: Mend, event: TableEvent) -> RoundState:
    """Puts an event in the stead of a recorded one; where the round stands then."""
    line = mend.line(told.events)
    assert line is not None
    told.events[line] = event
    return fold(told.events).state


def events_after(record: Sequence[TableEvent], recorded: int) -> Sequence[TableEvent]:
    """The events of a record after so many that are compared."""
    for at, event in enumerate(record):
        if isinstance(event, COMPARED):
            if not recorded:
                return record[at:]
            recorded -= 1
    return [event for event in record if not isinstance(event, COMPARED)]


def judged(told: Told) -> Told:
    """Holds what was recorded against the truth."""
    mine, true = plain(told.events), plain(told.truth)
    told.exact = mine == true
    if not told.exact:
        blocks = SequenceMatcher(a=mine, b=true, autojunk=False).get_matching_blocks()
        same = sum(block.size for block in blocks)
        told.wrong, told.unseen = len(mine) - same, len(true) - same
    told.ledger = payments(told.events) == payments(told.truth)
    return told

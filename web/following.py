"""跟桌: rounds followed from what a camera sees, with a record of their own: what is accepted, asked, odd.

A table with phones keeps its record in its log instead; both ask the same `assistant.reconcile`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant import round as door
from assistant.events import Discarded, RoundStarted, TableEvent
from assistant.observation import Area, Observation
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
    at_end,
    kept,
    retracted,
    step,
)
from assistant.state import RoundState

STEPS = 8
"""Verdicts taken from one view, at most."""
CLEARED = 2
"""Views without a face on the table after which a finished round is over for good."""

Verdict = Mended | Question | Contradiction


@dataclass(frozen=True, slots=True)
class Told:
    """One event that was accepted, with the odds, 0..1, that it happened so."""

    event: TableEvent
    confidence: float
    supposed: bool = False
    """it is the likeliest answer to a question that nobody answered"""


class Following:
    """Follows the rounds of one table. `started`: how each begins; `alone`: nobody is there to answer."""

    def __init__(self, started: RoundStarted, *, alone: bool = False) -> None:
        self.started = started
        self._sight = Sight(alone=alone)
        self.supposed: list[tuple[Question, tuple[TableEvent, ...]]] = []
        """the questions of the round that is on to which an answer was supposed, and that answer"""
        self._places: list[int | None] = []
        """where among the events each of those answers stands; None where not all of it does any more"""
        self._dropped: list[tuple[int, TableEvent]] = []
        self.events: list[TableEvent] = []
        """of the round that is on, its start first once something has happened"""
        self.state: RoundState = door.begin(started)
        self._memory = Memory()
        self._bare = 0

    @property
    def open(self) -> Question | None:
        """The question that waits for an answer."""
        return self._memory.open

    def see(self, observation: Observation) -> Iterator[Told | Verdict]:
        """Take a settled view: what came of it, in order. A round's start comes before its first event."""
        if self._over(observation):
            return
        for _ in range(STEPS):
            before = self._memory
            self._memory, verdict = step(before, self.state, observation, self._sight)
            match verdict:
                case Accepted():
                    yield from self._accept(before.open, verdict)
                case Mended():
                    mends = [(mend, Discarded(mend.seat, tile)) for mend, tile in verdict.all]
                    if not self._goes_on(*mends):
                        self._memory = kept(before, verdict)
                        continue
                    self._mend(*mends)
                    yield verdict
                case Nothing():
                    return
                case _:
                    yield verdict
                    return

    def _accept(self, question: Question | None, verdict: Accepted) -> Iterator[Told]:
        if verdict.supposed and question is not None:
            self.supposed.append((question, verdict.events))
            self._places.append(max(len(self.events), 1))
        for event in self.record(*verdict.events) if verdict.events else ():
            yield Told(event, verdict.confidence, verdict.supposed and not isinstance(event, RoundStarted))

    def end(self) -> Iterator[Told]:
        """No view comes any more: the likeliest answer to the question that is open, and what followed on
        it, where nobody is there to answer."""
        while self._sight.alone:
            before = self._memory
            self._memory, verdict = at_end(before, self.state)
            if not isinstance(verdict, Accepted):
                return
            yield from self._accept(before.open, verdict)

    def record(self, *events: TableEvent) -> Iterator[TableEvent]:
        """Add events to the round, those that a person tells too; gives them, the round's start first where
        it is still untold. ValueError for an impossible one."""
        if not self.events:
            self.events.append(self.started)
            yield self.started
        for event in events:
            self.state = door.apply(self.state, event)
            self.events.append(event)
            yield event

    def answer(self, question: Question, option: int | None, *more: int) -> Iterator[TableEvent]:
        """A person chose an option, None for none of them, `more` where several hold: the events that it
        stands for, none where it corrects one that is recorded. ValueError, before anything is changed, where
        they do not fit any more."""
        if option is not None and question.mend(option) is None:
            state = self.state
            for event in question.options[option]:
                state = door.apply(state, event)
        self._memory = answered(self._memory, question, option, *more)
        mends = [
            (mend, question.options[chosen][0])
            for chosen in (() if option is None else question.whole(option, *more))
            if (mend := question.mend(chosen)) is not None
        ]
        self._mend(*mends)
        if option is not None and not mends:
            yield from self.record(*question.options[option])

    def correct(self, question: Question, option: int | None) -> bool:
        """A person answers a question to which an answer was supposed, None for none of its options: what
        they say stands in its stead, and later events that no longer fit go. False where what was supposed is
        not in the record any more."""
        at = next((at for at, (one, _) in enumerate(self.supposed) if one == question), None)
        if at is None:
            return False
        (_, events), place = self.supposed[at], self._places[at]
        chosen = question.options[option] if option is not None else ()
        if place is None or not self._able(self.events[:place], chosen):
            return False
        del self.supposed[at], self._places[at]
        if chosen != events:
            end = place + len(events)
            new = [(None, event) for event in chosen]
            self._again(place, [*new, *enumerate(self.events[end:], end)])
        return True

    def _able(self, before: Sequence[TableEvent], events: Sequence[TableEvent]) -> bool:
        """Whether events may follow on the others."""
        state = door.fold(before).state if before else door.begin(self.started)
        for event in events:
            if not door.can(state, event):
                return False
            state = door.apply(state, event)
        return True

    def dropped(self) -> tuple[tuple[int, TableEvent], ...]:
        """The later events that no longer fitted after something before them was changed, since this was
        asked last: the place of each among the events as they were with nothing but that change."""
        dropped, self._dropped = tuple(self._dropped), []
        return dropped

    def in_doubt(self, question: Question) -> bool:
        """Whether what a question asks of recorded discards is as open as when it was put, though it may have
        given way to others."""
        doubts = [mend.stands(self.state) for mend in question.mends]
        return any(doubts) if question.several else bool(doubts) and all(doubts)

    def leave(self, alone: bool = True) -> None:
        """Nobody is there any more to answer, or somebody is again."""
        self._sight = replace(self._sight, alone=alone)

    def _goes_on(self, *mends: tuple[Mend, TableEvent]) -> bool:
        """Whether all that was recorded later still fits where events stand in recorded ones' stead."""
        new = {mend.line(self.events): event for mend, event in mends}
        events = [new.get(at, one) for at, one in enumerate(self.events)]
        return len(door.fold(events).faults) <= len(door.fold(self.events).faults)

    def _mend(self, *mends: tuple[Mend, TableEvent]) -> None:
        """Put events in recorded ones' stead; later events that no longer fit go."""
        new = {place: event for mend, event in mends if (place := mend.line(self.events)) is not None}
        if not new:
            return
        first = min(new)
        later = [(place, new.get(place, event)) for place, event in enumerate(self.events)]
        self._again(first, later[first:])

    def _again(self, first: int, later: Iterable[tuple[int | None, TableEvent]]) -> None:
        """Record anew, from a place on, those events that still fit. Each comes with the place where it
        stood, None for a new one."""
        self.events = self.events[:first]
        self.state = door.fold(self.events).state if self.events else door.begin(self.started)
        moved = {place: place for place in range(first)}
        for place, (was, event) in enumerate(later, first):
            if not door.can(self.state, event):
                self._dropped.append((place, event))
                continue
            if was is not None:
                moved[was] = len(self.events)
            self.state = door.apply(self.state, event)
            self.events.append(event)
        self._places = [
            None if place is None else _moved(place, len(events), moved)
            for place, (_, events) in zip(self._places, self.supposed, strict=True)
        ]

    def take_back(self, place: int) -> TableEvent:
        """A person takes back the event at a place of `events`; it is not proposed again from the same tiles.

        Later events that no longer fit go too. IndexError for a place that holds none."""
        if not 1 <= place < len(self.events):
            raise IndexError(f"the round has no event {place}: count from 1, after its start")
        gone = self.events[place]
        self._again(place, [*enumerate(self.events)][place + 1 :])
        self._memory = retracted(self._memory, gone)
        return gone

    def next_round(self, dealer: int | None) -> None:
        """Begin anew. `dealer`: the seat of the last round that deals now, None for the same one; names turn
        with it, so that seat 0 deals."""
        if dealer and self.started.names:
            names = self.started.names
            self.started = replace(self.started, names=(*names[dealer:], *names[:dealer]))
        self.events = []
        self.supposed, self._places, self._dropped = [], [], []
        self.state = door.begin(self.started)
        self._memory = Memory()
        self._bare = 0

    def next_dealer(self) -> int | None:
        """The seat that deals the next round, once this one is finished and its rules tell."""
        _, settlement = door.settle(self.events)
        return settlement.next_dealer

    @property
    def cleared(self) -> bool:
        """Whether the round is finished and its tiles have been taken off the table."""
        return self._bare >= CLEARED

    def _over(self, observation: Observation) -> bool:
        """Whether a finished round's tiles are gone, so that its views mean nothing any more."""
        if not self.state.finished:
            return False
        laid = [piece for area in (Area.DISCARD, Area.MELD) for piece in observation.lying(area)]
        self._bare = 0 if any(piece.tile is not None for piece in laid) else self._bare + 1
        return self.cleared


def _moved(place: int, many: int, moved: Mapping[int, int]) -> int | None:
    """Where so many events stand that stood from a place on, None where one of them is gone; for none of them
    where they would stand. `moved`: where each event that is left stood, and where it stands."""
    if many:
        return moved[place] if all(at in moved for at in range(place, place + many)) else None
    return 1 + max((now for was, now in moved.items() if was < place), default=0)

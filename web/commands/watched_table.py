"""一桌牌的经过: what a watched table tells, line by line: what is accepted, asked, answered and supposed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from assistant.events import RoundStarted, SideBet, TableEvent, VoidChosen
from assistant.observation import Observation
from assistant.reconcile import Mended, Question
from assistant.tiles import Tile
from web.commands.answers import Answer, Before, Leave, Unclear, not_at_this_table, read_line
from web.commands.common import say
from web.commands.open_questions import NoAnswerError, OpenQuestions, Put
from web.commands.typed import Typed
from web.following import Following, Told
from web.presenters.reasons import Words
from web.presenters.watch import (
    PERSON,
    answered_form,
    contradiction_form,
    dropped_form,
    mended_form,
    person_form,
    problem_form,
    question_form,
    settled_form,
    told_form,
)

Form = dict[str, Any]
PATIENCE = 60.0
"""Seconds of video that a question waits for people who are there; then it goes on as where nobody is."""
READING = 0.5
"""Seconds within which nobody has read a question: what is typed by then answers an earlier one."""
ANSWERED: Words = ("已经答过了", "has been answered")
TOLD: Words = ("不用答了，后来看清了", "needs no answer any more: what came later told it")
AWAY: Words = (
    "先让给别的问题了：会再问，或者结账时用 --answer 答",
    "has given way to others: it is put again, or tell settle by --answer",
)
PAST: Words = ("是上一局的，不能再答", "is of a round that is over")


class WatchedTable:
    """The rounds of one table as they are followed, and the people who may answer. `before`: what is told of
    the first round before it begins; `typed`: what people type, None where nobody is there to."""

    def __init__(
        self, started: RoundStarted, before: Sequence[VoidChosen | SideBet] = (), typed: Typed | None = None
    ) -> None:
        self.following = Following(started, alone=typed is None)
        self._questions = OpenQuestions()
        self._before = list(before)
        self._typed = typed
        self._last: Observation | None = None
        self._left = typed is None

    def view(self, observation: Observation, at: float) -> Iterator[Form]:
        """What a settled view tells, `at` so many seconds of video."""
        if self._before and not self.following.events:
            before, self._before = self._before, []
            yield from self._record(before, at)
        self._last = observation
        if any(not one.supposed and at - one.at >= PATIENCE for one in self._questions.open()):
            self.following.leave()
        for one in self.following.see(observation):
            if isinstance(one, Told):
                yield self._told(one, at)
            elif isinstance(one, Question):
                if not self.following.events:  # what answers it comes after the round's start
                    yield from (_by_person(start, at) for start in self.following.record())
                yield question_form(one, at, self._questions.put(one, at).id)
            elif isinstance(one, Mended):
                yield from (mended_form(single, at) for single in one.each)
                yield from self._dropped(at)
            else:
                yield contradiction_form(one, at)
        supposed = [question for question, _ in self.following.supposed]
        for put in self._questions.untold():
            put.supposed = put.question in supposed
            if put.supposed or put.question == self.following.open:
                continue
            if self.following.in_doubt(put.question):  # nobody has told it: money may hang on it
                put.over, put.away = AWAY, True
                continue
            put.over, put.away = TOLD, False
            yield settled_form(put.id, at)

    def _told(self, told: Told, at: float) -> Form:
        """An accepted event, with the question that it answers where nobody did."""
        if not told.supposed:
            return told_form(told, at)
        put = self._questions.that(self.following.supposed[-1][0])
        return told_form(told, at, None if put is None else put.id)

    def heard(self, at: float) -> Iterator[Form]:
        """What people typed since, and what comes of it."""
        if self._typed is None:
            return
        for text, came in self._typed.lines():
            self.following.leave(alone=False)
            match read_line(text):
                case Unclear(words):
                    yield _refused(words, at)
                case Answer() as answer:
                    before = came - (READING if self._typed.terminal else 0.0)
                    yield from self._answer(answer, before, at)
                case Before(events):
                    yield from self._tell(events, at)
                case Leave():
                    self._left = True
        if self._typed.closed:
            self._left = True
            self.following.leave()

    def over(self, at: float) -> Iterator[Form]:
        """The pictures are over: who is there may still answer what is open."""
        yield from self.heard(at)
        self._left = self._typed is None or self._typed.closed
        waiting = self._questions.open()
        if waiting and not self._left:
            say(
                f"画面放完了，还有 {len(waiting)} 问待答；直接回车就不答了。 The pictures are over, and a "
                "question waits for an answer; Enter alone leaves it."
            )
        while not self._left and self._questions.open():
            assert self._typed is not None
            self._typed.wait()
            yield from self.heard(at)
        yield from self.end(at)

    def end(self, at: float) -> Iterator[Form]:
        """No view comes any more, and no answer: what is likeliest."""
        self.following.leave()
        for told in self.following.end():
            yield self._told(told, at)

    def next_round(self, dealer: int | None) -> None:
        """The next round begins, dealt by this seat of the last one; None for the same one."""
        self._questions.close(PAST)
        self._last = None
        self.following.next_round(dealer)

    def _answer(self, answer: Answer, before: float, at: float) -> Iterator[Form]:
        try:
            put, chosen = self._questions.asked(answer, before)
        except NoAnswerError as error:
            yield _refused(error.words, at)
            return
        if put.supposed:
            yield from self._late(put, chosen, answer.options, at)
            return
        mends = self._mends(put, chosen)
        try:
            events = list(self.following.answer(put.question, chosen[0] if chosen else None, *chosen[1:]))
        except ValueError:
            yield _unfit(put, at)
            return
        put.over = ANSWERED
        yield answered_form(put.id, answer.options, at)
        for event in events:
            yield _by_person(event, at)
        for mended in mends:
            yield mended_form(mended, at, PERSON)
        yield from self._dropped(at)
        if self._last is not None:  # what has happened since
            yield from self.view(self._last, at)

    def _late(self, put: Put, chosen: Sequence[int], numbers: Sequence[int], at: float) -> Iterator[Form]:
        """An answer to a question to which one was supposed meanwhile: it takes that one's place."""
        option = chosen[0] if chosen else None
        if not self.following.correct(put.question, option):
            yield _unfit(put, at)
            return
        put.over = ANSWERED
        events = () if option is None else put.question.options[option]
        yield answered_form(put.id, numbers, at, events)
        yield from self._dropped(at)
        if self._last is not None:
            yield from self.view(self._last, at)

    def _dropped(self, at: float) -> Iterator[Form]:
        """Later events that no longer fit."""
        dropped = self.following.dropped()
        if dropped:
            yield dropped_form(dropped, at)

    def _mends(self, put: Put, chosen: Sequence[int]) -> list[Mended]:
        """The recorded discards that an answer corrects, and the tiles that they were."""
        found = []
        for option in chosen:
            mend = put.question.mend(option)
            if mend is not None and mend.line(self.following.events) is not None:
                tile = getattr(put.question.options[option][0], "tile", None)
                assert isinstance(tile, Tile)
                found.append(Mended(mend, tile, 1.0))
        return found

    def _tell(self, events: Sequence[VoidChosen | SideBet], at: float) -> Iterator[Form]:
        """What is told of a round before it begins, or shortly after."""
        state = self.following.state
        wrong = not_at_this_table(events, state)
        if wrong is not None:
            yield _refused(wrong, at)
        elif state.finished or (not self.following.events and self._last is None):
            self._before += events  # of a round whose tiles are not dealt yet
        else:
            yield from self._record(events, at)

    def _record(self, events: Sequence[VoidChosen | SideBet], at: float) -> Iterator[Form]:
        for event in events:
            if isinstance(event, VoidChosen):
                suit = self.following.state.seats[event.seat].void
                if suit is not None:
                    yield _refused(
                        (
                            f"座位{event.seat}的定缺已经记为{suit.chinese}：不对的话，结账时用 --void 改。",
                            f"Seat {event.seat}'s void suit is recorded already: where it is wrong, tell "
                            "settle by --void.",
                        ),
                        at,
                    )
                    continue
            try:
                told = list(self.following.record(event))
            except ValueError as error:
                yield _refused((f"现在不能记：{error}。", f"That cannot be recorded now: {error}."), at)
                continue
            for one in told:
                yield _by_person(one, at)


def _by_person(event: TableEvent, at: float) -> Form:
    """An event that a person told; a round's start before it is nobody's word."""
    return told_form(Told(event, 1.0), at) if isinstance(event, RoundStarted) else person_form(event, at)


def _unfit(put: Put, at: float) -> Form:
    """An answer that comes too late for what has been recorded since."""
    return _refused(
        (
            f"第 {put.id} 问的这个答案和记下的对不上了：请结账时用 --answer 再答。",
            f"That answer to question {put.id} does not fit what is recorded: tell settle by --answer.",
        ),
        at,
    )


def _refused(words: Words, at: float) -> Form:
    """What was typed and cannot be taken."""
    return {**problem_form("bad_answer", words[1], words[0], at), "source": PERSON}

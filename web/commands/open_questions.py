"""待答: the questions that a watched table has asked, by their numbers, and which still take an answer."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf

from assistant.reconcile import Question
from web.commands.answers import Answer
from web.presenters.reasons import Words


@dataclass(slots=True)
class Put:
    """A question that was put. `id` counts from 1; `numbers`: the places in the question of the options that
    people number from 1, that none of them happened left out; `over`: why it takes no answer."""

    id: int
    question: Question
    numbers: tuple[int, ...]
    at: float = 0.0
    """when it was put, in seconds of video"""
    shown: float = field(default_factory=time.monotonic)
    """the same by the monotonic clock"""
    over: Words | None = None
    supposed: bool = False
    """whether its likeliest answer was recorded, as nobody had given one"""
    away: bool = False
    """whether it gave way to others, and may be put again"""


class NoAnswerError(ValueError):
    """An answer that does not fit; `words`: one sentence in Chinese and English."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.words: Words = zh, en


class OpenQuestions:
    """The questions of one run of the command."""

    def __init__(self) -> None:
        self._put: list[Put] = []

    def put(self, question: Question, at: float = 0.0) -> Put:
        """A question is asked, `at` so many seconds of video; one that gave way keeps its number."""
        for one in self._put:
            if one.away and one.question == question:
                one.at, one.shown, one.over, one.away = at, time.monotonic(), None, False
                return one
        numbers = tuple(place for place, option in enumerate(question.options) if option)
        self._put.append(Put(len(self._put) + 1, question, numbers, at))
        return self._put[-1]

    def open(self) -> tuple[Put, ...]:
        """Those that take an answer, the oldest first."""
        return tuple(one for one in self._put if one.over is None)

    def that(self, question: Question) -> Put | None:
        """The one that a question was put as, the newest where it came twice."""
        return next((one for one in reversed(self._put) if one.question == question), None)

    def close(self, why: Words) -> None:
        """None of them takes an answer any more, nor is put again."""
        for one in self.untold():
            one.over, one.away = why, False

    def untold(self) -> tuple[Put, ...]:
        """Those that nothing has told yet: that take an answer, or gave way to others."""
        return tuple(one for one in self._put if one.over is None or one.away)

    def asked(self, answer: Answer, before: float = inf) -> tuple[Put, tuple[int, ...]]:
        """Which question an answer is to, and the places of its options there; none: none of them happened.
        `before`: when that question must have been shown, by the monotonic clock. NoAnswerError where it
        does not fit."""
        one = self._meant(answer.question, before)
        many = len(one.numbers)
        wrong = [number for number in answer.options if not 1 <= number <= many]
        if wrong:
            able = "1" if many == 1 else f"1-{many}"
            raise NoAnswerError(
                f"第 {one.id} 问没有选项 {wrong[0]}：请选 {able}，都不是选 0。",
                f"Question {one.id} has no option {wrong[0]}: choose {able}, or 0 for none of them.",
            )
        chosen = tuple(one.numbers[number - 1] for number in answer.options)
        if len(chosen) > 1 and not one.question.several:
            raise NoAnswerError(
                f"第 {one.id} 问只能选一项：请只输入一个号码。",
                f"Question {one.id} takes one option: type one number.",
            )
        places = [one.question.mend(at) for at in chosen]
        if len(set(places)) < len(places):
            raise NoAnswerError(
                f"第 {one.id} 问里同一张牌选了两种：一张牌只选一种。",
                f"Two options of question {one.id} are about one tile: choose one of them.",
            )
        return one, one.question.whole(*chosen)

    def _meant(self, number: int | None, before: float) -> Put:
        able = self.open()
        if number is None:
            if not able:
                raise NoAnswerError("现在没有待答的问题。", "No question waits for an answer now.")
            seen = [one for one in able if one.shown <= before]
            if not seen:
                newest = able[-1].id
                raise NoAnswerError(
                    f"第 {newest} 问刚刚才问，请看清了再答一次。",
                    f"Question {newest} has only just come up: read it and answer once more.",
                )
            return seen[-1]
        if not 1 <= number <= len(self._put):
            waiting = "、".join(str(one.id) for one in able), ", ".join(str(one.id) for one in able)
            raise NoAnswerError(
                f"没有第 {number} 问，待答的是：{waiting[0] or '无'}。",
                f"There is no question {number}; waiting for an answer: {waiting[1] or 'none'}.",
            )
        one = self._put[number - 1]
        if one.over is not None:
            raise NoAnswerError(f"第 {number} 问{one.over[0]}。", f"Question {number} {one.over[1]}.")
        return one

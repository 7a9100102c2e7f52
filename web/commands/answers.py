"""答话: what people may type while a table is watched: answers to its questions, and what no camera sees."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assistant.events import SideBet, VoidChosen
from assistant.notation import NotationError, parse_suit, parse_tile
from assistant.opening import side_bet_faults
from assistant.state import RoundState
from assistant.tiles import Suit
from assistant.void_suit import declares
from web.presenters.reasons import Words

NUMBERS = re.compile(r"(?:(\d{1,9})\s*[:：])?\s*(\d{1,3}(?:[\s,，、]+\d{1,3})*)")
VOID = re.compile(r"(?:void|定缺)\s+(.+)", re.IGNORECASE)
BET = re.compile(r"(?:bet|叫马)\s+(.+)", re.IGNORECASE)
HOW: Words = (
    "请输入选项的号码，如 2；答较早的一问用“问号:选项”，如 3:2。",
    "type the number of an option, such as 2, or 3:2 to answer question 3.",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: to which question, None for the newest one, and the numbers of its options; none: 都不是."""

    question: int | None
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """What is told of a round before it begins."""

    events: tuple[VoidChosen | SideBet, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """An empty line: nobody answers any more once the pictures are over."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """What cannot be understood, as one sentence in Chinese and English."""

    words: Words


Line = Answer | Before | Leave | Unclear


class NotToldError(ValueError):
    """What is told before a round and cannot be understood; `words`: one sentence in Chinese and English."""

    def __init__(self, words: Words) -> None:
        super().__init__(words[1])
        self.words = words


def read_line(line: str) -> Line:
    """What a line says: `2`, `3:2`, `3:1 4`, `0`, `void 0=m,1=p`, `bet E=7p`, or a JSON object."""
    text = line.strip()
    if not text:
        return Leave()
    if text.startswith("{"):
        return _read_json(text)
    found = NUMBERS.fullmatch(text)
    if found:
        options = {int(number): None for number in re.split(r"[\s,，、]+", found[2])}
        return _answer(None if found[1] is None else int(found[1]), tuple(options), text)
    try:
        if void := VOID.fullmatch(text):
            return Before(void_suits(void[1]))
        if bet := BET.fullmatch(text):
            return Before((side_bet(bet[1]),))
    except NotToldError as error:
        return Unclear(error.words)
    return _unclear(text)


def _answer(question: int | None, options: tuple[int, ...], text: str) -> Line:
    if 0 in options and len(options) > 1:
        return Unclear(
            (f"“{text}”：0 是“都不是”，不能和别的一起选。", f"“{text}”: 0 is none of them: type it alone.")
        )
    return Answer(question, tuple(number for number in options if number))


def _unclear(text: str) -> Unclear:
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    return Unclear((f"看不懂“{shown}”：{HOW[0]}", f"“{shown}” is no answer: {HOW[1]}"))


def _read_json(text: str) -> Line:
    try:
        data = json.loads(text)
        if set(data) == {"question", "options"}:
            return _answer(_whole(data["question"]), tuple(map(_whole, data["options"])), text)
        if set(data) == {"void"}:
            told = ",".join(f"{seat}={suit}" for seat, suit in data["void"].items())
            return Before(void_suits(told))
        if set(data) == {"side_bet"}:
            bet = data["side_bet"]
            return Before((side_bet("=".join(filter(None, (str(bet["name"]), bet.get("tile"))))),))
    except NotToldError as error:
        return Unclear(error.words)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    said = 'write {"question": 3, "options": [2]}, {"void": {"0": "m"}} or {"side_bet": {"name": "E"}}.'
    zh = '请写 {"question": 3, "options": [2]}、{"void": {"0": "m"}} 或 {"side_bet": {"name": "E"}}。'
    return Unclear((f"看不懂这个 JSON：{zh}", f"The JSON says nothing known: {said}"))


def _whole(value: Any) -> int:  # noqa: ANN401
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("no number")
    return value


def void_suits(text: str) -> tuple[VoidChosen, ...]:
    """定缺 as `0=m,1=p`: seats, 0 the dealer, and the suit that each gives up. NotToldError for any other."""
    chosen: dict[int, Suit] = {}
    for part in re.split(r"[\s,，、]+", text.strip()):
        seat, sign, suit = part.partition("=")
        try:
            if not sign or not re.fullmatch(r"[0-3]", seat) or int(seat) in chosen:
                raise NotationError("no_suit", "no seat")
            chosen[int(seat)] = parse_suit(suit)
        except NotationError as error:
            raise NotToldError(
                (
                    f"看不懂定缺“{text}”：请写座位=花色，如 0=m,1=p,2=s,3=m，0 是庄家。",
                    f"“{text}” tells no void suits: write seat=suit, such as 0=m,1=p,2=s,3=m, seat 0 deals.",
                )
            ) from error
    return tuple(VoidChosen(seat, suit) for seat, suit in sorted(chosen.items()))


def side_bet(text: str) -> SideBet:
    """叫马 as `E=7p`, or `E` where nobody has seen the tile yet. NotToldError for anything else."""
    name, sign, tile = text.strip().partition("=")
    try:
        if not name.strip():
            raise NotationError("no_tile", "no name")
        return SideBet(name.strip(), parse_tile(tile) if sign else None)
    except NotationError as error:
        raise NotToldError(
            (
                f"看不懂叫马“{text}”：请写名字=牌，如 E=7p；牌还没亮就只写名字。",
                f"“{text}” tells no side bet: write name=tile, such as E=7p, or the name alone for an unseen "
                "tile.",
            )
        ) from error


def not_at_this_table(events: Sequence[VoidChosen | SideBet], state: RoundState) -> Words | None:
    """Why what is told before a round means nothing at its table; None where it does."""
    for event in events:
        if isinstance(event, VoidChosen) and event.seat >= state.players:
            return (
                f"这桌没有座位{event.seat}：座位是 0 到 {state.players - 1}，0 是庄家。",
                f"Nobody sits at seat {event.seat}: seats are 0 to {state.players - 1}, 0 deals.",
            )
        if isinstance(event, VoidChosen) and not declares(state.rules):
            return (
                "这桌不定缺：说好了要定缺，就加 --set void=declared。",
                "These rules declare no void suit: add --set void=declared where the table does.",
            )
        if isinstance(event, SideBet) and side_bet_faults(state.rules):
            return (
                "这桌没说好叫马：说好了就加 --set side_bet=true。",
                "These rules have no side bet: add --set side_bet=true where the table agreed on one.",
            )
    return None

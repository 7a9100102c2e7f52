"""看牌: what a watched table tells, as the lines of FORMATS `watch`, and for people, Chinese first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant.events import How, TableEvent, VoidChosen
from assistant.history.codec import decode, encode
from assistant.reconcile import Contradiction, Mended, Question
from web.following import Told
from web.presenters.asked import option_words, questioned
from web.presenters.reasons import KONGS

DONE = {
    "round_started": "开局",
    "drawn": "摸",
    "discarded": "打",
    "ponged": "碰",
    "konged": "杠",
    "won": "胡",
    "wall_empty": "黄庄",
    "revealed": "亮牌",
    "void_chosen": "定缺",
    "side_bet": "叫马",
}


CAMERA, PERSON = "camera", "person"
"""Who tells a line."""


def told_form(told: Told, at: float, question: int | None = None) -> dict[str, Any]:
    """An accepted event: as `tangzi settle` reads it, with its time, confidence and source; `supposed` where
    nobody has told it and it is but the likeliest, with the number of the `question` that it answers.
    """
    form = {
        **encode(told.event),
        "at": round(at, 2),
        "confidence": round(told.confidence, 4),
        "source": CAMERA,
    }
    if told.supposed or isinstance(told.event, VoidChosen):  # that of its player's first discard
        form["supposed"] = True
    if question is not None:
        form["question"] = question
    return form


def person_form(event: TableEvent, at: float) -> dict[str, Any]:
    """An event that a person told."""
    return {**encode(event), "at": round(at, 2), "confidence": 1.0, "source": PERSON}


def question_form(question: Question, at: float, number: int) -> dict[str, Any]:
    """A question: each option is a list of events; an empty one, the last, says that none of the others
    happened. `number`: what an answer calls it."""
    options = [option for option in question.options if option]
    options += [()] if () in question.options else []
    form = {
        "kind": "question",
        "id": number,
        "at": round(at, 2),
        "options": [[dict(encode(event)) for event in option] for option in options],
        "about": [[round(x, 3), round(y, 3)] for x, y in question.about],
        "source": CAMERA,
    }
    if question.lost is not None:  # since when and until when nothing could be told: take up what lies there?
        form["lost"] = [round(at, 2) for at in question.lost]
    if question.mends:  # which discards, by seat and number, the options put other tiles in the stead of
        form["instead"] = [
            {"seat": mend.seat, "number": mend.number, "tile": str(mend.tile)} for mend in question.mends
        ]
        form["several"] = question.several
        if question.paired:  # two discards that may have been exchanged: both options hold, or none
            form["paired"] = [list(pair) for pair in question.paired]
    return form


def answered_form(
    number: int, options: Sequence[int], at: float, events: Sequence[TableEvent] | None = None
) -> dict[str, Any]:
    """A question that a person answered: the numbers of the options that hold, from 1; none of them: none.
    `events`: what takes the place of what was supposed; None where nothing was."""
    form = {
        "kind": "answered",
        "at": round(at, 2),
        "question": number,
        "options": list(options),
        "source": PERSON,
    }
    if events is not None:
        form["events"] = [dict(encode(event)) for event in events]
    return form


def settled_form(number: int, at: float) -> dict[str, Any]:
    """A question that needs no answer any more: what came later told it."""
    return {"kind": "settled", "at": round(at, 2), "question": number, "source": CAMERA}


def dropped_form(dropped: Sequence[tuple[int, TableEvent]], at: float) -> dict[str, Any]:
    """Later events that no longer fit after an answer: the place of each among the events of the round, from
    0, its start, on, with the answer and nothing else changed."""
    return {
        "kind": "dropped",
        "at": round(at, 2),
        "places": [place for place, _ in dropped],
        "events": [dict(encode(event)) for _, event in dropped],
        "source": CAMERA,
    }


def mended_form(mended: Mended, at: float, source: str = CAMERA) -> dict[str, Any]:
    """What a recorded discard is after all: which one, by seat and number, the tile it was recorded as."""
    mend = mended.mend
    return {
        "kind": "mended",
        "seat": mend.seat,
        "number": mend.number,
        "tile": str(mended.tile),
        "instead": str(mend.tile),
        "at": round(at, 2),
        "confidence": round(mended.confidence, 4),
        "source": source,
    }


def contradiction_form(said: Contradiction, at: float) -> dict[str, Any]:
    """What the table shows that nothing legal explains."""
    return problem_form(said.code, said.en, said.zh, at)


def problem_form(code: str, message: str, chinese: str, at: float) -> dict[str, Any]:
    """Something that the person at the camera should know."""
    return {
        "kind": "problem",
        "at": round(at, 2),
        "code": code,
        "message": message,
        "zh": chinese,
        "source": "camera",
    }


def line_of(form: dict[str, Any], names: Sequence[str] = ()) -> str:
    """One of these lines for people; `names`: who sits where, the dealer's first."""
    at = f"{form['at']:7.1f} s "
    match form["kind"]:
        case "problem":
            return f"{at}! {form['zh']} {form['message']}"
        case "mended":
            return (
                f"{at}{form['seat']} 打的 {form['instead']} 其实是 {form['tile']}  {form['confidence']:.3f}"
            )
        case "question":
            return f"{at}? {questioned(form, names)}"
        case "answered":
            chosen = " ".join(map(str, form["options"])) or "0"
            asked = form["question"]
            return f"{at}第 {asked} 问答了 {chosen}。 Question {asked} is answered: {chosen}."
        case "settled":
            return (
                f"{at}第 {form['question']} 问不用答了，后来看清了。 "
                f"Question {form['question']} needs no answer any more: what came later told it."
            )
        case "dropped":
            zh, en = option_words([decode(event) for event in form["events"]], names)
            return f"{at}! 对不上了，不再算数：{zh}。 These no longer fit and do not count any more: {en}."
    return f"{at}{words([form])}  {_surely(form)}"


def _surely(form: dict[str, Any]) -> str:
    """How sure an event is, in words where a person told it or nobody did."""
    if form["source"] == PERSON:
        return "（人说的 told）"
    if not form.get("supposed"):
        return f"{form['confidence']:.3f}"
    if form["kind"] == "void_chosen" and "question" not in form:
        return "（按第一张打的推定 supposed from the first discard）"
    asked = form.get("question", "?")
    return f"（推定，第 {asked} 问没人答 supposed, question {asked} is not answered）"


def words(events: list[dict[str, Any]]) -> str:
    """Events in a few words, draws left out where something follows."""
    shown = [event for event in events if event["kind"] != "drawn"] or events
    return "，".join(_words(event) for event in shown)


def _words(event: dict[str, Any]) -> str:
    kind = event["kind"]
    seats = event.get("seats", [event["seat"]] if "seat" in event else [])
    who = "".join(f"{seat}" for seat in seats)
    done = KONGS[How(event["how"])][0] if kind == "konged" else DONE.get(kind, kind)
    hands = event.get("hands")
    told = (event.get("name"), event.get("tile"), event.get("suit"), event.get("hand"))
    what = " ".join(filter(None, [*told, *(hands or {}).values()]))
    return f"{who}{' ' if who else ''}{done} {what}".strip()

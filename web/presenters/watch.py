"""看牌: what a watched table tells, as the lines of FORMATS `watch`, and for people, Chinese first."""

from __future__ import annotations

from typing import Any

from assistant.events import How
from assistant.history.codec import encode
from assistant.reconcile import Contradiction, Mended, Question
from web.following import Told
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
}


def told_form(told: Told, at: float) -> dict[str, Any]:
    """An accepted event: as `tangzi settle` reads it, with its time, confidence and source."""
    return {
        **encode(told.event),
        "at": round(at, 2),
        "confidence": round(told.confidence, 4),
        "source": "camera",
    }


def question_form(question: Question, at: float) -> dict[str, Any]:
    """A question: each option is a list of events; an empty one says that none of the others happened."""
    form = {
        "kind": "question",
        "at": round(at, 2),
        "options": [[dict(encode(event)) for event in option] for option in question.options],
        "about": [[round(x, 3), round(y, 3)] for x, y in question.about],
        "source": "camera",
    }
    if question.mends:  # which discards, by seat and number, the options put other tiles in the stead of
        form["instead"] = [
            {"seat": mend.seat, "number": mend.number, "tile": str(mend.tile)} for mend in question.mends
        ]
        form["several"] = question.several
    return form


def mended_form(mended: Mended, at: float) -> dict[str, Any]:
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
        "source": "camera",
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


def line_of(form: dict[str, Any]) -> str:
    """One of these lines for people."""
    at = f"{form['at']:7.1f} s "
    if form["kind"] == "problem":
        return f"{at}! {form['zh']} {form['message']}"
    if form["kind"] == "mended":
        return f"{at}{form['seat']} 打的 {form['instead']} 其实是 {form['tile']}  {form['confidence']:.3f}"
    if form["kind"] == "question":
        options = " / ".join(
            words(option) if option else "都不是 none of these" for option in form["options"]
        )
        return f"{at}? {options}"
    return f"{at}{words([form])}  {form['confidence']:.3f}"


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
    what = " ".join(filter(None, [event.get("tile"), event.get("hand"), *(hands or {}).values()]))
    return f"{who}{' ' if who else ''}{done} {what}".strip()

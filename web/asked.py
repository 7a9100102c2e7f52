"""问话: what a camera asks and warns of, as the pages get it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.events import TableEvent
from assistant.history.codec import encode
from assistant.reconcile import Contradiction, Question
from assistant.watching.verdicts import Place

QUESTION = "question"
"""The name of the picture of what is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question or a warning on the pages. `id` is another one for each."""

    id: int
    what: Question | Contradiction


def question_form(asked: Asked) -> dict[str, Any]:
    """A question with its options, each the events it stands for; `instead`: the recorded discard that each
    of them corrects; `several`: as many of them may hold as there are such discards; `paired`: which of them
    hold together, as two discards may have been exchanged; `lost`: for how many seconds the
    table was lost, where it is about taking up what lies there.
    """
    assert isinstance(asked.what, Question)
    options = [[encode(event) for event in one] for one in choices(asked.what)]
    instead = [
        {"seat": mend.seat, "number": mend.number, "tile": str(mend.tile)} for mend in asked.what.mends
    ]
    several, lost = asked.what.several, asked.what.lost
    return {
        "id": asked.id,
        "options": options,
        "mends": bool(instead),
        "instead": instead,
        "several": several,
        "paired": [list(pair) for pair in asked.what.paired],
        "lost": None if lost is None else round(lost[1] - lost[0]),
    }


def pictured(question: Question) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """The pictures of what is asked: their names, and which places of the table each shows."""
    if not question.several:
        return ((QUESTION, question.about),)
    return tuple((f"{QUESTION}-{number}", (place,)) for number, place in enumerate(question.about))


def choices(question: Question) -> tuple[tuple[TableEvent, ...], ...]:
    """The options of a question; that none of them happened is always one."""
    return question.options if () in question.options else (*question.options, ())


def warning_form(warned: Asked) -> dict[str, Any]:
    """What cannot be, as a sentence."""
    said = warned.what
    assert isinstance(said, Contradiction)
    return {"id": warned.id, "code": said.code, "zh": said.zh, "en": said.en}

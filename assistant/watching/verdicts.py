"""判断: what came of a view: events to record, a question, a sentence on what cannot be, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.events import TableEvent

Place = tuple[float, float]
"""A place on the table in table units."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Events that the view leaves no doubt about, in order, draws nobody saw among them. `confidence`: the
    odds, 0..1, that all of them happened so.
    """

    events: tuple[TableEvent, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Question:
    """What one tap decides: two or three options, each the events it stands for, the likeliest first; `()`:
    none of the others happened. `about`: where the tiles in question lie.
    """

    options: tuple[tuple[TableEvent, ...], ...]
    about: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The table shows what no legal act explains; nothing was changed. `code` is stable, `zh` and `en` one
    sentence each that says what to do.
    """

    code: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing new, or nothing sure yet."""


Verdict = Accepted | Question | Contradiction | Nothing

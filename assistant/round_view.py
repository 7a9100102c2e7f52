"""一局所见: one round of a table: its lines, where it stands, what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant import round as door
from assistant.events import RoundStarted
from assistant.log import Line
from assistant.rules import RulesError
from assistant.settlement.reckoning import Settlement
from assistant.state import Fault, Rank, Round, impossible

Stray = tuple[tuple[Line, Fault], ...]
"""Lines that stand outside any round, each with its reason."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round of a table. `lines[n]` is event n of both what was folded and what it comes to."""

    lines: tuple[Line, ...]
    folded: Round
    settlement: Settlement

    @property
    def broken(self) -> tuple[tuple[Line, Fault], ...]:
        """The lines that no longer fit, with their reasons; they are kept and count again once they fit."""
        return tuple(
            (self.lines[at], fault) for at, fault in self.folded.faults if fault.rank is Rank.IMPOSSIBLE
        )


def bad_round(error: RulesError | door.NotARoundError) -> Fault:
    """What is said of a start that cannot be."""
    return impossible("bad_round", str(error).removesuffix("."), "这局开不了：请核对规则、人数和牌墙")


def read_round(lines: Sequence[Line]) -> RoundView | Stray:
    """A group of lines as a round, or as stray ones where it begins with no start or cannot be read."""
    if not isinstance(lines[0].event, RoundStarted):
        fault = impossible("not_started", "no round had started", "那时还没开局")
        return tuple((line, fault) for line in lines)
    try:
        folded, settlement = door.settle(line.event for line in lines)
    except (RulesError, door.NotARoundError) as error:
        fault = bad_round(error)
        return tuple((line, fault) for line in lines)
    return RoundView(tuple(lines), folded, settlement)

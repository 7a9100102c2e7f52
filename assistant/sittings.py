"""场, 合计: rounds summed up: each sitting 场 of a table, and what everybody has gained or lost at it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.summary import RoundSummary
from assistant.tally import Tally, tally_of

GAP = 6 * 3600.0
"""Seconds without a round after which the next one begins another sitting."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What somebody has gained or lost at a table."""

    name: str
    """as in the last round they played"""
    net: int = 0
    penalty: int = 0


@dataclass
class Sitting:
    """场: rounds of a table played without a long pause; a table that is used every week has many."""

    place: int
    """of its first round"""
    at: float
    ended: float
    rounds: int = 0
    names: dict[str, str] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def holds(self, at: float) -> bool:
        """Whether a round that follows and starts then still belongs to it."""
        return at - self.ended <= GAP

    def add(self, one: RoundSummary) -> None:
        """Take a round in."""
        self.rounds += 1
        self.ended = max(self.ended, one.ended)
        for person, name, tally in zip(one.people, one.names, one.tallies, strict=True):
            self.names[person] = name
            before = self.tallies.get(person)
            self.tallies[person] = tally if before is None else before.plus(tally)

    def form(self) -> dict[str, Any]:
        """As JSON."""
        people = {one: {"name": name, **self.tallies[one].form()} for one, name in self.names.items()}
        return {"at": self.at, "ended": self.ended, "rounds": self.rounds, "people": people}


def sitting_of(place: int, form: Mapping[str, Any]) -> Sitting:
    """The sitting of a form."""
    people = {one: dict(its) for one, its in form["people"].items()}
    names = {one: its.pop("name") for one, its in people.items()}
    tallies = {one: tally_of(its) for one, its in people.items()}
    return Sitting(place, form["at"], form["ended"], form["rounds"], names, tallies)


def sittings(rounds: Iterable[tuple[int, RoundSummary]], last: Sitting | None = None) -> list[Sitting]:
    """Rounds, each with its place, by sittings; the first ones go on with `last`, which is changed."""
    found = [] if last is None else [last]
    for place, one in rounds:
        if not found or not found[-1].holds(one.at):
            found.append(Sitting(place, one.at, one.ended))
        found[-1].add(one)
    return found


def purses(
    before: Mapping[str, Purse], gone: Iterable[RoundSummary], come: Iterable[RoundSummary]
) -> dict[str, Purse]:
    """What everybody has, with some rounds taken out and others put in."""
    now = dict(before)
    for sign, rounds in ((-1, gone), (1, come)):
        for one in rounds:
            for person, name, points, fine in zip(one.people, one.names, one.net, one.penalties, strict=True):
                has = now.get(person, Purse(name))
                called = name if sign > 0 else has.name
                now[person] = Purse(called, has.net + sign * points, has.penalty + sign * fine)
    return now

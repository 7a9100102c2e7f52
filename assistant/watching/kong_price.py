"""弯杠钱: an added kong whose price depends on whether its tile was just drawn, which no camera sees."""

from __future__ import annotations

from dataclasses import replace

from assistant.events import How, Konged
from assistant.settlement.kongs import just_drawn_matters
from assistant.state import KongMade
from assistant.watching.explanations import Explanation, Step


def just_drawn(best: Explanation, many: int) -> tuple[int, tuple[Step, ...]] | None:
    """弯杠 whose price depends on whether its tile was just drawn, which no camera sees: how many acts come
    before it, and what to ask of it. None where nothing is to be asked.
    """
    for place in range(many):
        step = best.steps[place]
        if is_doubtful(best.first(place + 1), best.first(many)):
            return place, as_two(step)
    return None


def before_price(best: Explanation) -> int:
    """How many of its acts come before an added kong of which the price is not known."""
    asked = just_drawn(best, len(best.steps))
    return len(best.steps) if asked is None else asked[0]


def is_doubtful(one: Explanation, later: Explanation) -> bool:
    """Whether the last act is an added kong of which the price is not known; robbed since, it has none."""
    kong = next((event for event in one.steps[-1] if isinstance(event, Konged)), None)
    if kong is None or kong.how is not How.ADDED or not just_drawn_matters(one.state.rules):
        return False
    made = [fact for fact in one.state.facts if isinstance(fact, KongMade)][-1]
    now = next(fact for fact in later.state.facts if isinstance(fact, KongMade) and fact.event == made.event)
    return now.just_drawn is None and not now.robbed


def as_two(step: Step) -> tuple[Step, ...]:
    """An act with an added kong as two: with the tile just drawn, and with an older one."""
    return tuple(
        tuple(
            replace(event, just_drawn=drawn)
            if isinstance(event, Konged) and event.how is How.ADDED
            else event
            for event in step
        )
        for drawn in (True, False)
    )

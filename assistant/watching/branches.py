"""岔路: a round followed ahead with one answer to an open question: what it is worth, and how the record
comes to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, log

from assistant.events import TableEvent
from assistant.round import apply, can
from assistant.state import RoundState
from assistant.watching.either_order import in_other_order
from assistant.watching.memory import Branch, Memory, Onward
from assistant.watching.settling import turn
from assistant.watching.verdicts import Accepted, Mended, Nothing, Question, Verdict


def way(state: RoundState, events: Sequence[TableEvent]) -> Iterator[Onward]:
    """The round after each of these events, up to one that does not fit."""
    for event in events:
        if not can(state, event):
            return
        state = apply(state, event)
        yield Onward(event, state)


def total(memory: Memory) -> float:
    """Log odds of a round as it is followed: of all that was accepted, and of the last view."""
    if not memory.ahead:
        return memory.worth + memory.whole
    return _sum([score(branch) for branch in memory.ahead])


def score(branch: Branch) -> float:
    """Log odds of the round with an answer."""
    return total(branch.memory) + branch.reading


def _sum(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + log(sum(exp(one - top) for one in logs))


def mended_ahead(memory: Memory, mended: Mended) -> Memory:
    """Memory with what is followed ahead of a record that is mended now."""

    def other(branch: Branch) -> Branch:
        then = branch.memory
        swap = next((one for one in then.swaps if one.first == mended.mend), None)
        if swap is not None and mended.also:
            return replace(branch, memory=in_other_order(then, swap))
        doubt = next((one for one in then.doubts if one.mend == mended.mend), None)
        return branch if doubt is None else replace(branch, memory=turn(then, doubt, mended.tile))

    return replace(memory, ahead=tuple(map(other, memory.ahead)))


def tapped(memory: Memory, question: Question, option: int | None) -> tuple[Branch, ...]:
    """What is followed with the answer that a person gave."""
    if memory.open != question:
        return ()
    if option is None:
        option = question.options.index(()) if () in question.options else -1
    return tuple(replace(one, tapped=True) for one in memory.ahead if one.option == option)


def owed(memory: Memory, state: RoundState) -> tuple[Memory, Verdict]:
    """What happened ahead of an answer, now that the record holds it; then the question that came up."""
    if memory.untold and memory.open is not None and memory.events == state.events:
        return replace(memory, untold=False), memory.open
    if not memory.ahead:
        return memory, Nothing()
    able = [(branch, at) for branch in memory.ahead if (at := _reached(branch, state)) is not None]
    if not able:
        again = (_over(branch, state) for branch in memory.ahead)
        return replace(memory, ahead=tuple(one for one in again if one is not None)), Nothing()
    if any(0 < at < branch.own and not branch.tapped for branch, at in able):
        return replace(memory, ahead=()), Nothing()  # people told a part of an answer, and the rest is open
    chosen = [pair for pair in able if pair[0].tapped or pair[1]]
    if not chosen:
        return replace(memory, ahead=tuple(branch for branch, _ in able)), Nothing()
    branch, at = max(chosen, key=lambda pair: (pair[0].tapped, score(pair[0])))
    if at < min(branch.own, 1):  # the record did not take the answer
        return replace(memory, ahead=()), Nothing()
    rest = branch.path[at:]
    memory = taken_over(memory, branch)
    if not rest:
        return owed(memory, state)
    return memory, Accepted(tuple(one.event for one in rest), min(one.odds for one in rest))


def _reached(branch: Branch, state: RoundState) -> int | None:
    """How many events of a branch a record holds; None where it has gone another way."""
    at = state.events - branch.base.events
    if not 0 <= at <= len(branch.path):
        return None
    there = branch.base if at == 0 else branch.path[at - 1].after
    return at if there == state else None


def _over(branch: Branch, state: RoundState) -> Branch | None:
    """A branch over a record that was mended meanwhile; None where it does not fit any more."""
    if branch.base.events != state.events or branch.tapped:
        return None
    path = tuple(way(state, branch.events))
    if len(path) < len(branch.path):
        return None
    told = (one._replace(odds=old.odds) for one, old in zip(path, branch.path, strict=True))
    return replace(branch, base=state, path=tuple(told))


def taken_over(memory: Memory, branch: Branch) -> Memory:
    """Memory once the record goes on with a branch; what was said only there nobody has heard."""
    doubts = (replace(one, firm=one.firm and one.mend not in branch.firm) for one in branch.memory.doubts)
    swaps = (replace(one, firm=one.firm and one.first not in branch.firm) for one in branch.memory.swaps)
    return replace(branch.memory, doubts=tuple(doubts), swaps=tuple(swaps), said=memory.said)

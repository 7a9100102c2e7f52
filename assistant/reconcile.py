"""对账: a view of the table against the record: which legal events explain what is seen, a question where
that is not plain, one sentence where nothing legal does (DESIGN, Uncertainty meets the rules).

    memory = Memory()                                   at the start of each round
    memory, verdict = step(memory, state, observation)  for each settled view, and again after each Accepted

Pure: what is remembered is a value, time is the view's own. A view told twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from assistant.observation import Area, Observation
from assistant.state import RoundState
from assistant.watching import words
from assistant.watching.ahead import gone_on, is_far, parted, supposed_at_end
from assistant.watching.amiss import amiss
from assistant.watching.answers import answered as told
from assistant.watching.answers import kept as kept
from assistant.watching.answers import retracted as retracted
from assistant.watching.branches import mended_ahead, owed, tapped
from assistant.watching.coming_back import anything, is_silent, timed, way_back
from assistant.watching.deciding import decide
from assistant.watching.explanations import Explanation, Table, bare, explain, idle
from assistant.watching.giving_way import gives_way, put_again
from assistant.watching.memory import Fresh
from assistant.watching.memory import Memory as Memory
from assistant.watching.mending import mending
from assistant.watching.noticing import notice
from assistant.watching.oddities import forced
from assistant.watching.open_hands import in_play
from assistant.watching.ranking import ranked
from assistant.watching.reveals import reveals
from assistant.watching.settling import (
    asked_together,
    by_what_followed,
    held,
    is_unsettled,
    turned,
    waits_for_doubts,
)
from assistant.watching.sight import Sight as Sight
from assistant.watching.taken import is_taken
from assistant.watching.taken_up import is_adrift, late, taken_up
from assistant.watching.trust import is_misread
from assistant.watching.verdicts import Accepted as Accepted
from assistant.watching.verdicts import Contradiction as Contradiction
from assistant.watching.verdicts import Mend as Mend
from assistant.watching.verdicts import Mended as Mended
from assistant.watching.verdicts import Nothing as Nothing
from assistant.watching.verdicts import Question as Question
from assistant.watching.verdicts import Verdict as Verdict

CROWD = 40
"""So many faces that nothing explains are tiles being mixed, not a round."""
ODD_FOR = 8
"""Views after which what nothing legal explains is said."""
MANY, REST = 8, 1.0
"""Where more tiles than this are unexplained, what came to nothing is tried again after so many seconds."""
ENOUGH = 12
"""More views than this of an unmoved thing tell nothing new."""


class Step(NamedTuple):
    """What is remembered now, and what came of the view."""

    memory: Memory
    verdict: Verdict


def step(memory: Memory, state: RoundState, observation: Observation, sight: Sight | None = None) -> Step:
    """One settled view. `state`: where the round stands by the record, everything that people told included.

    Accepted events are legal and without any fault; append them in order and ask again with the new state.
    A question or a contradiction comes once; `memory.open` is the question that waits. While it waits, the
    table is followed on with each of its answers: what happened meanwhile is accepted with the next view
    after an answer, and where it tells the answer by itself, that is accepted too.
    """
    return _step(memory, state, observation, Sight() if sight is None else sight, 0)


def _step(memory: Memory, state: RoundState, observation: Observation, sight: Sight, depth: int) -> Step:
    """`step` in a round that is followed with the answers of so many questions, one after the other."""
    memory, verdict = owed(memory, state)
    if not isinstance(verdict, Nothing):
        return Step(memory, verdict)
    memory = gives_way(memory, observation.at, sight)
    if is_far(memory):  # what lies there by now is told by those that have gone on
        memory = notice(memory, state, observation, sight)[0]
    else:
        memory, verdict = _look(memory, state, observation, sight)

    def further(memory: Memory, state: RoundState) -> tuple[Memory, Verdict]:
        return _step(memory, state, observation, sight, depth + 1)

    if isinstance(verdict, Nothing) and not depth:
        memory, verdict = put_again(memory, state, observation.at)
    if isinstance(verdict, Question):
        return Step(replace(memory, put=observation.at, ahead=(), untold=False), verdict)
    if isinstance(verdict, Mended):
        return Step(mended_ahead(memory, verdict), verdict)
    if not isinstance(verdict, Nothing):
        return Step(memory, verdict)
    if memory.open is None:
        return Step(replace(memory, put=None, ahead=()), verdict)
    memory = parted(memory, state, observation, sight, depth, further)
    if not memory.ahead:
        return Step(memory, verdict)
    return Step(*gone_on(memory, observation, sight, depth, further))


def at_end(memory: Memory, state: RoundState) -> Step:
    """The likeliest answer to the question that is open once no view comes any more; ask again with the new
    state for what followed on it.
    """
    memory, verdict = owed(memory, state)
    if isinstance(verdict, Accepted):
        return Step(memory, verdict)
    return Step(*supposed_at_end(memory))


def _look(memory: Memory, state: RoundState, observation: Observation, sight: Sight) -> Step:
    """What a view tells of the record."""
    if not in_play(observation, state):
        if memory.at is not None and observation.at <= memory.at:
            return Step(memory, Nothing())
        memory = replace(memory, at=observation.at, odd=memory.odd + 1)
        if state.opened and not state.finished and memory.odd >= ODD_FOR:
            return _say(memory, words.out_of_play())
        return Step(memory, Nothing())
    before, earlier = memory.at, memory
    verdict: Verdict
    memory, table = notice(memory, state, observation, sight)
    memory = held(memory, state, table)
    memory, verdict = turned(memory, state, table)
    if not isinstance(verdict, Nothing):
        return Step(memory, verdict)
    evidence = table.evidence
    if state.finished:
        memory, verdict = replace(memory, whole=idle(state, table)), Nothing()
        if evidence.hands:
            found = explain(state, table)
            memory, verdict = decide(replace(memory, whole=found[0].whole), table, found)
        if isinstance(verdict, Nothing):
            verdict = reveals(state, table)
        if is_unsettled(memory) or (waits_for_doubts(memory, sight) and isinstance(verdict, Accepted)):
            return Step(*asked_together(memory, state))
        if not isinstance(verdict, Accepted) and memory.open is None:
            memory, mend = mending(memory, state, table)
            if isinstance(mend, Question):
                return Step(memory, mend)
        return _once(memory, verdict) if isinstance(verdict, Question) else Step(memory, verdict)
    if is_misread(memory) and words.misread().en not in memory.said:
        return _say(memory, words.misread())
    hands = reveals(state, table)
    if isinstance(hands, Accepted):  # winners' hands
        return Step(memory, hands)
    if before != memory.at and memory.open is None:
        memory, verdict = amiss(memory, state, table)
        if isinstance(verdict, Question):
            return Step(memory, verdict)
    if not evidence.fresh and not evidence.hands and not is_taken(state, evidence):
        memory = replace(memory, open=None, doubtful=(), odd=0, whole=idle(state, table))
        return _tiles_gone(memory, table)
    if len(evidence.fresh) > CROWD:
        return Step(memory, Nothing())
    unseen = late(memory, state, table)
    if unseen is not None:
        return Step(*unseen)
    memory = timed(memory, table, observation.at)
    rested = memory.tried is None or observation.at - memory.tried >= REST
    silent = is_silent(memory, observation.at) and rested
    tired = len(evidence.fresh) > MANY and not rested
    key = _looked_at(memory, state, table)
    verdict = Nothing()
    if silent or not (tired or key == memory.searched):
        found = explain(state, table)
        memory = replace(memory, whole=found[0].whole)
        other, verdict = by_what_followed(earlier, state, observation, sight, found[0])
        if not isinstance(verdict, Nothing):
            return Step(other, verdict)
        before_asking = memory
        memory, verdict = decide(memory, table, found)
        if isinstance(verdict, Question):  # rather what was recorded wrongly before than what would then be
            misread = forced(found[0].first(1), table)
            mended = mending(before_asking, state, table, misread) if misread is not None else None
            if mended is not None and isinstance(mended[1], Question):
                return Step(*mended)
        if isinstance(verdict, Question) and memory.declined:
            widest = anything(before_asking, state, table)  # it was none of what was offered first
            memory, verdict = widest if isinstance(widest[1], Question) else (memory, verdict)
        if isinstance(verdict, Nothing) and silent and before != memory.at and memory.open is None:
            memory, verdict = mending(memory, state, table)
        if isinstance(verdict, Nothing) and silent:
            memory, verdict = _after_silence(memory, state, table, found)
        if isinstance(verdict, Nothing):
            memory = replace(memory, searched=key, tried=observation.at)
    if isinstance(verdict, Nothing) and before != memory.at and is_adrift(memory, observation.at):
        memory, verdict = taken_up(memory, state, table)
    if isinstance(verdict, Nothing) and before != memory.at and memory.open is None:
        memory, verdict = mending(memory, state, table)
    if isinstance(verdict, Nothing) and before != memory.at and memory.open is None:
        return _unexplained(memory, state, table)
    return Step(memory, verdict)


def _after_silence(
    memory: Memory, state: RoundState, table: Table, found: Sequence[Explanation]
) -> tuple[Memory, Verdict]:
    """A question where nothing could be told for long: what has happened since, else all that may have come
    next, else what was answered no to.
    """
    verdict: Verdict = Nothing()
    if found[0].blind != 0 and not memory.ways and not memory.declined:
        memory, verdict = way_back(memory, ranked(found), table)
    if isinstance(verdict, Nothing):
        memory, verdict = anything(memory, state, table)
    if isinstance(verdict, Nothing) and memory.declined:
        # a no may have been a slip: it is asked about again, never believed
        table = replace(table, evidence=replace(table.evidence, refused=memory.refused))
        memory, verdict = way_back(memory, ranked(explain(state, table)), table)
    return memory, verdict


def _looked_at(memory: Memory, state: RoundState, table: Table) -> tuple[object, ...]:
    """All of a view that what is said of it depends on."""
    evidence = table.evidence
    return (
        state.events,
        memory.open is None,
        len(memory.asked),
        len(memory.declined),
        len(memory.refused),
        memory.stirred,
        evidence.covered,
        evidence.backs,
        frozenset(map(_likeness, evidence.fresh)),
        evidence.wall,
        frozenset((tile, min(views, ENOUGH)) for tile, views in table.missing.items()),
        tuple((hand.seat, len(hand.faces), hand.backs, min(hand.views, ENOUGH)) for hand in evidence.hands),
    )


def _likeness(one: Fresh) -> tuple[object, ...]:
    piece = one.piece
    counts = min(one.views, ENOUGH), one.gone, None if one.stacked is None else round(one.stacked)
    return piece.area, piece.seat, piece.best, round(piece.confidence, 1), one.first, counts


def answered(memory: Memory, question: Question, option: int | None, *more: int) -> Memory:
    """Memory after a tap, `more` of them where several options hold; the chosen events are recorded by the
    caller, where the question mends in a recorded one's stead. Where nothing was chosen that happened
    (`option` None, or an empty one), it is not proposed again from the same tiles before something is
    recorded. What happened since is accepted with the next `step`.
    """
    ahead = () if more else tapped(memory, question, option)
    return replace(told(memory, question, option, *more), ahead=ahead)


def _once(memory: Memory, question: Question) -> Step:
    key = frozenset(bare(option) for option in question.options)
    if memory.open is not None or key in memory.asked:
        return Step(memory, Nothing())
    return Step(replace(memory, open=question, asked=memory.asked | {key}), question)


def _say(memory: Memory, verdict: Contradiction) -> Step:
    """Says what cannot be, once."""
    if verdict.en in memory.said:
        return Step(memory, Nothing())
    return Step(replace(memory, said=memory.said | {verdict.en}), verdict)


def _tiles_gone(memory: Memory, table: Table) -> Step:
    looked = [
        tile
        for tile, views in table.missing.items()
        if views >= ODD_FOR and table.evidence.looked(tile.area, tile.seat)
    ]
    if len(looked) > 6:
        return _say(memory, words.tiles_gone(len(looked)))
    return Step(memory, Nothing())


def _unexplained(memory: Memory, state: RoundState, table: Table) -> Step:
    """A face that lies there for long and that nothing explains is told."""
    for one in table.evidence.fresh:
        if one.stacked is None and one.views >= ODD_FOR and one.piece.area in (Area.DISCARD, Area.MELD):
            if one.is_thing or any(place.holds(one.piece) for _, place in memory.refused):
                continue
            return _say(memory, words.unexplained(one, state))
    return _tiles_gone(memory, table)

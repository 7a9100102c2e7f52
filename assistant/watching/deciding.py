"""定夺: what is recorded of a view, when a doubt is asked, and what to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.events import Discarded, TableEvent, Won
from assistant.watching.believing import (
    ASTRAY_LONG,
    HEAP,
    STREWN,
    UNPLAIN,
    fits,
    is_believed,
    is_denied,
    long_enough,
    may_be_thrown,
    views_of,
)
from assistant.watching.either_order import in_either_order
from assistant.watching.explanations import NOTHING, Explanation, Step, Table, bare
from assistant.watching.kong_price import as_two, is_doubtful, just_drawn
from assistant.watching.memory import Memory, Spot, spot
from assistant.watching.oddities import STAYS, came_alone, is_doubted, is_haunted, is_odd
from assistant.watching.offering import hidden_kind, taken_by, which_kind
from assistant.watching.ranking import Ranked, ranked
from assistant.watching.settling import doubt_of, hemmed, kind_alone
from assistant.watching.verdicts import Accepted, Nothing, Place, Question, Verdict

WORTH_ASKING = 0.005
"""Options of a question have at least these odds."""
OPTIONS = 3
PAIRED = 1
"""Two tiles that came at once are looked at in so many views more than one."""
ALONE = 8
"""Views after which a tile is asked about that came though nothing moved, if nothing moves still."""


def decide(memory: Memory, table: Table, explanations: Sequence[Explanation]) -> tuple[Memory, Verdict]:
    """What to say of a view, given its explanations, the likeliest first."""
    among = ranked(explanations)
    best = among.best
    if not fits(best, table):
        return memory, Nothing()
    for many in range(len(best.steps), 0, -1):
        if not is_believed(among, many, memory, table):
            continue
        share = among.share(best.steps[:many])
        asked = just_drawn(best, many)
        if asked is None:
            return _accepted(memory, best, many, share, table)
        if not asked[0]:
            return ask(memory, among, table, asked[1])
        return _accepted(memory, best, asked[0], share, table)
    return _in_doubt(memory, among, table)


def _in_doubt(memory: Memory, among: Ranked, table: Table) -> tuple[Memory, Verdict]:
    """What to say of a view of which nothing is sure: what is asked, or recorded with a doubt."""
    best, sight = among.best, table.sight
    if not best.steps and all(one.is_thing for one in table.evidence.fresh):
        return memory, Nothing()  # nothing depends on it yet
    if len(best.steps) == 1 and may_be_thrown(best, table):
        return memory, Nothing()
    waited = _waited(among, table)
    if waited < sight.patience + 1 + UNPLAIN * _may_settle(among, table, memory):
        return memory, Nothing()
    if best.blind == 0 and len(best.steps) > 1:
        if views_of(best, 2, table) < sight.patience + UNPLAIN:
            return memory, Nothing()  # it may have been hidden for a moment
        memory, verdict = ask(memory, among, table, hidden_kind(best))
        if not isinstance(verdict, Nothing):
            return memory, verdict
    first = kind_alone(among, table)
    if first is not None and _stands_alone(first, table, memory, among.share(first.steps, kinds=False)):
        return _doubted(memory, first, among.share(first.steps), table)
    pair = in_either_order(among, table)
    if pair is not None and _stands_alone(pair.first, table, memory, heap=STREWN):
        if pair.views <= sight.patience + PAIRED:
            return memory, Nothing()  # one of the two may go as it came
        if pair.together >= (sight.settled if pair.views < ASTRAY_LONG else sight.likely):
            memory = replace(memory, swaps=(*memory.swaps, pair.swap))
            return _accepted(memory, pair.first, 2, pair.swap.odds, table)
        if pair.views < ASTRAY_LONG:
            return memory, Nothing()  # what else it may be shows soon
    options = _options(among, table)
    if not options and best.steps and waited < STAYS and is_haunted(best.first(1), table):
        return memory, Nothing()  # it goes as it came, or stays
    if not options and best.steps and _is_to_be_asked(best.first(1), table, memory, waited):
        options = (*_each_price(best.first(1)), ())
    if options:
        options = (
            taken_by(best, options) if not _seen_winners(best, table) else which_kind(among, table, options)
        )
    return ask(memory, among, table, options) if options else (memory, Nothing())


def _waited(among: Ranked, table: Table) -> int:
    """In how many views the likeliest acts were seen; what was asked about before and is no plain tile does
    not count beside one that is.
    """
    able = [one for one in among.explanations[:OPTIONS] if one.steps]
    plain = [one for one in able if not is_doubted(one.first(1), table)]
    return max((views_of(one, 1, table) for one in plain or able), default=0)


def _may_settle(among: Ranked, table: Table, memory: Memory) -> bool:
    """Whether looking a little longer may do: an act is likely enough, or it is a discard that competes with
    nothing: the longer a tile lies there the surer it is one.
    """
    acts = among.first_acts()
    if acts[0][1] >= table.sight.likely:
        return True
    step = acts[0][0]
    rivals = sum(share for other, share in acts[1:] if other)
    seen = bool(step) and isinstance(step[-1], Discarded) and len(among.best.first(1).told) == 1
    return seen and rivals < WORTH_ASKING and not is_odd(among.best.first(1), table, memory)


def _stands_alone(
    first: Explanation, table: Table, memory: Memory, share: float = 0.0, heap: float = HEAP
) -> bool:
    """Whether a discard of doubtful kind is as likely one, and its player's, as any other is. `share`: the
    odds that it is.
    """
    astray = first.astray and table.sight.misplaced < heap and share < table.sight.sure
    odd = is_odd(first, table, memory) or came_alone(first, table, memory.moved)
    return not astray and not odd and not is_denied(first, table)


def _doubted(memory: Memory, first: Explanation, share: float, table: Table) -> tuple[Memory, Verdict]:
    """Records a discard as the likeliest kind, and keeps the doubt about it."""
    assert first.before is not None
    doubt = doubt_of(first, first.before.state, table)
    return _accepted(replace(memory, doubts=(*memory.doubts, doubt)), first, 1, share, table)


def _is_away(first: Explanation, table: Table) -> bool:
    """Whether a discard that nobody took is told by a tile that lies there no more, perhaps for a moment."""
    thrown = bool(first.steps) and isinstance(first.steps[0][-1], Discarded)
    return thrown and any(table.evidence.fresh[at].gone for _, at in first.placed)


def _seen_winners(best: Explanation, table: Table) -> bool:
    """Whether the first act is no win that no hand tells."""
    first = best.first(1)
    won = [event for event in first.events if isinstance(event, Won)]
    return all(set(event.seats) <= first.shown for event in won) and long_enough(first, table)


def _is_to_be_asked(first: Explanation, table: Table, memory: Memory, waited: int) -> bool:
    """Whether an act that nothing competes with is asked about now. `waited`: views since it was seen."""
    alone = waited >= ALONE and came_alone(first, table, memory.moved)
    astray = first.astray and table.sight.misplaced < HEAP and waited >= ASTRAY_LONG
    return is_odd(first, table, memory) or alone or astray or hemmed(first, memory, table)


def _options(among: Ranked, table: Table) -> tuple[Step, ...]:
    """What may have come first, an added kong of unknown price as two options; none while one of them is a
    discard that lies there no more: it comes again, or it was none.
    """
    able = [step for step, share in among.first_acts() if share >= WORTH_ASKING]
    every = among.explanations
    ways = {step: next(one for one in every if one.steps[:1] == (step,)) for step in able if step}
    if any(_is_away(one.first(1), table) for one in ways.values()):
        return ()
    options: list[Step] = []
    for step in able[:OPTIONS]:
        options += _each_price(ways[step].first(1)) if step else (step,)
    return tuple(options) if len(able) > 1 else ()


def _each_price(first: Explanation) -> tuple[Step, ...]:
    """The one act as what is asked about it: an added kong of unknown price as two."""
    return as_two(first.steps[0]) if is_doubtful(first, first) else first.steps


def _accepted(
    memory: Memory, best: Explanation, many: int, share: float, table: Table
) -> tuple[Memory, Verdict]:
    """Records the first acts, and where their tiles lie."""
    first = best.first(many)
    events = first.events
    fresh = table.evidence.fresh
    told = [(event, spot(fresh[at].piece)) for event, at in first.told]
    told += (
        (event, spot(hand.faces[0].piece))
        for event in events
        if isinstance(event, Won)
        for hand in table.evidence.hands
        if hand.seat in event.seats
    )
    gone = {id(fresh[at]) for at in first.used}
    memory = replace(
        memory,
        bound=(*memory.bound, *((tile, spot(fresh[at].piece)) for tile, at in first.placed)),
        fresh=tuple(one for one in memory.fresh if id(one) not in gone),
        explained=(*memory.explained, *told)[-400:],
        newest=max(memory.newest, first.newest),
        worth=memory.worth + first.odds - NOTHING,
        open=None,
    )
    return memory, Accepted(events, min(share, 1.0))


def ask(memory: Memory, among: Ranked, table: Table, options: tuple[Step, ...]) -> tuple[Memory, Verdict]:
    """A question, once."""
    key = tuple(bare(option) for option in options)
    if memory.open is not None or frozenset(key) in memory.asked:
        return memory, Nothing()
    fresh = table.evidence.fresh
    about: dict[Place, None] = {}
    doubtful = []
    for one in among.explanations:
        if one.steps and any(bare(one.steps[0])[-1:] == bare(option)[-1:] for option in options if option):
            first = {id(event) for event in one.steps[0]}
            for event, at in one.told:
                if id(event) in first:
                    about[fresh[at].piece.at] = None
                    doubtful.append((event, spot(fresh[at].piece)))
    if len(about) == 1:  # each kind that it may be
        place = doubtful[0][1]
        doubtful += [(option[-1], place) for option in options if option]
    doubtful += _faces_of_wins(options, table)
    question = Question(options, tuple(about))
    memory = replace(
        memory,
        open=question,
        asked=memory.asked | {frozenset(key)},
        doubtful=tuple(dict.fromkeys(doubtful)),
    )
    return memory, question


def _faces_of_wins(options: tuple[Step, ...], table: Table) -> list[tuple[TableEvent, Spot]]:
    """The wins in question that single faces beside a hand tell, and these faces."""
    return [
        (event, spot(face.piece))
        for option in options
        for event in option
        if isinstance(event, Won)
        for hand in table.evidence.hands
        if hand.seat in event.seats and not hand.is_open
        for face in hand.faces
    ]

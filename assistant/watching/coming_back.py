"""回到牌局: the way out of a lost thread: after some seconds in which nothing could be told of tiles that lie
there, the likeliest chains of acts are put to the players, as one tap.
"""

from __future__ import annotations

from dataclasses import replace

from assistant.observation import Area
from assistant.state import RoundState
from assistant.watching.deciding import OPTIONS
from assistant.watching.explanations import Explanation, Step, Table, bare
from assistant.watching.kong_price import before_price
from assistant.watching.memory import Fresh, Memory
from assistant.watching.offering import what_next
from assistant.watching.ranking import Ranked
from assistant.watching.verdicts import Nothing, Question, Verdict

SILENT = 10.0
"""Seconds of video after which tiles that nothing explains are asked about; twice as long each next time."""
AFTER_NO = 2.0
"""The same once a person has said no: what was offered was too little."""
EVEN = 0.5
"""Odds of the first acts that are offered apart from the whole chain."""


def lies(one: Fresh) -> bool:
    """Whether an unexplained face lies there for more than a moment."""
    plain = one.stacked is None and one.piece.area is not Area.UNKNOWN and not one.is_thing
    return plain and one.views > 1 and not one.gone


def timed(memory: Memory, table: Table, at: float) -> Memory:
    """Memory of since when tiles lie there of which nothing could be told. `at`: seconds of video."""
    if memory.open is not None or not any(map(lies, table.evidence.fresh)):
        return replace(memory, quiet=None)
    return memory if memory.quiet is not None else replace(memory, quiet=at)


def is_silent(memory: Memory, at: float) -> bool:
    """Whether that is long enough."""
    enough = AFTER_NO if memory.declined else SILENT
    return memory.quiet is not None and at - memory.quiet >= enough * 2**memory.ways


def way_back(memory: Memory, among: Ranked, table: Table) -> tuple[Memory, Verdict]:
    """A question about what has happened since, all its acts in one option; Nothing where no legal act fits.

    Its options: the likeliest chain, its first acts where the rest is in doubt, what else came first.
    """
    told = [_seen_part(one) for one in among.explanations if one.steps and one.blind != 0]
    told = [one.first(before_price(one)) for one in told if before_price(one)]  # that one is asked by itself
    if not told:
        return memory, Nothing()
    best = told[0]
    options: list[Step] = [best.events]
    surest = max(
        (many for many in range(1, len(best.steps)) if among.share(best.steps[:many]) >= EVEN), default=0
    )
    if surest:
        options.append(best.first(surest).events)
    for one in told:
        first = one.steps[0]
        if len(options) < OPTIONS and all(bare(first) != bare(option)[: len(first)] for option in options):
            options.append(first)
    key = frozenset(map(bare, options))
    if key in memory.asked:
        return memory, Nothing()
    places = (table.evidence.fresh[at].piece.at for _, at in best.told)
    question = Question((*options, ()), tuple(dict.fromkeys(places)))
    asked = memory.asked | {key}
    return replace(
        memory, open=question, asked=asked, doubtful=(), quiet=None, ways=memory.ways + 1
    ), question


def _seen_part(one: Explanation) -> Explanation:
    """The chain up to a discard that no view has shown."""
    return one if one.blind is None else one.first(one.blind)


def anything(memory: Memory, state: RoundState, table: Table) -> tuple[Memory, Verdict]:
    """A question about all that may have come next, once: one tap, and the thread goes on."""
    options, pointers = what_next(state, table.evidence)
    key = frozenset(map(bare, options))
    if memory.open is not None or key in memory.asked or len(options) < 2:
        return memory, Nothing()
    places = dict.fromkeys(one.piece.at for one in table.evidence.fresh if lies(one))
    question = Question(options, tuple(places))
    memory = replace(memory, open=question, asked=memory.asked | {key}, doubtful=pointers)
    return replace(memory, quiet=None, ways=memory.ways + 1), question

"""定夺: which explanation is sure enough to record, when a doubt is asked, and what to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.events import Drawn, How, Konged, Won
from assistant.observation import Area
from assistant.settlement.kongs import just_drawn_matters
from assistant.state import KongMade
from assistant.watching.explanations import Explanation, Step, Table, bare
from assistant.watching.memory import Memory, spot
from assistant.watching.open_hands import odds
from assistant.watching.verdicts import Accepted, Nothing, Place, Question, Verdict

LOOKED_AT = 60
"""Explanations whose odds are compared."""
WORTH_ASKING = 0.02
"""Options of a question have at least these odds."""
OPTIONS = 3
STRAY = 3
"""So many unexplained faces among discards and melds, and more, and nothing is accepted."""
LOST = 0.2
"""Where more than this share of the record's tiles is not found, and more than six, nothing is accepted."""
WIN_VIEWS = 2
"""A win is only believed when it was seen in so many views."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Explanations with their shares of the odds."""

    explanations: tuple[Explanation, ...]
    shares: tuple[float, ...]

    @property
    def best(self) -> Explanation:
        """The likeliest."""
        return self.explanations[0]

    def share(self, steps: Sequence[Step]) -> float:
        """The odds that these acts were the first ones."""
        wanted = [bare(step) for step in steps]
        return sum(
            share
            for one, share in zip(self.explanations, self.shares, strict=True)
            if [bare(step) for step in one.steps[: len(wanted)]] == wanted
        )

    def first_acts(self) -> list[tuple[Step, float]]:
        """What may have come first, `()` for nothing, with its odds, the likeliest first."""
        found: dict[Step, tuple[Step, float]] = {}
        for one, share in zip(self.explanations, self.shares, strict=True):
            step = one.steps[0] if one.steps else ()
            kept, before = found.get(bare(step), (step, 0.0))
            found[bare(step)] = (kept, before + share)
        return sorted(found.values(), key=lambda pair: -pair[1])


def ranked(explanations: Sequence[Explanation]) -> Ranked:
    """Explanations, the likeliest first, with their shares."""
    kept = tuple(explanations[:LOOKED_AT])
    return Ranked(kept, odds([one.whole for one in kept]))


def decide(memory: Memory, table: Table, explanations: Sequence[Explanation]) -> tuple[Memory, Verdict]:
    """What to say of a view, given its explanations, the likeliest first."""
    among = ranked(explanations)
    best = among.best
    sight = table.sight
    if not _fits(best, table):
        return memory, Nothing()
    for many in range(len(best.steps), 0, -1):
        share = among.share(best.steps[:many])
        views = _views(best, many, table)
        wins = any(isinstance(event, Won) for step in best.steps[:many] for event in step)
        if wins and (views < WIN_VIEWS or not _read(best, many, table, views)):
            continue
        if share < sight.sure and (views < sight.patience or share < sight.likely):
            continue
        asked = _just_drawn(best, many, table)
        if asked is None:
            return _accepted(memory, best, many, share, table)
        if not asked[0]:
            return _ask(memory, among, table, asked[1])
        return _accepted(memory, best, asked[0], share, table)
    waited = max((_views(one, 1, table) for one in among.explanations[:OPTIONS] if one.steps), default=0)
    if waited < sight.patience + 1:
        return memory, Nothing()
    able = [(step, share) for step, share in among.first_acts() if share >= WORTH_ASKING]
    if len(able) < 2:
        return memory, Nothing()
    return _ask(memory, among, table, tuple(step for step, _ in able[:OPTIONS]))


def _fits(best: Explanation, table: Table) -> bool:
    """Whether so little is left unexplained that the table is plainly in play."""
    stray = sum(
        1
        for at, one in enumerate(table.evidence.fresh)
        if at not in best.used and one.piece.area is not Area.UNKNOWN
    )
    lost = sum(
        1 for tile in table.missing if tile not in best.taken and table.evidence.looked(tile.area, tile.seat)
    )
    return stray < STRAY and lost <= max(6, LOST * (len(table.pairs) + len(table.missing)))


def _views(best: Explanation, many: int, table: Table) -> int:
    """In how many views the newest evidence of the first acts was seen."""
    first = best.first(many)
    pieces = [table.evidence.fresh[at].views for at in first.used]
    hands = [hand.views for hand in table.evidence.hands if hand.seat in first.shown]
    return min((*pieces, *hands), default=1)


def _read(best: Explanation, many: int, table: Table, views: int) -> bool:
    """Whether every winner's open hand could be read, or was given time enough."""
    if views > table.sight.patience + 1:
        return True
    opened = {hand.seat for hand in table.evidence.hands if hand.is_open}
    return all(
        event.hand(seat) is not None or seat not in opened
        for step in best.steps[:many]
        for event in step
        if isinstance(event, Won)
        for seat in event.seats
    )


def _just_drawn(best: Explanation, many: int, table: Table) -> tuple[int, tuple[Step, ...]] | None:
    """弯杠 whose price depends on the tile just drawn, which no camera sees: how many acts come before it,
    and what to ask of it. None where nothing is to be asked.
    """
    state = best.first(many).state
    if not just_drawn_matters(state.rules):
        return None
    robbed = {
        fact.tile
        for fact in state.facts
        if isinstance(fact, KongMade) and fact.robbed and fact.how is How.ADDED
    }
    for place, step in enumerate(best.steps[:many]):
        kong = step[-1] if isinstance(step[-1], Konged) else None
        if kong is None or kong.how is not How.ADDED or kong.tile in robbed:
            continue
        if len(step) < 2 or step[-2] != Drawn(kong.seat):
            continue
        just = (*step[:-2], Drawn(kong.seat, kong.tile), kong)
        return place, (just, step)
    return None


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
        open=None,
    )
    return memory, Accepted(events, min(share, 1.0))


def _ask(memory: Memory, among: Ranked, table: Table, options: tuple[Step, ...]) -> tuple[Memory, Verdict]:
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
    question = Question(options, tuple(about))
    memory = replace(
        memory,
        open=question,
        asked=memory.asked | {frozenset(key)},
        doubtful=tuple(dict.fromkeys(doubtful)),
    )
    return memory, question

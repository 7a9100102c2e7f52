"""可疑: acts that are asked about however likely they are, and tiles that may go as they came."""

from __future__ import annotations

from assistant.events import Discarded, How, Konged, Won
from assistant.observation import Area
from assistant.watching.explanations import Explanation, Table
from assistant.watching.memory import Fresh, Memory
from assistant.watching.sight import is_scattered

PLAIN = 0.9
"""A tile that reads with less than this may be none, or another."""
SHOWS = 0.25
"""A discard is believed of a kind that its tile reads as with this likelihood at least."""
STAYS = 8
"""A face that stays for so many views and reads plainly is a tile, though others came and went there."""
RARE = 0.015
"""Where fewer tiles than this part read as none, one that does is asked about."""
TELLING = 3
"""So many faces tell a kong by themselves."""
STALE = 5.0
"""Seconds that no tile lies there before it is noticed."""


def is_odd(first: Explanation, table: Table, memory: Memory) -> bool:
    """Whether acts are asked about however likely they are."""
    return (
        _stale(first, table, memory.newest)
        or is_haunted(first, table)
        or _out_of_nothing(first, table)
        or _forced(first, table)
        or _reads_as_none(first, table)
        or _half_a_kong(first, table)
    )


def came_alone(first: Explanation, table: Table, moved: float | None) -> bool:
    """Whether a tile came though nothing moved, and nothing has moved since: it may go as it came."""
    pieces = (table.evidence.fresh[at] for _, at in first.placed)
    return any(one.calm and (moved is None or moved <= one.first) for one in pieces)


def is_haunted(first: Explanation, table: Table) -> bool:
    """Whether a tile lies where a face was seen before that was none, and has not shown to be one yet."""
    placed = (table.evidence.fresh[at] for _, at in first.placed)
    return any(one.haunted and (one.views < STAYS or one.piece.confidence < PLAIN) for one in placed)


def is_doubted(first: Explanation, table: Table) -> bool:
    """Whether an act is told by what may be no tile, or was denied before."""
    placed = (table.evidence.fresh[at] for _, at in first.placed)
    return any(one.is_thing or one.haunted for one in placed)


def _stale(first: Explanation, table: Table, newest: float) -> bool:
    """Whether a tile lay there, unexplained, long before what was recorded last."""
    fresh = table.evidence.fresh
    return any(fresh[at].stacked is None and fresh[at].first < newest - STALE for _, at in first.placed)


def _out_of_nothing(first: Explanation, table: Table) -> bool:
    """Whether somebody wins a discard that no view has shown, and no open hand tells it: a face beside a hand
    that stands may be none. One that lay there, plain to read, and is gone was shown.
    """
    opened = {hand.seat for hand in table.evidence.hands if hand.is_open}
    told = [event for event, _ in first.told]
    lay = [one for one in map(table.evidence.fresh.__getitem__, first.used) if one.gone and _is_discard(one)]
    for step in first.steps:
        *before, last = step
        unseen = any(
            isinstance(event, Discarded | Konged)
            and event not in told
            and not any(isinstance(event, Discarded) and one.likelihoods[event.tile] >= PLAIN for one in lay)
            for event in before
        )
        if isinstance(last, Won) and unseen and not opened & set(last.seats):
            return True
    return False


def _is_discard(one: Fresh) -> bool:
    return one.piece.area is Area.DISCARD and not one.is_thing


def _forced(first: Explanation, table: Table) -> bool:
    return forced(first, table) is not None


def forced(first: Explanation, table: Table) -> Fresh | None:
    """The tile that tells a discard of a kind which it hardly shows: the others are all counted, unless one
    is misread.
    """
    fresh = table.evidence.fresh
    able = (
        fresh[at]
        for event, at in first.told
        if isinstance(event, Discarded) and fresh[at].likelihoods[event.tile] < SHOWS
    )
    return next(able, None)


def _reads_as_none(first: Explanation, table: Table) -> bool:
    """Whether a discard reads as hardly any tile does, at a table where the others read plainly."""
    fresh = table.evidence.fresh
    return table.sight.scattered < RARE and any(
        is_scattered(fresh[at].piece.likelihoods) for event, at in first.told if isinstance(event, Discarded)
    )


def _half_a_kong(first: Explanation, table: Table) -> bool:
    """Whether a concealed kong is told by two faces alone, which may be of a pong, and people can tell."""
    if table.sight.alone:
        return False
    seats = {event.seat for event in first.events if isinstance(event, Konged) and event.how is How.CONCEALED}
    placed = [tile.seat for tile, _ in first.placed if tile.area is Area.MELD]
    return any(placed.count(seat) < TELLING and seat not in table.evidence.backs for seat in seats)

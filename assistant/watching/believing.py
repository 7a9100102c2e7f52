"""相信: whether acts are sure enough to be recorded without asking anybody."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.events import Discarded, Drawn, Ponged, TableEvent, VoidChosen, Won
from assistant.melds import MeldKind
from assistant.observation import Area
from assistant.seats import Seat
from assistant.state import DEAL
from assistant.tiles import COPIES
from assistant.watching.explanations import Explanation, Table
from assistant.watching.memory import Memory
from assistant.watching.oddities import PLAIN, came_alone, is_odd
from assistant.watching.pairing import seen_counts
from assistant.watching.ranking import Ranked
from assistant.watching.settling import hemmed

STRAY = 3
"""So many unexplained faces among discards and melds, and more, and nothing is accepted."""
OLD = 8
"""An unexplained face that was seen more than once holds everything up for so many views: it belongs in."""
LOST = 0.2
"""Where more than this share of the record's tiles is not found, and more than six, nothing is accepted."""
ASTRAY_VIEWS, ASTRAY_LONG, ASTRAY_SURE = 4, 6, 0.99
"""A tile before another player is believed after so many views; after more from these odds on."""
HEAP, STREWN = 0.1, 0.05
"""Where more than this share of the discards lies before somebody else, the place of one says little; where
more than the second, less than at most tables."""
STIRRED_SURE, TWICE_SURE = 0.995, 0.997
"""A discard is believed from these odds on where something has moved since the view before, or where it was
seen twice: without a hand nothing comes on the table."""
UNPLAIN = 2
"""A tile that reads unplainly is looked at in so many views more."""
CLAIM_SURE = 0.9999
"""A pong is believed at once only from these odds on: a kong whose fourth tile was missed looks the same."""
CLAIMED = 0.5
"""A tile among melds may be the discard that was claimed from this likelihood of its kind on."""
TWICE = 2
"""In so many views the melds of somebody who throws are looked at: a fourth tile may be missed in one."""
SLIPPED = 2
"""So many tiles of a player's melds that are not where they lay may lie at the hand."""
WIN_VIEWS = 2
"""A win is only believed when it was seen in so many views."""
LAID_FOR = 5.0
"""Seconds that a face must lie beside a hand that stands before it alone tells a self-draw: a tile just drawn
may lie there, too, until it is thrown."""


def is_believed(among: Ranked, many: int, memory: Memory, table: Table) -> bool:
    """Whether the first acts of the likeliest explanation, so many, leave no doubt."""
    best, sight = among.best, table.sight
    first, share = best.first(many), among.share(best.steps[:many])
    events = first.events
    views = views_of(best, many, table)
    if best.blind is not None and best.blind < many:
        return False
    winners = {seat for event in events if isinstance(event, Won) for seat in event.seats}
    strays = first.astray and sight.misplaced < HEAP
    if strays and (views < ASTRAY_VIEWS or share < _of_strays(best, many, views, table)):
        return False  # a tile before another player is asked where anything else may be, but for one heap
    if not winners <= first.shown:
        return False  # and so is a win that nobody saw
    if is_denied(first, table) or not long_enough(first, table):
        return False  # a person said that its tile is none of the likelier kinds, or the record misses a meld
    if winners and (views < WIN_VIEWS or not _read(best, many, table, views)):
        return False
    if many == len(best.steps) and may_be_thrown(best, table):
        return False
    if _melds_gone(winners, table):
        return False  # a tile of a winner's own meld that has slipped lies there like the tile that won
    if views < sight.patience and share < CLAIM_SURE and any(isinstance(one, Ponged) for one in events):
        return False
    if views < sight.patience and _may_hide_kong(first, table, views):
        return False
    if is_odd(first, table, memory) or came_alone(first, table, memory.moved):
        return False
    if views < OLD and _is_being_claimed(first, table):
        return False
    if hemmed(first, memory, table):
        return False
    plain = _plain(first, table)
    at_once = plain and share >= _at_once(events, views, table)
    return at_once or (
        views >= sight.patience + (0 if plain else UNPLAIN)
        and share >= sight.likely
        and among.share(best.steps[:many], kinds=False) >= sight.settled
    )


def _is_being_claimed(first: Explanation, table: Table) -> bool:
    """Whether the last discard is gone and a tile of its kind lies among melds, that the acts do not
    explain: of the meld that it was claimed for the rest is hidden still.
    """
    offer = first.first(0).state.offer
    if offer is None or (offer.seat, offer.tile) not in table.evidence.gone:
        return False
    return any(
        one.piece.area is Area.MELD and one.stacked is None and one.likelihoods[offer.tile] >= CLAIMED
        for at, one in enumerate(table.evidence.fresh)
        if at not in first.used
    )


def fits(best: Explanation, table: Table) -> bool:
    """Whether so little is left unexplained that the table is plainly in play."""
    stray = sum(
        1
        for at, one in enumerate(table.evidence.fresh)
        if at not in best.used and one.piece.area is not Area.UNKNOWN and one.stacked is None
        if not one.is_thing
    )
    lost = sum(
        1 for tile in table.missing if tile not in best.taken and table.evidence.looked(tile.area, tile.seat)
    )
    old = any(
        one.views > 1 and not one.gone and one.views < OLD and one.piece.area is not Area.UNKNOWN
        for at, one in enumerate(table.evidence.fresh)
        if at not in best.used and one.stacked is None and not one.is_thing
    )
    return not old and stray < STRAY and lost <= max(6, LOST * (len(table.pairs) + len(table.missing)))


def _of_strays(best: Explanation, many: int, views: int, table: Table) -> float:
    """The odds from which a tile before another player is believed: less where tiles lie mingled, or where
    the next discard lies before the player whose turn is next.
    """
    mingled = table.sight.misplaced > STREWN or _borne_out(best, many, table)
    return ASTRAY_SURE if views >= ASTRAY_LONG and mingled else table.sight.sure


def _borne_out(best: Explanation, many: int, table: Table) -> bool:
    """Whether the act that follows on the first ones is a discard that lies before its player."""
    told = best.first(many + 1).told[len(best.first(many).told) :]
    return any(
        isinstance(event, Discarded) and table.evidence.fresh[at].piece.seat == event.seat
        for event, at in told
    )


def is_denied(first: Explanation, table: Table) -> bool:
    """Whether a person said of a tile that a discard is told by that it is another, or none."""
    return any(
        table.evidence.denied(event.seat, table.evidence.fresh[at])
        for event, at in first.told
        if isinstance(event, Discarded)
    )


def long_enough(first: Explanation, table: Table) -> bool:
    """Whether the open hands of winners are about as long as the record has them."""
    won = [event for event in first.events if isinstance(event, Won)]
    size = {
        seat: DEAL - 3 * len(first.state.seats[seat].melds)
        for event in won
        for seat in event.seats
        if event.hand(seat) is None
    }
    return all(
        len(hand.faces) >= size[hand.seat] - 1
        for hand in table.evidence.hands
        if hand.seat in size and hand.is_open
    )


def _plain(first: Explanation, table: Table) -> bool:
    """Whether every tile that acts laid reads plainly."""
    return all(table.evidence.fresh[at].piece.confidence >= PLAIN for _, at in first.placed)


def may_be_thrown(best: Explanation, table: Table) -> bool:
    """Whether the last act is a self-draw, told by one face that has not lain beside a hand for long."""
    if not best.steps or len(best.steps[-1]) < 2:
        return False
    *_, before, last = best.steps[-1]
    if not isinstance(before, Drawn) or not isinstance(last, Won):
        return False
    at = table.evidence.observation.at
    own = (hand for hand in table.evidence.hands if hand.seat in last.seats)
    return any(not hand.is_open and at - hand.since < LAID_FOR for hand in own)


def _melds_gone(seats: set[Seat], table: Table) -> bool:
    """Whether several tiles of the melds of somebody whose hand stands are not found where they lay; one may
    lie under another.
    """
    standing = seats - {hand.seat for hand in table.evidence.hands if hand.is_open}
    return sum(laid.area is Area.MELD and laid.seat in standing for laid in table.missing) >= SLIPPED


def _may_hide_kong(first: Explanation, table: Table, views: int) -> bool:
    """Whether somebody threw a tile whose pongs are not seen whole now, or were looked at in but one view
    since, with a fourth tile that lies nowhere else: one put to a pong before that cannot be told afterwards.
    """
    throwers = {event.seat for event in first.events if isinstance(event, Discarded)}
    seen = seen_counts(first.state)
    return any(
        meld.kind is MeldKind.PONG
        and (not table.evidence.looked(Area.MELD, seat) or (views < TWICE and seen[meld.tile] < COPIES))
        for seat in throwers
        for meld in first.state.seats[seat].melds
    )


def _at_once(events: Sequence[TableEvent], views: int, table: Table) -> float:
    """The odds from which events are believed without more views."""
    if not all(isinstance(one, Drawn | Discarded | VoidChosen) for one in events):
        return table.sight.sure
    if table.stirred:
        return min(STIRRED_SURE, table.sight.sure)
    return table.sight.sure if views < 2 else min(TWICE_SURE, table.sight.sure)


def views_of(best: Explanation, many: int, table: Table) -> int:
    """In how many views the newest evidence of the first acts was seen."""
    first = best.first(many)
    # a tile that a winner took is as plain the longer it stays away
    won = any(isinstance(event, Won) for event in first.events)
    pieces = [one.views + one.gone * won for one in map(table.evidence.fresh.__getitem__, first.used)]
    hands = [hand.views for hand in table.evidence.hands if hand.seat in first.shown]
    away = [table.missing[tile] // 2 for tile in first.taken if tile in table.missing and won and not hands]
    return min((*pieces, *hands, *away), default=1)


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

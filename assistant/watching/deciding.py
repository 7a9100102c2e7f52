"""定夺: which explanation is sure enough to record, when a doubt is asked, and what to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.events import Discarded, Drawn, Ponged, TableEvent, VoidChosen, Won
from assistant.melds import MeldKind
from assistant.observation import Area
from assistant.seats import Seat
from assistant.state import DEAL
from assistant.watching.either_order import in_either_order
from assistant.watching.explanations import NOTHING, Explanation, Step, Table, bare
from assistant.watching.kong_price import as_two, is_doubtful, just_drawn
from assistant.watching.memory import Memory, Spot, spot
from assistant.watching.oddities import PLAIN, STAYS, came_alone, is_haunted, is_odd
from assistant.watching.offering import hidden_kind, taken_by, which_kind
from assistant.watching.ranking import Ranked, ranked
from assistant.watching.settling import doubt_of, hemmed, kind_alone
from assistant.watching.sight import Sight
from assistant.watching.verdicts import Accepted, Nothing, Place, Question, Verdict

WORTH_ASKING = 0.005
"""Options of a question have at least these odds."""
OPTIONS = 3
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
ALONE = 8
"""Views after which a tile is asked about that came though nothing moved, if nothing moves still."""
CLAIM_SURE = 0.9999
"""A pong is believed at once only from these odds on: a kong whose fourth tile was missed looks the same."""
SLIPPED = 2
"""So many tiles of a player's melds that are not where they lay may lie at the hand."""
WIN_VIEWS = 2
"""A win is only believed when it was seen in so many views."""
LAID_FOR = 5.0
"""Seconds that a face must lie beside a hand that stands before it alone tells a self-draw: a tile just drawn
may lie there, too, until it is thrown."""


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
        if best.blind is not None and best.blind < many:
            continue
        events = best.first(many).events
        winners = {seat for event in events if isinstance(event, Won) for seat in event.seats}
        if (
            best.first(many).astray
            and sight.misplaced < HEAP
            and (views < ASTRAY_VIEWS or share < _of_strays(views, sight))
        ):
            continue  # a tile before another player is asked where anything else may be, but for one heap
        if not winners <= best.first(many).shown:
            continue  # and so is a win that nobody saw
        if _denied(best.first(many), table) or not _long_enough(best.first(many), table):
            continue  # a person said that its tile is none of the likelier kinds, or the record misses a meld
        if winners and (views < WIN_VIEWS or not _read(best, many, table, views)):
            continue
        if many == len(best.steps) and _may_be_thrown(best, table):
            continue
        if _melds_gone(winners, table):
            continue  # a tile of a winner's own meld that has slipped lies there like the tile that won
        if views < sight.patience and share < CLAIM_SURE and any(isinstance(one, Ponged) for one in events):
            continue
        if views < sight.patience and _may_hide_kong(best.first(many), table):
            continue
        if is_odd(best.first(many), table, memory) or came_alone(best.first(many), table, memory.moved):
            continue
        if hemmed(best.first(many), memory, table):
            continue
        plain = _plain(best.first(many), table)
        if (share < _at_once(events, views, table) or not plain) and (
            views < sight.patience + (0 if plain else UNPLAIN)
            or share < sight.likely
            or among.share(best.steps[:many], kinds=False) < sight.settled
        ):
            continue
        asked = just_drawn(best, many)
        if asked is None:
            return _accepted(memory, best, many, share, table)
        if not asked[0]:
            return ask(memory, among, table, asked[1])
        return _accepted(memory, best, asked[0], share, table)
    if not best.steps and all(one.is_thing for one in table.evidence.fresh):
        return memory, Nothing()  # nothing depends on it yet
    if len(best.steps) == 1 and _may_be_thrown(best, table):
        return memory, Nothing()
    waited = max((_views(one, 1, table) for one in among.explanations[:OPTIONS] if one.steps), default=0)
    if waited < sight.patience + 1 + UNPLAIN * _may_settle(among, table, memory):
        return memory, Nothing()
    if best.blind == 0 and len(best.steps) > 1:
        if _views(best, 2, table) < sight.patience + UNPLAIN:
            return memory, Nothing()  # it may have been hidden for a moment
        memory, verdict = ask(memory, among, table, hidden_kind(best))
        if not isinstance(verdict, Nothing):
            return memory, verdict
    first = kind_alone(among, table)
    if first is not None and _stands_alone(first, table, memory):
        return _doubted(memory, first, among.share(first.steps), table)
    pair = in_either_order(among, table)
    if pair is not None and _stands_alone(pair.first, table, memory, STREWN):
        if pair.together >= (sight.settled if pair.views < ASTRAY_LONG else sight.likely):
            memory = replace(memory, swaps=(*memory.swaps, pair.swap))
            return _accepted(memory, pair.first, 2, pair.swap.odds, table)
        if pair.views < ASTRAY_LONG:
            return memory, Nothing()  # what else it may be shows soon
    options = _options(among)
    if not options and best.steps and waited < STAYS and is_haunted(best.first(1), table):
        return memory, Nothing()  # it goes as it came, or stays
    if not options and best.steps and _is_to_be_asked(best.first(1), table, memory, waited):
        options = (best.steps[0], ())
    if options:
        options = (
            taken_by(best, options) if not _seen_winners(best, table) else which_kind(among, table, options)
        )
    return ask(memory, among, table, options) if options else (memory, Nothing())


def _of_strays(views: int, sight: Sight) -> float:
    """The odds from which a tile before another player is believed: less where tiles lie mingled."""
    return ASTRAY_SURE if views >= ASTRAY_LONG and sight.misplaced > STREWN else sight.sure


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


def _stands_alone(first: Explanation, table: Table, memory: Memory, heap: float = HEAP) -> bool:
    """Whether a discard of doubtful kind is as likely one, and its player's, as any other is."""
    astray = first.astray and table.sight.misplaced < heap
    odd = is_odd(first, table, memory) or came_alone(first, table, memory.moved)
    return not astray and not odd and not _denied(first, table)


def _doubted(memory: Memory, first: Explanation, share: float, table: Table) -> tuple[Memory, Verdict]:
    """Records a discard as the likeliest kind, and keeps the doubt about it."""
    assert first.before is not None
    doubt = doubt_of(first, first.before.state, table)
    return _accepted(replace(memory, doubts=(*memory.doubts, doubt)), first, 1, share, table)


def _seen_winners(best: Explanation, table: Table) -> bool:
    """Whether the first act is no win that no hand tells."""
    first = best.first(1)
    won = [event for event in first.events if isinstance(event, Won)]
    return all(set(event.seats) <= first.shown for event in won) and _long_enough(first, table)


def _denied(first: Explanation, table: Table) -> bool:
    """Whether a person said of a tile that a discard is told by that it is another, or none."""
    return any(
        table.evidence.denied(event.seat, table.evidence.fresh[at])
        for event, at in first.told
        if isinstance(event, Discarded)
    )


def _long_enough(first: Explanation, table: Table) -> bool:
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


def _is_to_be_asked(first: Explanation, table: Table, memory: Memory, waited: int) -> bool:
    """Whether an act that nothing competes with is asked about now. `waited`: views since it was seen."""
    alone = waited >= ALONE and came_alone(first, table, memory.moved)
    return is_odd(first, table, memory) or alone or hemmed(first, memory, table)


def _may_be_thrown(best: Explanation, table: Table) -> bool:
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


def _may_hide_kong(first: Explanation, table: Table) -> bool:
    """Whether somebody threw a tile whose melds are not seen whole now: a fourth tile put to a pong before
    that cannot be told afterwards.
    """
    throwers = {event.seat for event in first.events if isinstance(event, Discarded)}
    return any(
        meld.kind is MeldKind.PONG and not table.evidence.looked(Area.MELD, seat)
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


def _fits(best: Explanation, table: Table) -> bool:
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


def _views(best: Explanation, many: int, table: Table) -> int:
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


def _options(among: Ranked) -> tuple[Step, ...]:
    """What may have come first, an added kong of unknown price as two options."""
    able = [step for step, share in among.first_acts() if share >= WORTH_ASKING]
    options: list[Step] = []
    for step in able[:OPTIONS]:
        one = next(one for one in among.explanations if one.steps[:1] == (step,)) if step else None
        options += as_two(step) if one is not None and is_doubtful(one.first(1), one.first(1)) else (step,)
    return tuple(options[:OPTIONS]) if len(able) > 1 else ()


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

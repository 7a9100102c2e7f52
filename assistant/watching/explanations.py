"""推想: chains of legal acts that may explain a view, with their odds: the search that brings the record back
in step after one act or after many.

Each act must be legal by `assistant.checks`; what it lays on the table or takes from it is then looked for in
the view, so that an explanation is worth what it explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log

from assistant.checks import check
from assistant.events import Discarded, Konged, TableEvent, Won
from assistant.moves import begun, move
from assistant.observation import Area
from assistant.seats import Seat
from assistant.state import RoundState
from assistant.watching.acts import POSSIBLE, Act, acts, blind
from assistant.watching.beside import read_together
from assistant.watching.laid import Laid, changed
from assistant.watching.matching import best_match, twin
from assistant.watching.memory import Fresh
from assistant.watching.pairing import seen_counts
from assistant.watching.sight import Sight
from assistant.watching.table import Table as Table
from assistant.watching.taken import is_taken, shows_winning, untold_wins

BEAM, NARROW, MANY = 12, 6, 10
"""Explanations carried on at each step, and where more tiles than so many are unexplained."""
HOPELESS = 10.0
"""Log odds behind the best so far at which an explanation is given up."""
MORE = 3.4
"""Log odds that a further tile of a meld adds at most."""
TO_COME = -1.2
"""What explaining one more discard or hand is likely to change, in log odds."""
FOURTH_TO_COME = -4.5
"""The same for a single tile beside a meld."""
NOTHING = -0.3
"""Log odds that nothing happened between two views."""
SHOWN = -7.0
"""A hand that lies open, or a tile beside it, for no reason."""
EARLIER, LONGER, LONGEST = -4.0, -1.0, 5.0
"""An act whose tile was seen before that of the act before it, and each second that it was so, up to so many:
tiles are hidden for a moment."""
BLANK = -1.5
"""A tile face down of a meld that is not found, or read as a face: it is so in view after view."""
MOVED = -6.2
"""A tile that is pushed elsewhere while the tracker loses it and it is misread too."""
LEFT_LYING = -2.5
"""A won discard that its player leaves where it lies."""
TWICE = -5.0
"""A won discard that lies, or lay, where it lay though the winner's hand shows the tile that won."""

Step = tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A chain of acts, and how well it explains the view."""

    state: RoundState
    steps: tuple[Step, ...] = ()
    odds: float = 0.0
    """log odds of what it explains"""
    used: frozenset[int] = frozenset()
    """fresh pieces it explains"""
    taken: frozenset[Laid] = frozenset()
    """tiles of the record that it takes off the table"""
    shown: frozenset[Seat] = frozenset()
    """open hands it explains"""
    told: tuple[tuple[TableEvent, int], ...] = ()
    """which fresh piece told which event"""
    placed: tuple[tuple[Laid, int], ...] = ()
    """where it puts the tiles it lays"""
    newest: float = 0.0
    """when the latest piece it explains was seen first"""
    whole: float = 0.0
    """log odds of the whole view under it"""
    blind: int | None = None
    """which of its acts stands for a discard that no view has shown"""
    astray: bool = False
    """whether it takes a tile in one player's area for another's"""
    before: Explanation | None = None
    """the chain without its last act"""

    def first(self, many: int) -> Explanation:
        """The chain of its first acts alone."""
        one = self
        while len(one.steps) > many and one.before is not None:
            one = one.before
        return one

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """Its events in order."""
        return tuple(event for step in self.steps for event in step)


def explain(state: RoundState, table: Table) -> tuple[Explanation, ...]:
    """All explanations looked at, the likeliest first; that nothing happened is among them."""
    start = Explanation(begun(state), odds=NOTHING)
    found = [_weighed(start, table)]
    level = [start, *_others_on_turn(start)]
    to_come = tuple(_to_come(one, table.evidence.fresh) for one in table.evidence.fresh)
    fresh = len(table.evidence.fresh) + len(table.evidence.hands)
    beam = NARROW if fresh > MANY else BEAM
    for _ in range(2 * fresh + 2):
        grown = [one for node in level for one in _grown(node, table)]
        if not grown:
            break
        weighed = [_weighed(one, table) for one in grown]
        found += weighed
        best = max(found, key=lambda one: one.whole).whole
        able = [one for one in weighed if _ceiling(one, table) > best - HOPELESS]
        level = sorted(able, key=lambda one: -_promise(one, table, to_come))[:beam]
    return tuple(sorted(found, key=lambda one: -one.whole))


def _others_on_turn(start: Explanation) -> Iterator[Explanation]:
    """The same with everybody else on turn, where nobody knows whose it is."""
    state = start.state
    if state.lost and not state.finished:
        for seat in state.playing:
            if seat != state.turn:
                yield replace(start, state=state.but(turn=seat))


def idle(state: RoundState, table: Table) -> float:
    """Log odds of the whole view had nothing happened."""
    return _weighed(Explanation(begun(state), odds=NOTHING), table).whole


def _ceiling(node: Explanation, table: Table) -> float:
    """Log odds that a chain begun so can reach at most."""
    left = (one for at, one in enumerate(table.evidence.fresh) if at not in node.used)
    return node.odds + sum(_at_most(one) for one in left)


def _at_most(one: Fresh) -> float:
    """Log odds that explaining a piece adds at most."""
    if one.stacked is not None:
        return one.stacked
    return MORE if one.piece.area is Area.MELD else 0.0


def _to_come(one: Fresh, fresh: Sequence[Fresh]) -> float:
    """What explaining a piece is likely to change, in log odds: the tiles of a meld bear each other out."""
    if one.stacked is not None:
        return 0.0
    if one.piece.area is not Area.MELD:
        return TO_COME
    twins = sum(
        other.piece.area is Area.MELD and other.piece.seat == one.piece.seat and one.like(other.piece) > 0.3
        for other in fresh
    )
    return -TO_COME if twins > 1 else FOURTH_TO_COME


def _promise(node: Explanation, table: Table, to_come: Sequence[float]) -> float:
    """What a chain begun so is likely to reach, with what it has yet to explain."""
    fresh = table.evidence.fresh
    pieces = sum(
        worth + _late(node.newest, fresh[at].first) for at, worth in enumerate(to_come) if at not in node.used
    )
    return node.odds + pieces + TO_COME * (len(table.evidence.hands) - len(node.shown))


def _late(newest: float, first: float) -> float:
    """Log odds of an act whose tile was seen first so long before that of an act before it."""
    return EARLIER + LONGER * min(newest - first, LONGEST) if first < newest else 0.0


def _grown(node: Explanation, table: Table) -> Iterator[Explanation]:
    seen: set[Step] = set()
    hands = {hand.seat for hand in table.evidence.hands}
    if not node.state.finished:
        hands &= set(node.state.playing)
    plain = len(node.used) == len(table.evidence.fresh) and hands <= node.shown
    if plain and not is_taken(node.state, table.evidence):
        return  # nothing is left to explain
    suggested = list(acts(node.state, table.evidence, node.used, node.shown))
    suggested += untold_wins(node.state, table.evidence, node.used)
    if node.blind is None and any(
        one.stacked is None for at, one in enumerate(table.evidence.fresh) if at not in node.used
    ):
        suggested += blind(node.state, table.evidence, node.used)
    for act in suggested:
        one = _after(node, act, table)
        key = bare(act.events) if act.piece is None else (*bare(act.events), act.piece)
        if one is not None and key not in seen:
            seen.add(key)  # type: ignore[arg-type]
            yield one


def bare(events: Step) -> Step:
    """The events without the hands told."""
    return tuple(_bare(event) for event in events)


def _bare(event: TableEvent) -> TableEvent:
    match event:
        case Won(seats):
            return Won(seats)
        case Konged(seat, how, tile):
            return Konged(seat, how, tile)
        case _:
            return event


def _after(node: Explanation, act: Act, table: Table) -> Explanation | None:
    """The explanation with one more act; None where that would break a rule, or a person refused it."""
    if node.steps and isinstance(act.events[0], Won) and isinstance(node.steps[-1][-1], Won):
        return None  # several winners of one tile are one act
    state, before = node.state, node.state
    events: list[TableEvent] = []
    for event in act.events:
        found = check(state, event)
        if found and isinstance(event, Won) and event.hands and not check(state, Won(event.seats)):
            event, found = Won(event.seats), ()
        if found:
            return None
        state = move(state, event)
        events.append(event)
    come, gone = changed(before, state)
    odds = node.odds + act.odds
    used, placed = set(node.used), list(node.placed)
    if act.took is not None:
        used.add(act.took)
    told: list[tuple[TableEvent, int]] = []
    newest = node.newest
    fresh = table.evidence.fresh
    seen = seen_counts(before)
    views = 1
    waiting: list[Laid] = []
    first_of: set[int] = set()
    for tile in sorted(come):
        at = act.piece if act.piece is not None and tile.area is Area.DISCARD else None
        if at is None and not tile.back and not act.blind:
            at = best_match(tile, fresh, used, 0.0 if act.blurred else POSSIBLE)
        if at is None:
            if not act.blind:
                waiting.append(tile)
            continue
        used.add(at)
        away = fresh[at].gone - (not table.evidence.looked(tile.area, tile.seat))
        if away > 0:  # views that looked, this one or earlier ones
            odds += table.sight.miss_for(away)
        views = max(views, fresh[at].views)
        newest = max(newest, _began(fresh[at]))
        odds += _late(node.newest, fresh[at].first)
        told += ((event, at) for event in events if _tells(event, tile))
        on_top = fresh[at].stacked
        if on_top is not None:
            odds += on_top
            continue
        placed.append((tile, at))
        if act.blurred:
            odds += 0.0 if tile.kind in first_of else table.sight.is_kind(fresh[at].likelihoods, tile.kind)
            first_of.add(tile.kind)
        elif tile.kind in first_of:
            odds += table.sight.one_more(fresh[at].likelihoods, tile.kind, together=read_together(at, fresh))
        else:
            odds += table.sight.new_tile(fresh[at].likelihoods, tile.kind, seen)
            first_of.add(tile.kind)
    for hand in table.evidence.hands:
        if hand.seat in act.hands:
            odds += _late(newest, hand.since)
            newest = max(newest, hand.after)
    backs = table.evidence.backs
    for tile in waiting:
        if tile.back:
            odds += 0.0 if tile.seat in backs else max(table.sight.miss_for(views), BLANK)
        elif not table.evidence.looked(tile.area, tile.seat):
            odds -= 1.0
        else:
            odds += log(table.sight.stacked) if tile.kong else table.sight.miss_for(views)
    won = any(isinstance(event, Won) for event in events)
    for tile in gone:
        by_chain = any(tile == one for one, _ in node.placed)
        if by_chain or tile in table.pairs:
            lies = TWICE if shows_winning(state, table.evidence, act.hands) else LEFT_LYING
            odds += lies if won else table.sight.extra_for(3)
        elif won and table.lay_beside(tile, act.hands) and shows_winning(state, table.evidence, act.hands):
            odds += TWICE + _lost(tile, table.missing[tile], table)  # the win did not take it
    spots = [(event, fresh[at].piece) for event, at in told]
    spots += [
        (event, face.piece)
        for event in events
        if isinstance(event, Won)
        for hand in table.evidence.hands
        if hand.seat in event.seats
        for face in (hand.faces[:1] if hand.is_open else hand.faces)
    ]
    for no, spot in table.evidence.refused:
        if any(_same(event, no) and spot.holds(piece) for event, piece in spots):
            return None
    return Explanation(
        state,
        (*node.steps, tuple(events)),
        odds,
        frozenset(used),
        node.taken | gone,
        node.shown | set(act.hands),
        (*node.told, *told),
        tuple(placed),
        newest,
        blind=len(node.steps) if act.blind else node.blind,
        astray=node.astray or _astray(act, fresh),
        before=node,
    )


def _began(one: Fresh) -> float:
    """When a piece may have come at the earliest: one that shifted was not looked at all the time."""
    shift = one.piece.shift
    return one.first if one.stacked is None or shift is None else min(one.first, shift.before)


def _astray(act: Act, fresh: Sequence[Fresh]) -> bool:
    """Whether the discard lies where another player's do, or nobody's."""
    if act.piece is None:
        return False
    piece = fresh[act.piece].piece
    return piece.area is Area.UNKNOWN or piece.seat not in (act.events[-1].seat, None)  # type: ignore[union-attr]


def _same(event: TableEvent, other: TableEvent) -> bool:
    """Whether two events are the same but for the hands told."""
    return bare((event,)) == bare((other,))


def _tells(event: TableEvent, tile: Laid) -> bool:
    """Whether a tile laid on the table is what told this event."""
    if getattr(event, "tile", None) is not tile.tile or getattr(event, "seat", None) != tile.seat:
        return False
    return isinstance(event, Discarded) == (tile.area is Area.DISCARD)


def _weighed(node: Explanation, table: Table) -> Explanation:
    """The explanation with the odds of all that it leaves unexplained."""
    sight, evidence = table.sight, table.evidence
    whole = node.odds
    # a tile that may bear another and does not was nudged
    spare = {at: one for at, one in enumerate(evidence.fresh) if at not in node.used and one.stacked is None}
    lost = {tile: views for tile, views in table.missing.items() if tile not in node.taken}
    for tile, views in lost.items():
        cost = _lost(tile, views, table)
        other = twin(tile, spare, sight) if tile not in table.replaced else None
        if other is not None:
            at, misread = other
            moved = misread + MOVED
            if moved > cost + _extra(spare[at], sight):
                del spare[at]
                cost = moved
        whole += cost
    if evidence.wall is not None:
        replaced = any(evidence.fresh[at].stacked is not None for at in node.used)
        whole += evidence.wall.log_odds(node.state, replaced=replaced)
    for one in spare.values():
        whole += _extra(one, sight) + (1.0 if one.piece.area is Area.UNKNOWN else 0.0)
    for hand in evidence.hands:
        if hand.seat not in node.shown:
            whole += SHOWN + (min(hand.views, 4) - 1) * sight.stays
    return replace(node, whole=whole)


def _extra(one: Fresh, sight: Sight) -> float:
    """Log odds that a piece is no tile that came since."""
    return sight.extra_of(one.likelihoods, one.views, early=one.early)


def _lost(tile: Laid, views: int, table: Table) -> float:
    """Log odds that a tile of the record is not found."""
    if not views:
        return -0.1
    if tile.back:
        return max(table.sight.miss_for(views), BLANK)
    return log(table.sight.stacked) if tile.kong or tile in table.under else table.sight.miss_for(views)

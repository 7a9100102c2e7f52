"""亮牌: the hands that lie open once the round is over, as far as the money needs them."""

from __future__ import annotations

from math import exp

from assistant.events import Revealed, TableEvent
from assistant.hands import Hand
from assistant.round import can
from assistant.seats import Seat
from assistant.state import DEAL, RoundState, Status, WallEmptied, WinMade
from assistant.tiles import COPIES, KINDS, Counts, Tile
from assistant.watching.explanations import Table
from assistant.watching.open_hands import UNSURE, HandSeen, Reading, kinds_in, log_odds_of, read
from assistant.watching.pairing import seen_counts
from assistant.watching.unread import left_over, one_unread, unread_at
from assistant.watching.verdicts import Accepted, Nothing, Question, Verdict

LONG = 6
"""A tile that so many views have not shown is asked about."""
CLEAR = -2.0
"""Log odds of the faces from which on they are what is left of all the other tiles."""
FORCED = -6.0
"""Log odds of the faces under which a reading is one that four copies of a kind alone allow."""


def wanted(state: RoundState) -> frozenset[Seat]:
    """Whose hands the money still needs: winners' that nobody told, and at an empty wall those of all who
    were in.
    """
    seats = {fact.seat for fact in state.facts if isinstance(fact, WinMade) and fact.whole is None}
    if any(isinstance(fact, WallEmptied) for fact in state.facts):
        seats |= {
            seat
            for seat, own in enumerate(state.seats)
            if own.status is Status.IN and not own.told and own.unseen
        }
    return frozenset(seats)


def reveals(state: RoundState, table: Table) -> Verdict:
    """The hands that can be read, or a question about one that reads in two ways; while play goes on those of
    winners, where nothing about them is doubtful.
    """
    needed = wanted(state)
    hands = [hand for hand in table.evidence.hands if hand.seat in needed and hand.is_open]
    doubts: list[Question] = []
    unsure = table.evidence.unsure
    for hand in hands:
        ways = _ways(state, hand, hands, unsure)
        if state.finished:
            ways = (() if unsure else _by_the_rest(state, hand)) or ways
            if not ways and hand.steady >= LONG:
                unread = _unread(state, hand, hands, unsure, table.sight.likely)
                if isinstance(unread, Accepted):
                    return unread
                doubts += [unread] if isinstance(unread, Question) else []
        if not ways or not hand.is_whole:
            continue
        events = tuple(Revealed(hand.seat, Hand(way.counts)) for way in ways)
        able = [(event, way.odds) for event, way in zip(events, ways, strict=True) if can(state, event)]
        if not able:
            continue
        total = sum(share for _, share in able)
        event, best = able[0]
        forced = log_odds_of(hand.faces, ways[0].counts) < FORCED
        if not forced and best / total >= (table.sight.likely if state.finished else table.sight.sure):
            return Accepted((event,), best / total)
        if state.finished and hand.views > table.sight.patience + 1:
            places = tuple(one.piece.at for one in hand.faces if max(one.likelihoods[:KINDS]) < UNSURE)
            options: tuple[tuple[TableEvent, ...], ...] = tuple((one,) for one, _ in able[:3])
            doubts.append(Question((*options[:2], ()) if forced else options, places))
    return doubts[0] if doubts else Nothing()


def _win(state: RoundState, hand: HandSeen) -> WinMade | None:
    """The win of the seat whose hand it is."""
    return next((fact for fact in state.facts if isinstance(fact, WinMade) and fact.seat == hand.seat), None)


def _by_the_rest(state: RoundState, hand: HandSeen) -> tuple[Reading, ...]:
    """The hand that is left where every other tile is known, if what is seen of it fits."""
    own = state.seats[hand.seat]
    elsewhere = [one - other for one, other in zip(seen_counts(state), own.known, strict=True)]
    left = left_over(tuple(elsewhere), own.size) if _win(state, hand) is None else None
    if left is None or not own.size - 1 <= len(hand.faces) <= own.size:
        return ()
    return (Reading(left, 1.0),) if log_odds_of(hand.faces, left) >= CLEAR else ()


def _unread(
    state: RoundState, hand: HandSeen, hands: list[HandSeen], unsure: tuple[Tile, ...], likely: float
) -> Verdict:
    """A question about the one tile of a hand that is not seen; a winner's may lie there with the tile that
    won, and is told where but one tile completes it and the rest reads so with these odds.
    """
    own, win = state.seats[hand.seat], _win(state, hand)
    seen = _elsewhere(state, hand, hands, unsure)
    void, extra = (None, None) if win is None else (win.void, win.tile)
    if own.size + 3 * len(own.melds) > DEAL:
        extra = None  # it is among them
    found: list[Counts] = []
    if len(hand.faces) + 1 == own.size:
        ways = one_unread(hand.faces, seen, own.melds, void, extra, wins=win is not None)
        found = [way.counts for way in ways]
    elif win is not None and len(hand.faces) == own.size and extra in kinds_in(hand.faces):
        elsewhere = tuple(many - (kind == extra) for kind, many in enumerate(seen))
        found = [way.counts for way in one_unread(hand.faces, elsewhere, own.melds, void, None, wins=True)]
    left = left_over(seen, own.size) if win is None and len(hand.faces) + 1 >= own.size else None
    found += [left] if left is not None and left not in found else []
    events = (Revealed(hand.seat, Hand(counts)) for counts in found)
    options: tuple[tuple[TableEvent, ...], ...] = tuple((event,) for event in events if can(state, event))
    if win is not None and len(found) == len(options) == 1:
        reads = exp(log_odds_of(hand.faces, found[0]))
        if reads >= likely:
            return Accepted(options[0], reads)
    return Question((*options, ()), unread_at(hand.faces)) if options else Nothing()


def _elsewhere(
    state: RoundState, hand: HandSeen, hands: list[HandSeen], unsure: tuple[Tile, ...]
) -> tuple[int, ...]:
    """Copies of each kind that do not lie in this hand; `unsure`: kinds recorded with a doubt."""
    own = state.seats[hand.seat]
    seen = [one - other for one, other in zip(seen_counts(state), own.known, strict=True)]
    for tile in unsure:
        seen[tile] -= 1
    for other in hands:
        if other is not hand:
            won = _win(state, other)
            if won is not None and won.tile is not None and len(other.faces) > state.seats[other.seat].size:
                seen[won.tile] -= 1  # the record knows it, and it lies there too
            for one in other.faces:
                kind = max(range(KINDS), key=one.likelihoods.__getitem__)
                if one.likelihoods[kind] >= UNSURE and seen[kind] < COPIES:  # a fifth copy is misread there
                    seen[kind] += 1
    return tuple(seen)


def _ways(
    state: RoundState, hand: HandSeen, hands: list[HandSeen], unsure: tuple[Tile, ...]
) -> tuple[Reading, ...]:
    own, win = state.seats[hand.seat], _win(state, hand)
    seen = list(_elsewhere(state, hand, hands, unsure))
    with_tile = win is not None and len(hand.faces) == own.size + 1
    if len(hand.faces) != own.size + with_tile:
        return ()
    if win is None:
        return read(hand.faces, tuple(seen), own.melds, wins=False)
    if with_tile and win.tile is not None:
        seen[win.tile] -= 1
        return read(hand.faces, tuple(seen), own.melds, win.void, wins=True)
    whole = win.tile is not None and len(hand.faces) + 3 * len(own.melds) == DEAL
    return read(hand.faces, tuple(seen), own.melds, win.void, win.tile if whole else None, wins=True)

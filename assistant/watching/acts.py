"""可能的动作: the legal acts that a view suggests at one point of a round, each with the draws nobody saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import log
from typing import NamedTuple

from assistant import claims, void_suit
from assistant.events import Discarded, Drawn, How, Konged, Ponged, TableEvent, VoidChosen, WallEmpty, Won
from assistant.hands import Hand
from assistant.melds import MeldKind
from assistant.observation import Area
from assistant.seats import Seat, after
from assistant.state import DEAL, Offer, Phase, RoundState
from assistant.tiles import COPIES, KINDS, TILES, Tile
from assistant.watching.evidence import UNSEEN, Evidence
from assistant.watching.heap import MINGLED
from assistant.watching.laid import hides_two
from assistant.watching.meld_layout import crosswise, gapped
from assistant.watching.memory import Fresh
from assistant.watching.open_hands import HandSeen, kinds_in, log_odds_of, read
from assistant.watching.pairing import seen_counts
from assistant.watching.pond import earliest

NONE_DENIED: frozenset[Tile] = frozenset()
POSSIBLE = 0.01
"""A kind is thought of from this likelihood on."""
DISCARD, PONG, KONG, WIN, WALL = -1.2, -2.5, -3.5, -3.0, -1.0
"""Log odds of an act between two views."""
UNMOVED = -3.0
"""A discard that comes though nothing moved: it was not found before, or is none."""
UNLIKE = -2.5
"""A discard that looks like a thing that is no tile."""
LAY_THERE = -6.0
"""A later discard that lay there before anybody had thrown: who throws lays a tile there that was not."""
SAID = -1.0
"""A discard for each time that people have said something against its tile, but for the first."""
AT_ONCE = -12.0
"""A fourth tile put to a pong that was claimed just now: who has it kongs instead."""
UNLOOKED = -1.0
"""A discard that lies where the camera did not look."""
SILENT = -10.0
"""A win of which neither hand nor tile was seen."""
NOWHERE = -4.0
"""A winning tile that is to be seen nowhere."""
OTHERS = 4
"""Of the tiles before other players so many are thought of as the next discard, those seen first."""
NOT_COMPLETE = -8.0
"""A win with a hand that reads as no complete one."""
APART = 0.02
"""The tile that lies apart from an open hand is not the one that won, 0..1."""


class Act(NamedTuple):
    """Events that belong together, the pieces that suggested them, and their log odds beforehand."""

    events: tuple[TableEvent, ...]
    odds: float
    piece: int | None = None
    """which fresh piece is the discard"""
    blind: bool = False
    """a discard that is thought to lie where the view does not show it, of a kind nobody knows"""
    took: int | None = None
    """a piece that was seen, and that this act took away"""
    hands: tuple[Seat, ...] = ()
    """whose open hands or winning tiles it explains"""
    blurred: bool = False
    """a claim of a discard that is gone, by a meld that reads as another kind"""


def acts(
    state: RoundState, evidence: Evidence, used: frozenset[int], shown: frozenset[Seat]
) -> Iterator[Act]:
    """What may have come next. `used`: fresh pieces explained already; `shown`: hands explained already."""
    left = [(at, one) for at, one in enumerate(evidence.fresh) if at not in used]
    hands = [one for one in evidence.hands if one.seat not in shown and one.seat in state.playing]
    if state.finished:  # one more winner of the tile that ended it
        if state.offer is not None and state.offer.winners:
            yield from _wins(state, evidence, hands)
        return
    yield from _melds(state, evidence, left, used)
    if state.phase is Phase.ACT or state.wall:
        yield from _discards(state, evidence, left)
        yield from _own_wins(state, evidence, hands, left, used)
    yield from _wins(state, evidence, hands)
    yield from _wall(state, evidence, hands)


def blind(state: RoundState, evidence: Evidence, used: frozenset[int]) -> Iterator[Act]:
    """A discard of the seat whose turn it is that this view does not show: the odds that there is more to it
    than what is seen. Its kind stands for any.
    """
    if state.finished or not (state.phase is Phase.ACT or state.wall):
        return
    seat = state.turn
    seen = seen_counts(state)
    left = [one for at, one in enumerate(evidence.fresh) if at not in used and one.stacked is None]
    shown = {tile for one in left for tile in kinds_of(one)[:1]}
    kinds = [tile for tile in TILES if tile not in shown and seen[tile] < COPIES]
    if kinds:
        tile = min(kinds, key=lambda one: (seen[one], one))
        events = (*before_acting(state, tile), Discarded(seat, tile))
        lying = (one.views for one in left if not one.is_thing and not one.gone)
        views = min(lying, default=1) if evidence.sight.misplaced > MINGLED else 1
        odds = UNLOOKED if not evidence.looked(Area.DISCARD, seat) else evidence.sight.miss_for(views)
        yield Act(events, DISCARD + odds, blind=True)


def before_acting(state: RoundState, suit_of: Tile | None = None) -> tuple[TableEvent, ...]:
    """What the seat whose turn it is must have done before it acts: drawn; and where void suits are declared
    and its own is not recorded, chosen that of its first discard.
    """
    events: tuple[TableEvent, ...] = ()
    own = state.seats[state.turn]
    if suit_of is not None and not own.discards and void_suit.undeclared(own, state.rules):
        events = (VoidChosen(state.turn, suit_of.suit),)
    if state.phase is Phase.DRAW:
        events = (*events, Drawn(state.turn))
    return events


def kinds_of(
    fresh: Fresh, seen: Sequence[int] | None = None, denied: frozenset[Tile] = NONE_DENIED
) -> tuple[Tile, ...]:
    """The kinds that a piece may be, the likeliest first, three at most: of a kind of which four copies have
    been `seen` it is none, nor one of those `denied`.
    """
    worth = fresh.likelihoods[:KINDS]
    if seen is not None:
        worth = tuple(one * max(COPIES - many, 0) for one, many in zip(worth, seen, strict=True))
    total = sum(worth) or 1.0
    ranked = sorted(range(KINDS), key=lambda kind: -worth[kind])
    ranked = [kind for kind in ranked if kind not in denied][:3]
    return tuple(TILES[kind] for kind in ranked if worth[kind] >= POSSIBLE * total)


def _discards(state: RoundState, evidence: Evidence, left: Sequence[tuple[int, Fresh]]) -> Iterator[Act]:
    seat = state.turn
    lying = [(at, one) for at, one in left if one.piece.area is Area.DISCARD and one.piece.seat == seat]
    pond = dict(evidence.ponds).get(seat, ())
    own = [*earliest(lying, pond, thing=False), *earliest(lying, pond, thing=True)]
    other = [
        (at, one)
        for at, one in left
        if one.piece.area is Area.UNKNOWN or (one.piece.area is Area.DISCARD and one.piece.seat != seat)
    ]
    other = sorted(other, key=lambda pair: (pair[1].first, pair[0]))[:OTHERS]
    seen = seen_counts(state)
    begun = any(player.discards for player in state.seats)
    for at, one in (*own, *other):
        astray = evidence.lay_there(seat, one) + LAY_THERE * (one.early and begun)
        astray += UNLIKE * one.is_thing + UNMOVED * one.calm + SAID * max(one.against - 1, 0)
        for tile in kinds_of(one, seen, evidence.denied(seat, one)):
            events = (*before_acting(state, tile), Discarded(seat, tile))
            yield Act(events, DISCARD + astray, at)


def _melds(
    state: RoundState, evidence: Evidence, left: Sequence[tuple[int, Fresh]], used: frozenset[int]
) -> Iterator[Act]:
    """Pongs and kongs of which at least two tiles are seen, and a fourth tile to a pong."""
    taken = [COPIES if many > COPIES - 2 else 0 for many in seen_counts(state)]
    offer = state.offer
    for seat in state.playing:
        pieces = [one for _, one in left if one.piece.area is Area.MELD and one.piece.seat == seat]
        if not pieces:
            continue
        if offer is not None and offer.seat != seat and _misread(evidence, offer, pieces):
            yield Act((Ponged(seat, offer.tile),), PONG, blurred=True)
            yield Act((Konged(seat, How.EXPOSED, offer.tile),), KONG, blurred=True)
        backs = evidence.backs.count(seat)
        able = {tile for one in pieces for tile in (*kinds_of(one), *kinds_of(one, taken))}
        for tile in sorted(able):
            alike = [one for one in pieces if one.likelihoods[tile] >= POSSIBLE]
            turned = crosswise(alike)
            pong = any(one.kind is MeldKind.PONG and one.tile is tile for one in state.seats[seat].melds)
            if pong:
                if seat == state.turn:
                    odds = KONG if state.phase is Phase.DRAW or state.draw is not None else AT_ONCE
                    yield Act((*before_acting(state), Konged(seat, How.ADDED, tile)), odds)
                continue
            if len(alike) < 2:
                continue
            yield from _claimed(state, evidence, Ponged(seat, tile), PONG + gapped(alike), used)
            yield from _claimed(state, evidence, Konged(seat, How.EXPOSED, tile), KONG + turned, used)
            if seat == state.turn and (len(alike) > 2 or backs or hides_two(state.rules)):
                kong = Konged(seat, How.CONCEALED, tile)
                yield Act((*before_acting(state), kong), KONG - turned)


def _misread(evidence: Evidence, offer: Offer, pieces: Sequence[Fresh]) -> bool:
    """Whether the last discard is gone, and a new meld does not read as its kind."""
    if offer.kong is not None or len(pieces) < 3 or (offer.seat, offer.tile) not in evidence.gone:
        return False
    return sum(one.likelihoods[offer.tile] >= POSSIBLE for one in pieces) < 2


def _claimed(
    state: RoundState, evidence: Evidence, claim: Ponged | Konged, odds: float, used: frozenset[int]
) -> Iterator[Act]:
    """A claim of the last discard, or of one that lies there no more."""
    offer, seat = state.offer, claim.seat
    if offer is not None and offer.tile is claim.tile and offer.seat != seat and offer.kong is None:
        yield Act((claim,), odds)
    if state.turn != seat and (state.phase is Phase.ACT or state.wall):
        thrown = Discarded(state.turn, claim.tile)
        unseen, took = evidence.unseen(state.turn, claim.tile, used)
        yield Act((*before_acting(state, claim.tile), thrown, claim), odds + DISCARD + unseen, took=took)


def _told(
    state: RoundState, evidence: Evidence, shown: HandSeen, tile: Tile | None, *, counted: bool = False
) -> tuple[Hand | None, float]:
    """The hand that a winner shows, without the winning `tile` (None: a self-draw, with all its tiles), and
    how well it fits a win in log odds. None where it cannot be read beyond doubt yet: a hand told wrongly
    makes a discard to come a fifth copy. `counted`: the record counts the winning tile as lying open, and it
    lies with the hand.
    """
    own = state.seats[shown.seat]
    size = DEAL - 3 * len(own.melds)
    void = void_suit.forbidden(own, state.rules)
    faces = shown.faces
    if not shown.is_open:
        apart = shown.apart
        if apart is None:
            return None, NOT_COMPLETE
        return None, 0.0 if tile is None else log(max(apart.likelihoods[tile], 1e-4) * KINDS)
    seen = [one - other for one, other in zip(seen_counts(state), own.known, strict=True)]
    for kind in evidence.unsure:
        seen[kind] -= 1
    if len(faces) == size + 1:
        if tile is not None:
            seen[tile] -= counted
        found = read(faces, tuple(seen), own.melds, void, wins=True)
        if tile is not None:
            found = tuple(one for one in found if one.counts[tile])
        if not found:
            return None, NOT_COMPLETE
        counts = found[0].counts
        fit = log_odds_of(faces, counts)
        if tile is not None:
            apart = shown.apart
            fit += log(KINDS / 3) + (0.0 if apart is None else log(max(apart.likelihoods[tile], APART)))
        if found[0].odds < evidence.sight.sure or not shown.is_whole:
            return None, fit
        hand = Hand(counts)
        return (hand if tile is None else hand.with_tile(tile, -1)), fit
    if len(faces) == size and tile is not None:
        found = read(faces, tuple(seen), own.melds, void, tile, wins=True)
        if not found:
            return None, NOT_COMPLETE
        fit = log_odds_of(faces, found[0].counts)
        sure = found[0].odds >= evidence.sight.sure and shown.is_whole
        return (Hand(found[0].counts) if sure else None), fit
    return None, -1.5 * abs(size + 1 - len(faces))


def _with_hands(seats: tuple[Seat, ...], told: dict[Seat, Hand | None]) -> Won:
    return Won(seats, tuple((seat, hand) for seat in seats if (hand := told[seat]) is not None))


def _wins(state: RoundState, evidence: Evidence, hands: Sequence[HandSeen]) -> Iterator[Act]:
    """Wins on the offer, by one or several."""
    offer = state.offer
    if offer is None:
        return
    able = [one for one in hands if one.seat != offer.seat and one.seat not in offer.winners]
    gone = (offer.seat, offer.tile) in evidence.gone or offer.kong is not None
    told = {one.seat: _told(state, evidence, one, offer.tile, counted=gone) for one in able}
    for many in range(1, len(able) + 1):
        for chosen in combinations(able, many):
            seats = claims.in_order(offer, tuple(one.seat for one in chosen), state.players)
            fit = sum(told[seat][1] for seat in seats)
            won = _with_hands(seats, {seat: told[seat][0] for seat in seats})
            yield Act((won,), WIN + fit, hands=seats)


def _own_wins(
    state: RoundState,
    evidence: Evidence,
    hands: Sequence[HandSeen],
    left: Sequence[tuple[int, Fresh]],
    used: frozenset[int],
) -> Iterator[Act]:
    """A self-draw; a win on a discard or an added kong that no view has shown; a win nobody saw."""
    seat = state.turn
    for one in hands:
        if one.seat == seat:
            if state.phase is Phase.ACT and state.draw is None:
                continue
            hand, fit = _told(state, evidence, one, None)
            apart = one.apart
            tile = kinds_of(apart)[0] if apart is not None and kinds_of(apart) else None
            draw = before_acting(state)
            if draw and tile is not None and (not one.is_open or (hand is not None and hand.counts[tile])):
                draw = (*draw[:-1], Drawn(seat, tile))
                hand = hand.with_tile(tile, -1) if hand is not None else None
            yield Act((*draw, _with_hands((seat,), {seat: hand})), WIN + fit, hands=(seat,))
            continue
        yield from _untold_discard(state, evidence, one, hands, used)
    if state.phase is Phase.DRAW and left and not any(one.seat == seat for one in hands):
        others = [one for _, one in left if one.piece.area is Area.DISCARD and one.piece.seat is not None]
        following = next((other for other in after(seat, state.players) if other in state.playing), seat)
        if any(one.piece.seat == following for one in others):
            yield Act((*before_acting(state), Won((seat,))), SILENT)


def _untold_discard(
    state: RoundState, evidence: Evidence, one: HandSeen, hands: Sequence[HandSeen], used: frozenset[int]
) -> Iterator[Act]:
    """Wins on a discard or an added kong that no view has shown, of a tile that this winner's hand shows, by
    the winner alone or with others whose hands lie open.
    """
    seat = state.turn
    others = [hand for hand in hands if hand.seat not in (seat, one.seat)]
    kinds = kinds_of(one.apart)[:1] if one.apart is not None else kinds_in(one.faces)
    for tile in kinds:
        told = {one.seat: _told(state, evidence, one, tile)}
        if told[one.seat][1] <= NOT_COMPLETE:
            continue
        told |= {hand.seat: _told(state, evidence, hand, tile) for hand in others}
        able = [hand for hand in others if told[hand.seat][1] > NOT_COMPLETE]
        events, unseen = (*before_acting(state, tile), Discarded(seat, tile)), 0.0
        thrown, took = evidence.unseen(seat, tile, used)
        pongs = (meld.tile for meld in state.seats[seat].melds if meld.kind is MeldKind.PONG)
        kong = (*before_acting(state), Konged(seat, How.ADDED, tile)) if tile in pongs else ()
        if one.is_open and len(one.faces) <= DEAL - 3 * len(state.seats[one.seat].melds):
            unseen = NOWHERE  # the winning tile lies neither here nor among the discards
        for many in range(len(able) + 1):
            for more in combinations(able, many):
                winners = {one.seat, *(hand.seat for hand in more)}
                seats = tuple(winner for winner in after(seat, state.players) if winner in winners)
                won = _with_hands(seats, {winner: told[winner][0] for winner in seats})
                fit = WIN - log(len(kinds)) + sum(told[winner][1] for winner in seats)
                yield Act((*events, won), fit + thrown + unseen, took=took, hands=seats)
                if kong:
                    yield Act((*kong, won), fit + UNSEEN + KONG - DISCARD, hands=seats)


def _wall(state: RoundState, evidence: Evidence, hands: Sequence[HandSeen]) -> Iterator[Act]:
    """The wall's end, at which all who are in lay their hands open; the last tile may be kept."""
    if state.phase is not Phase.DRAW or state.wall > 1:
        return
    opened = {one.seat for one in hands if one.is_open}
    always = evidence.faced & set(state.playing)
    looked = {seat for seat in state.playing if evidence.looked(Area.HAND, seat)}
    if not opened or len(opened | always) < 2 or not looked <= opened | always:
        return
    events = (*before_acting(state), WallEmpty()) if state.wall else (WallEmpty(),)
    yield Act(events, WALL + (KONG if state.wall else 0.0), hands=tuple(sorted(opened)))

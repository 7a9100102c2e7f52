"""可行: the events that may come next; `checks` then says which of them break nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from assistant import claims, void_suit
from assistant.events import (
    Discarded,
    Drawn,
    How,
    Konged,
    Passed,
    Ponged,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.melds import MeldKind
from assistant.seats import Seat
from assistant.state import Phase, RoundState, Source
from assistant.tiles import COPIES, TILES, Suit, Tile


def choices(state: RoundState) -> Iterator[TableEvent]:
    """Events of play worth asking about: draws, discards, claims, wins, passes, void choices, the wall's end.

    Draws nobody sees come before those of each kind that is left. Reveals, corrections, false wins and
    leaving are always possible and not among them.
    """
    if state.phase is Phase.OVER:
        return
    void_choices = tuple(_void_choices(state))
    if void_choices:  # 定缺 comes before anything else, 天胡 too (RULES 11.11)
        yield from void_choices
        return
    if state.phase is Phase.ACT:
        yield from _acts(state, state.turn)
        if not state.wall:  # the last tile may be kept
            yield WallEmpty()
        return
    yield from _claims(state)
    if state.wall:
        yield Drawn(state.turn)
        yield from (Drawn(state.turn, tile) for tile in TILES if state.copies_free(tile) > 0)
    else:
        yield WallEmpty()


def _void_choices(state: RoundState) -> Iterator[TableEvent]:
    if state.opened:
        return
    for seat, own in enumerate(state.seats):
        if void_suit.undeclared(own, state.rules):
            yield from (VoidChosen(seat, suit) for suit in Suit)


def _may_hold(state: RoundState, seat: Seat, tile: Tile, many: int) -> bool:
    own = state.seats[seat]
    short = many - own.known[tile]
    return short <= 0 or (own.unseen >= short and state.copies_free(tile) >= short)


def _acts(state: RoundState, seat: Seat) -> Iterator[TableEvent]:
    """What a player with 14 - 3 x melds tiles may do."""
    own = state.seats[seat]
    if claims.source(state, seat) is Source.SELF_DRAW and claims.can_win(state, seat) is not False:
        yield Won((seat,))
    yield from (Discarded(seat, tile) for tile in TILES if _may_hold(state, seat, tile, 1))
    yield from (Konged(seat, How.CONCEALED, tile) for tile in TILES if _may_hold(state, seat, tile, COPIES))
    for meld in own.melds:
        if meld.kind is MeldKind.PONG and _may_hold(state, seat, meld.tile, 1):
            yield Konged(seat, How.ADDED, meld.tile)


def _claims(state: RoundState) -> Iterator[TableEvent]:
    """What the others may do with the tile on offer."""
    offer = state.offer
    if offer is None:
        return
    others = state.others_in(offer.seat)
    winners = [seat for seat in others if claims.can_win(state, seat) is not False]
    for many in range(len(winners), 0, -1):
        yield from (Won(seats) for seats in combinations(winners, many))
    yield from (Passed(seat) for seat in winners if seat not in offer.passed)
    if offer.kong is not None or offer.winners:
        return
    for seat in others:
        if _may_hold(state, seat, offer.tile, 3):
            yield Konged(seat, How.EXPOSED, offer.tile)
        if _may_hold(state, seat, offer.tile, 2):
            yield Ponged(seat, offer.tile)

"""漏记, 补记: what nobody recorded when it happened: play that went on, and a meld that lies there.

A round that is settled from photos at its end is told so: what the pictures show and the players say are
facts; who discarded what in between stays unknown, and is not made up.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant import void_suit
from assistant.events import How, Melded
from assistant.melds import Meld, MeldKind
from assistant.seats import after
from assistant.state import (
    DEAL,
    NO_TILES,
    Fact,
    Fault,
    KongMade,
    LeftTable,
    Phase,
    RoundState,
    SeatState,
    Status,
    WallEmptied,
    impossible,
    plus,
)
from assistant.tiles import COPIES

HOW = {how.meld: how for how in How}
OWN_TILES = {
    MeldKind.PONG: 2,
    MeldKind.EXPOSED_KONG: 3,
    MeldKind.ADDED_KONG: 3,
    MeldKind.CONCEALED_KONG: 4,
}
"""How many of its tiles come from the player's own hand."""
MOST_MELDS = 4


def gap(state: RoundState, checked: bool = True) -> RoundState:
    """The state after play that nobody recorded: the tile on offer is gone, whose turn it is nobody knows,
    and the hands of those still in are any; claims there may have been: nothing after it is 天胡 or 地胡.
    Where nobody has `checked` what money it missed, it is asked for.
    """
    seats = tuple(
        own.but(known=NO_TILES, unseen=DEAL - 3 * len(own.melds), bans=()) if own.status is Status.IN else own
        for own in state.seats
    )
    return state.but(
        seats=seats,
        phase=Phase.DRAW,
        draw=None,
        offer=None,
        chain=(),
        opened=True,
        claimed=True,
        lost=True,
        unrecorded=True,
        unchecked=state.unchecked if checked else (*state.unchecked, state.events),
    )


def melded_faults(state: RoundState, event: Melded) -> Iterator[Fault]:
    """What is wrong with a meld told afterwards."""
    seat, meld = event.seat, event.meld
    own = state.seats[seat]
    if event.giver is not None and (event.giver == seat or not 0 <= event.giver < state.players):
        said = f"seat {seat} claimed from another seat, 0 to {state.players - 1}: check who discarded"
        yield impossible("bad_giver", said, f"座位{seat}只能碰杠别家打的牌：请核对是谁打的")
        return
    if meld.kind is MeldKind.EXPOSED_KONG and event.giver is None:
        said = f"seat {seat}'s exposed kong of {meld.tile} is paid by who discarded it: say who"
        yield impossible("giver_needed", said, f"座位{seat}直杠{meld.tile.chinese}由打的人付：请说是谁打的")
        return
    if event.out is not None and (seat in event.out or event.giver in event.out):
        said = f"who melds and who discards {meld.tile} was still in then: check who was out"
        yield impossible("bad_out", said, f"{meld.tile.chinese}碰杠时两家都还在打：请核对谁已胡")
        return
    if _ponged(own, meld) is None and len(own.melds) == MOST_MELDS:
        said = f"seat {seat} has four melds already: check the seat"
        yield impossible("too_many_melds", said, f"座位{seat}已有四副碰杠：请核对是谁")
        return
    new, from_hand = _tiles(state, event)
    known = min(own.known[meld.tile], from_hand)
    takes = 0 if _ponged(own, meld) is not None else 3
    if own.unseen < takes - known:
        said = f"seat {seat} has too few tiles nobody saw for a meld of {meld.tile}: check seat and meld"
        yield impossible("not_held", said, f"座位{seat}手里放不下这副{meld.tile.chinese}：请核对是谁、哪副")
    if state.copies_seen(meld.tile) - known + new > COPIES:
        said = f"that would be a fifth {meld.tile} {meld.tile.chinese}: check the meld"
        yield impossible("fifth_copy", said, f"那就有第五张{meld.tile.chinese}了：请核对碰杠")
    yield from void_suit.meld_faults(seat, own, meld.tile, state.rules)


def _ponged(own: SeatState, meld: Meld) -> int | None:
    """The place of the pong that an added kong was made of; None where it is not recorded."""
    pong = Meld(MeldKind.PONG, meld.tile)
    return own.melds.index(pong) if meld.kind is MeldKind.ADDED_KONG and pong in own.melds else None


def _tiles(state: RoundState, event: Melded) -> tuple[int, int]:
    """The meld's tiles that did not lie on the table before, and how many of them the hand gave.

    A recorded discard is the tile claimed where its discarder is named, and where else there would be a fifth
    copy.
    """
    own, meld = state.seats[event.seat], event.meld
    if _ponged(own, meld) is not None:
        return 1, 1
    from_hand = OWN_TILES[meld.kind]
    if meld.kind is MeldKind.CONCEALED_KONG:
        return meld.size, from_hand
    givers = range(state.players) if event.giver is None else (event.giver,)
    lay = any(meld.tile in state.seats[one].discards for one in givers if one != event.seat)
    known = min(own.known[meld.tile], from_hand)
    too_many = state.copies_seen(meld.tile) - known + meld.size > COPIES
    return (meld.size - 1 if lay and (too_many or event.giver is not None) else meld.size), from_hand


def melded(state: RoundState, event: Melded) -> RoundState:
    """The state with the meld: three tiles fewer in hand, as the law of hand sizes has it, whatever was drawn
    and discarded with it; a kong is money.
    """
    seat, meld = event.seat, event.meld
    own = state.seats[seat]
    pong = _ponged(own, meld)
    new, from_hand = _tiles(state, event)
    known = min(own.known[meld.tile], from_hand)
    if pong is None:
        melds, takes = (*own.melds, meld), 3
    else:
        melds, takes = (*own.melds[:pong], meld, *own.melds[pong + 1 :]), 0
    own = own.but(known=plus(own.known, meld.tile, -known), unseen=own.unseen - takes + known, melds=melds)
    own = void_suit.melded(own, meld.tile, state.rules)
    state = _taken_for(state, event)
    state = state.but(
        seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]),
        shown=plus(state.shown, meld.tile, new),
        wall=max(state.wall - meld.is_kong, 0),
        claimed=True,
    )
    return _kong(state, event) if meld.is_kong else state


def _taken_for(state: RoundState, event: Melded) -> RoundState:
    """The state in which the last recorded discard of that kind of the player who is named lies there no
    more.
    """
    giver, tile = event.giver, event.meld.tile
    if giver is None:
        return state
    own = state.seats[giver]
    able = [at for at, one in enumerate(own.discards) if one is tile and at not in own.taken]
    if not able:
        return state
    own = own.but(taken=(*own.taken, able[-1]))
    return state.but(seats=(*state.seats[:giver], own, *state.seats[giver + 1 :]))


def _kong(state: RoundState, event: Melded) -> RoundState:
    """The kong as a fact, before the end of play however late it is told: its income can be refunded."""
    others = state.others_in(event.seat)
    if event.out is not None:
        others = tuple(one for one in after(event.seat, state.players) if one not in event.out)
    fact = KongMade(
        event=state.events,
        seat=event.seat,
        how=HOW[event.meld.kind],
        tile=event.meld.tile,
        discarder=event.giver if event.meld.kind is MeldKind.EXPOSED_KONG else None,
        others=others,
        just_drawn=event.just_drawn,
        stands_since=state.events,
    )
    facts: list[Fact] = list(state.facts)
    end = next((at for at, one in enumerate(facts) if isinstance(one, WallEmptied | LeftTable)), len(facts))
    return state.but(facts=(*facts[:end], fact, *facts[end:]))

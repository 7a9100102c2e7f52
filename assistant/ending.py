"""拍照结账: a win or an empty wall told at its end, from what lies on the table and what the players say, as
the events that a record of it has. What was recorded before stands; what nobody recorded is not made up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assistant.events import (
    Discarded,
    Drawn,
    Gap,
    How,
    Konged,
    Melded,
    Revealed,
    TableEvent,
    WallEmpty,
    Won,
)
from assistant.hands import Hand
from assistant.melds import Meld, MeldKind
from assistant.seats import Seat
from assistant.state import Phase, RoundState, Status
from assistant.tiles import Tile
from assistant.untold import HOW


@dataclass(frozen=True, slots=True)
class KongTold:
    """What a picture does not show of a kong: who discarded its tile (直杠), who was out by then, whether it
    was made with the tile just drawn (弯杠).
    """

    seat: Seat
    tile: Tile
    giver: Seat | None = None
    out: tuple[Seat, ...] | None = None
    just_drawn: bool | None = None


@dataclass(frozen=True, slots=True)
class WinTold:
    """胡 as the players tell it. `giver`: the discarder, or with `robbed` the konger; None: self-drawn."""

    seats: tuple[Seat, ...]
    tile: Tile
    giver: Seat | None = None
    robbed: bool = False
    after_kong: KongTold | None = None
    """杠上花, 杠上炮: the kong just before, of the winner who drew or of the discarder"""
    first: bool = False
    """天胡, 地胡: nothing was played before that the record does not have"""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is told. `hands`: concealed tiles with the melds that lie there, a winner's without the tile won
    on. Neither a win nor an empty wall: the hands alone, of a round whose end is recorded.
    """

    hands: Mapping[Seat, Hand]
    win: WinTold | None = None
    wall_empty: bool = False
    kongs: tuple[KongTold, ...] = ()


def events_of(state: RoundState, end: Ending) -> tuple[TableEvent, ...]:
    """The events that tell it, to be recorded after those that led to `state`. What does not fit (a kong
    whose discarder nobody named, a hand that was recorded otherwise) is found when they are checked.
    """
    hands = {seat: _laid(state, seat, hand) for seat, hand in end.hands.items()}
    return (
        *([Gap()] if _unrecorded(state, end) else ()),
        *(event for seat, hand in hands.items() for event in _melded(state, end, seat, hand)),
        *(_won(state, end.win, hands) if end.win else ()),
        *([WallEmpty()] if end.wall_empty else ()),
        *(Revealed(seat, hand) for seat, hand in hands.items() if _shows(state, end, seat)),
    )


def _shows(state: RoundState, end: Ending, seat: Seat) -> bool:
    """Whether a hand is laid open now: after a win only that of an earlier winner, who had not shown it."""
    return end.win is None or (seat not in end.win.seats and state.seats[seat].status is Status.WON)


def _laid(state: RoundState, seat: Seat, hand: Hand) -> Hand:
    """The hand with its kongs as the record has them: four alike do not show which kong they are; a recorded
    pong can only have become an added one.
    """
    recorded = {meld.tile: meld for meld in state.seats[seat].melds}
    melds = []
    for meld in hand.melds:
        before = recorded.get(meld.tile)
        if meld.is_kong and before is not None:
            meld = before if before.is_kong else Meld(MeldKind.ADDED_KONG, meld.tile)
        melds.append(meld)
    return Hand(hand.counts, hand.unseen, tuple(melds))


def _unrecorded(state: RoundState, end: Ending) -> bool:
    """Whether play went on between the record's last event and what is told."""
    win = end.win
    if win is None:
        return end.wall_empty and state.wall > 0
    return not (win.first or _on_offer(state, win) or _drawn(state, win) or _just_konged(state, win))


def _on_offer(state: RoundState, win: WinTold) -> bool:
    """Whether the tile won on is the one that the record has on offer."""
    offer = state.offer
    return (
        offer is not None
        and (offer.seat, offer.tile) == (win.giver, win.tile)
        and win.robbed == (offer.kong is not None)
    )


def _drawn(state: RoundState, win: WinTold) -> bool:
    """Whether the tile won on is the one that the record has just drawn."""
    draw = state.draw
    own = state.phase is Phase.ACT and win.giver is None and (state.turn,) == win.seats
    return own and draw is not None and draw.tile is win.tile


def _just_konged(state: RoundState, win: WinTold) -> bool:
    """Whether the record ends with the kong that the win came after."""
    kong = win.after_kong
    if kong is None or not state.chain:
        return False
    last = state.facts[state.chain[-1]]
    return (state.turn, getattr(last, "tile", None)) == (kong.seat, kong.tile)


def _melded(state: RoundState, end: Ending, seat: Seat, hand: Hand) -> Iterator[TableEvent]:
    """The melds that lie there and that no event told; the one made just before the win comes with it."""
    last = end.win.after_kong if end.win else None
    told = {(one.seat, one.tile): one for one in end.kongs}
    for meld in hand.melds:
        if meld in state.seats[seat].melds:
            continue
        if last is not None and (seat, meld.tile) == (last.seat, last.tile):
            continue
        kong = told.get((seat, meld.tile), KongTold(seat, meld.tile)) if meld.is_kong else None
        if kong is None:
            yield Melded(seat, meld)
        else:
            yield Melded(seat, meld, kong.giver, kong.out, kong.just_drawn)


def _won(state: RoundState, win: WinTold, hands: Mapping[Seat, Hand]) -> Iterator[TableEvent]:
    kong = win.after_kong
    if kong is not None and not _just_konged(state, win):
        yield from _kong(state, kong, hands)
    if win.giver is None:
        if not _drawn(state, win):
            yield Drawn(win.seats[0], win.tile)
    elif not _on_offer(state, win):
        if win.robbed:
            if not _has_pong(state, win.giver, win.tile):
                yield Melded(win.giver, Meld(MeldKind.PONG, win.tile))
            yield Konged(win.giver, How.ADDED, win.tile)
        else:
            yield Discarded(win.giver, win.tile)
    yield Won(win.seats, tuple(sorted((seat, hands[seat]) for seat in win.seats if seat in hands)))


def _kong(state: RoundState, kong: KongTold, hands: Mapping[Seat, Hand]) -> Iterator[TableEvent]:
    """The kong just before the win: of the kind that lies there; without a picture of it, one from a named
    discarder is exposed, one whose draw is spoken of added, any other concealed.
    """
    laid = next((one for one in hands.get(kong.seat, Hand.of(())).melds if one.tile is kong.tile), None)
    if laid is not None and laid.is_kong:
        how = HOW[laid.kind]
    elif kong.giver is not None:
        how = How.EXPOSED
    else:
        how = How.CONCEALED if kong.just_drawn is None else How.ADDED
    match how:
        case How.EXPOSED:
            if kong.giver is not None:
                yield Discarded(kong.giver, kong.tile)
        case How.ADDED:
            if not _has_pong(state, kong.seat, kong.tile):
                yield Melded(kong.seat, Meld(MeldKind.PONG, kong.tile))
        case How.CONCEALED:
            pass
    yield Konged(kong.seat, how, kong.tile, kong.just_drawn if how is How.ADDED else None)


def _has_pong(state: RoundState, seat: Seat, tile: Tile) -> bool:
    return Meld(MeldKind.PONG, tile) in state.seats[seat].melds

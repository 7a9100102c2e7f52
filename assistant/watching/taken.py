"""不见的牌: a discard that lies there no more though no meld shows it: somebody may have won it, though no
open hand tells who.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.events import Discarded, Won
from assistant.observation import Area
from assistant.seats import Seat, next_in
from assistant.state import DEAL, Phase, RoundState
from assistant.watching.acts import DISCARD, WIN, Act, before_acting, kinds_of
from assistant.watching.evidence import SEEN_GO, Evidence

UNTOLD = -3.5
"""A win that no hand tells: it is asked about, never believed."""
FULLER = 3.0
"""The winner's row has one tile more than a hand."""
SEEN, GONE = 2, 3
"""Views that showed a discard, and later ones that did not."""


def is_taken(state: RoundState, evidence: Evidence) -> bool:
    """Whether the last discard of the record lies there no more."""
    offer = state.offer
    return offer is not None and offer.kong is None and (offer.seat, offer.tile) in evidence.gone


def shows_winning(state: RoundState, evidence: Evidence, winners: Sequence[Seat]) -> bool:
    """Whether a winner's hand shows the tile that won: beside a hand that stands, or one more than the hand
    has.
    """
    return any(
        hand.apart is not None if not hand.is_open else len(hand.faces) > DEAL - 3 * len(own.melds)
        for hand in evidence.hands
        if hand.seat in winners
        for own in (state.seats[hand.seat],)
    )


def untold_wins(state: RoundState, evidence: Evidence, used: frozenset[int]) -> Iterator[Act]:
    """Wins of a discard that is gone, by any seat whose hand does not tell."""
    if state.finished:
        return
    telling = {hand.seat for hand in evidence.hands}
    fuller = _fuller(state, evidence)
    offer = state.offer
    if offer is not None and is_taken(state, evidence):
        for seat in state.playing:
            if seat != offer.seat and seat not in offer.winners and seat not in telling:
                yield Act((Won((seat,)),), WIN + UNTOLD + FULLER * (seat in fuller))
    if not (state.phase is Phase.ACT or state.wall):
        return
    for at, one in enumerate(evidence.fresh):
        piece = one.piece
        if at in used or one.gone < GONE or one.views < SEEN or piece.area is not Area.DISCARD:
            continue
        if one.calm or one.haunted or one.is_thing:  # what came by itself may go by itself
            continue
        lay = evidence.lay_there(state.turn, one)
        for tile in kinds_of(one)[:1]:
            thrown = (*before_acting(state, tile), Discarded(state.turn, tile))
            for seat in state.playing:
                if seat != state.turn and seat not in telling:
                    odds = DISCARD + SEEN_GO + WIN + UNTOLD + FULLER * (seat in fuller) + lay
                    yield Act((*thrown, Won((seat,))), odds, took=at)


def _fuller(state: RoundState, evidence: Evidence) -> frozenset[Seat]:
    """Whose row shows a tile too many, but for who has drawn since, where somebody's hand lies open: the turn
    goes to the next after the winner.
    """
    opened = (hand.seat for hand in evidence.hands if hand.is_open)
    drawn = {next_in(seat, state.playing, state.players) for seat in opened}
    return evidence.fuller - drawn

"""胡牌之后: what a win, a false win or a late reveal does to the state (RULES sections 2 and 11)."""

from __future__ import annotations

from dataclasses import replace

from assistant import claims
from assistant.events import Won
from assistant.hands import Hand
from assistant.melds import Meld, MeldKind
from assistant.rule_words import Ending
from assistant.seats import Seat, next_in
from assistant.state import (
    FalseWinMade,
    KongMade,
    Phase,
    RoundState,
    Source,
    Status,
    WinMade,
)
from assistant.told_hands import told_by_reveal
from assistant.win_checks import alone, shown_win


def won(state: RoundState, event: Won) -> RoundState:
    """The state after a win of one or several seats; whose hand is not complete stays in (RULES 11.15)."""
    wins: list[WinMade] = []
    false: list[WinMade] = []
    for seat in event.seats:
        win = claims.win_of(state, seat, event.hand(seat), event.extra, state.events)
        if win is None:
            continue
        (false if claims.holds(win) is False else wins).append(win)
    winning = alone(state, tuple(win.seat for win in wins))
    before = state
    facts = [
        FalseWinMade(state.events, win.seat, before.others_in(win.seat))
        for win in sorted(false, key=lambda win: event.seats.index(win.seat))
    ]
    state = state.but(facts=(*state.facts, *facts))
    if not winning:
        return state
    by_seat = {win.seat: win for win in wins}
    ordered = [by_seat[seat] for seat in winning]
    if ordered[0].source is Source.ROBBED_KONG:
        state = _robbed(state)
    elif ordered[0].source is Source.DISCARD:
        state = taken(state)
    for win in ordered:
        state = _out(state, win, event.hand(win.seat))
    return _after_win(state, ordered)


def taken(state: RoundState) -> RoundState:
    """The last discard lies before its player no more."""
    offer = state.offer
    if offer is None or offer.kong is not None:
        return state
    own = state.seats[offer.seat]
    place = len(own.discards) - 1
    if place in own.taken:
        return state
    own = own.but(taken=(*own.taken, place))
    return state.but(seats=(*state.seats[: offer.seat], own, *state.seats[offer.seat + 1 :]))


def _robbed(state: RoundState) -> RoundState:
    """抢杠: the kong is a pong again and earns nothing; the tile stays on the table as the winner's."""
    offer = state.offer
    if offer is None or offer.kong is None:
        return state
    kong = state.facts[offer.kong]
    if not isinstance(kong, KongMade) or kong.robbed:
        return state
    facts = list(state.facts)
    facts[offer.kong] = replace(kong, stands_since=None, robbed=True)
    own = state.seats[kong.seat]
    added = Meld(MeldKind.ADDED_KONG, kong.tile)
    melds = tuple(Meld(MeldKind.PONG, kong.tile) if one == added else one for one in own.melds)
    seats = list(state.seats)
    seats[kong.seat] = own.but(melds=melds)
    return state.but(facts=tuple(facts), seats=tuple(seats), chain=())


def _out(state: RoundState, win: WinMade, told: Hand | None) -> RoundState:
    """One winner leaves play, its hand known as far as it was told."""
    own = state.seats[win.seat].but(status=Status.WON)
    held = win.whole if win.source is Source.SELF_DRAW and win.whole is not None else win.hand
    if held is not None and not (win.source is Source.SELF_DRAW and win.whole is None):
        own = own.but(known=held.counts, unseen=held.unseen, told=True)
    elif held is not None and told is not None:
        own = own.but(known=held.counts, unseen=1, told=True)  # the drawn tile, which nobody saw
    seats = list(state.seats)
    seats[win.seat] = own
    offer = state.offer
    if offer is not None and win.source is not Source.SELF_DRAW:
        offer = offer.but(winners=(*offer.winners, win.seat))
    return state.but(seats=tuple(seats), facts=(*state.facts, win), offer=offer)


def _after_win(state: RoundState, wins: list[WinMade]) -> RoundState:
    """Whose turn it is: the next player still in after the last winner from the discarder (SBR 9.2)."""
    last = wins[-1].seat
    if state.offer is not None and state.offer.winners:
        last = claims.in_order(state.offer, state.offer.winners, state.players)[-1]
    following = next_in(last, state.playing, state.players)
    claimed = state.claimed or wins[-1].source is not Source.SELF_DRAW
    over = len(state.playing) <= 1
    match state.rules.ending:
        case Ending.FIRST_WIN:
            over = True
        case Ending.BLOOD:
            pass
    return state.but(
        phase=Phase.OVER if over else Phase.DRAW,
        turn=last if following is None else following,
        draw=None,
        chain=(),
        claimed=claimed,
    )


def reveal(state: RoundState, seat: Seat, hand: Hand) -> RoundState:
    """A seat shows its concealed tiles; a win whose hand nobody knew gets it, or turns out false."""
    own = state.seats[seat]
    told = told_by_reveal(state, seat, hand)
    win = shown_win(state, seat, hand)
    counts = list(told.counts)
    if told.apart is not None:
        counts[told.apart] += 1
    own = own.but(known=tuple(counts), unseen=told.unseen, told=not told.unseen)
    facts = state.facts
    if win is not None:
        place = next(at for at, fact in enumerate(facts) if isinstance(fact, WinMade) and fact.seat == seat)
        fact: WinMade | FalseWinMade = win
        if claims.holds(win) is False:
            fact = FalseWinMade(win.event, seat, win.others)
            own = own.but(status=Status.IN)
        facts = (*facts[:place], fact, *facts[place + 1 :])
    seats = list(state.seats)
    seats[seat] = own
    return state.but(facts=facts, seats=tuple(seats))

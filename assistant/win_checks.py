"""胡牌查错: what is wrong with a declared win or a told hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from assistant import claims
from assistant.events import Won
from assistant.hands import Hand
from assistant.seats import Seat
from assistant.state import Fault, RoundState, Source, WinMade, against, impossible
from assistant.told_hands import same_hand, told_by_reveal, told_faults, told_with_win, win_by


def win_faults(state: RoundState, event: Won) -> Iterator[Fault]:
    """Everything wrong with a win; a hand that is not complete is recorded as a false win (RULES 11.15)."""
    sources = {claims.source(state, seat) for seat in event.seats}
    if None in sources or len(sources) > 1 or (Source.SELF_DRAW in sources and len(event.seats) > 1):
        who = ", ".join(map(str, event.seats))
        said = f"seat {who} has no tile to win on: record the draw or the discard before it"
        seats = "、".join(f"座位{seat}" for seat in event.seats)
        yield impossible("nothing_to_win_on", said, f"{seats}没有可胡的牌：请先记摸牌或打牌")
        return
    for seat in event.seats:
        hand, kind = event.hand(seat), claims.source(state, seat)
        if hand is not None and kind is not None:
            yield from told_faults(state, seat, hand, told_with_win(state, seat, kind, hand))
    for (seat, hand), (other, theirs) in combinations(event.hands, 2):
        if hand.counts == theirs.counts and not hand.unseen and not theirs.unseen:
            yield from same_hand(other, seat, hand.counts)
    for seat, _ in event.hands:
        if seat not in event.seats:
            said = f"seat {seat} has a hand told but does not win: reveal it instead"
            yield impossible("not_a_winner", said, f"座位{seat}没有胡：请用亮牌来记")
    true = []
    for seat in event.seats:
        win = claims.win_of(state, seat, event.hand(seat), event.extra)
        if win is None:
            continue
        if claims.holds(win) is False:
            said = f"seat {seat}'s hand is not complete: a false win 诈胡, it stays in"
            yield against("false_win", said, f"座位{seat}的牌胡不了：记为诈胡，继续打")
            continue
        true.append(seat)
        if claims.is_banned(state, win):
            said = f"seat {seat} let such a win go and may not win this one yet 过手胡"
            yield against("passed_win", said, f"座位{seat}过了手，这张还不能胡：过手胡")
    yield from _alone(state, tuple(true))


def alone(state: RoundState, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those of several winners that win: all, or where one alone may, the next in play order."""
    offer = state.offer
    if offer is None:
        return seats
    ordered = claims.in_order(offer, seats, state.players)
    if state.rules.many_winners:
        return ordered
    return () if offer.winners else ordered[:1]


def _alone(state: RoundState, seats: tuple[Seat, ...]) -> Iterator[Fault]:
    winning = alone(state, seats)
    for seat in seats:
        if seat not in winning:
            said = f"seat {seat} does not win: at this table the next in play order alone does"
            yield against("one_winner", said, f"座位{seat}不算胡：这桌一炮只许下家先胡")


def reveal_faults(state: RoundState, seat: Seat, hand: Hand) -> Iterator[Fault]:
    """Whether a winner whose hand nobody knew shows one that was no win."""
    win = shown_win(state, seat, hand)
    if win is not None and claims.holds(win) is False:
        said = f"seat {seat} shows a hand that was not complete: a false win 诈胡"
        yield against("false_win", said, f"座位{seat}亮的牌胡不了：诈胡")


def shown_win(state: RoundState, seat: Seat, hand: Hand) -> WinMade | None:
    """The win of a seat with the hand it shows now; None where it has not won or its hand was known."""
    win = win_by(state, seat)
    if win is None or win.whole is not None:
        return None
    own = state.seats[seat]
    told = told_by_reveal(state, seat, hand)
    shown = Hand(told.counts, told.unseen, own.melds)
    if shown.unseen:
        return None
    if win.tile is None:
        return replace(win, whole=shown) if shown.surplus == 1 else replace(win, hand=shown)
    whole_told = win.source is Source.SELF_DRAW and told.apart is None
    if whole_told and not shown.counts[win.tile]:
        return None
    bare = shown.with_tile(win.tile, -1) if whole_told else shown
    return replace(win, hand=bare, whole=bare.with_tile(win.tile))

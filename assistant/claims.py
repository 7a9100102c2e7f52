"""胡, 过: what a seat may win on, the win it would be, and wins let go 过手胡 (RULES sections 2, 7, 11)."""

from __future__ import annotations

from dataclasses import replace

from assistant.hands import Hand
from assistant.rule_words import PassedWin, PassedWinUntil
from assistant.seats import Seat, after
from assistant.state import (
    Ban,
    Draw,
    Fault,
    Offer,
    Phase,
    RoundState,
    SeatState,
    Source,
    Status,
    WinMade,
    against,
    plus,
)
from assistant.tiles import Tile
from assistant.values import win_score
from assistant.void_suit import forbidden
from assistant.waits import is_complete
from assistant.wins import Extra

LAST_FOUR = 4


def source(state: RoundState, seat: Seat) -> Source | None:
    """What a win of this seat would be declared on now; None where there is nothing to win on."""
    offer = state.offer
    if offer is not None and offer.seat != seat:
        return Source.DISCARD if offer.kong is None else Source.ROBBED_KONG
    if state.phase is Phase.ACT and state.turn == seat and state.draw is not None:
        return Source.SELF_DRAW
    return None


def win_of(
    state: RoundState, seat: Seat, told: Hand | None = None, extra: tuple[Extra, ...] = (), event: int = -1
) -> WinMade | None:
    """The win a seat would have now, complete or not; None where there is nothing to win on.

    `told`: the concealed tiles as a record tells them, without the winning one.
    """
    kind = source(state, seat)
    if kind is None:
        return None
    own = state.seats[seat]
    offer = state.offer if kind is not Source.SELF_DRAW else None
    tile = offer.tile if offer else state.draw.tile if state.draw else None
    hand, whole = _hands(own, kind, tile, told)
    untouched = not state.claimed and not own.melds
    shown = state.shown
    if offer:
        shown = plus(shown, offer.tile, -1)
    return WinMade(
        event=event,
        seat=seat,
        source=kind,
        tile=tile,
        giver=offer.seat if offer else None,
        offer=offer.event if offer else None,
        others=state.others_in(seat),
        hand=hand,
        whole=whole,
        chain=offer.chain if offer else state.chain,
        last_tile=offer.last_tile if offer else state.wall == 0,
        deal=kind is Source.SELF_DRAW and seat == 0 and untouched and not state.opened,
        first_draw=kind is Source.SELF_DRAW and seat != 0 and untouched and own.draws == 1,
        first_discard=bool(offer and offer.first and seat != 0),
        shown=shown,
        void=forbidden(own, state.rules),
        extra=extra,
    )


def _hands(
    own: SeatState, kind: Source, tile: Tile | None, told: Hand | None
) -> tuple[Hand | None, Hand | None]:
    """The hand without and with the winning tile, as far as the record tells them."""
    if told is not None:
        hand = Hand(told.counts, told.unseen, own.melds)
        if hand.unseen:
            return None, None
        if tile is None:
            return (None, hand) if hand.surplus == 1 else (hand, None)
        return hand, hand.with_tile(tile)
    if own.unseen:
        return None, None
    hand = own.hand
    if kind is not Source.SELF_DRAW:
        return hand, hand.with_tile(tile) if tile is not None else None
    return (hand.with_tile(tile, -1) if tile is not None else None), hand


def holds(win: WinMade) -> bool | None:
    """Whether the hand is complete, in the suits it may hold; None where it is not known."""
    if win.whole is None:
        return None
    return is_complete(win.whole, win.void)


def can_win(state: RoundState, seat: Seat) -> bool | None:
    """Whether a seat could win now by what is known of its hand; None where too little is known."""
    own, offer = state.seats[seat], state.offer
    if own.status is not Status.IN or source(state, seat) is None:
        return False
    if own.unseen:
        return None
    claim = offer is not None and offer.seat != seat
    known = plus(own.known, offer.tile) if claim and offer is not None else own.known
    # most hands hold three suits for long: told apart at a glance
    if any(known[:9]) and any(known[9:18]) and any(known[18:]):
        return False
    return is_complete(Hand(known, 0, own.melds), forbidden(own, state.rules))


def in_order(offer: Offer, seats: tuple[Seat, ...], players: int) -> tuple[Seat, ...]:
    """Seats in play order, counted from the one who gave the tile."""
    return tuple(seat for seat in after(offer.seat, players) if seat in seats)


def letting_go(state: RoundState) -> tuple[Seat, ...]:
    """The seats, in play order, known to let a win on the offer go if it ends now without them; those that
    said so before are not among them.
    """
    offer = state.offer
    if offer is None:
        return ()
    return tuple(
        seat for seat in after(offer.seat, state.players) if seat not in offer.passed and can_win(state, seat)
    )


def counts_as_passed(state: RoundState, *, claim: bool = False, self_draw: bool = False) -> bool:
    """Whether a win given up for an own pong or kong (`claim`), or a declined self-draw, is a win let go; a
    tile of another seat let go is one wherever there is a ban (RULES 11.1).
    """
    match state.rules.passed_win:
        case PassedWin.NONE:
            return False
        case PassedWin.SAME_KIND:
            return not (claim or self_draw)
        case PassedWin.NOT_DEARER:
            return True


def banned(state: RoundState, seat: Seat) -> SeatState:
    """The player with one more win let go: the one it could have now. Unchanged where that is none."""
    own = state.seats[seat]
    win = win_of(state, seat)
    if win is None or win.tile is None or holds(win) is False:
        return own
    if not counts_as_passed(state, self_draw=win.source is Source.SELF_DRAW):
        return own
    worth = None
    if win.whole is not None and state.rules.passed_win is PassedWin.NOT_DEARER:
        worth = win_score(win, state).capped
    return own.but(bans=(*own.bans, Ban(win.tile, worth, len(own.melds))))


def lifted_by_claim(seat: SeatState, before: SeatState, state: RoundState) -> SeatState:
    """The player after an own pong or kong: it lifts the bans there were, where the table says so (key
    passed_win_until); a win given up for it is banned all the same.
    """
    match state.rules.passed_win_until:
        case PassedWinUntil.DRAW:
            return seat
        case PassedWinUntil.CLAIM:
            return seat.but(bans=seat.bans[len(before.bans) :])


def is_banned(state: RoundState, win: WinMade) -> bool:
    """过手胡: whether a win let go since the own last draw rules this one out; self-draws are free."""
    bans = state.seats[win.seat].bans
    if not bans or win.source is Source.SELF_DRAW:
        return False
    match state.rules.passed_win:
        case PassedWin.NONE:
            return False
        case PassedWin.SAME_KIND:
            return any(ban.tile is win.tile for ban in bans)
        case PassedWin.NOT_DEARER:
            if win.whole is None or not holds(win):
                return False
            worth = win_score(win, state).capped
            limits = [_worth(ban, win, state) for ban in bans]
            return any(worth <= limit for limit in limits if limit is not None)


def _worth(ban: Ban, win: WinMade, state: RoundState) -> int | None:
    """What the win let go was worth, in doublings after the cap. A hand not known then is the one that wins
    now, where no meld has changed it; None where nobody can tell.
    """
    if ban.worth is not None:
        return ban.worth
    own = state.seats[win.seat]
    if win.hand is None or len(own.melds) != ban.melds:
        return None
    then = replace(
        win, tile=ban.tile, whole=win.hand.with_tile(ban.tile), chain=(), last_tile=False, extra=()
    )
    return win_score(then, state).capped if holds(then) else None


def must_win(state: RoundState) -> bool:
    """最后四张必胡: whether who can win now has to."""
    return state.rules.last_four_must_win and state.wall <= LAST_FOUR


def must_win_faults(state: RoundState, passing: Seat | None = None) -> tuple[Fault, ...]:
    """The faults of seats that let a win go now, `passing` or all that are known to; a ban of 过手胡 excuses
    (RULES 11.2).
    """
    if not must_win(state):
        return ()
    faults = []
    for seat in letting_go(state) if passing is None else (passing,):
        win = win_of(state, seat)
        if win is not None and holds(win) and not is_banned(state, win):
            left = "1 tile" if state.wall == 1 else f"{state.wall} tiles"
            said = f"seat {seat} could win with {left} left and had to 最后四张必胡"
            chinese = f"牌墙只剩{state.wall}张，座位{seat}能胡，最后四张必胡"
            faults.append(against("must_win", said, chinese))
    return tuple(faults)


def declining(state: RoundState, seat: Seat) -> bool:
    """Whether this seat, if it goes on now, is known to decline a win on the tile it just drew."""
    return (
        state.phase is Phase.ACT
        and state.turn == seat
        and isinstance(state.draw, Draw)
        and not state.seats[seat].unseen
        and can_win(state, seat) is True
    )

"""走牌: what each event does to the state. `move` expects an event that `checks` did not find impossible."""

from __future__ import annotations

from dataclasses import replace

from assistant import claims, untold, void_suit
from assistant.checks import dealer_held_thirteen, draws_untold
from assistant.events import (
    Adjusted,
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    FalseWin,
    Gap,
    How,
    Konged,
    Left,
    Melded,
    Passed,
    Ponged,
    Revealed,
    SideBet,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.melds import Meld, MeldKind
from assistant.seats import Seat, after
from assistant.state import (
    DEAL,
    Draw,
    Fact,
    FalseWinMade,
    KongMade,
    LeftTable,
    MoneyMoved,
    Offer,
    Phase,
    RoundState,
    SeatState,
    Status,
    WallEmptied,
    full_wall,
    plus,
)
from assistant.tiles import Tile
from assistant.win_moves import reveal, taken, won


def move(state: RoundState, event: TableEvent) -> RoundState:
    """The state after an event, which gets the number `state.events`."""
    at = state.events
    if not isinstance(event, Passed):
        state = standing_kongs(state)
    if isinstance(event, Drawn | Discarded | Ponged | Konged) and state.lost:
        state = state.but(lost=False)
    match event:
        case Drawn(seat, tile):
            state = draw(state, seat, tile)
        case Discarded(seat, tile):
            state = _discard(state, seat, tile)
        case Dealt(seat, hand):
            if hand.size > DEAL and not state.wall_told:
                state = state.but(wall=state.wall - 1)
            own = state.seats[seat].but(known=hand.counts, unseen=hand.unseen, dealt=True)
            state = seated(state, seat, own)
        case Exchanged(seat, gave, got):
            own = state.seats[seat]
            for tile in gave:
                own = without(own, tile)
            for tile in got:
                own = with_one(own, tile)
            state = seated(state, seat, own)
        case VoidChosen(seat, suit):
            if state.seats[seat].void is None:
                state = seated(state, seat, state.seats[seat].but(void=suit))
        case SideBet(name, tile):
            state = _side_bet(state, name, tile)
        case Ponged(seat, tile):
            state = _claim(state, seat, tile, MeldKind.PONG)
            state = state.but(phase=Phase.ACT, chain=())
        case Konged(seat, How.EXPOSED, tile):
            giver = state.offer.seat if state.offer else seat
            state = _claim(state, seat, tile, MeldKind.EXPOSED_KONG)
            state = _kong(state, seat, How.EXPOSED, tile, giver, None)
        case Konged(seat, how, tile, just_drawn):
            state = _own_kong(state, seat, how, tile, just_drawn)
        case Melded():
            state = untold.melded(state, event)
        case Gap(checked):
            state = untold.gap(state, checked)
        case Passed(seat):
            state = _pass(state, seat)
        case Won():
            state = won(state, event)
        case FalseWin(seat):
            state = fact_added(state, FalseWinMade(at, seat, state.others_in(seat)))
        case WallEmpty():
            holder = state.turn if state.phase is Phase.ACT else None
            state = fact_added(end_offer(state), WallEmptied(at, holder))
            state = state.but(phase=Phase.OVER)
        case Revealed(seat, hand):
            state = reveal(state, seat, hand)
        case Left(seat):
            state = _leave(state, seat)
        case Adjusted(payer, payee, points, note):
            state = fact_added(state, MoneyMoved(at, payer, payee, points, note))
        case _:
            pass
    return state.but(events=at + 1)


def seated(state: RoundState, seat: Seat, own: SeatState) -> RoundState:
    """The state with one player changed."""
    if own is state.seats[seat]:
        return state
    return state.but(seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]))


def fact_added(state: RoundState, fact: Fact) -> RoundState:
    """The state with one more fact."""
    return state.but(facts=(*state.facts, fact))


def with_one(own: SeatState, tile: Tile | None) -> SeatState:
    """A hand with one more tile."""
    if tile is None:
        return own.but(unseen=own.unseen + 1)
    return own.but(known=plus(own.known, tile, 1))


def without(own: SeatState, tile: Tile | None, many: int = 1) -> SeatState:
    """A hand with so many fewer of a kind; the known ones go first, then unseen ones, which it turns out to
    have been.
    """
    if tile is None:
        return own.but(unseen=own.unseen - many) if own.unseen >= many else own
    known = min(own.known[tile], many)
    return own.but(known=plus(own.known, tile, -known), unseen=own.unseen - (many - known))


def begun(state: RoundState) -> RoundState:
    """The state once play begins: the dealer draws, or holds the 14th tile already."""
    if state.phase is not Phase.OPENING:
        return state
    seats = tuple(void_suit.watched(own, state.rules) for own in state.seats)
    if seats[0].surplus == 1:
        return state.but(seats=seats, phase=Phase.ACT, turn=0, draw=Draw(None, told=False))
    return state.but(seats=seats, phase=Phase.DRAW, turn=0)


def standing_kongs(state: RoundState) -> RoundState:
    """弯杠 that nobody robbed stands: any event but a pass makes it sure, a robbing win undoes it."""
    if state.offer is None or state.offer.kong is None:
        return state
    facts = tuple(
        replace(fact, stands_since=state.events)
        if isinstance(fact, KongMade) and fact.stands_since is None and not fact.robbed
        else fact
        for fact in state.facts
    )
    return state.but(facts=facts)


def end_offer(state: RoundState, claimer: Seat | None = None) -> RoundState:
    """The state once nobody can claim the offer any more: wins let go are remembered 过手胡."""
    if state.offer is None:
        return state
    for seat in claims.letting_go(state) if claims.counts_as_passed(state) else ():
        if seat != claimer or claims.counts_as_passed(state, claim=True):
            state = seated(state, seat, claims.banned(state, seat))
    return state.but(offer=None)


def draw(state: RoundState, seat: Seat, tile: Tile | None, told: bool = True) -> RoundState:
    """A tile from the wall to a hand; it lifts the player's ban."""
    own, wall = state.seats[seat], state.wall
    if dealer_held_thirteen(state, seat):
        own = own.but(unseen=own.unseen - 1)
        wall += state.side_event is not None  # counted before the first draw, it was out of the wall already
    state = end_offer(state)
    again = state.phase is Phase.DRAW and state.turn == seat
    known = own.known if tile is None else plus(own.known, tile, 1)
    own = own.but(bans=(), draws=own.draws + 1, known=known, unseen=own.unseen + (tile is None))
    return state.but(
        seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]),
        wall=wall - 1,
        phase=Phase.ACT,
        turn=seat,
        draw=Draw(tile, told),
        chain=state.chain if again else (),
    )


def acts(state: RoundState, seat: Seat) -> RoundState:
    """The state in which a seat discards or kongs: with the draw that no event told, where there was one."""
    if draws_untold(state, seat):
        return draw(state, seat, None, told=False)
    if state.turn == seat and state.phase is Phase.ACT:
        return state
    return end_offer(state).but(turn=seat, phase=Phase.ACT, draw=None, chain=())


def _side_bet(state: RoundState, name: str, tile: Tile | None) -> RoundState:
    """叫马: the tile leaves the wall, unless the wall was counted without it."""
    dealer_has_drawn = state.seats[0].surplus == 1
    counted = full_wall(state.players, dealer_has_drawn)
    out_already = state.phase is Phase.OPENING and state.wall == counted - 1
    return state.but(
        wall=state.wall - (not out_already and state.wall > 0),
        side_name=name,
        side_tile=tile,
        side_event=state.events,
    )


def _discard(state: RoundState, seat: Seat, tile: Tile) -> RoundState:
    if not state.opened:
        state = state.but(seats=tuple(map(void_suit.from_the_deal, state.seats)))
    first = seat == 0 and not state.claimed and not state.opened
    state = acts(state, seat)
    if claims.counts_as_passed(state, self_draw=True) and claims.declining(state, seat):
        state = seated(state, seat, claims.banned(state, seat))
    own = state.seats[seat]
    held = own.known[tile] > 0
    own = own.but(
        known=plus(own.known, tile, -1) if held else own.known,
        unseen=own.unseen - (not held),
        discards=(*own.discards, tile),
    )
    own = void_suit.watched(own, state.rules)
    last = state.wall == 0 and state.draw is not None
    return state.but(
        seats=(*state.seats[:seat], own, *state.seats[seat + 1 :]),
        opened=True,
        shown=plus(state.shown, tile, 1),
        offer=Offer(seat, tile, state.events, chain=state.chain, last_tile=last, first=first),
        phase=Phase.DRAW,
        turn=_next(state, seat),
        draw=None,
        chain=(),
    )


def _next(state: RoundState, seat: Seat) -> Seat:
    for other in after(seat, len(state.seats)):
        if state.seats[other].status is Status.IN:
            return other
    return seat


def _claim(state: RoundState, seat: Seat, tile: Tile, kind: MeldKind) -> RoundState:
    """The last discard goes to a seat for a pong or kong."""
    state = taken(state)
    before = state.seats[seat]
    state = end_offer(state, seat)
    more = 2 if kind is MeldKind.PONG else 3
    own = without(state.seats[seat], tile, more)
    own = own.but(melds=(*own.melds, Meld(kind, tile)))
    own = claims.lifted_by_claim(void_suit.melded(own, tile, state.rules), before, state)
    return seated(state, seat, own).but(
        shown=plus(state.shown, tile, more),
        turn=seat,
        draw=None,
        chain=(),
        claimed=True,
    )


def _own_kong(state: RoundState, seat: Seat, how: How, tile: Tile, said: bool | None) -> RoundState:
    state = acts(state, seat)
    before = state.seats[seat]
    if claims.counts_as_passed(state, self_draw=True) and claims.declining(state, seat):
        state = seated(state, seat, claims.banned(state, seat))
    own = state.seats[seat]
    just_drawn = _just_drawn(state, own, tile) if how is How.ADDED else None
    if how is How.ADDED and just_drawn is None:
        just_drawn = said
    if how is How.CONCEALED:
        many, melds = 4, (*own.melds, Meld(how.meld, tile))
    else:
        pong = Meld(MeldKind.PONG, tile)
        many, melds = 1, tuple(Meld(how.meld, tile) if one == pong else one for one in own.melds)
    own = without(own, tile, many).but(melds=melds)
    own = claims.lifted_by_claim(void_suit.melded(own, tile, state.rules), before, state)
    state = seated(state, seat, own).but(shown=plus(state.shown, tile, many), claimed=True)
    return _kong(state, seat, how, tile, None, just_drawn)


def _just_drawn(state: RoundState, own: SeatState, tile: Tile) -> bool | None:
    """Whether the tile konged is the one just drawn; None where nobody can tell (RULES 11.8)."""
    if state.draw is None:
        return False
    if state.draw.tile is not None:
        return state.draw.tile is tile
    if own.known[tile]:
        return False  # it was in the hand before
    return True if own.unseen == 1 else None


def _kong(
    state: RoundState, seat: Seat, how: How, tile: Tile, giver: Seat | None, just_drawn: bool | None
) -> RoundState:
    """The kong stands, or waits to be robbed; the replacement is to be drawn."""
    added = how is How.ADDED
    fact = KongMade(
        event=state.events,
        seat=seat,
        how=how,
        tile=tile,
        discarder=giver,
        others=state.others_in(seat),
        just_drawn=just_drawn,
        stands_since=None if added else state.events,
    )
    place = len(state.facts)
    return fact_added(state, fact).but(
        phase=Phase.DRAW,
        turn=seat,
        draw=None,
        chain=(*state.chain, place),
        offer=Offer(seat, tile, state.events, kong=place) if added else None,
    )


def _pass(state: RoundState, seat: Seat) -> RoundState:
    offer = state.offer
    if offer is None:
        return state
    state = seated(state, seat, claims.banned(state, seat))
    return state.but(offer=offer.but(passed=(*offer.passed, seat)))


def _leave(state: RoundState, seat: Seat) -> RoundState:
    """逃跑: ends the round unless it is a winner who goes."""
    own = state.seats[seat].but(gone=state.events)
    if own.status is not Status.IN:
        return seated(state, seat, own)
    if state.finished:
        return seated(state, seat, own)
    holder = state.turn if state.phase is Phase.ACT else None
    fact = LeftTable(state.events, seat, state.others_in(seat), state.wall, holder)
    state = seated(state, seat, own.but(status=Status.LEFT))
    return fact_added(end_offer(state), fact).but(phase=Phase.OVER)


def closed(state: RoundState, seats: tuple[Seat, ...]) -> RoundState:
    """The state with seats out of chips put out of play (key chips_out); a round that is over stays so."""
    if state.phase is Phase.OVER:
        return state
    for seat in seats:
        if state.seats[seat].status is Status.IN:
            state = seated(state, seat, state.seats[seat].but(status=Status.BROKE))
    if len(state.playing) <= 1:
        return state.but(phase=Phase.OVER)
    if state.turn not in state.playing:
        return state.but(turn=_next(state, state.turn), phase=Phase.DRAW, draw=None, chain=())
    return state

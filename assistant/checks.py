"""查错: everything wrong with an event at this point of a round, in two ranks (RULES sections 2, 7 and 11).

`check` is asked by `assistant.round` alone. It changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from assistant import claims, opening, void_suit
from assistant.events import (
    Adjusted,
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    FalseWin,
    How,
    Konged,
    Left,
    Melded,
    Passed,
    Ponged,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.hands import Hand
from assistant.melds import MeldKind
from assistant.seats import Seat
from assistant.state import (
    DEAL,
    Fault,
    Phase,
    RoundState,
    SeatState,
    Source,
    Status,
    against,
    impossible,
)
from assistant.tiles import COPIES, TILES, Counts, Tile
from assistant.told_hands import told_by_reveal, told_faults
from assistant.untold import melded_faults
from assistant.win_checks import reveal_faults, win_faults

GONE = {
    Status.WON: ("has won", "已经胡了"),
    Status.LEFT: ("has left", "已经离桌"),
    Status.BROKE: ("is out of chips", "筹码已输光"),
}
"""Why a seat plays no more."""
PLAY = (Drawn, Discarded, Ponged, Konged, Passed, Won, FalseWin)
"""What only a seat still in can do."""


def check(state: RoundState, event: TableEvent) -> tuple[Fault, ...]:
    """Every fault of an event; if one is IMPOSSIBLE the event is to be left out."""
    faults = tuple(_standing(state, event))
    return faults or tuple(_detail(state, event))


def _standing(state: RoundState, event: TableEvent) -> Iterator[Fault]:
    """Whether the seats exist and still play, and the round goes on."""
    if isinstance(event, RoundStarted):
        said = "the round has started already: put each round into its own file"
        yield impossible("started_twice", said, "这局已经开始了：每局各记一份")
    seats = event.seats if isinstance(event, Won) else (getattr(event, "seat", 0),)
    for seat in seats:
        if not 0 <= seat < state.players:
            top = state.players - 1
            yield impossible(
                "no_such_seat",
                f"there is no seat {seat}: seats are 0 to {top}",
                f"没有{seat}号座位：座位是0到{top}",
            )
            return
    if state.finished and not _allowed_when_over(state, event):
        said = "the round is over: record this in the next one, or take back its end"
        yield impossible("round_over", said, "这局打完了：请记到下一局，或先撤销收尾")
        return
    if isinstance(event, PLAY):
        for seat in seats:
            status = state.seats[seat].status
            if status is not Status.IN:
                why, chinese = GONE[status]
                said = f"seat {seat} {why} and plays no more: check the seat"
                yield impossible("not_in", said, f"座位{seat}{chinese}，不再打牌：请核对是谁")


def _allowed_when_over(state: RoundState, event: TableEvent) -> bool:
    """Reveals, melds told late, corrections, a winner who goes, one more winner of the tile that ended it."""
    if isinstance(event, Won):
        return state.offer is not None and bool(state.offer.winners)
    return isinstance(event, Revealed | Melded | Adjusted | Left)


def _detail(state: RoundState, event: TableEvent) -> Iterator[Fault]:
    match event:
        case Drawn(seat, tile):
            yield from _drawn(state, seat, tile)
        case Discarded(seat, tile):
            yield from _discarded(state, seat, tile)
        case Dealt(seat, hand):
            yield from _dealt(state, seat, hand)
        case Exchanged(seat, gave, got):
            yield from _too_late(state, "tiles are exchanged", "换三张")
            yield from opening.exchange_faults(state.rules, len(gave), len(got))
            for tile in {one for one in gave if one is not None}:
                yield from _held(state.seats[seat], seat, tile, gave.count(tile))
        case VoidChosen(seat, suit):
            own = state.seats[seat]
            yield from void_suit.choice_faults(seat, own, suit, state.rules, late=bool(own.discards))
        case SideBet(_, tile):
            yield from _too_late(state, "a side bet is made", "叫马")
            if state.side_event is not None:
                said = f"{state.side_name} has the side bet already: one is allowed"
                yield impossible("side_bet_twice", said, f"{state.side_name}已经叫马：只能有一个")
            yield from opening.side_bet_faults(state.rules)
            yield from _copies(state, tile)
        case Ponged(seat, tile):
            yield from _claimed(state, seat, tile, 2, "pong")
        case Konged(seat, How.EXPOSED, tile):
            yield from _claimed(state, seat, tile, 3, "kong")
        case Konged(seat, how, tile):
            yield from _own_kong(state, seat, how, tile)
        case Melded():
            yield from melded_faults(state, event)
        case Passed(seat):
            yield from _passed(state, seat)
        case Won():
            yield from win_faults(state, event)
        case WallEmpty():
            yield from claims.must_win_faults(state)
            for seat in state.playing:
                if void_suit.undeclared(state.seats[seat], state.rules):
                    said = f"no void suit is recorded for seat {seat}: it is judged by the suits it holds"
                    yield against("void_unknown", said, f"没有记座位{seat}定缺哪门：按手里的花色来查")
            if state.wall and not state.unrecorded:
                left = "1 tile is" if state.wall == 1 else f"{state.wall} tiles are"
                said = f"{left} left in the wall by the record"
                yield against("wall_not_empty", said, f"按记录牌墙还剩{state.wall}张")
        case Revealed(seat, hand):
            yield from told_faults(state, seat, hand, told_by_reveal(state, seat, hand))
            yield from reveal_faults(state, seat, hand)
        case Left(seat):
            if state.seats[seat].gone is not None or state.seats[seat].status is Status.BROKE:
                said = f"seat {seat} has left already: check the seat"
                yield impossible("not_in", said, f"座位{seat}已经离桌：请核对是谁")
        case Adjusted(payer, payee, _, _):
            top = state.players - (state.side_event is None)
            if payer == payee or max(payer, payee) > top:
                said = f"points move between two of the seats 0 to {top}: check both"
                yield impossible("bad_parties", said, f"改账要在0到{top}号两个不同的座位之间：请核对")
        case _:
            pass


def _too_late(state: RoundState, what: str, chinese: str) -> Iterator[Fault]:
    if state.phase is not Phase.OPENING:
        yield against("too_late", f"{what} before the first tile is drawn", f"{chinese}应在摸第一张牌之前")


def _dealt(state: RoundState, seat: Seat, hand: Hand) -> Iterator[Fault]:
    own = state.seats[seat]
    if own.dealt:
        said = f"seat {seat} has been dealt its hand already: amend that line"
        yield impossible("dealt_twice", said, f"座位{seat}的起手牌已经记了：请改那一条")
    elif state.phase is not Phase.OPENING or own.melds:
        said = f"seat {seat} is dealt its hand before the first draw: move the line up"
        yield impossible("too_late", said, f"座位{seat}的起手牌要在摸牌之前记")
    elif hand.melds:
        said = "nobody is dealt melds: write the 13 concealed tiles"
        yield impossible("dealt_melds", said, "起手没有碰杠：请只记13张手牌")
    else:
        yield from _fit(state, seat, hand.counts)
    if hand.size != DEAL and not (seat == 0 and hand.size == DEAL + 1):
        said = f"seat {seat} is dealt {hand.size} tiles: 相公, it cannot win"
        yield against("wrong_size", said, f"座位{seat}起手{hand.size}张：相公，不能胡")


def _fit(state: RoundState, seat: Seat, counts: Counts) -> Iterator[Fault]:
    """The kinds of a told hand that would have a fifth copy."""
    known = state.seats[seat].known
    for tile in TILES:
        if counts[tile] and state.copies_seen(tile) - known[tile] + counts[tile] > COPIES:
            yield _fifth(tile)


def _fifth(tile: Tile) -> Fault:
    said = f"that would be a fifth {tile} {tile.chinese}: check the tile"
    return impossible("fifth_copy", said, f"那就有第五张{tile.chinese}了：请核对")


def _copies(state: RoundState, tile: Tile | None) -> Iterator[Fault]:
    if tile is not None and state.copies_free(tile) < 1:
        yield _fifth(tile)


def _held(own: SeatState, seat: Seat, tile: Tile, many: int) -> Iterator[Fault]:
    """Whether so many of a kind can be in the hand; unseen tiles may be any."""
    known = own.known[tile]
    if known + own.unseen < many:
        held = f"{known or 'no'} {tile} {tile.chinese}"
        said = f"seat {seat} holds {held}, {many} needed: check seat and tile"
        short = f"座位{seat}只有{known}张{tile.chinese}，要{many}张：请核对是谁、哪张"
        yield impossible("not_held", said, short)


def _from_unseen(state: RoundState, own: SeatState, seat: Seat, tile: Tile, many: int) -> Iterator[Fault]:
    """`_held`, and whether those that nobody saw can be that kind."""
    yield from _held(own, seat, tile, many)
    if state.copies_free(tile) < many - own.known[tile]:
        yield _fifth(tile)


DOING = {"draw": ("draws", "摸牌"), "discard": ("discards", "打牌"), "kong": ("kongs", "开杠")}


def _turn(state: RoundState, seat: Seat, doing: str) -> Iterator[Fault]:
    if state.turn != seat and not state.lost:
        said = f"seat {seat} {DOING[doing][0]} although it is seat {state.turn}'s turn"
        yield against("out_of_turn", said, f"座位{seat}{DOING[doing][1]}，可该座位{state.turn}了")


def _drawn(state: RoundState, seat: Seat, tile: Tile | None) -> Iterator[Fault]:
    if not state.wall:
        said = "the wall is empty by the record: nobody can draw"
        yield impossible("wall_is_empty", said, "按记录牌墙已空：没有牌可摸")
    yield from _copies(state, tile)
    yield from _turn(state, seat, "draw")
    if state.turn == seat and state.phase is Phase.ACT and not dealer_held_thirteen(state, seat):
        said = f"seat {seat} draws again before it discards: 相公, it cannot win"
        yield against("drawn_twice", said, f"座位{seat}没打牌又摸：相公，不能胡")
    yield from claims.must_win_faults(state)


def dealer_held_thirteen(state: RoundState, seat: Seat) -> bool:
    """Whether the dealer draws first although the length of the wall said that it held 14 tiles."""
    own = state.seats[seat]
    untouched = not state.opened and not state.claimed and own.draws == 0
    return seat == 0 and untouched and not own.dealt and own.unseen == DEAL + 1


def draws_untold(state: RoundState, seat: Seat) -> bool:
    """Whether a seat that discards or kongs now must have drawn a tile that no event told."""
    waiting = state.phase is not Phase.ACT or state.turn != seat
    return waiting and state.wall > 0 and state.seats[seat].surplus == 0


def _discarded(state: RoundState, seat: Seat, tile: Tile) -> Iterator[Fault]:
    own = state.seats[seat]
    untold = draws_untold(state, seat)
    if not untold or own.unseen:
        yield from _from_unseen(state, own, seat, tile, 1)
    elif not own.known[tile]:
        yield from _copies(state, tile)
    yield from _turn(state, seat, "discard")
    yield from void_suit.discard_faults(seat, own, tile, state.rules)
    if untold:
        yield from claims.must_win_faults(state)
    elif claims.must_win(state) and claims.declining(state, seat):
        yield from claims.must_win_faults(state, seat)


CLAIMS = {"pong": "碰", "kong": "杠"}


def _claimed(state: RoundState, seat: Seat, tile: Tile, many: int, what: str) -> Iterator[Fault]:
    offer, own = state.offer, state.seats[seat]
    if (
        offer is None
        or offer.kong is not None
        or offer.winners
        or offer.tile is not tile
        or offer.seat == seat
    ):
        said = f"there is no discarded {tile} for seat {seat} to {what}: check it"
        chinese = f"没有刚打出的{tile.chinese}给座位{seat}{CLAIMS[what]}：请核对"
        yield impossible("nothing_to_claim", said, chinese)
        return
    yield from _from_unseen(state, own, seat, tile, many)
    if len(own.melds) == 4:
        yield _four_melds(seat)
    if not state.wall:
        yield against("last_discard", "the last discard may only be won", "最后一张打出的牌只能胡")
    yield from void_suit.meld_faults(seat, own, tile, state.rules)
    yield from claims.must_win_faults(state)


def _four_melds(seat: Seat) -> Fault:
    said = f"seat {seat} has four melds already: check the seat"
    return impossible("too_many_melds", said, f"座位{seat}已有四副碰杠：请核对是谁")


def _own_kong(state: RoundState, seat: Seat, how: How, tile: Tile) -> Iterator[Fault]:
    own = state.seats[seat]
    many = 4 if how is How.CONCEALED else 1
    if how is How.ADDED and not any(one.kind is MeldKind.PONG and one.tile is tile for one in own.melds):
        said = f"seat {seat} has no pong of {tile} to add to: check the kong"
        yield impossible("no_pong", said, f"座位{seat}没有碰过{tile.chinese}，不能弯杠：请核对")
        return
    if how is How.CONCEALED and len(own.melds) == 4:
        yield _four_melds(seat)
    untold = draws_untold(state, seat)
    if untold and own.known[tile] + own.unseen == many - 1:
        yield from _copies(state, tile)  # the tile it must have drawn
    else:
        yield from _from_unseen(state, own, seat, tile, many)
    yield from _turn(state, seat, "kong")
    if state.wall - untold <= 0:
        said = "a kong needs a replacement tile and the wall is empty"
        yield against("no_replacement", said, "杠了要补牌，可牌墙已空")
    yield from void_suit.meld_faults(seat, own, tile, state.rules)
    if untold:
        yield from claims.must_win_faults(state)
    elif claims.must_win(state) and claims.declining(state, seat):
        yield from claims.must_win_faults(state, seat)


def _passed(state: RoundState, seat: Seat) -> Iterator[Fault]:
    if claims.source(state, seat) in (None, Source.SELF_DRAW):
        said = f"there is no tile that seat {seat} could let go: check the seat"
        yield impossible("nothing_to_pass", said, f"现在没有座位{seat}可过的牌：请核对是谁")
    elif claims.can_win(state, seat):
        yield from claims.must_win_faults(state, seat)

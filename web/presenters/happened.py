"""经过: an event of a round as a sentence in Chinese and English."""

from __future__ import annotations

from collections.abc import Sequence

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
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.melds import MeldKind
from assistant.seats import Seat
from assistant.state import Fault
from assistant.tiles import Suit, Tile
from web.presenters.reasons import KONGS, Words

SUITS = {Suit.M: ("万", "characters"), Suit.P: ("筒", "dots"), Suit.S: ("条", "bamboo")}
MELDS: dict[MeldKind, Words] = {MeldKind.PONG: ("碰", "pong"), **{how.meld: KONGS[how] for how in How}}
UNTOLD: Words = ("（只给本人看）", "for its player only")


def _tile(tile: Tile | None) -> Words:
    return ("一张", "a tile") if tile is None else (tile.chinese, str(tile))


def _a(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def happened(event: TableEvent | Fault, names: Sequence[str]) -> Words:
    """The sentence of an event; `names` by seat, the fifth person last. A fault is a line that these eyes do
    not get to see.
    """

    def who(seat: Seat) -> str:
        return names[seat] if seat < len(names) else "马"

    match event:
        case Fault():
            return UNTOLD
        case RoundStarted():
            return f"开局，{who(0)} 坐庄", f"the round starts, {who(0)} deals"
        case Dealt(seat, hand):
            return f"{who(seat)} 起手 {hand}", f"{who(seat)} is dealt {hand}"
        case Exchanged(seat):
            return f"{who(seat)} 换三张", f"{who(seat)} exchanges three"
        case VoidChosen(seat, suit):
            return f"{who(seat)} 定缺{SUITS[suit][0]}", f"{who(seat)} gives up {SUITS[suit][1]}"
        case SideBet(name):
            return f"{name} 叫马", f"{name} bets aside"
        case Drawn(seat, tile):
            return f"{who(seat)} 摸{_tile(tile)[0]}", f"{who(seat)} draws {_tile(tile)[1]}"
        case Discarded(seat, tile):
            return f"{who(seat)} 打{tile.chinese}", f"{who(seat)} discards {tile}"
        case Ponged(seat, tile):
            return f"{who(seat)} 碰{tile.chinese}", f"{who(seat)} pongs {tile}"
        case Konged(seat, how, tile):
            zh, en = KONGS[how]
            return f"{who(seat)} {zh}{tile.chinese}", f"{who(seat)}: {en} of {tile}"
        case Melded(seat, meld, giver):
            zh, en = MELDS[meld.kind]
            told = f"{who(seat)} 桌上有{zh}{meld.tile.chinese}", f"{who(seat)} has {_a(en)} of {meld.tile}"
            return (
                told if giver is None else (f"{told[0]}（{who(giver)} 打的）", f"{told[1]} off {who(giver)}")
            )
        case Gap():
            return "中间有几手没记", "some play here was not recorded"
        case Passed(seat):
            return f"{who(seat)} 过", f"{who(seat)} lets it go"
        case Won(seats):
            all_of = [who(seat) for seat in seats]
            return f"{'、'.join(all_of)} 胡", f"{', '.join(all_of)} wins" if len(seats) == 1 else (
                f"{', '.join(all_of)} win"
            )
        case FalseWin(seat):
            return f"{who(seat)} 诈胡", f"{who(seat)} calls a false win"
        case WallEmpty():
            return "黄庄", "the wall is empty"
        case Revealed(seat, hand):
            return f"{who(seat)} 亮牌 {hand}", f"{who(seat)} shows {hand}"
        case Left(seat):
            return f"{who(seat)} 离桌", f"{who(seat)} leaves"
        case Adjusted(payer, payee, points, note):
            said = f"（{note}）" if note else ""
            return (
                f"改账：{who(payer)} 付 {who(payee)} {points}{said}",
                f"by hand: {who(payer)} pays {who(payee)} {points}",
            )

"""亮牌: the concealed tiles a win or a reveal tells, held against what the record knows of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.hands import Hand
from assistant.seats import Seat
from assistant.state import (
    Fault,
    RoundState,
    Source,
    Status,
    WinMade,
    against,
    impossible,
    plus,
)
from assistant.tiles import COPIES, TILES, Counts, Tile

MANY = 10
"""Concealed tiles of which two hands are not alike by chance; a single tile 单钓 may well be."""


@dataclass(frozen=True, slots=True)
class Told:
    """A told hand beside the recorded one, both without the tile `apart`."""

    counts: Counts
    unseen: int
    known: Counts
    """by the record"""
    hidden: int
    """tiles of the record that nobody saw"""
    apart: Tile | None = None
    """a known tile the player holds that the told hand leaves out"""

    @property
    def size(self) -> int:
        """Tiles told, unseen ones too."""
        return sum(self.counts) + self.unseen

    @property
    def right_size(self) -> int:
        """Tiles that belong there by the record."""
        return sum(self.known) + self.hidden

    @property
    def merged(self) -> Counts:
        """What is known by either."""
        return tuple(max(pair) for pair in zip(self.counts, self.known, strict=True))

    @property
    def differs(self) -> bool:
        """Whether both cannot be true, their sizes aside."""
        if not self.hidden and not self.unseen:
            return self.counts != self.known
        if self.unseen:
            return sum(self.merged) > max(self.size, self.right_size)
        return self.merged != self.counts


def told_with_win(state: RoundState, seat: Seat, kind: Source, hand: Hand) -> Told:
    """The concealed tiles told with a win: without the winning one, or where nobody saw the draw perhaps with
    it.
    """
    own = state.seats[seat]
    if kind is not Source.SELF_DRAW:
        return Told(hand.counts, hand.unseen, own.known, own.unseen)
    drawn = state.draw.tile if state.draw else None
    if drawn is not None:
        return Told(hand.counts, hand.unseen, plus(own.known, drawn, -1), own.unseen, drawn)
    if hand.size == own.size:
        return Told(hand.counts, hand.unseen, own.known, own.unseen)
    return Told(hand.counts, hand.unseen, own.known, max(own.unseen - 1, 0))


def told_by_reveal(state: RoundState, seat: Seat, hand: Hand) -> Told:
    """The concealed tiles a seat shows; a winner may show the winning tile with them or not."""
    own = state.seats[seat]
    win = win_by(state, seat)
    if own.status is Status.WON and win is not None and win.tile is not None:
        if win.source is Source.SELF_DRAW:
            if hand.size == own.size - 1 and own.known[win.tile]:
                return Told(hand.counts, hand.unseen, plus(own.known, win.tile, -1), own.unseen, win.tile)
        elif hand.size == own.size + 1 and hand.counts[win.tile]:
            return Told(plus(hand.counts, win.tile, -1), hand.unseen, own.known, own.unseen)
    return Told(hand.counts, hand.unseen, own.known, own.unseen)


def win_by(state: RoundState, seat: Seat) -> WinMade | None:
    """The win of a seat."""
    return next((fact for fact in state.facts if isinstance(fact, WinMade) and fact.seat == seat), None)


def told_faults(state: RoundState, seat: Seat, hand: Hand, told: Told) -> Iterator[Fault]:
    """Everything that contradicts the record in a told hand."""
    own = state.seats[seat]
    if hand.melds and sorted(map(str, hand.melds)) != sorted(map(str, own.melds)):
        have = " ".join(map(str, own.melds)) or "none"
        said = f"seat {seat}'s melds by the record are {have}: correct either"
        laid = "、".join(f"{one.kind.chinese}{one.tile.chinese}" for one in own.melds) or "没有"
        yield impossible("melds_differ", said, f"座位{seat}记下的碰杠是：{laid}；请改其中一边")
    if told.differs:
        said = f"seat {seat}'s hand by the record is “{own.hand}”: correct what is told of it"
        yield impossible("hand_differs", said, f"座位{seat}记下的手牌是“{own.hand}”：请更正亮的牌")
        return
    for tile in TILES:
        elsewhere = state.copies_seen(tile) - own.known[tile] + (told.apart is tile)
        if told.counts[tile] and elsewhere + told.counts[tile] > COPIES:
            said = f"that would be a fifth {tile} {tile.chinese}: check the hand"
            yield impossible("fifth_copy", said, f"那就有第五张{tile.chinese}了：请核对手牌")
    if told.size != told.right_size:
        said = f"seat {seat} shows {told.size} tiles where {told.right_size} belong 相公: it cannot win"
        chinese = f"座位{seat}亮了{told.size}张，该是{told.right_size}张：相公，不能胡"
        yield against("wrong_size", said, chinese)
    for other, one in enumerate(state.seats):
        if other != seat and one.told and not one.unseen and one.known == told.counts:
            yield from same_hand(seat, other, told.counts)


def same_hand(seat: Seat, other: Seat, counts: Counts) -> Iterator[Fault]:
    """Two players never hold the same ten or more tiles: one photo was taken for two hands."""
    if sum(counts) >= MANY:
        said = f"seat {seat}'s hand is the very same as seat {other}'s: see whose photo it is"
        yield against("same_hand", said, f"座位{seat}的牌和座位{other}的一模一样：请核对照片是谁的")

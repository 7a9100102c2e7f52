"""线索: what the table shows of a player whose hand is hidden, gathered from the events as somebody may know
them (`assistant.visibility`), never from more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.events import Discarded, Drawn, How, Konged, Ponged, TableEvent, Won
from assistant.many_hands import Frame
from assistant.melds import Meld
from assistant.seats import Seat
from assistant.state import Fault, Phase, RoundState, Status
from assistant.suit_search import SETS
from assistant.tiles import Counts, Suit, Tile
from assistant.void_suit import forbidden

AGES = 4
"""Turns of a player that are told apart when it comes to what was let go."""


@dataclass(frozen=True, slots=True)
class Clues:
    """One hidden hand from outside."""

    seat: Seat
    known: Counts
    """concealed tiles that are known all the same"""
    unseen: int
    """concealed tiles nobody saw, the one just drawn not among them"""
    drawn: int
    """1 where the player holds a tile just drawn that nobody saw, else 0"""
    melds: tuple[Meld, ...]
    discards: tuple[Tile, ...]
    """own ones in order, claimed ones too"""
    let_go: tuple[frozenset[Tile], ...]
    """过: tiles others offered since the hand last changed, which this player did not win; then those of the
    turn before, and so on: AGES sets"""
    unclaimed: frozenset[Tile]
    """tiles others threw at any time that this player did not claim"""
    void: Suit | None
    """定缺 where it binds"""
    cleared: bool
    """定缺: the last discard was of another suit than the declared one, which is then gone"""
    status: Status
    shown: Counts
    """copies of each kind that this player sees too, beside the own hand: on the table and in open hands"""

    @property
    def frame(self) -> Frame:
        """What the concealed tiles are completed with."""
        return Frame(min(len(self.melds), SETS), frozenset(meld.tile.suit for meld in self.melds), self.void)


def clues(state: RoundState, events: Sequence[TableEvent | Fault]) -> tuple[Clues, ...]:
    """The clues of every seat of which tiles are hidden. `events`: the round's, as `state` was folded from;
    lines that were left out count as told, which a mended record soon corrects.
    """
    passed: list[list[set[Tile]]] = [[set()] for _ in state.seats]
    unclaimed: list[set[Tile]] = [set() for _ in state.seats]
    offered: tuple[Seat, Tile] | None = None

    def went_by(takers: tuple[Seat, ...], claimed: bool = True) -> None:
        """Note a tile that went by everybody but who gave it and who took it."""
        if offered is None:
            return
        giver, tile = offered
        for seat in range(state.players):
            if seat != giver and seat not in takers:
                passed[seat][0].add(tile)
                if claimed:
                    unclaimed[seat].add(tile)

    for event in events:
        match event:
            case Won(seats):
                went_by(seats, claimed=False)
                offered = None
            case Ponged(seat) | Konged(seat, How.EXPOSED):
                went_by((seat,))
                offered = None
                passed[seat].insert(0, set())
            case Discarded(seat, tile) | Konged(seat, _, tile):
                went_by(())
                passed[seat].insert(0, set())
                robbable = not isinstance(event, Konged) or event.how is How.ADDED
                offered = (seat, tile) if robbable else None
            case Drawn():
                went_by(())
                offered = None
    found = []
    open_tiles = [own.known for own in state.seats if own.status is Status.WON]
    shown = tuple(map(sum, zip(state.shown, *open_tiles, strict=True)))
    for seat, own in enumerate(state.seats):
        if not own.unseen:
            continue
        holds_draw = state.phase is Phase.ACT and state.turn == seat and state.draw is not None
        drawn = int(holds_draw and own.surplus > 0 and state.draw is not None and state.draw.tile is None)
        void = forbidden(own, state.rules)
        found.append(
            Clues(
                seat=seat,
                known=own.known,
                unseen=own.unseen - drawn,
                drawn=drawn,
                melds=own.melds,
                void=void,
                discards=own.discards,
                let_go=tuple(map(frozenset, (passed[seat] + [set()] * AGES)[:AGES])),
                unclaimed=frozenset(unclaimed[seat]),
                cleared=bool(own.discards) and own.discards[-1].suit is not void,
                status=own.status,
                shown=shown,
            )
        )
    return tuple(found)


def shares(discards: Sequence[Tile]) -> tuple[float, ...]:
    """For each suit the part of some discards that is of it, 0..1; 0 where there are none."""
    many = max(len(discards), 1)
    return tuple(sum(tile.suit is suit for tile in discards) / many for suit in Suit)

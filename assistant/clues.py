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
    let_go: frozenset[Tile]
    """过: tiles others offered since the hand last changed, which this player did not win"""
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
    let_go: list[set[Tile]] = [set() for _ in state.seats]
    unclaimed: list[set[Tile]] = [set() for _ in state.seats]
    offered: tuple[Seat, Tile] | None = None
    for event in events:
        match event:
            case Won(seats):
                if offered is not None:
                    _missed(offered, seats, let_go)
                offered = None
                continue
            case Ponged(seat) | Konged(seat, How.EXPOSED):
                if offered is not None:
                    _missed(offered, (seat,), let_go)
                    _missed(offered, (seat,), unclaimed)
                    offered = None
                let_go[seat].clear()
                continue
            case Discarded(seat, tile) | Konged(seat, _, tile):
                if offered is not None:
                    _missed(offered, (), let_go)
                    _missed(offered, (), unclaimed)
                let_go[seat].clear()
                robbable = not isinstance(event, Konged) or event.how is How.ADDED
                offered = (seat, tile) if robbable else None
            case Drawn():
                if offered is not None:
                    _missed(offered, (), let_go)
                    _missed(offered, (), unclaimed)
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
                let_go=frozenset(let_go[seat]),
                unclaimed=frozenset(unclaimed[seat]),
                cleared=bool(own.discards) and own.discards[-1].suit is not void,
                status=own.status,
                shown=shown,
            )
        )
    return tuple(found)


def _missed(offered: tuple[Seat, Tile], takers: tuple[Seat, ...], noted: list[set[Tile]]) -> None:
    """Note a tile that went by everybody but who gave it and who took it."""
    giver, tile = offered
    for seat, kinds in enumerate(noted):
        if seat != giver and seat not in takers:
            kinds.add(tile)


def shares(discards: Sequence[Tile]) -> tuple[float, ...]:
    """For each suit the part of some discards that is of it, 0..1; 0 where there are none."""
    many = max(len(discards), 1)
    return tuple(sum(tile.suit is suit for tile in discards) / many for suit in Suit)

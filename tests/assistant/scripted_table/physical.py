"""The table itself: where every tile of a recorded round lies after each event, nothing else known of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from random import Random

from assistant.events import (
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    How,
    Konged,
    Ponged,
    TableEvent,
    WallEmpty,
    Won,
)
from assistant.kong_layout import face_up_kongs
from assistant.melds import MeldKind
from assistant.observation import Area
from assistant.rules import RuleSet
from assistant.tiles import Tile
from assistant.values import wins_shown_at_once
from tests.assistant.scripted_table import places


@dataclass(eq=False)
class Thing:
    """A tile that lies on the table."""

    tile: Tile
    area: Area
    seat: int
    at: places.Place
    turn: float
    since: float
    track: int
    up: bool = True
    meld: int = -1
    fixed: tuple[float, ...] | None = None
    """a reading that comes back in every view of it"""
    fresh: bool = True
    """not met by the camera yet"""
    missed: bool = False
    """missed in the last view"""


@dataclass(frozen=True)
class Habits:
    """How a table handles its tiles."""

    heap: bool = False
    """discards lie in one heap in the middle"""
    takes_won: bool = True
    """the won discard is laid to the winner's hand"""


@dataclass
class Physical:
    """A table in mid-round. `do` plays an event of the complete record."""

    rules: RuleSet
    players: int
    rng: Random
    habits: Habits = Habits()
    now: float = 0.0
    hands: list[list[Tile]] = field(default_factory=list)
    """concealed tiles, standing or open"""
    beside: list[Tile | None] = field(default_factory=list)
    """the winning tile that lies beside a hand"""
    opened: set[int] = field(default_factory=set)
    things: list[Thing] = field(default_factory=list)
    """discards and melds"""
    made: list[int] = field(default_factory=list)
    thrown: list[int] = field(default_factory=list)
    last: Thing | None = None
    drawn: Tile | None = None
    tracks: count[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.hands = [[] for _ in range(self.players)]
        self.beside = [None] * self.players
        self.made = [0] * self.players
        self.thrown = [0] * self.players
        self.all_up = MeldKind.CONCEALED_KONG in face_up_kongs(self.rules)
        self.at_once = wins_shown_at_once(self.rules)

    def do(self, event: TableEvent) -> None:
        match event:
            case Dealt(seat, hand):
                self.hands[seat] = list(hand.tiles)
            case Exchanged(seat, gave, got):
                for one in gave:
                    assert one is not None
                    self.hands[seat].remove(one)
                self.hands[seat] += [one for one in got if one is not None]
            case Drawn(seat, tile):
                assert tile is not None
                self.hands[seat].append(tile)
                self.drawn = tile
            case Discarded(seat, tile):
                self.drawn = None
                self.hands[seat].remove(tile)
                self.discard(seat, tile)
            case Ponged(seat, tile):
                self.claim(seat, tile, 2)
            case Konged(seat, How.EXPOSED, tile):
                self.claim(seat, tile, 3)
            case Konged(seat, How.CONCEALED, tile):
                self.drawn = None
                for _ in range(4):
                    self.hands[seat].remove(tile)
                self.lay_meld(seat, tile, 4, concealed=True)
            case Konged(seat, How.ADDED, tile):
                self.drawn = None
                self.hands[seat].remove(tile)
                pong = next(one for one in self.melds(seat) if one.tile is tile)
                self.last = self.put(tile, Area.MELD, seat, places.meld(seat, pong.meld, 3), pong.meld)
            case Won(seats):
                self.win(seats)
            case WallEmpty():
                self.opened |= set(range(self.players))
            case _:
                pass

    def melds(self, seat: int) -> list[Thing]:
        return [one for one in self.things if one.area is Area.MELD and one.seat == seat]

    def put(self, tile: Tile, area: Area, seat: int, at: places.Place, meld: int = -1) -> Thing:
        turn = places.turn_of(seat)
        thing = Thing(tile, area, seat, at, turn, self.now, next(self.tracks), meld=meld)
        self.things.append(thing)
        return thing

    def discard(self, seat: int, tile: Tile) -> None:
        if self.habits.heap:
            at = places.heap(self.rng, [one.at for one in self.things])
        else:
            at = places.discard(seat, self.thrown[seat])
        self.thrown[seat] += 1
        self.last = self.put(tile, Area.DISCARD, seat, at)

    def take_last(self) -> Thing:
        assert self.last is not None
        taken, self.last = self.last, None
        self.things.remove(taken)
        if taken.area is Area.DISCARD:
            self.thrown[taken.seat] -= 1
        return taken

    def claim(self, seat: int, tile: Tile, own: int) -> None:
        taken = self.take_last()
        for _ in range(own):
            self.hands[seat].remove(tile)
        self.lay_meld(seat, tile, own + 1, claimed=taken)

    def lay_meld(
        self, seat: int, tile: Tile, many: int, *, concealed: bool = False, claimed: Thing | None = None
    ) -> None:
        """A claimed tile lies crosswise; of a concealed kong the outer two are down where the table says."""
        number = self.made[seat]
        self.made[seat] += 1
        for place in range(many):
            thing = self.put(tile, Area.MELD, seat, places.meld(seat, number, place), number)
            thing.up = not concealed or self.all_up or place in (1, 2)
            if claimed is not None and place == 0:
                thing.turn += 90

    def win(self, seats: tuple[int, ...]) -> None:
        first = True
        for seat in seats:
            if self.drawn is not None:  # the seat's own draw
                self.hands[seat].remove(self.drawn)
                self.beside[seat] = self.drawn
            elif first and self.last and (self.last.area is Area.MELD or self.habits.takes_won):
                self.beside[seat] = self.take_last().tile
            first = False
            if self.at_once:
                self.opened.add(seat)
        self.drawn = None

    def finish(self, winners: tuple[int, ...]) -> None:
        """The round is over: winners show their hands."""
        self.opened |= set(winners)

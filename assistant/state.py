"""局面: where a round stands: data only, and the facts that money will be reckoned from.

Nothing here is guessed: a tile nobody saw is counted, not named. Every tile is somewhere: wall, hands, table
and side bet together stay as many as the round began with, but for what went on unrecorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

from assistant.events import Extra, How
from assistant.hands import Hand
from assistant.melds import Meld
from assistant.rules import RuleSet
from assistant.seats import Seat, after
from assistant.tiles import COPIES, DECK, KINDS, Counts, Suit, Tile

NO_TILES: Counts = (0,) * KINDS
DEAL = 13


class Rank(Enum):
    """How bad a fault is."""

    IMPOSSIBLE = "impossible"
    """cannot have happened (a fifth copy, a tile not held): left out and reported"""
    AGAINST_RULES = "against_rules"
    """happened, but should not have: recorded with its problem, because penalties depend on it"""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an event: a stable code, one sentence that says what to do, its rank, and the
    sentence in Chinese. Both name a seat by its number, as `seat 2` and `座位2`: a page puts the name there.
    """

    code: str
    message: str
    rank: Rank
    chinese: str


def impossible(code: str, message: str, chinese: str) -> Fault:
    """A fault that leaves its event out; the sentences without their full stops."""
    return Fault(code, f"{message[:1].upper()}{message[1:]}.", Rank.IMPOSSIBLE, f"{chinese}。")


def against(code: str, message: str, chinese: str) -> Fault:
    """A fault that is recorded with its event; the sentences without their full stops."""
    return Fault(code, f"{message[:1].upper()}{message[1:]}.", Rank.AGAINST_RULES, f"{chinese}。")


class Changeable:
    """A frozen dataclass that is changed often: `but` is dataclasses.replace at a tenth of its price. A test
    holds that it is only asked for fields there are.
    """

    def but(self, **changes: Any) -> Self:  # noqa: ANN401
        """The same with some fields changed."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__, **changes)
        return new


class Status(Enum):
    """Whether a seat still plays."""

    IN = "in"
    WON = "won"
    LEFT = "left"
    """逃跑 without having won"""
    BROKE = "broke"
    """out of chips, its hand closed"""


class Phase(Enum):
    """What the table waits for."""

    OPENING = "opening"
    """deal, exchange, void choice, side bet; nobody has drawn or discarded"""
    DRAW = "draw"
    """`turn` is to draw, unless somebody claims the offer"""
    ACT = "act"
    """`turn` is to discard, kong or win"""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Ban:
    """过手胡: a win let go. `worth`: its doublings after the cap, None where the hand was not known."""

    tile: Tile
    worth: int | None
    melds: int
    """own melds at that moment: a later one changes the hand"""


@dataclass(frozen=True)
class SeatState(Changeable):
    """One player: what is known of the hand, what lies before them, and what they did."""

    known: Counts = NO_TILES
    unseen: int = DEAL
    melds: tuple[Meld, ...] = ()
    discards: tuple[Tile, ...] = ()
    """every own discard in order, those others claimed too"""
    taken: tuple[int, ...] = ()
    """places in `discards` of those that others claimed or won: they lie there no more"""
    draws: int = 0
    """tiles drawn from the wall, replacements too, after the deal"""
    dealt: bool = False
    told: bool = False
    """whether the whole hand was told by a win or a reveal"""
    void: Suit | None = None
    """定缺, declared or certain from the deal (天缺)"""
    was_void: Suit | None = None
    """the suit this hand has been seen without (void "sticky")"""
    spoilt: bool = False
    """that suit was kept or melded later: a pig under void "sticky\""""
    bans: tuple[Ban, ...] = ()
    status: Status = Status.IN
    gone: int | None = None
    """the event with which it left the table, as a winner too"""

    @property
    def hand(self) -> Hand:
        """The hand as far as it is known."""
        return Hand(self.known, self.unseen, self.melds)

    @property
    def size(self) -> int:
        """Concealed tiles, unseen ones too."""
        return sum(self.known) + self.unseen

    @property
    def surplus(self) -> int:
        """Tiles over 13 - 3 x melds."""
        return self.size - DEAL + 3 * len(self.melds)


@dataclass(frozen=True)
class Offer(Changeable):
    """A tile on the table that others may claim: the last discard, or the added kong just declared."""

    seat: Seat
    tile: Tile
    event: int
    kong: int | None = None
    """place in `facts` of the added kong it is; None: a discard"""
    chain: tuple[int, ...] = ()
    """places in `facts` of the kongs made just before this discard 杠上炮, in order"""
    last_tile: bool = False
    """discarded after the draw of the wall's last tile 海底"""
    first: bool = False
    """the dealer's first discard, nothing claimed or konged before"""
    winners: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    """seats that said so"""


@dataclass(frozen=True, slots=True)
class Draw:
    """The tile `turn` holds from the wall; `tile` None where nobody saw it."""

    tile: Tile | None
    told: bool = True
    """False: no event told it, the discard showed that there was one"""


class Source(Enum):
    """What a win was declared on."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed_kong"


@dataclass(frozen=True, slots=True)
class KongMade:
    """A kong, with who was in to pay it."""

    event: int
    seat: Seat
    how: How
    tile: Tile
    discarder: Seat | None
    others: tuple[Seat, ...]
    """the other players still in, in play order"""
    just_drawn: bool | None
    """弯杠: with the tile just drawn; None: nobody can tell"""
    stands_since: int | None
    """the event that made it certain; None while it can be robbed"""
    robbed: bool = False
    """抢杠: it does not stand and earns nothing"""


@dataclass(frozen=True, slots=True)
class WinMade:
    """A win of one seat, with all that its price needs."""

    event: int
    seat: Seat
    source: Source
    tile: Tile | None
    giver: Seat | None
    """the discarder or the robbed konger"""
    offer: int | None
    """the event of the tile won on: the same for several winners"""
    others: tuple[Seat, ...]
    """the other players who had not won before this tile, in play order"""
    hand: Hand | None
    """without the winning tile; None while not known"""
    whole: Hand | None
    """with it, where only that is known (a self-draw nobody saw)"""
    chain: tuple[int, ...]
    """places in `facts` of the kongs just before"""
    last_tile: bool
    deal: bool
    """天胡: the dealer's, before anything was discarded or konged"""
    first_draw: bool
    """on the own first draw, nothing claimed or konged before"""
    first_discard: bool
    """on the dealer's first discard, nothing claimed or konged before"""
    shown: Counts
    """tiles face up on the table, the winning one not"""
    void: Suit | None
    """定缺 where it binds"""
    extra: tuple[Extra, ...] = ()


@dataclass(frozen=True, slots=True)
class FalseWinMade:
    """诈胡."""

    event: int
    seat: Seat
    others: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class WallEmptied:
    """黄庄. `holder`: the seat that held 14 - 3 x melds tiles then."""

    event: int
    holder: Seat | None


@dataclass(frozen=True, slots=True)
class LeftTable:
    """逃跑 of a player who had not won: the round is over."""

    event: int
    seat: Seat
    others: tuple[Seat, ...]
    wall: int
    holder: Seat | None
    """who held 14 - 3 x melds tiles then"""


@dataclass(frozen=True, slots=True)
class MoneyMoved:
    """改账."""

    event: int
    payer: Seat
    payee: Seat
    points: int
    note: str


Fact = KongMade | WinMade | FalseWinMade | WallEmptied | LeftTable | MoneyMoved
"""Something money depends on, in the order it happened."""


@dataclass(frozen=True)
class RoundState(Changeable):
    """局面. Made by `assistant.round`; nobody else changes it."""

    rules: RuleSet
    names: tuple[str, ...]
    wall: int
    seats: tuple[SeatState, ...]
    chips: tuple[int, ...] | None = None
    wall_told: bool = True
    """False: nobody said how long the wall was"""
    phase: Phase = Phase.OPENING
    turn: Seat = 0
    draw: Draw | None = None
    """what `turn` drew, in ACT; None after a pong"""
    chain: tuple[int, ...] = ()
    """places in `facts` of the kongs `turn` has made in a row"""
    offer: Offer | None = None
    shown: Counts = NO_TILES
    """tiles face up on the table: discards, melds, a robbed tile"""
    opened: bool = False
    """somebody has discarded"""
    claimed: bool = False
    """a discard was claimed or a kong made: spoils 地胡"""
    unrecorded: bool = False
    """play went on somewhere that nobody recorded 漏记: the wall is shorter than it says here"""
    unchecked: tuple[int, ...] = ()
    """the events at which a camera went on after it had lost the thread"""
    lost: bool = False
    """whose turn it is nobody knows, as nothing was recorded since"""
    side_name: str | None = None
    side_tile: Tile | None = None
    side_event: int | None = None
    facts: tuple[Fact, ...] = ()
    events: int = 0
    """lines read so far, those left out too"""

    @property
    def players(self) -> int:
        """3 or 4."""
        return len(self.seats)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in, in order."""
        return tuple(seat for seat, one in enumerate(self.seats) if one.status is Status.IN)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """In the order of winning."""
        return tuple(fact.seat for fact in self.facts if isinstance(fact, WinMade))

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return self.phase is Phase.OVER

    @property
    def tiles(self) -> int:
        """All tiles there are: 108 in a round recorded from its start."""
        on_table = sum(self.shown)
        return self.wall + sum(one.size for one in self.seats) + on_table + (self.side_event is not None)

    def others_in(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats still in, in play order after this one."""
        seats = self.seats
        return tuple(one for one in after(seat, len(seats)) if seats[one].status is Status.IN)

    def copies_seen(self, tile: Tile) -> int:
        """Copies of a kind whose place is known: on the table, in a known hand, or the side bet's."""
        seen = self.shown[tile] + (self.side_tile is tile)
        for one in self.seats:
            seen += one.known[tile]
        return seen

    def copies_free(self, tile: Tile) -> int:
        """Copies that could still be an unseen tile."""
        return COPIES - self.copies_seen(tile)


def plus(counts: Counts, tile: Tile, many: int = 1) -> Counts:
    """Counts with so many more of a kind, or fewer."""
    return (*counts[:tile], counts[tile] + many, *counts[tile + 1 :])


def full_wall(players: int, dealer_has_drawn: bool) -> int:
    """Tiles left by a whole deal: 56 with four players, 55 where the dealer holds 14 already."""
    return DECK - DEAL * players - dealer_has_drawn


@dataclass(frozen=True, slots=True)
class Round:
    """A record folded: the state, the lines that were left out or broke a rule, and why."""

    state: RoundState
    faults: tuple[tuple[int, Fault], ...] = ()
    """(event, fault), in order"""

    @property
    def left_out(self) -> tuple[int, ...]:
        """The events that could not have happened and were left out."""
        return tuple(dict.fromkeys(at for at, fault in self.faults if fault.rank is Rank.IMPOSSIBLE))

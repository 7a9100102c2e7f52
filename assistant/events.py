"""事件: what happened at the table, as values: facts only; no time, source or money (FORMATS `settle`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.hands import Hand
from assistant.melds import Meld, MeldKind
from assistant.seats import Seat
from assistant.tiles import Suit, Tile
from assistant.wins import Extra as Extra


class How(StrEnum):
    """How a kong 杠 was made; the values are the words of the record."""

    EXPOSED = "exposed"
    """直杠, from the last discard"""
    ADDED = "added"
    """弯杠, a fourth tile to an own pong; the only kong that can be robbed"""
    CONCEALED = "concealed"
    """暗杠, four tiles of the hand"""

    @property
    def meld(self) -> MeldKind:
        """The meld it leaves on the table."""
        return {
            How.EXPOSED: MeldKind.EXPOSED_KONG,
            How.ADDED: MeldKind.ADDED_KONG,
            How.CONCEALED: MeldKind.CONCEALED_KONG,
        }[self]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """开局: the rule set by name or path, its changed keys, who sits where, the wall at the start."""

    rules: str = "chengdu"
    overrides: tuple[tuple[str, object], ...] = ()
    names: tuple[str, ...] = ()
    wall: int | None = None
    """tiles in it before the first draw; None: what a full set leaves"""
    chips: tuple[int, ...] | None = None
    """what each seat can lose, in points; None: no limit"""
    people: tuple[str, ...] = ()
    """who they are, one a seat, where two may share a name or somebody may change theirs"""

    @property
    def persons(self) -> tuple[str, ...]:
        """Who sits where: the people, or where they are not told the names."""
        return self.people or self.names


@dataclass(frozen=True, slots=True)
class Dealt:
    """发牌: the tiles a seat was dealt, unseen ones as such."""

    seat: Seat
    hand: Hand


@dataclass(frozen=True, slots=True)
class Exchanged:
    """换三张: three tiles given and three got, None for a tile nobody saw."""

    seat: Seat
    gave: tuple[Tile | None, ...]
    got: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class VoidChosen:
    """定缺: the suit a seat will not keep; 天缺 the one it was dealt none of."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class SideBet:
    """叫马: a further person draws a tile that binds them to a seat; None while nobody saw it."""

    name: str
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """摸牌: a tile from the wall, also the replacement after a kong; None where nobody saw it."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Discarded:
    """打牌."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Ponged:
    """碰, from the last discard."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Konged:
    """杠, one of the three."""

    seat: Seat
    how: How
    tile: Tile
    just_drawn: bool | None = None
    """弯杠: whether it was the tile just drawn, where somebody says so; a draw on record outranks it"""


@dataclass(frozen=True, slots=True)
class Melded:
    """补记碰杠: a meld that lies before a seat and that no event told when it was made."""

    seat: Seat
    meld: Meld
    giver: Seat | None = None
    """who discarded the tile claimed; 直杠 needs it, as that seat pays"""
    out: tuple[Seat, ...] | None = None
    """the seats that played no more when it was made; None: those that do not now"""
    just_drawn: bool | None = None
    """弯杠: whether it was the tile just drawn"""


@dataclass(frozen=True, slots=True)
class Gap:
    """漏记: play went on here that nobody recorded."""

    checked: bool = True
    """False: a camera that had lost the thread went on here, and nobody has looked what money it missed"""


@dataclass(frozen=True, slots=True)
class Passed:
    """过: lets the last discard, or the added kong just declared, go although it could win."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won:
    """胡: on the last discard, on the added kong just declared, or on the tile the one seat just drew.

    `hands`: concealed tiles without the winning one, for the seats whose hand is told.
    """

    seats: tuple[Seat, ...]
    hands: tuple[tuple[Seat, Hand], ...] = ()
    extra: tuple[Extra, ...] = ()

    def hand(self, seat: Seat) -> Hand | None:
        """The hand told for a seat."""
        return next((hand for other, hand in self.hands if other == seat), None)


@dataclass(frozen=True, slots=True)
class FalseWin:
    """诈胡: a seat declared a win it did not have; it stays in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WallEmpty:
    """黄庄: the wall is empty and the last discard went unclaimed."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """亮牌: a seat's concealed tiles, shown at the end."""

    seat: Seat
    hand: Hand


@dataclass(frozen=True, slots=True)
class Left:
    """逃跑: a seat leaves the table before the round is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Adjusted:
    """改账: points the table moves by hand."""

    payer: Seat
    payee: Seat
    points: int
    note: str = ""


TableEvent = (
    RoundStarted
    | Dealt
    | Exchanged
    | VoidChosen
    | SideBet
    | Drawn
    | Discarded
    | Ponged
    | Konged
    | Melded
    | Gap
    | Passed
    | Won
    | FalseWin
    | WallEmpty
    | Revealed
    | Left
    | Adjusted
)
"""Everything that can be recorded of a round."""

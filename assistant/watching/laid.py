"""摆在桌上: what lies open on the table by the record: every tile of discards and melds, by its place."""

from __future__ import annotations

from typing import NamedTuple

from assistant.kong_layout import face_up_kongs
from assistant.melds import Meld, MeldKind
from assistant.observation import BACK, Area
from assistant.rules import RuleSet
from assistant.seats import Seat
from assistant.state import RoundState
from assistant.tiles import Tile


class Laid(NamedTuple):
    """One tile that must lie on the table. `place`: its number among the seat's discards, or for a meld which
    of its tiles it is (0..3).
    """

    area: Area
    seat: Seat
    tile: Tile
    place: int
    kong: bool = False
    """the fourth tile of an added kong, which may lie on another"""
    back: bool = False
    """face down"""

    @property
    def kind(self) -> int:
        """Its class in the likelihoods."""
        return BACK if self.back else int(self.tile)


def backs_of(meld: Meld, rules: RuleSet) -> tuple[int, ...]:
    """Which tiles of a meld lie face down: the outer two of 暗杠 where the table plays it so (SBR)."""
    return (0, 3) if meld.kind is MeldKind.CONCEALED_KONG and hides_two(rules) else ()


def hides_two(rules: RuleSet) -> bool:
    """Whether of 暗杠 the outer two lie face down."""
    return MeldKind.CONCEALED_KONG not in face_up_kongs(rules)


def laid_out(state: RoundState) -> tuple[Laid, ...]:
    """Every tile of discards and melds that lies on the table now."""
    return tuple(tile for seat in range(state.players) for tile in laid_by(state, seat))


def laid_by(state: RoundState, seat: Seat) -> list[Laid]:
    """The tiles that lie open before one player."""
    own = state.seats[seat]
    taken = own.taken
    tiles = [
        Laid(Area.DISCARD, seat, tile, place) for place, tile in enumerate(own.discards) if place not in taken
    ]
    for meld in own.melds:
        backs = backs_of(meld, state.rules) if meld.is_concealed else ()
        added = meld.kind is MeldKind.ADDED_KONG
        tiles += [
            Laid(Area.MELD, seat, meld.tile, place, added and place == 3, place in backs)
            for place in range(meld.size)
        ]
    return tiles


def changed(before: RoundState, after: RoundState) -> tuple[set[Laid], set[Laid]]:
    """The tiles that were laid on the table between two states, and those that were taken off it."""
    come: set[Laid] = set()
    gone: set[Laid] = set()
    for seat in range(after.players):
        if before.seats[seat] is not after.seats[seat]:
            lain, lay = set(laid_by(before, seat)), set(laid_by(after, seat))
            come |= lay - lain
            gone |= lain - lay
    return come, gone

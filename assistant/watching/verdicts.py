"""判断: what came of a view: events to record, a question, a sentence on what cannot be, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from assistant.events import Discarded, TableEvent
from assistant.seats import Seat
from assistant.state import RoundState
from assistant.tiles import Tile

Place = tuple[float, float]
"""A place on the table in table units."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """Events that the view leaves no doubt about, in order, draws nobody saw among them. `confidence`: the
    odds, 0..1, that all of them happened so.
    """

    events: tuple[TableEvent, ...]
    confidence: float
    supposed: bool = False
    """nobody answered a question: they are its likeliest answer, none where that is that nothing happened"""


class Mend(NamedTuple):
    """A recorded discard that may have been another tile: the seat's discard of this number, from 0, and the
    tile that is recorded for it.
    """

    seat: Seat
    number: int
    tile: Tile

    def line(self, events: Iterable[TableEvent]) -> int | None:
        """Which of a round's events it is; None where there is no such discard."""
        own = (at for at, one in enumerate(events) if isinstance(one, Discarded) and one.seat == self.seat)
        return next((at for many, at in enumerate(own) if many == self.number), None)

    def stands(self, state: RoundState) -> bool:
        """Whether the record holds it still, and nobody has claimed it: a meld or a hand tells its kind."""
        own = state.seats[self.seat]
        return own.discards[self.number : self.number + 1] == (self.tile,) and self.number not in own.taken


@dataclass(frozen=True, slots=True)
class Question:
    """What one tap decides: its options, each the events it stands for, the likeliest first, mostly two or
    three; `()`: none of the others happened. `about`: where the tiles in question lie. `mends`: empty, or for
    each option with events the recorded discard in whose stead its one event is put. `several`: as many of
    these hold as a person says, one for each such discard at most; `()`: all of them are recorded rightly;
    `about` then names the place of each of those discards, in order. `paired`: options of two discards that
    may have been exchanged: both of a pair hold, or none. `lost`: since when and until when the thread was
    lost, in seconds of video, where it is about taking up what lies on the table by now; both alike where the
    round was not seen from its deal.
    """

    options: tuple[tuple[TableEvent, ...], ...]
    about: tuple[Place, ...] = ()
    mends: tuple[Mend, ...] = ()
    several: bool = False
    paired: tuple[tuple[int, int], ...] = ()
    lost: tuple[float, float] | None = None

    @property
    def exchanged(self) -> frozenset[int]:
        """The options that hold in pairs."""
        return frozenset(option for pair in self.paired for option in pair)

    def whole(self, *chosen: int) -> tuple[int, ...]:
        """The chosen options, with those that hold together with them."""
        others = (other for pair in self.paired if set(pair) & set(chosen) for other in pair)
        return (*chosen, *(other for other in others if other not in chosen))

    def mend(self, option: int | None) -> Mend | None:
        """The recorded discard that an option corrects; None: its events are added to the record."""
        return self.mends[option] if option is not None and option < len(self.mends) else None


@dataclass(frozen=True, slots=True)
class Mended:
    """A recorded discard of which the kind was in doubt is another after all, with these odds, 0..1: by what
    was claimed, by the copies there are, or by later views. `also`: the discard that is another together
    with it, where the two were exchanged.
    """

    mend: Mend
    tile: Tile
    confidence: float
    also: tuple[tuple[Mend, Tile], ...] = ()

    @property
    def all(self) -> tuple[tuple[Mend, Tile], ...]:
        """Every recorded discard that is another, and what it is."""
        return (self.mend, self.tile), *self.also

    @property
    def each(self) -> tuple[Mended, ...]:
        """The same, a discard each."""
        return tuple(Mended(mend, tile, self.confidence) for mend, tile in self.all)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The table shows what no legal act explains; nothing was changed. `code` is stable, `zh` and `en` one
    sentence each that says what to do.
    """

    code: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing new, or nothing sure yet."""


Verdict = Accepted | Mended | Question | Contradiction | Nothing

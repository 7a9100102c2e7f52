"""一桌所见: a table: its rounds in order, and what the rounds before the running one come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

from assistant.chapters import NOTHING, Closed
from assistant.round_view import RoundView, Stray
from assistant.summary import RoundSummary


class OldRounds(Protocol):
    """Where rounds before the running one are read, from any thread."""

    def round(self, number: int) -> RoundView:
        """A round, from 0, as the log says now; IndexError where there is none."""
        ...

    def summaries(self, skip: int = 0, most: int | None = None) -> tuple[RoundSummary, ...]:
        """What they come to, without the first `skip`, `most` at most."""
        ...

    def number_of(self, place: int) -> int:
        """Which round it is, from 0, that begins at a place that `Closed` names."""
        ...


class Rounds(Sequence[RoundView]):
    """The rounds of a table in order. The running one is at hand; an older one is read when it is asked for,
    as the log then says.
    """

    def __init__(self, rounds: OldRounds, older: int, running: RoundView | None) -> None:
        self._rounds = rounds
        self._older = older
        self._running = running

    def __len__(self) -> int:
        return self._older + (self._running is not None)

    @overload
    def __getitem__(self, at: int) -> RoundView: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[RoundView, ...]: ...

    def __getitem__(self, at: int | slice) -> RoundView | tuple[RoundView, ...]:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(*at.indices(len(self))))
        place = at + len(self) if at < 0 else at
        if place == self._older and self._running is not None:
            return self._running
        if not 0 <= place < self._older:
            raise IndexError(at)
        return self._rounds.round(place)

    def __iter__(self) -> Iterator[RoundView]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def summaries(self, skip: int = 0, most: int | None = None) -> tuple[RoundSummary, ...]:
        """What the rounds before the running one come to, without the first `skip`, `most` at most."""
        return self._rounds.summaries(skip, most)

    def number_of(self, place: int) -> int:
        """Which round it is, from 0, that begins at a place that `Closed` names."""
        return self._rounds.number_of(place)

    def __repr__(self) -> str:
        return f"Rounds({len(self)})"


@dataclass(frozen=True, slots=True)
class TableView:
    """A table: its rounds in order, and lines that stand outside any."""

    rounds: Rounds
    stray: Stray
    """lines before the first round, and rounds that cannot be read, each with its reason"""
    records: int
    """how many the log has: what the next append expects"""
    closed: Closed = NOTHING
    """what the rounds before the running one come to"""

    @property
    def running(self) -> RoundView | None:
        """The running round, or the last one until another starts; None where it cannot be read."""
        return self.rounds[-1] if len(self.rounds) > self.closed.rounds else None

    @property
    def whole(self) -> bool:
        """Whether no line waits to be mended: else no total is shown (FIELD C10)."""
        running = self.running
        return not (self.stray or self.closed.broken or (running is not None and running.broken))

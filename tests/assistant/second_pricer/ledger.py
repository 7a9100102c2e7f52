"""What the second pricer counts with: payments, penalties, kongs, and what a seat shows at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Payment(NamedTuple):
    payer: int
    payee: int
    points: int
    reason: str
    event: int


class Penalty(NamedTuple):
    seat: int
    points: int
    reason: str


@dataclass
class Kong:
    """A kong that stands, and what it earned: (payer, points) for each who paid."""

    seat: int
    how: str
    event: int
    discarder: int | None = None
    paid: list[tuple[int, int]] = field(default_factory=list)
    settled: bool = False

    @property
    def income(self) -> int:
        return 0 if self.settled else sum(points for _, points in self.paid)


@dataclass
class Result:
    payments: list[Payment]
    net: list[int]
    penalties: list[Penalty]
    winners: list[int]
    next_dealer: int | None
    finished: bool


class Standing(NamedTuple):
    """What a seat shows when the wall is empty: `value` is what step 2 owes it, `largest` its dearest
    win."""

    pig: bool
    status: str  # "ready", "not_ready" or "neutral"
    value: int = 0
    largest: int = 0


class Last(NamedTuple):
    """What can be won now: a discard, a tile just drawn, or an added kong."""

    what: str
    seat: int
    tile: str
    kong: Kong | None = None

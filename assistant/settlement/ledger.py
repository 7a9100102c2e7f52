"""账: payments between two seats, each with its reason, its event and what a player needs to check it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from assistant.rule_words import SelfDraw
from assistant.scoring import Score
from assistant.seats import Seat
from assistant.state import KongMade, RoundState
from assistant.tiles import Tile


class Reason(StrEnum):
    """Why points move; the values are the words of the printed form."""

    WIN_DISCARD = "win_discard"
    WIN_SELF_DRAW = "win_self_draw"
    WIN_ROBBED_KONG = "win_robbed_kong"
    KONG_CONCEALED = "kong_concealed"
    KONG_EXPOSED = "kong_exposed"
    KONG_ADDED = "kong_added"
    KONG_TRANSFER = "kong_transfer"
    KONG_REFUND = "kong_refund"
    PIG = "pig"
    NOT_READY = "not_ready"
    LEFT_EARLY = "left_early"
    SIDE_BET = "side_bet"
    FALSE_WIN = "false_win"
    CHIPS = "chips"
    ADJUSTED = "adjusted"


class Cause(StrEnum):
    """Why kong income moves on."""

    DEAL_IN = "deal_in"
    """杠上炮"""
    DEAL_IN_ALL = "deal_in_all"
    """转雨: all kong income of the hand"""
    NOT_READY = "not_ready"
    """未下叫"""
    FALSE_WIN = "false_win"
    """诈胡"""


@dataclass(frozen=True, slots=True)
class WinBasis:
    """A win's value; `adds`: what the self-draw adds, None where it was not paid as one."""

    winner: Seat
    tile: Tile | None
    score: Score
    adds: SelfDraw | None
    point_kong: bool = False
    """点杠花 paid by the one who gave the kong"""


@dataclass(frozen=True, slots=True)
class KongBasis:
    """A kong's income, in bases."""

    kong: KongMade
    bases: int


@dataclass(frozen=True, slots=True)
class MovedBasis:
    """Kong income that moves on."""

    kong: KongMade
    cause: Cause


@dataclass(frozen=True, slots=True)
class PigBasis:
    """花猪: so many bases, or twice the receiver's largest hand."""

    bases: int | None
    doubled: ReadyBasis | None = None


@dataclass(frozen=True, slots=True)
class ReadyBasis:
    """查叫: the win a ready hand could have had; `discard`: the 14th tile laid aside for it."""

    seat: Seat
    tile: Tile
    score: Score
    adds: SelfDraw | None
    points: int
    discard: Tile | None = None


@dataclass(frozen=True, slots=True)
class BasesBasis:
    """So many bases (诈胡, 逃跑)."""

    bases: int


@dataclass(frozen=True, slots=True)
class SideBasis:
    """叫马: the payment mirrored."""

    name: str
    tile: Tile
    of: Payment


@dataclass(frozen=True, slots=True)
class ChipsBasis:
    """Short of chips: what the seat owed and what it could pay."""

    seat: Seat
    owed: int
    paid: int


@dataclass(frozen=True, slots=True)
class NoteBasis:
    """Entered by hand."""

    note: str


Basis = (
    WinBasis
    | KongBasis
    | MovedBasis
    | PigBasis
    | ReadyBasis
    | BasesBasis
    | SideBasis
    | ChipsBasis
    | NoteBasis
)


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that move between two seats; `event` names the line they come from, `at` the line that made
    them due.
    """

    payer: Seat
    payee: Seat
    points: int
    reason: Reason
    event: int
    basis: Basis
    at: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points to nobody; they stand outside the net (RULES 11.14)."""

    seat: Seat
    points: int
    reason: Reason
    event: int


@dataclass
class KongAccount:
    """A kong's income until it is settled: transferred or given back once, never twice."""

    kong: KongMade
    income: list[Payment] = field(default_factory=list)
    settled: bool = False


@dataclass
class Book:
    """The ledger while a round is priced."""

    state: RoundState
    payments: list[Payment] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    kongs: dict[int, KongAccount] = field(default_factory=dict)
    """by place in `facts`"""
    moved: dict[int, list[tuple[KongMade, int]]] = field(default_factory=dict)
    """offer's event -> the kong income its winners get"""

    def pay(
        self, payer: Seat, payee: Seat, points: int, reason: Reason, event: int, basis: Basis, at: int
    ) -> Payment | None:
        """Book a payment; none of 0 points."""
        if not points:
            return None
        payment = Payment(payer, payee, points, reason, event, basis, at)
        self.payments.append(payment)
        return payment

    def fine(self, seat: Seat, points: int, reason: Reason, event: int) -> None:
        """Book points to nobody; none of 0."""
        if points:
            self.penalties.append(Penalty(seat, points, reason, event))

    def ask(self, what: str) -> None:
        """Say what must still be told, once."""
        if what not in self.missing:
            self.missing.append(what)


def shares(total: int, weights: dict[Seat, int]) -> dict[Seat, int]:
    """A total shared in proportion to weights by largest remainder, ties in play order from the dealer."""
    whole = sum(weights.values())
    if not whole:
        return dict.fromkeys(weights, 0)
    parts = {seat: total * weight // whole for seat, weight in weights.items()}
    rest = total - sum(parts.values())
    key: Callable[[Seat], tuple[int, Seat]] = lambda seat: (-(total * weights[seat] % whole), seat)  # noqa: E731
    for seat in sorted(weights, key=key)[:rest]:
        parts[seat] += 1
    return parts

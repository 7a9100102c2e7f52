"""筹码: who has not enough pays all it has, shared in proportion (RULES section 7, FIELD A32)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.rule_words import ChipsOut
from assistant.seats import Seat
from assistant.settlement.ledger import ChipsBasis, Payment, Reason, shares
from assistant.state import LeftTable, RoundState, WallEmptied, WinMade


@dataclass(frozen=True, slots=True)
class Cut:
    """What short chips change: payments back to the seat, after the payment at that place, and who stops."""

    payments: tuple[tuple[int, Payment], ...]
    closing: Mapping[int, tuple[Seat, ...]]
    """event -> the seats that have nothing left with it and close their hands"""


def cut(state: RoundState, payments: Sequence[Payment]) -> Cut:
    """The payments that short chips take back, by the table's rule (key chips_out)."""
    if state.chips is None:
        return Cut((), {})
    chips = dict(enumerate(state.chips))
    match state.rules.chips_out:
        case ChipsOut.STAYS:
            if not state.finished or not payments:
                return Cut((), {})
            ends = [fact.event for fact in state.facts if isinstance(fact, (WallEmptied, LeftTable, WinMade))]
            end = max([*ends, *(payment.at for payment in payments)])
            back = _shared(chips, payments, end, end)
            return Cut(tuple((len(payments) - 1, one) for one in back), {})
        case ChipsOut.LEAVES:
            return _step_by_step(chips, payments)


def _step_by_step(chips: dict[Seat, int], payments: Sequence[Payment]) -> Cut:
    """Event by event: who cannot pay an event in full pays what it has left. What an added kong takes is paid
    later than it was made, and keeps the kong's event.
    """
    cuts: list[tuple[int, Payment]] = []
    closing: dict[int, tuple[Seat, ...]] = {}
    out: set[Seat] = set()
    for at in sorted({payment.at for payment in payments}):
        due = [payment for payment in payments if payment.at == at]
        back = _shared(chips, due, max(payment.event for payment in due), at)
        place = max(place for place, payment in enumerate(payments) if payment.at == at)
        cuts += ((place, one) for one in back)
        for payment in (*due, *back):
            if payment.payer in chips:
                chips[payment.payer] -= payment.points
            if payment.payee in chips:
                chips[payment.payee] += payment.points
        empty = tuple(seat for seat, left in chips.items() if left <= 0 and seat not in out)
        if empty:
            closing[at] = empty
            out |= set(empty)
    return Cut(tuple(cuts), closing)


def _shared(chips: Mapping[Seat, int], payments: Iterable[Payment], event: int, at: int) -> list[Payment]:
    """Payments back to seats that owe more than they have, until nobody does."""
    owes: dict[tuple[Seat, Seat], int] = {}
    for payment in payments:
        _add(owes, payment.payer, payment.payee, payment.points)
    back: list[Payment] = []
    while (seat := _short(chips, owes)) is not None:
        debts = {other: owes[seat, other] for payer, other in owes if payer == seat and owes[seat, other] > 0}
        owed = sum(debts.values())
        has = owed + _balance(owes, seat) + chips[seat]
        for other, share in shares(has, debts).items():
            if debts[other] > share:
                basis = ChipsBasis(seat, owed, has)
                back.append(Payment(other, seat, debts[other] - share, Reason.CHIPS, event, basis, at))
                _add(owes, other, seat, debts[other] - share)
    return back


def _short(chips: Mapping[Seat, int], owes: Mapping[tuple[Seat, Seat], int]) -> Seat | None:
    """A seat that owes more than it has and is owed."""
    return next((seat for seat in chips if _balance(owes, seat) + chips[seat] < 0), None)


def _add(owes: dict[tuple[Seat, Seat], int], payer: Seat, payee: Seat, points: int) -> None:
    owes[payer, payee] = owes.get((payer, payee), 0) + points
    owes[payee, payer] = owes.get((payee, payer), 0) - points


def _balance(owes: Mapping[tuple[Seat, Seat], int], seat: Seat) -> int:
    """What a seat gains, negative where it loses."""
    return -sum(points for (payer, _), points in owes.items() if payer == seat)

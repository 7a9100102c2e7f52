"""结账: from a round's facts to who owes whom and why. Every payment moves between two seats, so the net sums
to zero; what is not known is asked for by name, never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.opening import bound_seat, next_dealer
from assistant.seats import Seat
from assistant.settlement import kongs, leaving, wall_empty, wins
from assistant.settlement.chips import cut
from assistant.settlement.ledger import Book, Payment, Penalty, Reason, SideBasis
from assistant.state import (
    FalseWinMade,
    KongMade,
    LeftTable,
    MoneyMoved,
    RoundState,
    WallEmptied,
    WinMade,
)


@dataclass(frozen=True, slots=True)
class Settlement:
    """结账: the payments in the order they became due, and what follows from them."""

    payments: tuple[Payment, ...]
    net: tuple[int, ...]
    """a number a seat, the fifth person's last; they sum to zero"""
    winners: tuple[Seat, ...]
    """in the order of winning"""
    next_dealer: Seat | None
    finished: bool
    penalties: tuple[Penalty, ...]
    missing: tuple[str, ...]
    """what must still be told, a request each"""
    closing: Mapping[int, tuple[Seat, ...]]
    """event -> the seats out of chips with it that close their hands"""


def reckon(state: RoundState) -> Settlement:
    """Who owes whom and why, as far as the round has gone."""
    book = Book(state)
    for place, fact in enumerate(state.facts):
        match fact:
            case KongMade():
                kongs.pay(book, place, fact)
            case WinMade():
                wins.pay(book, fact)
            case FalseWinMade():
                leaving.pay_false_win(book, fact)
            case WallEmptied():
                wall_empty.pay(book, fact)
            case LeftTable():
                leaving.pay_left(book, fact)
            case MoneyMoved():
                leaving.pay_moved(book, fact)
    _ask_of_gaps(book)
    payments = _with_side_bet(book)
    short = cut(state, payments)
    whole = [
        one
        for place, payment in enumerate(payments)
        for one in (payment, *(back for at, back in short.payments if at == place))
    ]
    return Settlement(
        payments=tuple(whole),
        net=net(whole, state.players + (state.side_event is not None)),
        winners=state.winners,
        next_dealer=next_dealer(state),
        finished=state.finished,
        penalties=tuple(book.penalties),
        missing=tuple(book.missing),
        closing=short.closing,
    )


UNSEEN = "check for a kong or win that nobody saw before event "
"""How the asking for play begins that a camera did not follow."""


def _ask_of_gaps(book: Book) -> None:
    """Asks for the money of play that a camera did not follow and that nobody has looked at."""
    if book.state.unchecked:
        events = ", ".join(map(str, book.state.unchecked))
        book.ask(f"{UNSEEN}{events}")


def net(payments: list[Payment] | tuple[Payment, ...], parties: int) -> tuple[int, ...]:
    """What each party has gained or lost by the payments."""
    total = [0] * parties
    for payment in payments:
        total[payment.payer] -= payment.points
        total[payment.payee] += payment.points
    return tuple(total)


def _with_side_bet(book: Book) -> list[Payment]:
    """叫马: every payment of the bound seat is made once more, to or from the fifth person."""
    state = book.state
    if state.side_event is None:
        return book.payments
    if state.side_tile is None:
        book.ask(f"tell the tile of {state.side_name}'s side bet (event {state.side_event})")
        return book.payments
    bound, fifth = bound_seat(state.side_tile, state.players), state.players
    mirrored = []
    for payment in book.payments:
        mirrored.append(payment)
        payer, payee = (fifth if seat == bound else seat for seat in (payment.payer, payment.payee))
        if bound in (payment.payer, payment.payee) and payer != payee:
            basis = SideBasis(state.side_name or "", state.side_tile, payment)
            mirrored.append(
                Payment(payer, payee, payment.points, Reason.SIDE_BET, payment.event, basis, payment.at)
            )
    return mirrored

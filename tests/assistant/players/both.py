"""One record, two pricers, one form of answer: what the comparisons compare."""

from __future__ import annotations

from typing import Any, NamedTuple

from assistant.history.codec import decode
from assistant.round import settle
from assistant.rules import RuleSet
from tests.assistant.second_pricer.money import price
from tests.assistant.second_pricer.rulebook import Rules

Moved = tuple[int, int, int, str, int]


class Money(NamedTuple):
    """What a record comes to. Payments are (from, to, points, reason, event), sorted; so are penalties."""

    payments: list[Moved]
    net: list[int]
    winners: list[int]
    next_dealer: int | None
    finished: bool
    penalties: list[tuple[int, int, str]]


def by_product(lines: list[dict[str, Any]], rules: RuleSet | None = None) -> Money:
    """As `tangzi settle` prices it, under other rules than the record's where they are given."""
    _, settled = settle((decode(line) for line in lines), rules)
    return Money(
        sorted((p.payer, p.payee, p.points, str(p.reason), p.event) for p in settled.payments),
        list(settled.net),
        list(settled.winners),
        settled.next_dealer,
        settled.finished,
        sorted((fine.seat, fine.points, str(fine.reason)) for fine in settled.penalties),
    )


def by_second_pricer(lines: list[dict[str, Any]], rules: Rules) -> Money:
    """As the second pricer does."""
    result = price(lines, rules)
    return Money(
        sorted((p.payer, p.payee, p.points, p.reason, p.event) for p in result.payments),
        result.net,
        result.winners,
        result.next_dealer,
        result.finished,
        sorted((fine.seat, fine.points, fine.reason) for fine in result.penalties),
    )

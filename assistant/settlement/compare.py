"""换个规则: the same record under two rule sets, line by line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from assistant.seats import Seat
from assistant.settlement.ledger import Payment, Reason

Line = tuple[int, Reason, Seat, Seat]
"""Event, reason, payer, payee: what makes two payments the same line."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line that differs: the payment under the first rule set, and under the second, None where there is
    none.
    """

    before: Payment | None
    after: Payment | None


def changes(before: Iterable[Payment], after: Iterable[Payment]) -> tuple[Change, ...]:
    """Every line whose points differ, in the order of the events."""
    old, new = _lines(before), _lines(after)
    found = []
    for line in sorted({*old, *new}):
        first, second = old[line], new[line]
        for place in range(max(len(first), len(second))):
            one = first[place] if place < len(first) else None
            other = second[place] if place < len(second) else None
            if (one and one.points) != (other and other.points):
                found.append(Change(one, other))
    return tuple(found)


def _lines(payments: Iterable[Payment]) -> defaultdict[Line, list[Payment]]:
    lines: defaultdict[Line, list[Payment]] = defaultdict(list)
    for one in payments:
        lines[one.event, one.reason, one.payer, one.payee].append(one)
    return lines

"""清账: who pays whom so that everybody is even, in the fewest payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

EXACT = 12
"""People with a balance up to whom the fewest payments are found exactly; 2 to that power are the steps."""


class Transfer(NamedTuple):
    """Points from one person to another."""

    payer: str
    payee: str
    points: int


def transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The payments that even out balances which sum to zero (gains positive); ValueError where they do not.

    People who are even among themselves settle among themselves: with k people in a group, k - 1 payments.
    The most such groups, and so the fewest payments, are found exactly for up to EXACT people.
    """
    if sum(balances.values()):
        raise ValueError(f"the balances sum to {sum(balances.values())}, not to 0: mend the record first")
    open_ = [(name, points) for name, points in balances.items() if points]
    groups = _groups([points for _, points in open_]) if len(open_) <= EXACT else [list(range(len(open_)))]
    paid = [one for group in groups for one in _even({open_[at][0]: open_[at][1] for at in group})]
    return tuple(paid)


def _groups(points: list[int]) -> list[list[int]]:
    """The places split into the most groups that each sum to zero, in order of their first place."""
    everybody = (1 << len(points)) - 1
    sums = [0] * (everybody + 1)
    most = [0] * (everybody + 1)
    came = [0] * (everybody + 1)
    for some in range(1, everybody + 1):
        low = (some & -some).bit_length() - 1
        sums[some] = sums[some & (some - 1)] + points[low]
        best = max((at for at in range(len(points)) if some >> at & 1), key=lambda at: most[some ^ (1 << at)])
        came[some] = best
        most[some] = most[some ^ (1 << best)] + (sums[some] == 0)
    groups: list[list[int]] = []
    some = everybody
    while some:
        if sums[some] == 0:
            groups.append([])
        groups[-1].append(came[some])
        some ^= 1 << came[some]
    return sorted(sorted(group) for group in groups)


def _even(balances: dict[str, int]) -> list[Transfer]:
    """One group evened out: who owes most pays whom is owed most, so that each payment evens somebody."""
    paid = []
    left = dict(balances)
    while any(left.values()):
        payer = min(left, key=lambda name: left[name])
        payee = max(left, key=lambda name: left[name])
        points = min(-left[payer], left[payee])
        paid.append(Transfer(payer, payee, points))
        left[payer] += points
        left[payee] -= points
    return paid

"""Fewest payments: checked against a search over every way to split the people into even groups."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from assistant.transfers import EXACT, transfers


def partitions(items: list[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for at in range(len(smaller)):
            yield [*smaller[:at], [first, *smaller[at]], *smaller[at + 1 :]]


def fewest(points: list[int]) -> int:
    """By brute force: people less the most groups that are even among themselves."""
    open_ = [one for one in points if one]
    return min(
        len(open_) - len(groups) for groups in partitions(open_) if all(sum(group) == 0 for group in groups)
    )


def random_balances(rng: Random, people: int) -> dict[str, int]:
    points = [rng.randint(-6, 6) for _ in range(people - 1)]
    return dict(zip("ABCDEFGHIJKLMNOP", [*points, -sum(points)], strict=False))


@pytest.mark.parametrize("people", range(1, 8))
def test_nobody_can_settle_in_fewer(people: int) -> None:
    rng = Random(people)
    for _ in range(60):
        balances = random_balances(rng, people)
        paid = transfers(balances)
        assert len(paid) == fewest(list(balances.values()))


@pytest.mark.parametrize("people", [2, 4, 5, EXACT, EXACT + 1, 16])
def test_everybody_is_even_afterwards(people: int) -> None:
    rng = Random(people)
    for _ in range(20):
        balances = random_balances(rng, people)
        left = dict(balances)
        for payer, payee, points in transfers(balances):
            assert points > 0
            left[payer] += points
            left[payee] -= points
        assert set(left.values()) <= {0}


def test_two_pairs_pay_twice() -> None:
    """The greedy way needs three: D to C first."""
    assert [tuple(one) for one in transfers({"A": 5, "B": -5, "C": 7, "D": -7})] == [
        ("B", "A", 5),
        ("D", "C", 7),
    ]


def test_three_even_out_beside_two() -> None:
    paid = transfers({"A": 6, "B": -4, "C": -2, "D": 3, "E": -3})
    assert sorted(paid) == [("B", "A", 4), ("C", "A", 2), ("E", "D", 3)]


def test_nobody_pays_where_all_are_even() -> None:
    assert transfers({"A": 0, "B": 0}) == ()


def test_what_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="sum to 1"):
        transfers({"A": 1, "B": 0})

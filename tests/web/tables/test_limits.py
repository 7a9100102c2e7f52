"""Limits: how often an address may try, and what counts as one address."""

from __future__ import annotations

import pytest

from web.tables.limits import MOST_KEYS, Limit, asker


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_tries_are_free_again_when_they_are_old_enough() -> None:
    clock = Clock()
    limit = Limit(2, 60, clock)
    assert [limit.take("a"), limit.take("a")] == [0, 0]
    assert limit.take("a") == 61
    assert limit.take("b") == 0
    clock.now += 59
    assert limit.take("a") == 2
    clock.now += 1
    assert limit.take("a") == 0


def test_asking_how_long_counts_nothing() -> None:
    limit = Limit(1, 60, Clock())
    assert [limit.wait("a") for _ in range(3)] == [0, 0, 0]
    limit.count("a")
    assert limit.wait("a") == 61


def test_a_flood_of_addresses_takes_no_memory() -> None:
    limit = Limit(1, 60, Clock())
    for number in range(MOST_KEYS + 10):
        limit.count(str(number))
    assert len(limit._tries) == MOST_KEYS
    assert limit.wait("0") == 0
    assert limit.wait(str(MOST_KEYS + 9)) > 0


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("fd00:1:2:3:aaaa::1", "fd00:1:2:3::/64"),
        ("fd00:1:2:3:bbbb::2", "fd00:1:2:3::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("", ""),
        (None, ""),
    ],
)
def test_one_address_is_one_asker(address: str | None, key: str) -> None:
    assert asker(address) == key

"""How many hands of each sort there are, against numbers that others counted (DESIGN.md; FIELD.md B11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from assistant import suit_tables
from assistant.hands import Hand
from assistant.shapes import decompositions
from assistant.suit_search import is_whole, whole_with
from assistant.waits import is_complete, prepare, waits


@cache
def configurations(tiles: int, kinds: int = 9) -> tuple[tuple[int, ...], ...]:
    """Every way to hold so many tiles of one suit."""
    if kinds == 0:
        return ((),) if tiles == 0 else ()
    return tuple(
        (first, *rest)
        for first in range(min(4, tiles) + 1)
        for rest in configurations(tiles - first, kinds - 1)
    )


def one_suit(tiles: int) -> Iterator[Hand]:
    for counts in configurations(tiles):
        yield Hand(counts + (0,) * 18)


def test_configurations_of_one_suit() -> None:
    assert sum(len(configurations(tiles)) for tiles in range(15)) == 405_350


@pytest.mark.parametrize(("tiles", "number"), [(2, 9), (5, 135), (8, 996), (11, 4475), (14, 13259)])
def test_sets_and_a_pair_in_one_suit(tiles: int, number: int) -> None:
    assert sum(map(is_whole, configurations(tiles))) == number


@pytest.mark.parametrize(("tiles", "number"), [(3, 16), (6, 127), (9, 627), (12, 2098)])
def test_sets_alone_in_one_suit(tiles: int, number: int) -> None:
    assert sum(map(is_whole, configurations(tiles))) == number


def test_complete_hands_of_one_suit() -> None:
    complete = [hand for hand in one_suit(14) if is_complete(hand)]
    assert len(complete) == 15_349
    assert all(map(decompositions, complete))


PAIR_RULES = {
    "no pairs": (40_070, [14_067, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]),
    "seven different pairs": (40_196, [14_193, 14_493, 6_739, 2_948, 1_335, 392, 79, 16, 1]),
    "four alike are two pairs": (47_933, [20_766, 14_492, 7_670, 3_140, 1_377, 392, 79, 16, 1]),
}
"""Ready one-suit hands, in all and by number of waits 1 to 9; three numbers that tell three pair rules apart.
"""


@pytest.mark.parametrize("rule", PAIR_RULES)
def test_ready_hands_of_one_suit(rule: str) -> None:
    prepare()
    assert len(configurations(13)) == 93_600
    by_waits: Counter[int] = Counter()
    for counts in configurations(13):
        if rule == "four alike are two pairs":
            by_waits[len(waits(Hand(counts + (0,) * 18)))] += 1
            continue
        mask = whole_with(counts)
        if rule == "seven different pairs" and max(counts) <= 2 and counts.count(1) == 1:
            mask |= 1 << counts.index(1)
        by_waits[mask.bit_count()] += 1
    total, numbers = PAIR_RULES[rule]
    assert [by_waits[many] for many in range(1, 10)] == numbers
    assert sum(numbers) == total == len(configurations(13)) - by_waits[0]


def test_all_complete_concealed_hands() -> None:
    """Every hand of at most two suits, by what its suits are: sets, sets and a pair, an even number of each
    kind.
    """
    kinds = [
        Counter((is_whole(counts), all(n % 2 == 0 for n in counts)) for counts in configurations(tiles))
        for tiles in range(15)
    ]
    complete = {1: 0, 2: 0}
    for tiles in range(15):
        for (whole, even), (other_whole, other_even) in product(kinds[tiles], kinds[14 - tiles]):
            if (whole and other_whole) or (even and other_even):
                ways = kinds[tiles][whole, even] * kinds[14 - tiles][other_whole, other_even]
                complete[1 if tiles in (0, 14) else 2] += ways
    one = complete[1] // 2  # all 14 tiles in the first of two suits, or in the second
    assert (one, 3 * one + 3 * complete[2]) == (15_349, 2_561_091)


def test_all_complete_concealed_hands_by_the_tables() -> None:
    """The same number from the distance classes: two suits that together lack nothing."""
    tables = suit_tables.build()
    assert tables.size == 383 + 1
    classes: Counter[tuple[int, int]] = Counter()
    for tiles in range(1, 15):
        for counts in configurations(tiles):
            code = sum(weight * many for weight, many in zip(suit_tables.WEIGHTS, counts, strict=True))
            classes[tiles, tables.classes[code] // tables.size] += 1
    nothing = tables.classes[0] // tables.size
    by_tiles: list[list[tuple[int, int]]] = [[] for _ in range(15)]
    for (tiles, kind), many in classes.items():
        by_tiles[tiles].append((kind, many))
    one = sum(many for kind, many in by_tiles[14] if tables.distances[kind * tables.size + nothing] == 0)
    two = sum(
        many * others
        for tiles in range(1, 14)
        for kind, many in by_tiles[tiles]
        for other, others in by_tiles[14 - tiles]
        if tables.distances[kind * tables.size + other] == 0
    )
    assert (one, 3 * one + 3 * two) == (15_349, 2_561_091)

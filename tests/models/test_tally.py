"""The arithmetic of the evaluation on cases made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from models.recipe.tally import (
    MISSED,
    NOTHING,
    Outcome,
    Summary,
    Tile,
    average_precision,
    calibration_error,
    compare,
    match,
    overlap,
)


def square(x: float, y: float = 0.0, side: float = 10.0) -> tuple[float, float, float, float]:
    return (x, y, x + side, y + side)


@pytest.mark.parametrize(
    ("other", "share"),
    [(square(0), 1.0), (square(5), 1 / 3), (square(10), 0.0), (square(50), 0.0), (square(0, side=5), 0.25)],
)
def test_overlap_of_boxes(other: tuple[float, float, float, float], share: float) -> None:
    assert overlap(square(0), other) == pytest.approx(share)


def test_matching_is_one_to_one_and_takes_the_closest() -> None:
    truth = [Tile("1m", square(0)), Tile("2m", square(10))]
    found = [Tile("1m", square(1)), Tile("1m", square(2)), Tile("2m", square(11))]
    assert sorted(match(truth, found)) == [(0, 0), (1, 2)]


def test_boxes_that_overlap_less_than_0_4_do_not_match() -> None:
    assert match([Tile("1m", square(0))], [Tile("1m", square(4.5))]) == ()
    assert match([Tile("1m", square(0))], [Tile("1m", square(4.2))]) == ((0, 0),)


OUTCOMES = [
    ((("1m", "1m"), ("2m", "2m")), {"suited": 2, "right": 2}, True),
    ((("1m", "1m"), ("other", "other")), {"suited": 1, "right": 1}, True),
    ((("1m", "2m"),), {"suited": 1, "wrong": 1}, False),
    ((("1m", "other"),), {"suited": 1, "wrong": 1}, False),
    ((("1m", "back"),), {"suited": 1, "wrong": 1}, False),
    ((("1m", "?"),), {"suited": 1, "unknown": 1}, False),
    ((("1m", MISSED),), {"suited": 1, "missed": 1}, False),
    ((("1m", "1m"), (NOTHING, "3p")), {"suited": 1, "right": 1, "extra": 1}, False),
    ((("1m", "1m"), ("other", "3p")), {"suited": 1, "right": 1, "extra": 1}, False),
    ((("1m", "1m"), (NOTHING, "?")), {"suited": 1, "right": 1}, True),
    ((("1m", "1m"), (NOTHING, "back"), ("other", MISSED)), {"suited": 1, "right": 1}, True),
]


@pytest.mark.parametrize(("pairs", "counts", "exact"), OUTCOMES)
def test_what_a_picture_counts_as(
    pairs: tuple[tuple[str, str], ...], counts: dict[str, int], exact: bool
) -> None:
    outcome = Outcome(pairs)
    kinds = ("suited", "right", "wrong", "unknown", "missed", "extra")
    assert {what: outcome.many(what) for what in kinds if outcome.many(what)} == counts
    assert outcome.exact is exact


def test_a_count_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is counted as lucky"):
        Outcome(()).many("lucky")


def test_every_labelled_tile_and_every_found_box_is_accounted_for_once() -> None:
    truth = [Tile("1m", square(0)), Tile("2m", square(20)), Tile("other", square(40))]
    found = [Tile("1m", square(1)), Tile("?", square(20)), Tile("9s", square(80))]
    outcome = compare(truth, found)
    assert sorted(outcome.pairs) == sorted([("1m", "1m"), ("2m", "?"), ("other", MISSED), (NOTHING, "9s")])
    summary = Summary()
    summary.add(outcome)
    assert (summary.pictures, summary.exact) == (1, 0)
    assert summary.share("right") == 0.5
    assert summary.confusion["2m", "?"] == 1


def test_average_precision_of_a_perfect_an_empty_and_a_mixed_reader() -> None:
    truths = [[square(0), square(20)]]
    perfect = [[(0.9, square(0)), (0.8, square(20))]]
    assert average_precision(truths, perfect, 0.5) == pytest.approx(1.0)
    assert average_precision(truths, [[]], 0.5) == 0.0
    # right, wrong, right: precision 1 up to a recall of 0.5 (51 of 101 points), then 2 of 3
    mixed = [[(0.9, square(0)), (0.8, square(60)), (0.7, square(20))]]
    assert average_precision(truths, mixed, 0.5) == pytest.approx((51 + 50 * 2 / 3) / 101)


def test_a_tile_found_twice_counts_once() -> None:
    twice = [[(0.9, square(0)), (0.8, square(1))]]
    assert average_precision([[square(0), square(20)]], twice, 0.5) == pytest.approx(51 / 101)


def test_no_labelled_tile_has_no_average_precision() -> None:
    with pytest.raises(ValueError, match="no labelled tile"):
        average_precision([[]], [[(0.5, square(0))]], 0.5)


def test_calibration_error() -> None:
    said = np.array([0.9] * 10)
    assert calibration_error(said, np.array([True] * 9 + [False])) == pytest.approx(0.0)
    assert calibration_error(said, np.array([True] * 4 + [False] * 6)) == pytest.approx(0.5)
    assert calibration_error(np.array([1.0, 0.2]), np.array([True, True])) == pytest.approx(0.4)

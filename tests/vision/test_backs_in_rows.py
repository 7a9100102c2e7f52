"""Weak backs count where they go on a row of surer ones, and nowhere else."""

import numpy as np
import pytest

from vision.detectors.backs_in_rows import going_on
from vision.detectors.nets import Array

WIDE, HIGH = 20.0, 28.0


def box(x: float, y: float = 100.0, wide: float = WIDE, high: float = HIGH) -> list[float]:
    """The corners of a box around a middle."""
    return [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]


def counted(boxes: list[list[float]], scores: list[float], faces: tuple[int, ...] = ()) -> list[int]:
    """The places that count, of backs with these scores; sure from 0.3, some of them `faces`."""
    odds: Array = np.zeros((len(boxes), 2), np.float32)
    for place, score in enumerate(scores):
        odds[place, 0 if place in faces else 1] = score
    sure = odds.max(axis=1) >= 0.3
    return [
        int(place)
        for place in np.flatnonzero(going_on(np.array(boxes, np.float32).reshape(-1, 4), odds, sure))
    ]


def test_a_weak_back_at_the_end_of_a_row_counts() -> None:
    assert counted([box(100), box(120), box(140)], [0.9, 0.9, 0.2]) == [0, 1, 2]


def test_a_weak_back_between_two_counts() -> None:
    assert counted([box(100), box(120), box(140)], [0.9, 0.2, 0.9]) == [0, 1, 2]


def test_a_row_goes_on_over_several_weak_ones() -> None:
    assert counted([box(100 + 20 * n) for n in range(6)], [0.9, 0.9, 0.2, 0.18, 0.25, 0.2]) == list(range(6))


def test_a_row_may_run_aslant() -> None:
    assert counted([box(100 + 18 * n, 100 + 9 * n) for n in range(3)], [0.9, 0.9, 0.2]) == [0, 1, 2]


@pytest.mark.parametrize(
    "weak",
    [
        box(300),
        box(140, 120),
        box(150),
        box(140, 100, WIDE, 1.5 * HIGH),
        box(128),
    ],
    ids=["far away", "off the row", "after a gap", "of another size", "over a tile of the row"],
)
def test_a_weak_back_elsewhere_does_not(weak: list[float]) -> None:
    assert counted([box(100), box(120), weak], [0.9, 0.9, 0.2]) == [0, 1]


def test_one_back_is_no_row() -> None:
    assert counted([box(100), box(120)], [0.9, 0.2]) == [0]


def test_faces_are_no_row_of_backs() -> None:
    assert counted([box(100), box(120), box(140)], [0.9, 0.9, 0.2], faces=(0, 1)) == [0, 1]


def test_of_two_boxes_of_one_tile_the_surer_counts() -> None:
    assert counted([box(100), box(120), box(140), box(142)], [0.9, 0.9, 0.2, 0.25]) == [0, 1, 3]


def test_no_box_at_all() -> None:
    assert counted([], []) == []

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.assignment import align, assign


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(rows, 6))
    numbers = st.lists(st.integers(-20, 20), min_size=rows * columns, max_size=rows * columns)
    return np.array(draw(numbers), dtype=np.float64).reshape(rows, columns)


def total(costs: np.ndarray[tuple[int, ...], np.dtype[np.float64]], columns: tuple[int, ...]) -> float:
    return float(sum(costs[row, column] for row, column in enumerate(columns)))


@given(tables())
def test_no_other_way_costs_less(costs: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    rows, columns = costs.shape
    found = assign(costs)
    assert len(set(found)) == rows
    ways = itertools.permutations(range(columns), rows)
    assert total(costs, found) == min(total(costs, way) for way in ways)


@given(tables())
def test_no_other_rising_way_costs_less(costs: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    rows, columns = costs.shape
    least, found = align(costs)
    assert list(found) == sorted(set(found))
    ways = itertools.combinations(range(columns), rows)
    assert least == pytest.approx(min(total(costs, way) for way in ways))
    assert total(costs, found) == pytest.approx(least)


@given(tables(), st.integers(0, 999))
def test_steps_between_rows_are_counted(
    costs: np.ndarray[tuple[int, ...], np.dtype[np.float64]], seed: int
) -> None:
    rows, columns = costs.shape
    steps = np.random.default_rng(seed).uniform(0, 3, (rows, columns, columns))
    between = [None if row == 1 else steps[row] for row in range(rows)]

    def whole(way: tuple[int, ...]) -> float:
        return total(costs, way) + sum(float(steps[row, way[row], way[row - 1]]) for row in range(2, rows))

    least, found = align(costs, between)
    assert least == pytest.approx(min(map(whole, itertools.combinations(range(columns), rows))))
    assert whole(found) == pytest.approx(least)


@pytest.mark.parametrize("way", [assign, align])
def test_more_rows_than_columns_are_refused(way: object) -> None:
    assert callable(way)
    with pytest.raises(ValueError, match="3 rows do not fit into 2 columns"):
        way(np.zeros((3, 2)))

"""配对: things to places one to one at the least cost, and sequences matched in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]


def assign(costs: Costs) -> tuple[int, ...]:
    """The column of each row so that no column is used twice and the sum of costs is least.

    `costs`: rows x columns, no more rows than columns (ValueError otherwise). The usual augmenting paths with
    potentials, rows x rows x columns steps.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows do not fit into {columns} columns")
    row_potential, column_potential = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, dtype=np.intp)
    """the row, from 1, that holds a column, from 1; 0 for a free one"""
    for row in range(1, rows + 1):
        owner[0] = row
        here = 0
        least = np.full(columns + 1, np.inf)
        came_from = np.zeros(columns + 1, dtype=np.intp)
        seen = np.zeros(columns + 1, dtype=bool)
        while owner[here]:
            seen[here] = True
            slack = costs[owner[here] - 1] - row_potential[owner[here]] - column_potential[1:]
            better = ~seen[1:] & (slack < least[1:])
            least[1:][better] = slack[better]
            came_from[1:][better] = here
            following = int(np.where(seen, np.inf, np.concatenate([[np.inf], least[1:]])).argmin())
            step = least[following]
            row_potential[owner[seen]] += step
            column_potential[seen] -= step
            least[~seen] -= step
            here = following
        while here:
            owner[here] = owner[came_from[here]]
            here = int(came_from[here])
    result = np.zeros(rows, dtype=np.intp)
    result[owner[1:][owner[1:] > 0] - 1] = np.flatnonzero(owner[1:] > 0)
    return tuple(int(column) for column in result)


def align(costs: Costs, between: Sequence[Costs | None] = ()) -> tuple[float, tuple[int, ...]]:
    """The least sum of costs, and the column of each row for it, so that columns only rise from row to row: a
    row of things that lie in order, some of them missing. No more rows than columns (ValueError otherwise).

    `between`: for each row what it costs besides to take a column (first index) after the row before took
    another (second index), or None for nothing.
    """
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows do not fit into {columns} columns")
    if not rows:
        return 0.0, ()
    rising = np.subtract.outer(np.arange(columns), np.arange(columns)) > 0
    least = np.array(costs[0])
    came = []
    for row in range(1, rows):
        step = between[row] if between else None
        through = np.where(rising, least[None, :] + (0.0 if step is None else step), np.inf)
        came.append(through.argmin(axis=1))
        least = costs[row] + through.min(axis=1)
    result = [int(least.argmin())]
    for back in reversed(came):
        result.append(int(back[result[-1]]))
    return float(least.min()), tuple(reversed(result))

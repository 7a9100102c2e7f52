"""配对: things to places one to one at the least cost, and sequences matched in order."""

from __future__ import annotations

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


def align(costs: Costs) -> tuple[int, ...]:
    """The column of each row so that columns only rise from row to row and the sum of costs is least: a row
    of things that lie in order, some of them missing. No more rows than columns (ValueError otherwise)."""
    rows, columns = costs.shape
    if rows > columns:
        raise ValueError(f"{rows} rows do not fit into {columns} columns")
    best = np.full((rows + 1, columns + 1), np.inf)
    best[0] = 0.0
    for row in range(1, rows + 1):
        for column in range(row, columns + 1):
            taken = best[row - 1, column - 1] + costs[row - 1, column - 1]
            best[row, column] = min(best[row, column - 1], taken)
    result = []
    row, column = rows, columns
    while row:
        if best[row, column] == best[row, column - 1]:
            column -= 1
            continue
        row, column = row - 1, column - 1
        result.append(column)
    return tuple(reversed(result))

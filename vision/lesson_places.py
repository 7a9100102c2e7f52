"""认牌课的位置: where the tiles of a lesson lie in their rows, and which ones a missing tile leaves in doubt.

A row of nine says by itself what each tile is. Of a row that lacks some, the free places say it; where none
is left free, or what is read fits the missing kind better, a tile beside it may be that one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.tiles import KINDS, TILES
from vision.assignment import Costs, align
from vision.detection import Detection
from vision.remarks import Remark
from vision.rows import Row, arrange

NUMBERS = 9
FREE = 4.5
"""What it costs, in logarithms, to leave out a kind where no place is free, or to fill one that is."""
MOST_FREE = 9.0
"""No step from tile to tile costs more: what looks like one row may be two."""
SHORT = 5
"""Fewer tiles of a suit than so many are no row of nine that lacks some: the reader alone tells them."""
STRAIGHT = 0.35
"""A row begins or ends where two whole rows do, within this part of a step."""

Followed = tuple[int | None, ...]
"""For each face in reading order: how many places it lies after the one before, None at a row's beginning."""
Points = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Line:
    """一排: the faces of one line of the lesson in reading order, by their numbers; `slots`: the place of
    each, the first one's 0; `before` and `after`: how many places are free at its ends, None where that is
    not known."""

    faces: tuple[int, ...]
    slots: tuple[int, ...]
    before: int | None
    after: int | None


def lines_of(faces: Sequence[Detection]) -> tuple[Line, ...]:
    """The lines of a lesson; `faces` in reading order."""
    found: list[list[int]] = []
    last: Row | None = None
    for row in arrange(faces):
        if last is not None and last.in_line(row) and _ahead(last, row):
            found[-1] += row.places
        else:
            found.append([*row.places])
        last = row
    centres = np.array([one.centre for one in faces], dtype=np.float64).reshape(-1, 2)
    steps = [np.hypot(*np.diff(centres[line], axis=0).T) for line in found]
    usual = float(np.median(np.concatenate([*steps, np.zeros(0)]))) if len(faces) > len(found) else 1.0
    slots = [_slots(its, usual) for its in steps]
    whole = [centres[line][[0, -1]] for line, its in zip(found, slots, strict=True) if its[-1] == NUMBERS - 1]
    lines = []
    for line, its in zip(found, slots, strict=True):
        before, after = _free_ends(centres[line], its, whole)
        lines.append(Line(tuple(line), its, before, after))
    return tuple(lines)


def _ahead(row: Row, other: Row) -> bool:
    """Whether the other row lies further on in the direction in which this one runs."""
    across = (other.centre[0] - row.centre[0]) * row.way[0]
    return across + (other.centre[1] - row.centre[1]) * row.way[1] > 0


def _slots(steps: Points, usual: float) -> tuple[int, ...]:
    """The place of each tile of a line, from the steps between them; `usual`: a step of the whole lesson.
    Steps shrink with distance, so each is held against those beside it."""
    many = len(steps)
    ahead = []
    for at, step in enumerate(steps.tolist()):
        near = steps[max(at - 1, 0) : at + 2].min() if many > 2 else min(usual, steps.min())
        ahead.append(max(round(step / max(float(near), 1e-9)), 1))
    return (0, *itertools.accumulate(ahead))


def _free_ends(
    centres: Points, slots: Sequence[int], whole: Sequence[Points]
) -> tuple[int | None, int | None]:
    """How many places are free before the first tile of a line and after its last one."""
    if slots[-1] >= NUMBERS - 1:
        return 0, 0
    if len(whole) < 2 or len(centres) < 2:
        return None, None
    way = (centres[-1] - centres[0]) / slots[-1]
    found: list[int | None] = []
    for end, at in ((0, centres[0]), (1, centres[-1])):
        one, other = whole[0][end], whole[1][end]
        # where the line through the two whole rows' ends meets this row, counted in steps from its tile
        sides = np.column_stack([way, one - other])
        if abs(float(np.linalg.det(sides))) < 1e-6:
            found.append(None)
            continue
        steps = float(np.linalg.solve(sides, one - at)[0]) * (-1 if end == 0 else 1)
        free = round(steps)
        found.append(free if abs(steps - free) <= STRAIGHT and free >= 0 else None)
    before, after = found
    return before, after


def followed(lines: Sequence[Line], many: int) -> Followed:
    """How each of so many faces lies after the one before it in reading order."""
    result: list[int | None] = [None] * many
    for line in lines:
        for (one, at), (two, then) in itertools.pairwise(zip(line.faces, line.slots, strict=True)):
            if two == one + 1:
                result[two] = then - at
    return tuple(result)


def by_place(costs: Costs, follows: Followed) -> tuple[int, ...]:
    """What each face is by its place: the suits may come in any order, the photo may be turned round.

    `costs`: faces x kinds, in logarithms; the faces in reading order.
    """
    ways = np.subtract.outer(np.arange(KINDS), np.arange(KINDS))
    between = [
        None if expected is None else np.minimum(FREE * np.abs(ways - expected), MOST_FREE)
        for expected in follows
    ]
    best: tuple[float, tuple[int, ...]] = (np.inf, ())
    numbers = np.arange(NUMBERS)
    for suits in itertools.permutations(range(KINDS // NUMBERS)):
        for one_to_nine in (numbers, numbers[::-1]):
            order = np.concatenate([NUMBERS * suit + one_to_nine for suit in suits])
            total, columns = align(costs[:, order], between)
            if total < best[0]:
                best = total, tuple(int(kind) for kind in order[list(columns)])
    return best[1]


def in_doubt(
    kinds: Sequence[int], place: Sequence[int], costs: Costs, lines: Sequence[Line]
) -> dict[int, tuple[int, ...]]:
    """The faces that may be a kind which is missing from their row, and the kinds that each may be, the told
    one first. `kinds`: what they are told to be, `place`: what they are by their places alone.
    """
    missing = {kind for kind in range(KINDS) if kind not in kinds}
    doubts: dict[int, tuple[int, ...]] = {}
    for face, (kind, at) in enumerate(zip(kinds, place, strict=True)):
        read = int(costs[face].argmin())
        if at != kind and at in missing:
            doubts[face] = (at, kind)
        elif read != kind and read in missing and costs[face, read] < costs[face, kind]:
            doubts[face] = (kind, read)
    laid = [doubts.get(face, (kind,))[0] for face, kind in enumerate(kinds)]
    missing = {kind for kind in range(KINDS) if kind not in laid}
    for line in lines:
        for face, other in _beside(line, laid, missing):
            doubts.setdefault(face, (laid[face], other))
    return doubts


def _beside(line: Line, kinds: Sequence[int], missing: set[int]) -> Iterator[tuple[int, int]]:
    """The faces of a line beside a missing kind that no free place shows, and that kind."""
    for suit in range(KINDS // NUMBERS):
        own = [place for place, face in enumerate(line.faces) if kinds[face] // NUMBERS == suit]
        if len(own) < SHORT:
            continue
        alone = len(own) == len(line.faces)
        for one, two in itertools.pairwise(own):
            first, second = kinds[line.faces[one]], kinds[line.faces[two]]
            if abs(second - first) == line.slots[two] - line.slots[one]:
                continue
            toward = 1 if second > first else -1
            for place, next_one in ((one, first + toward), (two, second - toward)):
                if next_one in missing:
                    yield line.faces[place], next_one
        rising = 1 if kinds[line.faces[own[-1]]] > kinds[line.faces[own[0]]] else -1
        for place, toward, free in ((own[0], -rising, line.before), (own[-1], rising, line.after)):
            kind = kinds[line.faces[place]]
            number = kind % NUMBERS
            left = number if toward < 0 else NUMBERS - 1 - number
            if left and kind + toward in missing and not (alone and free == left):
                yield line.faces[place], kind + toward


def gap(number: int, kinds: Sequence[int]) -> Remark:
    """A tile, by its number in reading order from 0, that is not learnt as one of these kinds is missing."""
    words = [str(TILES[kind]) for kind in kinds]
    names = [TILES[kind].chinese for kind in kinds]
    return Remark(
        "gap",
        f"Tile {number + 1} is {' or '.join(words)}, for one of them is missing: it is not learnt; lay the "
        "whole row of nine, or leave the missing tile's place free.",
        f"第 {number + 1} 张是{'还是'.join(names)}？缺一张，说不准，没有学：请摆满九张，或给缺的留个空位。",
        (),
        tuple(words),
    )

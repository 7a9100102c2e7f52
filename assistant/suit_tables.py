"""Every configuration of one suit at once: what `assistant.suit_search` finds for one, laid out in tables
with numpy in well under a second. `assistant.hand_core` looks hands up in them.

A suit of nine counts has a code, its counts read as a number in base 5, the 1s first. 405,350 codes hold at
most 14 tiles. Two suits are the same distance class when they are equally far from every goal and hold as
many pairs and single tiles: 383 classes. What two suits need together is then one look-up of class by class,
and so is the aim: which of its goals a suit should go for beside the other. A suit's useful kinds depend on
its code and its aim.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from assistant.suit_search import NUMBERS, OUT_OF_REACH, SETS
from assistant.tiles import COPIES

BASE = COPIES + 1
CODES = BASE**NUMBERS
WEIGHTS = tuple(BASE ** (NUMBERS - 1 - number) for number in range(NUMBERS))
"""What one more tile of each number adds to the code."""
VOID_CODE = CODES
"""Stands for a suit that may not be used: no goal is in its reach."""

GOALS = 2 * (SETS + 1)
SINGLES, NEW_PAIRS = GOALS, GOALS + 1
"""Bits of an aim beside the goals: seven pairs, from single tiles and from kinds held twice or not at all."""
TILES_READY, TILES_FULL, PAIRS = 13, 14, 7

Codes = NDArray[np.int64]
Grid = NDArray[np.uint8]
Masks = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class SuitTables:
    """`waits`, `classes` and `starts` are indexed by code; `distances` and both aims by class times `size`
    plus the other suit's class; `useful` by start plus aim.
    """

    size: int
    """Distance classes, the one of VOID_CODE included."""
    waits: array[int]
    """Bits 0-8 the kinds that make the suit whole, 9-17 all set where it is whole, 18-26 the kinds held an
    odd number of times."""
    classes: array[int]
    """The class times `size`."""
    starts: array[int]
    useful: array[int]
    """Masks of the kinds that bring a suit nearer to its aim; for suits of at most 13 tiles."""
    distances: bytes
    """The fewest tiles that must come in, in two suits together."""
    aims: bytes
    """The aim of the first suit, counted within its class."""
    other_aims: bytes
    """The aim of the second suit."""
    with_melds: tuple[bytes, ...]
    """`distances` of hands with so many melds 副露, 0 to 4: those of fewer sets and a pair, by sets alone."""


def build() -> SuitTables:
    """All tables: 26 MB in 0.4 seconds of work on one core."""
    held = _tiles_held()
    targets = _targets()
    prices = _prices(held, targets)
    codes = np.flatnonzero(held <= TILES_FULL)
    counts = np.array([codes // weight % BASE for weight in WEIGHTS], np.uint8)
    odd = counts % 2
    pairs, singles = (counts // 2).sum(0, np.int64), odd.sum(0, np.int64)
    singles_mask, even_mask = _mask(odd), _mask((odd == 0) & (counts < COPIES))

    packed = (prices[codes] << 3 | pairs) << 4 | singles
    _, first, kind = np.unique(packed, return_index=True, return_inverse=True)
    order = np.argsort(kind.astype(np.uint16), kind="stable")
    bounds = np.searchsorted(kind[order], np.arange(len(first) + 1))
    fewest = np.minimum.reduceat(held[codes[order]], bounds[:-1])

    distances, aims = _together(_unpacked(prices[codes[first]]), pairs[first], singles[first])
    possible = fewest[:, None] + fewest <= TILES_READY
    known = [np.unique(aims[one, possible[one]]) for one in range(len(first))]
    size = len(first) + 1
    column = np.zeros((size, size), np.uint8)
    for one, of_class in enumerate(known):
        column[one, :-1] = np.searchsorted(of_class, aims[one])
    apart = np.full((size, size), OUT_OF_REACH, np.uint8)
    apart[:-1, :-1] = distances
    melded = [apart.tobytes()]
    for sets in reversed(range(SETS)):
        fewer = np.full((size, size), OUT_OF_REACH, np.uint8)
        fewer[:-1, :-1] = _of_sets(_unpacked(prices[codes[first]]), sets)
        melded.append(fewer.tobytes())

    useful_for = np.vstack([_useful(prices, codes, counts), singles_mask, even_mask])
    members = [order[start:end] for start, end in pairwise(bounds)]
    starts, useful = _by_aim(useful_for, members, known)
    return SuitTables(
        size=size,
        waits=_by_code(codes, _waits(targets, codes, counts, singles_mask)),
        classes=_by_code(codes, kind * size, (size - 1) * size),
        starts=_by_code(codes, starts),
        useful=array("H", useful.tobytes()),
        distances=apart.tobytes(),
        aims=column.tobytes(),
        other_aims=np.ascontiguousarray(column.T).tobytes(),
        with_melds=tuple(melded),
    )


def _mask(of_number: NDArray[np.uint8] | NDArray[np.bool_]) -> Masks:
    """Nine rows of flags as masks."""
    mask = np.zeros(of_number.shape[1], np.uint16)
    for number in range(NUMBERS):
        mask |= of_number[number].astype(np.uint16) << number
    return mask


def _by_code(codes: Codes, values: Codes, void: int = 0) -> array[int]:
    """Values laid out by code; `void` stands at VOID_CODE."""
    laid = np.zeros(CODES + 1, np.uint32)
    laid[codes] = values
    laid[VOID_CODE] = void
    return array("I", laid.tobytes())


def _tiles_held() -> Grid:
    """The number of tiles of every code."""
    held: Grid = np.zeros(1, np.uint8)
    for _ in range(NUMBERS):
        held = np.add.outer(held, np.arange(BASE, dtype=np.uint8)).reshape(-1)
    return held


def _targets() -> list[Codes]:
    """The codes that are exactly a goal, goal by goal."""
    sets = np.zeros((2 * NUMBERS - 2, NUMBERS), np.int64)
    for number in range(NUMBERS):
        sets[number, number] = 3
        if number < NUMBERS - 2:
            sets[NUMBERS + number, number : number + 3] = 1
    eyes = 2 * np.eye(NUMBERS, dtype=np.int64)
    made = np.zeros((1, NUMBERS), np.int64)
    targets = []
    for _ in range(SETS + 1):
        paired = _sums(made, eyes)
        targets += [made @ WEIGHTS, paired @ WEIGHTS]
        made = _sums(made, sets)
    return targets


def _sums(some: Codes, others: Codes) -> Codes:
    """Each of some with each of the others, once each, without fifth copies."""
    sums = (some[:, None] + others).reshape(-1, NUMBERS)
    sums = sums[(sums <= COPIES).all(1)]
    _, first = np.unique(sums @ WEIGHTS, return_index=True)
    return sums[first]


def _prices(held: Grid, targets: list[Codes]) -> Codes:
    """The prices of the goals for every code, four bits each, goal 0 highest. A price is the tiles of the
    goal less the most that a code shares with one of its targets. What is part of a target spreads down from
    the targets, the most shared spreads up from the parts.
    """
    part_of = np.zeros(CODES, np.uint16)
    for goal, codes in enumerate(targets):
        part_of[codes] |= 1 << goal
    for weight in WEIGHTS:
        steps = part_of.reshape(-1, BASE, weight)
        for many in reversed(range(COPIES)):
            steps[:, many] |= steps[:, many + 1]
    packed = np.zeros(CODES, np.int64)
    for goal in range(1, GOALS):
        shared = np.where(part_of >> goal & 1, held, np.uint8(0))
        for weight in WEIGHTS:
            layers = shared.reshape(-1, BASE, weight)
            for many in range(COPIES):
                np.maximum(layers[:, many + 1], layers[:, many], out=layers[:, many + 1])
        packed <<= 4
        packed |= 3 * (goal // 2) + 2 * (goal % 2) - shared
    return packed


def _unpacked(prices: Codes) -> Codes:
    """Packed prices as rows of one number a goal."""
    return np.array([prices >> 4 * (GOALS - 1 - goal) & 15 for goal in range(GOALS)]).T


def _together(prices: Codes, pairs: Codes, singles: Codes) -> tuple[Codes, Codes]:
    """For two classes each: the fewest tiles to come in for four sets and a pair or for seven pairs, and the
    aim of the first suit, as bits.
    """
    sums = prices[:, None, :] + prices[None, :, ::-1]
    lacking = PAIRS - pairs[:, None] - pairs
    missing = lacking - singles[:, None] - singles
    by_pairs = lacking + missing.clip(0)
    distances = np.minimum(sums.min(2), by_pairs)
    aims = (sums == distances[:, :, None]) @ (1 << np.arange(GOALS))
    in_pairs = (by_pairs == distances) & (lacking > 0)
    aims |= in_pairs << SINGLES
    aims |= (in_pairs & (missing > 0)) << NEW_PAIRS
    return distances, aims


def _of_sets(prices: Codes, sets: int) -> Codes:
    """For two classes each: the fewest tiles to come in for so many sets and a pair."""
    ways = [
        prices[:, None, 2 * one + pair] + prices[None, :, 2 * (sets - one) + 1 - pair]
        for one in range(sets + 1)
        for pair in (0, 1)
    ]
    fewest: Codes = np.minimum.reduce(ways)
    return fewest


def _useful(prices: Codes, codes: Codes, counts: Grid) -> Masks:
    """Goal by goal, the kinds of which one more lowers the price. One tile lowers a price by one or not at
    all, so the difference of packed prices holds a flag a goal; those of four numbers fit into the four bits.
    """
    flags = np.zeros((3, len(codes)), np.int64)
    for number, weight in enumerate(WEIGHTS):
        further = np.where(counts[number] < COPIES, codes + weight, codes)
        flags[number // 4] |= (prices[codes] - prices[further]) << number % 4
    masks = np.zeros((GOALS, len(codes)), np.uint16)
    for goal in range(GOALS):
        for part in range(3):
            masks[goal] |= (flags[part] >> 4 * (GOALS - 1 - goal) & 15).astype(np.uint16) << 4 * part
    return masks


def _by_aim(masks: Masks, members: list[Codes], known: list[Codes]) -> tuple[Codes, Masks]:
    """For each code as many masks in a row as its class knows aims: where its row starts, and all masks."""
    starts = np.zeros(masks.shape[1], np.int64)
    rows = []
    filled = 0
    for of_class, aims in zip(members, known, strict=True):
        if not len(aims):
            continue
        some = masks[:, of_class]
        row = np.empty((len(of_class), len(aims)), np.uint16)
        for place, aim in enumerate(aims.tolist()):
            chosen = [goal for goal in range(len(masks)) if aim >> goal & 1]
            row[:, place] = np.bitwise_or.reduce(some[chosen], axis=0)
        starts[of_class] = filled + np.arange(len(of_class)) * len(aims)
        filled += row.size
        rows.append(row.reshape(-1))
    return starts, np.concatenate(rows)


def _waits(targets: list[Codes], codes: Codes, counts: Grid, odd: Masks) -> Codes:
    """What `SuitTables.waits` holds, for some codes."""
    whole = np.zeros(CODES, np.bool_)
    whole[np.concatenate(targets)] = True
    found = odd.astype(np.int64) << 2 * NUMBERS
    found |= np.where(whole[codes], (1 << NUMBERS) - 1 << NUMBERS, 0)
    for number, weight in enumerate(WEIGHTS):
        room = counts[number] < COPIES
        found |= (room & whole[np.where(room, codes + weight, codes)]).astype(np.int64) << number
    return found

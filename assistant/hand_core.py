"""Fast answers for one hand a call, from the tables of `assistant.suit_tables`: waits in about a microsecond,
a whole discard table in about ten. Tile counts go in as 27 bytes, sets of kinds come out as masks of 27 bits.

These functions are for hands without melds (`wait_mask` for others too) that hold at most four of each kind;
they check nothing. `assistant.waits` is the careful way in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

from assistant.suit_search import NUMBERS
from assistant.suit_tables import VOID_CODE, WEIGHTS, SuitTables
from assistant.tiles import COPIES, KINDS, Suit

EVERY_KIND = (1 << KINDS) - 1
EVERY_NUMBER = (1 << NUMBERS) - 1
EMPTY = bytes(NUMBERS)
HELD = tuple(
    tuple((number, WEIGHTS[number]) for number in range(NUMBERS) if mask >> number & 1)
    for mask in range(1 << NUMBERS)
)
"""For a mask of numbers: each with what one tile of it adds to the code of its suit."""
HELD_IN_VOID = tuple(tuple((number, 0) for number, _ in held) for held in HELD)
"""The same for the void suit, whose code never changes."""

_suits = itemgetter(slice(NUMBERS), slice(NUMBERS, 2 * NUMBERS), slice(2 * NUMBERS, 3 * NUMBERS))
"""Cuts 27 counts into the three suits."""
_digits = bytes(range(ord("0"), ord("0") + COPIES + 1)).ljust(256, b"?")
"""Turns counts into the digits that `int` reads."""


def _at_least(many: int) -> bytes:
    """Turns counts into the digit 1 where they are at least so many, else 0."""
    return b"0" * many + b"1" * (256 - many)


_one, _two, _three, _four = (_at_least(many) for many in range(1, COPIES + 1))
_own_to_left = bytes(COPIES - own for own in range(COPIES + 1)).ljust(256, b"\0")
_stacked = sum(1 << KINDS * layer for layer in range(COPIES))
"""Times a mask of kinds, this repeats it for each of the four layers of copies."""

Row = tuple[int, int, int, int]
"""A discard: kind, shanten, mask of the live useful kinds, their copies left."""


@dataclass(frozen=True, slots=True)
class HandCore:
    """The functions of one set of tables."""

    wait_mask: Callable[[bytes], int]
    """Waits of 13 tiles, or of 13 - 3 x melds concealed ones; four of a kind in hand rule it out."""
    shanten: Callable[[bytes, Suit | None], int]
    """Shanten of 13 or 14 tiles, with the void suit or None."""
    reach: Callable[[bytes, Suit | None], tuple[int, int]]
    """Shanten of 13 tiles and the mask of the kinds that lower it, whether copies are left or not."""
    discards: Callable[..., list[Row]]
    """One row a kind of 14 tiles, in tile order. Takes the counts, then, where known, the copies left of each
    kind (27 bytes; else four less the own ones) and the void suit."""


class _Codes(dict[bytes, int]):
    """The codes of suits, nine bytes each, worked out when first asked for."""

    def __missing__(self, counts: bytes) -> int:
        code = self[counts] = int(counts.translate(_digits), COPIES + 1)
        return code


def hand_core(tables: SuitTables) -> HandCore:
    """The functions over some tables. Everything they need stands in local names, which are the fastest."""
    codes, suits, size = _Codes(), _suits, tables.size
    waits, classes, starts, useful = tables.waits, tables.classes, tables.starts, tables.useful
    distances, aims, other_aims = tables.distances, tables.aims, tables.other_aims
    empty, every, void_code, one_pair_short = EMPTY, EVERY_NUMBER, VOID_CODE, 13

    def wait_mask(counts: bytes) -> int:
        first, second, third = suits(counts)
        if third == empty:
            one, other = waits[codes[first]], waits[codes[second]]
            mask = one & other >> 9 & every | (other & one >> 9 & every) << 9
            odd = one >> 18 | other >> 18 << 9
        elif second == empty:
            one, other = waits[codes[first]], waits[codes[third]]
            mask = one & other >> 9 & every | (other & one >> 9 & every) << 18
            odd = one >> 18 | other >> 18 << 18
        elif first == empty:
            one, other = waits[codes[second]], waits[codes[third]]
            mask = (one & other >> 9 & every) << 9 | (other & one >> 9 & every) << 18
            odd = one >> 18 << 9 | other >> 18 << 18
        else:
            return 0
        if odd & odd - 1 or sum(counts) != one_pair_short:
            return mask
        return mask | odd

    def located(counts: bytes, void: Suit | None) -> list[int]:
        found = [codes[suit] for suit in suits(counts)]
        if void is not None:
            found[void] = void_code
        return found

    def shanten(counts: bytes, void: Suit | None = None) -> int:
        first, second, third = (classes[code] for code in located(counts, void))
        last = third // size
        near = distances[first + second // size]
        return min(near, distances[first + last], distances[second + last]) - 1

    def reach(counts: bytes, void: Suit | None = None) -> tuple[int, int]:
        where = located(counts, void)
        best, mask = 255, 0
        for one, other in ((0, 1), (0, 2), (1, 2)):
            pair = classes[where[one]] + classes[where[other]] // size
            distance = distances[pair]
            if distance <= best:
                if distance < best:
                    best, mask = distance, 0
                mask |= useful[starts[where[one]] + aims[pair]] << 9 * one
                mask |= useful[starts[where[other]] + other_aims[pair]] << 9 * other
        return best - 1, mask

    def discards(counts: bytes, left: bytes | None = None, void: Suit | None = None) -> list[Row]:
        turned = counts[::-1]
        held = int(turned.translate(_one), 2)
        copies = turned.translate(_own_to_left) if left is None else left[::-1]
        live = int(
            copies.translate(_four)
            + copies.translate(_three)
            + copies.translate(_two)
            + copies.translate(_one),
            2,
        )
        alive = live & EVERY_KIND
        m, p, s = suits(counts)
        m_code, p_code, s_code = codes[m], codes[p], codes[s]
        if void is not None:
            where = [m_code, p_code, s_code]
            where[void] = void_code
            m_code, p_code, s_code = where
        m_row, p_row, s_row = classes[m_code], classes[p_code], classes[s_code]
        m_class, p_class, s_class = m_row // size, p_row // size, s_row // size
        m_start, p_start, s_start = starts[m_code], starts[p_code], starts[s_code]
        void_shift = -1 if void is None else NUMBERS * void
        rows = []
        for shift, code, one, one_start, one_shift, two, two_start, two_shift, rest in (
            (0, m_code, p_class, p_start, 9, s_class, s_start, 18, p_row + s_class),
            (9, p_code, m_class, m_start, 0, s_class, s_start, 18, m_row + s_class),
            (18, s_code, m_class, m_start, 0, p_class, p_start, 9, m_row + p_class),
        ):
            numbers = held >> shift & every
            if not numbers:
                continue
            rest_distance = distances[rest]
            rest_mask = useful[one_start + aims[rest]] << one_shift
            rest_mask |= useful[two_start + other_aims[rest]] << two_shift
            for number, weight in (HELD_IN_VOID if shift == void_shift else HELD)[numbers]:
                changed = code - weight
                row = classes[changed]
                with_one, with_two = row + one, row + two
                distance, other_distance = distances[with_one], distances[with_two]
                if distance < other_distance:
                    if distance <= rest_distance:
                        mask = useful[starts[changed] + aims[with_one]] << shift
                        mask |= useful[one_start + other_aims[with_one]] << one_shift
                        if distance == rest_distance:
                            mask |= rest_mask
                    else:
                        distance, mask = rest_distance, rest_mask
                elif other_distance <= rest_distance:
                    start = starts[changed]
                    mask = useful[start + aims[with_two]] << shift
                    mask |= useful[two_start + other_aims[with_two]] << two_shift
                    if distance == other_distance:
                        mask |= useful[start + aims[with_one]] << shift
                        mask |= useful[one_start + other_aims[with_one]] << one_shift
                    else:
                        distance = other_distance
                    if distance == rest_distance:
                        mask |= rest_mask
                else:
                    distance, mask = rest_distance, rest_mask
                mask &= alive
                rows.append((shift + number, distance - 1, mask, (mask * _stacked & live).bit_count()))
        return rows

    return HandCore(wait_mask, shanten, reach, discards)

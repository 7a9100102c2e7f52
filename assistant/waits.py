"""听, 向听, 进张: what a hand waits for, how far it is from ready, which tiles help and what each discard
leaves.

Sichuan's rules throughout (RULES.md sections 2 and 6): at most two suits in hand and melds together, none of
the void suit, seven pairs with four alike as two of them, and never a fifth copy, the own melds' copies
counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant import hand_search
from assistant.hands import FULL, Hand
from assistant.suit_search import NUMBERS, OUT_OF_REACH, goals, is_whole, whole_with
from assistant.tiles import COPIES, KINDS, TILES, Counts, Suit, Tile

if TYPE_CHECKING:
    from assistant.hand_core import HandCore

NEVER = OUT_OF_REACH
"""The shanten of a hand that nothing can complete: its melds are of three suits, or of the void suit."""

NONE_SEEN: Counts = (0,) * KINDS

_BITS = tuple((1 << tile, tile) for tile in TILES)
"""Each kind's bit in a mask of 27."""


@dataclass(frozen=True, slots=True)
class Discard:
    """What a discard leaves: the shanten 向听 of the rest, the useful tiles 进张 with their copies left, and
    `live`, all those copies together.
    """

    tile: Tile
    shanten: int
    useful: tuple[tuple[Tile, int], ...]
    live: int


_core: HandCore | None = None
_PATIENCE = 400
"""Suits searched one by one, about a millisecond each, before a process is worth the tables (a third of a
second).
"""


def prepare() -> HandCore:
    """Builds the tables unless this process has them, and returns the fast functions over them. A process
    that asks about many hands comes to it by itself; one that asks about a single hand needs no tables and no
    numpy.
    """
    global _core
    if _core is None:
        from assistant import hand_core, suit_tables

        _core = hand_core.hand_core(suit_tables.build())
    return _core


def is_complete(hand: Hand, void: Suit | None = None) -> bool:
    """和: whether 14 - 3 x melds concealed tiles are four sets and a pair with the melds, or seven pairs, in
    at most two suits and none of the void suit. A hand of another size is not complete (相公 cannot win).
    ValueError where a tile is unseen.
    """
    _refuse_unseen(hand)
    if hand.surplus != 1 or not _suits_fit(hand, void):
        return False
    if not hand.melds and all(many % 2 == 0 for many in hand.counts):
        return True
    parts = hand_search.split(hand.counts)
    return all(map(is_whole, parts)) and [sum(part) % 3 for part in parts].count(2) == 1


def waits(hand: Hand, void: Suit | None = None) -> tuple[Tile, ...]:
    """听: the kinds that complete 13 - 3 x melds concealed tiles, in tile order; never a kind of which the
    player owns all four copies, melds included. A hand of another size waits for nothing (相公). ValueError
    where a tile is unseen or the hand holds five of a kind.
    """
    found = waits_by_hand_only(hand, void)
    if not hand.melds or not found:
        return found
    own = hand.own
    return tuple(tile for tile in found if own[tile] < COPIES)


def waits_by_hand_only(hand: Hand, void: Suit | None = None) -> tuple[Tile, ...]:
    """The waits as SBR calls them: only four copies among the concealed tiles rule a kind out, so that a kind
    whose copies lie in an own meld is still a wait (RULES.md section 6, last point). Else as `waits`.
    """
    _refuse_impossible(hand)
    if hand.surplus != 0:
        return ()
    core = _core or _core_if_worth_it()
    mask = core.wait_mask(bytes(hand.counts)) if core else hand_search.wait_mask(hand)
    return tuple(_kinds(mask)) if mask and _suits_fit(hand, void) else ()


def shanten(hand: Hand, void: Suit | None = None) -> int:
    """向听: the fewest tiles to exchange until 13 - 3 x melds tiles are ready, or 14 - 3 x melds are complete
    less one: 0 ready, -1 complete; NEVER where the melds rule every complete hand out. ValueError for a hand
    of another size, with an unseen tile or with five of a kind.
    """
    _refuse_odd_sizes(hand, 0, 1)
    core = None if hand.melds else _core or _core_if_worth_it()
    return core.shanten(bytes(hand.counts), void) if core else hand_search.reach(hand, void)[0]


def useful_tiles(
    hand: Hand, seen: Counts = NONE_SEEN, void: Suit | None = None
) -> tuple[tuple[Tile, int], ...]:
    """进张: the kinds that lower the shanten of 13 - 3 x melds tiles, each with the copies left, 4 less the
    own (melds too) and the `seen` ones; kinds with none left are not listed. For a ready hand these are its
    live waits. ValueError as for `shanten`.
    """
    _refuse_odd_sizes(hand, 0)
    core = None if hand.melds else _core or _core_if_worth_it()
    mask = core.reach(bytes(hand.counts), void)[1] if core else hand_search.reach(hand, void)[1]
    left = _copies_left(hand, seen)
    return tuple((tile, left[tile]) for tile in _kinds(mask) if left[tile])


def discard_table(hand: Hand, seen: Counts = NONE_SEEN, void: Suit | None = None) -> tuple[Discard, ...]:
    """What each discard from 14 - 3 x melds tiles leaves, one entry a kind held: least shanten first, then
    most live tiles, then in tile order. The tile discarded is no copy left. ValueError as for `shanten`.
    """
    _refuse_odd_sizes(hand, 1)
    left = _copies_left(hand, seen)
    core = None if hand.melds else _core or _core_if_worth_it()
    if core:
        rows = core.discards(bytes(hand.counts), left, void)
    else:
        rows = []
        for tile in TILES:
            if hand.counts[tile]:
                distance, mask = hand_search.reach(hand.with_tile(tile, -1), void)
                rows.append((tile, distance, mask, sum(left[kind] for kind in _kinds(mask))))
    rows.sort(key=lambda row: (row[1], -row[3]))
    copies = [(bit, (tile, many)) for (bit, tile), many in zip(_BITS, left, strict=True) if many]
    useful: dict[int, tuple[tuple[Tile, int], ...]] = {}
    for _, _, mask, _ in rows:
        if mask not in useful:
            useful[mask] = tuple([entry for bit, entry in copies if mask & bit])
    return tuple([Discard(TILES[kind], distance, useful[mask], live) for kind, distance, mask, live in rows])


def _core_if_worth_it() -> HandCore | None:
    """The fast functions once a process has searched enough to want them."""
    searched = goals.cache_info().misses + whole_with.cache_info().misses // 16
    return prepare() if searched > _PATIENCE else None


def _refuse_unseen(hand: Hand) -> None:
    if hand.unseen:
        raise ValueError(f"the hand holds tiles nobody saw ({hand.unseen}): name them first")


def _refuse_impossible(hand: Hand) -> None:
    _refuse_unseen(hand)
    own = hand.own if hand.melds else hand.counts
    if max(own) > COPIES:
        tile = TILES[own.index(max(own))]
        raise ValueError(f"the hand holds {own[tile]} copies of {tile}, but there are only four: correct it")


def _refuse_odd_sizes(hand: Hand, *allowed: int) -> None:
    _refuse_impossible(hand)
    if hand.surplus not in allowed:
        sizes = " or ".join(str(FULL + more - 3 * len(hand.melds)) for more in allowed)
        raise ValueError(f"the hand has {hand.size} concealed tiles where {sizes} are needed: correct it")


def _suits_fit(hand: Hand, void: Suit | None) -> bool:
    """缺门: at most two suits, and none of the void suit."""
    held = [any(part) for part in hand_search.split(hand.counts)]
    for meld in hand.melds:
        held[meld.tile // NUMBERS] = True
    return not all(held) and (void is None or not held[void])


def _kinds(mask: int) -> list[Tile]:
    """The kinds of a mask of 27 bits, in tile order."""
    return [tile for bit, tile in _BITS if mask & bit]


def _copies_left(hand: Hand, seen: Counts) -> bytes:
    """Copies of each kind neither owned nor seen."""
    own = hand.own if hand.melds else hand.counts
    if seen is NONE_SEEN:
        return bytes([COPIES - mine for mine in own])
    return bytes([max(COPIES - mine - out, 0) for mine, out in zip(own, seen, strict=True)])

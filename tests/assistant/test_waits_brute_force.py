"""Waits, shanten, useful tiles and discard tables against brute force, through the search and through the
tables.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from assistant import hand_search
from assistant.hand_core import HandCore
from assistant.hands import Hand
from assistant.tiles import TILES, Suit
from assistant.waits import (
    NEVER,
    discard_table,
    is_complete,
    prepare,
    shanten,
    useful_tiles,
    waits,
    waits_by_hand_only,
)
from tests.assistant.brute_force import (
    STYLES,
    Reference,
    plain_complete,
    plain_one_from_ready,
    plain_waits,
    random_hand,
    random_melds,
)


@pytest.fixture(scope="module")
def core() -> HandCore:
    return prepare()


def mask_of(kinds: set[int]) -> int:
    return sum(1 << kind for kind in kinds)


def hands(seed: str, many: int, surplus: int = 0, melds: bool = False) -> Iterator[Hand]:
    """Random hands of every style in turn."""
    dice = random.Random(seed)
    for turn in range(many):
        own = random_melds(dice, 1 + turn % 4) if melds else ()
        yield random_hand(dice, STYLES[turn % len(STYLES)], surplus, own)


@pytest.mark.parametrize("style", STYLES)
def test_shanten_and_useful_tiles_of_concealed_hands(style: str, core: HandCore) -> None:
    dice, reference = random.Random(style), Reference()
    for _ in range(100):
        hand = random_hand(dice, style)
        expected = reference.lacking(hand.counts) - 1
        useful = mask_of(reference.useful(hand.counts))
        assert hand_search.reach(hand, None) == (expected, useful), hand
        assert core.reach(bytes(hand.counts), None) == (expected, useful), hand
        assert core.shanten(bytes(hand.counts), None) == shanten(hand) == expected
        assert [int(tile) for tile, _ in useful_tiles(hand)] == [n for n in range(27) if useful >> n & 1]
        assert (expected == 0) is bool(waits(hand))
        if expected == 0:
            assert mask_of(set(map(int, waits(hand)))) == useful


@pytest.mark.parametrize("void", Suit)
def test_shanten_with_a_void_suit(void: Suit, core: HandCore) -> None:
    reference = Reference(void=void)
    for hand in hands(f"void {void}", 120):
        expected = reference.lacking(hand.counts) - 1
        useful = mask_of(reference.useful(hand.counts))
        assert hand_search.reach(hand, void) == (expected, useful), hand
        assert core.reach(bytes(hand.counts), void) == (expected, useful), hand
        assert shanten(hand, void) == expected >= shanten(hand)
        assert (expected == 0) is bool(waits(hand, void))


def test_shanten_and_useful_tiles_with_melds() -> None:
    for hand in hands("melds", 600, melds=True):
        reference = Reference(hand.melds)
        expected = reference.lacking(hand.counts) - 1
        assert shanten(hand) == expected, hand
        assert {int(tile) for tile, _ in useful_tiles(hand)} == reference.useful(hand.counts), hand
        assert (expected == 0) is bool(waits(hand)), hand


def test_shanten_with_melds_and_a_void_suit() -> None:
    for turn, hand in enumerate(hands("melds and void", 300, melds=True)):
        void = Suit(turn % 3)
        if void in {meld.tile.suit for meld in hand.melds}:
            assert waits(hand, void) == ()
            assert shanten(hand, void) == NEVER
            assert useful_tiles(hand, void=void) == ()
        else:
            reference = Reference(hand.melds, void)
            assert shanten(hand, void) == reference.lacking(hand.counts) - 1, hand
            assert {int(tile) for tile, _ in useful_tiles(hand, void=void)} == reference.useful(hand.counts)


@pytest.mark.parametrize("melds", [False, True])
def test_waits(melds: bool, core: HandCore) -> None:
    ready = 0
    for hand in hands(f"waits {melds}", 3000, melds=melds):
        expected = plain_waits(hand)
        ready += bool(expected)
        assert waits(hand) == expected, hand
        owned = {tile for tile in waits_by_hand_only(hand) if hand.own[tile] == 4}
        assert set(waits_by_hand_only(hand)) == {*expected, *owned}
        assert all(hand.counts[tile] < 4 for tile in owned)
        assert core.wait_mask(bytes(hand.counts)) == hand_search.wait_mask(hand), hand
    assert ready > 300


@pytest.mark.parametrize("melds", [False, True])
def test_complete_hands(melds: bool) -> None:
    complete = 0
    for hand in hands(f"complete {melds}", 3000, 1, melds=melds):
        expected = plain_complete(hand)
        complete += expected
        assert is_complete(hand) is expected, hand
        assert (shanten(hand) == -1) is expected
    assert complete > 100


def test_one_exchange_from_ready() -> None:
    """Exchanging tiles one by one, with nothing but the rules' own words."""
    seen = {True: 0, False: 0}
    for hand in hands("exchange", 90, melds=False):
        distance = shanten(hand)
        if distance == 0 or seen[distance == 1] >= 8:
            continue
        seen[distance == 1] += 1
        assert plain_one_from_ready(hand) is (distance == 1), hand
    assert seen == {True: 8, False: 8}


@pytest.mark.parametrize("void", [None, Suit.P])
def test_discard_table_by_definition(void: Suit | None) -> None:
    reference = Reference(void=void)
    for hand in hands(f"discards {void}", 40, 1):
        table = discard_table(hand, void=void)
        assert {entry.tile for entry in table} == set(hand.tiles)
        for entry in table:
            rest = hand.with_tile(entry.tile, -1)
            assert entry.shanten == reference.lacking(rest.counts) - 1, (hand, entry)
            left = {kind: 4 - hand.counts[kind] for kind in reference.useful(rest.counts)}
            assert dict(entry.useful) == {TILES[kind]: many for kind, many in left.items() if many}


@pytest.mark.parametrize("melds", [False, True])
def test_discard_table_follows_from_its_hands(melds: bool, core: HandCore) -> None:
    """Each entry is what the hand without the tile says, with copies less the own ones and those seen."""
    dice = random.Random("seen")
    for turn, hand in enumerate(hands(f"tables {melds}", 300 if melds else 1000, 1, melds=melds)):
        void = dice.choice([None, None, *Suit])
        seen = tuple(dice.randrange(5 - own) for own in hand.own) if turn % 2 else (0,) * 27
        table = discard_table(hand, seen, void)
        assert [entry.tile for entry in table] == [
            entry.tile for entry in sorted(table, key=lambda one: (one.shanten, -one.live, one.tile))
        ]
        rows = {}
        for entry in table:
            distance, mask = hand_search.reach(hand.with_tile(entry.tile, -1), void)
            left = [4 - own - out for own, out in zip(hand.own, seen, strict=True)]
            useful = tuple((tile, left[tile]) for tile in TILES if mask >> tile & 1 and left[tile])
            assert (entry.shanten, entry.useful, entry.live) == (distance, useful, sum(n for _, n in useful))
            rows[entry.tile] = (int(entry.tile), distance, mask_of({int(t) for t, _ in useful}), entry.live)
        assert len(rows) == len(table) == len(set(hand.tiles))
        if not melds:
            ordered = [rows[tile] for tile in sorted(rows)]
            left_bytes = bytes(4 - own - out for own, out in zip(hand.own, seen, strict=True))
            assert core.discards(bytes(hand.counts), left_bytes, void) == [
                rows[tile] for tile in sorted(rows)
            ]
            if not turn % 2:
                assert core.discards(bytes(hand.counts), None, void) == ordered

"""Many hands at once, against the careful answers for one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from assistant.hands import Hand
from assistant.many_hands import Frame, codes_of, many_hands
from assistant.melds import Meld, MeldKind
from assistant.suit_search import OUT_OF_REACH
from assistant.tiles import COPIES, TILES, Suit
from assistant.waits import NEVER, shanten, waits


def random_hand(rng: Random, melds: int, more: int) -> Hand:
    """A hand of two suits mostly, that no meld of its own takes copies from."""
    used = rng.sample(list(Suit), rng.choice((1, 2, 2, 3)))
    kinds = [tile for tile in TILES if tile.suit in used]
    rng.shuffle(kinds)
    melded, rest = kinds[:melds], kinds[melds:]
    tiles = rng.sample([tile for tile in rest for _ in range(COPIES)], 13 - 3 * melds + more)
    return Hand.of(tiles, tuple(Meld(MeldKind.EXPOSED_KONG, tile) for tile in melded))


def frame_of(hand: Hand, void: Suit | None) -> Frame:
    return Frame(len(hand.melds), frozenset(meld.tile.suit for meld in hand.melds), void)


def codes(hand: Hand) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return codes_of(np.array([hand.tiles], np.int8))


@pytest.mark.parametrize("melds", range(5))
@pytest.mark.parametrize("void", [None, Suit.S])
def test_waits_and_shanten_are_those_of_one_hand(melds: int, void: Suit | None) -> None:
    rng, hands = Random(melds), many_hands()
    ready = 0
    for _ in range(120):
        hand = random_hand(rng, melds, 0)
        frame = frame_of(hand, void)
        mask = int(hands.waits(codes(hand), frame)[0])
        own = hand.own  # a kind of which melds hold copies is left to the caller
        found = tuple(tile for tile in TILES if mask >> tile & 1 and own[tile] < COPIES)
        assert found == waits(hand, void), hand
        near, told = int(hands.shanten(codes(hand), frame)[0]), shanten(hand, void)
        if told == NEVER:
            assert near == OUT_OF_REACH - 1
        elif melds:  # it may count on a copy that a meld uses up
            assert near <= told
            assert (near == 0) >= bool(found)
        else:
            assert near == told
        ready += bool(found)
    assert ready or melds < 3, "hands with few tiles are ready now and then"


@pytest.mark.parametrize("melds", range(4))
def test_one_more_of_each_kind(melds: int) -> None:
    rng, hands = Random(melds), many_hands()
    for void in (None, Suit.M):
        for _ in range(25):
            hand = random_hand(rng, melds, 0)
            frame = frame_of(hand, void)
            more = hands.with_one_more(codes(hand), frame)[0]
            for tile in TILES:
                if hand.counts[tile] < COPIES:
                    alone = int(hands.shanten(codes(hand.with_tile(tile)), frame)[0])
                    assert int(more[tile]) == alone + 1, (hand, tile)


def test_hands_together_are_as_each_alone() -> None:
    rng, hands, frame = Random(3), many_hands(), Frame()
    some = [random_hand(rng, 0, 0) for _ in range(40)]
    together = np.concatenate([codes(hand) for hand in some])
    assert hands.waits(together, frame).tolist() == [int(hands.waits(codes(h), frame)[0]) for h in some]
    assert hands.shanten(together, frame).tolist() == [shanten(hand) for hand in some]

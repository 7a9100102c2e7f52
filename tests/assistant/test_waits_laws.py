"""Laws that hold for every hand: renaming suits and turning numbers round change nothing, a tile is worth one
step.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.hands import Hand
from assistant.melds import Meld, MeldKind
from assistant.tiles import TILES, Suit, Tile
from assistant.waits import discard_table, is_complete, shanten, useful_tiles, waits


@st.composite
def some_hands(draw: st.DrawFn, surplus: int = 0) -> Hand:
    """Any hand between turns (or after a draw), with melds of at most two suits."""
    deck = draw(st.permutations([tile for tile in TILES for _ in range(4)]))
    kinds = draw(
        st.lists(st.sampled_from([tile for tile in TILES if tile.suit != Suit.S]), max_size=4, unique=True)
    )
    melds = tuple(Meld(draw(st.sampled_from(MeldKind)), kind) for kind in kinds)
    for meld in melds:
        for _ in range(meld.size):
            deck.remove(meld.tile)
    few_suits = sorted(deck, key=lambda tile: tile.suit == Suit.S) if draw(st.booleans()) else deck
    return Hand.of(few_suits[: 13 + surplus - 3 * len(melds)], melds)


def renamed(hand: Hand, names: list[Suit], turned: bool) -> Hand:
    """The hand with other suits and, `turned`, with 1 for 9 and so on."""
    return Hand.of(
        [rename(tile, names, turned) for tile in hand.tiles],
        tuple(Meld(meld.kind, rename(meld.tile, names, turned)) for meld in hand.melds),
    )


def rename(tile: Tile, names: list[Suit], turned: bool) -> Tile:
    number = 10 - tile.number if turned else tile.number
    return TILES[9 * names[tile.suit] + number - 1]


@settings(max_examples=150, deadline=None)
@given(some_hands(), st.permutations(list(Suit)), st.booleans(), st.sampled_from([None, *Suit]))
def test_names_do_not_matter(hand: Hand, names: list[Suit], turned: bool, void: Suit | None) -> None:
    other = renamed(hand, names, turned)
    other_void = None if void is None else names[void]
    assert shanten(other, other_void) == shanten(hand, void)
    assert waits(other, other_void) == tuple(
        sorted(rename(tile, names, turned) for tile in waits(hand, void))
    )
    assert set(useful_tiles(other, void=other_void)) == {
        (rename(tile, names, turned), left) for tile, left in useful_tiles(hand, void=void)
    }


@settings(max_examples=150, deadline=None)
@given(some_hands())
def test_a_tile_is_worth_one_step(hand: Hand) -> None:
    before, useful = shanten(hand), dict(useful_tiles(hand))
    assert useful, "some tile always helps"
    for tile in TILES:
        if hand.own[tile] < 4:
            after = hand.with_tile(tile)
            assert shanten(after) == before - (tile in useful)
            assert is_complete(after) is (tile in waits(hand))
    assert (before == 0) is bool(waits(hand))


@settings(max_examples=100, deadline=None)
@given(some_hands(surplus=1))
def test_some_discard_keeps_the_distance(hand: Hand) -> None:
    table = discard_table(hand)
    if is_complete(hand):
        assert table[0].shanten == 0
    else:
        assert table[0].shanten == shanten(hand)
    assert all(entry.shanten <= table[0].shanten + 1 for entry in table)

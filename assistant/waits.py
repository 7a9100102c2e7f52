"""听, 向听, 进张: what a hand waits for, how far it is from ready, which tiles help and what each discard
leaves.

Sichuan's rules throughout (RULES.md sections 2 and 6): at most two suits in hand and melds together, none of
the void suit, seven pairs with four alike as two of them, and never a fifth copy, the own melds' copies
counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.hands import Hand
from assistant.suit_search import (
    NUMBERS,
    OUT_OF_REACH,
    SETS,
    Goals,
    goals,
    is_whole,
    pairs_and_odd,
    whole_with,
)
from assistant.tiles import COPIES, KINDS, TILES, Counts, Suit, Tile

NEVER = OUT_OF_REACH
"""The shanten of a hand that nothing can complete: its melds are of three suits, or of the void suit."""

NONE_SEEN: Counts = (0,) * KINDS


@dataclass(frozen=True, slots=True)
class Discard:
    """What a discard leaves: the shanten 向听 of the rest, the useful tiles 进张 with their copies left, and
    `live`, all those copies together.
    """

    tile: Tile
    shanten: int
    useful: tuple[tuple[Tile, int], ...]
    live: int


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
    parts = _split(hand.counts)
    return all(map(is_whole, parts)) and [sum(part) % 3 for part in parts].count(2) == 1


def waits(hand: Hand, void: Suit | None = None) -> tuple[Tile, ...]:
    """听: the kinds that complete 13 - 3 x melds concealed tiles, in tile order; never a kind of which the
    player owns all four copies, melds included. A hand of another size waits for nothing (相公). ValueError
    where a tile is unseen or the hand holds five of a kind.
    """
    own = hand.own
    return tuple(tile for tile in waits_by_hand_only(hand, void) if own[tile] < COPIES)


def waits_by_hand_only(hand: Hand, void: Suit | None = None) -> tuple[Tile, ...]:
    """The waits as SBR calls them: only four copies among the concealed tiles rule a kind out, so that a kind
    whose copies lie in an own meld is still a wait (RULES.md section 6, last point). Else as `waits`.
    """
    _refuse_impossible(hand)
    if hand.surplus != 0 or not _suits_fit(hand, void):
        return ()
    return _spread(_wait_mask(hand, void))


def shanten(hand: Hand, void: Suit | None = None) -> int:
    """向听: the fewest tiles to exchange until 13 - 3 x melds tiles are ready, or 14 - 3 x melds are complete
    less one: 0 ready, -1 complete; NEVER where the melds rule every complete hand out. ValueError for a hand
    of another size, with an unseen tile or with five of a kind.
    """
    _refuse_odd_sizes(hand, 0, 1)
    return _reach(hand, void)[0]


def useful_tiles(
    hand: Hand, seen: Counts = NONE_SEEN, void: Suit | None = None
) -> tuple[tuple[Tile, int], ...]:
    """进张: the kinds that lower the shanten of 13 - 3 x melds tiles, each with the copies left, 4 less the
    own (melds too) and the `seen` ones; kinds with none left are not listed. For a ready hand these are its
    live waits. ValueError as for `shanten`.
    """
    _refuse_odd_sizes(hand, 0)
    return _left(_reach(hand, void)[1], hand.own, seen)


def discard_table(hand: Hand, seen: Counts = NONE_SEEN, void: Suit | None = None) -> tuple[Discard, ...]:
    """What each discard from 14 - 3 x melds tiles leaves, one entry a kind held: least shanten first, then
    most live tiles, then in tile order. The tile discarded is no copy left. ValueError as for `shanten`.
    """
    _refuse_odd_sizes(hand, 1)
    own = hand.own
    table = []
    for tile in TILES:
        if hand.counts[tile]:
            distance, mask = _reach(hand.with_tile(tile, -1), void)
            useful = _left(mask, own, seen)
            table.append(Discard(tile, distance, useful, sum(left for _, left in useful)))
    return tuple(sorted(table, key=lambda entry: (entry.shanten, -entry.live, entry.tile)))


def _refuse_unseen(hand: Hand) -> None:
    if hand.unseen:
        raise ValueError(f"{hand.unseen} tiles of the hand are unseen: name them first")


def _refuse_impossible(hand: Hand) -> None:
    _refuse_unseen(hand)
    for tile, many in zip(TILES, hand.own, strict=True):
        if many > COPIES:
            raise ValueError(f"the hand holds {many} copies of {tile}, but there are only four: correct it")


def _refuse_odd_sizes(hand: Hand, *allowed: int) -> None:
    _refuse_impossible(hand)
    if hand.surplus not in allowed:
        sizes = " or ".join(str(13 + more - 3 * len(hand.melds)) for more in allowed)
        raise ValueError(f"the hand has {hand.size} concealed tiles where {sizes} are needed: correct it")


def _suits_fit(hand: Hand, void: Suit | None) -> bool:
    """缺门: at most two suits, and none of the void suit."""
    return len(hand.suits) < len(Suit) and void not in hand.suits


def _split(counts: Counts) -> tuple[Counts, Counts, Counts]:
    return counts[:NUMBERS], counts[NUMBERS : 2 * NUMBERS], counts[2 * NUMBERS :]


def _spread(mask: int) -> tuple[Tile, ...]:
    """The kinds of a mask of 27 bits."""
    return tuple(tile for tile in TILES if mask >> tile & 1)


def _left(mask: int, own: Counts, seen: Counts) -> tuple[tuple[Tile, int], ...]:
    """The kinds of a mask that have copies left, with how many."""
    copies = ((tile, COPIES - own[tile] - seen[tile]) for tile in _spread(mask))
    return tuple((tile, left) for tile, left in copies if left > 0)


def _suit_pairs(hand: Hand, void: Suit | None) -> Iterator[tuple[Suit, Suit]]:
    """The pairs of suits the complete hand may be in: not the void one, and no melded one left out."""
    melded = {meld.tile.suit for meld in hand.melds}
    for left_out in Suit:
        if left_out not in melded and void in (None, left_out):
            first, second = (suit for suit in Suit if suit != left_out)
            yield first, second


def _wait_mask(hand: Hand, void: Suit | None) -> int:
    """The waits of a hand of at most two suits; four concealed copies rule a kind out."""
    parts = _split(hand.counts)
    mask = 0
    for first, second in _suit_pairs(hand, void):
        if any(parts[Suit(3 - first - second)]):
            continue
        for one, other in ((first, second), (second, first)):
            if is_whole(parts[other]):
                mask |= whole_with(parts[one]) << one * NUMBERS
        if not hand.melds:
            odd = [tile for tile in TILES if hand.counts[tile] % 2]
            if len(odd) == 1:
                mask |= 1 << odd[0]
    return mask


def _reach(hand: Hand, void: Suit | None) -> tuple[int, int]:
    """The shanten and the mask of the kinds that lower it."""
    sets = SETS - len(hand.melds)
    usable = [COPIES] * KINDS
    for meld in hand.melds:
        usable[meld.tile] -= meld.size
    parts = _split(hand.counts)
    prices = [goals(part, free, sets) for part, free in zip(parts, _split(tuple(usable)), strict=True)]
    best, mask = NEVER + 1, 0
    for first, second in _suit_pairs(hand, void):
        for price, kinds in _ways(first, second, prices, parts, sets):
            if price < best:
                best, mask = price, kinds
            elif price == best:
                mask |= kinds
    return best - 1, mask


def _ways(
    first: Suit, second: Suit, prices: list[Goals], parts: tuple[Counts, Counts, Counts], sets: int
) -> Iterator[tuple[int, int]]:
    """The price and the mask of every way to share the sets and the pair between two suits, and of seven
    pairs.
    """
    for goal, (price, mask) in enumerate(prices[first]):
        rest, kinds = prices[second][2 * sets + 1 - goal]
        yield price + rest, mask << first * NUMBERS | kinds << second * NUMBERS
    if sets == SETS:
        pairs, odd, even = (0, 0, 0)
        for suit in (first, second):
            held, singles, others = pairs_and_odd(parts[suit])
            pairs += held
            odd |= singles << suit * NUMBERS
            even |= others << suit * NUMBERS
        lacking = 7 - pairs
        missing = lacking - odd.bit_count()
        if lacking > 0:
            yield lacking + max(missing, 0), odd | even if missing > 0 else odd
        else:
            yield 0, 0

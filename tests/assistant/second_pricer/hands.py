"""Hands in the second pricer: reading the text, dividing into sets, waits, and what a hand is worth.

Tiles are the strings of the records ("3m"). A meld is a pair of its letter and its tile, ("p", "5p").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from tests.assistant.second_pricer.rulebook import Rules

SUITS = "mps"
KINDS = tuple(f"{number}{suit}" for suit in SUITS for number in range(1, 10))
Tiles = tuple[str, ...]
Meld = tuple[str, str]
Melds = tuple[Meld, ...]


class Block(NamedTuple):
    """One part of a divided hand: "triplet", "sequence" or "pair", and the tiles in it."""

    what: str
    tiles: Tiles


class Reading(NamedTuple):
    """One way to see a complete hand: concealed blocks, as sets and a pair or as seven pairs."""

    blocks: tuple[Block, ...]
    seven_pairs: bool


class Circumstance(NamedTuple):
    """How a win came about; `extra` are doublings priced by hand."""

    ids: frozenset[str] = frozenset()
    extra: int = 0


PLAINLY = Circumstance()


def parse(text: str) -> tuple[list[str], list[Meld]]:
    """The concealed tiles and the melds of a hand's text; an unseen tile is "?"."""
    tiles: list[str] = []
    melds: list[Meld] = []
    for word in text.split():
        if word.startswith("#"):
            melds.append((word[1], word[2:]))
            continue
        waiting: list[str] = []
        for letter in word:
            if letter in SUITS:
                tiles += [number + letter for number in waiting]
                waiting = []
            elif letter == "?":
                tiles.append("?")
            else:
                waiting.append(letter)
        if waiting:
            raise ValueError(f"no suit after {''.join(waiting)} in {text!r}")
    return tiles, melds


def show(tiles: Iterable[str], melds: Iterable[Meld] = ()) -> str:
    """The canonical text of a hand."""
    held = sorted(tiles)
    groups = ["".join(t[0] for t in held if t[1:] == suit) + suit for suit in SUITS]
    words = [group for group in groups if len(group) > 1]
    unseen = "?" * held.count("?")
    return " ".join(words + ([unseen] if unseen else []) + [f"#{letter}{tile}" for letter, tile in melds])


def size_of(meld: Meld) -> int:
    return 3 if meld[0] == "p" else 4


def owned(tile: str, tiles: Tiles, melds: Melds) -> int:
    """Copies of a kind in the concealed tiles and in the melds."""
    return tiles.count(tile) + sum(size_of(meld) for meld in melds if meld[1] == tile)


@cache
def divisions(numbers: tuple[int, ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Every way to divide the sorted numbers of one suit's tiles into sets and at most one pair."""
    if not numbers:
        return ((),)
    first = numbers[0]
    found: list[tuple[tuple[str, int], ...]] = []
    for what, taken in (
        ("triplet", (first, first, first)),
        ("sequence", (first, first + 1, first + 2)),
        ("pair", (first, first)),
    ):
        rest = list(numbers)
        if any(numbers.count(number) < taken.count(number) for number in taken):
            continue
        for number in taken:
            rest.remove(number)
        for others in divisions(tuple(rest)):
            if what == "pair" and any(other == "pair" for other, _ in others):
                continue
            found.append(((what, first), *others))
    return tuple(found)


def block(what: str, suit: str, first: int) -> Block:
    numbers = {"triplet": (first,) * 3, "sequence": (first, first + 1, first + 2), "pair": (first,) * 2}[what]
    return Block(what, tuple(f"{number}{suit}" for number in numbers))


@lru_cache(maxsize=200_000)
def readings(tiles: Tiles) -> tuple[Reading, ...]:
    """Every reading of sorted concealed tiles as sets and a pair, or as seven pairs."""
    found: list[Reading] = []
    per_suit: list[list[tuple[Block, ...]]] = []
    for suit in SUITS:
        numbers = tuple(sorted(int(tile[0]) for tile in tiles if tile[1] == suit))
        ways = divisions(numbers)
        if not ways:
            per_suit = []
            break
        per_suit.append([tuple(block(what, suit, first) for what, first in way) for way in ways])
    if per_suit:
        for choice in product(*per_suit):
            blocks = tuple(part for way in choice for part in way)
            if sum(part.what == "pair" for part in blocks) == 1:
                found.append(Reading(blocks, False))
    if len(tiles) == 14 and tiles[0::2] == tiles[1::2]:
        found.append(Reading(tuple(Block("pair", (tile, tile)) for tile in tiles[0::2]), True))
    return tuple(found)


def suits_of(tiles: Iterable[str], melds: Iterable[Meld]) -> set[str]:
    return {tile[1] for tile in tiles} | {tile[1] for _, tile in melds}


def complete(tiles: Tiles, melds: Melds, void: str | None) -> bool:
    """Whether concealed tiles and melds win: a reading, at most two suits, none of the void suit."""
    suits = suits_of(tiles, melds)
    if len(suits) > 2 or void in suits or len(tiles) != 14 - 3 * len(melds):
        return False
    return bool(readings(tuple(sorted(tiles))))


@lru_cache(maxsize=200_000)
def waits(tiles: Tiles, melds: Melds, void: str | None, fifth_copy: bool = False) -> tuple[str, ...]:
    """The kinds that complete a hand of 13 - 3 x melds. A kind of which all four are owned is no wait; with
    `fifth_copy` (sbr) it is one unless all four are concealed.
    """
    found = []
    for tile in KINDS:
        mine = tiles.count(tile) if fifth_copy else owned(tile, tiles, melds)
        if mine < 4 and complete(tuple(sorted((*tiles, tile))), melds, void):
            found.append(tile)
    return tuple(found)


def number(rules: Rules, pattern: str) -> int | None:
    """The doublings of a pattern, None where it is off; "cap" is the cap's, 3 where uncapped."""
    value = rules[f"patterns.{pattern}"]
    if value == "off":
        return None
    if value == "cap":
        return 3 if rules["cap"] == "none" else int(rules["cap"])
    return int(value)


def shapes(reading: Reading, tiles: Tiles, melds: Melds) -> Iterator[str]:
    """The basic shapes that a reading shows, `plain` always."""
    all_suits = suits_of(tiles, melds)
    one_suit = len(all_suits) == 1
    fours = [tile for tile in set(tiles) if tiles.count(tile) == 4]
    yield "plain"
    if one_suit:
        yield "one_suit"
    if reading.seven_pairs:
        yield "seven_pairs"
        if fours:
            yield "dragon_pairs"
        if one_suit:
            yield "one_suit_pairs"
            if fours:
                yield "one_suit_dragon_pairs"
        return
    groups = [part.tiles for part in reading.blocks] + [(tile,) for _, tile in melds]
    if all(any(tile[0] in "19" for tile in group) for group in groups):
        yield "terminals"
        if one_suit:
            yield "one_suit_terminals"
    if all(part.what != "sequence" for part in reading.blocks):
        yield "all_triplets"
        if one_suit:
            yield "one_suit_triplets"
        if all(group[0][0] in "258" for group in groups):
            yield "triplets_258"
    if len(melds) == 4:
        yield "single_wait_melded"


MADE_OF = {
    "one_suit_dragon_pairs": {"one_suit", "seven_pairs"},
    "one_suit_pairs": {"one_suit", "seven_pairs"},
    "dragon_pairs": {"seven_pairs"},
    "one_suit_terminals": {"one_suit", "terminals"},
    "one_suit_triplets": {"one_suit", "all_triplets"},
    "triplets_258": {"all_triplets"},
}
"""Shapes made of others, the fullest first. Where shapes add up (sbr), one of these with a price of its own
stands
for its parts."""


def added_up(names: list[str]) -> list[str]:
    """The shapes that add up: those made of others first, then what is not inside one already."""
    chosen: list[str] = []
    inside: set[str] = set()
    for name in sorted(names, key=[*MADE_OF, *names].index):
        parts = MADE_OF.get(name, {name})
        if not parts & inside:
            chosen.append(name)
            inside |= parts
    return chosen


def on_top(tiles: Tiles, melds: Melds, how: Circumstance, rules: Rules) -> int:
    """All doublings that are added to the shape: roots, kongs, circumstances, hand-priced extras."""
    total = how.extra
    konged = {tile for letter, tile in melds if letter != "p"}
    unkonged = sum(owned(tile, tiles, melds) == 4 for tile in KINDS if tile not in konged)
    kong = number(rules, "kong")
    roots = unkonged + (len(konged) if rules["patterns.root_counts_kongs"] else 0)
    total += roots * (number(rules, "root") or 0) + len(konged) * (kong or 0)
    for pattern in how.ids - {"heavenly", "earthly"}:
        total += number(rules, pattern) or 0
    if all(letter == "c" for letter, _ in melds):
        total += number(rules, "concealed") or 0
    if not any(tile[0] in "19" for tile in (*tiles, *(tile for _, tile in melds))):
        total += number(rules, "no_terminals") or 0
    return total


def doublings(tiles: Tiles, melds: Melds, rules: Rules, how: Circumstance = PLAINLY) -> int:
    """The doublings of a complete hand before the cap, by its dearest reading."""
    tiles = tuple(sorted(tiles))
    added = on_top(tiles, melds, how, rules)
    best: int | None = None
    for reading in readings(tiles):
        seen = [*shapes(reading, tiles, melds), *(how.ids & {"heavenly", "earthly"})]
        priced = {shape: value for shape in seen if (value := number(rules, shape)) is not None}
        choices = [[shape] for shape in priced]
        if rules["combine"] == "sum":  # plain is what a hand is that shows nothing else
            named = [shape for shape in priced if shape != "plain"] or list(priced)
            choices = [[shape] for shape in named] + [added_up(named)]
        root = number(rules, "root") or 0
        candidates = [
            sum(priced[shape] - (root if shape.endswith("dragon_pairs") else 0) for shape in choice)
            for choice in choices or [[]]
        ]
        for candidate in candidates:
            if best is None or candidate + added > best:
                best = candidate + added
    if best is None:
        raise ValueError(f"{show(tiles, melds)} is not complete")
    return best


def multiple(doubled: int, rules: Rules) -> int:
    """2^d after the cap."""
    return 1 << (doubled if rules["cap"] == "none" else min(doubled, int(rules["cap"])))


def discard_points(doubled: int, rules: Rules) -> int:
    return int(rules["base"]) * multiple(doubled, rules)


def self_draw_points(doubled: int, rules: Rules) -> int:
    """What each payer of a self-drawn win pays."""
    base = int(rules["base"])
    match rules["self_draw"]:
        case "base":
            return base * (multiple(doubled, rules) + 1)
        case "doubling":
            return base * multiple(doubled + 1, rules)
        case _:
            return base * multiple(doubled, rules)

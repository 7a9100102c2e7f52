"""Laws of value: the two pricers agree on random complete hands under random rule sets."""

from __future__ import annotations

from random import Random

from assistant.notation import parse_hand, parse_tile
from assistant.rules import load
from assistant.scoring import Circumstance, Extra, discard_points, score, self_draw_points
from assistant.waits import waits
from tests.assistant.players.complete_hands import complete_hand
from tests.assistant.players.rounds import how_many
from tests.assistant.players.rulesets import random_rules
from tests.assistant.second_pricer import hands as second

WAYS = (
    ("self_drawn", "last_tile", "last_live"),
    ("self_drawn", "after_kong", "last_tile", "last_live"),
    ("self_drawn", "heavenly"),
    ("self_drawn", "earthly"),
    ("kong_discard", "last_tile", "last_live"),
    ("last_tile", "last_live"),
    ("earthly",),
    ("robbed_kong", "last_live"),
)
"""Circumstances that can come together."""


def test_value_of_random_hands() -> None:
    rng = Random(5)
    for _ in range(how_many(300)):
        preset, overrides, book = random_rules(rng, keys=6)
        rules = load(preset, overrides)
        for _ in range(10):
            tiles, melds = complete_hand(rng)
            way = rng.choice(WAYS)
            ids = {name for name in way[1:] if rng.random() < 0.5} | {way[0]}
            extra = rng.choice((0, 0, 0, 1, 3))
            circumstance = Circumstance(
                **dict.fromkeys(ids, True), extra=(Extra(extra, "by the house"),) if extra else ()
            )
            text = second.show(tiles, melds)
            mine = second.doublings(
                tiles, melds, book, second.Circumstance(frozenset(ids - {"self_drawn"}), extra)
            )
            theirs = score(parse_hand(text), rules, circumstance)
            told = (preset, overrides, text, sorted(ids), theirs)
            assert theirs.doublings == mine, told
            assert theirs.doublings == sum(line.doublings for line in theirs.lines), told
            assert theirs.multiple == second.multiple(mine, book), told
            assert discard_points(theirs, rules) == second.discard_points(mine, book), told
            assert self_draw_points(theirs, rules) == second.self_draw_points(mine, book), told


def test_waits_of_random_hands() -> None:
    rng = Random(6)
    for _ in range(how_many(3000)):
        tiles, melds = complete_hand(rng)
        left = list(tiles)
        left.remove(rng.choice(left))
        if rng.random() < 0.3:
            left[0] = rng.choice(second.KINDS)
        if any(second.owned(tile, tuple(left), melds) > 4 for tile in left):
            continue
        void = rng.choice((None, None, *second.SUITS))
        mine = second.waits(tuple(sorted(left)), melds, void)
        suit = None if void is None else parse_tile("1" + void).suit
        theirs = waits(parse_hand(second.show(left, melds)), suit)
        assert tuple(str(tile) for tile in theirs) == mine, (left, melds, void)

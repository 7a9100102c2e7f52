"""Random complete hands, melds and all: many one-suit, paired, tripled and terminal ones among them."""

from __future__ import annotations

from random import Random

from tests.assistant.players.takes import take
from tests.assistant.second_pricer.hands import KINDS, SUITS, Melds, Tiles


def complete_hand(rng: Random) -> tuple[Tiles, Melds]:
    """Concealed tiles, 14 - 3 x melds of them, and melds: complete in at most two suits."""
    while True:
        left = dict.fromkeys(KINDS, 4)
        suits = rng.sample(SUITS, rng.choice((1, 2)))
        numbers = rng.choice(
            ([*range(1, 10)], [*range(1, 10)], [1, 2, 3, 7, 8, 9], [2, 5, 8], [1, 9], [4, 5, 6])
        )
        tiles: list[str] = []
        melds: list[tuple[str, str]] = []
        if rng.random() < 0.25:
            for _ in range(30):
                if len(tiles) < 14:
                    take(left, tiles, [f"{rng.choice(numbers)}{rng.choice(suits)}"] * 2)
            if len(tiles) == 14:
                return tuple(sorted(tiles)), ()
            continue
        triplets = rng.choice((0.2, 0.5, 1.0))
        calls = rng.choice((0.0, 0.0, 0.4, 1.0))
        for _ in range(60):
            if len(tiles) + 3 * len(melds) == 12:
                break
            suit, number = rng.choice(suits), rng.choice(numbers)
            if rng.random() < triplets:
                tile = f"{number}{suit}"
                letter = rng.choice("pkac")
                if rng.random() < calls and left[tile] >= (3 if letter == "p" else 4):
                    left[tile] -= 3 if letter == "p" else 4
                    melds.append((letter, tile))
                else:
                    take(left, tiles, [tile] * 3)
            elif number <= 7:
                take(left, tiles, [f"{number + step}{suit}" for step in range(3)])
        if len(tiles) + 3 * len(melds) != 12:
            continue
        for _ in range(30):
            if len(tiles) + 3 * len(melds) == 12:
                take(left, tiles, [f"{rng.choice(numbers)}{rng.choice(suits)}"] * 2)
        if len(tiles) + 3 * len(melds) == 14:
            return tuple(sorted(tiles)), tuple(melds)

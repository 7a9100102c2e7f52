"""How fast waits and discard tables are, beside the packages xiangting (Rust) and mahjong in one run.

    python -m tests.benchmarks.hands [--hands 20000] [--rounds 5]

One hand a call. Tile counts are prepared for every library before the clock starts, in the form it takes: 27
bytes for tangzi, a list of 34 numbers for the others; turning counts into the libraries' own keys is inside
the clock. The hands are random ones (dealt from the 108 tiles) and near-ready ones (a complete hand of two
suits less a tile, every second one with one more tile exchanged; for the discard table a drawn tile comes on
top).

waits     the kinds that complete 13 tiles
discards  for every kind that 14 tiles hold: the shanten after discarding it, the useful tiles that have
          copies left, and those copies summed up

Each library works on the same hands, a block of a hundred in turns, `--rounds` times; the best time of each
block counts, so that a busy machine tells the same story. "First pass" is what the first round took, with
nothing of the hands met before. mahjong answers neither question itself: its waits ask `is_agari` with each
kind added, its discards ask for the shanten of each discard and of each draw after it; it is timed on the
first hands of each sort only, as it takes milliseconds a hand. xiangting gives shanten and useful tiles of a
discard in one call; its "live" row counts the copies as tangzi's core does. Neither knows that two suits are
the limit or that four alike are two pairs, so the answers are not compared.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mahjong.agari import Agari
from mahjong.shanten import Shanten
from xiangting import PlayerCount, calculate_necessary_tiles

from assistant.hands import Hand
from assistant.suit_tables import build
from assistant.tiles import KINDS
from assistant.waits import discard_table, prepare, waits

MAHJONG_HANDS = 200
BLOCK = 100
FOUR = PlayerCount.FOUR

Counted = list[list[int]]


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to answer a question; `prepared` turns 27 counts into what it takes."""

    name: str
    prepared: Callable[[list[int]], object]
    answer: Callable[..., object]
    most: int | None = None
    """Hands timed, where not all."""


def random_hand(dice: random.Random, size: int) -> list[int]:
    """Counts of tiles dealt from the 108."""
    counts = [0] * KINDS
    for tile in dice.sample(range(4 * KINDS), size):
        counts[tile // 4] += 1
    return counts


def near_ready_hand(dice: random.Random, size: int) -> list[int]:
    """Counts of a complete hand of two suits less a tile, every second one with another tile exchanged."""
    suits = dice.sample(range(3), 2)
    while True:
        counts = [0] * KINDS
        for _ in range(4):
            first = 9 * dice.choice(suits)
            if dice.random() < 0.3:
                counts[first + dice.randrange(9)] += 3
            else:
                number = dice.randrange(7)
                for step in range(3):
                    counts[first + number + step] += 1
        counts[9 * dice.choice(suits) + dice.randrange(9)] += 2
        if max(counts) <= 4:
            break
    take(dice, counts)
    if dice.random() < 0.5:
        take(dice, counts)
        draw(dice, counts)
    if size == 14:
        draw(dice, counts)
    return counts


def take(dice: random.Random, counts: list[int]) -> None:
    """Takes one of the tiles away."""
    counts[dice.choice([kind for kind in range(KINDS) for _ in range(counts[kind])])] -= 1


def draw(dice: random.Random, counts: list[int]) -> None:
    """Adds one of the tiles that are left."""
    counts[dice.choice([kind for kind in range(KINDS) for _ in range(4 - counts[kind])])] += 1


def padded(counts: list[int]) -> list[int]:
    """34 counts, no honours."""
    return counts + [0] * 7


def xiangting_waits(counts: list[int]) -> int:
    distance, kinds = calculate_necessary_tiles(counts, FOUR)
    return kinds if distance == 1 else 0


def xiangting_discards(counts: list[int]) -> list[tuple[int, int, int]]:
    table = []
    for kind in range(KINDS):
        if counts[kind]:
            counts[kind] -= 1
            distance, kinds = calculate_necessary_tiles(counts, FOUR)
            counts[kind] += 1
            table.append((kind, distance - 1, kinds))
    return table


HAS = [b"1" * many + b"0" * (256 - many) for many in range(1, 5)]
EVERY = (1 << KINDS) - 1
LAYERS = sum(1 << KINDS * layer for layer in range(4))


def xiangting_live(counts: list[int]) -> list[tuple[int, int, int, int]]:
    own = bytes(counts[KINDS - 1 :: -1])
    left = int(b"".join([own.translate(has) for has in HAS]), 2)
    table = []
    for kind, distance, kinds in xiangting_discards(counts):
        live = (kinds & EVERY) * LAYERS & left
        table.append((kind, distance, live & EVERY, live.bit_count()))
    return table


def mahjong_waits(counts: list[int]) -> list[int]:
    found = []
    for kind in range(KINDS):
        if counts[kind] < 4:
            counts[kind] += 1
            if Agari.is_agari(counts):
                found.append(kind)
            counts[kind] -= 1
    return found


def mahjong_discards(counts: list[int]) -> list[tuple[int, int, list[int], int]]:
    table = []
    for kind in range(KINDS):
        if not counts[kind]:
            continue
        counts[kind] -= 1
        distance = Shanten.calculate_shanten(counts, use_kokushi=False)
        useful = []
        for drawn in range(KINDS):
            if counts[drawn] < 4:
                counts[drawn] += 1
                if Shanten.calculate_shanten(counts, use_kokushi=False) < distance:
                    useful.append(drawn)
                counts[drawn] -= 1
        counts[kind] += 1
        table.append((kind, distance, useful, sum(4 - counts[drawn] for drawn in useful)))
    return table


def timed(answer: Callable[..., object], hands: Sequence[object]) -> float:
    """Seconds for some hands."""
    start = time.perf_counter()
    for hand in hands:
        answer(hand)
    return time.perf_counter() - start


def compare(title: str, hands: Counted, contenders: list[Contender], rounds: int) -> None:
    """Times the contenders in turns, block by block, and prints the sums of their best and of their first
    times.
    """
    first, best = {}, {}
    blocks = {
        one.name: [[one.prepared(counts) for counts in block] for block in batched(hands[: one.most])]
        for one in contenders
    }
    times: dict[str, list[list[float]]] = {name: [[] for _ in some] for name, some in blocks.items()}
    for turn in range(rounds):
        for number in range(max(map(len, blocks.values()))):
            for one in contenders:
                if number < len(blocks[one.name]) and (one.most is None or turn < 2):
                    times[one.name][number].append(timed(one.answer, blocks[one.name][number]))
    for one in contenders:
        many = sum(map(len, blocks[one.name]))
        first[one.name] = sum(block[0] for block in times[one.name]) / many * 1e6
        best[one.name] = sum(map(min, times[one.name])) / many * 1e6
    print(f"\n{title}: {len(hands)} hands")
    print(f"  {'':26}{'us a hand':>11}{'first pass':>12}{'x xiangting':>13}{'mahjong is slower':>19}")
    for name in blocks:
        ratio, slower = best[name] / best["xiangting"], best["mahjong"] / best[name]
        print(f"  {name:26}{best[name]:11.2f}{first[name]:12.2f}{ratio:13.2f}{slower:18.0f}x")


def batched(hands: Counted) -> list[Counted]:
    """Blocks of a few milliseconds at most, so that what else the machine does spoils few of them."""
    return [hands[start : start + BLOCK] for start in range(0, len(hands), BLOCK)]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()

    for number in range(3):
        start, work = time.perf_counter(), time.process_time()
        tables = build()
        took, worked = time.perf_counter() - start, time.process_time() - work
        print(f"tables built in {took:.2f} s, {worked:.2f} s of it at work (try {number + 1})")
    del tables
    core = prepare()
    by_hand = "tangzi, Hand in, Tiles out"
    for sort, dealt in (("random", random_hand), ("near-ready", near_ready_hand)):
        dice = random.Random(f"{sort} hands")
        compare(
            f"waits of 13 tiles, {sort}",
            [dealt(dice, 13) for _ in range(options.hands)],
            [
                Contender("tangzi", bytes, core.wait_mask),
                Contender("xiangting", padded, xiangting_waits),
                Contender("mahjong", padded, mahjong_waits, MAHJONG_HANDS),
                Contender(by_hand, lambda counts: Hand(tuple(counts)), waits),
            ],
            options.rounds,
        )
        compare(
            f"discard table of 14 tiles, {sort}",
            [dealt(dice, 14) for _ in range(options.hands)],
            [
                Contender("tangzi", bytes, core.discards),
                Contender("xiangting", padded, xiangting_discards),
                Contender("xiangting, live", padded, xiangting_live),
                Contender("mahjong", padded, mahjong_discards, MAHJONG_HANDS),
                Contender(by_hand, lambda counts: Hand(tuple(counts)), discard_table),
            ],
            options.rounds,
        )


if __name__ == "__main__":
    main()

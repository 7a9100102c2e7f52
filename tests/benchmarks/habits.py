"""`python -m tests.benchmarks.habits [--rounds 450] [--passes 4]`: fit the numbers of `assistant.habits` to
seeded rounds of players that play to win, and print them.

The likelihood of the hands they really held is climbed: for each hidden hand the features it had, less the
mean of the same features over deals sampled with the numbers so far. Seeds from 100,000 on, which nothing
else uses. Takes some minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from assistant.clues import Clues, clues
from assistant.habits import (
    FEATURES,
    FITTED,
    FREE,
    KIND_FEATURES,
    NEAR,
    SITUATION,
    SPARE,
    WAIT_FEATURES,
    kind_features,
    progress,
    situation,
    spare_suits,
    wait_sets,
)
from assistant.hidden_hands import Effort, Hands, deals, width
from assistant.many_hands import WORTH_OF, many_hands
from assistant.state import Status
from assistant.tiles import COPIES, TILES, Counts
from tests.assistant.players.views import View, views

FIRST_SEED = 100_000
TABLES = (("chengdu", 4), ("sbr-2025", 4), ("chengdu", 3), ("online", 4))
EFFORT = Effort(deals=40)
STEP = 0.25
"""The first step of every number; they fall to nearly nothing."""
AT = {name: place for place, name in enumerate(FEATURES)}
Row = NDArray[np.float64]


def features(hands: Hands) -> Row:
    """The features of each hand, in the order of FEATURES."""
    one = hands.clues
    many = len(hands.codes)
    found = np.zeros((many, len(FEATURES)))
    later, now = progress(one), situation(one)
    near = np.maximum(many_hands().shanten(hands.codes, one.frame), 0)
    for distance in range(NEAR):
        for part, value in zip(SITUATION, now, strict=True):
            found[near == distance, AT[f"shanten_{distance}{part}"]] = value
    suits = hands.counts.reshape(many, 3, 9).sum(2)
    spare = suits[:, list(spare_suits(one))].min(1)
    if one.frame.void is None:
        for few in range(SPARE):
            for part, value in zip(FREE, now, strict=False):
                found[spare == few, AT[f"spare_{few}{part}"]] = value
    elif not one.cleared:
        found[:, AT["void_held"]] = spare > 0
        found[:, AT["void_tile"]] = spare
        found[:, AT["void_tile_later"]] = spare * later
    kinds = kind_features(one)
    if one.frame.void is not None:
        kinds[9 * one.frame.void : 9 * one.frame.void + 9] = 0
    start = AT[KIND_FEATURES[0]]
    found[:, start : start + len(KIND_FEATURES)] = hands.counts @ kinds
    for name, gone in zip(WAIT_FEATURES, wait_sets(one), strict=True):
        found[:, AT[name]] = (hands.waits & np.uint32(gone)) > 0
    found[:, AT["wide"]] = width(hands)
    return found


def held(one: Clues, truth: Counts) -> Hands:
    """The hand somebody really held, as a sample of one."""
    counts = np.array([truth], np.int16)
    codes = (counts.astype(np.int32) * WORTH_OF).reshape(1, 3, 9).sum(2).astype(np.int32)
    return Hands(one, counts, codes, many_hands().waits(codes, one.frame))


def gradient(view: View, fitted: Mapping[str, float], rng: np.random.Generator) -> tuple[Row, int]:
    """The sum over the hidden hands of a view, and how many there were."""
    state = view.state
    hidden = clues(state, view.events)
    unseen = tuple(COPIES - state.copies_seen(tile) for tile in TILES)
    sampled = deals(hidden, unseen, rng, EFFORT, fitted)
    total, many = np.zeros(len(FEATURES)), 0
    for hands in sampled.hands:
        if hands.clues.status is Status.IN:
            total += features(held(hands.clues, view.truth[hands.clues.seat]))[0]
            total -= sampled.weights @ features(hands)
            many += 1
    return total, many


def fit(rounds: int, passes: int, fitted: Mapping[str, float]) -> dict[str, float]:
    """The numbers after so many passes over so many rounds at each kind of table (Adam, falling steps): their
    mean over the last pass."""
    moments = [
        one
        for seed in range(FIRST_SEED, FIRST_SEED + rounds)
        for one in views(seed, *TABLES[seed % len(TABLES)])
    ]
    rng = np.random.default_rng(7)
    value = np.array([fitted.get(name, 0.0) for name in FEATURES])
    mean, square = np.zeros(len(value)), np.zeros(len(value))
    steps, batch = 0, 12
    total = passes * (len(moments) // batch)
    last = []
    for turn in range(passes):
        rng.shuffle(moments)
        for at in range(0, len(moments) - batch + 1, batch):
            step, many = np.zeros(len(value)), 0
            now = dict(zip(FEATURES, value.tolist(), strict=True))
            for one in moments[at : at + batch]:
                more, hands = gradient(one, now, rng)
                step, many = step + more, many + hands
            step = step / max(many, 1) - 1e-4 * value
            steps += 1
            mean = 0.9 * mean + 0.1 * step
            square = 0.99 * square + 0.01 * step**2
            size = STEP * (1 - steps / total) + 0.004
            value += size * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-3)
            if turn == passes - 1:
                last.append(value.copy())
        print(f"pass {turn + 1}: {len(moments)} moments", flush=True)
    return dict(zip(FEATURES, np.mean(last, axis=0).tolist(), strict=True))


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=450)
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--go-on", action="store_true", help="begin with the numbers there are, not with 0")
    arguments = parser.parse_args()
    start = FITTED if arguments.go_on else {}
    for name, value in fit(arguments.rounds, arguments.passes, start).items():
        print(f'        "{name}": {value:.3f},')


if __name__ == "__main__":
    main()

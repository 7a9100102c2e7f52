"""`python -m tests.benchmarks.inference [--rounds 60]`: how good the odds of `assistant.inference` are.

Seeded rounds of players that play to win, from seeds the fitted numbers never met, looked at before some
discards by the player whose turn it is. Beside the odds stand a uniform guess (hands dealt uniformly from the
unseen tiles, the same rules for what they wait for) and the base rate, a constant that knows the answer's
mean. Log-loss in nats, the lower the better; no guess counts as surer than 0.1 %. `--strangers` plays the
rounds by the other seeded players of the tests, which do not think ahead.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from statistics import mean

import numpy as np

from assistant.clues import clues
from assistant.events import Discarded
from assistant.hands import Hand
from assistant.hidden_hands import Effort, deals
from assistant.history.codec import decode
from assistant.inference import Odds, infer, odds_of
from assistant.round import fold
from assistant.state import Status
from assistant.tiles import TILES, Tile
from assistant.void_suit import forbidden
from assistant.waits import waits
from tests.assistant.players.rounds import under_preset
from tests.assistant.players.views import View, view, views

LEAST = 0.001
TABLES = (("chengdu", 4), ("sbr-2025", 4), ("chengdu", 3))
BINS = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
UNIFORM = Effort(deals=1500, before=0, kept=1)
QUESTIONS = ("ready", "deals in, one seat", "deals in, any", "place of a copy")


@dataclass
class Answers:
    """Chances that were told for one question, and what was so."""

    told: list[float] = field(default_factory=list)
    so: list[bool] = field(default_factory=list)

    def add(self, chance: float, so: bool) -> None:
        self.told.append(min(max(chance, LEAST), 1 - LEAST))
        self.so.append(so)

    def loss(self, constant: float | None = None) -> float:
        """The mean log-loss, of a constant chance where one is given."""
        chances = self.told if constant is None else [constant] * len(self.told)
        return mean(-math.log(one if so else 1 - one) for one, so in zip(chances, self.so, strict=True))


def true_waits(one: View, seat: int) -> tuple[Tile, ...]:
    """What a seat really waits for."""
    own = one.state.seats[seat]
    return waits(Hand(one.truth[seat], 0, own.melds), forbidden(own, one.state.rules))


def uniform(one: View, seed: int) -> Odds:
    """The odds of a uniform guess."""
    unseen = tuple(one.state.copies_free(tile) for tile in TILES)
    plain = [replace(clue, cleared=False, status=Status.IN) for clue in clues(one.state, one.events)]
    sampled = deals(plain, unseen, np.random.default_rng(seed), UNIFORM, {})
    return odds_of(one.state, sampled, unseen, one.seat)


def ask(one: View, odds: Odds, answers: dict[str, Answers]) -> None:
    """Put the questions of a view to some odds."""
    waiting = {seat.seat: true_waits(one, seat.seat) for seat in odds.seats}
    for seat in odds.seats:
        answers["ready"].add(seat.ready, bool(waiting[seat.seat]))
    held = one.state.seats[one.seat].known
    for kind in odds.kinds:
        if held[kind.tile]:
            for who, risk in kind.risks:
                answers["deals in, one seat"].add(risk, kind.tile in waiting[who])
            answers["deals in, any"].add(kind.risk, any(kind.tile in tiles for tiles in waiting.values()))
        hidden = dict(kind.hands)
        in_hands = {seat: one.truth[seat][kind.tile] for seat in hidden}
        copies = [(kind.wall, kind.left - sum(in_hands.values()))]
        copies += [(hidden[seat], many) for seat, many in in_hands.items()]
        for expected, many in copies:
            for _ in range(many):
                answers["place of a copy"].add(expected / kind.left, True)


def strangers(seed: int, preset: str = "chengdu", players: int = 4, most: int = 3) -> Iterator[View]:
    """Moments of rounds by the seeded players of the laws; always four of them."""
    events = [decode(line) for line in under_preset(3 * seed + 1, preset).record.full]
    turns = [at for at, event in enumerate(events) if isinstance(event, Discarded)]
    for at in sorted(Random(seed).sample(turns, min(most, len(turns)))):
        event = events[at]
        assert isinstance(event, Discarded)
        if not fold(events[:at]).faults:
            yield view(events[:at], event.seat)


def asked(moments: Iterable[View]) -> tuple[dict[str, Answers], dict[str, Answers], list[float]]:
    """The answers of the odds, of the uniform guess, and the milliseconds of processor time of each view."""
    model = {name: Answers() for name in QUESTIONS}
    plain = {name: Answers() for name in QUESTIONS}
    took = []
    for number, one in enumerate(moments):
        start = time.process_time()
        odds = infer(one.state, one.events, one.seat, number)
        took.append((time.process_time() - start) * 1000)
        ask(one, odds, model)
        ask(one, uniform(one, number), plain)
    return model, plain, took


def table(answers: Answers) -> list[str]:
    """Told against found, bin by bin."""
    rows = []
    for low, high in pairwise(BINS):
        inside = [at for at, one in enumerate(answers.told) if low <= one < high]
        if inside:
            told = mean(answers.told[at] for at in inside)
            found = mean(answers.so[at] for at in inside)
            rows.append(f"  {low:4.0%} to {high:4.0%} {len(inside):8} {told:9.1%} {found:9.1%}")
    return rows


def report(title: str, moments: Sequence[View]) -> None:
    """Print the losses and the reliability tables of some moments."""
    model, plain, took = asked(moments)
    print(f"\n{title}: {len(moments)} moments")
    print(f"{'':24}{'asked':>8}{'happens':>9}{'odds':>8}{'uniform':>9}{'base rate':>11}")
    for name in QUESTIONS:
        one, guess = model[name], plain[name]
        row = f"{name:24}{len(one.so):8}"
        if all(one.so):
            print(f"{row}{'':9}{one.loss():8.3f}{guess.loss():9.3f}")
        else:
            rate = mean(one.so)
            print(f"{row}{rate:9.1%}{one.loss():8.4f}{guess.loss():9.4f}{one.loss(rate):11.4f}")
    for name in QUESTIONS[:3]:
        print(f"{name}: told, found\n" + "\n".join(table(model[name])))
    took.sort()
    print(f"a view: median {took[len(took) // 2]:.0f} ms, 95th {took[len(took) * 95 // 100]:.0f} ms")


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60, help="seeded rounds at each kind of table")
    parser.add_argument("--strangers", action="store_true", help="rounds by the other seeded players too")
    arguments = parser.parse_args()
    infer(*next(views(0))[1:3], None, 0)  # the tables are built
    for preset, players in TABLES:
        moments = [one for seed in range(arguments.rounds) for one in views(seed, preset, players)]
        report(f"{preset}, {players} players", moments)
    if arguments.strangers:
        moments = [one for seed in range(arguments.rounds) for one in strangers(seed)]
        report("chengdu, players that do not think ahead", moments)


if __name__ == "__main__":
    main()

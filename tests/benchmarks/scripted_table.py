"""How well rounds keep themselves when a camera sees them badly: curves over levels of noise.

    python -m tests.benchmarks.scripted_table [--rounds 20] [--first 0] [--preset chengdu] [--level NAME ...]

Seeded rounds are played before a camera without pictures, at each level of noise
(tests/assistant/scripted_table), and watched by `assistant.reconcile`; a question is answered rightly
two views later. "exact": rounds whose events are exactly those of the record, unseen draws counting as
right; "ledger": rounds whose payments are all right; "wrong", "missed", "asked", "said": events recorded
that were not so, events not recorded, questions, contradictions, each a round; "late": views between an
act's first view and its record; times are processor time. Last the negative controls: tiles mixed and
walls built, where nothing may be recorded or asked.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from random import Random
from statistics import mean

from assistant.events import RoundStarted
from assistant.reconcile import Accepted, Contradiction, Memory, Question, step
from assistant.round import begin
from tests.assistant.scripted_table.negatives import building, mixing
from tests.assistant.scripted_table.noise import CLEAN, REAL, Noise
from tests.assistant.scripted_table.physical import Habits
from tests.assistant.scripted_table.records import record
from tests.assistant.scripted_table.watched import ScriptedTable, Told, watch

HALF = replace(REAL, misnamed=0.0025, missed=0.005, imagined=0.0025, hidden=0.025, covered=0.01, skipped=0.05)
TWICE = replace(REAL, misnamed=0.01, missed=0.02, imagined=0.01, hidden=0.1, covered=0.04, skipped=0.2)
LEVELS: dict[str, tuple[Noise, Habits]] = {
    "clean": (CLEAN, Habits()),
    "half": (HALF, Habits()),
    "real": (REAL, Habits()),
    "twice": (TWICE, Habits()),
    "misnamed 2 %": (replace(CLEAN, misnamed=0.02), Habits()),
    "missed 4 %": (replace(CLEAN, missed=0.04), Habits()),
    "imagined 5 %": (replace(CLEAN, imagined=0.05), Habits()),
    "half the views": (replace(CLEAN, skipped=0.5), Habits()),
    "won tile stays": (REAL, Habits(takes_won=False)),
    "heap, clean": (CLEAN, Habits(heap=True)),
    "heap, real": (REAL, Habits(heap=True)),
}
COLUMNS = ("exact %", "ledger %", "wrong", "missed", "asked", "said", "late", "ms/view", "s/round")


def row(told: list[Told]) -> list[str]:
    """The figures of a level."""
    views = sum(one.views for one in told)
    late = [views for one in told for views in one.late]
    return [
        f"{100 * mean(one.exact for one in told):.0f}",
        f"{100 * mean(one.ledger for one in told):.0f}",
        f"{mean(one.wrong for one in told):.2f}",
        f"{mean(one.unseen for one in told):.2f}",
        f"{mean(one.questions for one in told):.2f}",
        f"{mean(len(one.contradictions) for one in told):.2f}",
        f"{mean(late) if late else 0:.2f}",
        f"{1000 * sum(one.seconds for one in told) / views:.1f}",
        f"{mean(one.seconds for one in told):.2f}",
    ]


def negatives(rounds: int) -> dict[str, int]:
    """What is made of tables at which no round is played."""
    found = {"recorded": 0, "asked": 0, "said": 0}
    for seed in range(rounds):
        for film in (mixing(Random(seed), 40), building(Random(seed), 40)):
            memory, state = Memory(), begin(RoundStarted())
            for view in film:
                memory, verdict = step(memory, state, view)
                found["recorded"] += isinstance(verdict, Accepted)
                found["asked"] += isinstance(verdict, Question)
                found["said"] += isinstance(verdict, Contradiction)
    return found


def main() -> None:
    """Print a row for each level of noise, and the negative controls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="seeded rounds at each level")
    parser.add_argument("--first", type=int, default=0, help="the first round's number")
    parser.add_argument("--preset", default="chengdu", help="the rule set")
    parser.add_argument("--level", action="append", choices=LEVELS, help="only these levels")
    arguments = parser.parse_args()
    print(f"{'noise':16}" + "".join(f"{name:>9}" for name in COLUMNS), flush=True)
    for name in arguments.level or LEVELS:
        noise, habits = LEVELS[name]
        told = [
            watch(ScriptedTable(record(seed, arguments.preset), noise, Random(seed), habits))
            for seed in range(arguments.first, arguments.first + arguments.rounds)
        ]
        print(f"{name:16}" + "".join(f"{cell:>9}" for cell in row(told)), flush=True)
    print("no round played:", negatives(arguments.rounds), flush=True)


if __name__ == "__main__":
    main()

"""Back in step: rounds of which the camera sees nothing for a while, as when somebody stands before it.

    python -m tests.benchmarks.away [--rounds 20] [--first 0] [--acts 1 5 15 30] [--noise NAME]

From a moment at random on no view shows so many acts; then the camera sees the table again, and questions
are answered rightly two views later. "back": rounds of which the acts from the third after that on are all
recorded, in order; "of these acts": the part of them that is recorded; "during": the part of the acts that
nobody saw which is put in afterwards; "ledger": rounds whose payments are all right; "wrong", "asked": events
recorded that were not so, and questions, each a round.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import NamedTuple

from assistant.events import TableEvent
from assistant.observation import Observation
from tests.assistant.scripted_table.answering import ON_THE_TABLE, in_common, plain
from tests.assistant.scripted_table.records import record
from tests.assistant.scripted_table.watched import ScriptedTable, watch
from tests.benchmarks.scripted_table import LEVELS

CATCHING_UP = 2
"""Acts after the camera is back that may pass before the round is in step."""


@dataclass
class Away(ScriptedTable):
    """A table of which no view shows the events from one on up to another, by their places in the record."""

    since: int = 0
    until: int = 0

    def film(self) -> Iterator[tuple[Observation, int]]:
        """The views of the whole round but these."""
        return (seen for seen in super().film() if not self.since < seen[1] <= self.until)


class Back(NamedTuple):
    """How a round went on: acts after the camera was back, acts that nobody saw, and how many of each are
    recorded.
    """

    after: int
    told: int
    hidden: int
    put_in: int
    ledger: bool
    wrong: int
    asked: int


def watched(seed: int, acts: int, level: str) -> Back | None:
    """One round; None where it has too few acts for so many to be missed in its midst."""
    lines = record(seed, "chengdu")
    places = [at for at, event in enumerate(lines) if isinstance(event, ON_THE_TABLE)]
    room = len(places) - acts - 3 * CATCHING_UP
    if room < 1:
        return None
    rng = Random(f"away {seed}")
    first = rng.randrange(room)
    since, until = places[first], places[first + acts]
    noise, habits = LEVELS[level]
    told = watch(Away(lines, noise, Random(seed), habits, since=since, until=until))
    true, mine = shown(told.truth), shown(told.events)
    same = {there for _, there in in_common(mine, true)}
    again = first + 1 + acts + CATCHING_UP
    after, hidden = range(again, len(true)), range(first + 1, first + 1 + acts)
    return Back(
        len(after),
        len(same & set(after)),
        len(hidden),
        len(same & set(hidden)),
        told.ledger,
        told.wrong,
        told.questions,
    )


def shown(events: Sequence[TableEvent]) -> list[str]:
    """The acts among events that can be seen, as they are compared."""
    return [repr(plain([event])) for event in events if isinstance(event, ON_THE_TABLE)]


def row(found: Sequence[Back]) -> list[str]:
    """The figures of rounds."""
    return [
        str(len(found)),
        f"{100 * mean(one.told == one.after for one in found):.0f}",
        f"{100 * sum(one.told for one in found) / sum(one.after for one in found):.1f}",
        f"{100 * sum(one.put_in for one in found) / max(sum(one.hidden for one in found), 1):.1f}",
        f"{100 * mean(one.ledger for one in found):.0f}",
        f"{mean(one.wrong for one in found):.2f}",
        f"{mean(one.asked for one in found):.2f}",
    ]


COLUMNS = ("rounds", "back %", "of these acts %", "during %", "ledger %", "wrong", "asked")


def main() -> None:
    """Print a row for each number of acts that nobody sees."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=20, help="seeded rounds for each number of acts")
    parser.add_argument("--first", type=int, default=0, help="the first round's number")
    parser.add_argument("--acts", type=int, nargs="+", default=[1, 5, 15, 30], help="acts that nobody sees")
    parser.add_argument("--noise", choices=LEVELS, default="half", help="how badly the camera sees")
    arguments = parser.parse_args()
    print(f"{'acts':>6}" + "".join(f"{name:>17}" for name in COLUMNS), flush=True)
    for acts in arguments.acts:
        seeds = range(arguments.first, arguments.first + arguments.rounds)
        found = [one for seed in seeds if (one := watched(seed, acts, arguments.noise)) is not None]
        if found:
            print(f"{acts:>6}" + "".join(f"{cell:>17}" for cell in row(found)), flush=True)


if __name__ == "__main__":
    main()

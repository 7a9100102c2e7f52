"""How fast a recorded round is read and priced, and how many rounds a second the seeded player plays.

    python -m tests.benchmarks.rounds [--rounds 40] [--repeat 15]

A round is folded from its first line and every payment is reckoned, with all hands known, so that every
let-go win, ban and readiness is looked at: seeded rounds under each preset. Processor time, the best of the
passes for each round, so that a busy machine tells the same story; "first" is the first pass, nothing met
before. "played/s": how many such rounds a second the seeded player of the tests plays.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean, median

from assistant.events import TableEvent
from assistant.history.codec import decode
from assistant.round import settle
from assistant.rules import PRESETS
from tests.assistant.players.rounds import under_preset

COLUMNS = ("preset", "rounds", "events", "first ms", "mean ms", "median", "slowest", "played/s")


def timed(record: list[TableEvent]) -> float:
    """Milliseconds to fold and price a record."""
    start = time.process_time()
    settle(record)
    return (time.process_time() - start) * 1000


def main() -> None:
    """Print a row for each preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="seeded rounds of each preset")
    parser.add_argument("--repeat", type=int, default=15, help="passes; the best of each round counts")
    arguments = parser.parse_args()
    print("".join(f"{name:>10}" for name in COLUMNS))
    for preset in PRESETS:
        start = time.process_time()
        played = [under_preset(seed, preset) for seed in range(arguments.rounds)]
        a_second = arguments.rounds / (time.process_time() - start)
        records = [[decode(line) for line in one.record.full] for one in played]
        passes = [[timed(record) for record in records] for _ in range(arguments.repeat)]
        best = [min(times) for times in zip(*passes, strict=True)]
        row = [len(records), round(mean(map(len, records)))]
        times = [mean(passes[0]), mean(best), median(best), max(best)]
        cells = [preset, *map(str, row), *(f"{one:.2f}" for one in times), f"{a_second:.0f}"]
        print("".join(f"{cell:>10}" for cell in cells))


if __name__ == "__main__":
    main()

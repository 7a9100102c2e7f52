"""Killing writers at any moment loses nothing they were told was kept, and never tears a table."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import text

from assistant.events import Discarded, Drawn
from assistant.history.sql import open_history

ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from assistant.events import Discarded, Drawn
from assistant.history.records import Conflict, Draft
from assistant.history.sql import open_history
from assistant.tiles import Tile

seat = int(sys.argv[2])
history = open_history(sys.argv[1])
known = len(history.read("t"))
print("ready", flush=True)
sys.stdin.readline()
while True:
    try:
        history.append("t", [Draft(Drawn(seat)), Draft(Discarded(seat, Tile.M1))], known)
    except Conflict as conflict:
        known = conflict.found or len(history.read("t"))
        continue
    print(known, flush=True)
    known += 2
"""


def killed_writers(target: str, seats: int, after: float) -> list[tuple[int, int]]:
    """Run a writer a seat at once and kill them; (seat, number) of every append they were told was kept.

    They are killed so many seconds after they begin, or with `after` 0 right after the first kept append.
    """
    with ExitStack() as running:
        writers = [
            running.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", WRITER, target, str(seat)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=ROOT,
                )
            )
            for seat in range(seats)
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write("go\n")
            writer.stdin.flush()
        said = [""] * seats
        if after:
            time.sleep(after)
        else:
            assert writers[0].stdout is not None
            said[0] = writers[0].stdout.readline()
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
        for seat, writer in enumerate(writers):
            assert writer.stdout is not None
            said[seat] += writer.stdout.read()
    # the last word may be cut off by the kill: only whole lines were acknowledged
    return [(seat, int(word)) for seat, words in enumerate(said) for word in words.split("\n")[:-1]]


def check(target: str, times: int, seats: int = 1) -> None:
    chance = random.Random(times)
    kept: dict[int, int] = {}
    for number in range(times):
        told = killed_writers(target, seats, after=chance.random() * 0.12 if number % 2 else 0)
        history = open_history(target)
        records = history.read("t")
        history.close()
        assert [one.seq for one in records] == list(range(len(records)))
        assert len(records) % 2 == 0
        for draw, discard in zip(records[::2], records[1::2], strict=True):
            assert isinstance(draw.entry, Drawn)
            assert isinstance(discard.entry, Discarded)
            assert draw.entry.seat == discard.entry.seat
        for seat, seq in told:
            assert seq not in kept, "two writers were told that one place is theirs"
            kept[seq] = seat
        for seq, seat in kept.items():
            entry = records[seq].entry
            assert isinstance(entry, Drawn)
            assert entry.seat == seat
    assert len(kept) >= times // 2


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    check(str(tmp_path / "log.sqlite"), times=15)


def test_sqlite_keeps_what_it_acknowledged_to_two_writers_at_once(tmp_path: Path) -> None:
    check(str(tmp_path / "log.sqlite"), times=4, seats=2)


def test_postgres_keeps_what_it_acknowledged(server: str) -> None:
    history = open_history(server)
    with history.engine.begin() as connection:
        connection.execute(text("DELETE FROM records"))
    history.close()
    check(server, times=4, seats=2)

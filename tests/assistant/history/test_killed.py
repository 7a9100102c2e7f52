"""Killing a writer at any moment loses nothing it was told was kept, and never tears a table."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import text

from assistant.events import Discarded, Drawn
from assistant.history.sql import open_history

ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from assistant.events import Discarded, Drawn
from assistant.history.records import Draft
from assistant.history.sql import open_history
from assistant.tiles import Tile

history = open_history(sys.argv[1])
known = len(history.read("t"))
print("ready", flush=True)
while True:
    history.append("t", [Draft(Drawn(0, Tile.M1)), Draft(Discarded(0, Tile.M1))], known)
    known += 2
    print(known, flush=True)
"""


def killed_writer(target: str, after: float) -> int:
    """Run a writer, kill it so many seconds after its first act; the records it was told were kept."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, target], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(after)
        writer.send_signal(signal.SIGKILL)
        said = writer.stdout.read().split("\n")
    # the last word may be cut off by the kill: only whole lines were acknowledged
    whole = [int(word) for word in said[:-1]]
    return whole[-1] if whole else 0


def check(target: str, times: int) -> None:
    chance = random.Random(times)
    kept = 0
    for _ in range(times):
        kept = max(kept, killed_writer(target, chance.random() * 0.12))
        history = open_history(target)
        records = history.read("t")
        history.close()
        assert len(records) >= kept
        assert len(records) % 2 == 0
        assert [one.seq for one in records] == list(range(len(records)))
        for draw, discard in zip(records[::2], records[1::2], strict=True):
            assert (type(draw.entry), type(discard.entry)) == (Drawn, Discarded)
        kept = len(records)
    assert kept > 0


def test_sqlite_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    check(str(tmp_path / "log.sqlite"), times=15)


def test_postgres_keeps_what_it_acknowledged(server: str) -> None:
    history = open_history(server)
    with history.engine.begin() as connection:
        connection.execute(text("DELETE FROM records"))
    history.close()
    check(server, times=5)

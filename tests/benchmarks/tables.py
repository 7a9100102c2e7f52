"""`python -m tests.benchmarks.tables [--tables 200] [--taps 6]`: how soon a tap is recorded, and how soon
every open page of its table shows it, with many tables at once.

One server process as `tangzi serve` runs it, on a SQLite file; the traffic comes from this process over
loopback: each table has open pages (server-sent events) and one phone that taps. The number of taps and
`--seconds` bound it. The machine's load is printed with the times, and the server's own processor time, which
other work on the machine changes less. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WRITE = {"X-Tangzi": "1", "Content-Type": "application/json"}
NAMES = ("甲", "乙", "丙", "丁")


@dataclass
class House:
    """A server process and its address."""

    process: subprocess.Popen[str]
    port: int

    def ask(self, method: str, path: str, cookie: str = "", body: object = None) -> tuple[Any, str]:
        """A request on a connection of its own; gives the JSON and the cookie."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Cookie": cookie, **WRITE})
        answer = connection.getresponse()
        form = json.loads(answer.read())
        cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        connection.close()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {form}")
        return form, "; ".join(cookies)


@dataclass
class Page:
    """An open page: hears of each number of records."""

    house: House
    path: str
    cookie: str
    heard: queue.Queue[tuple[int, float]] = field(default_factory=queue.Queue)

    def open(self) -> None:
        """Ask for the stream and listen in a thread."""
        self.connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=120)
        self.connection.request("GET", f"{self.path}/stream", headers={"Cookie": self.cookie})
        self.answer = self.connection.getresponse()
        threading.Thread(target=self._listen, daemon=True).start()
        self.heard.get(timeout=60)

    def _listen(self) -> None:
        try:
            for line in self.answer:
                if line.startswith(b"id: "):
                    self.heard.put((int(line[4:].split(b"-")[0]), time.perf_counter()))
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            return  # closed

    def until(self, records: int) -> float:
        """When it heard of so many records."""
        while True:
            number, at = self.heard.get(timeout=60)
            if number >= records:
                return at

    def close(self) -> None:
        """Go away."""
        if self.connection.sock is not None:
            self.connection.sock.shutdown(socket.SHUT_RDWR)


@dataclass
class Table:
    """A table with its pages and the phone that taps."""

    path: str
    cookie: str
    pages: list[Page]
    records: int = 1


def start(folder: Path) -> House:
    """A server on a free port, its log in that folder."""
    command = [sys.executable, "-m", "web", "serve", "--port", "0", "--data", str(folder), "--json"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    address = json.loads(process.stdout.readline())["address"]
    return House(process, int(address.rstrip("/").rsplit(":", 1)[1]))


def open_tables(folder: Path, many: int) -> list[tuple[str, str]]:
    """Tables put into the log without the server, where one address may open a few; path and cookie."""
    from assistant.events import RoundStarted
    from assistant.history.sql import open_history
    from assistant.session import Session
    from web.tables.store import Tables

    history = open_history(folder / "tables.sqlite")
    tables = Tables(history)
    opened = []
    for number in range(many):
        info, token = tables.create(f"{number}", "chengdu", {}, name=NAMES[0])
        people = (info.people[0].id, "chair:1", "chair:2", "chair:3")
        Session(history, info.id).record(RoundStarted("chengdu", (), NAMES, people=people))
        opened.append((f"/api/tables/{info.id}", f"tangzi-{info.id}={token}"))
    history.close()
    return opened


def play(
    house: House, table: Table, taps: int, pause: float, until: float, into: list[tuple[float, float]]
) -> None:
    """Tap draws and discards in turn; notes how long each answer took, and the last page to show it."""
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=60)
    for tap in range(taps):
        if time.perf_counter() > until:
            break
        seat, place = (tap // 2) % 4, tap // 2
        tile = f"{place % 9 + 1}{'mps'[place // 9 % 3]}"
        event = {"kind": "discarded", "seat": seat, "tile": tile}
        if tap % 2 == 0:
            event = {"kind": "drawn", "seat": seat, "tile": "?"}
        body = {"event": event, "expected": table.records, "key": f"tap-{tap}"}
        begun = time.perf_counter()
        connection.request(
            "POST", f"{table.path}/events", json.dumps(body), {"Cookie": table.cookie, **WRITE}
        )
        answer = connection.getresponse()
        form = json.loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {form}")
        answered = time.perf_counter() - begun
        table.records = form["records"]
        shown = max((page.until(table.records) for page in table.pages), default=begun) - begun
        into.append((answered, shown))
        time.sleep(pause)
    connection.close()


def processor_seconds(process: subprocess.Popen[str]) -> float | None:
    """The processor time a process has used, where the system tells it in /proc."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def spread(seconds: list[float]) -> dict[str, float]:
    """Milliseconds: median, the 95th and 99th percentile, the worst."""
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    chosen = {"median": cuts[49], "p95": cuts[94], "p99": cuts[98], "worst": max(seconds)}
    return {name: round(1000 * value, 1) for name, value in chosen.items()}


def measure(many: int, pages: int, taps: int, pause: float, seconds: float) -> dict[str, Any]:
    """The whole run; the numbers to print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        opened = open_tables(folder, many)
        house = start(folder)
        tables: list[Table] = []
        try:
            for path, cookie in opened:
                tables.append(Table(path, cookie, [Page(house, path, cookie) for _ in range(pages)]))
                for page in tables[-1].pages:
                    page.open()
            results: list[tuple[float, float]] = []
            begun, worked = time.perf_counter(), processor_seconds(house.process)
            players = [
                threading.Thread(target=play, args=(house, table, taps, pause, begun + seconds, results))
                for table in tables
            ]
            for player in players:
                player.start()
                time.sleep(pause / many)
            for player in players:
                player.join()
            took = time.perf_counter() - begun
            work = processor_seconds(house.process)
            one = time.perf_counter()
            house.ask("GET", opened[0][0], opened[0][1])
            view = time.perf_counter() - one
        finally:
            for table in tables:
                for page in table.pages:
                    page.close()
            house.process.kill()
            house.process.wait()
            if house.process.stdout is not None:
                house.process.stdout.close()
    return {
        "tables": many,
        "pages": many * pages,
        "taps": len(results),
        "taps_a_second": round(len(results) / took, 1),
        "answered_ms": spread([answered for answered, _ in results]),
        "shown_everywhere_ms": spread([shown for _, shown in results]),
        "view_ms": round(1000 * view, 1),
        "processor_ms_a_tap": None
        if work is None or worked is None
        else round(1000 * (work - worked) / len(results), 1),
        "load": [round(one, 1) for one in os.getloadavg()] if hasattr(os, "getloadavg") else None,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pages", type=int, default=1, help="open pages a table")
    parser.add_argument("--taps", type=int, default=6, help="taps a table, at most")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two taps at a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="no tap begins after this")
    arguments = parser.parse_args()
    form = measure(arguments.tables, arguments.pages, arguments.taps, arguments.pause, arguments.seconds)
    print(json.dumps(form, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()

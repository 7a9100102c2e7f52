"""What is kept of a watched film, a line of a file each, and the figures of all of them."""

from __future__ import annotations

import csv
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

CONTROL = "control"
PONDS_TOLD = {"neat": "neat rows", "loose": "loose rows", "heap": "one heap", "all": "all"}
PONDS = tuple(PONDS_TOLD)
HEADS = (
    "reader",
    "rounds",
    "discards",
    "films",
    "exact sequence",
    "exact ledger",
    "wrong",
    "missed",
    "questions",
    "seconds late",
)


@dataclass
class Row:
    """One film's result."""

    film: str
    reader: str
    house: str = ""
    pond: str = ""
    frames: int = 0
    views: int = 0
    events: int = 0
    recorded: int = 0
    exact: bool = False
    ledger: bool = False
    wrong: int = 0
    """recorded and not so, open hands too"""
    unseen: int = 0
    """happened and not recorded"""
    questions: int = 0
    contradictions: int = 0
    late_mean: float = 0.0
    late_95: float = 0.0
    hurry: float = 1.0
    """below 1: faster than they usually play, so that the round fits into 600 frames"""
    look_ms: float = 0.0
    step_ms: float = 0.0
    unshown: int = 0
    """acts of which a tile is plain in no frame, though the camera missed none of their time"""
    brief: int = 0
    """acts of which a tile is plain in one frame at most"""

    @property
    def group(self) -> str:
        """What its film belongs to."""
        return self.film.split("-")[0]

    @property
    def control(self) -> bool:
        """Whether nothing happens on its film."""
        return self.group == CONTROL


def kept(path: Path) -> list[Row]:
    """The films that the file holds already."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [read_row(line) for line in csv.DictReader(file)]


def read_row(line: dict[str, str]) -> Row:
    """A line of the file."""
    makers: dict[str, Callable[[str], object]] = {
        "int": int,
        "float": float,
        "bool": lambda text: text == "True",
        "str": str,
    }
    values: dict[str, Any] = {one.name: makers[str(one.type)](line[one.name]) for one in fields(Row)}
    return Row(**values)


def keep(path: Path, row: Row) -> None:
    """Add a line to the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.is_file()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [one.name for one in fields(Row)])
        if new:
            writer.writeheader()
        writer.writerow(asdict(row))


def summary(rows: Sequence[Row]) -> Iterator[str]:
    """The figures of the measure, a reader and a group at a time."""
    for reader, group in dict.fromkeys((row.reader, row.group) for row in rows):
        some = [row for row in rows if (row.reader, row.group) == (reader, group)]
        many = len(some)
        yield f"reader: {reader}"
        if group == CONTROL:
            yield f"  controls {many}: events {sum(row.recorded for row in some)}, " + (
                f"questions {sum(row.questions for row in some)}"
            )
            continue
        yield f"  {group}: rounds {many}, frames {sum(row.frames for row in some)}"
        yield f"  exact sequences {sum(row.exact for row in some)} of {many}"
        yield f"  exact ledgers {sum(row.ledger for row in some)} of {many}"
        yield f"  wrong events a round {sum(row.wrong for row in some) / many:.2f}"
        yield f"  missed events a round {sum(row.unseen for row in some) / many:.2f}"
        yield f"  questions a round {sum(row.questions for row in some) / many:.2f}"
        yield f"  seconds late, mean {statistics.fmean(row.late_mean for row in some):.2f}"
        shown = sum(row.unshown for row in some), sum(row.brief for row in some)
        yield f"  acts that no frame shows {shown[0]}, that one frame at most shows {shown[1]}"
        hurried = sum(row.hurry < 1 for row in some), min(row.hurry for row in some)
        yield f"  rounds played in a hurry {hurried[0]}, the fastest at {hurried[1]:.2f} of its time"
        yield f"  milliseconds a frame: look {statistics.fmean(row.look_ms for row in some):.0f}, " + (
            f"record {statistics.fmean(row.step_ms for row in some):.0f}"
        )


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The same as a table of Markdown, by how discards are laid."""
    yield f"| {' | '.join(HEADS)} |"
    yield f"|{'---|' * len(HEADS)}"
    rounds = [row for row in rows if not row.control]
    for reader, group in dict.fromkeys((row.reader, row.group) for row in rounds):
        some = [row for row in rounds if (row.reader, row.group) == (reader, group)]
        for pond in (*sorted({row.pond for row in some}, key=PONDS.index), "all"):
            yield _line(reader, group, pond, [row for row in some if pond in (row.pond, "all")])


def _line(reader: str, group: str, pond: str, rows: Sequence[Row]) -> str:
    many = len(rows)
    cells = [
        reader,
        group,
        PONDS_TOLD[pond],
        str(many),
        str(sum(row.exact for row in rows)),
        str(sum(row.ledger for row in rows)),
        f"{sum(row.wrong for row in rows) / many:.2f}",
        f"{sum(row.unseen for row in rows) / many:.1f}",
        f"{sum(row.questions for row in rows) / many:.1f}",
        f"{statistics.fmean(row.late_mean for row in rows):.1f}",
    ]
    return f"| {' | '.join(cells)} |"

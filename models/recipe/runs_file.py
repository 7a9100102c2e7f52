"""A csv file with one line for each finished run of a comparison, so that a stopped one goes on."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path


def finished(file: Path, keys: Sequence[str]) -> set[tuple[str, ...]]:
    """What the columns `keys` say in each line of the file; empty where there is no file yet.

    Raises KeyError with the column that the file does not have.
    """
    if not file.is_file():
        return set()
    with file.open(encoding="utf-8", newline="") as stream:
        return {tuple(line[key] for key in keys) for line in csv.DictReader(stream)}


def add_run(file: Path, run: Mapping[str, object]) -> None:
    """Write a run as one more line; shares are kept to four digits. Raises ValueError where the file has
    other columns."""
    file.parent.mkdir(parents=True, exist_ok=True)
    told = {name: f"{value:.4f}" if isinstance(value, float) else str(value) for name, value in run.items()}
    new = not file.is_file()
    if not new:
        with file.open(encoding="utf-8", newline="") as stream:
            columns = next(csv.reader(stream), [])
        if columns != list(told):
            raise ValueError(f"{file} holds other columns; name another file or move it away")
    with file.open("a", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(told), lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(told)

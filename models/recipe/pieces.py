"""The prepared pieces: pictures in memory-mapped files, and what is known of each."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt


class Images:
    """Pictures of several memory-mapped arrays as one: rows are only read when asked for, and several
    trainings share the memory."""

    def __init__(self, parts: Sequence[npt.NDArray[np.uint8]]) -> None:
        self.parts = tuple(parts)
        self.starts = np.cumsum([0, *(len(part) for part in self.parts)])
        self.shape = (int(self.starts[-1]), *self.parts[0].shape[1:])

    def __len__(self) -> int:
        return int(self.starts[-1])

    def __getitem__(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        """The pictures of some rows, copied."""
        result = np.empty((len(rows), *self.shape[1:]), dtype=np.uint8)
        which = np.searchsorted(self.starts, rows, side="right") - 1
        for number, part in enumerate(self.parts):
            inside = which == number
            result[inside] = part[rows[inside] - self.starts[number]]
        return result


@dataclass(frozen=True)
class Pieces:
    """The prepared pieces: their pictures and what is known of each row."""

    images: Images
    labels: npt.NDArray[np.int64]
    sources: tuple[str, ...]
    pictures: tuple[str, ...]
    splits: tuple[str, ...]
    aspects: npt.NDArray[np.float32]
    names: tuple[str, ...]

    def rows(self, split: str, leave_out: tuple[str, ...] = ()) -> npt.NDArray[np.int64]:
        """Row numbers of a split, without the crops of `leave_out` (see `left_out`)."""
        keep = [
            n
            for n, (part, name) in enumerate(zip(self.splits, self.names, strict=True))
            if part == split and not left_out(name, leave_out)
        ]
        return np.array(keep, dtype=np.int64)


def left_out(name: str, leave_out: tuple[str, ...]) -> bool:
    """Whether a piece is a crop of one of the sets: `a07` a set, `a:504-586` numbers of a prefix, `b` a whole
    prefix."""
    parts = name.split("/")
    if len(parts) != 3 or "-" not in parts[1]:
        return False
    prefix, number = parts[1].split(".")[0].split("-")[:2]
    for one in leave_out:
        if one == parts[0]:
            return True
        chosen, _, span = one.partition(":")
        if chosen == prefix and not span:
            return True
        if chosen == prefix and number.isdigit():
            first, last = span.split("-")
            if int(first) <= int(number) <= int(last):
                return True
    return False


def load_pieces(folders: list[Path]) -> list[Pieces]:
    """What `prepare` (and the drawn pieces, if any) wrote; FileNotFoundError where a folder is not
    prepared."""
    result = []
    for folder in folders:
        with (folder / "pieces.csv").open(encoding="utf-8", newline="") as file:
            table = list(csv.DictReader(file))
        result.append(
            Pieces(
                Images([np.load(folder / "pieces.npy", mmap_mode="r")]),
                np.array([int(row["label"]) for row in table], dtype=np.int64),
                tuple(row["source"] for row in table),
                tuple(row["picture"] for row in table),
                tuple(row["split"] for row in table),
                np.array([float(row["aspect"]) for row in table], dtype=np.float32),
                tuple(row["name"] for row in table),
            )
        )
    return result


def joined(parts: list[Pieces]) -> Pieces:
    """Several piece sets as one."""
    return Pieces(
        Images([array for part in parts for array in part.images.parts]),
        np.concatenate([part.labels for part in parts]),
        tuple(one for part in parts for one in part.sources),
        tuple(one for part in parts for one in part.pictures),
        tuple(one for part in parts for one in part.splits),
        np.concatenate([part.aspects for part in parts]),
        tuple(one for part in parts for one in part.names),
    )

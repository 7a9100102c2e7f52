"""Which picture trains, which one tunes, and which one is only ever measured.

`photos/full/val.txt` is validation: nothing is trained or tuned on it. A development split is cut from the
training pictures in whole blocks of neighbouring numbers (neighbours share a table, a light and often the
tiles), some of them of tables that training hardly sees. Thresholds, temperature and epochs are
chosen on it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

BACK, OTHER = 27, 28
"""Classes of the label files beyond the 27 kinds: a face-down tile, and an honour or flower."""

DEV_BLOCKS: tuple[tuple[str, str, int, int], ...] = (
    ("full", "table", 75, 89),
    ("full", "tray", 98, 113),
    ("partial", "table", 33, 41),
    ("partial", "seat", 40, 52),  # the turquoise table with dark racks
    ("partial", "seat", 79, 84),  # the same table
    ("partial", "seat", 140, 148),  # the black cloth
    ("partial", "seat", 196, 200),
    ("partial", "seat", 270, 280),
    ("partial", "seat", 325, 334),
)
"""(part, group, first, last): blocks of neighbouring pictures that tune and never train."""


class Split(StrEnum):
    """What a picture may be used for."""

    TRAIN = "train"
    DEV = "dev"
    VAL = "val"


@dataclass(frozen=True)
class Picture:
    """One scene with its labels; light variants of a scene are one picture."""

    key: str
    part: str
    group: str
    number: int
    split: Split
    images: tuple[Path, ...]
    labels: tuple[Path, ...]

    @property
    def complete(self) -> bool:
        """Whether every visible face is labelled (`full`) or only the player's own row (`partial`)."""
        return self.part == "full"


def split_of(part: str, group: str, number: int, name: str, validation: frozenset[str]) -> Split:
    """The split of a picture by its part, group and number; `validation` are the names in val.txt."""
    if part == "full" and name in validation:
        return Split.VAL
    for block in DEV_BLOCKS:
        if block[:2] == (part, group) and block[2] <= number <= block[3]:
            return Split.DEV
    return Split.TRAIN


def pictures(shared: Path) -> tuple[Picture, ...]:
    """All pictures below `shared`/photos, variants of one scene together, in order of their keys.

    Raises FileNotFoundError with the folder that is missing.
    """
    photos = shared / "photos"
    listing = photos / "full" / "val.txt"
    if not listing.is_file():
        raise FileNotFoundError(f"{listing} is missing; point --shared at the folder that holds photos/")
    validation = frozenset(listing.read_text(encoding="utf-8").split())
    found: dict[str, list[Path]] = defaultdict(list)
    for part in ("full", "partial"):
        for image in sorted((photos / part / "images").glob("*.jpg")):
            group, number, *_ = image.stem.split("-")
            found[f"{part}/{group}-{number}"].append(image)
    result = []
    for key, images in sorted(found.items()):
        part, stem = key.split("/")
        group, number = stem.split("-")
        labels = tuple(image.parents[1] / "labels" / f"{image.stem}.txt" for image in images)
        split = split_of(part, group, int(number), stem, validation)
        result.append(Picture(key, part, group, int(number), split, tuple(images), labels))
    return tuple(result)


def read_labels(path: Path) -> npt.NDArray[np.float64]:
    """The rows of one label file: class, centre x, centre y, width, height as shares of the picture; shape
    (n, 5)."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


CROP_SETS: tuple[tuple[str, str, int, int], ...] = (
    ("a01", "a", 1, 140),
    ("a02", "a", 141, 182),
    ("a03", "a", 183, 224),
    ("a04", "a", 225, 264),
    ("a05", "a", 265, 296),
    ("a06", "a", 297, 338),
    ("a07", "a", 339, 374),
    ("a08", "a", 375, 416),
    ("a09", "a", 417, 461),
    ("a10", "a", 462, 503),
    ("a11", "a", 504, 541),
    ("a12", "a", 542, 586),
    ("a13", "a", 587, 628),
    ("a14", "a", 629, 700),
    ("d01", "d", 1, 68),
    ("d02", "d", 69, 176),
    ("d03", "d", 177, 320),
    ("d04", "d", 321, 455),
    ("d05", "d", 456, 590),
    ("d06", "d", 591, 734),
    ("d07", "d", 735, 878),
    ("d02", "d", 879, 906),
    ("d08", "d", 907, 1050),
)
"""(set, prefix, first number, last number) of the crops `a-` and `d-`, told apart by eye."""

FOLDS: tuple[tuple[str, ...], ...] = (
    ("a01", "a14", "b1", "b3", "c"),
    ("a04", "a05", "a10", "d05", "d06", "d07"),
    ("a06", "a07", "b2", "d03"),
    ("a02", "a03", "a08", "a13", "d04", "d08"),
    ("a09", "a11", "a12", "d01", "d02"),
)
"""The sets that are left out together, each once. Sets that look alike (the same bird, the same great circle:
d05 to d07 are one set in three lights) are in one fold, so that a left-out set is unknown in every guise."""


MENDED = {"a-0350.jpg": "9p"}
"""Crops whose folder names another kind than the picture shows: this one shows nine circles and a 9, and lies
in 8p."""


def crop_sets(names: list[str]) -> dict[str, str]:
    """The tile set of each single-tile crop, told from its name: by number (`CROP_SETS`) of `a-` and `d-`;
    `b-` names carry the set; `c-` is one set."""
    result = {}
    for name in names:
        prefix, rest = name.split("-", 1)
        number = rest.rsplit(".", 1)[0].rsplit("-", 1)[-1]
        if prefix == "b":
            result[name] = "b" + number
        elif prefix == "c":
            result[name] = "c"
        else:
            result[name] = next(
                one
                for one, group, first, last in CROP_SETS
                if group == prefix and first <= int(number) <= last
            )
    return result

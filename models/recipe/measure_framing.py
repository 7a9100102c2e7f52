"""Check the limits of vision/framing: how often good pictures are complained of, and spoilt ones are not.

    python -m models.recipe.measure_framing --shared ../shared --out models/recipe/framing.csv

Reads training pictures (never those of val.txt) as they are, then spoilt on purpose: shrunk, darkened,
blurred, with glare over some tiles, cut off at the edge. A good picture is one whose labelled faces are all
named, rightly. A spoilt one needs help where some of its faces are no longer named rightly; one that is still
read well needs none. Prints, and writes with `--out`, one row a fault; `--features` keeps every measurement.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.recipe.evaluate import truth_of
from models.recipe.splits import Picture, Split, pictures
from models.recipe.tally import SUITED, Box, Tile, match
from vision.detectors.opening import Detector, open_detector
from vision.frames import Frame, load_frame
from vision.framing import Framing, framing
from vision.pipeline import read_frame

Image = npt.NDArray[np.uint8]

FIELDS = (
    "picture",
    "spoilt",
    "strength",
    "right",
    "faces",
    "size",
    "light",
    "sharp",
    "burnt",
    "cut",
    "codes",
)


def _size(boxes: list[Box]) -> float:
    """Pixels of the middle one of the tiles."""
    return float(np.median([((x2 - x1) * (y2 - y1)) ** 0.5 for x1, y1, x2, y2 in boxes]))


def shrunk(image: Image, boxes: list[Box], strength: float, random: np.random.Generator) -> Image:
    """Tiles `strength` pixels large, on a picture of a phone's usual shape."""
    ratio = min(strength / _size(boxes), 1.0)
    return np.asarray(
        cv2.resize(image, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA), dtype=np.uint8
    )


def darkened(image: Image, boxes: list[Box], strength: float, random: np.random.Generator) -> Image:
    """Less light, with the grain that comes with it."""
    grain = random.normal(0, 5, image.shape)
    return np.asarray(np.clip(image * strength + grain, 0, 255), dtype=np.uint8)


def blurred(image: Image, boxes: list[Box], strength: float, random: np.random.Generator) -> Image:
    """Out of focus, by `strength` of a tile's size."""
    sigma = max(strength * _size(boxes), 0.3)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.uint8)


def glaring(image: Image, boxes: list[Box], strength: float, random: np.random.Generator) -> Image:
    """A lamp mirrored on two neighbouring tiles; `strength`: its radius as a part of a tile's size."""
    x1, y1, x2, y2 = boxes[int(random.integers(len(boxes)))]
    high, wide = image.shape[:2]
    size = ((x2 - x1) * (y2 - y1)) ** 0.5
    y, x = np.mgrid[:high, :wide]
    away = np.hypot(x - (x1 + x2) / 2, y - (y1 + y2) / 2) / (strength * size)
    light = np.clip(1.6 - away, 0, 1)[..., None] * 255 * 1.3
    return np.asarray(np.clip(image + light, 0, 255), dtype=np.uint8)


def cut(image: Image, boxes: list[Box], strength: float, random: np.random.Generator) -> Image:
    """The picture ends in the middle of the rightmost tile of the lowest row; `strength`: the share of the
    tile that stays."""
    x1, _, x2, _ = max(boxes, key=lambda box: box[2])
    return np.ascontiguousarray(image[:, : max(int(x1 + strength * (x2 - x1)), 32)])


SPOILERS: dict[
    str, tuple[Callable[[Image, list[Box], float, np.random.Generator], Image], tuple[float, ...]]
] = {
    "small_tiles": (shrunk, (20.0, 14.0, 10.0)),
    "dark": (darkened, (0.3, 0.15, 0.08)),
    "blurred": (blurred, (0.05, 0.09, 0.14)),
    "glare": (glaring, (0.6, 1.0, 1.6)),
    "cut_off": (cut, (0.6, 0.4)),
}
"""What is done to a picture for each code, and how strongly."""


def measure(frame: Frame, truth: tuple[Tile, ...], detector: Detector) -> tuple[int, Framing]:
    """Labelled faces rightly named, and what the picture is like."""
    reading = read_frame(frame, detector).reading
    found = tuple(Tile(one.word, one.box) for one in reading.tiles)
    right = sum(truth[t].word == found[f].word for t, f in match(truth, found))
    return right, framing(frame, reading)


def moved(truth: tuple[Tile, ...], before: Image, after: Image, kind: str) -> tuple[Tile, ...]:
    """The labelled tiles in the spoilt picture."""
    if kind != "small_tiles":
        return truth
    ratio = after.shape[1] / before.shape[1]
    return tuple(
        Tile(one.word, (one.box[0] * ratio, one.box[1] * ratio, one.box[2] * ratio, one.box[3] * ratio))
        for one in truth
    )


def chosen(shared: Path, most: int) -> list[Picture]:
    """Training pictures, evenly over all tables: fully labelled ones and players' rows."""
    training = [one for one in pictures(shared) if one.split is Split.TRAIN]
    return training[:: max(1, len(training) // most)]


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_framing", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--model", default=None, help="a model folder; the one that ships by default")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--most", type=int, default=160, help="so many pictures as they are")
    parser.add_argument("--spoilt", type=int, default=30, help="so many of them spoilt in each way")
    parser.add_argument("--features", type=Path, help="a CSV for every measurement")
    parser.add_argument("--out", type=Path, help="a CSV for the table")
    options = parser.parse_args(arguments)
    detector = open_detector(options.model, options.backend)
    random = np.random.default_rng(9)
    lines: list[tuple[object, ...]] = []

    def note(key: str, kind: str, strength: float, right: int, many: int, seen: Framing) -> None:
        codes = " ".join(remark.code for remark in seen.remarks())
        lines.append(
            (key, kind, strength, right, many, round(seen.size, 1), round(seen.light, 3),
             round(seen.sharp, 4), len(seen.burnt), len(seen.cut), codes)
        )  # fmt: skip

    few = chosen(options.shared, options.most)
    for number, picture in enumerate(few):
        frame = load_frame(picture.images[0])
        truth = tuple(
            one for one in truth_of(picture.labels[0], frame.width, frame.height) if one.word in SUITED
        )
        if not truth:
            continue
        right, seen = measure(frame, truth, detector)
        note(picture.key, "as it is", 0.0, right, len(truth), seen)
        if number % max(1, len(few) // options.spoilt) or right < len(truth):
            continue
        boxes = [one.box for one in truth]
        for kind, (spoil, strengths) in SPOILERS.items():
            for strength in strengths:
                worse = Frame.of(spoil(frame.pixels, boxes, strength, random))
                there = moved(truth, frame.pixels, worse.pixels, kind)
                right, seen = measure(worse, there, detector)
                note(picture.key, kind, strength, right, len(truth), seen)
        if number % 20 == 0:
            print(f"{number} of {len(few)}", file=sys.stderr)
    if options.features:
        with options.features.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([FIELDS, *lines])
    table = summary(lines)
    for row in table:
        print(*row, sep=" | ")
    if options.out:
        with options.out.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows(table)
    return 0


def summary(lines: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """One row for the good pictures, then one for each way of spoiling: pictures, how many of them are not
    read well, of how many something is said, of how many the right thing, and of how many that are not read
    well something, the right thing."""
    table: list[tuple[object, ...]] = [
        (
            "pictures",
            "strength",
            "many",
            "read well",
            "read well: told",
            "misread",
            "misread: told",
            "misread: told rightly",
        )
    ]
    keys = list(dict.fromkeys((line[1], line[2]) for line in lines))
    for kind, strength in keys:
        those = [line for line in lines if line[1:3] == (kind, strength)]
        good = [line for line in those if line[3] == line[4]]
        bad = [line for line in those if line[3] != line[4]]
        told = sum(bool(line[10]) for line in bad)
        rightly = sum(str(kind) in str(line[10]).split() for line in bad)
        table.append(
            (
                kind,
                strength,
                len(those),
                len(good),
                sum(bool(line[10]) for line in good),
                len(bad),
                told,
                rightly,
            )
        )
    return table


if __name__ == "__main__":
    sys.exit(main())

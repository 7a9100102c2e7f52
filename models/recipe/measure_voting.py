"""Does it help to show the namer each face in several quarter turns, and let the answers vote?

    python -m models.recipe.measure_voting --work runs/reader --model models/reader-2

Measured on the development split of the prepared pieces, through the shipped runtime on two threads. Prints
the table, and writes it with `--out`. One row a way of voting: how many faces are named right, how many
wrongly with a likelihood of `name` or more, how many left unsure, and what 40 faces cost.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.recipe.namer_net import CLASSES
from models.recipe.namer_views import PHONES, plain_views, varied_views
from models.recipe.pieces import Pieces, load_pieces
from models.recipe.train_namer import as_floats
from vision.detectors.nets import Net, opener
from vision.detectors.weights import load_weights

Floats = npt.NDArray[np.float32]

WAYS: dict[str, tuple[int, ...]] = {
    "as it lies": (0,),
    "2: 0, 180": (0, 2),
    "2: 0, 90": (0, 1),
    "4": (0, 1, 2, 3),
}
"""The quarter turns that vote."""
UNSURE = "4 where unsure"
"""All four turns, but only of faces that would be left unsure."""
FACES = 40
"""Faces of a frame whose cost is told."""
FIELDS = ("views", "turns", "faces", "right", "wrong", "unsure", "milliseconds")


def logits_of(net: Net, views: Floats, turns: tuple[int, ...]) -> Floats:
    """Mean logits over quarter turns of n views."""
    total = np.zeros((len(views), CLASSES), np.float32)
    for turn in turns:
        turned = np.ascontiguousarray(np.rot90(views, turn, (2, 3)))
        for start in range(0, len(views), 256):
            total[start : start + 256] += net(turned[start : start + 256])[0]
    return total / np.float32(len(turns))


def likelihoods(logits: Floats, temperature: float) -> Floats:
    """n x 28 numbers, each row of sum 1."""
    odds = np.exp((logits - logits.max(axis=1, keepdims=True)) / temperature)
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)


def voted(net: Net, views: Floats, way: str, temperature: float, name: float) -> Floats:
    """The likelihoods of n views by a way of voting."""
    if way != UNSURE:
        return likelihoods(logits_of(net, views, WAYS[way]), temperature)
    result = likelihoods(logits_of(net, views, (0,)), temperature)
    unsure = result.max(axis=1) < name
    if unsure.any():
        result[unsure] = likelihoods(logits_of(net, views[unsure], (0, 1, 2, 3)), temperature)
    return result


def outcome(odds: Floats, labels: npt.NDArray[np.int64], name: float) -> tuple[int, ...]:
    """How many are named right, named wrongly, left unsure."""
    named = odds.max(axis=1) >= name
    right = odds.argmax(axis=1) == labels
    return int((named & right).sum()), int((named & ~right).sum()), int((~named).sum())


def cost(net: Net, views: Floats, way: str, temperature: float, name: float) -> float:
    """Milliseconds of a frame's faces, the best of ten tries."""
    some = views[:FACES]
    best = float("inf")
    for _ in range(10):
        started = time.perf_counter()
        voted(net, some, way, temperature, name)
        best = min(best, time.perf_counter() - started)
    return best * 1000


def views_of(pieces: Pieces, rows: npt.NDArray[np.int64], varied: bool) -> Floats:
    """The pieces as they lie, or as other phones in other light might see them (the same ones each time)."""
    images = pieces.images[rows]
    if not varied:
        return np.asarray(plain_views(as_floats(images)).numpy(), dtype=np.float32)
    views = varied_views(images, pieces.aspects[rows], np.random.default_rng(11), PHONES)
    return np.asarray(views.numpy(), dtype=np.float32)


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_voting", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="the folder prepare wrote")
    parser.add_argument("--model", default=None, help="a model folder; the one that ships by default")
    parser.add_argument("--backend", default="onnxruntime")
    parser.add_argument("--most", type=int, default=3000, help="at most so many faces of each kind of view")
    parser.add_argument("--out", type=Path, help="a CSV to write the table into")
    options = parser.parse_args(arguments)
    weights = load_weights(options.model)
    net = opener(options.backend)[1](weights.namer.file, 2)
    pieces = load_pieces([options.work / "namer"])[0]
    rows = pieces.rows("dev")
    rows = rows[:: max(1, -(-len(rows) // options.most))]
    table: list[tuple[object, ...]] = []
    for varied in (False, True):
        views = views_of(pieces, rows, varied)
        for way in (*WAYS, UNSURE):
            how = (way, weights.namer.temperature, weights.name)
            counts = outcome(voted(net, views, *how), pieces.labels[rows], weights.name)
            kind = "varied" if varied else "as photographed"
            table.append((kind, way, len(rows), *counts, round(cost(net, views, *how), 1)))
            print(*table[-1], sep=" | ", file=sys.stderr)
    if options.out:
        with options.out.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow(FIELDS)
            writer.writerows(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())

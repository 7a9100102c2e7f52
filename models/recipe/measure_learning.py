"""What learning a tile set is worth: faces named right on sets that no training has seen, before and after.

    python -m models.recipe.train_namer --work runs/reader --name namer-left --leave-out a:504-586,d:67-174,b
    python -m models.recipe.measure_learning --work runs/reader --out models/recipe/learning.csv

One tile of each kind is learnt, through the very code of `tangzi learn`. Where a set has more tiles of a kind
(d2) the others are the test, as they lie in the four quarter turns and four times varied, as other phones in
other light might see them. Of the other sets there is one tile a kind: the varied views alone are the test.
`--draws` times other tiles are learnt.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from assistant.tiles import KINDS, TILES
from models.recipe.measure_voting import views_of
from models.recipe.namer_net import SIZE, Namer, ShippedNamer
from models.recipe.namer_views import CROP_MARGIN
from models.recipe.prepare import PIECE
from models.recipe.train_namer import Pieces, load_pieces
from vision.detectors import two_stage
from vision.detectors.nets import Array, Batch, plain
from vision.detectors.weights import NamerWeights
from vision.frames import Frame
from vision.learning import Example, learn
from vision.tileset import Tileset

SETS: dict[str, tuple[str, int, int, bool]] = {
    "d2": ("d", 67, 174, True),
    "a5": ("a", 504, 541, False),
    "a6": ("a", 542, 586, False),
    "b1": ("b", 1, 1, False),
    "b2": ("b", 2, 2, False),
    "b3": ("b", 3, 3, False),
}
"""The real sets left out of training: group of crops, first and last number, and whether there are other
tiles of each kind to test. Told apart by eye."""
TURNS, VARIED = 4, 4
NAME_FROM = 0.75
"""The likelihood below which a face is left `?`."""
FIELDS = (
    "set", "other_tiles", "faces", "errors_before", "errors_after", "wrong_before", "wrong_after",
    "unsure_before", "unsure_after",
)  # fmt: skip


@dataclass(frozen=True)
class Bench:
    """A detector that is a namer alone: what learning needs."""

    namer: two_stage.Namer
    title: str = "namer"


@dataclass(frozen=True)
class Seen:
    """Test faces of one set: what each is, and what the net says of it."""

    kinds: npt.NDArray[np.int64]
    logits: Array
    embeddings: Array


def bench_of(checkpoint: Path) -> Bench:
    """A trained namer as the runtime uses it."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = Namer()
    net.load_state_dict(state["net"])
    shipped = ShippedNamer(net).eval()

    @torch.no_grad()
    def run(batch: Batch) -> tuple[Array, ...]:
        answers = shipped(torch.from_numpy(np.ascontiguousarray(plain(batch))))
        return tuple(np.asarray(answer.numpy(), dtype=np.float32) for answer in answers)

    weights = NamerWeights(checkpoint, SIZE, float(state["temperature"]), CROP_MARGIN)
    return Bench(two_stage.Namer(weights, run))


def rows_of(pieces: Pieces, name: str) -> npt.NDArray[np.int64]:
    """The suited pieces of a set, the first copy of each crop."""
    group, first, last, _ = SETS[name]
    rows = []
    for row, piece in enumerate(pieces.names):
        if pieces.sources[row] == "crop" and piece.endswith("/0") and pieces.labels[row] < KINDS:
            crop = piece.split("/")[1].removesuffix(".jpg")
            number = crop.rsplit("-", 1)[-1]
            if crop.startswith(f"{group}-") and first <= int(number) <= last:
                rows.append(row)
    return np.array(rows, dtype=np.int64)


def example(pieces: Pieces, row: int) -> Example:
    """A piece as a tile of a photo, in its own shape."""
    wide = max(16, round(PIECE * float(pieces.aspects[row])))
    picture = np.asarray(cv2.resize(pieces.images[np.array([row])][0], (wide, PIECE)), dtype=np.uint8)
    quarter = PIECE / 4
    box = (wide / 4, quarter, wide * 3 / 4, PIECE - quarter)
    return Example(Frame.of(picture), box, TILES[int(pieces.labels[row])])


def seen(pieces: Pieces, rows: npt.NDArray[np.int64], bench: Bench) -> Seen:
    """The faces of rows: in each quarter turn as they lie, then varied, row after row in each part."""
    plain = views_of(pieces, rows, False)
    parts = [np.ascontiguousarray(np.rot90(plain, turn, (2, 3))) for turn in range(TURNS)]
    parts.append(views_of(pieces, np.tile(rows, VARIED), True))
    answers = [
        bench.namer.read(part[start : start + 128]) for part in parts for start in range(0, len(part), 128)
    ]
    return Seen(
        np.tile(pieces.labels[rows], TURNS + VARIED),
        np.concatenate([logits for logits, _ in answers]),
        np.concatenate([embeddings for _, embeddings in answers]),
    )


def counts(likelihoods: Array, kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Faces whose likeliest class is not theirs; of all faces, those named wrongly, and those left unsure."""
    best, sure = likelihoods.argmax(axis=1), likelihoods.max(axis=1) >= NAME_FROM
    wrong = best != kinds
    return np.array([wrong.sum(), (wrong & sure).sum(), (~sure).sum()])


def learnt_sets(
    pieces: Pieces, name: str, draws: int, bench: Bench
) -> Iterator[tuple[Tileset, npt.NDArray[np.bool_]]]:
    """The set learnt from each draw of one tile a kind, and which of the faces of `seen` test it."""
    rows = rows_of(pieces, name)
    labels = pieces.labels[rows]
    others = SETS[name][3]
    random = np.random.default_rng(int(rows[0]))
    for _ in range(draws):
        learnt = [int(random.choice(np.flatnonzero(labels == kind))) for kind in np.unique(labels)]
        test = np.full(len(rows), others)
        test[learnt] = not others
        turned = np.tile(test & others, TURNS)
        examples = [example(pieces, int(rows[place])) for place in learnt]
        tileset = learn(name, examples, bench)  # type: ignore[arg-type]  # a namer is enough
        yield tileset, np.concatenate([turned, np.tile(test, VARIED)])


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_learning", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="the folder prepare wrote")
    parser.add_argument("--namer", default="namer-left", help="folder below --work, trained without the sets")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--out", type=Path, help="a CSV to write the table into")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    bench = bench_of(options.work / options.namer / "namer-final.pt")
    pieces = load_pieces([options.work / "namer"])[0]
    table: list[tuple[object, ...]] = []
    totals = {True: np.zeros(7, np.int64), False: np.zeros(7, np.int64)}
    for name, (*_, others) in SETS.items():
        faces = seen(pieces, rows_of(pieces, name), bench)
        sums = np.zeros(7, np.int64)
        for tileset, test in learnt_sets(pieces, name, options.draws, bench):
            before = bench.namer.likelihoods(faces.logits[test], faces.embeddings[test])
            adapted = two_stage.Namer(bench.namer.weights, bench.namer.net, tileset)
            after = adapted.likelihoods(faces.logits[test], faces.embeddings[test])
            one, two = counts(before, faces.kinds[test]), counts(after, faces.kinds[test])
            sums += [test.sum(), one[0], two[0], one[1], two[1], one[2], two[2]]
        totals[others] += sums
        table.append((name, others, *sums))
        print(*table[-1], sep=" | ", file=sys.stderr)
    table += [("other tiles", True, *totals[True]), ("other views", False, *totals[False])]
    for row in table[-2:]:
        print(*row, sep=" | ")
    if options.out:
        with options.out.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([FIELDS, *table])
    return 0


if __name__ == "__main__":
    sys.exit(main())

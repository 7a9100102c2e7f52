"""What learning a tile set is worth: faces named right on sets that no training has seen, before and after.

    python -m models.recipe.measure_learning --work runs/reader --folds fold --out models/recipe/learning.csv

Each set is read by the net of the fold that leaves it out (see `measure_sets`). One tile of each kind is
learnt, through the very code of `tangzi learn`. Where a set has more tiles of every kind the others are the
test, as they lie in the four quarter turns and four times varied, as other phones in other light might see
them. Of the other sets there is one tile of some kind: the varied views alone are the test. `--draws` times
other tiles are learnt. How strongly a learnt set pulls is chosen, for each fold, on the sets of all others.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from assistant.tiles import KINDS, TILES
from models.recipe.measure_sets import NAME_FROM, SHIPS_FROM, net_of
from models.recipe.measure_voting import views_of
from models.recipe.namer_net import SIZE, ShippedNamer
from models.recipe.namer_views import CROP_MARGIN
from models.recipe.pieces import Pieces, load_pieces
from models.recipe.prepare import PIECE
from models.recipe.splits import FOLDS
from vision.detectors import two_stage
from vision.detectors.nets import Array, Batch, plain
from vision.detectors.weights import NamerWeights
from vision.frames import Frame
from vision.learning import Example, learn
from vision.tileset import Pull, Tileset, pulled

TURNS, VARIED = 4, 4
PULLS = tuple(
    Pull(*one)
    for one in itertools.product(
        (8.0, 16.0, 24.0), (16.0, 24.0, 32.0), (8.0, 16.0, 24.0), (0.3, 0.4), (2.0, 2.5, 3.0, 3.5)
    )
)
"""What may be chosen."""
NAMED_FROM = (NAME_FROM, SHIPS_FROM)
"""The likelihoods from which a face counts as named: the pull is chosen at the first, the model that ships
names from the second."""
DEAR = 3.0
"""What an honour called suited counts against the share of the faults that stays, when a pull is chosen."""
SUMS = ("errors", "wrong_best", "wrong", "unsure", "strangers")
"""Faces not named rightly; whose likeliest class is not theirs; named wrongly; left unsure; and views of
honours and flowers of the set that are called a suited kind."""
WHEN = ("before", "after")
FIELDS = (
    "named_from",
    "set",
    "other_tiles",
    "pull",
    "faces",
    "others",
    *(f"{one}_{when}" for one in SUMS for when in WHEN),
)


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


@dataclass(frozen=True)
class Outcome:
    """One set: its fold, whether other tiles tested it, how many faces and honours, and the counts (see
    `SUMS`) at each of `NAMED_FROM`, before learning and after it with each of `PULLS`."""

    name: str
    fold: int
    others: bool
    faces: int
    strangers: int
    before: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]


def bench_of(checkpoint: Path) -> Bench:
    """A trained namer as the runtime uses it."""
    net, temperature = net_of(checkpoint)
    shipped = ShippedNamer(net).eval().to(memory_format=torch.channels_last)

    @torch.no_grad()
    def run(batch: Batch) -> tuple[Array, ...]:
        answers = shipped(torch.from_numpy(np.ascontiguousarray(plain(batch))))
        return tuple(np.asarray(answer.numpy(), dtype=np.float32) for answer in answers)

    weights = NamerWeights(checkpoint, SIZE, temperature, CROP_MARGIN)
    return Bench(two_stage.Namer(weights, run))


def rows_of(pieces: Pieces, name: str, suited: bool = True) -> npt.NDArray[np.int64]:
    """The suited pieces of a set, or its honours and flowers, the first copy of each crop."""
    rows = [
        row
        for row, piece in enumerate(pieces.names)
        if pieces.sources[row] == "crop"
        and piece.endswith("/0")
        and bool(pieces.labels[row] < KINDS) is suited
        and piece.split("/")[0] == name
    ]
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
    """The counts of `SUMS`, of tiles and honours together, at each of `NAMED_FROM`."""
    best, tile = likelihoods.argmax(axis=1), kinds < KINDS
    wrong = best != kinds
    rows = []
    for least in NAMED_FROM:
        sure = likelihoods.max(axis=1) >= least
        each = (tile & (wrong | ~sure), tile & wrong, tile & wrong & sure, tile & ~sure, ~tile & wrong & sure)
        rows.append([one.sum() for one in each])
    return np.array(rows)


def learnt_sets(
    pieces: Pieces, name: str, rows: npt.NDArray[np.int64], draws: int, bench: Bench
) -> Iterator[tuple[Tileset, npt.NDArray[np.bool_]]]:
    """The set learnt from each draw of one tile a kind, and which of the faces of `seen` test it."""
    labels = pieces.labels[rows]
    others = have_others(labels)
    random = np.random.default_rng(int(rows[0]))
    for _ in range(draws):
        learnt = [int(random.choice(np.flatnonzero(labels == kind))) for kind in np.unique(labels)]
        test = np.full(len(rows), others)
        test[learnt] = not others
        turned = np.tile(test & others, TURNS)
        examples = [example(pieces, int(rows[place])) for place in learnt]
        tileset = learn(name, examples, bench)  # type: ignore[arg-type]  # a namer is enough
        yield tileset, np.concatenate([turned, np.tile(test, VARIED)])


def have_others(labels: npt.NDArray[np.int64]) -> bool:
    """Whether a set has two tiles of every kind at least."""
    return bool((np.bincount(labels, minlength=KINDS)[:KINDS] > 1).all())


def outcome(pieces: Pieces, name: str, fold: int, draws: int, bench: Bench) -> Outcome | None:
    """What learning does to a set; None where it lacks a kind."""
    rows, strange = rows_of(pieces, name), rows_of(pieces, name, suited=False)
    if len(np.unique(pieces.labels[rows])) < KINDS:
        return None
    faces, honours = seen(pieces, rows, bench), seen(pieces, strange, bench)
    shape = len(NAMED_FROM), len(SUMS)
    before, after = np.zeros(shape, np.int64), np.zeros((len(PULLS), *shape), np.int64)
    many = strangers = 0
    for tileset, test in learnt_sets(pieces, name, rows, draws, bench):
        logits = np.concatenate([faces.logits[test], honours.logits])
        embeddings = np.concatenate([faces.embeddings[test], honours.embeddings])
        kinds = np.concatenate([faces.kinds[test], honours.kinds])
        before += counts(bench.namer.likelihoods(logits, embeddings), kinds)
        likeness, fitted = tileset.likeness(embeddings), tileset.fitted(embeddings)
        for place, pull in enumerate(PULLS):
            moved = pulled(logits, likeness, fitted, pull)
            after[place] += counts(bench.namer.likelihoods(moved, embeddings), kinds)
        many, strangers = many + int(test.sum()), strangers + len(honours.kinds)
    return Outcome(name, fold, have_others(pieces.labels[rows]), many, strangers, before, after)


def chosen(outcomes: list[Outcome], without: int) -> int:
    """The place of the pull that does best on all folds but one: least is left of the count that falls least,
    of other tiles or of other views, with `DEAR` times the share of the honours that are called suited."""
    rest = [one for one in outcomes if one.fold != without]
    left = np.zeros(len(PULLS))
    for others in {one.others for one in rest}:
        before = np.sum([one.before[0] for one in rest if one.others is others], axis=0)
        after = np.sum([one.after[:, 0] for one in rest if one.others is others], axis=0)
        left = np.maximum(left, (after[:, :4] / np.maximum(before[:4], 1)).max(axis=1))
    strange = np.sum([one.after[:, 0, 4] for one in rest], axis=0)
    return int((left + DEAR * strange / max(sum(one.strangers for one in rest), 1)).argmin())


def table_of(outcomes: list[Outcome]) -> list[tuple[object, ...]]:
    """A row a set and one for all of a group, at each of `NAMED_FROM`."""
    table: list[tuple[object, ...]] = []
    for (at, least), others in itertools.product(enumerate(NAMED_FROM), (True, False)):
        sums, faces, strangers = np.zeros((len(SUMS), 2), np.int64), 0, 0
        for one in (one for one in outcomes if one.others is others):
            place = chosen(outcomes, one.fold)
            pairs = np.stack([one.before[at], one.after[place, at]], 1)
            pull = " ".join(f"{value:g}" for value in PULLS[place])
            table.append((least, one.name, others, pull, one.faces, one.strangers, *pairs.ravel()))
            sums, faces, strangers = sums + pairs, faces + one.faces, strangers + one.strangers
        name = "other tiles" if others else "other views"
        table.append((least, name, others, "", faces, strangers, *sums.ravel()))
        print(*table[-1], sep=" | ")
    return table


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_learning", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="the folder prepare wrote")
    parser.add_argument("--folds", default="fold", help="folders below --work: this and the fold's number")
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--out", type=Path, help="a CSV to write the table into")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    pieces = load_pieces([options.work / "namer"])[0]
    outcomes: list[Outcome] = []
    for fold, sets in enumerate(FOLDS, 1):
        bench = bench_of(options.work / f"{options.folds}{fold}" / "namer-final.pt")
        for name in sets:
            one = outcome(pieces, name, fold, options.draws, bench)
            if one is not None:
                outcomes.append(one)
                print(f"{name}: {one.faces} faces, before {one.before.tolist()}", file=sys.stderr)
    table = table_of(outcomes)
    print(f"chosen on all sets: {PULLS[chosen(outcomes, 0)]}")
    if options.out:
        with options.out.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([FIELDS, *table])
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How well the namer reads tile sets that it has never seen: each set of the crops left out once.

    for n in 1 2 3 4 5; do python -m models.recipe.train_namer --name fold$n --fold $n ...; done
    python -m models.recipe.measure_sets --work runs/reader --folds fold --out runs/sets

Reads the net of each fold (`splits.FOLDS`) on the sets that it was trained without, as the runtime would cut
them. The temperatures come from the development photos, so that the calibration error on the left-out sets
is one of a split used for nothing else. Writes `sets.csv` (one line a set) and `confusion_by_set.csv` (one
line for each set, kind and answer, right or wrong) of one look at each face, named from 0.85; prints besides
what is named from 0.75 where faces less sure than that are read in all four quarter turns, as the reader
does. `--faults` draws every face that is misread. `--net` measures one net on all sets instead, where no crop
at all was trained on.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch

from assistant.tiles import KINDS, TILES
from models.recipe.namer_net import Namer
from models.recipe.namer_views import plain_views
from models.recipe.pieces import Pieces, load_pieces
from models.recipe.splits import FOLDS
from models.recipe.train_namer import as_floats, calibration_error, logits_of

NAMES = (*(str(tile) for tile in TILES), "other")
NAME_FROM = 0.85
"""The likelihood below which a face is left `?`."""
SHIPS_FROM = 0.75
"""The same in the reader that ships, which reads faces below it again in the other quarter turns."""
COLUMNS = 16


@dataclass(frozen=True)
class Answers:
    """What a net says of pieces: rows of the pieces, their sets, and logits over the temperature."""

    rows: npt.NDArray[np.int64]
    sets: tuple[str, ...]
    kinds: npt.NDArray[np.int64]
    logits: torch.Tensor

    @property
    def best(self) -> npt.NDArray[np.int64]:
        """The likeliest class of each piece."""
        return np.asarray(self.logits.argmax(1).numpy(), dtype=np.int64)

    @property
    def sure(self) -> npt.NDArray[np.float32]:
        """Its likelihood."""
        return np.asarray(torch.softmax(self.logits, 1).max(1).values.numpy(), dtype=np.float32)


@dataclass(frozen=True)
class Line:
    """One tile set: suited tiles, of them the likeliest kind right; named right and wrong from the threshold
    on; honours and flowers, of them called a suited kind from the threshold on."""

    name: str
    tiles: int
    best: int
    right: int
    wrong: int
    others: int
    suited: int

    @property
    def share(self) -> float:
        """Share of the suited tiles whose likeliest kind is right."""
        return self.best / self.tiles


def net_of(file: Path) -> tuple[Namer, float]:
    """A trained namer and its temperature."""
    state = torch.load(file, map_location="cpu", weights_only=True)
    net = Namer()
    net.load_state_dict(state["net"])
    return net.eval(), float(state["temperature"])


def answers(file: Path, pieces: Pieces, sets: Sequence[str]) -> Answers:
    """What the net in a file says of the crops of some sets, each crop once."""
    net, temperature = net_of(file)
    rows = np.array(
        [
            row
            for row, name in enumerate(pieces.names)
            if pieces.sources[row] == "crop" and name.endswith("/0") and name.split("/")[0] in sets
        ],
        dtype=np.int64,
    )
    logits = logits_of(net, pieces, rows, torch.device("cpu")) / temperature
    return Answers(rows, tuple(pieces.names[row].split("/")[0] for row in rows), pieces.labels[rows], logits)


@torch.no_grad()
def read_again(file: Path, pieces: Pieces, seen: Answers) -> Answers:
    """The answers where faces less sure than `SHIPS_FROM` are read in all four quarter turns."""
    net, temperature = net_of(file)
    logits = seen.logits.clone()
    unsure = np.flatnonzero(seen.sure < SHIPS_FROM)
    if len(unsure):
        views = plain_views(as_floats(pieces.images[seen.rows[unsure]]))
        turned = torch.stack([net(torch.rot90(views, turn, (2, 3))) for turn in range(4)])
        logits[torch.from_numpy(unsure)] = turned.mean(0) / temperature
    return Answers(seen.rows, seen.sets, seen.kinds, logits)


def joined(parts: Sequence[Answers]) -> Answers:
    """The answers of several nets as one."""
    return Answers(
        np.concatenate([part.rows for part in parts]),
        tuple(one for part in parts for one in part.sets),
        np.concatenate([part.kinds for part in parts]),
        torch.cat([part.logits for part in parts]),
    )


def lines(seen: Answers, name_from: float = NAME_FROM) -> list[Line]:
    """One line a set, by name."""
    sets, suited = np.array(seen.sets), seen.kinds < KINDS
    right, sure = seen.best == seen.kinds, seen.sure >= name_from
    result = []
    for name in sorted(set(seen.sets)):
        tile, other = (sets == name) & suited, (sets == name) & ~suited
        result.append(
            Line(
                name,
                int(tile.sum()),
                int((tile & right).sum()),
                int((tile & right & sure).sum()),
                int((tile & ~right & sure).sum()),
                int(other.sum()),
                int((other & ~right & sure).sum()),
            )
        )
    return result


def total(every: Sequence[Line]) -> Line:
    """All sets as one."""
    columns = ("tiles", "best", "right", "wrong", "others", "suited")
    sums = {column: sum(getattr(line, column) for line in every) for column in columns}
    return Line("all", **sums)


def write_tables(seen: Answers, folder: Path) -> None:
    """`sets.csv` and `confusion_by_set.csv`."""
    every = lines(seen)
    with (folder / "sets.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("set", "tiles", "likeliest_right", "share", "named_right", "named_wrong", "unsure",
                         "others", "others_named_suited"))  # fmt: skip
        for one in (*every, total(every)):
            unsure = one.tiles - one.right - one.wrong
            writer.writerow((one.name, one.tiles, one.best, f"{one.share:.4f}", one.right, one.wrong, unsure,
                             one.others, one.suited))  # fmt: skip
    counts: dict[tuple[str, int, int], int] = {}
    for key in zip(seen.sets, seen.kinds.tolist(), seen.best.tolist(), strict=True):
        counts[key] = counts.get(key, 0) + 1
    with (folder / "confusion_by_set.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("set", "kind", "likeliest", "count"))
        for (name, kind, best), many in sorted(counts.items()):
            writer.writerow((name, NAMES[kind], NAMES[best], many))


def draw_faults(seen: Answers, pieces: Pieces, file: Path) -> int:
    """Every suited face whose likeliest class is wrong, with set, kind, answer and likelihood; how many."""
    bad = np.flatnonzero((seen.best != seen.kinds) & (seen.kinds < KINDS))
    sheet = np.zeros((max(-(-len(bad) // COLUMNS), 1) * 96, COLUMNS * 80, 3), dtype=np.uint8)
    quarter = pieces.images.shape[1] // 4
    for place, number in enumerate(bad):
        face = pieces.images[seen.rows[number : number + 1]][0, quarter:-quarter, quarter:-quarter, ::-1]
        y, x = place // COLUMNS * 96, place % COLUMNS * 80
        sheet[y : y + 80, x : x + 64] = cv2.resize(face, (64, 80))
        kind, best = NAMES[seen.kinds[number]], NAMES[seen.best[number]][:2]
        text = f"{seen.sets[number]}{kind}>{best}{seen.sure[number]:.1f}"
        cv2.putText(sheet, text, (x, y + 92), cv2.FONT_HERSHEY_SIMPLEX, 0.33, (255, 255, 255), 1)
    file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(file), sheet)
    return len(bad)


def told(every: Sequence[Line], how: str) -> str:
    """Two lines about all sets."""
    whole = total(every)
    best = np.mean([one.share for one in every])
    named = np.mean([one.right / one.tiles for one in every])
    return (
        f"{how}: likeliest kind right {best:.4f} mean over {len(every)} sets, {whole.share:.4f} of "
        f"{whole.tiles} faces;\n  named right {named:.4f} mean over sets, {whole.right / whole.tiles:.4f} of "
        f"faces; named wrongly {whole.wrong}; {whole.suited} of {whole.others} others called suited"
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_sets", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="the folder prepare wrote")
    parser.add_argument("--folds", default="fold", help="folders below --work: this and the fold's number")
    parser.add_argument("--net", help="one folder below --work, trained without any crop")
    parser.add_argument("--out", type=Path, help="a folder to write the tables into")
    parser.add_argument("--faults", type=Path, help="a PNG to draw the misread faces into")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    pieces = load_pieces([options.work / "namer"])[0]
    parts, again = [], []
    for number, sets in enumerate(FOLDS, 1):
        file = options.work / (options.net or f"{options.folds}{number}") / "namer-final.pt"
        if file.is_file():
            parts.append(answers(file, pieces, sets))
            again.append(read_again(file, pieces, parts[-1]))
        else:
            print(f"{file} is missing: its sets are left out", file=sys.stderr)
    seen = joined(parts)
    every = lines(seen)
    for one in every:
        print(f"{one.name}: {one.best} of {one.tiles}; at {NAME_FROM} {one.right} right, {one.wrong} wrong")
    print(told(every, f"one look, named from {NAME_FROM}"))
    print(told(lines(joined(again), SHIPS_FROM), f"unsure faces in four turns, named from {SHIPS_FROM}"))
    error = calibration_error(seen.logits, torch.from_numpy(seen.kinds), 1.0)
    print(f"calibration error over {len(seen.kinds)} faces, others too: {error:.4f}")
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        write_tables(seen, options.out)
    if options.faults:
        print(f"{draw_faults(seen, pieces, options.faults)} faults drawn in {options.faults}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

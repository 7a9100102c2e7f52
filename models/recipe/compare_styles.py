"""How much the variety of drawn faces helps the namer: nets trained alike on few or many invented tile sets.

    python -m models.recipe.draw_pieces --styles 400 --name drawn2 --font NotoSerifCJK-Bold.ttc ...
    python -m models.recipe.compare_styles --drawn runs/reader/drawn2 --styles 25 --styles 100 --styles 400

Every net starts from the same weights (random ones of the seed, or those of `--start`, best a net that this
command trained with `--styles 0`) and is shown the same number of batches at the same rates: photos, artwork,
and drawings of the first N invented sets with as many bits of ground. Sets drawn from files are left aside,
so that N is all that differs; the share of the drawings in what is shown is the same for every N but 0. No
net sees a crop (`--fold` shows them those of the other folds): the tile sets of the crops are what is
measured, with the temperature from the development photos. One line a run goes to the csv file; runs that it
holds are not made again.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from models.recipe.measure_sets import answers, lines, total
from models.recipe.pieces import Pieces, joined, load_pieces
from models.recipe.runs_file import add_run, finished
from models.recipe.splits import FOLDS
from models.recipe.train_namer import MODES, fit_temperature, logits_of, train

UNUSED = "unused"
EVERY_SET = tuple(name for fold in FOLDS for name in fold)


def with_styles(pieces: Pieces, many: int) -> Pieces:
    """The same pieces, of the drawn ones only those of the first `many` invented sets (in the order in which
    they come) and as many bits of ground in training. Raises ValueError where fewer sets are drawn."""
    chosen: dict[str, set[str]] = {"style": set(), "ground": set()}
    splits = list(pieces.splits)
    for row, (source, name) in enumerate(zip(pieces.sources, pieces.names, strict=True)):
        if source != "drawn":
            continue
        one = name.split("/")[0]
        known = chosen.get(one.rsplit("-", 1)[0])
        if known is not None and len(known) < many:
            known.add(one)
        if known is None or one not in known:
            splits[row] = UNUSED
    if len(chosen["style"]) < many:
        raise ValueError(f"only {len(chosen['style'])} invented sets are drawn; draw more or ask for fewer")
    return replace(pieces, splits=tuple(splits))


def run(
    pieces: Pieces, place: Path, sets: Sequence[str], batches: int, seed: int, start: Path | None
) -> dict[str, object]:
    """Train a net without the crops of `sets` and measure it on them and on the development photos."""
    net = train(
        pieces, place, math.inf, batch=64, leave_out=tuple(sets), fresh=True, max_steps=batches,
        mode=MODES["last"], seed=seed, start=start,
    ).cpu()  # fmt: skip
    dev = pieces.rows("dev")
    logits, labels = logits_of(net, pieces, dev, torch.device("cpu")), torch.from_numpy(pieces.labels[dev])
    temperature = fit_temperature(logits, labels)
    torch.save({"net": net.state_dict(), "temperature": temperature}, place / "namer-final.pt")
    every = lines(answers(place / "namer-final.pt", pieces, sets))
    whole = total(every)
    return {
        "sets": len(every),
        "faces": whole.tiles,
        "likeliest_right": whole.best,
        "share": whole.share,
        "mean_over_sets": float(np.mean([one.share for one in every])),
        "named_right": whole.right,
        "named_wrong": whole.wrong,
        "others": whole.others,
        "others_named_suited": whole.suited,
        "development_right": float((logits.argmax(1) == labels).float().mean()),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure every run that the file does not hold yet; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.compare_styles", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="the folder prepare wrote")
    parser.add_argument("--drawn", type=Path, action="append", required=True, help="drawn pieces (repeats)")
    parser.add_argument("--styles", type=int, action="append", required=True, help="invented sets (repeats)")
    parser.add_argument("--seed", type=int, action="append", help="seed (repeatable); without it 1 and 2")
    parser.add_argument("--batches", type=int, default=500, help="batches of 64 for every net")
    parser.add_argument("--fold", type=int, choices=range(1, len(FOLDS) + 1), help="show other folds' crops")
    parser.add_argument("--start", type=Path, help="a namer-final.pt to begin with")
    parser.add_argument("--out", type=Path, default=Path("runs/compare/styles.csv"))
    options = parser.parse_args(arguments)
    sets = FOLDS[options.fold - 1] if options.fold else EVERY_SET
    every = joined(load_pieces([options.work / "namer", *options.drawn]))
    for seed in options.seed or (1, 2):
        for many in options.styles:
            key = {
                "start": options.start.parent.name if options.start else "random",
                "crops": f"without fold {options.fold}" if options.fold else "none",
                "styles": many,
                "batches": options.batches,
                "seed": seed,
            }
            if tuple(str(value) for value in key.values()) in finished(options.out, tuple(key)):
                continue
            place = options.out.parent / f"styles-{many}-{options.batches}-{seed}"
            figures = run(with_styles(every, many), place, sets, options.batches, seed, options.start)
            add_run(options.out, {**key, **figures})
            print(", ".join(f"{name} {value}" for name, value in {**key, **figures}.items()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

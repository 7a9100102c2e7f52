"""How well photos are read that other phones and tables might have given: the development pictures, changed.

    python -m models.recipe.measure_stress --out models/recipe/stress.csv --faults runs/faults/stress

None of val.txt is looked at. Prints a row a condition: pictures read without a fault, suited tiles named
right, wrongly, left `?` and missed, and what else was called a suited tile. `--only` picks conditions by how
their names begin.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models.recipe.evaluate import Sheet, truth_of
from models.recipe.splits import Picture, Split, pictures
from models.recipe.stress_views import VIEWS, Maker, View
from models.recipe.tally import OTHER, UNKNOWN, Summary, Tile, match, overlap
from vision.detectors.opening import Detector, open_detector
from vision.frames import Frame, load_frame
from vision.pipeline import read_frame

COUNTS = ("right", "wrong", "unknown", "missed", "extra")
FIELDS = ("condition", "pictures", "exact", "suited", *COUNTS, "milliseconds")
CUT = 0.3
"""What shares so much with a tile that the edge cuts counts for nothing."""


def view_of(picture: Picture, name: str, make: Maker | None) -> View:
    """A picture under a condition, the same each time."""
    frame = load_frame(picture.images[0])
    view = View(frame.pixels, truth_of(picture.labels[0], frame.width, frame.height))
    if make is None:
        return view
    return make(view, np.random.default_rng(zlib.crc32(f"{name} {picture.key}".encode())))


def read_view(view: View, picture: Picture, detector: Detector) -> Sheet:
    """A view read by the shipped runtime."""
    read = read_frame(Frame.of(view.pixels), detector)
    seen = [
        one for one in read.reading.tiles if max((overlap(one.box, cut) for cut in view.cut), default=0) < CUT
    ]
    return Sheet(
        picture.images[0],
        picture.group,
        picture.complete,
        view.truth,
        tuple(Tile(one.word, one.box, one.detection.score * one.confidence) for one in seen),
        (),
        read.milliseconds["total"],
    )


def show(sheet: Sheet, view: View, file: Path) -> None:
    """Save a view with what went wrong in it: labelled tiles red, what else was found there blue."""
    file.parent.mkdir(parents=True, exist_ok=True)
    scale = 2 if max(view.pixels.shape) < 1000 else 1
    canvas = cv2.resize(view.pixels[:, :, ::-1], None, fx=scale, fy=scale)
    pairs = dict(match(sheet.truth, sheet.found))
    for place, tile in enumerate(sheet.truth):
        found = sheet.found[pairs[place]] if place in pairs else None
        word = found.word if found else "missed"
        if word != tile.word and not (tile.word == OTHER and word in (UNKNOWN, "missed")):
            _mark(canvas, tile, f"{tile.word}>{word}", (0, 0, 255), scale)
            if found:
                _mark(canvas, found, "", (255, 160, 0), scale)
    for place, tile in enumerate(sheet.found):
        if place not in pairs.values() and sheet.complete:
            _mark(canvas, tile, f"+{tile.word}", (255, 0, 0), scale)
    cv2.imwrite(str(file), canvas)


def _mark(
    canvas: cv2.typing.MatLike, tile: Tile, text: str, colour: tuple[int, int, int], scale: int
) -> None:
    x1, y1, x2, y2 = (round(scale * side) for side in tile.box)
    cv2.rectangle(canvas, (x1, y1), (x2, y2), colour, 1)
    cv2.putText(canvas, text, (x1, y1 - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1)


def row_of(
    name: str, make: Maker | None, those: Sequence[Picture], detector: Detector, faults: Path | None
) -> tuple[object, ...]:
    """The counts of one condition."""
    summary, times = Summary(), []
    for picture in those:
        view = view_of(picture, name, make)
        sheet = read_view(view, picture, detector)
        summary.add(sheet.outcome)
        times.append(sheet.milliseconds)
        if faults and not sheet.outcome.exact:
            pairs = [f"{one}>{two}" for one, two in sheet.outcome.pairs if one != two]
            print(name, picture.key, *pairs, file=sys.stderr)
            show(sheet, view, faults / name.replace(" ", "-") / f"{picture.images[0].stem}.png")
    counts = summary.counts
    kept = (counts[what] for what in COUNTS)
    return name, summary.pictures, summary.exact, counts["suited"], *kept, round(float(np.mean(times)))


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_stress", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--model", default=None, help="a model folder; the one that ships by default")
    parser.add_argument("--backend", default="openvino")
    parser.add_argument("--precision", default="int8", help="fp32 or int8")
    parser.add_argument("--only", action="append", help="a condition's first words; any number of times")
    parser.add_argument("--faults", type=Path, help="folder for pictures with something wrong")
    parser.add_argument("--out", type=Path, help="a CSV to write the table into")
    options = parser.parse_args(arguments)
    detector = open_detector(options.model, options.backend, options.precision)
    those = [one for one in pictures(options.shared) if one.split is Split.DEV]
    started, table = time.process_time(), []
    print(*FIELDS, sep=" | ")
    for name, make in VIEWS.items():
        if options.only and not name.startswith(tuple(options.only)):
            continue
        table.append(row_of(name, make, those, detector, options.faults))
        print(*table[-1], sep=" | ", flush=True)
    print(f"{time.process_time() - started:.0f} s of processor time", file=sys.stderr)
    if options.out:
        with options.out.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream, lineterminator="\n").writerows([FIELDS, *table])
    return 0


if __name__ == "__main__":
    sys.exit(main())

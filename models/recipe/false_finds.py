"""Cut namer pieces of what a finder takes for faces and is none: cloth at a row's end, gaps, scraps.

    python -m models.recipe.false_finds --model models/reader-2 --name scraps

Looks at the training photos whose faces are all labelled, at their own size and a little smaller and larger;
every box that touches no labelled face is shown to the namer as other. Written to WORK/NAME in the form of
`prepare`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from models.recipe.finder_views import corners
from models.recipe.prepare import NAMER_OTHER, Piece, cut, save_pieces
from models.recipe.splits import Picture, Split, pictures, read_labels
from models.recipe.tally import overlap
from vision.detectors.two_stage import TwoStage
from vision.detectors.weights import load_weights

LENGTHS = (576, 640, 800)
"""Input pixels of the longer side."""
FROM = 0.2
"""A box counts from this score: lower than in use, for more of them."""
TOUCHES = 0.15
"""A box that overlaps a labelled face by this much (intersection over union) is no scrap."""


def scraps(reader: TwoStage, picture: Picture) -> Iterator[Piece]:
    """The false finds in one picture, each once at each length."""
    image = np.asarray(cv2.imread(str(picture.images[0])), dtype=np.uint8)
    high, wide = image.shape[:2]
    sides = corners(read_labels(picture.labels[0])[:, 1:]) * np.array([wide, high, wide, high])
    known = [(float(a), float(b), float(c), float(d)) for a, b, c, d in sides]
    pixels = np.ascontiguousarray(image[..., ::-1])
    for length in LENGTHS:
        found = reader.find_at(pixels, length)
        for number, (box, odds) in enumerate(zip(found.boxes, found.odds, strict=True)):
            x1, y1, x2, y2 = (float(one) for one in box)
            if odds[0] < odds[1] or any(overlap((x1, y1, x2, y2), one) > TOUCHES for one in known):
                continue
            key = f"scrap-{picture.key}/{length}-{number}"
            aspect = max(x2 - x1, 1) / max(y2 - y1, 1)
            yield Piece(cut(image, (x1, y1, x2, y2)), NAMER_OTHER, "scrap", key, Split.TRAIN, aspect, key)


def main(arguments: list[str] | None = None) -> int:
    """Cut; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.false_finds", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--work", type=Path, default=Path("runs/reader"))
    parser.add_argument("--model", type=Path, required=True, help="a model folder")
    parser.add_argument("--name", default="scraps", help="folder below --work to write")
    options = parser.parse_args(arguments)
    reader = TwoStage(replace(load_weights(options.model), find=FROM), "openvino")
    pieces: list[Piece] = []
    for picture in pictures(options.shared):
        if picture.split is Split.TRAIN and picture.complete:
            pieces.extend(scraps(reader, picture))
    save_pieces(pieces, options.work / options.name)
    print(f"{len(pieces)} pieces in {options.work / options.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Cut namer pieces out of drawn tables: faces as small, soft and slanting as a camera over a table has them.

    python -m models.recipe.table_pieces --tables runs/tables --tables runs/tables2 --name tabled

Reads what `python -m vision.synth --tables` wrote, and writes WORK/NAME in the form of `prepare`, all of it
training material. `--skip` leaves tables out by their numbers: those of sets kept for measuring. `--straight`
cuts that share of the faces by their corners, not their boxes, as one that lies on a watched table is cut.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from assistant.tiles import TILES
from models.recipe.prepare import NAMER_OTHER, PIECE, Image, Piece, cut, save_pieces
from models.recipe.splits import Split

NAMES = tuple(str(tile) for tile in TILES)
HIDDEN = 0.25
"""A face of which more than this share is covered is left out."""
LEAST = 10
"""So many pixels a face is across at least."""


def table_pieces(folder: Path, number: int, many: int, straight: float = 0.0) -> Iterator[Piece]:
    """Up to `many` faces of one drawn table, picked at random, this share of them cut straight."""
    told = json.loads((folder / "truth" / f"{number:05d}.json").read_text(encoding="utf-8"))
    image = np.asarray(cv2.imread(str(folder / "images" / f"{number:05d}.jpg")), dtype=np.uint8)
    faces = [tile for tile in told["tiles"] if _shows(tile)]
    random = np.random.default_rng((number, 5))
    for place in sorted(random.permutation(len(faces))[:many]):
        tile = faces[place]
        x1, y1, x2, y2 = tile["box"]
        label = NAMES.index(tile["tile"]) if tile["tile"] in NAMES else NAMER_OTHER
        key = f"{folder.name}-{number}/{place}"
        if random.random() < straight:
            piece, aspect = cut_straight(image, tile["quad"])
        else:
            piece, aspect = cut(image, (x1, y1, x2, y2)), (x2 - x1) / (y2 - y1)
        yield Piece(piece, label, "table", key, Split.TRAIN, aspect, key)


def cut_straight(image: Image, quad: list[list[float]]) -> tuple[Image, float]:
    """The surroundings of a face by its four corners, which become those of the piece's middle half; and its
    width / height."""
    corners = np.array(quad, dtype=np.float32)
    near, far = PIECE / 4 - 0.5, PIECE * 3 / 4 - 0.5
    middle = np.array([(near, near), (far, near), (far, far), (near, far)], dtype=np.float32)
    back = cv2.getPerspectiveTransform(middle, corners)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    piece = cv2.warpPerspective(image, back, (PIECE, PIECE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    across = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    return np.asarray(piece, dtype=np.uint8), float((across[0] + across[2]) / (across[1] + across[3]))


def _shows(tile: dict[str, object]) -> bool:
    """Whether a tile of the truth shows a face that can be read."""
    x1, y1, x2, y2 = tile["box"]  # type: ignore[misc]
    face = tile["tile"] in NAMES or tile["tile"] == "other"
    return face and float(str(tile["hidden"])) <= HIDDEN and min(x2 - x1, y2 - y1) >= LEAST  # type: ignore[has-type]


def main(arguments: list[str] | None = None) -> int:
    """Cut; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.table_pieces", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"))
    parser.add_argument("--tables", type=Path, action="append", required=True, help="repeatable")
    parser.add_argument("--name", default="tabled", help="folder below --work to write")
    parser.add_argument("--many", type=int, default=24, help="faces of each table at most")
    parser.add_argument("--straight", type=float, default=0.0, help="share of faces cut by their corners")
    parser.add_argument("--skip", type=int, nargs="*", default=[], help="numbers of tables to leave out")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    pieces: list[Piece] = []
    for folder in options.tables:
        for file in sorted((folder / "truth").glob("*.json")):
            if int(file.stem) not in options.skip:
                pieces.extend(table_pieces(folder, int(file.stem), options.many, options.straight))
    save_pieces(pieces, options.work / options.name)
    print(f"{len(pieces)} pieces in {options.work / options.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

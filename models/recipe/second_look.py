"""Let a first finder say what the training photos hold beyond their labels.

    python -m models.recipe.second_look --weights runs/reader/finder1/weights/last.pt --work runs/reader

Far tiles and walls of `partial` are not labelled, and face-down backs nowhere. For each training photo this
writes WORK/found/unsure/NAME.txt: boxes where the first finder sees anything at all that no label covers,
which the next training leaves out; everything else then counts as background, which it could not before.
Backs that it is sure of go to WORK/found/backs/NAME.txt and are learnt, but only for the pictures named in a
list that somebody has looked through (`--trust`); WORK/found/seen holds pictures of all of them to look at.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.recipe.finder_trainer import keep_quiet
from models.recipe.finder_views import BACK_CLASS, FACE, Floats, corners, row_of
from models.recipe.splits import BACK, Split, pictures, read_labels
from models.recipe.tally import overlap

ANYTHING = 0.06
"""On the side of the row where play is, whatever scores this much is left out of the next training."""
SURE_BACK = 0.5
SURE_FACE = 0.35
OWN_SIDE = 0.6
"""Between the row and its player lie laps, floors and racks: only what scores this much there is left out."""
GROWN = 0.15
"""An unsure box is grown by this share of its size on each side."""


def own_side(labelled: Floats, boxes: Floats, sure_faces: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which boxes lie between the labelled row and its player: the side of the row with fewer sure faces.

    All False where the labelled tiles are no row, or where nothing tells the sides apart.
    """
    nowhere = np.zeros(len(boxes), dtype=bool)
    row = row_of(labelled)
    if row is None:
        return nowhere
    away = row.away(boxes)
    votes = float(np.sign(away[sure_faces & (np.abs(away) > row.thick)]).sum())
    if abs(votes) < 2:
        return nowhere
    result: npt.NDArray[np.bool_] = away * np.sign(votes) < -0.8 * row.thick
    return result


def beyond_labels(
    boxes: Floats, scores: Floats, classes: Floats, labelled: Floats, complete: bool = False
) -> tuple[list[Floats], list[Floats]]:
    """(backs, unsure) among found boxes that no labelled face covers; boxes as corners in shares.

    In a picture whose faces are all labelled (`complete`) only backs can be news.
    """
    outside = np.array([max((_covered(box, one) for one in labelled), default=0.0) < 0.5 for box in boxes])
    outside = outside.astype(bool)
    clear = np.array([max((_covered(box, one) for one in labelled), default=0.0) < 0.1 for box in boxes])
    is_back = classes == BACK_CLASS
    own = own_side(labelled, boxes, outside & ~is_back & (scores >= SURE_FACE))
    backs, unsure = [], []
    for place in np.flatnonzero(outside & (scores >= np.where(own, OWN_SIDE, ANYTHING))):
        if is_back[place] and scores[place] >= SURE_BACK and clear[place] and not own[place]:
            backs.append(boxes[place])
        elif is_back[place] or not complete:
            unsure.append(boxes[place])
    return backs, unsure


def _covered(box: Floats, by: Floats) -> float:
    """The share of a box that another one covers, or their overlap if that is larger."""
    wide = min(box[2], by[2]) - max(box[0], by[0])
    high = min(box[3], by[3]) - max(box[1], by[1])
    if wide <= 0 or high <= 0:
        return 0.0
    area = max(float((box[2] - box[0]) * (box[3] - box[1])), 1e-9)
    one: Any = tuple(float(v) for v in box)
    other: Any = tuple(float(v) for v in by)
    return max(float(wide * high) / area, overlap(one, other))


def lines(boxes: list[Floats], kind: int, grow: float = 0.0) -> str:
    """Corner boxes as the text of a label file."""
    rows = []
    for x1, y1, x2, y2 in boxes:
        w, h = (x2 - x1) * (1 + 2 * grow), (y2 - y1) * (1 + 2 * grow)
        rows.append(f"{kind} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {w:.6f} {h:.6f}\n")
    return "".join(rows)


def main(arguments: list[str] | None = None) -> int:
    """Look through all training photos; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.second_look", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--work", type=Path, default=Path("runs/reader"))
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--trust", type=Path, help="file: names of photos whose backs are right")
    options = parser.parse_args(arguments)
    keep_quiet(options.work)
    from ultralytics.models import YOLO

    trusted = frozenset(options.trust.read_text(encoding="utf-8").split()) if options.trust else frozenset()
    net = YOLO(str(options.weights))
    out = options.work / "found"
    for name in ("unsure", "backs", "seen"):
        (out / name).mkdir(parents=True, exist_ok=True)
    training = [picture for picture in pictures(options.shared) if picture.split is Split.TRAIN]
    for number, picture in enumerate(training):
        for image, labels in zip(picture.images, picture.labels, strict=True):
            rows = read_labels(labels)
            labelled = corners(rows[rows[:, 0] != BACK][:, 1:])
            pixels = np.asarray(cv2.imread(str(image)), dtype=np.uint8)
            answer: Any = net.predict(pixels, imgsz=640, conf=ANYTHING, iou=0.6, max_det=400, verbose=False)
            answer = answer[0].boxes
            boxes = np.asarray(answer.xyxyn.numpy(), dtype=np.float32)
            scores = np.asarray(answer.conf.numpy(), dtype=np.float32)
            kinds = np.asarray(answer.cls.numpy(), dtype=np.float32)
            backs, unsure = beyond_labels(boxes, scores, kinds, labelled, picture.complete)
            trust = image.stem in trusted
            text = lines(unsure if trust else unsure + backs, FACE, GROWN)
            (out / "unsure" / f"{image.stem}.txt").write_text(text, encoding="utf-8")
            text = lines(backs if trust else [], BACK)
            (out / "backs" / f"{image.stem}.txt").write_text(text, encoding="utf-8")
            if backs and image == picture.images[0]:
                for box, colour in [(b, (0, 200, 255)) for b in backs] + [(u, (0, 0, 255)) for u in unsure]:
                    x1, y1, x2, y2 = (int(v * 640) for v in box)
                    cv2.rectangle(pixels, (x1, y1), (x2, y2), colour, 1)
                cv2.imwrite(str(out / "seen" / image.name), pixels)
        if number % 50 == 0:
            print(f"{number} of {len(training)} pictures", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure a model folder on labelled pictures, through the very runtime that ships.

    python -m models.recipe.evaluate --shared ../shared --model models/reader-2 --split val --write

`--write` leaves metrics.csv and confusion.csv in the model folder. Counted as issue and model card say: a
suited tile is found and rightly named, wrongly named, left `?`, or missed (intersection over union 0.4, one
to one); a picture is exact if every suited tile is named right and nothing else is called a suited tile.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from models.recipe.splits import BACK as BACK_LABEL
from models.recipe.splits import Split, pictures, read_labels
from models.recipe.tally import (
    BACK,
    MISSED,
    NOTHING,
    OTHER,
    SUITED,
    UNKNOWN,
    Box,
    Outcome,
    Summary,
    Tile,
    average_precision,
    calibration_error,
    compare,
    match,
    overlap,
)
from vision.detectors.opening import Detector, open_detector
from vision.pipeline import read_picture

LABELS = (*SUITED, BACK, OTHER)
LEVELS = tuple(0.5 + 0.05 * step for step in range(10))


@dataclass(frozen=True)
class Sheet:
    """One picture read: its group (hand, table, tray, seat), the labelled tiles and the found ones."""

    file: Path
    group: str
    complete: bool
    truth: tuple[Tile, ...]
    found: tuple[Tile, ...]
    likeliest: tuple[tuple[str, float], ...]
    """For each found tile its likeliest class and how likely, before any threshold."""
    milliseconds: float

    @property
    def outcome(self) -> Outcome:
        """The comparison; where a picture is labelled in part, tiles found elsewhere are left out."""
        found = self.found
        if not self.complete:
            pairs = match(self.truth, self.found)
            found = tuple(self.found[place] for _, place in pairs)
        return compare(self.truth, found)


def truth_of(labels: Path, width: int, height: int) -> tuple[Tile, ...]:
    """The labelled faces of a picture in pixels."""
    tiles = []
    for label, cx, cy, w, h in read_labels(labels):
        if int(label) != BACK_LABEL:
            box = ((cx - w / 2) * width, (cy - h / 2) * height, (cx + w / 2) * width, (cy + h / 2) * height)
            tiles.append(Tile(LABELS[int(label)], box))
    return tuple(tiles)


def read_sheet(image: Path, labels: Path, group: str, complete: bool, detector: Detector) -> Sheet:
    """Read one picture with the shipped runtime."""
    picture = read_picture(image, detector)
    seen = picture.reading.tiles
    return Sheet(
        image,
        group,
        complete,
        truth_of(labels, picture.width, picture.height),
        tuple(Tile(one.word, one.box, one.detection.score * one.confidence) for one in seen),
        tuple((LABELS[one.detection.best], one.confidence) for one in seen),
        picture.milliseconds["total"],
    )


def summaries(sheets: list[Sheet]) -> dict[str, Summary]:
    """Counts by group, and of all."""
    result: dict[str, Summary] = defaultdict(Summary)
    for sheet in sheets:
        outcome = sheet.outcome
        result[sheet.group].add(outcome)
        result["all"].add(outcome)
    return dict(result)


def found_precision(sheets: list[Sheet]) -> tuple[float, float]:
    """mAP50 and mAP50-95 of finding faces, whatever their kind."""
    truths = [[tile.box for tile in sheet.truth] for sheet in sheets]
    found = [[(t.confidence, t.box) for t in sheet.found if t.word != BACK] for sheet in sheets]
    scores = [average_precision(truths, found, level) for level in LEVELS]
    return scores[0], float(np.mean(scores))


def named_precision(sheets: list[Sheet]) -> tuple[float, float]:
    """mAP50 and mAP50-95 over the 27 kinds and other, as a one-stage detector would be measured."""
    rows = []
    for word in (*SUITED, OTHER):
        truths: list[list[Box]] = [[t.box for t in sheet.truth if t.word == word] for sheet in sheets]
        found = [
            [
                (t.confidence, t.box)
                for t, (best, _) in zip(sheet.found, sheet.likeliest, strict=True)
                if best == word
            ]
            for sheet in sheets
        ]
        if any(truths):
            rows.append([average_precision(truths, found, level) for level in LEVELS])
    table = np.array(rows)
    return float(table[:, 0].mean()), float(table.mean())


def calibration(sheets: list[Sheet]) -> tuple[float, int]:
    """Expected calibration error of the likeliest class of every matched face, and of how many faces."""
    confidences, right = [], []
    for sheet in sheets:
        for t, f in match(sheet.truth, sheet.found):
            word, confidence = sheet.likeliest[f]
            confidences.append(confidence)
            right.append(word == sheet.truth[t].word)
    return calibration_error(np.array(confidences), np.array(right)), len(right)


def write_metrics(file: Path, split: str, groups: dict[str, Summary], more: dict[str, float]) -> None:
    """One line a figure: split, group, figure, value."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(("split", "group", "figure", "value"))
        for group, summary in sorted(groups.items()):
            table.writerow((split, group, "pictures", summary.pictures))
            for what in ("suited", "right", "wrong", "unknown", "missed", "extra"):
                table.writerow((split, group, what, summary.counts[what]))
            table.writerow((split, group, "exact", summary.exact))
            table.writerow((split, group, "right_share", f"{summary.share('right'):.4f}"))
            table.writerow((split, group, "wrong_share", f"{summary.share('wrong'):.4f}"))
            table.writerow((split, group, "exact_share", f"{summary.exact / summary.pictures:.4f}"))
        for figure, value in more.items():
            table.writerow((split, "all", figure, f"{value:.4f}"))


def write_confusion(file: Path, summary: Summary) -> None:
    """Rows: what a tile is (`nothing`: no labelled tile there). Columns: what it was called (`missed`: not
    found)."""
    columns = (*SUITED, OTHER, BACK, UNKNOWN, MISSED)
    with file.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(("truth", *columns))
        for truth in (*SUITED, OTHER, NOTHING):
            table.writerow((truth, *(summary.confusion[truth, found] for found in columns)))


def show(sheet: Sheet, folder: Path) -> None:
    """Save a picture three times as large with the labelled boxes that went wrong, and what was read."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = Image.open(sheet.file).convert("RGB")
    picture = picture.resize((picture.width * 2, picture.height * 2))
    pen = ImageDraw.Draw(picture)
    pairs = dict(match(sheet.truth, sheet.found))
    for place, tile in enumerate(sheet.truth):
        word = sheet.found[pairs[place]].word if place in pairs else MISSED
        if word != tile.word and not (tile.word == OTHER and word in (UNKNOWN, MISSED)):
            pen.rectangle(tuple(2 * value for value in tile.box), outline="red", width=2)
            pen.text((2 * tile.box[0], 2 * tile.box[1] - 14), f"{tile.word}>{word}", fill="red")
    for place, tile in enumerate(sheet.found):
        if place not in pairs.values() and sheet.complete:
            near = max((overlap(tile.box, truth.box) for truth in sheet.truth), default=0.0)
            pen.rectangle(tuple(2 * value for value in tile.box), outline="blue", width=2)
            pen.text((2 * tile.box[0], 2 * tile.box[3]), f"+{tile.word} {near:.2f}", fill="blue")
    picture.save(folder / sheet.file.name)


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.evaluate", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--model", type=Path, required=True, help="a model folder or weights")
    parser.add_argument("--split", choices=[split.value for split in Split], default="val")
    parser.add_argument("--backend", default="onnxruntime")
    parser.add_argument("--precision", default="auto", help="fp32 or int8")
    parser.add_argument(
        "--write", action="store_true", help="write metrics.csv and confusion.csv into the model folder"
    )
    parser.add_argument("--faults", type=Path, help="folder for pictures with something wrong")
    options = parser.parse_args(arguments)
    detector = open_detector(options.model, options.backend, options.precision)
    sheets = [
        read_sheet(picture.images[0], picture.labels[0], picture.group, picture.complete, detector)
        for picture in pictures(options.shared)
        if picture.split == options.split
    ]
    groups = summaries(sheets)
    whole = [sheet for sheet in sheets if sheet.complete]
    found50, found95 = found_precision(whole)
    named50, named95 = named_precision(whole)
    error, faces = calibration(whole)
    more = {
        "face_map50": found50,
        "face_map50_95": found95,
        "kinds_map50": named50,
        "kinds_map50_95": named95,
        "calibration_error": error,
        "calibration_faces": float(faces),
    }
    for group, summary in sorted(groups.items()):
        counts = ", ".join(
            f"{what} {summary.counts[what]}" for what in ("right", "wrong", "unknown", "missed", "extra")
        )
        suited = summary.counts["suited"]
        print(f"{group}: {summary.exact} of {summary.pictures} pictures exact; {suited} suited tiles:")
        print(f"  {counts}; right {summary.share('right'):.4f}, wrong {summary.share('wrong'):.4f}")
    print(", ".join(f"{name} {value:.4f}" for name, value in more.items()))
    middle = np.median([sheet.milliseconds for sheet in sheets])
    print(f"{middle:.0f} ms a picture with {detector.backend} {options.precision}")
    if options.faults:
        for sheet in sheets:
            if not sheet.outcome.exact:
                show(sheet, options.faults)
                print(sheet.file.name, [pair for pair in sheet.outcome.pairs if pair[0] != pair[1]])
    if options.write:
        write_metrics(options.model / "metrics.csv", options.split, groups, more)
        write_confusion(options.model / "confusion.csv", groups["all"])
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Draw scenes with their truth, for training.

    python -m vision.synth --faces web/static/tiles --crops ../shared/crops --count 1500 --out runs/drawn

Writes images/NNNNN.jpg, labels/NNNNN.txt (class, centre x, centre y, width, height as shares; classes are the
27 kinds in tile order, 27 back, 28 other), unsure/NNNNN.txt for surfaces of which too little shows, and
truth/NNNNN.json with kind, box and quad of all. Goes on where it stopped.

    python -m vision.synth --tables --faces web/static/tiles --count 500 --out runs/tables

Whole tables in play, 1280 x 720 (`--size` sets the width, 16:9), with quads/NNNNN.txt beside: class and the
four corners of the face or back as shares, from the drawing's upper left, clockwise; truth/NNNNN.json: kind,
box, quad, area, side and hidden share of every tile that shows, and the corners of the playing surface, in
pixels. `--grazing` draws tables on which whole rows are seen so flatly that their backs are slivers,
`--faint` ones whose tiles bear drawings of nearly their own colour.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from vision.detection import NAMES
from vision.synth.backs import back_scene
from vision.synth.faces import load_faces
from vision.synth.faint import faint_table
from vision.synth.grazing import grazing_table
from vision.synth.labels import save_table
from vision.synth.pictures import LEAST, any_table
from vision.synth.scenes import Scene, Truth, any_scene
from vision.synth.tile_sets import crop_sets, invented_sets

CLASSES = NAMES


def label_line(truth: Truth, size: int) -> str:
    """One line of a label file."""
    x1, y1, x2, y2 = (value / size for value in truth.box)
    return f"{CLASSES.index(truth.kind)} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {x2 - x1:.6f} {y2 - y1:.6f}"


def save(scene: Scene, out: Path, name: str) -> None:
    """Write a scene's picture and truth below `out`."""
    for folder in ("images", "labels", "unsure", "truth"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    size = scene.image.shape[0]
    for folder, clear in (("labels", True), ("unsure", False)):
        lines = [label_line(truth, size) for truth in scene.tiles if truth.clear is clear]
        (out / folder / f"{name}.txt").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    told = [
        {
            "tile": truth.kind,
            "box": [int(side) for side in truth.box],
            "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in truth.outline],
            "clear": bool(truth.clear),
        }
        for truth in scene.tiles
    ]
    (out / "truth" / f"{name}.json").write_text(json.dumps({"tiles": told}) + "\n", encoding="utf-8")
    bgr = np.ascontiguousarray(scene.image[..., ::-1])
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])


def main(arguments: list[str] | None = None) -> int:
    """Draw; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.synth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--faces", type=Path, action="append", default=[], help="folder of 1m.svg ... (repeatable)"
    )
    parser.add_argument("--crops", type=Path, help="folder of photographed single tiles in folders by kind")
    parser.add_argument("--invented", type=int, default=0, help="how many invented sets to draw with as well")
    parser.add_argument("--first", type=int, default=0, help="number of the first invented set")
    parser.add_argument(
        "--font", type=Path, action="append", default=[], help="for their characters (repeatable)"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--size", type=int, help="pixels; usually 800, the width of a table 1280")
    parser.add_argument("--tables", action="store_true", help="whole tables in play")
    parser.add_argument("--grazing", action="store_true", help="of whole tables those with flatly seen rows")
    parser.add_argument("--faint", action="store_true", help="of whole tables those with faint drawings")
    parser.add_argument(
        "--least", type=int, default=LEAST, help="pixels that a tile of a table has both ways to be labelled"
    )
    parser.add_argument("--backs", action="store_true", help="scenes about backs, and about what is no tile")
    parser.add_argument("--seed", type=int, default=0, help="number of the first scene")
    options = parser.parse_args(arguments)
    sets = [load_faces(folder) for folder in options.faces]
    if options.crops:
        photos = crop_sets(options.crops)
        sets = sets * max(1, len(photos) // (2 * max(len(sets), 1))) + photos
    if options.invented and sets:
        sets += invented_sets(options.invented, options.font, sets[0], options.first)
    if not sets:
        parser.error("give --faces or --crops: without drawings there is nothing on the tiles")
    for number in range(options.seed, options.seed + options.count):
        name = f"{number:05d}"
        if not (options.out / "images" / f"{name}.jpg").is_file():
            if options.tables or options.grazing or options.faint:
                wide = options.size or 1280
                draw = grazing_table if options.grazing else faint_table if options.faint else any_table
                table = draw(sets, number, (wide, wide * 9 // 16))
                save_table(table, options.out, name, least=options.least)
            else:
                scene = (back_scene if options.backs else any_scene)(sets, number, options.size or 800)
                save(scene, options.out, name)
        if number % 100 == 0:
            print(f"scene {number}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

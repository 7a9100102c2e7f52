"""Label files of whole tables: upright and oriented boxes for trainers, and the whole truth as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from vision.detection import NAMES
from vision.synth.board import TileTruth
from vision.synth.pictures import LEAST, Picture, is_clear


def quad_line(truth: TileTruth, wide: int, high: int) -> str:
    """One line of a file of oriented labels."""
    corners = " ".join(f"{x / wide:.6f} {y / high:.6f}" for x, y in truth.quad)
    return f"{truth.kind} {corners}"


def box_line(truth: TileTruth, wide: int, high: int) -> str:
    """One line of a file of upright labels."""
    x1, y1, x2, y2 = truth.box[0] / wide, truth.box[1] / high, truth.box[2] / wide, truth.box[3] / high
    return f"{truth.kind} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {x2 - x1:.6f} {y2 - y1:.6f}"


def truth_document(picture: Picture) -> dict[str, object]:
    """The truth beside a picture as one JSON document."""
    high, wide = picture.pixels.shape[:2]
    return {
        "width": wide,
        "height": high,
        "corners": [[round(x, 2), round(y, 2)] for x, y in picture.corners],
        "covered": sorted([str(area), side] for area, side in picture.covered),
        "tiles": [
            {
                "tile": NAMES[truth.kind],
                "box": list(truth.box),
                "quad": [[round(x, 2), round(y, 2)] for x, y in truth.quad],
                "area": str(truth.area),
                "side": truth.side,
                "hidden": round(truth.hidden, 3),
                "clear": is_clear(truth),
            }
            for truth in picture.tiles
        ],
    }


def save_table(picture: Picture, out: Path, name: str, quality: int = 92, least: int = LEAST) -> None:
    """Write a table's picture and truth below `out`. `least`: pixels that a tile has both ways to be
    labelled."""
    high, wide = picture.pixels.shape[:2]
    for folder in ("images", "labels", "unsure", "quads", "truth"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    clear = [truth for truth in picture.tiles if is_clear(truth, least)]
    rest = [truth for truth in picture.tiles if not is_clear(truth, least)]
    files = {
        "labels": [box_line(truth, wide, high) for truth in clear],
        "unsure": [box_line(truth, wide, high) for truth in rest],
        "quads": [quad_line(truth, wide, high) for truth in clear],
    }
    for folder, lines in files.items():
        (out / folder / f"{name}.txt").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    document = json.dumps(truth_document(picture), ensure_ascii=False)
    (out / "truth" / f"{name}.json").write_text(document + "\n", encoding="utf-8")
    cv2.imwrite(str(out / "images" / f"{name}.jpg"), picture.bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])

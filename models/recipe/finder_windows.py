"""Windows of whole drawn tables, with the tiles in them: what `compare_finders` shows and measures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.recipe.finder_views import relit
from models.recipe.tally import Box
from vision.detection import NAMES
from vision.synth.faces import load_faces
from vision.synth.labels import save_table
from vision.synth.pictures import any_table
from vision.synth.tile_sets import invented_sets

SIZE = 256
"""Pixels of a window: small, so that a few minutes show many of them."""
FIRST_SET, FIRST_SCENE = 7000, 950_000
"""Neither training nor `measure_drawn` draws these."""
Pixels = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Window:
    """A part of a drawn table, BGR, with the tiles in it: class numbers of `NAMES` and quads, pixels."""

    pixels: Pixels
    kinds: npt.NDArray[np.int64]
    quads: Points


def window(file: Path, random: np.random.Generator) -> Window:
    """A turned window of a drawn table around one of its tiles, with the tiles whose middle lies in it."""
    told = [one for one in json.loads(file.read_text("utf-8"))["tiles"] if one["clear"]]
    image = np.asarray(cv2.imread(str(file.parents[1] / "images" / f"{file.stem}.jpg")), dtype=np.uint8)
    quads: Points = np.array([one["quad"] for one in told], dtype=np.float64)
    kinds = np.array([NAMES.index(one["tile"]) for one in told], dtype=np.int64)
    spans = np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    scale = float(np.exp(random.uniform(np.log(18), np.log(80)))) / float(np.median(spans))
    angle = random.uniform(0, 2 * np.pi) if random.random() < 0.6 else random.normal(0, 0.08)
    centre = quads[random.integers(len(quads))].mean(0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
    shift = np.array([SIZE / 2, SIZE / 2]) + random.uniform(-0.25, 0.25, 2) * SIZE - turn @ centre
    matrix = np.concatenate([turn, shift[:, None]], 1)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    colour = tuple(float(one) for one in random.uniform(0, 255, 3))
    cut = np.asarray(cv2.warpAffine(image, matrix, (SIZE, SIZE), flags=way, borderValue=colour), np.uint8)
    there = quads @ turn.T + shift
    middle = there.mean(1)
    inside = ((there > -0.2 * SIZE) & (there < 1.2 * SIZE)).all((1, 2))
    inside &= ((middle > 0) & (middle < SIZE)).all(1)
    return Window(relit(cut, random), kinds[inside], there[inside])


def windows(files: Sequence[Path], random: np.random.Generator) -> Iterator[Window]:
    """Windows of tables without end; tables on which nothing shows are passed over."""
    while True:
        file = files[int(random.integers(len(files)))]
        if '"clear": true' in file.read_text("utf-8"):
            yield window(file, random)


def around(quad: Points) -> Box:
    """The upright box around a quad, as far as it lies in the window."""
    x1, y1, x2, y2 = (float(one) for one in np.clip((*quad.min(0), *quad.max(0)), 0, SIZE))
    return x1, y1, x2, y2


def shape_overlap(one: Points, other: Points) -> float:
    """Intersection over union of two convex quads."""
    shared = float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])
    areas = sum(float(cv2.contourArea(quad.astype(np.float32))) for quad in (one, other))
    return shared / max(areas - shared, 1e-9)


def draw_left_out(folder: Path, faces: Path, fonts: list[Path], many: int = 16) -> None:
    """Draw the tables that are measured, as far as they are not there."""
    names = [f"{number}" for number in range(FIRST_SCENE, FIRST_SCENE + many)]
    missing = [name for name in names if not (folder / "images" / f"{name}.jpg").is_file()]
    if not missing:
        return
    if not fonts:
        raise ValueError("the left-out tables are not drawn yet: name fonts with --font")
    sets = invented_sets(8, fonts, load_faces(faces), FIRST_SET)
    for name in missing:
        save_table(any_table(sets, int(name), (1280, 720)), folder, name)

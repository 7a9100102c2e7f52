"""A photo of a whole set, drawn from the project's own faces, and a detector that finds every tile of it."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from assistant.tiles import KINDS, TILES
from tests.own_faces import own_faces
from vision.detectors.looking import Found
from vision.detectors.nets import opener
from vision.detectors.two_stage import Namer, TwoStage
from vision.detectors.weights import load_weights
from vision.frames import Frame, Pixels

WIDE, HIGH = 66, 88
STEP_X, STEP_Y = 72, 120
MARGIN = 60


@lru_cache(maxsize=4)
def drawn(kinds: tuple[int, ...] = tuple(range(KINDS)), columns: int = 9) -> Pixels:
    """Tiles of these kinds in rows on felt, RGB; the first of `columns` in a row."""
    faces = own_faces()
    random = np.random.default_rng(0)
    rows = -(-len(kinds) // columns)
    sheet = np.full((2 * MARGIN + rows * STEP_Y, 2 * MARGIN + columns * STEP_X, 3), (30, 96, 66), np.uint8)
    for place, kind in enumerate(kinds):
        x1, y1, x2, y2 = (int(side) for side in box(place, columns))
        ink = cv2.resize(
            faces.pick(str(TILES[kind]), random).rgba, (WIDE, HIGH), interpolation=cv2.INTER_AREA
        )
        share = ink[..., 3:] / 255
        sheet[y1:y2, x1:x2] = ink[..., :3] * share + np.array((248, 244, 232)) * (1 - share)
    return sheet


def box(place: int, columns: int = 9) -> tuple[float, float, float, float]:
    """Where the tile at a place lies."""
    row, column = divmod(place, columns)
    left, top = MARGIN + column * STEP_X, MARGIN + row * STEP_Y
    return left, top, left + WIDE, top + HIGH


class SheetReader(TwoStage):
    """The shipped namer behind a finder that knows where the tiles of a sheet lie."""

    def __init__(self, many: int = KINDS) -> None:
        weights = load_weights()
        self.backend = "onnxruntime"
        self.weights = weights
        self.title, self.name_from = weights.title, weights.name
        self.namer = Namer(weights.namer, opener("onnxruntime")[1](weights.namer.file, 1))
        self.many = many

    def find(self, frame: Frame) -> Found:
        boxes = np.array([box(place) for place in range(self.many)], np.float32).reshape(-1, 4)
        return Found(boxes, np.tile(np.array([[0.95, 0.01]], np.float32), (self.many, 1)))

    def find_at(self, pixels: Pixels, size: int) -> Found:
        """The same at any size."""
        return self.find(Frame.of(pixels))

"""牌面: the face of each tile cut out of a picture for the net that names it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.nets import Array
from vision.frames import Pixels

SLANTING = 0.2
"""The share of a box that a neighbour's covers where a row slants: over 0.15 in nearly all rows turned by 30
to 50 degrees, under 0.16 in nearly all upright ones (development photos, turned and as they are)."""


LEVEL_MARGIN = 0.12
"""The part of a level face's width and height that is added around it on each side: of 0.04 to 0.18 the best
for faces of about 26 pixels (17 drawn films)."""


def cut_face(
    pixels: Pixels, box: tuple[float, float, float, float] | Array, size: int, margin: float
) -> Pixels:
    """The inside of a box (x1, y1, x2, y2 in pixels), `margin` of its width and height added on each side,
    squashed to `size` x `size`. What lies outside the picture repeats its edge."""
    height, width = pixels.shape[:2]
    x1, y1, x2, y2 = (float(one) for one in box)
    more_x, more_y = (x2 - x1) * margin, (y2 - y1) * margin
    left, top = int(np.floor(x1 - more_x)), int(np.floor(y1 - more_y))
    right, bottom = int(np.ceil(x2 + more_x)), int(np.ceil(y2 + more_y))
    left, top = min(left, width - 1), min(top, height - 1)
    right, bottom = max(right, left + 1, 1), max(bottom, top + 1, 1)
    inside = pixels[max(top, 0) : min(bottom, height), max(left, 0) : min(right, width)]
    outside = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
    if any(outside):
        inside = np.asarray(cv2.copyMakeBorder(inside, *outside, cv2.BORDER_REPLICATE), dtype=np.uint8)
    # the few pixels of a tile on a table say more where they are not smeared between
    way = cv2.INTER_AREA if min(inside.shape[:2]) > size else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(inside, (size, size), interpolation=way), dtype=np.uint8)


def cut_faces(pixels: Pixels, boxes: Array, size: int, margin: float) -> Pixels:
    """The faces in n boxes as one batch: n x size x size x 3, red green blue, 0..255. `margin` as in
    `cut_face`; boxes of slanting rows get none."""
    batch = np.empty((len(boxes), size, size, 3), dtype=np.uint8)
    loose = slanting(boxes)
    for place, box in enumerate(boxes):
        batch[place] = cut_face(pixels, box, size, 0.0 if loose[place] else margin)
    return batch


def cut_level(pixels: Pixels, outline: Array, size: int) -> Pixels:
    """The inside of an outline, 4 x 2 pixels of which the first corner comes to the top left and the others
    follow clockwise, with `LEVEL_MARGIN` on each side, as `size` x `size`."""
    sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
    # of a face with more pixels than the net takes none may be passed over
    finer = size * max(1, math.ceil(float(sides.max()) / size))
    rim = finer * LEVEL_MARGIN / (1 + 2 * LEVEL_MARGIN)
    # a pixel's middle lies at a half, OpenCV's at a whole number
    corners = np.array([[rim, rim], [finer - rim, rim], [finer - rim, finer - rim], [rim, finer - rim]]) - 0.5
    matrix = cv2.getPerspectiveTransform((outline - 0.5).astype(np.float32), corners.astype(np.float32))
    face = cv2.warpPerspective(
        pixels, matrix, (finer, finer), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    if finer > size:
        face = cv2.resize(face, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(face, dtype=np.uint8)


def slanting(boxes: Array) -> NDArray[np.bool_]:
    """Which upright boxes hold much of a neighbour, as the loose ones around tiles of a slanting row do."""
    corners = boxes.reshape(-1, 4).astype(np.float64)
    low, high = corners[:, :2], corners[:, 2:]
    shared = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    areas = np.prod(np.maximum(shared, 0), axis=2)
    own = np.maximum(areas.diagonal().copy(), 1e-9)
    np.fill_diagonal(areas, 0)
    return np.asarray(areas.max(axis=1, initial=0) > SLANTING * own)

"""牌面: the face of each tile cut out of a picture for the net that names it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detectors.nets import Array
from vision.frames import Pixels


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
    way = cv2.INTER_AREA if min(inside.shape[:2]) > size else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inside, (size, size), interpolation=way), dtype=np.uint8)


def cut_faces(pixels: Pixels, boxes: Array, size: int, margin: float) -> Pixels:
    """The faces in n boxes as one batch: n x size x size x 3, red green blue, 0..255."""
    batch = np.empty((len(boxes), size, size, 3), dtype=np.uint8)
    for place, box in enumerate(boxes):
        batch[place] = cut_face(pixels, box, size, margin)
    return batch

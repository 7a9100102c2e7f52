"""出图: a frame, or a part of it, as the bytes of a JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frames import Pixels

QUALITY = 82


def jpeg(pixels: Pixels, widest: int | None = None) -> bytes:
    """RGB pixels as a JPEG; `widest`: pixels of its longer side, at most."""
    height, width = pixels.shape[:2]
    if widest is not None and max(height, width) > widest:
        part = widest / max(height, width)
        size = (max(1, round(width * part)), max(1, round(height * part)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, packed = cv2.imencode(
        ".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    )
    if not done:
        raise ValueError("the picture cannot be packed as a JPEG: it has no pixels")
    return packed.tobytes()


def part(pixels: Pixels, points: np.ndarray[tuple[int, ...], np.dtype[np.float64]], margin: float) -> Pixels:
    """The upright box around some points (n x 2, in pixels) with a margin in pixels, as far as the picture
    goes; the whole picture where the box lies outside.
    """
    height, width = pixels.shape[:2]
    left, top = np.floor(points.min(0) - margin).astype(int)
    right, bottom = np.ceil(points.max(0) + margin).astype(int)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return pixels if left >= right or top >= bottom else pixels[top:bottom, left:right]

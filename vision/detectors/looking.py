"""看图: at which sizes a finder is shown a picture: whole, larger where tiles come out small, or sliced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import thin_out
from vision.detectors.nets import Array
from vision.frames import Pixels

SMALL = 26.0
"""Input pixels: where the middle one of the tiles found is smaller, the picture is shown larger."""
WANTED = 40.0
"""Input pixels that a tile gets then."""
SMALLEST = 128
"""Input pixels of the longer side that a picture gets at least."""
LARGE = 110.0
"""Input pixels: where the largest of the tiles found is larger, the picture is shown smaller too: of tiles
that fill a picture a finder sees parts."""
HANDY = 64.0
"""Input pixels that a tile gets then."""
PART = 0.5
"""What lies so far inside a tile that was seen smaller is a part of it."""
USUAL = 640
"""Input pixels of the longer side that even a small picture is brought to."""
LARGEST = 1280
"""Input pixels of the longer side; a picture that needs more is cut into slices."""
OVERLAP = 0.25
"""The part of a slice that the next one shows again."""
MOST_SLICES = 12
MOST_TILES = 300
"""More than two whole sets; the surest are kept."""
GREY = 114
"""What fills the rest of the input, the grey that YOLO is trained with."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a finder found: `boxes` n x 4 corners in pixels of the picture, `odds` n x classes."""

    boxes: Array
    odds: Array

    @property
    def scores(self) -> Array:
        """How sure each is, 0..1: the best of its odds."""
        best: Array = self.odds.max(axis=1, initial=0.0)
        return best

    def __len__(self) -> int:
        return len(self.boxes)

    def only(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> Found:
        """The ones at some places."""
        return Found(self.boxes[places], self.odds[places])

    def once(self) -> Found:
        """Each tile once, the surest first, at most `MOST_TILES`."""
        return self.only(thin_out(self.boxes, self.scores)[:MOST_TILES])


def nothing(classes: int) -> Found:
    """No tile at all."""
    return Found(np.zeros((0, 4), np.float32), np.zeros((0, classes), np.float32))


def together(parts: list[Found]) -> Found:
    """All of several, one after the other."""
    return Found(np.concatenate([one.boxes for one in parts]), np.concatenate([one.odds for one in parts]))


Show = Callable[[Pixels, int], Found]
"""Shows a finder pixels with the longer side brought to so many input pixels."""


def look(show: Show, pixels: Pixels, size: int) -> Found:
    """Every tile of a picture, once. `size`: input pixels of the longer side for the first look.

    A picture of more than `USUAL` pixels is never shown larger than it is: that adds no detail.
    """
    longer = max(pixels.shape[:2])
    size = min(size, max(longer, USUAL))
    first = _farther(show, pixels, show(pixels, size).once(), size)
    if not len(first) and longer > size:
        # tiles that are too small for the first look may show in a closer one
        size = min(2 * size, longer, LARGEST)
        first = show(pixels, size).once()
    if not len(first) or longer <= size:
        return first
    spans = np.sqrt(np.prod(first.boxes[:, 2:] - first.boxes[:, :2], axis=1)) * size / longer
    typical = float(np.median(spans))
    if typical >= SMALL:
        return first
    wanted = min(int(size * WANTED / max(typical, 1.0)), longer)
    if wanted <= LARGEST:
        second = show(pixels, wanted).once()
        return second if len(second) >= len(first) else first
    return together([first, *_slices(show, pixels, wanted)]).once()


def _farther(show: Show, pixels: Pixels, first: Found, size: int) -> Found:
    """What was found at a size, or where a tile is large, what a smaller look finds, and of the first what
    lies elsewhere."""
    if not len(first):
        return first
    spans = np.sqrt(np.prod(first.boxes[:, 2:] - first.boxes[:, :2], axis=1)) * size / max(pixels.shape[:2])
    large = float(spans.max())
    if large < LARGE:
        return first
    second = show(pixels, max(int(size * HANDY / large), SMALLEST)).once()
    if not len(second):
        return first
    low = np.maximum(first.boxes[:, None, :2], second.boxes[None, :, :2])
    high = np.minimum(first.boxes[:, None, 2:], second.boxes[None, :, 2:])
    shared = np.prod(np.maximum(high - low, 0), axis=2)
    areas = np.prod(first.boxes[:, 2:] - first.boxes[:, :2], axis=1)
    elsewhere = shared.max(axis=1) < PART * areas
    return together([second, first.only(elsewhere)]).once()


def _slices(show: Show, pixels: Pixels, wanted: int) -> Iterator[Found]:
    """What is found in slices of a picture that would be `wanted` input pixels long, in its own pixels."""
    height, width = pixels.shape[:2]
    per_input = max(height, width) / wanted
    side = int(LARGEST * per_input)
    while len(_starts(width, side)) * len(_starts(height, side)) > MOST_SLICES:
        side = int(side * 1.25)
    for top in _starts(height, side):
        for left in _starts(width, side):
            part = pixels[top : top + side, left : left + side]
            found = show(part, LARGEST)
            boxes = found.boxes + np.array([left, top, left, top], dtype=np.float32)
            # a tile cut by an inner edge is whole in the next slice, so only whole ones are taken from each
            edge = 2 * per_input
            whole = (
                ((boxes[:, 0] > left + edge) | (left == 0))
                & ((boxes[:, 1] > top + edge) | (top == 0))
                & ((boxes[:, 2] < left + part.shape[1] - edge) | (left + side >= width))
                & ((boxes[:, 3] < top + part.shape[0] - edge) | (top + side >= height))
            )
            yield Found(boxes, found.odds).only(whole)


def _starts(length: int, side: int) -> list[int]:
    """Where slices of a side begin so that they cover a length with overlap."""
    if side >= length:
        return [0]
    many = int(np.ceil((length - side) / (side * (1 - OVERLAP)))) + 1
    return [round(place) for place in np.linspace(0, length - side, many)]


@dataclass(frozen=True, slots=True, eq=False)
class Letter:
    """A picture brought to a net's input: `batch` 1 x height x width x 3, bytes; `scale` input pixels to one
    of the picture's along x and y, `left`, `top` the margins."""

    batch: Pixels
    scale: tuple[float, float]
    left: int
    top: int

    def back(self, boxes: Array) -> Array:
        """Corners in input pixels as corners in the picture's pixels."""
        margins = np.array([self.left, self.top, self.left, self.top], dtype=np.float32)
        scale = np.array([*self.scale, *self.scale], dtype=np.float32)
        return np.asarray((boxes - margins) / scale, dtype=np.float32)


def letter(pixels: Pixels, size: int, stride: int) -> Letter:
    """A picture as input: its longer side `size` pixels, the shorter one as long as it must be, both rounded
    up to a multiple of `stride` with grey. A phone's 4:3 photo so costs three quarters of a square input."""
    height, width = pixels.shape[:2]
    ratio = size / max(height, width)
    high, wide = max(1, round(height * ratio)), max(1, round(width * ratio))
    if (high, wide) != (height, width):
        way = cv2.INTER_AREA if ratio < 1 else cv2.INTER_LINEAR
        pixels = np.asarray(cv2.resize(pixels, (wide, high), interpolation=way), dtype=np.uint8)
    full_high, full_wide = -(-high // stride) * stride, -(-wide // stride) * stride
    top, left = (full_high - high) // 2, (full_wide - wide) // 2
    if (full_high, full_wide) != (high, wide):
        sheet = np.full((full_high, full_wide, 3), GREY, dtype=np.uint8)
        sheet[top : top + high, left : left + wide] = pixels
        pixels = sheet
    return Letter(pixels[None], (wide / width, high / height), left, top)

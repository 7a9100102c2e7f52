from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.detectors.looking import LARGE, LARGEST, SMALL, Found, letter, look
from vision.frames import Pixels

LEAST = 14
"""Input pixels below which the finder of these tests is blind."""


class Blobs:
    """A finder of white tiles on a dark ground, which remembers at which sizes it was shown something."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.areas = 0

    def __call__(self, pixels: Pixels, size: int) -> Found:
        self.sizes.append(size)
        shown = letter(pixels, size, 32)
        self.areas += shown.batch.size // 3
        white = (shown.batch[0].min(axis=2) > 178).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(white)
        blobs = stats[1:, :4].astype(np.float32)
        blobs = blobs[(blobs[:, 2] >= LEAST) & (blobs[:, 3] >= LEAST)]
        corners = np.concatenate([blobs[:, :2], blobs[:, :2] + blobs[:, 2:]], axis=1)
        return Found(shown.back(corners), np.full((len(corners), 1), 0.9, np.float32))


def table(width: int, height: int, tile: int, many: int) -> tuple[Pixels, list[tuple[int, int]]]:
    """A dark picture with white tiles scattered on a grid, and where their upper left corners are."""
    pixels = np.full((height, width, 3), 20, np.uint8)
    random = np.random.default_rng(3)
    cells = [
        (x, y)
        for y in range(5, height - 2 * tile, 2 * tile)
        for x in range(5, width - 2 * tile, int(1.6 * tile))
    ]
    chosen = [cells[place] for place in random.choice(len(cells), many, replace=False)]
    for x, y in chosen:
        pixels[y : y + int(tile * 1.35), x : x + tile] = 255
    return pixels, sorted(chosen)


def corners(found: Found) -> list[tuple[float, float]]:
    return sorted((float(box[0]), float(box[1])) for box in found.boxes)


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((640, 640), (640, 640)),
        ((4000, 3000), (480, 640)),
        ((3000, 4000), (640, 480)),
        ((1000, 20), (32, 640)),
        ((1, 1), (640, 640)),
        ((640, 333), (352, 640)),
    ],
)
def test_the_input_is_no_larger_than_it_must_be(size: tuple[int, int], shape: tuple[int, int]) -> None:
    assert letter(np.zeros((size[1], size[0], 3), np.uint8), 640, 32).batch.shape == (1, *shape, 3)


@pytest.mark.parametrize("size", [(640, 640), (1000, 700), (333, 500), (4000, 3000)])
def test_boxes_come_back_in_the_pictures_pixels(size: tuple[int, int]) -> None:
    width, height = size
    pixels = np.zeros((height, width, 3), np.uint8)
    box = (width // 4, height // 3, width // 2, height // 2)
    pixels[box[1] : box[3], box[0] : box[2]] = 255
    found = Blobs()(pixels, 640)
    assert found.boxes[0] == pytest.approx(box, abs=max(size) / 640 + 1)


def test_what_is_large_enough_is_looked_at_once() -> None:
    show = Blobs()
    pixels, truth = table(4000, 3000, 250, 14)
    assert len(look(show, pixels, 640)) == len(truth)
    assert show.sizes == [640]


def test_a_small_picture_is_never_enlarged() -> None:
    show = Blobs()
    pixels, truth = table(640, 480, 16, 40)
    assert len(look(show, pixels, 640)) == len(truth)
    assert show.sizes == [640]


def test_small_tiles_are_looked_at_larger() -> None:
    show = Blobs()
    pixels, truth = table(4000, 3000, 110, 40)
    found = look(show, pixels, 640)
    assert len(found) == len(truth)
    assert len(show.sizes) == 2
    assert 640 < show.sizes[1] <= LARGEST


@pytest.mark.parametrize("tile", [50, 60])
def test_very_small_tiles_are_looked_at_in_slices_each_found_once(tile: int) -> None:
    show = Blobs()
    pixels, truth = table(4000, 3000, tile, 100)
    found = look(show, pixels, 640)
    assert len(show.sizes) > 3
    assert len(found) == len(truth)
    for (x, y), (at_x, at_y) in zip(truth, corners(found), strict=True):
        assert abs(x - at_x) < 6
        assert abs(y - at_y) < 6


def test_tiles_cut_by_a_slice_are_whole_in_the_answer() -> None:
    pixels, _ = table(4000, 3000, 70, 150)
    found = look(Blobs(), pixels, 640)
    sides = found.boxes[:, 2:] - found.boxes[:, :2]
    assert np.abs(sides[:, 0] - 70).max() < 9
    assert np.abs(sides[:, 1] - 94).max() < 9


def test_an_empty_large_picture_is_looked_at_twice() -> None:
    show = Blobs()
    assert len(look(show, np.zeros((3000, 4000, 3), np.uint8), 640)) == 0
    assert show.sizes == [640, 1280]


def test_work_grows_in_steps_with_the_smallness_of_tiles() -> None:
    areas = []
    for tile in (250, 110, 60):
        show = Blobs()
        look(show, table(4000, 3000, tile, 14)[0], 640)
        areas.append(show.areas)
    assert all(one < two for one, two in pairwise(areas))
    assert SMALL < 250 * 640 / 4000


class Halves(Blobs):
    """A finder that sees the halves of a tile that fills much of its input, a smaller one whole."""

    def __call__(self, pixels: Pixels, size: int) -> Found:
        found = super().__call__(pixels, size)
        scale = size / max(pixels.shape[:2])
        boxes = []
        for x1, y1, x2, y2 in found.boxes.tolist():
            if (y2 - y1) * scale < LARGE:
                boxes.append((x1, y1, x2, y2))
            else:
                boxes += [(x1, y1, x2, (y1 + y2) / 2), (x1, (y1 + y2) / 2, x2, y2)]
        return Found(np.array(boxes, np.float32), np.full((len(boxes), 1), 0.9, np.float32))


def test_tiles_that_fill_the_picture_are_looked_at_from_farther() -> None:
    pixels, chosen = table(1280, 960, 300, 2)
    finder = Halves()
    found = look(finder, pixels, 640)
    assert np.array(corners(found)) == pytest.approx(np.array(chosen), abs=6)
    assert len(finder.sizes) == 2
    assert finder.sizes[1] < 0.6 * finder.sizes[0]


def test_small_tiles_beside_a_large_one_stay() -> None:
    pixels = np.full((640, 640, 3), 20, np.uint8)
    pixels[20:320, 20:240] = 255
    pixels[400:428, 400:420] = 255
    finder = Halves()
    boxes = sorted(tuple(round(side) for side in box) for box in look(finder, pixels, 640).boxes.tolist())
    assert len(boxes) == 2
    assert boxes[0] == pytest.approx((20, 20, 240, 320), abs=8)
    assert boxes[1] == pytest.approx((400, 400, 420, 428), abs=2)


def test_tiles_of_a_usual_size_are_looked_at_once() -> None:
    pixels, _ = table(640, 640, 60, 8)
    finder = Halves()
    look(finder, pixels, 640)
    assert finder.sizes == [640]

"""Ground at the picture's edge that a finder took for one tile more of a row."""

import numpy as np
import pytest

from tests.vision.tile_sheet import HIGH, MARGIN, STEP_X, box, drawn
from vision.beside_rows import without_ground
from vision.detection import BACK, OTHER, Box, Detection, sure
from vision.frames import Frame, Pixels

ROW = tuple(range(9))
NAME_FROM = 0.75
END = MARGIN + len(ROW) * STEP_X
"""Where the tenth place of the row begins."""


def left_out(pixels: Pixels, last: Detection) -> bool:
    """Whether a box is left out beside nine tiles that stay."""
    row = [Detection(box(place), 0.9, sure(place, 0.98)) for place in ROW]
    kept = without_ground(Frame.of(pixels), [*row, last], NAME_FROM)
    assert list(kept[:9]) == row
    return len(kept) == 9


def strip(wide: int = 40) -> tuple[Pixels, Box]:
    """A photo that ends so many pixels behind its row, and the box of the cloth between."""
    pixels = np.ascontiguousarray(drawn(ROW)[:, : END + wide])
    return pixels, (END, MARGIN, END + wide, MARGIN + HIGH)


@pytest.mark.parametrize("likelihoods", [sure(OTHER, 0.99), sure(4, 0.4)])
@pytest.mark.parametrize("wide", [20, 40, 60])
def test_a_strip_of_cloth_is_no_tile(wide: int, likelihoods: tuple[float, ...]) -> None:
    pixels, place = strip(wide)
    assert left_out(pixels, Detection(place, 0.7, likelihoods))


def test_at_any_side_of_the_picture() -> None:
    pixels, place = strip()
    for turns in range(4):
        high, wide = pixels.shape[:2]
        boxes = [box(one) for one in ROW]
        corners = np.array([place, *boxes], float)
        for _ in range(turns):  # a quarter turn to the left
            x1, y1, x2, y2 = corners.T
            corners, wide, high = np.stack((y1, wide - x2, y2, wide - x1), axis=1), high, wide
        strip_box, *row = (tuple(float(side) for side in one) for one in corners)
        found = [Detection(one, 0.9, sure(kind, 0.98)) for kind, one in enumerate(row)]  # type: ignore[arg-type]
        last = Detection(strip_box, 0.7, sure(OTHER))  # type: ignore[arg-type]
        turned = np.ascontiguousarray(np.rot90(pixels, turns))
        assert without_ground(Frame.of(turned), [*found, last], NAME_FROM) == tuple(found), turns


def test_a_tile_that_the_edge_cuts_stays() -> None:
    pixels = np.ascontiguousarray(drawn(tuple(range(10)), columns=10)[:, : END + 30])
    assert not left_out(pixels, Detection((END, MARGIN, END + 30, MARGIN + HIGH), 0.7, sure(OTHER)))


def test_what_is_named_stays_and_so_does_a_back() -> None:
    pixels, place = strip()
    assert not left_out(pixels, Detection(place, 0.7, sure(4, 0.9)))
    assert not left_out(pixels, Detection(place, 0.7, sure(BACK)))


def test_away_from_the_edge_nothing_is_judged() -> None:
    pixels = drawn(ROW)
    apart = (END + 20, MARGIN, END + 50, MARGIN + HIGH)
    assert not left_out(pixels, Detection(apart, 0.7, sure(OTHER)))


def test_beside_too_few_tiles_nothing_is_judged() -> None:
    pixels, place = strip()
    last = Detection(place, 0.7, sure(OTHER))
    two = [Detection(box(one), 0.9, sure(one, 0.98)) for one in (7, 8)]
    assert len(without_ground(Frame.of(pixels), [*two, last], NAME_FROM)) == 3

"""动过没有: a camera that moved is noticed, hands and new tiles are no movement."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn_tables import DEALT, SCENE, drawn, geometry_of
from vision.frames import Pixels
from vision.moved import Steady


def shifted(pixels: Pixels, x: float, y: float, turn: float = 0.0) -> Pixels:
    """The same picture from a camera that was pushed by some pixels and turned by some degrees."""
    height, width = pixels.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[:, 2] += np.array([x, y])
    moved = cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


@pytest.mark.parametrize(("x", "y", "turn"), [(14, 0, 0), (0, -25, 0), (40, 30, 0), (0, 0, 3)])
def test_a_push_is_noticed(x: float, y: float, turn: float) -> None:
    picture = drawn(SCENE, 1.0)
    steady = Steady(picture.pixels, geometry_of(picture))
    assert steady.moved(shifted(picture.pixels, x, y, turn))


def test_other_tiles_on_the_table_are_no_movement() -> None:
    before, after = drawn(DEALT, 1.0), drawn(SCENE, 1.0)
    steady = Steady(before.pixels, geometry_of(before))
    assert not steady.moved(before.pixels)
    assert not steady.moved(after.pixels)
    assert not steady.moved(shifted(after.pixels, 1.5, 1.0))


def test_an_arm_over_the_rim_is_no_movement() -> None:
    picture = drawn(SCENE, 1.0)
    steady = Steady(picture.pixels, geometry_of(picture))
    arm = picture.pixels.copy()
    cv2.line(arm, (0, 300), (640, 360), (190, 140, 110), 90)
    assert not steady.moved(arm)


def test_a_bare_picture_tells_nothing() -> None:
    picture = drawn(SCENE, 1.0)
    bare = np.full_like(picture.pixels, 80)
    assert Steady(bare, geometry_of(picture)).shift(picture.pixels) is None
    assert Steady(picture.pixels, geometry_of(picture)).shift(bare) is None

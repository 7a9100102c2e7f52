import math

import cv2
import numpy as np
import pytest

from vision.detectors.crops import LEVEL_MARGIN, cut_face, cut_faces, cut_level, slanting

SCENE = np.full((300, 400, 3), 10, np.uint8)
SCENE[100:200, 150:250] = (250, 120, 30)


@pytest.mark.parametrize("size", [16, 64, 128])
def test_a_face_fills_the_cut(size: int) -> None:
    face = cut_face(SCENE, (150, 100, 250, 200), size, 0.0)
    assert face.shape == (size, size, 3)
    assert (face == (250, 120, 30)).all()


def test_the_margin_is_a_part_of_the_box_on_each_side() -> None:
    face = cut_face(SCENE, (150, 100, 250, 200), 120, 0.1)
    assert (face[12:108, 12:108] == (250, 120, 30)).all()
    assert (face[:8] == 10).all()
    assert (face[:, -8:] == 10).all()


@pytest.mark.parametrize(
    "box", [(-30, -20, 40, 50), (380, 280, 460, 340), (-5, 100, 500, 200), (390.2, 10, 390.4, 10.1)]
)
def test_a_box_over_the_edge_repeats_the_edge(box: tuple[float, float, float, float]) -> None:
    assert cut_face(SCENE, box, 64, 0.1).shape == (64, 64, 3)


def test_a_batch_holds_the_cameras_bytes() -> None:
    batch = cut_faces(SCENE, np.array([(150, 100, 250, 200), (0, 0, 50, 50)], np.float32), 64, 0.0)
    assert batch.shape == (2, 64, 64, 3)
    assert batch.dtype == np.uint8
    assert batch[0, ..., 0].mean() == pytest.approx(250)
    assert batch[1].max() == 10


def test_no_boxes_no_faces() -> None:
    assert cut_faces(SCENE, np.zeros((0, 4), np.float32), 64, 0.1).shape == (0, 64, 64, 3)


def test_the_loose_boxes_of_a_slanting_row_are_cut_without_margin() -> None:
    straight = np.array([(0, 0, 40, 56), (41, 0, 81, 56), (82, 2, 122, 58)], np.float32)
    slanting_row = np.array([(0, 0, 68, 68), (30, 30, 98, 98), (60, 60, 128, 128)], np.float32)
    assert slanting(straight).tolist() == [False] * 3
    assert slanting(slanting_row).tolist() == [True] * 3
    assert slanting(np.zeros((0, 4), np.float32)).tolist() == []
    scene = np.random.default_rng(3).integers(0, 256, (140, 140, 3), dtype=np.uint8)
    tight, wide = (cut_face(scene, slanting_row[1], 48, margin) for margin in (0.0, 0.1))
    batch = cut_faces(scene, slanting_row, 48, 0.1)
    np.testing.assert_array_equal(batch[1], tight)
    assert (batch[1] != wide).any()
    np.testing.assert_array_equal(cut_faces(scene, slanting_row[1:2], 48, 0.1)[0], wide)


@pytest.mark.parametrize("degrees", [0, 20, -35, 90, 200])
@pytest.mark.parametrize("high", [30.0, 120.0])
def test_a_level_face_is_the_inside_of_its_outline_from_its_first_corner_on(
    degrees: int, high: float
) -> None:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    face = np.array([[-0.35, -0.5], [0.35, -0.5], [0.35, 0.5], [-0.35, 0.5]]) * high
    outline = face @ np.array([[cos, sin], [-sin, cos]]) + (200, 150)
    pixels = np.full((300, 400, 3), 10, np.uint8)
    cv2.fillConvexPoly(pixels, np.rint(outline - 0.5).astype(np.int32), (240, 240, 240))
    middle, first = outline.mean(axis=0), outline[0]
    spot = middle + (first - middle) * 0.5
    cv2.circle(pixels, np.rint(spot).astype(np.int32).tolist(), max(2, round(high / 15)), (250, 20, 20), -1)
    cut = cut_level(pixels, outline.astype(np.float32), 48)
    assert cut.shape == (48, 48, 3)
    rim = 48 * LEVEL_MARGIN / (1 + 2 * LEVEL_MARGIN)
    inside = cut[math.ceil(rim) + 1 : math.floor(48 - rim) - 1, math.ceil(rim) + 1 : math.floor(48 - rim) - 1]
    assert inside[..., 0].min() > 180
    assert cut[0].max() < 40
    assert cut[:, -1].max() < 40
    red = np.argwhere(cut[..., 1] < 100)
    red = red[(red > rim + 1).all(axis=1) & (red < 47 - rim).all(axis=1)]
    np.testing.assert_allclose(red.mean(axis=0) / 48, (0.3, 0.3), atol=0.05)

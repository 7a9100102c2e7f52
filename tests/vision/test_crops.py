import numpy as np
import pytest

from vision.detectors.crops import cut_face, cut_faces, slanting

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

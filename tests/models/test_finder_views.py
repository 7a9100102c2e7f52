"""What a finder is shown of whole tables: boxes stay close at any turn, half of it is as a camera has it."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from models.recipe.finder_trainer import MEAN_OVER, lifted, running_share
from models.recipe.finder_views import (
    BACK_CLASS,
    FACE,
    Floats,
    Source,
    bare_side,
    care_mask,
    closest,
    drawn_source,
    filmed_matrix,
    moved,
    somewhere,
    view,
)
from models.recipe.train_finder import weighed
from vision.synth.__main__ import main as draw
from web.drawings.faces import HOME

ROOT = Path(__file__).parents[2]
SIDE = 400
PICTURE = np.array([SIDE, SIDE], dtype=np.float32)


def diamond() -> Floats:
    """A square tile that stands on its corner in the middle of the picture, as shares."""
    return np.array([[[0.5, 0.4], [0.6, 0.5], [0.5, 0.6], [0.4, 0.5]]], dtype=np.float32)


def source_of(image: Path, quads: Floats | None, box: tuple[float, ...] = (0.4, 0.4, 0.6, 0.6)) -> Source:
    boxes = np.array([box], dtype=np.float32)
    nothing = np.zeros((0, 4), dtype=np.float32)
    return Source(image, boxes, np.array([BACK_CLASS]), nothing, True, True, quads, table=quads is not None)


def turned(angle: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.vstack([cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), angle, 1.0), [0, 0, 1]])


@pytest.mark.parametrize(
    ("angle", "side"), [(0, 80), (45, 80 / math.sqrt(2)), (90, 80), (135, 80 / math.sqrt(2))]
)
def test_a_turned_tile_has_the_box_of_its_corners(angle: float, side: float) -> None:
    one = source_of(Path("x.jpg"), diamond())
    box = closest(one, one.boxes * SIDE, turned(angle), PICTURE)[0]
    np.testing.assert_allclose(box[2:] - box[:2], side, atol=0.01)
    loose = moved(one.boxes * SIDE, turned(angle))[0]
    assert (loose[2:] - loose[:2] >= box[2:] - box[:2] - 0.01).all()


def test_of_a_tile_half_hidden_the_box_holds_what_shows() -> None:
    one = source_of(Path("x.jpg"), diamond(), (0.4, 0.5, 0.6, 0.6))
    box = closest(one, one.boxes * SIDE, turned(0), PICTURE)[0]
    np.testing.assert_allclose(box, [160, 200, 240, 240], atol=0.01)


def test_without_corners_the_turned_box_counts() -> None:
    one = source_of(Path("x.jpg"), None)
    np.testing.assert_allclose(
        closest(one, one.boxes * SIDE, turned(45), PICTURE), moved(one.boxes * SIDE, turned(45))
    )


def test_a_filmed_window_is_the_picture_itself_or_nearly_so() -> None:
    random = np.random.default_rng(3)
    plain = 0
    for _ in range(200):
        matrix = filmed_matrix(random, (300.0, 200.0), 256)
        zoom = math.hypot(matrix[0, 0], matrix[1, 0])
        assert 0.8 < zoom < 1.4
        assert abs(math.atan2(matrix[1, 0], matrix[0, 0])) < math.radians(10)
        x, y, _ = matrix @ np.array([300.0, 200.0, 1.0])
        assert 0 <= x < 256
        assert 0 <= y < 256
        plain += bool((matrix[:2, :2] == np.eye(2)).all() and (matrix[:2, 2] % 1 == 0).all())
    assert 70 < plain < 130


def test_a_drawn_table_keeps_its_corners_and_small_tiles(tmp_path: Path) -> None:
    faces = ["--faces", str(HOME)]
    assert draw([*faces, "--tables", "--out", str(tmp_path), "--count", "1", "--size", "640"]) == 0
    one = drawn_source(tmp_path / "images" / "00000.jpg")
    assert one.table
    assert one.quads is not None
    assert one.quads.shape == (len(one.boxes), 4, 2)
    assert {FACE, BACK_CLASS} >= set(one.classes.tolist())
    picture = np.array([640, 360], dtype=np.float32)
    here = closest(one, one.boxes * np.tile(picture, 2), np.eye(3), picture)
    np.testing.assert_allclose(here, one.boxes * np.tile(picture, 2), atol=1.01)
    random = np.random.default_rng(4)
    seen = [view(one, 256, random) for _ in range(10)]
    sizes = np.concatenate([each.boxes[:, 2:] * 256 for each in seen])
    assert len(sizes) > 20
    assert sizes.min() >= 5 - 1e-3


def test_folders_share_the_drawn_views_by_weight() -> None:
    assert weighed(["a", "b"], 0.4) == [(Path("a"), 0.2), (Path("b"), 0.2)]
    folders, shares = zip(*weighed(["a=3", "b"], 0.4), strict=True)
    assert folders == (Path("a"), Path("b"))
    assert shares == pytest.approx((0.3, 0.1))
    assert weighed([], 0.4) == []
    with pytest.raises(ValueError, match="could not convert"):
        weighed(["a=much"], 0.4)


def test_the_running_mean_forgets_early_steps_first() -> None:
    assert running_share(1) < 0.01
    assert running_share(100) == pytest.approx(MEAN_OVER * (1 - math.exp(-1)))
    assert running_share(5000) == pytest.approx(MEAN_OVER)


def test_a_narrow_tile_s_best_cell_is_asked_for_as_much_as_others() -> None:
    scores = torch.zeros(2, 4, 2)
    scores[0, 0, 1], scores[0, 1, 1], scores[0, 2, 0] = 0.1, 0.05, 0.8
    scores[1, 3, 0] = 0.02
    lift = lifted(scores, torch.tensor([[1, 1, 2, 0], [0, 0, 0, 0]]), most=0.5)
    assert lift[0, :, 1].tolist() == pytest.approx([0.5, 0.25, 0, 0])
    assert lift[0, :, 0].tolist() == pytest.approx([0, 0, 0.8, 0])
    assert lift[1, :, 0].tolist() == pytest.approx([0, 0, 0, 0.5])


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_player_s_side_of_a_row_holds_no_back(turn: int) -> None:
    row = np.array([[0.1 * n, 0.6, 0.1 * n + 0.1, 0.75] for n in range(8)], dtype=np.float32)
    play = np.array([[0.1 * n, 0.1, 0.1 * n + 0.05, 0.2] for n in range(4)], dtype=np.float32)
    player, middle = np.array([0.5, 0.95]), np.array([0.5, 0.3])

    def quarters(points: np.ndarray[tuple[int, ...], np.dtype[np.floating]]) -> Floats:
        for _ in range(turn):
            points = np.stack([1 - points[..., 1], points[..., 0]], -1)
        return points.astype(np.float32)

    def boxes(those: Floats) -> Floats:
        pairs = quarters(those.reshape(-1, 2, 2))
        return np.concatenate([pairs.min(1), pairs.max(1)], 1)

    bare = bare_side(boxes(row), boxes(play))
    assert bare is not None
    a, b, c = bare
    for point, inside in ((player, True), (middle, False)):
        x, y = quarters(point)
        assert (a * x + b * y > c) == inside
    assert bare_side(boxes(row), boxes(play[:2])) is None
    assert bare_side(boxes(row[:4]), boxes(play)) is None
    nothing = np.zeros((0, 4), dtype=np.float32)
    one = Source(Path("x.jpg"), boxes(row), np.zeros(8, dtype=np.int64), nothing, True, False, bare=bare)
    care = care_mask(one, 400, 400)[..., BACK_CLASS]
    for point, known in ((player, 1), (middle, 0)):
        x, y = (quarters(point) * 99).astype(int)
        assert care[y, x] == known


def test_views_of_a_table_look_for_its_narrow_tiles_but_not_for_them_alone() -> None:
    boxes = np.array([[0, 0, 30, 30]] * 19 + [[200, 200, 208, 230]], dtype=np.float32)
    random = np.random.default_rng(4)
    share = {
        table: sum(somewhere(boxes, table, (400, 300), random) == (204, 215) for _ in range(600)) / 600
        for table in (True, False)
    }
    assert 0.38 < share[True] < 0.58
    assert share[False] < 0.12
    for x, y in (somewhere(boxes[:0], True, (400, 300), random) for _ in range(50)):
        assert 0 <= x <= 400
        assert 0 <= y <= 300

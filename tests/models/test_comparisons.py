"""The comparisons of nets: what is shown to all alike, what is asked of each, and runs that are kept."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.recipe.compare_finders import PLANS, batch_of, find, net_of, target, train
from models.recipe.compare_styles import with_styles
from models.recipe.finder_trainer import keep_quiet
from models.recipe.finder_windows import SIZE, Points, Window, around, shape_overlap, window, windows
from models.recipe.pieces import Images, Pieces
from models.recipe.runs_file import add_run, finished
from models.recipe.splits import BACK


def turned(wide: float, high: float, degrees: float) -> Points:
    """A quad in the middle of a window."""
    turn = math.radians(degrees)
    corner = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    matrix = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return np.asarray(corner @ matrix + SIZE / 2, dtype=np.float64)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A drawn table with one face and one back, and the file of its truth."""
    for folder in ("images", "truth"):
        (tmp_path / folder).mkdir()
    image = np.full((300, 400, 3), 60, dtype=np.uint8)
    told = []
    for tile, x in (("3p", 100), ("back", 160)):
        cv2.rectangle(image, (x, 100), (x + 30, 140), (230, 240, 240), -1)
        quad = [[x, 100], [x + 30, 100], [x + 30, 140], [x, 140]]
        told.append({"tile": tile, "quad": quad, "clear": True})
    cv2.imwrite(str(tmp_path / "images" / "00001.jpg"), image)
    file = tmp_path / "truth" / "00001.json"
    file.write_text(json.dumps({"tiles": told}), encoding="utf-8")
    return file


def test_windows_keep_the_shape_of_a_tile_and_its_kind(table: Path) -> None:
    random = np.random.default_rng(5)
    for _ in range(5):
        one = window(table, random)
        assert one.pixels.shape == (SIZE, SIZE, 3)
        assert len(one.kinds) == len(one.quads) >= 1
        assert set(one.kinds.tolist()) <= {11, BACK}
        edges = np.linalg.norm(one.quads - np.roll(one.quads, -1, 1), axis=2)
        assert edges[:, 1] / edges[:, 0] == pytest.approx(40 / 30, rel=1e-6)


def test_runs_of_one_seed_are_shown_the_very_same_windows(table: Path) -> None:
    first, second, other = (windows([table], np.random.default_rng(seed)) for seed in (1, 1, 2))
    for _ in range(3):
        one, same, different = next(first), next(second), next(other)
        np.testing.assert_array_equal(one.pixels, same.pixels)
        np.testing.assert_array_equal(one.quads, same.quads)
        assert not np.array_equal(one.pixels, different.pixels)


def test_a_table_on_which_nothing_shows_is_passed_over(table: Path) -> None:
    blank = table.with_name("00002.json")
    blank.write_text(json.dumps({"tiles": []}), encoding="utf-8")
    source = windows([blank, table], np.random.default_rng(0))
    assert all(len(next(source).kinds) for _ in range(6))


@pytest.mark.parametrize("degrees", [0, 20, 44, 46, 70, 90, 130, 170, 250])
def test_an_oriented_target_is_the_tile_itself(degrees: float) -> None:
    quad = turned(40, 60, degrees)
    x, y, wide, high, angle = target("oriented", quad)
    assert wide > high
    assert -math.pi / 4 <= angle < 3 * math.pi / 4
    corners = cv2.boxPoints(((x * SIZE, y * SIZE), (wide * SIZE, high * SIZE), math.degrees(angle)))
    assert shape_overlap(quad, np.asarray(corners, np.float64)) == pytest.approx(1, abs=1e-3)


def test_an_upright_target_is_the_box_around_it() -> None:
    x, y, wide, high = target("upright", turned(20, 20, 45))
    assert (x, y) == (0.5, 0.5)
    assert wide * SIZE == pytest.approx(20 * math.sqrt(2))
    assert high == pytest.approx(wide)
    assert around(turned(20, 600, 0)) == (SIZE / 2 - 10, 0, SIZE / 2 + 10, SIZE)


def test_every_form_sees_the_same_pictures_and_tiles() -> None:
    shown = [
        Window(
            np.full((SIZE, SIZE, 3), (10, 20, 30), np.uint8),
            np.array([4, BACK]),
            np.stack([turned(40, 60, 30)] * 2),
        )
    ]
    batches = {name: batch_of(PLANS[name], shown) for name in ("upright", "oriented", "one stage")}
    for one in batches.values():
        assert one["img"][0, :, 0, 0].mul(255).round().tolist() == [30, 20, 10]
        assert one["batch_idx"].tolist() == [0, 0]
    assert batches["upright"]["cls"].flatten().tolist() == [0, 1]
    assert batches["oriented"]["cls"].flatten().tolist() == [0, 1]
    assert batches["one stage"]["cls"].flatten().tolist() == [4, BACK]
    assert [tuple(one["bboxes"].shape) for one in batches.values()] == [(2, 4), (2, 5), (2, 4)]


@pytest.mark.parametrize(
    ("other", "share"),
    [(turned(40, 60, 0), 1.0), (turned(60, 40, 90), 1.0), (turned(40, 30, 0), 0.5)],
)
def test_how_far_quads_cover_each_other(other: Points, share: float) -> None:
    assert shape_overlap(turned(40, 60, 0), other) == pytest.approx(share, abs=1e-4)
    assert shape_overlap(other, turned(40, 60, 0) + 200) == 0


def test_a_kind_of_finder_trains_and_answers(table: Path, one_thread: None) -> None:
    keep_quiet(table.parents[1])
    plan = PLANS["oriented"]
    net = net_of(plan, table.parents[1], None)
    before = net.model.model[0].conv.weight.detach().clone()
    train(net, plan, [table], 16 * 12, 1)
    assert float((net.model.model[0].conv.weight.detach() - before).abs().max()) > 0
    image = np.asarray(cv2.imread(str(table.parents[1] / "images" / "00001.jpg")), dtype=np.uint8)
    for one in find(net, image, SIZE):
        assert one.quad.shape == (4, 2)
        assert plan.names[one.name] in ("face", "back")


def pieces(names: list[str], sources: list[str]) -> Pieces:
    return Pieces(
        Images([np.zeros((len(names), 4, 4, 3), np.uint8)]),
        np.zeros(len(names), np.int64),
        tuple(sources),
        tuple(names),
        ("train",) * len(names),
        np.ones(len(names), np.float32),
        tuple(names),
    )


def test_only_the_first_invented_sets_and_as_much_ground_train() -> None:
    names = ["table-001/0", "style-0/1m", "style-0/2m", "style-7/1m", "style-9/1m"]
    names += ["tiles-0/1m", "ground-0/other", "ground-1/other", "ground-2/other"]
    known = pieces(names, ["photo", *["drawn"] * 8])
    kept = with_styles(known, 2)
    assert [names[row] for row in kept.rows("train")] == [*names[:4], "ground-0/other", "ground-1/other"]
    assert [names[row] for row in with_styles(known, 0).rows("train")] == ["table-001/0"]
    with pytest.raises(ValueError, match="only 3 invented sets are drawn"):
        with_styles(known, 4)


def test_finished_runs_are_known_again(tmp_path: Path) -> None:
    file = tmp_path / "made" / "runs.csv"
    assert finished(file, ("run", "seed")) == set()
    add_run(file, {"run": "small, random", "seed": 1, "share": 0.123456})
    add_run(file, {"run": "nano", "seed": 2, "share": 1.0})
    assert finished(file, ("run", "seed")) == {("small, random", "1"), ("nano", "2")}
    assert file.read_text("utf-8").splitlines()[1] == '"small, random",1,0.1235'
    with pytest.raises(ValueError, match="holds other columns"):
        add_run(file, {"run": "nano", "share": 0.5})

"""Tables with rows seen flatly: their backs are slivers, and their labels go down to them."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from vision.detection import BACK
from vision.places import Area
from vision.synth.faces import FaceSet, load_faces
from vision.synth.grazing import SLIVER, grazing_camera, grazing_table, narrower
from vision.synth.labels import save_table
from vision.synth.laying import HAND_DEEP, Manner, Plan
from vision.synth.pictures import Picture, is_clear
from vision.synth.settings import camera_over
from vision.synth.solids import Material, corners

TILES = Path(__file__).parents[3] / "web" / "static" / "tiles"
LENGTH = 28 * 26.0
UPRIGHT = Manner(lean=(0.0, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def sets() -> list[FaceSet]:
    return [load_faces(TILES)]


@pytest.fixture(scope="module")
def tables(sets: list[FaceSet]) -> list[Picture]:
    return [grazing_table(sets, seed) for seed in (11, 12, 13)]


def narrow(picture: Picture) -> int:
    """How many tiles of standing rows that are asked for are slivers."""
    return sum(
        min(one.box[2] - one.box[0], one.box[3] - one.box[1]) < 13
        for one in picture.tiles
        if one.area is Area.HAND and is_clear(one, 6)
    )


def test_a_row_is_the_narrower_the_more_the_camera_looks_along_its_backs() -> None:
    plan = Plan(UPRIGHT, Material())
    near, far = (camera_over(LENGTH, elevation=1.5, wide_angle=angle) for angle in (1.5, 0.75))
    for side in (1, 2, 3):
        assert 0 < narrower(far, plan, side) < narrower(near, plan, side)


def test_its_own_player_sees_the_faces_of_a_row() -> None:
    camera, plan = camera_over(LENGTH, elevation=0.6), Plan(UPRIGHT, Material())
    pose = plan.spot(0, 0.5, HAND_DEEP, tip=math.pi / 2).pose
    face = camera.pixels(corners(plan.material, pose)[:4])
    assert narrower(camera, plan, 0) == pytest.approx(float(np.ptp(face, axis=0).min()))


@pytest.mark.parametrize("side", [0, 1, 2, 3])
def test_the_camera_sees_the_row_that_it_is_asked_to_see_flatly(side: int) -> None:
    random = np.random.default_rng(5)
    plan = Plan(UPRIGHT, Material())
    widths = [
        narrower(grazing_camera(UPRIGHT, side, random, LENGTH, (1280, 720)), plan, side) for _ in range(12)
    ]
    inside = [SLIVER[0] - 1 <= wide <= SLIVER[1] + 1 for wide in widths]
    assert sum(inside) >= 10


def test_such_tables_have_many_slivers_and_no_far_row_lies_open(tables: list[Picture]) -> None:
    assert sum(narrow(one) for one in tables) >= 12
    for picture in tables:
        kinds = {one.kind for one in picture.tiles if one.area is Area.HAND and one.side == 2}
        assert kinds <= {BACK}


def test_the_same_seed_draws_the_same_table(sets: list[FaceSet], tables: list[Picture]) -> None:
    again = grazing_table(sets, 11)
    assert again.tiles == tables[0].tiles
    np.testing.assert_array_equal(again.pixels, tables[0].pixels)


def test_labels_go_down_to_as_many_pixels_as_asked(tables: list[Picture], tmp_path: Path) -> None:
    def labelled(least: int) -> int:
        save_table(tables[0], tmp_path, "one", least=least)
        rest = (tmp_path / "unsure" / "one.txt").read_text("utf-8").splitlines()
        lines = (tmp_path / "labels" / "one.txt").read_text("utf-8").splitlines()
        assert len(lines) == len((tmp_path / "quads" / "one.txt").read_text("utf-8").splitlines())
        assert len(lines) + len(rest) == len(tables[0].tiles)
        return len(lines)

    assert labelled(6) == sum(is_clear(one, 6) for one in tables[0].tiles) > labelled(20)

"""Drawn scenes: the truth beside a picture is exact, and the same seed draws the same scene."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.own_faces import own_faces
from vision.synth import layouts
from vision.synth.__main__ import main
from vision.synth.faces import KINDS, OTHER, Face, FaceSet, kind_of, load_faces
from vision.synth.layouts import DOWN, UP, Placed, standing, yawed
from vision.synth.scenes import BACK, Scene, any_scene, draw, hand_photo
from vision.synth.solids import Camera, Floats, Material, Pose, corners, look
from vision.synth.tile_sets import invented_sets
from web.drawings.faces import HOME

SIZE = 480
STUFF = Material(body=(255, 255, 255), back=(0, 0, 255), layer=0.4)


def halves() -> FaceSet:
    """Every kind red on the left half and green on the right, so that a mirrored drawing shows."""
    rgba = np.zeros((160, 120, 4), dtype=np.uint8)
    rgba[:, :60] = (255, 0, 0, 255)
    rgba[:, 60:] = (0, 255, 0, 255)
    return FaceSet("halves", {kind: (Face(kind, rgba, solid=True),) for kind in (*KINDS, OTHER)})


def camera(elevation: float = 1.2, azimuth: float = 0.0) -> Camera:
    return look((0.0, 0.0), 500, elevation, azimuth, 0.0, SIZE * 1.0, SIZE)


def photo(tiles: Sequence[Placed], elevation: float = 1.2, azimuth: float = 0.0) -> Scene:
    ground = np.zeros((SIZE, SIZE, 3), dtype=np.uint8)
    return draw(tiles, halves(), STUFF, camera(elevation, azimuth), ground, np.random.default_rng(1))


def lone(turn: Floats, kind: str = "3p", x: float = 0, y: float = 0) -> Placed:
    return Placed(kind, Pose((x, y, layouts.resting(STUFF, turn)), turn))


@pytest.mark.parametrize("yaw", [0.0, 0.4, 1.5, 3.0, 5.1])
@pytest.mark.parametrize("elevation", [0.7, 1.2, 1.55])
def test_the_box_is_the_one_around_the_projected_face(yaw: float, elevation: float) -> None:
    tile = lone(yawed(yaw) @ UP)
    (truth,) = photo([tile], elevation).tiles
    flat = camera(elevation).pixels(corners(STUFF, tile.pose)[:4])
    expected = [*flat.min(0), *flat.max(0)]
    np.testing.assert_allclose(truth.box, expected, atol=1.6)
    np.testing.assert_allclose(truth.outline, flat)
    assert truth.kind == "3p"
    assert truth.clear


@pytest.mark.parametrize(
    ("turn", "azimuth", "kind"),
    [
        (UP, 0.0, "3p"),
        (DOWN, 0.0, BACK),
        (standing(0.3), 0.0, "3p"),
        (standing(0.3), math.pi, BACK),
        (yawed(math.pi) @ standing(0.3), 0.0, BACK),
    ],
)
def test_which_side_shows(turn: Floats, azimuth: float, kind: str) -> None:
    shown = photo([lone(turn)], 0.7, azimuth).tiles
    assert [truth.kind for truth in shown] == [kind]


def test_drawings_are_never_mirrored() -> None:
    scene = photo([lone(UP)], 1.5)
    x1, y1, x2, y2 = scene.tiles[0].box
    middle = (y1 + y2) // 2
    left = scene.image[middle, x1 + (x2 - x1) // 4]
    right = scene.image[middle, x2 - (x2 - x1) // 4]
    assert left[0] > 100 > left[1]
    assert right[1] > 100 > right[0]


def test_a_tile_half_hidden_has_the_box_of_what_shows() -> None:
    behind, before = lone(UP, "1m", 0, 40), lone(standing(0.0), "2m", 13, 10)
    alone = photo([behind], 0.5).tiles[0]
    both = {truth.kind: truth for truth in photo([behind, before], 0.5).tiles}
    assert both["2m"].shown > 0.95
    assert 0.04 < both["1m"].shown < alone.shown - 0.2
    assert both["1m"].box[0] == alone.box[0]


def test_a_tile_that_does_not_show_has_no_truth() -> None:
    hidden = lone(UP, "1m")
    above = Placed("2m", Pose((0, 0, hidden.pose.centre[2] + STUFF.depth), UP))
    assert [truth.kind for truth in photo([hidden, above], 1.57).tiles] == ["2m"]


def test_too_flat_a_view_is_not_asked_for() -> None:
    (truth,) = photo([lone(UP)], 0.1).tiles
    assert not truth.clear


def test_an_empty_picture_has_no_truth() -> None:
    assert photo([]).tiles == ()
    assert photo([lone(UP, x=5000)]).tiles == ()


def test_a_hand_is_drawn_in_order_with_its_melds_to_the_right() -> None:
    concealed = ["1m", "2m", "3m", "4p", "5p", "6p", "1s", "1s", "9s", "9s"]
    scene = hand_photo(concealed, [["7p"] * 3], own_faces(), seed=5)
    left_to_right = sorted(scene.clear, key=lambda truth: truth.box[0])
    assert [truth.kind for truth in left_to_right] == [*concealed, "7p", "7p", "7p"]
    rights = [truth.box[2] for truth in left_to_right]
    assert left_to_right[10].box[0] - rights[9] > 3 * abs(left_to_right[5].box[0] - rights[4])


@pytest.mark.parametrize("lean", [None, 0.0, 0.4])
def test_the_same_arguments_draw_the_same_hand(lean: float | None) -> None:
    one, two = (hand_photo(["5m"] * 4, [], own_faces(), 3, size=320, lean=lean) for _ in range(2))
    np.testing.assert_array_equal(one.image, two.image)
    assert one.tiles == two.tiles
    assert {truth.kind for truth in one.clear} == {"5m"}


def test_random_scenes_repeat_by_seed_and_keep_their_boxes_inside() -> None:
    for seed in range(6):
        scene = any_scene([own_faces()], seed, 320)
        again = any_scene([own_faces()], seed, 320)
        np.testing.assert_array_equal(scene.image, again.image)
        assert scene.tiles == again.tiles
        for truth in scene.tiles:
            x1, y1, x2, y2 = truth.box
            assert 0 <= x1 < x2 <= 320
            assert 0 <= y1 < y2 <= 320
            assert truth.kind in (*KINDS, OTHER, BACK)


def test_a_wall_is_two_layers_of_backs() -> None:
    tiles = layouts.wall(["1m"] * 10, STUFF, np.random.default_rng(2))
    heights = sorted({tile.pose.centre[2] for tile in tiles})
    assert heights == [STUFF.depth / 2, STUFF.depth * 1.5]
    assert not any(tile.pose.face_up for tile in tiles)


def test_a_heap_lies_flat_with_no_tile_on_another() -> None:
    tiles = layouts.heap(["1m"] * 30, STUFF, np.random.default_rng(4), 250)
    places = [tile.pose.centre for tile in tiles]
    apart = min(math.dist(a, b) for n, a in enumerate(places) for b in places[:n])
    assert len(tiles) >= 20
    assert apart > STUFF.height


def test_a_table_holds_the_deck_once() -> None:
    deck = [kind for kind in KINDS for _ in range(4)]
    tiles = layouts.table(deck, STUFF, np.random.default_rng(8))
    assert all([tile.kind for tile in tiles].count(kind) <= 4 for kind in KINDS)
    assert len(tiles) > 50


def test_invented_sets_borrow_what_no_rule_draws() -> None:
    one, two = invented_sets(2, [], own_faces())
    assert set(one.kinds) == set(own_faces().kinds)
    assert one.faces["1m"] is own_faces().faces["1m"], "characters need a font"
    assert not np.array_equal(one.faces["1s"][0].rgba, two.faces["1s"][0].rgba)
    assert not np.array_equal(one.faces["5p"][0].rgba, two.faces["5p"][0].rgba)


@pytest.mark.parametrize(
    ("stem", "kind"),
    [
        ("1m", "1m"),
        ("9s-old", "9s"),
        ("other-east", "other"),
        ("back", None),
        ("unknown", None),
        ("10m", None),
    ],
)
def test_what_a_file_name_says(stem: str, kind: str | None) -> None:
    assert kind_of(stem) == kind


def test_a_folder_without_all_kinds_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "1m.svg").write_text((HOME / "1m.svg").read_text("utf-8"), "utf-8")
    with pytest.raises(ValueError, match="no drawing of 2m 3m"):
        load_faces(tmp_path)


def test_saved_truth_reads_back_as_the_boxes(tmp_path: Path) -> None:
    assert main(["--faces", str(HOME), "--out", str(tmp_path), "--count", "2", "--size", "320"]) == 0
    scene = any_scene([own_faces()], 1, 320)
    lines = (tmp_path / "labels" / "00001.txt").read_text("utf-8").splitlines()
    assert len(lines) == len(scene.clear)
    for line, truth in zip(lines, scene.clear, strict=True):
        label, cx, cy, w, h = (float(part) for part in line.split())
        assert int(label) == (*KINDS, BACK, OTHER).index(truth.kind)
        box = ((cx - w / 2) * 320, (cy - h / 2) * 320, (cx + w / 2) * 320, (cy + h / 2) * 320)
        np.testing.assert_allclose(box, truth.box, atol=0.01)
    told = json.loads((tmp_path / "truth" / "00001.json").read_text("utf-8"))["tiles"]
    assert [(one["tile"], one["clear"]) for one in told] == [(one.kind, one.clear) for one in scene.tiles]
    np.testing.assert_allclose([one["quad"] for one in told], [one.outline for one in scene.tiles], atol=0.01)
    assert (tmp_path / "images" / "00000.jpg").is_file()

"""Pictures of whole tables: the truth beside them is what was drawn."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assistant.tiles import DECK
from tests.own_faces import own_faces
from tests.vision.drawn_tables import table_of
from vision.detection import BACK
from vision.places import Area
from vision.synth.__main__ import main
from vision.synth.board import Board, Piece, TileTruth
from vision.synth.faces import KINDS, Face, FaceSet
from vision.synth.laying import Manner, Plan, Pond, Spot
from vision.synth.lenses import Lens
from vision.synth.pictures import Picture, any_scene, any_table, board_of, draw_table, filled, is_clear
from vision.synth.reaching import Arm, Thing
from vision.synth.settings import Setting, plain_setting
from vision.synth.solids import corners
from vision.synth.tables import Held, Meld, MeldKind, Side, Wall, standing
from web.drawings.faces import HOME

SIZE = (640, 360)
CLEAN = Lens(blur=0.0, grain=0.0, quality=None, flicker=0.0)
EMPTY = Side()
FLAT = Manner(rough=0.0)


def coloured() -> FaceSet:
    """Every kind a plain colour of its own, so that a pixel tells the kind."""
    faces: dict[str, tuple[Face, ...]] = {}
    for number, kind in enumerate(KINDS):
        rgba = np.empty((160, 120, 4), dtype=np.uint8)
        rgba[:] = (9 * number, 255 - 9 * number, 120, 255)
        faces[kind] = (Face(kind, rgba, solid=True),)
    return FaceSet("coloured", faces)


@pytest.fixture(scope="module")
def setting() -> Setting:
    plain = plain_setting(coloured(), size=SIZE)
    return replace(plain, lens=CLEAN, lamp=replace(plain.lamp, gloss=0.0))


def lone(board: Board, spot: Spot, kind: int = 4) -> TileTruth:
    board.show([Piece(1, kind, Area.DISCARD, 0, spot)])
    (truth,) = board.truths()
    return truth


@pytest.mark.parametrize("yaw", [0.0, 0.7, 3.0])
@pytest.mark.parametrize("tip", [0.0, 3.14159, 1.45])
def test_the_quad_is_the_projected_face_and_the_box_is_around_it(
    setting: Setting, yaw: float, tip: float
) -> None:
    spot = Spot(60.0, -90.0, 30.0, yaw, tip)
    truth = lone(board_of(setting), spot)
    solid = setting.camera.pixels(corners(setting.material, spot.pose))
    shown = solid[[5, 4, 7, 6]] if truth.kind == BACK else solid[:4]
    np.testing.assert_allclose(truth.quad, shown)
    np.testing.assert_allclose(truth.box, [*shown.min(0), *shown.max(0)], atol=1.6)
    assert truth.hidden == 0
    assert truth.kind == (BACK if tip > 3 or (tip > 1 and yaw == 3.0) else 4)


def test_the_picture_shows_the_kind_where_the_truth_says(setting: Setting) -> None:
    kinds = tuple(range(0, 27, 2))
    picture = draw_table(table_of(Side(discards=kinds), EMPTY, Side(discards=kinds)), setting, FLAT)
    assert len(picture.tiles) == 2 * len(kinds)
    for truth in picture.tiles:
        x, y = np.array(truth.quad).mean(0).astype(int)
        red, green, _ = (int(part) for part in picture.pixels[y, x])
        wanted = 9 * truth.kind / 255
        assert red / (red + green) == pytest.approx(wanted, abs=0.06)


def test_every_tile_that_lies_open_is_in_the_truth_once() -> None:
    quiet = plain_setting(own_faces(), size=SIZE, elevation=1.5)
    melds = (Meld(MeldKind.PONG, (1, 1, 1)), Meld(MeldKind.CONCEALED, (2,) * 4, middle_only=True))
    table = table_of(
        Side(tuple(range(3, 10)), Held.OPEN, melds=melds, discards=(20, None, 21), won=(22,)),
        Side((26,) * 3 + (25,), Held.DOWN),
        standing(13),
        Side(discards=(20, 20)),
        wall=Wall(taken=90),
    )
    picture = draw_table(table, quiet, Manner(rough=0.4))
    seen = Counter((truth.area, truth.side, truth.kind) for truth in picture.tiles)
    for kind in range(3, 10):
        assert seen[Area.HAND, 0, kind] == 1
    assert seen[Area.HAND, 0, 22] == 1
    assert seen[Area.MELD, 0, 1] == 3
    assert seen[Area.MELD, 0, 2] == seen[Area.MELD, 0, BACK] == 2
    assert seen[Area.HAND, 1, BACK] == 4
    assert seen[Area.DISCARD, 3, 20] == 2
    assert seen[Area.DISCARD, 0, 20] == seen[Area.DISCARD, 0, 21] == 1
    upper = [truth for truth in picture.tiles if truth.area is Area.WALL and truth.hidden < 0.2]
    assert len(upper) == 9
    assert not any(truth.kind == BACK for truth in picture.tiles if truth.area is Area.DISCARD)


def test_a_whole_set_lies_on_the_table() -> None:
    random = np.random.default_rng(3)
    for _ in range(20):
        table = filled(any_scene(random), random)
        assert table.problems() == ()
        assert table.tiles <= DECK
    full = table_of(*[standing(13)] * 4, wall=Wall(taken=52))
    assert full.tiles == DECK
    assert Counter(filled(full, random).known()).most_common(1)[0][1] <= 4


def test_a_hand_over_the_table_hides_and_uncovers(setting: Setting) -> None:
    table = table_of(Side(discards=(1, 2, 3, 4, 5, 6)), EMPTY, Side(discards=(7, 8)))
    free = draw_table(table, setting, FLAT)
    arm = Arm(10.0, -60.0, 40.0, (0.0, -900.0))
    covered = draw_table(table, setting, FLAT, over=[arm])
    assert {truth.tile for truth in covered.tiles} < {truth.tile for truth in free.tiles}
    by_number = {truth.tile: truth for truth in covered.tiles}
    untouched = [truth for truth in free.tiles if truth.side == 2]
    assert all(by_number[truth.tile] == truth for truth in untouched)
    assert (Area.HAND, 0) in covered.covered
    assert (Area.MELD, 0) in covered.covered
    assert (Area.DISCARD, 0) in covered.covered
    assert not any(side == 2 for _, side in covered.covered)
    assert free.covered == frozenset()


def test_a_thing_hides_in_part(setting: Setting) -> None:
    table = table_of(EMPTY, EMPTY, Side(discards=(7,)))
    (whole,) = draw_table(table, setting, FLAT).tiles
    plan = Plan(FLAT, setting.material)
    spot = plan.discard_spot(2, 0)
    half = Thing(spot.x + 33, spot.y, 22.0, 60.0, 90.0, 0.0, (10, 10, 10))
    (part,) = draw_table(table, setting, FLAT, over=[half]).tiles
    assert whole.hidden == 0
    assert 0.3 < part.hidden < 0.7
    assert part.quad == whole.quad
    assert part.box[2] - part.box[0] < whole.box[2] - whole.box[0]


def test_what_lies_outside_the_picture_is_covered(setting: Setting) -> None:
    camera = replace(setting.camera, matrix=np.diag([1.6, 1.6, 1.0]) @ setting.camera.matrix)
    near = replace(setting, camera=camera)
    picture = draw_table(table_of(standing(13), standing(13)), near, FLAT)
    assert (Area.HAND, 0) in picture.covered
    assert all(x2 <= SIZE[0] and y2 <= SIZE[1] for _, (_, _, x2, y2), *_ in picture.tiles)


def test_the_corners_are_those_of_the_playing_surface(setting: Setting) -> None:
    picture = draw_table(table_of(), setting, FLAT)
    near_left, near_right, far_right, far_left = picture.corners
    assert near_left[1] == pytest.approx(near_right[1])
    assert near_left[1] > far_left[1]
    assert near_right[0] - near_left[0] > far_right[0] - far_left[0] > 0
    cloth = picture.pixels[int((near_left[1] + far_left[1]) / 2), SIZE[0] // 2]
    assert int(cloth[1]) > int(cloth[0]) + 20


def test_the_same_seed_draws_the_same_picture() -> None:
    one, two = any_table([own_faces()], 6, SIZE), any_table([own_faces()], 6, SIZE)
    np.testing.assert_array_equal(one.pixels, two.pixels)
    assert one.tiles == two.tiles
    assert one.pixels.shape == (360, 640, 3)
    assert any_table([own_faces()], 1, SIZE).tiles != one.tiles


def test_a_scene_that_cannot_be_is_refused(setting: Setting) -> None:
    with pytest.raises(ValueError, match="lies there 5 times"):
        draw_table(table_of(Side((1,) * 5)), setting)


def test_a_board_redraws_to_what_a_fresh_board_draws(setting: Setting) -> None:
    plan = Plan(Manner(4, pond=Pond.LOOSE, rough=0.6), setting.material)
    used, many = board_of(setting), []
    for table in (
        table_of(standing(13), wall=Wall(taken=60)),
        table_of(standing(10), Side(discards=(1, 2)), wall=Wall(taken=61)),
        table_of(Side((1,) * 4, Held.OPEN), Side(discards=(1, 2, 3)), wall=Wall(taken=80)),
    ):
        laid = plan.lay(filled(table, np.random.default_rng(0)), tuple(range(1000, 1000 + DECK)))
        many = [
            Piece(n + 1, lying.tile % 27, lying.area, lying.side, lying.spot) for n, lying in enumerate(laid)
        ]
        used.show(many)
        used.truths()
    fresh = board_of(setting)
    fresh.show(many)
    np.testing.assert_array_equal(used.picture, fresh.picture)
    np.testing.assert_array_equal(used.ids, fresh.ids)
    assert used.truths() == fresh.truths()


def labels(path: Path) -> list[list[float]]:
    return [[float(part) for part in line.split()] for line in path.read_text("utf-8").splitlines()]


def test_saved_tables_read_back_as_their_truth(tmp_path: Path) -> None:
    arguments = ["--tables", "--faces", str(HOME), "--out", str(tmp_path), "--count", "1", "--size", "640"]
    assert main([*arguments, "--seed", "6"]) == 0
    picture: Picture = any_table([own_faces()], 6, SIZE)
    boxes = labels(tmp_path / "labels" / "00006.txt")
    quads = labels(tmp_path / "quads" / "00006.txt")
    assert len(boxes) == len(quads) == len(picture.clear) > 10
    for box, quad, truth in zip(boxes, quads, picture.clear, strict=True):
        assert box[0] == quad[0] == truth.kind
        assert (box[1] - box[3] / 2) * 640 == pytest.approx(truth.box[0], abs=0.01)
        assert (box[2] + box[4] / 2) * 360 == pytest.approx(truth.box[3], abs=0.01)
        np.testing.assert_allclose(np.array(quad[1:]).reshape(4, 2) * SIZE, truth.quad, atol=0.01)
    document = json.loads((tmp_path / "truth" / "00006.json").read_text("utf-8"))
    assert len(document["tiles"]) == len(picture.tiles)
    assert sum(tile["clear"] for tile in document["tiles"]) == len(picture.clear)
    assert len(labels(tmp_path / "unsure" / "00006.txt")) == sum(not is_clear(t) for t in picture.tiles)
    assert (tmp_path / "images" / "00006.jpg").is_file()

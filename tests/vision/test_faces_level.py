"""Where faces lie on a drawn table: their corners stand beside the truth, from upright boxes alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.drawn_tables import SCENE, drawn, geometry_of
from vision.calibration import Floats, Geometry
from vision.detection import BACK
from vision.faces_level import FacesLevel
from vision.places import Area
from vision.synth.board import TileTruth
from vision.synth.laying import Manner, Pond
from vision.synth.pictures import Picture

HEAP = Manner(seed=5, pond=Pond.HEAP)
LOOSE = Manner(seed=3, pond=Pond.LOOSE, rough=0.5)


def lying(picture: Picture) -> list[TileTruth]:
    """The faces that lie on the table and show well."""
    return [
        one
        for one in picture.clear
        if one.kind != BACK and one.area in (Area.DISCARD, Area.MELD) and one.hidden < 0.02
    ]


def boxes_of(tiles: Sequence[TileTruth]) -> Floats:
    return np.array([one.box for one in tiles], dtype=np.float64).reshape(-1, 4)


def apart(outlines: Floats, tiles: list[TileTruth]) -> Floats:
    """How far the farthest corner of each outline is from the truth, in parts of a tile's width; a face that
    stands on its head is as good."""
    true = np.array([one.quad for one in tiles])
    wide = np.linalg.norm(true[:, 1] - true[:, 0], axis=1)
    ways = [np.roll(outlines, turn, axis=1) for turn in (0, 2)]
    away = [np.linalg.norm(way - true, axis=2).max(axis=1) for way in ways]
    found: Floats = np.minimum(*away) / wide
    return found


@pytest.mark.parametrize("elevation", [0.8, 1.0, 1.4])
@pytest.mark.parametrize("manner", [None, LOOSE, HEAP])
def test_the_corners_of_lying_faces_are_told_from_upright_boxes(
    elevation: float, manner: Manner | None
) -> None:
    picture = drawn(SCENE, elevation, manner)
    tiles = lying(picture)
    outlines = FacesLevel().outlines(picture.pixels, boxes_of(tiles), geometry_of(picture))
    away = apart(outlines, tiles)
    assert len(away) > 30
    assert np.isfinite(away).mean() > 0.97
    assert np.nanmedian(away) < 0.06
    assert np.nanpercentile(away, 90) < 0.12


def test_the_size_of_the_tiles_is_kept_for_a_lone_one() -> None:
    picture = drawn(SCENE, 1.0, HEAP)
    tiles = lying(picture)
    level = FacesLevel()
    alone = boxes_of(tiles[:1])
    assert np.isnan(level.outlines(picture.pixels, alone, geometry_of(picture))).all()
    level.outlines(picture.pixels, boxes_of(tiles), geometry_of(picture))
    size = level.size
    assert apart(level.outlines(picture.pixels, alone, geometry_of(picture)), tiles[:1])[0] < 0.15
    level.outlines(picture.pixels, boxes_of(tiles[:5]), geometry_of(picture))
    assert level.size == size, "fewer tiles tell less"


def test_a_face_of_which_a_hand_hides_a_part_is_told_whole() -> None:
    picture = drawn(SCENE, 1.2, HEAP)
    tiles = lying(picture)
    boxes = boxes_of(tiles)
    level = FacesLevel()
    level.outlines(picture.pixels, boxes, geometry_of(picture))
    pixels, cut = picture.pixels.copy(), boxes.copy()
    place = int(np.argmin(np.abs(boxes[:, :2] - (640, 360)).sum(axis=1)))
    x1, y1, x2, y2 = boxes[place]
    cut[place, 0] = x1 + (x2 - x1) * 0.25
    pixels[int(y1) - 20 : int(y2) + 20, int(x1) - 40 : int(cut[place, 0])] = (176, 128, 104)
    whole = apart(level.outlines(pixels, cut, geometry_of(picture)), tiles)
    assert whole[place] < 0.15


def test_what_tells_nothing_has_no_outline() -> None:
    picture = drawn(SCENE, 1.0)
    tiles = lying(picture)
    boxes, geometry = boxes_of(tiles), geometry_of(picture)
    flat = np.full_like(picture.pixels, 128)
    assert np.isnan(FacesLevel().outlines(flat, boxes, geometry)).all()
    assert FacesLevel().outlines(flat, np.zeros((0, 4)), geometry).shape == (0, 4, 2)
    level = FacesLevel()
    level.outlines(picture.pixels, boxes, geometry)
    x1, y1, x2, y2 = boxes[0]
    large = np.array([[x1 - 60, y1 - 60, x2 + 60, y2 + 60]])
    assert np.isnan(level.outlines(picture.pixels, large, geometry)).all(), "no tile is so large"
    off = np.array([[2.0, 2.0, 30.0, 40.0]])
    assert np.isnan(level.outlines(picture.pixels, off, geometry)).all(), "off the table"


def test_what_is_no_table_gives_no_size() -> None:
    picture = drawn(SCENE, 1.0)
    tiles = lying(picture)
    true = geometry_of(picture)
    x, y = np.mean(true.corners, axis=0).tolist()
    a, b, c, d = ((x + (left - x) * 0.3, y + (top - y) * 0.3) for left, top in true.corners)
    geometry = Geometry((a, b, c, d), true.picture)
    level = FacesLevel()
    assert np.isnan(level.outlines(picture.pixels, boxes_of(tiles), geometry)).all()
    assert level.size is None


def test_strips_of_standing_tiles_do_not_tell_how_large_lying_ones_are() -> None:
    picture = drawn(SCENE, 1.0, HEAP)
    every = boxes_of(picture.clear)
    tiles = lying(picture)[:2]
    strips = boxes_of([one for one in picture.clear if one.area is Area.WALL][:14])
    strips[:, 3] = strips[:, 1] + 0.75 * (strips[:, 3] - strips[:, 1])
    strips[:, 2] = strips[:, 0] + 0.8 * (strips[:, 2] - strips[:, 0])
    outlines = FacesLevel().outlines(
        picture.pixels, np.concatenate([boxes_of(tiles), strips]), geometry_of(picture), every
    )
    assert apart(outlines[: len(tiles)], tiles).max() < 0.15

"""对面的牌: what is said of a camera over a table that sees the far tiles too small."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.own_faces import own_faces
from tests.vision.drawn_tables import SCENE, detections_of, drawn, geometry_of
from vision.calibration import Geometry
from vision.detection import Detection, sure
from vision.detectors.looking import Found
from vision.far_side import far_side, far_tile
from vision.frames import Frame
from vision.measuring import Size
from vision.places import Area
from vision.synth.laying import Manner
from vision.synth.pictures import draw_table
from vision.synth.settings import plain_setting
from vision.synth.tables import Side, TableScene, Wall
from vision.table_picture import read_table_picture


def seen(width: int) -> Geometry:
    """A table as a camera with a picture so wide sees it, from a little above its near side."""
    half = width / 1280
    corners = ((156.0, 711.0), (1124.0, 711.0), (920.0, 40.0), (360.0, 40.0))
    a, b, c, d = ((x * half, y * half) for x, y in corners)
    return Geometry((a, b, c, d), (width, width * 9 // 16))


def test_a_far_tile_is_as_large_as_it_is_drawn() -> None:
    row = Side(discards=(3, 7, 12))
    scene = TableScene((Side(), Side(), row, Side()), Wall(0, 108))
    picture = draw_table(scene, plain_setting(own_faces()), Manner(tiles_wide=28.0))
    a, b, c, d = picture.corners
    geometry = Geometry((a, b, c, d), (1280, 720))
    areas = []
    for tile in picture.tiles:
        if tile.area is Area.DISCARD:
            (x1, y1), (x2, y2), (x3, y3), _ = tile.quad
            areas.append(abs((x2 - x1) * (y3 - y2) - (y2 - y1) * (x3 - x2)))
    assert len(areas) == 3
    # the discards lie nearer than the melds of that side
    assert 0.85 < far_tile(geometry) / (sum(areas) / 3) ** 0.5 < 1.0


@pytest.mark.parametrize(("width", "said"), [(640, True), (1280, True), (1920, False), (3840, False)])
def test_the_size_of_the_picture_decides(width: int, said: bool) -> None:
    assert (far_side(seen(width)) is not None) == said


def test_what_to_do_depends_on_what_the_camera_may_give() -> None:
    small = far_side(seen(640))
    assert small is not None
    assert small.code == "far_tiles"
    assert "1080p" in small.message
    assert "1080p" in small.chinese
    small_tiles = Size(1 / 45, 1.4 / 45)
    far = far_side(seen(1920), small_tiles)
    assert far is not None
    assert "1080p" not in far.message + far.chinese
    assert "nearer" in far.message
    assert far.chinese.endswith("。")


class Halved:
    """Reads a drawn table in half its size, the first of its open faces so surely."""

    title, backend, name_from = "truth", "none", 0.6

    def __init__(self, certainty: float) -> None:
        self.picture = drawn(SCENE, 1.0)
        known = [
            replace(one, box=(one.box[0] / 2, one.box[1] / 2, one.box[2] / 2, one.box[3] / 2))
            for one in detections_of(self.picture)
        ]
        face = next(place for place, one in enumerate(known) if one.best < 27)
        known[face] = replace(known[face], likelihoods=sure(known[face].best, certainty))
        self.known = tuple(known)

    def find(self, frame: Frame) -> Found:
        boxes = np.array([one.box for one in self.known], np.float32)
        return Found(boxes, np.tile(np.array([0.9, 0.1], np.float32), (len(boxes), 1)))

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        return self.known


@pytest.mark.parametrize(("certainty", "said"), [(0.97, False), (0.3, True)])
def test_a_view_with_unclear_tiles_says_that_it_is_too_small(certainty: float, said: bool) -> None:
    reader = Halved(certainty)
    frame = Frame.of(np.ascontiguousarray(reader.picture.pixels[::2, ::2]))
    read = read_table_picture(frame, reader, geometry_of(reader.picture))
    assert ("far_tiles" in {one.code for one in read.reading.remarks}) == said

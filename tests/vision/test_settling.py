"""静下来没有: motion, changes, hands that rest, and from which side they came."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn_tables import DEALT, SCENE, drawn, geometry_of
from vision.calibration import to_table
from vision.frames import Pixels
from vision.places import Area
from vision.settling import Settling

NO_BOXES = np.zeros((0, 4))


def table() -> tuple[Pixels, Settling]:
    picture = drawn(DEALT, 1.0)
    return picture.pixels, Settling(geometry_of(picture), picture.pixels.shape[:2])


def with_tile(settling: Settling, pixels: Pixels, along: float, depth: float, side: int) -> Pixels:
    """The picture with a white patch as large as a tile."""
    x, y = (int(one) for one in settling.geometry.pixels([to_table(along, depth, side)])[0])
    changed = pixels.copy()
    cv2.rectangle(changed, (x - 13, y - 16), (x + 13, y + 16), (235, 235, 225), -1)
    return changed


def with_arm(settling: Settling, pixels: Pixels, side: int, reach: float = 0.4, along: float = 0.5) -> Pixels:
    """The picture with an arm from outside the table's side to so deep."""
    ends = settling.geometry.pixels([to_table(along, -0.25, side), to_table(along, reach, side)])
    (a, b), (c, d) = ((int(x), int(y)) for x, y in ends)
    changed = pixels.copy()
    cv2.line(changed, (a, b), (c, d), (205, 150, 120), 60)
    return changed


def test_still_means_that_nothing_differs_from_the_frame_before() -> None:
    pixels, settling = table()
    noise = np.random.default_rng(1)
    assert not settling.see(pixels), "one frame tells nothing"
    grainy = np.clip(pixels + noise.normal(0, 4, pixels.shape), 0, 255).astype(np.uint8)
    assert settling.see(grainy)
    assert not settling.see(with_arm(settling, pixels, 1))
    assert not settling.see(pixels)
    assert settling.see(pixels)


def test_a_lamp_that_flickers_is_no_motion() -> None:
    pixels, settling = table()
    settling.see(pixels)
    brighter = np.clip(pixels.astype(np.float64) + 18, 0, 255).astype(np.uint8)
    assert settling.see(brighter)


def test_people_beside_the_table_are_no_motion() -> None:
    pixels, settling = table()
    settling.see(pixels)
    beside = pixels.copy()
    cv2.circle(beside, (20, 40), 35, (200, 40, 40), -1)
    assert settling.see(beside)


@pytest.mark.parametrize("side", range(4))
def test_one_new_tile_is_a_change_where_it_lies(side: int) -> None:
    pixels, settling = table()
    settling.see(pixels)
    assert settling.changes() is None, "nothing was read yet"
    settling.was_read(0.0, NO_BOXES, NO_BOXES)
    assert settling.changes() == []
    settling.see(with_tile(settling, pixels, 0.45, 0.35, side))
    changes = settling.changes()
    assert changes is not None
    ((left, top, right, bottom),) = changes
    x, y = settling.geometry.pixels([to_table(0.45, 0.35, side)])[0]
    assert left <= x <= right
    assert top <= y <= bottom
    assert right - left < 80
    assert bottom - top < 80


@pytest.mark.parametrize("side", [1, 2, 3])
def test_whose_hand_moved_over_a_tile(side: int) -> None:
    pixels, settling = table()
    settling.see(pixels)
    settling.was_read(0.0, NO_BOXES, NO_BOXES)
    with_it = with_tile(settling, pixels, 0.5, 0.35, side)
    for reach in (0.1, 0.25, 0.4, 0.25, 0.1):
        settling.see(with_arm(settling, with_it, side, reach))
    # the next player already reaches for the wall
    for reach in (0.1, 0.2, 0.1):
        settling.see(with_arm(settling, with_it, (side + 1) % 4, reach, along=0.2))
    settling.see(with_it)
    x, y = settling.geometry.pixels([to_table(0.5, 0.35, side)])[0]
    assert settling.changed(x, y)
    assert settling.came_from(x, y) == side
    settling.forget_motion()
    assert settling.came_from(x, y) is None
    assert not settling.changed(x, y)


def test_a_hand_that_rests_hides_what_is_under_it() -> None:
    pixels, settling = table()
    settling.see(pixels)
    assert settling.was_read(0.0, NO_BOXES, NO_BOXES) == settling.cut
    resting = with_arm(settling, pixels, 1, 0.45)
    settling.see(resting)
    assert settling.see(resting)
    hidden = settling.was_read(1.0, NO_BOXES, NO_BOXES)
    assert {(Area.HAND, 1), (Area.DISCARD, 1)} <= hidden
    assert not {(Area.DISCARD, 3), (Area.HAND, 3)} & hidden
    x, y = settling.geometry.pixels([to_table(0.5, 0.3, 1)])[0]
    assert settling.hides(x, y)
    assert settling.hides(-5.0, y), "outside the picture nothing is seen"
    settling.see(pixels)
    assert settling.see(pixels)
    assert settling.was_read(2.0, NO_BOXES, NO_BOXES) == settling.cut
    assert not settling.hides(x, y)


def test_a_cup_becomes_a_part_of_the_table() -> None:
    pixels, settling = table()
    settling.see(pixels)
    settling.was_read(0.0, NO_BOXES, NO_BOXES)
    cup = with_arm(settling, pixels, 1, 0.45)
    for at in (1.0, 5.0, 19.0):
        settling.see(cup)
        assert (Area.DISCARD, 1) in settling.was_read(at, NO_BOXES, NO_BOXES)
    settling.see(cup)
    assert (Area.DISCARD, 1) not in settling.was_read(25.0, NO_BOXES, NO_BOXES)


def test_new_tiles_are_nothing_foreign() -> None:
    before, after = drawn(DEALT, 1.0), drawn(SCENE, 1.0)
    settling = Settling(geometry_of(before), before.pixels.shape[:2])
    old = np.array([truth.box for truth in before.tiles], dtype=np.float64)
    new = np.array([truth.box for truth in after.tiles], dtype=np.float64)
    settling.see(before.pixels)
    settling.was_read(0.0, old, NO_BOXES)
    settling.see(after.pixels)
    assert settling.was_read(1.0, new, old) == settling.cut


def test_what_lies_outside_the_picture_is_never_seen() -> None:
    picture = drawn(DEALT, 1.0)
    narrow = np.ascontiguousarray(picture.pixels[:, 330:])
    geometry = geometry_of(picture)
    a, b, c, d = ((x - 330, y) for x, y in geometry.corners)
    settling = Settling(type(geometry)((a, b, c, d), (950, 720)), narrow.shape[:2])
    assert (Area.HAND, 3) in settling.cut
    assert (Area.HAND, 1) not in settling.cut

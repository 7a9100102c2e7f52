"""校准: a table's square in pixels and back, at any height."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibration import (
    Corners,
    Geometry,
    corner_problem,
    from_side,
    in_order,
    to_table,
    whole_picture,
)
from vision.synth.solids import look

SIDE = 730.0
"""Millimetres of the table's side."""


def seen(
    elevation: float, azimuth: float = 0.0, focal: float = 1100.0, roll: float = 0.0
) -> tuple[Geometry, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """The geometry of a camera over a table, and the camera's own projection of millimetres."""
    camera = look((0.0, 0.0), 1500.0, math.radians(elevation), math.radians(azimuth), roll, focal, 1280)
    half = SIDE / 2
    a, b, c, d = camera.pixels(
        np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]], dtype=float)
    ).tolist()
    return Geometry(((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])), (1280, 1280)), camera.matrix


VIEWS = [(45, 0, 1100, 0.02), (60, 10, 900, 0.0), (35, -30, 1400, -0.05), (75, 5, 1000, 0.1)]


@pytest.mark.parametrize(("elevation", "azimuth", "focal", "roll"), VIEWS)
def test_places_at_a_height_come_out_as_the_camera_has_them(
    elevation: float, azimuth: float, focal: float, roll: float
) -> None:
    geometry, matrix = seen(elevation, azimuth, focal, roll)
    for x, y, z in ((100.0, 200.0, 20.0), (-300.0, 300.0, 0.0), (0.0, -340.0, 36.0)):
        u, v, w = matrix @ (x, y, z, 1.0)
        place = geometry.table([(u / w, v / w)], z / SIDE)[0]
        assert place == pytest.approx([x / SIDE + 0.5, y / SIDE + 0.5], abs=1e-4)
        assert geometry.pixels([place], z / SIDE)[0] == pytest.approx([u / w, v / w], abs=1e-3)


@pytest.mark.parametrize(("elevation", "azimuth", "focal", "roll"), VIEWS)
def test_the_camera_is_found_where_it_stands(
    elevation: float, azimuth: float, focal: float, roll: float
) -> None:
    geometry, _ = seen(elevation, azimuth, focal, roll)
    up, turn = math.radians(elevation), math.radians(azimuth)
    flat = 1500 * math.cos(up)
    there = (-flat * math.sin(turn), -flat * math.cos(turn), 1500 * math.sin(up))
    x, y, z = geometry.eye
    assert (x, y, z) == pytest.approx(
        (there[0] / SIDE + 0.5, there[1] / SIDE + 0.5, there[2] / SIDE), abs=1e-3
    )


def test_a_view_from_straight_above_tells_no_focal_length_and_still_maps() -> None:
    geometry, _ = seen(90)
    assert geometry.table([(640.0, 640.0)])[0] == pytest.approx([0.5, 0.5], abs=1e-6)
    assert geometry.table(geometry.pixels([(0.2, 0.9)], 0.03), 0.03)[0] == pytest.approx([0.2, 0.9])


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 3))
def test_a_side_sees_what_the_table_has(x: float, y: float, side: int) -> None:
    along, depth = from_side((x, y), side)
    assert to_table(along, depth, side) == pytest.approx((x, y))


@pytest.mark.parametrize(
    ("side", "point"), [(0, (0.9, 0.05)), (1, (0.95, 0.9)), (2, (0.1, 0.95)), (3, (0.05, 0.1))]
)
def test_the_right_hand_of_each_side(side: int, point: tuple[float, float]) -> None:
    """Seen from its own side every player has the melds at its right hand; play goes anticlockwise."""
    assert from_side(point, side) == pytest.approx((0.9, 0.05))


def test_corners_in_any_order_become_near_left_first() -> None:
    right: Corners = ((156.0, 711.0), (1124.0, 700.0), (963.0, 99.0), (317.0, 109.0))
    for turn in range(4):
        turned = [*right[turn:], *right[:turn]]
        assert in_order(turned) == right
        assert in_order(turned[::-1]) == right


@pytest.mark.parametrize(
    ("corners", "word"),
    [
        ([(0, 700), (1000, 700), (900, 100)], "four corners"),
        ([(0, 700), (100, 100), (900, 100), (1000, 700)], "wrong way"),
        ([(0, 700), (900, 100), (1000, 700), (100, 100)], "cross"),
        ([(0, 700), (20, 700), (20, 690), (0, 690)], "too close"),
        ([(0, 700), (math.nan, 700), (900, 100), (100, 100)], "numbers"),
    ],
)
def test_corners_that_are_none_are_told(corners: list[tuple[float, float]], word: str) -> None:
    said = corner_problem(corners, (1280, 720))
    assert said is not None
    assert word in said[1]


def test_good_corners_and_another_picture_size() -> None:
    geometry, _ = seen(50, 5)
    assert corner_problem(geometry.corners, geometry.picture) is None
    half = geometry.scaled(640, 640)
    assert half.picture == (640, 640)
    assert half.table([(320.0, 200.0)])[0] == pytest.approx(geometry.table([(640.0, 400.0)])[0])
    assert geometry.scaled(1280, 1280) is geometry


def test_seats_count_from_the_dealer_over_the_sides_with_players() -> None:
    corners = whole_picture(100, 100).corners
    four = Geometry(corners, (100, 100), dealer=2)
    assert [four.seat(side) for side in range(4)] == [2, 3, 0, 1]
    assert [four.side(seat) for seat in range(4)] == [2, 3, 0, 1]
    three = Geometry(corners, (100, 100), sides=(0, 1, 3), dealer=1)
    assert [three.seat(side) for side in range(4)] == [2, 0, None, 1]
    assert [three.side(seat) for seat in range(3)] == [1, 3, 0]

"""叠牌: a fourth tile on one of a meld, seen from above as a shift outwards; nudged tiles, noise."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from vision.calibration import Geometry, Point
from vision.detection import Detection, sure
from vision.lifted import ENOUGH, KEPT, Lift, Lifts
from vision.measuring import DEPTH, USUAL
from vision.places import Area, PlacedTile
from vision.tracking import Track

WIDE = USUAL.wide
SLANTED = Geometry(((150.0, 700.0), (1130.0, 700.0), (980.0, 80.0), (300.0, 80.0)), (1280, 720))
"""A camera high over the near side."""
ABOVE = Geometry(((300.0, 700.0), (980.0, 700.0), (980.0, 20.0), (300.0, 20.0)), (1280, 720))
"""A camera right over the middle."""
CAMERAS = {"slanted": SLANTED, "above": ABOVE}
PONG: tuple[Point, ...] = ((0.87, 0.05), (0.91, 0.055), (0.945, 0.055))
"""The tile across first."""


class Meld:
    """A pong that is read again and again. Boxes are off by `noise` pixels each way."""

    def __init__(
        self, geometry: Geometry = SLANTED, noise: float = 0.6, places: tuple[Point, ...] = PONG
    ) -> None:
        self.geometry, self.noise, self.places = geometry, noise, list(places)
        self.random = np.random.default_rng(3)
        self.lifts = Lifts()
        self.high = 1.0
        """tiles from the table to the face of the tile across"""
        self.now = 0.0
        self.area = Area.MELD
        self.missed = 0
        self.mates = (0, 1, 2)

    def tile(self, place: int) -> PlacedTile:
        thick = DEPTH * WIDE
        height = thick * (self.high if place == 0 else 1.0)
        (centre,) = self.geometry.pixels([self.places[place]], height) + self.random.normal(0, self.noise, 2)
        x, y = (float(value) for value in centre)
        found = Detection((x - 12, y - 9, x + 12, y + 9), 0.9, sure(4, 0.95))
        ((u, v),) = self.geometry.table([(x, y)], thick)
        return PlacedTile(found, (float(u), float(v)), 90.0 if place == 0 else 0.0, self.area, 0, 1)

    def read(self, times: int = 1) -> Mapping[int, Lift]:
        """So many readings, a second apart: what the last one comes to."""
        lifts: Mapping[int, Lift] = {}
        for _ in range(times):
            self.now += 1.0
            tracks = [
                Track(number, self.tile(number), 0.0, missed=self.missed, mates=self.mates)
                for number in range(3)
            ]
            lifts = self.lifts.see(self.now, tracks, self.geometry, USUAL)
        return lifts


@pytest.mark.parametrize("geometry", CAMERAS.values(), ids=CAMERAS)
def test_a_tile_on_another_shifts_outwards_by_one_thickness(geometry: Geometry) -> None:
    meld = Meld(geometry)
    meld.read(8)
    meld.high = 2.0
    lift = meld.read(5)[0]
    assert (lift.before, lift.since, lift.readings) == (8.0, 9.0, 5)
    assert lift.out == pytest.approx(lift.reach, abs=3 * lift.doubt)
    assert lift.aside == pytest.approx(0.0, abs=3 * lift.doubt)
    assert lift.reach > 4 * lift.doubt


def test_the_tiles_of_a_meld_may_come_in_another_order() -> None:
    """The tile on top is found anew, after the others of its meld."""
    meld = Meld()
    meld.read(8)
    meld.high, meld.mates = 2.0, (1, 2, 0)
    lift = meld.read(5)[0]
    assert (lift.before, lift.since, lift.readings) == (8.0, 9.0, 5)


def test_the_first_reading_of_it_tells_less_than_several() -> None:
    meld = Meld()
    meld.read(8)
    meld.high = 2.0
    first = meld.read()[0]
    later = meld.read(ENOUGH)[0]
    assert later.doubt < first.doubt
    assert first.doubtful
    assert not later.doubtful, "more readings tell little"


def test_a_nudged_tile_shifts_where_it_was_pushed() -> None:
    meld = Meld()
    meld.read(8)
    x, y = meld.places[0]
    meld.places[0] = (x - 0.25 * WIDE, y + 0.1 * WIDE)
    lift = meld.read(4)[0]
    assert lift.out < 0.1
    assert np.hypot(lift.out, lift.aside) == pytest.approx(0.27, abs=0.08)


def test_a_meld_pushed_as_a_whole_has_not_shifted() -> None:
    meld = Meld(noise=0.2)
    meld.read(8)
    meld.places = [(x - 0.3 * WIDE, y) for x, y in meld.places]
    assert not any(np.hypot(lift.out, lift.aside) > 0.1 for lift in meld.read(6).values())


def test_noise_is_no_shift() -> None:
    meld = Meld()
    shifts = [
        lift.out / lift.reach
        for _ in range(2 * KEPT)
        for lift in meld.read().values()
        if abs(lift.aside) < lift.reach / 4
    ]
    assert max(shifts, default=0.0) < 0.6, "less than a tile's thickness makes"


def test_one_reading_that_is_far_off_does_not_spoil_the_rest() -> None:
    meld = Meld()
    meld.read(6)
    meld.noise = 4.0
    meld.read()
    meld.noise = 0.6
    meld.read(5)
    meld.high = 2.0
    lift = meld.read(6)[0]
    assert lift.since == 13.0
    assert lift.out == pytest.approx(lift.reach, abs=0.06)


def test_it_is_told_as_long_as_nothing_is_read_anew() -> None:
    meld = Meld()
    meld.read(6)
    meld.high = 2.0
    meld.now += 1.0
    tracks = [Track(number, meld.tile(number), 0.0, mates=(0, 1, 2)) for number in range(3)]
    first = meld.lifts.see(meld.now, tracks, meld.geometry, USUAL)
    again = meld.lifts.see(meld.now + 1.0, tracks, meld.geometry, USUAL)
    assert again == first
    assert first[0].readings == 1


def test_only_melds_that_are_seen_whole_are_followed() -> None:
    hand = Meld()
    hand.area = Area.HAND
    covered = Meld()
    covered.missed = 1
    for meld in (hand, covered):
        meld.read(6)
        meld.high = 2.0
        assert not meld.read(4)


def test_right_below_the_camera_nothing_shifts() -> None:
    meld = Meld(ABOVE, places=((0.5, 0.5), (0.54, 0.5), (0.46, 0.5)))
    meld.read(6)
    meld.high = 2.0
    assert 0 not in meld.read(4)

"""跟牌: tiles nudged, missed, hidden, taken and misread."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.calibration import Point
from vision.detection import BACK, CLASSES, Detection, sure
from vision.places import Area, PlacedTile
from vision.tracking import Tracks

HIGH = 0.05
"""A tile's height in table units."""


def lying(kind: int, at: Point, confidence: float = 0.95, side: int | None = 0) -> PlacedTile:
    x, y = at[0] * 1000, 1000 - at[1] * 1000
    box = (x - 18, y - 25, x + 18, y + 25)
    return PlacedTile(Detection(box, 0.9, sure(kind, confidence)), at, 0.0, Area.DISCARD, side)


def numbers(tracks: Tracks) -> dict[Point, int]:
    return {track.tile.at: track.number for track in tracks.all}


def test_a_tile_keeps_its_number_and_the_time_it_came() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3))], HIGH)
    tracks.see(2.0, [lying(4, (0.5, 0.3)), lying(7, (0.54, 0.3))], HIGH, came_from=lambda _: 2)
    first, second = tracks.all
    assert (first.since, first.came_from, second.since, second.came_from) == (1.0, None, 2.0, 2)
    assert first.number != second.number


def test_a_nudged_tile_is_the_same_and_a_neighbour_is_not() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3)), lying(7, (0.54, 0.3))], HIGH)
    before = numbers(tracks)
    tracks.see(2.0, [lying(4, (0.515, 0.305)), lying(7, (0.555, 0.305))], HIGH)
    assert numbers(tracks) == {(0.515, 0.305): before[0.5, 0.3], (0.555, 0.305): before[0.54, 0.3]}


def test_another_tile_in_the_place_of_one_that_went_is_another() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3))], HIGH)
    tracks.see(2.0, [lying(20, (0.52, 0.31))], HIGH)
    (one,) = tracks.all
    assert (one.since, one.tile.best) == (2.0, 20)


def test_another_tile_laid_where_one_was_taken_is_another() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3))], HIGH)
    tracks.see(2.0, [], HIGH, touched=lambda _: True)
    tracks.see(3.0, [lying(20, (0.5, 0.3))], HIGH, touched=lambda _: True)
    (one,) = tracks.all
    assert (one.since, one.views) == (3.0, 1)
    assert one.likelihoods[20] == pytest.approx(0.95)


def test_a_tile_swapped_between_two_readings_is_another() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3))], HIGH)
    tracks.see(2.0, [lying(20, (0.5, 0.3))], HIGH, touched=lambda _: True)
    (one,) = tracks.all
    assert (one.since, one.tile.best) == (2.0, 20)


def test_a_tile_turned_over_is_another() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(BACK, (0.5, 0.3))], HIGH)
    tracks.see(2.0, [lying(20, (0.5, 0.3))], HIGH)
    assert {track.since for track in tracks.all} == {2.0}


def test_one_miss_is_forgiven_and_two_are_not() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3))], HIGH)
    tracks.see(2.0, [], HIGH)
    assert len(tracks.all) == 1
    tracks.see(3.0, [lying(4, (0.5, 0.3))], HIGH)
    assert [track.missed for track in tracks.all] == [0]
    assert tracks.all[0].since == 1.0
    tracks.see(4.0, [], HIGH)
    tracks.see(5.0, [], HIGH)
    assert not tracks.all


def test_a_hidden_tile_is_not_gone_however_long() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3)), lying(7, (0.2, 0.3))], HIGH)
    for second in range(2, 12):
        tracks.see(float(second), [], HIGH, hidden=lambda tile: tile.best == 4)
    assert [track.tile.best for track in tracks.all] == [4]
    tracks.see(12.0, [lying(4, (0.5, 0.3))], HIGH)
    assert [track.since for track in tracks.all] == [1.0]


def in_area(area: Area, at: Point = (0.9, 0.055)) -> PlacedTile:
    return replace(lying(4, at), area=area, group=3 if area is Area.MELD else 0)


def test_a_meld_that_one_reading_does_not_see_is_still_one() -> None:
    """A tile beside it was misread, so that its group was none for a moment."""
    tracks = Tracks()
    areas = []
    for second, area in enumerate((Area.MELD, Area.HAND, Area.HAND, Area.MELD, *[Area.HAND] * 4)):
        tracks.see(float(second), [in_area(area)], HIGH)
        areas.append(tracks.all[0].tile.area)
    assert areas == [Area.MELD] * 6 + [Area.HAND] * 2


def test_what_was_read_of_a_meld_is_kept_where_one_reading_takes_it_for_an_open_hand() -> None:
    tracks = Tracks()
    for second, area in enumerate((Area.MELD, Area.HAND, Area.MELD, Area.HAND, Area.HAND)):
        tracks.see(float(second), [replace(in_area(area), open=area is Area.HAND)], HIGH)
    assert [track.views for track in tracks.all] == [5]


def test_a_tile_that_leaves_its_meld_or_joins_one_does_so_at_once() -> None:
    tracks = Tracks()
    tracks.see(1.0, [in_area(Area.HAND)], HIGH)
    (track,) = tracks.see(2.0, [in_area(Area.MELD)], HIGH)
    assert track.tile.area is Area.MELD
    (track,) = tracks.see(3.0, [in_area(Area.HAND, (0.87, 0.055))], HIGH)
    assert track.tile.area == Area.HAND


def test_what_was_hardly_read_is_believed_when_it_is_read_again() -> None:
    tracks = Tracks()
    (sure_one, doubtful) = tracks.see(1.0, [lying(4, (0.5, 0.3), 0.95), lying(7, (0.6, 0.3), 0.61)], HIGH)
    assert sure_one.plain
    assert not doubtful.plain
    tracks.see(2.0, [lying(4, (0.5, 0.3), 0.95), lying(7, (0.6, 0.3), 0.61)], HIGH)
    assert all(track.plain for track in tracks.all)


def test_the_tiles_of_a_meld_tell_of_each_other() -> None:
    """Two eights of dots and what looks like a four of bamboo are three eights; the back of a kong stays."""
    tracks = Tracks()
    places = [(0.80, 0.055), (0.84, 0.055), (0.88, 0.055), (0.92, 0.055)]
    for number, kinds in enumerate(((16, 16, 21, BACK), (16, 16, 21, BACK), (16, 21, 21, BACK))):
        meld = [
            replace(lying(kind, at, 0.97), area=Area.MELD, group=2)
            for kind, at in zip(kinds, places, strict=True)
        ]
        tracks.see(float(number), meld, HIGH)
        best = [int(np.argmax(track.likelihoods)) for track in sorted(tracks.all, key=lambda one: one.number)]
        assert best == [16, 16, 16, BACK]
    assert all(sum(track.likelihoods) == pytest.approx(1.0) for track in tracks.all)
    apart = [replace(lying(21, places[2], 0.97), area=Area.DISCARD)]
    tracks.see(4.0, apart, HIGH)
    assert {int(np.argmax(track.likelihoods)) for track in tracks.all if not track.missed} == {21}


def test_views_of_one_tile_are_averaged_and_no_surer_than_a_single_one() -> None:
    tracks = Tracks()
    for second in range(40):
        odds = [0.01 / (CLASSES - 2)] * CLASSES
        odds[4], odds[5] = (0.66, 0.33) if second % 2 else (0.94, 0.05)
        tile = PlacedTile(Detection((0, 0, 9, 9), 0.9, tuple(odds)), (0.5, 0.3), 0.0, Area.DISCARD, 0)
        tracks.see(float(second), [tile], HIGH)
        if second == 0:
            assert tracks.all[0].likelihoods[4] == pytest.approx(0.94, abs=0.01)
    (one,) = tracks.all
    assert one.views == 40
    assert one.likelihoods[4] == pytest.approx(0.85, abs=0.02)


def test_a_look_that_was_misread_is_outvoted() -> None:
    tracks = Tracks()
    for second in range(5):
        tracks.see(float(second), [lying(4, (0.5, 0.3), 0.9)], HIGH)
    tracks.see(6.0, [lying(5, (0.5, 0.3), 0.9)], HIGH)
    (one,) = tracks.all
    assert max(range(CLASSES), key=one.likelihoods.__getitem__) == 4


def test_a_tile_laid_open_is_read_anew() -> None:
    tracks = Tracks()
    standing = replace(lying(4, (0.5, 0.05), 0.4), area=Area.HAND)
    for second in range(5):
        tracks.see(float(second), [replace(standing, detection=lying(4, (0.5, 0.05), 0.4).detection)], HIGH)
    tracks.see(6.0, [replace(lying(7, (0.5, 0.05), 0.9), area=Area.HAND, open=True)], HIGH)
    (one,) = tracks.all
    assert one.views == 1
    assert one.likelihoods[7] == pytest.approx(0.9)


def test_the_same_detection_read_again_is_no_new_evidence() -> None:
    tracks = Tracks()
    tile = lying(4, (0.5, 0.3))
    for second in range(4):
        tracks.see(float(second), [tile], HIGH)
    assert tracks.all[0].views == 1


def test_an_owner_once_known_is_kept() -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.45), side=3)], HIGH)
    tracks.see(2.0, [lying(4, (0.5, 0.45), side=None)], HIGH)
    assert tracks.all[0].tile.side == 3


@pytest.mark.parametrize(("same", "kept"), [(True, True), (False, False)])
def test_a_tile_whose_place_looks_the_same_is_the_same_however_it_reads(same: bool, kept: bool) -> None:
    tracks = Tracks()
    tracks.see(1.0, [lying(4, (0.5, 0.3))], HIGH)
    (before,) = numbers(tracks).values()
    tracks.see(2.0, [lying(20, (0.503, 0.308))], HIGH, touched=lambda _: True, same=lambda _: same)
    (now,) = numbers(tracks).values()
    assert (now == before) is kept

"""在桌上: the rim is no tile, and a tile that stands is one, however much of it was found."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_tables import DEALT, SCENE, detections_of, drawn, geometry_of
from vision.calibration import SIDES, Geometry, to_table
from vision.detection import BACK, NAMES, Detection, sure
from vision.measuring import DEPTH, USUAL
from vision.places import Area, PlacedTile
from vision.placing import place
from vision.synth.pictures import Picture

ELEVATIONS = (0.8, 1.1, 1.5)
THICK = DEPTH * USUAL.wide


def box_at(
    geometry: Geometry, at: tuple[float, float], low: float, high: float, deep: float = THICK
) -> Detection:
    """The box of a weak back around something as wide as a tile that reaches from one height to another."""
    x, y = at
    half = USUAL.wide / 2
    points = [
        geometry.pixels([(x + a * half, y + b * deep / 2)], height)[0]
        for a in (-1, 1)
        for b in (-1, 1)
        for height in (low, high)
    ]
    (left, top), (right, bottom) = np.min(points, axis=0), np.max(points, axis=0)
    return Detection((float(left), float(top), float(right), float(bottom)), 0.4, sure(BACK, 0.97))


@pytest.mark.parametrize("elevation", ELEVATIONS)
@pytest.mark.parametrize("side", range(SIDES))
def test_boxes_on_the_rim_are_left_out(elevation: float, side: int) -> None:
    picture = drawn(SCENE, elevation)
    geometry = geometry_of(picture)
    # what lies beyond the far side shows where something higher would show on the table
    off = -0.045 if side == 2 else -0.02
    rim = [box_at(geometry, to_table(along, off, side), 0.0, 0.0) for along in (0.2, 0.5, 0.53, 0.8)]
    found = detections_of(picture)
    assert len(place([*found, *rim], geometry).tiles) == len(found)


@pytest.mark.parametrize("elevation", ELEVATIONS)
def test_tiles_that_stand_at_the_very_edge_are_kept(elevation: float) -> None:
    """Their upper edge shows outside of the playing surface, beyond the far side."""
    picture = drawn(SCENE, elevation)
    geometry = geometry_of(picture)
    places = [to_table(0.5, THICK / 2 + 0.006, side) for side in range(SIDES)]
    standing = [box_at(geometry, at, 0.0, USUAL.high, 0.0) for at in places]
    assert len(place(standing, geometry).tiles) == SIDES


@pytest.mark.parametrize("elevation", [0.8, 1.1])
def test_the_upper_edge_of_a_standing_tile_is_the_same_tile(elevation: float) -> None:
    picture = drawn(DEALT, elevation)
    geometry = geometry_of(picture)
    found = detections_of(picture)
    view = place(found, geometry)
    near = [tile for tile in view.tiles if tile.area is Area.HAND and tile.side in (0, 2)]
    assert len(near) >= 13
    edges = [
        box_at(geometry, to_table(0.1 + 0.037 * number, 0.055, side), USUAL.high, USUAL.high)
        for side in (0, 2)
        for number in range(4, 18)
    ]
    both = place([*found, *edges], geometry)
    now = [tile for tile in both.tiles if tile.area is Area.HAND and tile.side in (0, 2)]
    # edges beside the row are tiles of their own, those on it are not
    assert len(now) - len(near) <= 4


def test_a_box_around_two_tiles_is_none() -> None:
    picture = drawn(SCENE, 1.1)
    geometry = geometry_of(picture)
    found = detections_of(picture)
    pond = sorted(
        (one for one, tile in _placed(picture) if tile.area is Area.DISCARD and tile.side == 0),
        key=lambda one: one.box[0],
    )
    first, second = pond[:2]
    around = Detection(
        (first.box[0], min(first.box[1], second.box[1]), second.box[2], max(first.box[3], second.box[3])),
        0.99,
        sure(3, 0.97),
    )
    assert len(place([*found, around], geometry).tiles) == len(found)


def _placed(picture: Picture) -> list[tuple[Detection, PlacedTile]]:
    view = place(detections_of(picture), geometry_of(picture))
    return [(tile.detection, tile) for tile in view.tiles]


def test_outer_backs_of_a_concealed_kong_in_a_corner_are_kept() -> None:
    picture = drawn(SCENE, 1.1)
    melds = place(detections_of(picture), geometry_of(picture)).melds
    assert "c2p" in {f"{meld.shape.value}{NAMES[meld.kind]}" for meld in melds}

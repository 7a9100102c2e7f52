"""看摆法: every tile of drawn tables in its place, from boxes that a perfect detector gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant import observation
from tests.vision.drawn_tables import DEALT, SCENE, P, S, detection_of, detections_of, drawn, geometry_of
from vision.calibration import Geometry
from vision.detection import BACK, NAMES, OTHER, Detection, sure
from vision.frames import Frame
from vision.places import Area
from vision.placing import View, place
from vision.seen import MeldShape
from vision.standing import mark_open
from vision.synth.laying import Manner, Pond
from vision.synth.pictures import Picture
from vision.synth.tables import Held
from vision.table_reading import TableReading, read_table

ELEVATIONS = (0.9, 1.15, 1.45)


def view_of(picture: Picture) -> View:
    geometry = geometry_of(picture)
    return mark_open(place(detections_of(picture), geometry), Frame.of(picture.pixels), geometry)


def melds_of(reading: TableReading, side: int) -> list[str]:
    return sorted(f"{meld.shape.value}{NAMES[meld.kind]}" for meld in reading.sides[side].melds)


@pytest.mark.parametrize("elevation", ELEVATIONS)
def test_a_whole_table_is_read(elevation: float) -> None:
    reading = read_table(view_of(drawn(SCENE, elevation)), 0.6)
    assert [melds_of(reading, side) for side in range(4)] == [
        ["p5m"],
        ["k8p", "p1s"],
        ["a8s", "c2p", "c4p"],
        [],
    ]
    for side, laid in enumerate(SCENE.sides):
        seen = [reading.seen[place].kind for place in reading.sides[side].discards]
        assert seen == list(laid.discards)
    shown = reading.sides[3].shown
    assert [reading.seen[place].kind for place in shown] == list(SCENE.sides[3].hand)
    assert not any(reading.sides[side].shown for side in range(3))
    assert reading.sides[3].face_down == 0
    assert reading.left[S] == 1
    assert reading.left[P + 1] == 0, "the two hidden tiles of a concealed kong are known"
    assert reading.left[P + 7] == 0


@pytest.mark.parametrize("elevation", ELEVATIONS)
@pytest.mark.parametrize("pond", [Pond.NEAT, Pond.LOOSE])
def test_every_tile_lies_where_it_was_laid(elevation: float, pond: Pond) -> None:
    picture = drawn(SCENE, elevation, Manner(seed=3, pond=pond, rough=0.5))
    found = {detection_of(truth): truth for truth in picture.clear}
    view = place(list(found), geometry_of(picture))
    assert len(view.tiles) == len(found)
    for tile in view.tiles:
        truth = found[tile.detection]
        assert tile.area.value == truth.area.value, (NAMES[truth.kind], tile.at)
        if tile.area is not Area.WALL:
            assert tile.side == truth.side, (NAMES[truth.kind], tile.area, tile.at)


def test_hands_that_are_only_backs_and_edges_are_hands() -> None:
    view = view_of(drawn(DEALT))
    hands = [tile for tile in view.tiles if tile.area is Area.HAND]
    assert {tile.side for tile in hands} >= {0, 2}
    assert not any(tile.open for tile in hands)
    assert not view.melds


@pytest.mark.parametrize("elevation", ELEVATIONS)
def test_faces_of_the_near_hand_stand_or_lie_open(elevation: float) -> None:
    for held in (Held.STANDING, Held.OPEN):
        side = replace(SCENE.sides[3], held=held, discards=())
        scene = replace(SCENE, sides=(side, *SCENE.sides[1:3], replace(SCENE.sides[0], melds=())))
        view = view_of(drawn(scene, elevation))
        faces = [t for t in view.tiles if t.area is Area.HAND and t.side == 0 and t.best != BACK]
        assert {tile.open for tile in faces} == ({held is Held.OPEN} if faces else set())
        assert faces or held is Held.STANDING


@pytest.mark.parametrize(("elevation", "known"), [(0.9, False), (1.25, True)])
def test_where_no_felt_is_seen_whole_faces_lie_if_no_standing_one_can_be_seen(
    elevation: float, known: bool
) -> None:
    """The felt has the tiles' own colour, or is taken for that of the floor."""
    side = replace(SCENE.sides[3], held=Held.OPEN, discards=())
    scene = replace(SCENE, sides=(side, *SCENE.sides[1:3], replace(SCENE.sides[0], melds=())))
    picture = drawn(scene, elevation)
    geometry = geometry_of(picture)
    placed = place(detections_of(picture), geometry)
    view = mark_open(placed, Frame.of(picture.pixels), geometry, felt=np.array((255, 0, 255), np.float32))
    faces = [tile for tile in view.tiles if tile.area is Area.HAND and tile.side == 0 and tile.best != BACK]
    assert {tile.open for tile in faces} == {known}


def test_what_looks_like_an_honour_at_the_end_of_a_standing_row_does_not_lie_open() -> None:
    """It is the side of the tile, which the camera sees; among faces that lie open it is one of them."""
    frame = Frame.of(np.full((1000, 1000, 3), (30, 110, 70), np.uint8))
    standing = row([BACK] * 12, 4, 26.5)
    for kinds, many in (([OTHER], 0), ([3], 1), ([3, OTHER, 5], 3)):
        view = mark_open(place([*standing, *row(kinds, 18, 26.5)], FLAT), frame, FLAT)
        assert sum(tile.open for tile in view.tiles) == many


def test_a_common_heap_belongs_to_nobody() -> None:
    view = view_of(drawn(SCENE, 1.15, Manner(seed=5, pond=Pond.HEAP)))
    discards = [tile for tile in view.tiles if tile.area is Area.DISCARD]
    assert len(discards) == sum(len(side.discards) for side in SCENE.sides)
    reading = read_table(view, 0.6)
    assert "whose_discards" in {remark.code for remark in reading.remarks}
    known = [tile for tile in discards if tile.side is not None]
    assert len(known) <= len(discards) // 3


# -- a table of made-up boxes, seen from above

FLAT = Geometry(((0.0, 1000.0), (1000.0, 1000.0), (1000.0, 0.0), (0.0, 0.0)), (1000, 1000))
WIDE, HIGH = 1000 / 28, 1000 / 28 * 36 / 26


def tile(
    kind: int, x: float, y: float, turned: bool = False, odds: tuple[float, ...] | None = None
) -> Detection:
    """A tile with its middle at table place (x, y), in widths of a tile."""
    wide, high = (HIGH, WIDE) if turned else (WIDE, HIGH)
    u, v = x * WIDE, 1000 - y * WIDE
    return Detection((u - wide / 2, v - high / 2, u + wide / 2, v + high / 2), 0.9, odds or sure(kind, 0.97))


def row(kinds: list[int], x: float, y: float) -> list[Detection]:
    return [tile(kind, x + number, y) for number, kind in enumerate(kinds)]


def shapes(detections: list[Detection]) -> list[tuple[MeldShape, str, int | None]]:
    # a pond that tells how large tiles are
    pond = row([0, 3, 6, 9, 12, 15, 18, 21], 11, 10)
    view = place([*detections, *pond], FLAT)
    return [(meld.shape, NAMES[meld.kind], view.tiles[meld.places[0]].side) for meld in view.melds]


def test_melds_with_a_misread_tile_are_still_melds() -> None:
    doubtful = list(sure(5, 0.5))
    doubtful[4] = 0.4
    odds = tuple(one / sum(doubtful) for one in doubtful)
    assert shapes([*row([4, 4], 20, 1.5), tile(4, 22, 1.5, odds=odds)]) == [(MeldShape.PONG, "5m", 0)]


@pytest.mark.parametrize(
    "kinds", [[4, 4], [4, 4, 5], [4, 5, 6], [4, 4, 4, 5, 6, 7], [BACK, 4, 5, BACK], [4, 4, 4, 4, 4, 4]]
)
def test_what_is_no_meld(kinds: list[int]) -> None:
    assert shapes(row(kinds, 18, 1.5)) == []


def test_melds_that_touch_are_parted_by_their_kinds() -> None:
    assert shapes(row([4, 4, 4, 7, 7, 7, 7], 18, 1.5)) == [
        (MeldShape.CONCEALED_KONG, "8m", 0),
        (MeldShape.PONG, "5m", 0),
    ]


def test_like_faces_on_the_edges_of_standing_tiles_are_no_meld() -> None:
    pong = row([9, 9, 9], 20, 1.5)
    edges = [replace(one, box=(one.box[0], one.box[3] - HIGH / 3, one.box[2], one.box[3])) for one in pong]
    assert shapes(pong) == [(MeldShape.PONG, "1p", 0)]
    assert shapes(edges) == []


def test_three_that_lie_by_themselves_are_a_meld_though_one_is_surely_misread() -> None:
    odds = list(sure(21, 0.985))
    odds[16] = 0.004
    misread = tuple(one / sum(odds) for one in odds)
    assert shapes([*row([16, 16], 20, 1.5), tile(21, 22, 1.5, odds=misread)]) == [(MeldShape.PONG, "8p", 0)]


@pytest.mark.parametrize(("reads", "meld"), [((20, 23, 23), [(MeldShape.PONG, "6s", 0)]), ((4, 20, 23), [])])
def test_three_that_lie_by_themselves_are_a_meld_though_all_are_hard_to_read(
    reads: tuple[int, ...], meld: list[tuple[MeldShape, str, int]]
) -> None:
    """Of one set 3s and 6s look alike from afar; 5m like neither."""
    alike = {20: (0.5, 0.42), 23: (0.45, 0.5), 4: (0.02, 0.02)}
    tiles = []
    for number, read in enumerate(reads):
        odds = list(sure(read, 0.9))
        odds[20], odds[23] = alike[read]
        tiles.append(tile(read, 20 + number, 1.5, odds=tuple(one / sum(odds) for one in odds)))
    assert shapes(tiles) == meld


@pytest.mark.parametrize("off", [0.35, 0.5, 0.8])
def test_a_meld_of_which_a_tile_was_nudged_is_still_one(off: float) -> None:
    pong = [*row([15, 15], 20, 1.5), tile(15, 22 + off, 1.5)]
    hand = row([0, 1, 2, 4, 4, 5, 6, 7, 9, 10], 6, 1.5)
    assert shapes([*hand, *pong]) == [(MeldShape.PONG, "7p", 0)]
    kong = [tile(15, 20, 1.5), *row([15, 15, 15], 21 + off, 1.5)]
    assert [shape for shape, *_ in shapes([*hand, *kong])] == [MeldShape.CONCEALED_KONG]


def test_a_fourth_tile_beside_the_turned_one_is_an_added_kong() -> None:
    laid = [
        tile(4, 20, 1.5),
        tile(4, 21.2, 1.3, turned=True),
        tile(4, 22.4, 1.5),
        tile(4, 21.2, 2.3, turned=True),
    ]
    assert shapes(laid) == [(MeldShape.ADDED_KONG, "5m", 0)]


def test_melds_in_a_corner_are_of_the_side_they_run_along() -> None:
    assert shapes(row([4, 4, 4], 24.5, 1.5)) == [(MeldShape.PONG, "5m", 0)]
    upwards = [tile(4, 26.5, 24.5 + number, turned=True) for number in range(3)]
    assert shapes(upwards) == [(MeldShape.PONG, "5m", 1)]


def test_a_tile_seen_twice_counts_once() -> None:
    pond = row([0, 3, 6, 9, 12, 15, 18, 21], 11, 10)
    twice = replace(pond[2], box=tuple(side + 4 for side in pond[2].box), score=0.4)  # type: ignore[arg-type]
    assert len(place([*pond, twice], FLAT).tiles) == len(pond)


def test_a_fifth_copy_is_left_unnamed() -> None:
    view = place([*row([4] * 3, 20, 1.5), *row([4, 0, 4, 9, 12, 15, 18, 21], 11, 10)], FLAT)
    reading = read_table(view, 0.6)
    assert sum(one.kind == 4 for one in reading.seen) == 4
    assert reading.left[4] == 0
    (remark,) = (one for one in reading.remarks if one.code == "fifth_copy")
    assert [view.tiles[place].area for place in remark.places] == [Area.DISCARD]


def test_a_surface_of_which_tiles_are_too_large_a_part_is_none() -> None:
    laid = row([0, 3, 6, 9, 12, 15, 18, 21], 11, 10)
    assert place(laid, FLAT).size.likely
    twice = Geometry(((0.0, 800.0), (500.0, 800.0), (500.0, 300.0), (0.0, 300.0)), (1000, 1000))
    assert not place(row([0, 3, 6, 9, 12], 3, 14), twice).size.likely


def test_areas_have_the_words_of_an_observation() -> None:
    assert [area.value for area in Area] == [area.value for area in observation.Area]


def test_an_empty_view() -> None:
    reading = read_table(place([], FLAT), 0.6)
    assert [remark.code for remark in reading.remarks] == ["no_tiles"]
    assert reading.left == (4,) * 27


# Rows of six discards of side 0, from the third inwards to a fourth behind it, in widths of a tile
ROWS = (
    *row([0, 3, 6, 9, 12, 15], 11, 9.0),
    *row([1, 4, 7, 10, 13, 16], 11, 7.6),
    *row([2, 5, 8, 11, 14, 17], 11, 6.2),
)


def lying_at(detections: list[Detection], wanted: Detection) -> Area:
    view = place(detections, FLAT)
    return next(one.area for one in view.tiles if one.detection is wanted)


def test_a_fourth_row_of_discards_lies_where_the_wall_is_gone() -> None:
    fourth = tile(20, 13, 4.75)
    assert lying_at([*ROWS, fourth], fourth) is Area.DISCARD


def test_a_face_in_the_wall_or_away_from_all_discards_is_none_of_them() -> None:
    fourth = tile(20, 13, 4.75)
    beside = [tile(BACK, 12, 4.75), tile(BACK, 11, 4.75)]
    assert lying_at([*ROWS, fourth, *beside], fourth) is Area.UNKNOWN, "a tile of the wall"
    alone = tile(20, 22, 4.75)
    assert lying_at([*ROWS, alone], alone) is Area.UNKNOWN

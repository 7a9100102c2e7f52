"""盖着的牌: a row that stands is as many tiles as are as long, however few of them were found."""

from __future__ import annotations

import pytest

from tests.vision.drawn_tables import DEALT, EMPTY, M, S, detections_of, drawn, geometry_of
from vision.calibration import SIDES
from vision.closed_rows import fill_rows
from vision.detection import BACK
from vision.frames import Frame
from vision.places import Area
from vision.placing import View, place
from vision.standing import mark_open
from vision.synth.laying import Manner
from vision.synth.pictures import Picture
from vision.synth.tables import UNSEEN, Held, Meld, MeldKind, Side, TableScene, Wall, standing
from vision.table_reading import read_table

PONG = Meld(MeldKind.PONG, (M + 4,) * 3, sideways=1)
KONG = Meld(MeldKind.EXPOSED, (S + 6,) * 4, sideways=0)
IN_PLAY = TableScene(
    (
        Side((UNSEEN,) * 11, drawn=True, melds=(PONG,)),
        Side((UNSEEN,) * 7, melds=(KONG, Meld(MeldKind.PONG, (S + 1,) * 3, sideways=2))),
        standing(13),
        Side((UNSEEN,) * 4, melds=tuple(Meld(MeldKind.PONG, (kind,) * 3) for kind in (11, 13, 16))),
    ),
    Wall(taken=60),
)


def filled(picture: Picture, every: int) -> View:
    """What is made of a picture of which only each `every`th standing tile is found."""
    frame, geometry = Frame.of(picture.pixels), geometry_of(picture)
    whole = place(detections_of(picture), geometry)
    rows = [tile.detection for tile in whole.tiles if tile.area is Area.HAND and tile.best == BACK]
    lost = {id(one) for number, one in enumerate(rows) if number % every}
    found = [one for one in detections_of(picture) if one not in rows or id(one) not in lost]
    view = mark_open(place([one for one in found if id(one) not in lost], geometry), frame, geometry)
    return fill_rows(view, frame, geometry)


@pytest.mark.parametrize("elevation", [0.8, 1.0, 1.25, 1.5])
@pytest.mark.parametrize("every", [1, 3, 100])
@pytest.mark.parametrize(("scene", "hidden"), [(DEALT, [13] * 4), (IN_PLAY, [11, 7, 13, 4])])
def test_rows_are_counted_by_their_length(
    scene: TableScene, hidden: list[int], elevation: float, every: int
) -> None:
    view = filled(drawn(scene, elevation, Manner(seed=2, rough=0.4)), every)
    assert [side.face_down for side in read_table(view, 0.6).sides] == hidden


def test_where_nothing_stands_nothing_is_added() -> None:
    picture = drawn(EMPTY)
    frame, geometry = Frame.of(picture.pixels), geometry_of(picture)
    assert fill_rows(place([], geometry), frame, geometry).tiles == ()


@pytest.mark.parametrize("elevation", [0.9, 1.4])
def test_an_open_hand_is_left_as_it_is(elevation: float) -> None:
    hand = (0, 1, 2, 4, 4, 4, 9, 10, 11, 13, 13, 13, 15)
    sides = [Side(hand, Held.OPEN) if side == 2 else standing(13) for side in range(SIDES)]
    picture = drawn(TableScene((sides[0], sides[1], sides[2], sides[3]), Wall(taken=52)), elevation)
    reading = read_table(filled(picture, 1), 0.6)
    assert len(reading.sides[2].shown) == 13
    assert reading.sides[2].face_down == 0


def test_melds_keep_their_tiles_when_a_box_goes() -> None:
    view = filled(drawn(IN_PLAY, 1.0), 2)
    for meld in view.melds:
        assert {view.tiles[place].best for place in meld.places} == {meld.kind}

"""A face found as two halves becomes one tile again; two tiles stay two."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn_tables import SCENE, drawn, geometry_of
from vision.detection import BACK
from vision.detectors.looking import Found
from vision.halves import whole_again
from vision.measuring import size_of
from vision.places import Area

PICTURE = drawn(SCENE, 1.0)
GEOMETRY = geometry_of(PICTURE)
TILES = PICTURE.clear
BOXES = np.array([one.box for one in TILES], dtype=np.float32)
ODDS = np.array([[0.1, 0.8] if one.kind == BACK else [0.8, 0.1] for one in TILES], dtype=np.float32)
SIZE = size_of(GEOMETRY, BOXES.astype(np.float64))


def halved(place: int, overlap: float = 0.05) -> Found:
    """What was found where one tile is seen as two halves, along its longer side in the picture."""
    box = BOXES[place]
    along = int(box[3] - box[1] > box[2] - box[0])
    middle, more = (box[along] + box[along + 2]) / 2, overlap * (box[along + 2] - box[along])
    first, second = box.copy(), box.copy()
    first[along + 2], second[along] = middle + more, middle - more
    boxes = np.concatenate([np.delete(BOXES, place, axis=0), first[None], second[None]])
    odds = np.concatenate([np.delete(ODDS, place, axis=0), [[0.7, 0.0], [0.6, 0.2]]])
    return Found(boxes, odds.astype(np.float32))


def test_two_halves_of_a_face_are_one_tile() -> None:
    lying = [
        place
        for place, one in enumerate(TILES)
        if one.kind != BACK and one.area in (Area.DISCARD, Area.MELD) and one.hidden < 0.02
    ]
    joined = 0
    for place in lying:
        found = whole_again(halved(place), GEOMETRY, SIZE)
        if len(found) == len(TILES):
            joined += 1
            np.testing.assert_allclose(found.boxes[-1], BOXES[place], atol=1e-3)
            np.testing.assert_allclose(found.odds[-1], [0.7, 0.2], atol=1e-6)
    assert joined >= 0.9 * len(lying)


def test_whole_tiles_stay_as_they_are() -> None:
    found = whole_again(Found(BOXES, ODDS), GEOMETRY, SIZE)
    np.testing.assert_array_equal(found.boxes, BOXES)


def test_halves_of_backs_and_a_lone_half_stay_as_they_are() -> None:
    place = next(at for at, one in enumerate(TILES) if one.area is Area.DISCARD and one.hidden < 0.02)
    backs = halved(place)
    backs.odds[-2:] = [0.1, 0.9]
    assert len(whole_again(backs, GEOMETRY, SIZE)) == len(TILES) + 1
    assert len(whole_again(halved(place).only(np.arange(len(TILES))), GEOMETRY, SIZE)) == len(TILES)
    assert len(whole_again(Found(BOXES[:1], ODDS[:1]), GEOMETRY, SIZE)) == 1

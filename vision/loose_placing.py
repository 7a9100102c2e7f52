"""没有桌面时: a view where no table is known: the near player's hand and melds, and walls."""

from __future__ import annotations

from collections.abc import Sequence

from vision.calibration import Geometry
from vision.detection import BACK, Detection
from vision.measuring import USUAL
from vision.places import Area, LaidMeld, PlacedTile
from vision.placing import WALL_RUN, View
from vision.reading import read


def place_loosely(detections: Sequence[Detection], geometry: Geometry, name_from: float) -> View:
    """The tiles of a view with what their rows alone tell. `geometry`: the picture taken as a table, in the
    pixels of the detections, so that places are parts of the picture."""
    reading = read(detections, name_from)
    mine = set(reading.hand)
    melds = []
    group: dict[int, int] = {}
    for number, meld in enumerate(reading.melds, 1):
        melds.append(LaidMeld(meld.shape, int(meld.tile), meld.places))
        group |= dict.fromkeys(meld.places, number)
    walls = {
        place
        for row in reading.rows
        if len(row) >= WALL_RUN and all(reading.tiles[place].kind == BACK for place in row)
        for place in row
    }
    tiles = []
    for place, one in enumerate(reading.tiles):
        ((x, y),) = geometry.table([one.detection.centre])
        area, side = Area.UNKNOWN, None
        if place in mine:
            area, side = Area.HAND, 0
        elif place in group:
            area, side = Area.MELD, 0
        elif place in walls:
            area = Area.WALL
        tiles.append(
            PlacedTile(
                one.detection, (float(x), float(y)), 0.0, area, side, group.get(place, 0), open=place in mine
            )
        )
    return View(tuple(tiles), tuple(melds), USUAL)

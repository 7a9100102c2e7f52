"""Whole tables drawn with the project's own faces, and what a perfect detector would find on them."""

from __future__ import annotations

from functools import cache

from tests.own_faces import own_faces
from vision.calibration import Corners, Geometry
from vision.detection import Detection, sure
from vision.synth.board import TileTruth
from vision.synth.laying import Manner
from vision.synth.pictures import Picture, draw_table
from vision.synth.settings import plain_setting
from vision.synth.tables import UNSEEN, Held, Meld, MeldKind, Side, TableScene, Wall, standing

M, P, S = 0, 9, 18
"""The first kind of each suit."""

SCENE = TableScene(
    (
        Side(
            (UNSEEN,) * 10,
            melds=(Meld(MeldKind.PONG, (M + 4,) * 3, sideways=1),),
            discards=(8, 9, 20, 24, 7, 1, 17),
        ),
        Side(
            (UNSEEN,) * 7,
            melds=(Meld(MeldKind.EXPOSED, (P + 7,) * 4, sideways=3), Meld(MeldKind.PONG, (S,) * 3)),
            discards=(3, 5),
        ),
        Side(
            (UNSEEN,) * 4,
            melds=(
                Meld(MeldKind.CONCEALED, (P + 1,) * 4, middle_only=True),
                Meld(MeldKind.ADDED, (S + 7,) * 4, sideways=0),
                Meld(MeldKind.CONCEALED, (P + 3,) * 4),
            ),
            discards=(26, 17, 23, 22, 9, 9, 11),
        ),
        Side((0, 1, 2, 13, 13, 14, 15, 17, 19, 20, 21, 26, 26), Held.OPEN, discards=(6, 6, 2)),
    ),
    Wall(start=9, taken=80),
)
"""Every area and every kind of meld: side 3's hand lies open."""

DEALT = TableScene((standing(13), standing(13), standing(13), standing(13)), Wall(taken=52))


def table_of(*sides: Side, wall: Wall | None = None) -> TableScene:
    """A table of these sides, those that are left out empty."""
    one, two, three, four = (*sides, *(Side(),) * 4)[:4]
    return TableScene((one, two, three, four), wall or Wall())


EMPTY = table_of()


@cache
def drawn(scene: TableScene = SCENE, elevation: float = 1.0, manner: Manner | None = None) -> Picture:
    """The scene on plain green cloth, seen from a height given in radians."""
    return draw_table(scene, plain_setting(own_faces(), elevation=elevation), manner)


def geometry_of(picture: Picture) -> Geometry:
    """Where the table really lies in a picture."""
    height, width = picture.pixels.shape[:2]
    return Geometry(corners_of(picture), (width, height))


def corners_of(picture: Picture) -> Corners:
    """The true corners of the playing surface in pixels."""
    a, b, c, d = ((float(x), float(y)) for x, y in picture.corners)
    return (a, b, c, d)


def detection_of(truth: TileTruth, confidence: float = 0.97, score: float = 0.9) -> Detection:
    """A drawn tile as a perfect detector finds it."""
    x1, y1, x2, y2 = (float(side) for side in truth.box)
    return Detection((x1, y1, x2, y2), score, sure(truth.kind, confidence))


def detections_of(picture: Picture) -> list[Detection]:
    """The tiles of a picture that show well enough, as a perfect detector finds them."""
    return [detection_of(truth) for truth in picture.clear]

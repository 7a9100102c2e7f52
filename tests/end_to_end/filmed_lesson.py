"""A filmed table's tile set, taught before the round by the camera that films it."""

from __future__ import annotations

import numpy as np

from assistant.tiles import KINDS
from vision.calibration import Geometry
from vision.detectors.opening import Detector
from vision.frames import Frame, Pixels
from vision.learning import examples_of, learn, look_at_table, with_tileset
from vision.places import Area
from vision.synth.board import Piece
from vision.synth.films import Film
from vision.synth.laying import Spot
from vision.synth.pictures import Views, board_of

IN_A_ROW = 9
BESIDE, BELOW = 6.0, 14.0
"""Millimetres that a hand leaves between two tiles of a row, and between two rows."""
ROUGH, TURNED = 1.0, 0.04
"""By how many millimetres a tile lies off its place, and by how much it is turned (radians): one standard
deviation."""


def lesson_picture(film: Film, seed: int = 0) -> Pixels:
    """What the film's camera sees of its empty table with one tile of each kind in the middle, in three rows
    of nine. The film itself is left as it is."""
    random = np.random.default_rng((seed, 7000))
    material = film.setting.material
    pieces = []
    for kind in range(KINDS):
        row, column = divmod(kind, IN_A_ROW)
        x = (column - IN_A_ROW // 2) * (material.width + BESIDE) + random.normal(0, ROUGH)
        y = (1 - row) * (material.height + BELOW) + random.normal(0, ROUGH)
        spot = Spot(x, y, material.depth / 2, float(random.normal(0, TURNED)), 0.0)
        pieces.append(Piece(kind + 1, kind, Area.DISCARD, 0, spot))
    board = board_of(film.setting)
    board.show(pieces)
    return Views(board, film.plan).photographed(film.setting.lens, [], random).pixels


def taught(film: Film, detector: Detector, geometry: Geometry, seed: int = 0) -> Detector:
    """The detector, reading with the film's set as its camera taught it. LessonError where the picture of the
    lesson teaches nothing."""
    frame = Frame.of(lesson_picture(film, seed))
    lesson = look_at_table(frame, detector, geometry)
    return with_tileset(detector, learn("filmed", examples_of(frame, lesson, geometry), detector))

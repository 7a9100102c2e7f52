"""Rows that run aslant: which are read again, and that the level names stand where boxes are closer."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.detection import BACK, Box, Detection, sure
from vision.detectors.looking import Found
from vision.frames import Frame, Pixels
from vision.straightening import straightened, strips

WIDE, HIGH = 40, 56
KINDS = (0, 4, 8, 13, 17, 22, 26)


def tiles(degrees: float, kinds: Sequence[int] = KINDS, gap: float = 8.0) -> list[np.ndarray]:
    """The corners of a row of tiles in the middle of a picture of 800 x 800 pixels, turned clockwise."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = np.array([[cos, sin], [-sin, cos]])
    tile = np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) / 2
    along = (np.arange(len(kinds)) - (len(kinds) - 1) / 2) * (WIDE + gap)
    return [(tile + np.array([at, 0.0])) @ turn + 400 for at in along]


def hull(corners: np.ndarray) -> Box:
    """The upright box around corners."""
    (x1, y1), (x2, y2) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return x1, y1, x2, y2


def picture(degrees: float, kinds: Sequence[int] = KINDS) -> Pixels:
    """Tiles whose colour tells their kind, on a dark ground."""
    pixels = np.full((800, 800, 3), 10, np.uint8)
    for kind, corners in zip(kinds, tiles(degrees, kinds), strict=True):
        cv2.fillPoly(pixels, [np.round(corners).astype(np.int32)], (255, 100 + 5 * kind, 255))
    return pixels


class Colours:
    """Finds what is bright, and names by the colour; of a loose box it says what it was told to say."""

    title, backend, name_from = "colours", "none", 0.75

    def __init__(self, loose: int = 1) -> None:
        self.loose = loose
        self.frames: list[Frame] = []

    def find(self, frame: Frame) -> Found:
        self.frames.append(frame)
        bright = np.asarray((frame.pixels[..., 0] > 200) & (frame.pixels[..., 2] > 200), np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(bright)
        blobs = stats[1:, :4].astype(np.float32)
        boxes = np.concatenate([blobs[:, :2], blobs[:, :2] + blobs[:, 2:]], axis=1)
        return Found(boxes, np.tile(np.array([[0.9, 0.0]], np.float32), (len(boxes), 1)))

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        across, down = frame.scale
        return tuple(
            Detection(
                (float(x1) * across, float(y1) * down, float(x2) * across, float(y2) * down),
                0.9,
                self.likelihoods(frame.pixels[int(y1) : int(y2), int(x1) : int(x2)]),
            )
            for x1, y1, x2, y2 in found.boxes
        )

    def likelihoods(self, face: Pixels) -> tuple[float, ...]:
        bright = face[face[..., 0] > 200]
        if len(bright) < 0.85 * face[..., 0].size:
            return sure(self.loose, 0.9)
        return sure(round((float(np.median(bright[:, 1])) - 100) / 5), 0.96)


def read(degrees: float, scale: int = 1, detector: Colours | None = None) -> tuple[Detection, ...]:
    """A turned row found, named and straightened; `scale`: pixels of the original to one that was decoded."""
    detector = detector or Colours()
    pixels = picture(degrees)
    frame = Frame(pixels, 800 * scale, 800 * scale)
    return straightened(frame, detector.name(frame, detector.find(frame)), detector)


@pytest.mark.parametrize("degrees", [20, -25, 33, 45, -48, 60, 72, 110, 155, 200, -100])
@pytest.mark.parametrize("scale", [1, 3])
def test_a_slanting_row_is_named_as_it_reads_level(degrees: float, scale: int) -> None:
    detector = Colours()
    named = {(one.centre, one.best) for one in read(degrees, scale, detector)}
    assert len(detector.frames) == 2
    where = {
        kind: (corners.mean(axis=0) + 0.5) * scale
        for kind, corners in zip(KINDS, tiles(degrees), strict=True)
    }
    assert len(named) == len(KINDS)
    for centre, kind in named:
        assert kind in where
        assert math.dist(centre, where[kind]) < 3 * scale


def test_boxes_stay_where_they_were_found() -> None:
    detector = Colours()
    frame = Frame.of(picture(35))
    before = detector.name(frame, detector.find(frame))
    after = straightened(frame, before, detector)
    assert [one.box for one in after] == [one.box for one in before]
    assert all(one.best == 1 for one in before)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 4, -6, 93])
def test_a_straight_row_costs_no_look(degrees: float) -> None:
    detector = Colours()
    before = found(degrees, 0.4)
    frame = Frame.of(picture(degrees))
    assert straightened(frame, before, detector) == tuple(before)
    assert detector.frames == []


def test_names_stay_where_a_turn_brings_no_closer_box() -> None:
    """Tiles that stand straight in a row that runs aslant, as in a photo taken from the side."""
    pixels = np.full((800, 800, 3), 10, np.uint8)
    detector = Colours()
    boxes: list[Box] = [(100 + 60 * n, 200 + 20 * n, 140 + 60 * n, 256 + 20 * n) for n in range(7)]
    for kind, (x1, y1, x2, y2) in zip(KINDS, boxes, strict=True):
        pixels[int(y1) : int(y2), int(x1) : int(x2)] = (255, 100 + 5 * kind, 255)
    before = [Detection(box, 0.9, sure(kind, 0.7)) for box, kind in zip(boxes, KINDS, strict=True)]
    assert straightened(Frame.of(pixels), before, detector) == tuple(before)
    assert len(detector.frames) == 1


def found(degrees: float, confidence: float, kind: int = 3, gap: float = 2.0) -> list[Detection]:
    """A turned row as it is found, loosely, all of one kind."""
    return [Detection(hull(corners), 0.9, sure(kind, confidence)) for corners in tiles(degrees, gap=gap)]


@pytest.mark.parametrize(
    ("degrees", "confidence", "kind", "again"),
    [
        (30, 0.99, 3, True),  # loose boxes mislead with confidence
        (12, 0.99, 3, False),
        (12, 0.90, 3, True),
        (5, 0.40, 3, False),
        (30, 0.99, BACK, False),
        (30, 0.40, BACK, False),
    ],
)
def test_which_rows_are_read_again(degrees: float, confidence: float, kind: int, again: bool) -> None:
    assert bool(strips(found(degrees, confidence, kind))) is again


def test_rows_that_run_alike_are_one_strip_and_so_are_those_across_them() -> None:
    down = np.array([0.0, 900.0])
    rows = [
        [Detection(hull(corners + shift), 0.9, sure(3)) for corners in tiles(degrees, gap=0.0)]
        for degrees, shift in ((30, 0), (33, down), (-58, down * 2), (70, down * 3))
    ]
    found_rows = strips([one for row in rows for one in row])
    assert [len(strip.places) for strip in found_rows] == [21, 7]
    assert [round(math.degrees(strip.tilt)) for strip in found_rows] == [30, -20]


def test_nothing_found_is_nothing_to_straighten() -> None:
    assert straightened(Frame.of(picture(0)), (), Colours()) == ()


def test_a_level_look_that_finds_nothing_changes_nothing() -> None:
    class Blind(Colours):
        def find(self, frame: Frame) -> Found:
            super().find(frame)
            return Found(np.zeros((0, 4), np.float32), np.zeros((0, 2), np.float32))

    before = found(30, 0.5)
    detector = Blind()
    assert straightened(Frame.of(picture(30)), before, detector) == tuple(before)
    assert len(detector.frames) == 1

"""看着牌桌: only what changed is read, tiles are followed, a camera that moved is told, a table is found."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from tests.vision.drawn_tables import DEALT, SCENE, detections_of, drawn, geometry_of
from tests.vision.test_moved import shifted
from vision.calibration import Geometry
from vision.close_reading import Board
from vision.detection import BACK, Detection, sure
from vision.detectors.looking import Found
from vision.frames import Frame, Pixels
from vision.places import Area
from vision.synth.pictures import Picture
from vision.table_eye import TableEye


@dataclass
class Reader:
    """Knows the picture that is shown; counts the pixels it is shown."""

    picture: Picture
    looks: list[tuple[int, int]] = field(default_factory=list)
    title: str = "truth"
    backend: str = "none"
    name_from: float = 0.6
    blind: set[int] = field(default_factory=set)
    """kinds that it does not find"""
    misread: dict[int, tuple[float, ...]] = field(default_factory=dict)
    """what it takes the next tile of a kind for"""

    def find(self, frame: Frame) -> Found:
        return self._found(frame.pixels, 0, 0)

    def find_at(self, pixels: Pixels, size: int) -> Found:
        assert size == max(pixels.shape[:2]), "at the scale of the whole picture"
        if pixels.shape == self.picture.pixels.shape:
            return self._found(pixels, 0, 0)
        top, left = self._where(pixels)
        return self._found(pixels, left, top)

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        known = detections_of(self.picture)
        boxes = np.array([one.box for one in known])
        away = np.abs(found.boxes[:, None] - boxes[None]).max(axis=2)
        named = [known[int(row.argmin())] for row in away]
        for place, one in enumerate(named):
            named[place] = replace(one, likelihoods=self.misread.pop(one.best, one.likelihoods))
        return tuple(named)

    def _where(self, part: Pixels) -> tuple[int, int]:
        """Where a part was cut out, by its own corner."""
        whole = self.picture.pixels
        corner = part[:4, :4]
        rows, columns = np.nonzero((whole[:, :, 0] == corner[0, 0, 0]) & (whole[:, :, 1] == corner[0, 0, 1]))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            if np.array_equal(whole[row : row + part.shape[0], column : column + part.shape[1]], part):
                return row, column
        raise AssertionError("no part of the picture")

    def _found(self, pixels: Pixels, left: int, top: int) -> Found:
        self.looks.append(pixels.shape[:2])
        height, width = pixels.shape[:2]
        boxes = [
            (x1 - left, y1 - top, x2 - left, y2 - top)
            for one in detections_of(self.picture)
            for x1, y1, x2, y2 in (one.box,)
            if x1 >= left
            and y1 >= top
            and x2 <= left + width
            and y2 <= top + height
            and one.best not in self.blind
        ]
        odds = np.tile(np.array([0.9, 0.1], np.float32), (len(boxes), 1))
        return Found(np.array(boxes, np.float32).reshape(-1, 4), odds)


ONE_MORE = replace(
    SCENE, sides=(SCENE.sides[0], replace(SCENE.sides[1], discards=(3, 5, 23)), *SCENE.sides[2:])
)


def eye_on(picture: Picture, geometry: Geometry | None = None) -> tuple[TableEye, Reader]:
    reader = Reader(picture)
    return TableEye(reader, geometry), reader


def test_a_change_is_read_alone_and_all_else_is_kept() -> None:
    before, after = drawn(SCENE, 1.0), drawn(ONE_MORE, 1.0)
    eye, reader = eye_on(before, geometry_of(before))
    assert not eye.see(0.0, before.pixels).still
    first = eye.see(0.2, before.pixels)
    assert first.still
    assert first.news
    assert reader.looks == [(720, 1280)]
    assert not eye.see(0.4, before.pixels).news, "nothing changed, nothing is read"
    reader.picture = after
    assert not eye.see(0.6, after.pixels).still
    second = eye.see(0.8, after.pixels)
    assert second.news
    assert all(height * width < 0.15 * 720 * 1280 for height, width in reader.looks[1:])
    old = {track.number for track in first.tracks}
    (new,) = (track for track in second.tracks if track.number not in old)
    assert (new.tile.best, new.tile.area, new.tile.side, new.since) == (23, Area.DISCARD, 1, 0.8)
    assert old < {track.number for track in second.tracks}


def test_a_still_table_is_read_whole_now_and_then() -> None:
    picture = drawn(SCENE, 1.0)
    eye, reader = eye_on(picture, geometry_of(picture))
    for number in range(80):
        eye.see(number / 5, picture.pixels)
    assert reader.looks == [(720, 1280)] * 3


def test_a_tile_that_a_whole_reading_misses_is_looked_for_again() -> None:
    picture = drawn(SCENE, 1.0)
    eye, reader = eye_on(picture, geometry_of(picture))
    for number in range(80):
        reader.blind = {24} if number == 40 else set()
        sight = eye.see(number / 5, picture.pixels)
        if number > 1:
            assert any(track.tile.best == 24 for track in sight.tracks)


def test_one_bad_reading_of_a_face_takes_no_meld_apart() -> None:
    picture = drawn(SCENE, 1.0)
    eye, reader = eye_on(picture, geometry_of(picture))
    for number in range(80):
        if number == 20:
            reader.misread = {18: sure(19, 0.6)}
        sight = eye.see(number / 5, picture.pixels)
        melds = [
            track.tile for track in sight.tracks if track.tile.area is Area.MELD and track.tile.side == 1
        ]
        assert not number or (len(melds) == 7 and all(tile.group for tile in melds))
    assert not reader.misread


def test_tiles_that_touch_are_not_taken_for_one() -> None:
    one, other = (300.0, 200.0, 336.0, 222.0), (302.0, 216.0, 337.0, 240.0)
    shown = [[one, other], [(300.0, 200.0, 337.0, 240.0)], [other]]

    class Joins(Reader):
        def find_at(self, pixels: Pixels, size: int) -> Found:
            boxes = np.array(shown.pop(0), np.float32)
            return Found(boxes, np.tile(np.array([0.9, 0.1], np.float32), (len(boxes), 1)))

        def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
            return tuple(Detection((x1, y1, x2, y2), 0.9, sure(4)) for x1, y1, x2, y2 in found.boxes.tolist())

    picture = drawn(DEALT, 1.0)
    board = Board(Joins(picture))
    seen = [{tile.box for tile in board.read(Frame.of(picture.pixels), None)} for _ in range(3)]
    assert seen == [{one, other}, {one, other}, {other}]


def test_a_table_is_found_and_a_push_is_told_and_mended() -> None:
    picture = drawn(SCENE, 1.0)
    eye, _ = eye_on(picture)
    assert not eye.see(0.0, picture.pixels).still
    assert eye.geometry is None
    eye.see(0.2, picture.pixels)
    assert eye.geometry is not None
    assert eye.see(0.4, picture.pixels).still
    pushed = shifted(picture.pixels, 25, -20)
    seen = [eye.see(1.0 + number / 5, pushed) for number in range(14)]
    assert any(sight.moved for sight in seen)
    assert not seen[-1].moved, "the table was found anew"
    moved = np.array(eye.geometry.corners) - np.array(geometry_of(picture).corners)
    assert np.abs(moved - (25, -20)).max() < 8


def test_frames_that_come_too_fast_are_passed_over() -> None:
    picture = drawn(DEALT, 1.0)
    eye, reader = eye_on(picture, geometry_of(picture))
    for number in range(30):
        eye.see(number / 30, picture.pixels)
    assert len(reader.looks) == 1


@pytest.mark.parametrize("changes", [[(0, 0, 1270, 700)], None])
def test_where_nearly_all_changed_all_is_read(changes: list[tuple[int, int, int, int]] | None) -> None:
    picture = drawn(SCENE, 1.0)
    reader = Reader(picture)
    board = Board(reader)
    assert len(board.read(Frame.of(picture.pixels), changes)) == len(detections_of(picture))
    assert reader.looks == [(720, 1280)]


def test_a_large_picture_is_looked_at_once_at_the_size_at_which_its_parts_are() -> None:
    sizes: list[tuple[int, int]] = []

    class Sized(Reader):
        def find_at(self, pixels: Pixels, size: int) -> Found:
            sizes.append((max(pixels.shape[:2]), size))
            return self._found(pixels, 0, 0)

        def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
            assert frame.pixels.shape == (1080, 1920, 3), "faces are cut out of all the pixels there are"
            return super().name(frame, found)

    board = Board(Sized(drawn(SCENE, 1.0)))
    frame = Frame.of(np.zeros((1080, 1920, 3), np.uint8))
    board.read(frame, None)
    board.read(frame, [(600, 300, 660, 360)])
    assert sizes[0] == (1920, 1280)
    (part, size) = sizes[1]
    assert size == round(part * 1280 / 1920)


def test_parts_at_the_picture_edge_and_parts_that_meet() -> None:
    picture = drawn(SCENE, 1.0)
    reader = Reader(picture)
    board = Board(reader)
    board.read(Frame.of(picture.pixels), None)
    whole = set(board.tiles)
    tiles = board.read(
        Frame.of(picture.pixels), [(1230, 690, 1280, 720), (600, 300, 660, 360), (640, 330, 700, 400)]
    )
    assert len(reader.looks) == 3, "two parts that meet are read as one"
    assert {tile.box for tile in tiles} == {tile.box for tile in whole}
    assert {id(tile) for tile in tiles} >= {id(tile) for tile in whole if tile.centre[1] < 250}, (
        "kept as they were"
    )
    assert board.read(Frame.of(picture.pixels), []) == tiles
    assert len(reader.looks) == 3


@pytest.mark.parametrize("known", [True, False])
def test_faces_are_cut_out_level_where_the_table_is_known(known: bool) -> None:
    told: list[np.ndarray] = []

    @dataclass
    class Levels(Reader):
        def find_at(self, pixels: Pixels, size: int) -> Found:
            found = super().find_at(pixels, size)
            backs = np.array([one.best == BACK for one in detections_of(self.picture)])
            return Found(found.boxes, np.where(backs[:, None], found.odds[:, ::-1], found.odds))

        def name_level(self, frame: Frame, found: Found, outlines: np.ndarray) -> tuple[Detection, ...]:
            told.append(outlines)
            return self.name(frame, found)

    picture = drawn(SCENE, 1.0)
    tiles = Board(Levels(picture)).read(
        Frame.of(picture.pixels), None, geometry_of(picture) if known else None
    )
    assert len(tiles) == len(detections_of(picture))
    assert len(told) == known
    for outlines in told:
        level = np.isfinite(outlines).all(axis=(1, 2))
        backs = np.array([tile.best == BACK for tile in tiles])
        assert not (level & backs).any()
        lying = np.array([one.area in (Area.DISCARD, Area.MELD) for one in picture.clear])
        assert level[lying & ~backs].mean() > 0.95
        for tile, outline in zip(tiles, outlines, strict=True):
            if np.isfinite(outline).all():
                assert np.abs(outline.mean(axis=0) - tile.centre).max() < 0.3 * tile.span

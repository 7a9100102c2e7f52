"""Learning a set with the namer that ships, from a drawn photo of the 27 kinds."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from assistant.tiles import TILES
from tests.vision.tile_sheet import SheetReader, box, drawn
from vision.calibration import Geometry
from vision.detectors.looking import Found
from vision.detectors.nets import Array, Batch
from vision.detectors.two_stage import Namer
from vision.detectors.weights import ModelError
from vision.frames import Frame, Pixels
from vision.learning import (
    examples_of,
    fingerprint,
    learn,
    look,
    look_at_table,
    namer_of,
    with_tileset,
)
from vision.learning_views import LEARNT, LEVEL, QUARTERS
from vision.lessons import LessonError
from vision.tileset import Tileset, empty
from vision.tileset_files import TilesetError


@pytest.fixture(scope="module")
def reader() -> SheetReader:
    return SheetReader()


@pytest.fixture(scope="module")
def learnt(reader: SheetReader) -> Tileset:
    frame = Frame.of(drawn())
    return learn("mine", examples_of(frame, look(frame, reader)), reader)


def named(reader: SheetReader, frame: Frame) -> list[int]:
    return [one.best for one in reader.name(frame, reader.find(frame))]


def test_a_photo_of_the_27_kinds_is_told(reader: SheetReader) -> None:
    assert look(Frame.of(drawn()), reader).tiles == TILES


def test_on_a_table_what_lies_beside_it_is_left_out(reader: SheetReader) -> None:
    sheet = drawn()
    high, wide = (float(side) for side in sheet.shape[:2])
    assert look_at_table(Frame.of(sheet), reader).tiles == TILES
    whole = Geometry(((0.0, high), (wide, high), (wide, 0.0), (0.0, 0.0)), (int(wide), int(high)))
    assert look_at_table(Frame.of(sheet), reader, whole).tiles == TILES
    low = box(18)[1] - 10
    rows = replace(whole, corners=((0.0, low), (wide, low), (wide, 0.0), (0.0, 0.0)))
    assert look_at_table(Frame.of(sheet), reader, rows).tiles == TILES[:18]
    # the geometry is told in the pixels of another picture size
    halved = replace(
        rows,
        corners=((0.0, low / 2), (wide / 2, low / 2), (wide / 2, 0.0), (0.0, 0.0)),
        picture=(int(wide / 2), int(high / 2)),
    )
    assert look_at_table(Frame.of(sheet), reader, halved).tiles == TILES[:18]
    nothing = replace(whole, corners=((0.0, high), (30.0, high), (30.0, high - 30), (0.0, high - 30)))
    with pytest.raises(LessonError, match="Only 0 tiles"):
        look_at_table(Frame.of(sheet), reader, nothing)


def test_a_photo_that_cuts_a_tile_teaches_nothing(reader: SheetReader) -> None:
    right = int(box(8)[2]) - 12
    photo = Frame.of(np.ascontiguousarray(drawn()[:, :right]))
    with pytest.raises(LessonError, match="3 tiles are cut off"):
        look(photo, CutReader())


class CutReader(SheetReader):
    """A finder's boxes end where the picture ends."""

    def find(self, frame: Frame) -> Found:
        found = super().find(frame)
        high, wide = frame.pixels.shape[:2]
        return Found(np.clip(found.boxes, 0, np.array([wide, high] * 2, np.float32)), found.odds)


def test_the_learnt_set_reads_its_tiles_in_another_light_and_upside_down(
    reader: SheetReader, learnt: Tileset
) -> None:
    assert learnt.learnt == TILES
    adapted = with_tileset(reader, learnt)
    assert isinstance(adapted, SheetReader)
    dim = (drawn() * 0.75).astype(np.uint8)
    assert named(adapted, Frame.of(dim)) == list(range(27))
    turned = Frame.of(np.ascontiguousarray(drawn()[::-1, ::-1]))
    boxes = reader.find(turned)
    boxes = type(boxes)(
        np.array([[turned.width, turned.height] * 2], np.float32) - boxes.boxes[:, [2, 3, 0, 1]], boxes.odds
    )
    assert [one.best for one in adapted.name(turned, boxes)] == list(range(27))
    assert reader.namer.tileset is None


def test_a_reduced_photo_gives_boxes_of_the_original(reader: SheetReader) -> None:
    small = Frame(drawn(), drawn().shape[1] * 2, drawn().shape[0] * 2)
    lesson = look(small, reader)
    tileset = learn("mine", examples_of(small, lesson)[:9], reader)
    at_once = learn("mine", examples_of(Frame.of(drawn()), look(Frame.of(drawn()), reader))[:9], reader)
    np.testing.assert_allclose(tileset.embeddings, at_once.embeddings, atol=1e-3)


def test_learning_on_top_of_a_set_adds_to_it(reader: SheetReader, learnt: Tileset) -> None:
    frame = Frame.of(drawn())
    one = examples_of(frame, look(frame, reader))[:1]
    more = learn("mine", one, reader, learnt)
    assert len(more.kinds) > len(learnt.kinds)
    assert more.learnt == TILES


def test_a_face_whose_outline_is_known_is_learnt_level_too(reader: SheetReader) -> None:
    frame = Frame.of(drawn())
    plain = examples_of(frame, look(frame, reader))[:2]
    x1, y1, x2, y2 = plain[0].box
    corners = np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], np.float32)
    level = learn("mine", [replace(plain[0], outline=corners), plain[1]], reader)
    counts = [int((level.kinds == int(one.tile)).sum()) for one in plain]
    assert counts[0] == counts[1] + QUARTERS * len(LEVEL)
    upright = level.embeddings[len(LEARNT) * QUARTERS]
    best = (learn("mine", plain[:1], reader).likeness(upright[None]) > 0.97).all()
    assert best


def test_examples_of_a_tables_camera_know_how_their_faces_lie(reader: SheetReader) -> None:
    sheet = drawn()
    high, wide = sheet.shape[:2]
    # tiles are about as wide as the 28th part of a table
    side = 28 * 66.0
    corners = ((-600.0, -600 + side), (-600 + side, -600 + side), (-600 + side, -600.0), (-600.0, -600.0))
    geometry = Geometry(corners, (wide, high))
    frame = Frame.of(sheet)
    lesson = look(frame, reader)
    assert all(one.outline is None for one in examples_of(frame, lesson))
    outlines = [one.outline for one in examples_of(frame, lesson, geometry)]
    told = [(place, one) for place, one in enumerate(outlines) if one is not None]
    assert len(told) > 20
    for place, one in told:
        np.testing.assert_allclose(one.mean(axis=0), np.reshape(box(place), (2, 2)).mean(axis=0), atol=6)


def burnt(places: Sequence[int]) -> Pixels:
    """The sheet, the print of some of its tiles lost in the light."""
    sheet = drawn().copy()
    for x1, y1, x2, y2 in (map(int, box(place)) for place in places):
        sheet[y1 + 6 : y2 - 6, x1 + 6 : x2 - 6] = (250, 249, 247)
    return sheet


def test_faces_that_the_light_burns_away_are_not_learnt_but_named(reader: SheetReader) -> None:
    lesson = look_at_table(Frame.of(burnt((11, 13, 14))), reader)
    assert lesson.tiles == tuple(tile for tile in TILES if int(tile) not in (11, 13, 14))
    (remark,) = [one for one in lesson.remarks if one.code == "faint"]
    assert remark.message.startswith("3 faces show")
    assert "3 张牌" in remark.chinese
    assert not look_at_table(Frame.of(drawn()), reader).remarks


def test_a_second_picture_completes_a_set(reader: SheetReader) -> None:
    first, second = (Frame.of(burnt(places)) for places in ((11, 13), (20,)))
    part = learn("mine", examples_of(first, look(first, reader)), reader)
    assert [int(tile) for tile in part.missing] == [11, 13]
    whole = learn("mine", examples_of(second, look(second, reader)), reader, part)
    assert whole.missing == ()
    with pytest.raises(TilesetError):
        learn("mine", examples_of(first, look(first, reader)), reader, replace(part, namer="another"))


def test_a_set_of_another_net_is_refused(reader: SheetReader) -> None:
    with pytest.raises(TilesetError) as refused:
        with_tileset(reader, empty("mine", "another"))
    assert refused.value.code == "other_model"
    assert fingerprint(reader.namer) != "another"


def test_a_model_without_a_namer_cannot_learn() -> None:
    class Whole:
        title = "whole.pt"

    with pytest.raises(ModelError, match=r"whole\.pt cannot learn"):
        namer_of(Whole())  # type: ignore[arg-type]


def test_a_namer_without_an_embedding_cannot_learn(reader: SheetReader) -> None:
    def logits_alone(batch: Batch) -> tuple[Array, ...]:
        return reader.namer.net(batch)[:1]

    old = SheetReader()
    old.namer = Namer(reader.namer.weights, logits_alone)
    frame = Frame.of(drawn())
    with pytest.raises(ModelError, match="no embedding"):
        look(frame, old)

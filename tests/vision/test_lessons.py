"""Which tile is which in a photo of a set, from what the reader sees and where the tiles lie."""

import math
from dataclasses import replace

import numpy as np
import pytest

from assistant.tiles import TILES
from tests.vision.laying import Laid, row, seen
from vision.detection import NAMES, Detection, sure
from vision.detectors.nets import Array
from vision.frames import Frame
from vision.lessons import (
    TWINS_AFAR,
    Lesson,
    LessonError,
    faces_in_order,
    refuse_cut,
    tell,
    touches_edge,
)

ROWS = ("123456789m", "123456789p", "123456789s")
ALL = [str(tile) for tile in TILES]


def grid(*rows: str) -> list[Laid]:
    return [one for number, text in enumerate(rows) for one in row(text, y=100 + 70 * number)]


def changed(laid: list[Laid], **instead: str) -> list[Laid]:
    """The same tiles, some of them read as something else: `_3m="5p"`."""
    swap = {word[1:]: read for word, read in instead.items()}
    return [Laid(swap.get(one.word, one.word), one.x, one.y) for one in laid]


def embeddings(faces: tuple[Detection, ...], alike: float = 0.0) -> Array:
    """One direction a face; faces read as one kind have this cosine."""
    vectors = np.eye(64, dtype=np.float32)[: len(faces)] * math.sqrt(1 - alike)
    for place, face in enumerate(faces):
        vectors[place, 32 + face.best] = math.sqrt(alike)
    return vectors


def told(laid: list[Laid], angle: float = 0.0, alike: float = 0.0) -> Lesson:
    faces = faces_in_order(seen(laid, angle))
    return tell(faces, embeddings(faces, alike))


def by_place(laid: list[Laid], lesson: Lesson, angle: float = 0.0) -> list[str]:
    """What the lesson calls each tile, in the order in which they were laid."""
    boxes = {face.box: str(tile) for face, tile in zip(lesson.faces, lesson.tiles, strict=True)}
    return [boxes[one.box] for one in seen(laid, angle)]


@pytest.mark.parametrize("angle", [0, 12, 90, 180, 270])
def test_rows_of_nine_are_told_whichever_way_the_photo_is_turned(angle: float) -> None:
    laid = grid(*ROWS)
    assert by_place(laid, told(laid, angle), angle) == ALL


@pytest.mark.parametrize("rows", [(ROWS[2], ROWS[0], ROWS[1]), (ROWS[1],), (ROWS[2], ROWS[0])])
def test_suits_in_any_order_and_a_row_alone(rows: tuple[str, ...]) -> None:
    laid = grid(*rows)
    assert by_place(laid, told(laid)) == [one.word for one in laid]


def test_the_place_tells_what_the_reader_does_not() -> None:
    laid = changed(grid(*ROWS), _1s="?", _6p="?", _7m="?", _8p="?")
    lesson = told(laid)
    assert by_place(laid, lesson) == ALL
    assert lesson.remarks == ()


def test_a_sure_misreading_gives_way_to_the_place_and_is_said() -> None:
    laid = changed(grid(*ROWS), _1p="9s")
    lesson = told(laid)
    assert by_place(laid, lesson) == ALL
    (remark,) = lesson.remarks
    assert (remark.code, remark.places, remark.options) == ("by_place", (9,), ("1p",))
    assert "9s" in remark.message
    assert "九条" in remark.chinese


def test_an_honour_in_a_place_is_learnt_as_the_tile_of_the_place() -> None:
    laid = changed(grid(*ROWS), _1s="other")
    assert by_place(laid, told(laid)) == ALL


def test_two_tiles_laid_in_each_others_place_are_told_by_the_reader() -> None:
    laid = grid("123456789m", "213456789p", "123456789s")
    assert by_place(laid, told(laid)) == [one.word for one in laid]


def test_tiles_in_no_order_are_told_where_the_reader_is_sure() -> None:
    shuffled = np.random.default_rng(3).permutation(27).tolist()
    laid = [Laid(ALL[kind], 100 + 40 * (n % 9), 100 + 70 * (n // 9)) for n, kind in enumerate(shuffled)]
    assert by_place(laid, told(laid)) == [one.word for one in laid]
    unsure = [Laid("?" if n in (4, 20) else one.word, one.x, one.y) for n, one in enumerate(laid)]
    lesson = told(unsure)
    assert len(set(lesson.tiles)) == 27
    assert sum(a != b.word for a, b in zip(by_place(unsure, lesson), laid, strict=True)) <= 2


def test_a_missing_tile_is_named() -> None:
    laid = [one for one in grid(*ROWS) if one.word != "4p"]
    lesson = told(laid)
    assert by_place(laid, lesson) == [word for word in ALL if word != "4p"]


def test_photos_of_one_row_each_add_up() -> None:
    assert tuple(tile for rows in ROWS for tile in told(grid(rows)).tiles) == TILES


def test_honours_beside_the_27_are_left_out() -> None:
    laid = [*grid(*ROWS), *row("other other other", y=310)]
    lesson = told(laid)
    assert [str(tile) for tile in lesson.tiles] == ALL


@pytest.mark.parametrize(
    ("laid", "code", "word"),
    [
        (grid("12345m"), "too_few", "5 tiles"),
        ([], "too_few", "0 tiles"),
        (grid("1123456789m", "123456789p", "123456789s"), "kind_twice", "1m"),
        ([*grid(*ROWS), *row("?", y=310)], "too_many", "28"),
        (grid("519372648m", "281946573p", "947351628s")[:9] + row("? ? ? ? ? ? ?", y=310), "order", "rows"),
        (grid("517372648m", "281946573p", "947351628s"), "kind_twice", "7m"),
    ],
)
def test_what_cannot_be_learnt_from_is_refused_in_one_sentence(
    laid: list[Laid], code: str, word: str
) -> None:
    with pytest.raises(LessonError) as refused:
        told(laid)
    assert refused.value.code == code
    assert word in str(refused.value)
    assert str(refused.value).count(". ") == 0
    assert refused.value.chinese


def test_two_that_look_the_same_are_one_kind_twice() -> None:
    laid = grid("123456789m", "123356789p", "123456789s")
    with pytest.raises(LessonError, match="3p lies there twice"):
        told(laid, alike=0.95)
    # read alike but looking apart: a misreading, and the place tells
    assert by_place(laid, told(laid, alike=0.5)) == ALL


STRAYS = (Laid("?", 420, 400), Laid("3p", 700, 130), Laid("other", 640, 420))
"""A coaster, a die, a lighter: things that a finder may take for tiles."""


@pytest.mark.parametrize("angle", [0, 20, 90, 180])
def test_on_a_table_what_lies_in_no_row_is_left_out(angle: float) -> None:
    laid = [*grid(*ROWS), *STRAYS]
    faces = faces_in_order(seen(laid, angle), table=True)
    assert sorted(TILES[one.best].value for one in faces) == list(range(27))
    lesson = tell(faces, embeddings(faces), table=True)
    assert by_place(laid[:27], lesson, angle) == ALL
    with pytest.raises(LessonError, match="lies there twice"):
        told(laid, angle)


def test_on_a_table_strays_are_left_out_where_rows_lack_tiles_too() -> None:
    """The light has burnt three faces away, and a finder sees three tiles in the cloth."""
    laid = [one for one in grid(*ROWS) if one.word not in ("3p", "5p", "6p")]
    faces = faces_in_order(seen([*laid, *STRAYS[:1], Laid("2p", 640, 420)]), table=True)
    lesson = tell(faces, embeddings(faces), table=True)
    assert by_place(laid, lesson) == [one.word for one in laid]


def test_a_coaster_read_as_a_tile_does_not_take_its_place() -> None:
    laid = [*changed(grid(*ROWS), _1p="other"), Laid("1p", 420, 420)]
    faces = faces_in_order(seen(laid), table=True)
    assert by_place(laid[:27], tell(faces, embeddings(faces), table=True)) == ALL


def test_the_shadow_of_a_rows_last_tile_is_none_of_it() -> None:
    laid = grid("123456789m", "123456789p", "123456789s")
    tiles = seen([*changed(laid, _1p="other"), *row("other", x=460, y=240)])
    tiles[-1] = replace(tiles[-1], score=0.5)
    faces = faces_in_order(tiles, table=True)
    assert tiles[-1] not in faces
    assert by_place(laid, tell(faces, embeddings(faces), table=True)) == ALL


def test_on_a_table_a_whole_row_too_many_is_still_refused() -> None:
    faces = faces_in_order(seen([*grid(*ROWS), *row("? ? ? ?", y=380)]), table=True)
    with pytest.raises(LessonError) as refused:
        tell(faces, embeddings(faces), table=True)
    assert refused.value.code == "too_many"


def test_a_stray_is_not_taken_away_from_rows_that_lack_tiles() -> None:
    laid = [*grid("123456789m", "123456789p"), *row("1234567s", y=240), *row("9s", x=500, y=240)]
    assert len(faces_in_order(seen(laid), table=True)) == 26


def test_three_plain_rows_on_a_table_outweigh_two_soft_tiles_that_look_alike() -> None:
    laid = grid("123456789m", "123456789p", "123446789s")
    faces = faces_in_order(seen(laid), table=True)
    lesson = tell(faces, embeddings(faces, TWINS_AFAR - 0.01), table=True)
    assert by_place(laid, lesson) == ALL
    assert [remark.places for remark in lesson.remarks] == [(22,)]
    with pytest.raises(LessonError, match="4s lies there twice"):
        told(laid, alike=TWINS_AFAR - 0.01)
    # looking the very same they are two of one kind, on a table too
    with pytest.raises(LessonError, match="4s lies there twice"):
        tell(faces, embeddings(faces, TWINS_AFAR + 0.01), table=True)
    # and so they are where a tile is missing or the rows are crooked
    crooked = [replace(one, y=one.y + 30) if number == 12 else one for number, one in enumerate(laid)]
    for other in (laid[:20] + laid[21:], crooked):
        faces = faces_in_order(seen(other), table=True)
        with pytest.raises(LessonError, match="4s lies there twice"):
            tell(faces, embeddings(faces, TWINS_AFAR - 0.01), table=True)


@pytest.mark.parametrize("edge", ["left", "top", "right", "bottom"])
def test_a_tile_at_the_edge_of_the_photo_is_refused(edge: str) -> None:
    faces = faces_in_order(seen(grid(*ROWS)))
    left, top = (min(one.box[side] for one in faces) for side in (0, 1))
    right, bottom = (max(one.box[side] for one in faces) for side in (2, 3))
    room = {side: 1.0 if side == edge else 12.0 for side in ("left", "top", "right", "bottom")}
    moved = [
        replace(
            one,
            box=(
                one.box[0] - left + room["left"],
                one.box[1] - top + room["top"],
                one.box[2] - left + room["left"],
                one.box[3] - top + room["top"],
            ),
        )
        for one in faces
    ]
    wide = int(right - left + room["left"] + room["right"])
    high = int(bottom - top + room["top"] + room["bottom"])
    frame = Frame.of(np.zeros((high, wide, 3), np.uint8))
    with pytest.raises(LessonError, match="cut off at the edge") as refused:
        refuse_cut(moved, frame)
    assert refused.value.code == "cut_off"
    assert refused.value.chinese
    refuse_cut([one for one in moved if not touches_edge(one, frame)], frame)


def test_a_piece_of_a_tile_is_none_of_them() -> None:
    faces = seen(grid(*ROWS))
    x1, y1, x2, y2 = faces[3].box
    piece = Detection(((x1 + x2) / 2, y1, x2 + 2, y2), 0.99, sure(NAMES.index("2s")))
    found = faces_in_order([piece, *faces])
    assert len(found) == 27
    assert piece not in found


def test_a_face_down_tile_is_none_of_them() -> None:
    back = Detection((0, 0, 40, 54), 0.9, sure(NAMES.index("back")))
    assert faces_in_order([back]) == ()


def untold(laid: list[Laid], angle: float = 0.0) -> tuple[set[str], list[tuple[str, ...]]]:
    """What is learnt of laid tiles, and what the others are said to be."""
    lesson = told(laid, angle)
    assert len(lesson.untold) == sum(remark.code == "gap" for remark in lesson.remarks)
    return {str(tile) for tile in lesson.tiles}, [one.options for one in lesson.remarks if one.code == "gap"]


@pytest.mark.parametrize("angle", [0, 90, 180])
def test_a_place_left_free_says_which_tile_is_missing(angle: float) -> None:
    """5m is missing and its place is free; the reader takes 6m for it: neither is learnt."""
    laid = [one for one in changed(grid(*ROWS), _6m="5m") if one.x != 100 + 4 * 40 or one.y != 100]
    assert len(laid) == 26
    assert untold(laid, angle) == (set(ALL) - {"5m", "6m"}, [("6m", "5m")])


@pytest.mark.parametrize("read", ["5m", "?"])
def test_beside_a_tile_that_lacks_without_a_free_place_nothing_is_learnt(read: str) -> None:
    """5m is missing, the row is closed, and 6m is read as it or unsurely."""
    laid = [*grid(*ROWS[1:]), *row(f"1234m {read} 789m", y=240)]
    known, asked = untold(laid)
    assert known - {"4m", "7m"} == set(ALL) - {"4m", "5m", "6m", "7m"}
    assert len(known & {"4m", "7m"}) == 1
    assert ("5m", "6m") in asked or ("6m", "5m") in asked
    lesson = told(laid)
    for remark in (one for one in lesson.remarks if one.code == "gap"):
        assert "missing" in remark.message
        assert "缺" in remark.chinese


def test_a_row_whose_end_is_missing_says_so_where_the_others_are_whole() -> None:
    """9m is missing: two whole rows show that the place is free; without them 8m may be it."""
    short = [*row("12345678m"), *grid("", *ROWS[1:])]
    assert untold(short) == (set(ALL) - {"9m"}, [])
    assert untold(short[:-1]) == (set(ALL) - {"8m", "9m", "8s", "9s"}, [("8m", "9m"), ("8s", "9s")])


def test_a_few_tiles_alone_are_what_the_reader_takes_them_for() -> None:
    laid = [*grid(ROWS[0]), *row("5p", y=240), *row("2s", x=300, y=240)]
    assert untold(laid) == ({*ALL[:9], "5p", "2s"}, [])


def test_tiles_in_no_order_that_are_not_sure_are_not_what_is_left_where_some_are_missing() -> None:
    shuffled = np.random.default_rng(3).permutation(27).tolist()
    laid = [Laid(ALL[kind], 100 + 40 * (n % 9), 100 + 70 * (n // 9)) for n, kind in enumerate(shuffled)]
    unsure = [Laid("?" if n in (4, 20) else one.word, one.x, one.y) for n, one in enumerate(laid[:26])]
    known, asked = untold(unsure)
    assert known == {one.word for one in unsure} - {"?"}
    assert len(asked) == 2


def test_a_blank_face_holds_its_place() -> None:
    """The last tile of a row and one inside show no print: what the others are is plain all the same."""
    laid = changed(grid(*ROWS), _9m="?", _3p="1s")
    faces = faces_in_order(seen(laid))
    lesson = tell(faces, embeddings(faces), blank=(8, 11))
    assert set(map(str, lesson.tiles)) == set(ALL) - {"9m", "3p"}
    assert lesson.remarks == ()
    assert lesson.untold == ()
    assert faces[8] not in lesson.faces


def test_a_blank_scrap_beside_the_27_is_none_of_them() -> None:
    faces = faces_in_order(seen([*grid(*ROWS), Laid("?", 460, 100)]))
    lesson = tell(faces, embeddings(faces), blank=(9,))
    assert sorted(map(str, lesson.tiles)) == sorted(ALL)

"""认牌课: a photo of a player's own tiles, laid out once each, to which tile is which.

The player lays rows of nine: 一万 to 九万, 一筒 to 九筒, 一条 to 九条. A reader that has never seen the set
reads most of it right, and the places in the rows tell the rest. Where the tiles lie in another order the
reader itself must be sure of nearly all of them. What cannot be told is refused in one sentence, not guessed.

The camera that watches a table shows the same tiles small and soft, and other things lie about: there what
belongs to no row is left out, and three plain rows of nine outweigh two tiles that look alike.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.tiles import KINDS, TILES, Tile
from vision.assignment import Costs, assign
from vision.detection import BACK, OTHER, Detection
from vision.detectors.nets import Array
from vision.frames import Frame
from vision.lesson_places import by_place, followed, gap, in_doubt, lines_of
from vision.remarks import Remark
from vision.rows import arrange

FEWEST = 9
"""Faces that a photo must show: one row."""
FLOOR = 1e-3
"""No likelihood counts as less: on a set it has never seen the reader may be sure and wrong."""
OUT_OF_PLACE = 4.5
"""What it costs, in logarithms, to read a tile as another kind than its place says."""
IN_ORDER = 0.6
"""From this share of tiles read as their places say the rows are taken as laid in order."""
SURE = 0.9
"""From this likelihood on the reader is sure of a tile."""
MOSTLY_SURE = 0.85
"""In another order the reader must be sure of this share of the tiles."""
TWINS = 0.94
"""Two tiles read alike whose embeddings are as like as this (cosine) are two of one kind. On six sets that no
training had seen, 99 of 100 of 541 such pairs had 0.959 or more; none of the 4 misread pairs had 0.73."""
EDGE = 2.0
"""A box that comes so near to the edge of the decoded picture, in its pixels, may be of a tile cut off."""
A_ROW = 3
"""On a table fewer tiles in line than so many are no row of the lesson."""
STRAIGHT = 0.3
"""A row of nine is plain where no tile lies farther off its line than this part of the way to the next."""
TWINS_AFAR = 0.98
"""The same for three plain rows of nine on a watched table. Drawn films at 1920 x 1080: half of the pairs of
one kind have 0.984 at a clear table; of pairs misread alike at the most blurred one 1 of 100 has 0.979."""
PIECE = 0.7
"""A box of which this part lies in a larger one is a piece of the same tile."""


class LessonError(ValueError):
    """A photo from which nothing can be learnt. `code` is stable, str() is one sentence that says what to do,
    `chinese` the same for players."""

    def __init__(self, code: str, message: str, chinese: str) -> None:
        super().__init__(message)
        self.code = code
        self.chinese = chinese


@dataclass(frozen=True, slots=True)
class Lesson:
    """One photo told: its faces in reading order, which tile each is, and what the player should check."""

    faces: tuple[Detection, ...]
    tiles: tuple[Tile, ...]
    remarks: tuple[Remark, ...] = ()
    untold: tuple[Detection, ...] = ()
    """faces of which the photo does not tell what they are: a tile is missing beside them"""

    @property
    def twice(self) -> tuple[Tile, ...]:
        """The kinds that it holds more than once."""
        return tuple(tile for tile, many in sorted(Counter(self.tiles).items()) if many > 1)


def faces_in_order(detections: Sequence[Detection], table: bool = False) -> tuple[Detection, ...]:
    """The tiles of a photo that lie face up, in reading order; pieces of tiles are left out, and honours and
    flowers where more than the 27 kinds lie there. `table`: the photo is of a whole table, and what lies in
    no row is left out."""
    faces = [one for one in _whole(detections) if one.best != BACK]
    if table:
        faces = _without_shadows(_in_rows(faces))
    if len(faces) > KINDS:
        faces = [one for one in faces if not (one.best == OTHER and one.confidence >= SURE)]
    return tuple(faces[place] for row in arrange(faces) for place in row.places)


def _in_rows(faces: Sequence[Detection]) -> list[Detection]:
    """The faces that lie in a row, or in line with one; all of them where there is no row."""
    rows = arrange(faces)
    long = [row for row in rows if len(row.places) >= A_ROW] or rows
    kept = [row for row in rows if row in long or any(one.in_line(row) for one in long)]
    return [faces[place] for row in kept for place in row.places]


def _without_shadows(faces: Sequence[Detection]) -> list[Detection]:
    """The faces without those that are too many and no suited tile, the least surely found first: the shadow
    of a row's last tile may pass for one more."""
    odd = sorted((one for one in faces if one.best == OTHER), key=lambda one: one.score)
    extra = odd[: max(len(faces) - KINDS, 0)]
    return [one for one in faces if one not in extra]


def refuse_cut(faces: Sequence[Detection], frame: Frame) -> None:
    """LessonError (cut_off) where a tile touches the edge of the photo: half a nine of bamboo is learnt as a
    nine, and then every six looks like one."""
    cut = [one for one in faces if touches_edge(one, frame)]
    if cut:
        many = len(cut)
        raise LessonError(
            "cut_off",
            f"{'1 tile is' if many == 1 else f'{many} tiles are'} cut off at the edge of the picture: leave "
            "some room around all tiles and take it again.",
            f"有 {many} 张牌被照片边缘切掉了：请在四周留点空，再拍一张。",
        )


def touches_edge(face: Detection, frame: Frame) -> bool:
    """Whether a tile reaches the edge of a picture, so that it may not be whole."""
    across, down = (EDGE * scale for scale in frame.scale)
    x1, y1, x2, y2 = face.box
    return x1 < across or y1 < down or x2 > frame.width - across or y2 > frame.height - down


def tell(
    faces: Sequence[Detection], embeddings: Array, table: bool = False, blank: Collection[int] = ()
) -> Lesson:
    """Which tile each face is, all of them different. `faces` in reading order; `embeddings`: one a face;
    `table`: they are seen by a camera over a whole table; `blank`: the numbers of those that show next to no
    print: they hold their places, and are none of the lesson's.

    LessonError: too_few, too_many, kind_twice, order.
    """
    clear = [number for number in range(len(faces)) if number not in blank]
    if len(faces) > KINDS or len(clear) < FEWEST:  # what shows no print may be no tile at all
        faces, embeddings = [faces[number] for number in clear], embeddings[clear]
        blank, clear = (), list(range(len(faces)))
    if len(faces) < FEWEST:
        raise LessonError(
            "too_few",
            f"Only {len(faces)} tiles were found: lay the 27 kinds in three rows of nine, or a row a photo.",
            f"只找到 {len(faces)} 张牌：请把 27 种牌摆成三排，每排九张；也可以一排拍一张。",
        )
    if len(faces) > KINDS:
        _refuse_many(faces)
    likelihoods = np.array([one.likelihoods[:KINDS] for one in faces])
    costs = -np.log(np.maximum(likelihoods, FLOOR))
    costs[list(blank)] = 0.0
    lines = lines_of(faces)
    place = by_place(costs, followed(lines, len(faces)))
    agreed = float(np.mean([place[number] == faces[number].best for number in clear]))
    if agreed < IN_ORDER:
        return _by_reader(faces, costs, clear)
    away = np.full_like(costs, OUT_OF_PLACE)
    away[np.arange(len(faces)), place] = 0.0
    kinds = assign(costs + away)
    twins = TWINS_AFAR if table and _rows_of_nine(faces) else TWINS
    _refuse_twins([faces[number] for number in clear], embeddings[clear], twins)
    doubts = in_doubt(kinds, place, costs, lines)
    told = [number for number in clear if number not in doubts]
    untold = [number for number in clear if number in doubts]
    remarks = [
        _by_its_place(number, at, faces[number], TILES[kinds[number]])
        for at, number in enumerate(told)
        if faces[number].best != kinds[number] and faces[number].confidence >= SURE
    ]
    remarks += [gap(number, doubts[number]) for number in untold]
    return _lesson(faces, kinds, told, untold, remarks)


def _lesson(
    faces: Sequence[Detection],
    kinds: Sequence[int],
    told: Sequence[int],
    untold: Sequence[int] = (),
    remarks: Sequence[Remark] = (),
) -> Lesson:
    if not told:
        raise _no_order()
    return Lesson(
        tuple(faces[number] for number in told),
        tuple(TILES[kinds[number]] for number in told),
        tuple(remarks),
        tuple(faces[number] for number in untold),
    )


def _whole(detections: Sequence[Detection]) -> list[Detection]:
    """The detections without those that are a piece of another one's tile, however sure they are."""
    kept: list[Detection] = []
    for one in sorted(detections, key=lambda detection: -detection.span):
        x1, y1, x2, y2 = one.box
        inside = [
            max(min(x2, two.box[2]) - max(x1, two.box[0]), 0.0)
            * max(min(y2, two.box[3]) - max(y1, two.box[1]), 0.0)
            for two in kept
        ]
        if max(inside, default=0.0) < PIECE * one.span**2:
            kept.append(one)
    return kept


def _by_reader(faces: Sequence[Detection], costs: Costs, clear: Sequence[int]) -> Lesson:
    """Tiles in no order: the reader must be sure of nearly all; of the 27 kinds the few others are what is
    left. `clear`: the numbers of the faces that show a print."""
    sure = [number for number in clear if faces[number].best < KINDS and faces[number].confidence >= SURE]
    twice = [kind for kind, many in Counter(faces[number].best for number in sure).items() if many > 1]
    if len(sure) < MOSTLY_SURE * len(clear):
        raise _no_order()
    if twice:
        raise _kind_twice(TILES[min(twice)])
    kinds = assign(costs)
    if len(clear) == KINDS:
        return _lesson(faces, kinds, clear)
    left = [kind for kind in range(KINDS) if kind not in {kinds[number] for number in sure}]
    untold = [number for number in clear if number not in sure]
    likely = [sorted(left, key=costs[number].__getitem__)[:2] for number in untold]
    remarks = [gap(number, its) for number, its in zip(untold, likely, strict=True)]
    return _lesson(faces, kinds, sure, untold, remarks)


def _no_order() -> LessonError:
    return LessonError(
        "order",
        "The tiles lie in no order that can be told: lay rows of nine, 1-9 of 万, then 筒, then 条.",
        "看不出摆的顺序：请一排九张摆好，先一到九万，再一到九筒，再一到九条。",
    )


def _refuse_many(faces: Sequence[Detection]) -> None:
    counts = Counter(one.best for one in faces if one.best < KINDS and one.confidence >= SURE)
    twice = [kind for kind, many in counts.items() if many > 1]
    if twice:
        raise _kind_twice(TILES[min(twice)])
    raise LessonError(
        "too_many",
        f"{len(faces)} tiles were found, but there are 27 kinds: lay each kind once, and nothing else.",
        f"找到 {len(faces)} 张牌，可只有 27 种：每种只摆一张，别放其他牌。",
    )


def _rows_of_nine(faces: Sequence[Detection]) -> bool:
    """Whether faces in reading order lie in three plain rows of nine."""
    if len(faces) != KINDS:
        return False
    centres = np.array([one.centre for one in faces]).reshape(3, 9, 2)
    apart = np.linalg.norm(np.diff(centres.mean(axis=1), axis=0), axis=1).min()
    for row in centres:
        way = row[-1] - row[0]
        way = way / max(float(np.hypot(*way)), 1e-9)
        along, across = (row - row[0]) @ way, (row - row[0]) @ (-way[1], way[0])
        if np.abs(across).max() > STRAIGHT * apart or np.diff(along).min() <= 0:
            return False
    return True


def _refuse_twins(faces: Sequence[Detection], embeddings: Array, twins: float) -> None:
    """Two tiles that the reader surely takes for one kind, and that do look the same, are two of it."""
    directions = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
    for one, other in itertools.combinations(range(len(faces)), 2):
        alike = faces[one].best == faces[other].best != OTHER
        sure = min(faces[one].confidence, faces[other].confidence) >= SURE
        if alike and sure and float(directions[one] @ directions[other]) >= twins:
            raise _kind_twice(TILES[faces[one].best])


def _kind_twice(tile: Tile) -> LessonError:
    return LessonError(
        "kind_twice",
        f"{tile} lies there twice: lay each of the 27 kinds once.",
        f"{tile.chinese}摆了两张：每种只摆一张。",
    )


def _by_its_place(number: int, at: int, face: Detection, tile: Tile) -> Remark:
    """A tile, by its number in reading order, that is not what the reader is sure of; `at`: its place among
    those of the lesson."""
    read = face.best
    looks = str(TILES[read]) if read < KINDS else "an honour or flower"
    looks_chinese = TILES[read].chinese if read < KINDS else "字牌花牌"
    return Remark(
        "by_place",
        f"Tile {number + 1} looks like {looks} but was learnt as {tile}, for that is its place: check it.",
        f"第 {number + 1} 张看着像{looks_chinese}，但按位置当{tile.chinese}学了：请核对。",
        (at,),
        (str(tile),),
    )

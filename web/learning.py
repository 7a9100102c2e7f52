"""学牌: the page's tile sets: what a photo of a set shows, learning it, reading with it, corrections."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.notation import NotationError, parse_tile
from assistant.problems import Problem
from assistant.rules import RuleSet
from web.refused import RefusedError

if TYPE_CHECKING:
    from vision.frames import Frame
    from vision.learning import Example
    from vision.tileset import Tileset
    from vision.tileset_files import TilesetFolder
    from web.reading import Reader

MOST_SETS = 40
"""Sets that one page keeps: anybody who may photograph may also learn, so there is an end to it."""
MOST_PHOTOS = 12
MOST_LABELS = 120
"""Tiles of one photo that are learnt from."""
CORRECTIONS = "corrections"
"""The set that takes the corrections made while no set is chosen."""


@dataclass(frozen=True, slots=True)
class Label:
    """One tile of a photo as the player told it; `box` in pixels of the upright photo."""

    box: tuple[float, float, float, float]
    tile: str


class Learner:
    """Learnt sets for the page. Making one opens nothing. `data`: the folder that holds them, None for a page
    that keeps nothing."""

    def __init__(self, reader: Reader, data: Path | None) -> None:
        self._reader = reader
        self._data = data

    def names(self) -> tuple[str, ...]:
        """The sets that can be chosen, sorted."""
        return () if self._data is None else self._folder().names()

    def written(self) -> dict[str, float]:
        """When each set was last written, seconds of the epoch."""
        if self._data is None:
            return {}
        folder = self._folder()
        return {name: folder.path(name).stat().st_mtime for name in folder.names()}

    def sets(self) -> list[dict[str, Any]]:
        """Each set: its kinds, which are missing, which it confuses; a damaged one with its problem."""
        from vision.tileset_files import TilesetError

        forms: list[dict[str, Any]] = []
        for name in self.names():
            try:
                forms.append(set_form(self._folder().load(name)))
            except TilesetError as error:
                forms.append({"set": name, "problems": [_problem(error.code, str(error), error.chinese)]})
        return forms

    def look(self, photo: bytes) -> dict[str, Any]:
        """What a photo of a set shows: its tiles, and what to check. Where their order cannot be told, each
        tile is what the reader takes it for, and the reason stands in `problems`."""
        from vision import lessons
        from vision.detection import tile_of
        from vision.learning import look
        from web.presenters.scan import remark_form

        frame, detector = _frame(photo), self._reader.detector()
        try:
            lesson = look(frame, detector)
        except lessons.LessonError as error:
            every = lessons.faces_in_order(detector.name(frame, detector.find(frame)))
            # half a tile teaches the wrong thing: it is not offered to be learnt
            faces = tuple(one for one in every if not lessons.touches_edge(one, frame))
            words = ["?" if (tile := tile_of(one.best)) is None else str(tile) for one in faces]
            problems = [_problem(error.code, str(error), error.chinese)]
        else:
            faces = (*lesson.faces, *lesson.untold)
            words = [*map(str, lesson.tiles), *("?" for _ in lesson.untold)]
            problems = [remark_form(remark) for remark in lesson.remarks]
        tiles = [
            {
                "tile": word,
                "box": [round(side, 1) for side in one.box],
                "confidence": round(one.confidence, 3),
            }
            for word, one in zip(words, faces, strict=True)
        ]
        return {"width": frame.width, "height": frame.height, "tiles": tiles, "problems": problems}

    def learn(self, name: str, photos: Sequence[bytes], labels: Sequence[Sequence[Label]]) -> dict[str, Any]:
        """Learn a set from photos and what their tiles are, and keep it in the place of an older one."""
        from vision.learning import learn
        from vision.tileset_files import check_name

        started = time.perf_counter()
        with _refusals():
            check_name(name)
            self._room_for(name)
            tileset = learn(name, _examples(photos, labels), self._reader.detector())
            folder = self._folder()
            with folder.held():
                folder.save(tileset)
        return {**set_form(tileset), "seconds": round(time.perf_counter() - started, 2)}

    def correct(self, name: str, photo: bytes, labels: Sequence[Label]) -> dict[str, Any]:
        """Add corrected tiles of a photo to a set, to `CORRECTIONS` where none is named. Embeddings are kept,
        no picture. Tiles that the photo's edge may cut off are not learnt."""
        from vision.learning import learn

        name = name or CORRECTIONS
        with _refusals():
            detector = self._reader.detector()
            examples = [one for one in _examples([photo], [labels]) if not _cut(one)]
            if not examples:
                raise RefusedError(
                    Problem("cut_off", "The tile is cut off at the edge of the photo: it is not learnt."),
                    chinese="这张牌被照片边缘切掉了：不学。",
                )
            folder = self._folder()
            with folder.held():
                self._room_for(name)
                old = folder.load(name) if name in folder.names() else None
                tileset = learn(name, examples, detector, old)
                folder.save(tileset)
        return {**set_form(tileset), "added": len(examples)}

    def forget(self, name: str) -> None:
        """Remove a set."""
        with _refusals():
            folder = self._folder()
            with folder.held():
                folder.remove(name)

    def read(self, photo: bytes, rules: RuleSet, name: str) -> dict[str, Any]:
        """The scan form of a photo read with a set, without the image's name."""
        from vision.learning import with_tileset

        with _refusals():
            detector = with_tileset(self._reader.detector(), self._folder().load(name))
        return self._reader.with_detector(photo, rules, detector)

    def _folder(self) -> TilesetFolder:
        from vision.tileset_files import TilesetFolder

        if self._data is None:
            raise RefusedError(
                Problem("no_data", "This page keeps nothing: start tangzi serve with --data."), 409,
                chinese="这个页面不存数据：请用 --data 启动 tangzi serve。",
            )  # fmt: skip
        return TilesetFolder(self._data)

    def _room_for(self, name: str) -> None:
        names = self._folder().names()
        if name not in names and len(names) >= MOST_SETS:
            raise RefusedError(
                Problem("too_many_sets", f"There are {MOST_SETS} sets already: forget one first."), 409,
                chinese=f"已经有 {MOST_SETS} 套牌：请先删一套。",
            )  # fmt: skip


def read_labels(text: str, photos: int) -> list[list[Label]]:
    """The labels that were sent: for each photo a list of `{"box": [x1, y1, x2, y2], "tile": "1m"}`."""
    try:
        sent = json.loads(text)
        if not isinstance(sent, list) or len(sent) != photos:
            raise ValueError("one list of tiles a photo")
        labels = [[_label(one) for one in tiles] for tiles in sent]
        if any(len(tiles) > MOST_LABELS for tiles in labels):
            raise ValueError(f"at most {MOST_LABELS} tiles a photo")
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise RefusedError(
            Problem("bad_labels", f"labels cannot be used ({error}): see /api/ for their form.")
        ) from error
    if not any(labels):
        raise RefusedError(
            Problem("too_few", "No tile is named: name the tiles of the photo first."),
            chinese="还没有指定任何牌：请先点出每张是什么牌。",
        )
    return labels


def set_form(tileset: Tileset) -> dict[str, Any]:
    """A set as the public forms tell it."""
    return {
        "set": tileset.name,
        "kinds": len(tileset.learnt),
        "missing": [str(tile) for tile in tileset.missing],
        "confusable": [[str(one), str(other), share] for one, other, share in tileset.confusable],
        "problems": [],
    }


def _label(sent: Mapping[str, Any]) -> Label:
    x1, y1, x2, y2 = (float(side) for side in sent["box"])
    if not (-1e5 < x1 < x2 < 1e5 and -1e5 < y1 < y2 < 1e5):
        raise ValueError("a box is x1, y1, x2, y2 in pixels")
    try:
        return Label((x1, y1, x2, y2), str(parse_tile(str(sent["tile"]))))
    except NotationError as error:
        raise ValueError(str(error)) from error


def _frame(photo: bytes) -> Frame:
    from vision.frames import PictureError, load_frame

    try:
        return load_frame(photo)
    except PictureError as error:
        raise RefusedError(Problem(error.code, str(error)), chinese=error.chinese) from error


def _examples(photos: Sequence[bytes], labels: Sequence[Sequence[Label]]) -> list[Example]:
    from vision.learning import Example

    examples = []
    for photo, its in zip(photos, labels, strict=True):
        frame = _frame(photo)
        for one in its:
            x1, y1, x2, y2 = one.box
            if x2 <= 0 or y2 <= 0 or x1 >= frame.width or y1 >= frame.height:
                raise RefusedError(
                    Problem(
                        "bad_labels", "A box lies outside of its photo: see /api/ for the form of labels."
                    )
                )
            examples.append(Example(frame, one.box, parse_tile(one.tile)))
    return examples


def _cut(example: Example) -> bool:
    from vision.detection import Detection, sure
    from vision.lessons import touches_edge

    return touches_edge(Detection(example.box, 1.0, sure(int(example.tile))), example.frame)


def _problem(code: str, message: str, chinese: str) -> dict[str, Any]:
    return {"code": code, "message": message, "zh": chinese}


@contextmanager
def _refusals() -> Iterator[None]:
    """What sets and models refuse, as the page answers it."""
    from vision.detectors.weights import ModelError
    from vision.tileset_files import TilesetError

    try:
        yield
    except (TilesetError, ModelError) as error:
        status = {"no_tileset": 404, "other_model": 409}.get(error.code, 400)
        raise RefusedError(Problem(error.code, str(error)), status, chinese=error.chinese) from error

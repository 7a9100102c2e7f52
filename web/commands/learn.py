"""`tangzi learn`: a player's own tile set from photos of its 27 kinds, or from the table's own camera."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.common import (
    DONE,
    WRONG_ARGUMENTS,
    RefusedError,
    add_data,
    add_json,
    add_model,
    print_json,
    tilesets_of,
)
from web.commands.geometry import geometry_of

if TYPE_CHECKING:
    from vision.calibration import Geometry
    from vision.detectors.opening import Detector
    from vision.frames import Frame
    from vision.lessons import Lesson
    from vision.tileset import Tileset

NAME = "learn"
HELP = (
    "学牌: learn your own tile set: its 27 kinds laid out once each in rows of nine, from photos or a camera"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The set's name, the photos or the camera, where to keep it, which model."""
    parser.add_argument("name", metavar="NAME", help="what to call the set; an older one of that name goes")
    parser.add_argument("photos", nargs="*", metavar="PHOTO", help="all 27 kinds, or one row of nine a photo")
    parser.add_argument(
        "--source",
        metavar="0|rtsp://...|VIDEO",
        help="the camera that is to watch the table, named as for tangzi watch; the three rows lie in the "
        "middle of the table",
    )
    parser.add_argument(
        "--geometry",
        metavar="table.toml",
        type=Path,
        help="where the table lies in that camera's picture: what lies beside it is left out",
    )
    parser.add_argument(
        "--add",
        action="store_true",
        help="complete the set of that name instead: its missing kinds, or all of them in another light",
    )
    add_data(parser)
    add_model(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Learn the set and keep it; nothing is kept where a photo cannot be used."""
    from vision.learning import Example, examples_of, learn
    from vision.tileset_files import TilesetError, check_name
    from web.commands.scan import WHOLE_TABLE, detector_of
    from web.presenters.learn import learn_form, learn_lines

    started = time.perf_counter()
    try:
        check_name(arguments.name)
    except TilesetError as error:
        raise RefusedError(Problem(error.code, str(error), error.chinese), WRONG_ARGUMENTS) from error
    if not arguments.photos and arguments.source is None:
        said = "Give photos, or the table's camera by --source."
        zh = "请给照片，或用 --source 给桌边的摄像头。"
        raise RefusedError(Problem("no_photo", said, zh), WRONG_ARGUMENTS)
    if arguments.geometry is not None and arguments.source is None:
        said = "--geometry tells where the table lies in the pictures of --source: give that too."
        zh = "--geometry 说的是 --source 画面里的桌子：请一起给 --source。"
        raise RefusedError(Problem("bad_geometry", said, zh), WRONG_ARGUMENTS)
    if arguments.add:
        _kept(arguments)  # whether there is one, before anything is looked at
    arguments.tileset = arguments.corners = None
    geometry = geometry_of(arguments)
    detector = detector_of(arguments, None if arguments.source is None else WHOLE_TABLE)
    lessons: list[Lesson] = []
    examples: list[Example] = []
    if arguments.source is not None:
        frame, lesson = _look_at_table(arguments.source, detector, geometry)
        lessons.append(lesson)
        examples += examples_of(frame, lesson, geometry)
    for photo in arguments.photos:
        frame, lesson = _look(photo, detector)
        lessons.append(lesson)
        examples += examples_of(frame, lesson)
    try:
        with tilesets_of(arguments).held():
            # as it is now: the pages learn from corrections meanwhile
            old = _kept(arguments) if arguments.add else None
            tileset = learn(arguments.name, examples, detector, old)
            file = tilesets_of(arguments).save(tileset)
    except TilesetError as error:
        raise RefusedError(Problem(error.code, str(error), error.chinese)) from error
    form = learn_form(tileset, lessons, time.perf_counter() - started)
    if arguments.json:
        print_json(form)
    else:
        print("\n".join(learn_lines(form, file)))
    return DONE


def _kept(arguments: argparse.Namespace) -> Tileset:
    """The set that is to be completed."""
    from vision.tileset_files import TilesetError

    try:
        return tilesets_of(arguments).load(arguments.name)
    except TilesetError as error:
        raise RefusedError(Problem(error.code, str(error), error.chinese)) from error


def _look(photo: str, detector: Detector) -> tuple[Frame, Lesson]:
    from vision.detectors.weights import ModelError
    from vision.frames import PictureError, load_frame
    from vision.learning import look
    from vision.lessons import LessonError

    try:
        frame = load_frame(Path(photo))
        return frame, look(frame, detector)
    except (PictureError, LessonError, ModelError) as error:
        raise RefusedError(Problem(error.code, f"{photo}: {error}", f"{photo}：{error.chinese}")) from error


def _look_at_table(name: str, detector: Detector, geometry: Geometry | None) -> tuple[Frame, Lesson]:
    from vision.detectors.weights import ModelError
    from vision.lesson_source import lesson_of
    from vision.lessons import LessonError
    from vision.sources import SourceError, hidden, open_source

    try:
        source = open_source(name)
        try:
            return lesson_of(source, detector, geometry)
        finally:
            source.close()
    except (SourceError, LessonError, ModelError) as error:
        raise RefusedError(
            Problem(error.code, f"{hidden(name)}: {error}", f"{hidden(name)}：{error.chinese}")
        ) from error

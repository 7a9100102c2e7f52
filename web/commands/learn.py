"""`tangzi learn`: a player's own tile set from photos of its 27 kinds."""

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

if TYPE_CHECKING:
    from vision.detectors.opening import Detector
    from vision.frames import Frame
    from vision.lessons import Lesson

NAME = "learn"
HELP = "学牌: learn your own tile set from photos of its 27 kinds, laid out once each in rows of nine"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The set's name, the photos, where to keep it, which model."""
    parser.add_argument("name", metavar="NAME", help="what to call the set; an older one of that name goes")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="all 27 kinds, or one row of nine a photo")
    add_data(parser)
    add_model(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Learn the set and keep it; nothing is kept where a photo cannot be used."""
    from vision.learning import Example, examples_of, learn
    from vision.lessons import missing_from
    from vision.tileset_files import TilesetError, check_name
    from web.commands.scan import detector_of
    from web.presenters.learn import learn_form, learn_lines

    started = time.perf_counter()
    try:
        check_name(arguments.name)
    except TilesetError as error:
        raise RefusedError(Problem(error.code, f"{error.chinese} {error}"), WRONG_ARGUMENTS) from error
    arguments.tileset = None
    detector = detector_of(arguments)
    lessons: list[Lesson] = []
    examples: list[Example] = []
    for photo in arguments.photos:
        frame, lesson = _look(photo, detector)
        lessons.append(lesson)
        examples += examples_of(frame, lesson)
    tileset = learn(arguments.name, examples, detector)
    try:
        file = tilesets_of(arguments).save(tileset)
    except TilesetError as error:
        raise RefusedError(Problem(error.code, f"{error.chinese} {error}")) from error
    form = learn_form(tileset, lessons, missing_from(lessons), time.perf_counter() - started)
    if arguments.json:
        print_json(form)
    else:
        print("\n".join(learn_lines(form, file)))
    return DONE


def _look(photo: str, detector: Detector) -> tuple[Frame, Lesson]:
    from vision.detectors.weights import ModelError
    from vision.frames import PictureError, load_frame
    from vision.learning import look
    from vision.lessons import LessonError

    try:
        frame = load_frame(Path(photo))
        return frame, look(frame, detector)
    except (PictureError, LessonError, ModelError) as error:
        raise RefusedError(Problem(error.code, f"{photo}：{error.chinese} {error}")) from error

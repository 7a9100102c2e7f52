"""`tangzi table`: one view of a whole table."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.common import (
    DONE,
    RefusedError,
    add_json,
    add_model,
    add_tileset,
    cannot_write,
    check_folder,
    print_json,
)
from web.commands.geometry import add_geometry, geometry_of, keep_geometry, with_corners

if TYPE_CHECKING:
    from vision.table_picture import TablePicture

NAME = "table"
HELP = "看桌面: one view of a whole table: melds, discards, shown hands, copies left"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The photo, where the table lies in it, where to draw, which model and tile set."""
    parser.add_argument("photo", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file of the whole table")
    add_geometry(parser)
    parser.add_argument(
        "--annotate",
        metavar="DIR",
        type=Path,
        help="write the photo with the table's outline, boxes, names and areas into this folder",
    )
    add_model(parser)
    add_tileset(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the photo; exit 1 where it cannot be used."""
    geometry = geometry_of(arguments)
    if arguments.annotate:
        check_folder(arguments.annotate)
    from web.commands.scan import WHOLE_TABLE, detector_of

    detector = detector_of(arguments, WHOLE_TABLE)
    from vision.frames import PictureError, load_frame
    from vision.table_picture import read_table_picture
    from web.presenters.table import table_form, table_lines

    started = time.perf_counter()
    try:
        frame = load_frame(Path(arguments.photo))
    except PictureError as error:
        raise RefusedError(Problem(error.code, str(error), error.chinese)) from error
    geometry = with_corners(arguments, geometry, (frame.width, frame.height))
    picture = read_table_picture(frame, detector, geometry, time.perf_counter() - started)
    form = table_form(arguments.photo, picture)
    keep_geometry(arguments, picture.geometry)
    if arguments.annotate:
        form["annotated"] = str(_draw(arguments.annotate, arguments.photo, picture))
    if arguments.json:
        print_json(form)
    else:
        print("\n".join(table_lines(form)))
    return DONE


def _draw(folder: Path, name: str, picture: TablePicture) -> Path:
    from PIL import Image

    from vision.annotate_table import annotate_table

    target = folder / f"{Path(name).stem}.table.jpg"
    try:
        drawn = annotate_table(picture.frame, picture.reading, picture.geometry)
        Image.fromarray(drawn).save(target, quality=90)
    except OSError as error:
        raise cannot_write(target, error) from error
    return target

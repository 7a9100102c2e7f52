"""`tangzi scan`: photos to hands."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant.problems import Problem
from web.commands.common import (
    DONE,
    UNUSABLE,
    WRONG_ARGUMENTS,
    RefusedError,
    add_json,
    add_model,
    add_rules,
    add_tileset,
    cannot_write,
    check_folder,
    print_json,
    rules_of,
    say,
    tilesets_of,
)

if TYPE_CHECKING:
    from vision.detectors.opening import Detector
    from vision.pipeline import Picture

NAME = "scan"
WHOLE_TABLE = 1280
"""Input pixels for views in which tiles are small."""
HELP = "拍照读牌: photos to hands, what they wait for and what they are worth"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The photos, the rules, where to draw, which model."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC file")
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="write each photo with boxes and names into this folder"
    )
    add_model(parser)
    add_tileset(parser)
    add_rules(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read each photo; exit 1 only where none could be used."""
    rules = rules_of(arguments)
    detector = detector_of(arguments)
    if arguments.annotate:
        check_folder(arguments.annotate)
    from vision.frames import PictureError
    from vision.pipeline import read_picture
    from web.presenters.scan import error_form, scan_form, scan_lines

    forms: list[dict[str, Any]] = []
    drawn: list[Path] = []
    for name in arguments.photos:
        try:
            picture = read_picture(Path(name), detector)
        except PictureError as error:
            forms.append(error_form(name, error))
            if not arguments.json:
                say(f"{name}：{error.chinese} {error}")
            continue
        form = scan_form(name, picture, rules)
        if arguments.annotate:
            drawn.append(_draw(arguments.annotate, name, picture, drawn))
            form["annotated"] = str(drawn[-1])
        forms.append(form)
        if not arguments.json:
            print("\n".join(scan_lines(form, rules)))
    if arguments.json:
        print_json(forms)
    return DONE if any("error" not in form for form in forms) else UNUSABLE


def detector_of(arguments: argparse.Namespace, size: int | None = None) -> Detector:
    """The detector of --model, --backend, --tileset; RefusedError (wrong arguments) where there is none.
    `size`: input pixels of its first look, where not the model's own."""
    from vision.detectors.opening import open_detector
    from vision.detectors.weights import ModelError
    from vision.tileset_files import TilesetError

    try:
        detector = open_detector(arguments.model, arguments.backend, size=size)
        if arguments.tileset is None:
            return detector
        from vision.learning import with_tileset

        return with_tileset(detector, tilesets_of(arguments).load(arguments.tileset))
    except (ModelError, TilesetError) as error:
        raise RefusedError(Problem(error.code, str(error), error.chinese), WRONG_ARGUMENTS) from error
    except ValueError as error:
        zh = "这个 --backend 用不了：请换一个，或写 auto。"
        raise RefusedError(Problem("bad_backend", str(error), zh), WRONG_ARGUMENTS) from error


def _draw(folder: Path, name: str, picture: Picture, drawn: list[Path]) -> Path:
    from PIL import Image

    from vision.annotate import annotate

    target = folder / f"{Path(name).stem}.annotated.jpg"
    if target in drawn:  # another photo of that name; what an earlier run drew is written over
        target = folder / f"{Path(name).stem}.{len(drawn)}.annotated.jpg"
    try:
        Image.fromarray(annotate(picture.frame, picture.reading)).save(target, quality=90)
    except OSError as error:
        raise cannot_write(target, error) from error
    return target

"""桌面在哪: the options --geometry, --corners and --save-geometry, for every command with a camera over a
table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.common import WRONG_ARGUMENTS, RefusedError, cannot_write, say

if TYPE_CHECKING:
    from vision.calibration import Geometry


def add_geometry(parser: argparse.ArgumentParser) -> None:
    """Give a command the geometry's options."""
    parser.add_argument(
        "--geometry",
        metavar="table.toml",
        type=Path,
        help="where the table lies in this camera's picture; without it the table is looked for",
    )
    parser.add_argument(
        "--corners",
        metavar="X,Y",
        nargs=4,
        help="the playing surface's corners in pixels: near left, near right, far right, far left",
    )
    parser.add_argument(
        "--save-geometry",
        metavar="table.toml",
        type=Path,
        help="write where the table lies into this file, for --geometry",
    )


def geometry_of(arguments: argparse.Namespace) -> Geometry | None:
    """The geometry of --geometry; None without it. RefusedError (wrong arguments) with every problem.

    --corners are pixels of a picture whose size is not known yet: `with_corners` puts them in.
    """
    if arguments.corners is not None:
        corners_of(arguments.corners)
    if arguments.geometry is None:
        return None
    from vision.geometry_file import GeometryError, load_geometry

    try:
        return load_geometry(arguments.geometry)
    except GeometryError as error:
        raise RefusedError(Problem(error.code, str(error), error.chinese), WRONG_ARGUMENTS) from error


def corners_of(words: list[str]) -> list[tuple[float, float]]:
    """The points of --corners; RefusedError where one is none."""
    points = []
    for word in words:
        parts = word.split(",")
        try:
            x, y = (float(part) for part in parts)
        except ValueError as error:
            said = f"“{word}” is no corner: give x,y in pixels, such as 156,711."
            zh = f"“{word}”不是一个角：请写像素 x,y，如 156,711。"
            raise RefusedError(Problem("bad_corners", said, zh), WRONG_ARGUMENTS) from error
        points.append((x, y))
    return points


def with_corners(
    arguments: argparse.Namespace, geometry: Geometry | None, size: tuple[int, int]
) -> Geometry | None:
    """The geometry with the corners of --corners, which are pixels of a picture of this size."""
    if arguments.corners is None:
        return geometry
    from dataclasses import replace

    from vision.calibration import Geometry, corner_problem

    points = corners_of(arguments.corners)
    if said := corner_problem(points, size):
        zh, en = said
        raise RefusedError(Problem("bad_corners", en, zh), WRONG_ARGUMENTS)
    corners = (points[0], points[1], points[2], points[3])
    if geometry is None:
        return Geometry(corners, size)
    return replace(geometry, corners=corners, picture=size)


def keep_geometry(arguments: argparse.Namespace, geometry: Geometry | None) -> None:
    """Write the geometry where --save-geometry says, where there is one."""
    if arguments.save_geometry is None:
        return
    if geometry is None:
        say("没有找到桌面，所以没有保存。 No table was found, so nothing was saved: give --corners.")
        return
    from vision.geometry_file import save_geometry

    try:
        save_geometry(arguments.save_geometry, geometry)
    except OSError as error:
        raise cannot_write(arguments.save_geometry, error) from error

"""table.toml: the geometry of one camera over one table, kept from day to day; every problem told at once."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from vision.calibration import SIDES, Geometry, Point, corner_problem

KEYS = ("picture", "corners", "sides", "dealer", "melds", "names")
MELDS = ("right", "left")
Words = tuple[str, str]
"""A sentence in Chinese and English."""
FEWEST = 3
"""Players at least."""


class GeometryError(ValueError):
    """A table.toml that cannot be used. `code` is stable, str() says what to do about every problem,
    `chinese` the same for players."""

    def __init__(self, code: str, problems: Sequence[Words]) -> None:
        super().__init__(" ".join(english for _, english in problems))
        self.code = code
        self.problems = tuple(problems)
        self.chinese = "".join(chinese for chinese, _ in problems)


def load_geometry(path: Path) -> Geometry:
    """The geometry in a file; GeometryError with every problem at once."""
    try:
        values = tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        said = f"There is no file {path}: check the name after --geometry."
        raise GeometryError(
            "no_geometry_file", [(f"没有文件 {path}：请核对 --geometry 后的名字。", said)]
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        said = f"{path} cannot be read: give a text file in UTF-8."
        raise GeometryError("bad_geometry", [(f"{path} 读不了：请给 UTF-8 的文本文件。", said)]) from error
    except tomllib.TOMLDecodeError as error:
        said = f"{path} is no TOML ({error}): mend it."
        raise GeometryError("bad_geometry", [(f"{path} 不是 TOML：请改好。", said)]) from error
    return geometry_of(values)


def save_geometry(path: Path, geometry: Geometry) -> None:
    """Write the geometry; OSError where the file cannot be written."""
    path.write_text(geometry_text(geometry), "utf-8")


def geometry_text(geometry: Geometry) -> str:
    """The text of table.toml, with a word on every key."""
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in geometry.corners)
    # a JSON string is a TOML string too
    names = ", ".join(json.dumps(name, ensure_ascii=False) for name in geometry.names)
    return "\n".join(
        (
            "# Where the table lies in this camera's picture (tangzi table, tangzi watch).",
            f"picture = [{geometry.picture[0]}, {geometry.picture[1]}]   # width and height in pixels",
            "# of the playing surface: near left, near right, far right, far left, as the camera sees it",
            f"corners = [{corners}]",
            "# sides with a player: 0 nearest the camera, then anticlockwise: 1 right, 2 opposite, 3 left",
            f"sides = {list(geometry.sides)}",
            f"dealer = {geometry.dealer}   # the side of the dealer",
            f'melds = "{geometry.melds}"   # the end of a hand at which its player lays melds',
            f"names = [{names}]   # of the players, in the order of sides",
            "",
        )
    )


def geometry_of(values: Mapping[str, object]) -> Geometry:
    """The geometry of the values of a table.toml; GeometryError with every problem at once."""
    known = ", ".join(KEYS)
    problems = [
        (f"table.toml 里没有“{key}”这一项：只有 {known}。", f"“{key}” is no key of table.toml: use {known}.")
        for key in values
        if key not in KEYS
    ]
    picture = _picture(values.get("picture"), problems)
    corners = _corners(values.get("corners"), problems)
    if picture and corners and (said := corner_problem(corners, picture)):
        problems.append(said)
    sides = _sides(values.get("sides", [0, 1, 2, 3]), problems)
    dealer = values.get("dealer", sides[0] if sides else 0)
    if isinstance(dealer, bool) or not isinstance(dealer, int) or (sides and dealer not in sides):
        wrong = f"dealer must be the side of a player, one of {list(sides)}."
        problems.append((f"dealer 要写坐了人的一边：{list(sides)}。", wrong))
    melds = values.get("melds", MELDS[0])
    if melds not in MELDS:
        problems.append(('melds 要写 "right" 或 "left"。', 'melds must be "right" or "left".'))
    names = values.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        wrong = 'names must be a list of names, such as ["A", "B", "C", "D"].'
        problems.append(('names 要写一列名字，如 ["A", "B", "C", "D"]。', wrong))
    elif names and sides and len(names) != len(sides):
        wrong = f"names must be one for each side with a player: {len(sides)}."
        problems.append((f"names 要给坐了人的每一边一个名字：{len(sides)} 个。", wrong))
    if problems or picture is None or corners is None:
        raise GeometryError("bad_geometry", problems)
    assert isinstance(dealer, int)
    assert isinstance(names, list)
    near_left, near_right, far_right, far_left = corners
    return Geometry(
        (near_left, near_right, far_right, far_left), picture, sides, dealer, str(melds), tuple(names)
    )


def _numbers(value: object, many: int) -> tuple[float, ...] | None:
    if not isinstance(value, list) or len(value) != many:
        return None
    if any(isinstance(one, bool) or not isinstance(one, int | float) for one in value):
        return None
    return tuple(float(one) for one in value)


def _picture(value: object, problems: list[Words]) -> tuple[int, int] | None:
    numbers = _numbers(value, 2)
    if numbers is None or any(one < 1 or one % 1 for one in numbers):
        said = "picture must be the width and height of the picture in pixels: [1280, 720]."
        problems.append(("picture 要写画面的宽和高，单位像素：[1280, 720]。", said))
        return None
    return int(numbers[0]), int(numbers[1])


def _corners(value: object, problems: list[Words]) -> list[Point] | None:
    found = [_numbers(one, 2) for one in value] if isinstance(value, list) else [None]
    corners = [(one[0], one[1]) for one in found if one is not None]
    if len(corners) != SIDES or len(found) != SIDES:
        said = "corners must be four points [x, y]: near left, near right, far right, far left."
        problems.append(("corners 要写四个点 [x, y]：近左、近右、远右、远左。", said))
        return None
    return corners


def _sides(value: object, problems: list[Words]) -> tuple[int, ...]:
    whole = isinstance(value, list) and all(
        isinstance(one, int) and not isinstance(one, bool) and 0 <= one < SIDES for one in value
    )
    if not whole or not isinstance(value, list) or sorted(set(value)) != value or len(value) < FEWEST:
        said = "sides must be three or four of 0, 1, 2, 3 in that order."
        problems.append(("sides 要从 0、1、2、3 里按顺序写三个或四个。", said))
        return ()
    return tuple(value)

"""table.toml: written, read back, and refused with every problem at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.calibration import Geometry
from vision.geometry_file import GeometryError, geometry_of, load_geometry, save_geometry

GEOMETRY = Geometry(
    ((156.0, 711.0), (1124.0, 711.5), (963.0, 99.0), (317.0, 99.0)),
    (1280, 720),
    (0, 1, 3),
    1,
    "left",
    ("阿英", 'B "quick"', "C"),
)
GOOD = {"picture": [1280, 720], "corners": [[156, 711], [1124, 711], [963, 99], [317, 99]]}


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    save_geometry(tmp_path / "table.toml", GEOMETRY)
    assert load_geometry(tmp_path / "table.toml") == GEOMETRY


def test_picture_and_corners_are_enough() -> None:
    geometry = geometry_of(GOOD)
    assert (geometry.sides, geometry.dealer, geometry.melds, geometry.names) == ((0, 1, 2, 3), 0, "right", ())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"picture": [1280]}, ["picture must"]),
        ({"picture": [0, 720]}, ["picture must"]),
        ({"corners": [[1, 2], [3, 4]]}, ["corners must"]),
        ({"corners": 5}, ["corners must"]),
        ({"corners": [[156, 711], [317, 99], [963, 99], [1124, 711]]}, ["wrong way"]),
        ({"sides": [0, 1]}, ["sides must"]),
        ({"sides": [0, 1, 1, 2]}, ["sides must"]),
        ({"sides": [0, 1, 2], "dealer": 3}, ["dealer must"]),
        ({"dealer": True}, ["dealer must"]),
        ({"melds": "middle"}, ["melds must"]),
        ({"names": ["A", "B"]}, ["names must"]),
        ({"names": [1, 2, 3, 4]}, ["names must"]),
        (
            {"colour": "green", "melds": 1, "corners": []},
            ["“colour” is no key", "melds must", "corners must"],
        ),
    ],
)
def test_every_problem_is_told_at_once(change: dict[str, object], words: list[str]) -> None:
    with pytest.raises(GeometryError) as told:
        geometry_of({**GOOD, **change})
    assert len(told.value.problems) == len(words)
    for word in words:
        assert word in str(told.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [(None, "no_geometry_file"), (b"corners = [", "bad_geometry"), (b"\xff\xfe", "bad_geometry")],
)
def test_a_file_that_is_none(tmp_path: Path, text: bytes | None, code: str) -> None:
    path = tmp_path / "table.toml"
    if text is not None:
        path.write_bytes(text)
    with pytest.raises(GeometryError) as told:
        load_geometry(path)
    assert told.value.code == code
    assert "table.toml" in str(told.value)

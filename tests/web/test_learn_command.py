"""`tangzi learn` and `tangzi scan --tileset` on drawn photos, with the namer that ships."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from assistant.tiles import TILES
from tests.vision.tile_sheet import SheetReader, drawn
from tests.web.forms import codes
from vision import learning
from vision.calibration import Geometry
from vision.detectors import opening
from vision.detectors.opening import Detector
from vision.frames import Frame
from vision.geometry_file import save_geometry
from vision.lessons import Lesson
from vision.tileset import empty
from vision.tileset_files import TilesetFolder
from web.cli import main
from web.presenters.learn import learn_form

Tangzi = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def tangzi(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Tangzi:
    """Runs a command on drawn photos that hold so many tiles: its status, its JSON, its messages."""

    def run(*words: str, many: int = 27) -> tuple[int, Any, str]:
        monkeypatch.setattr(opening, "open_detector", lambda *_, **__: SheetReader(many))
        status = main([*words, "--data", str(tmp_path / "data"), "--json"])
        out, err = capsys.readouterr()
        return status, json.loads(out), err

    return run


def photo(folder: Path, kinds: tuple[int, ...] = tuple(range(27))) -> str:
    path = folder / f"tiles{kinds[0]}-{len(kinds)}.png"
    Image.fromarray(drawn(kinds)).save(path)
    return str(path)


def test_a_set_is_learnt_and_read_with(tangzi: Tangzi, tmp_path: Path) -> None:
    status, form, _ = tangzi("learn", "我家", photo(tmp_path))
    assert status == 0
    assert (form["set"], form["kinds"], form["missing"]) == ("我家", 27, [])
    assert 0 < form["seconds"] < 60
    for one, other, share in form["confusable"]:
        assert {one, other} <= {str(tile) for tile in TILES}
        assert 0 < share <= 1
    (file,) = (tmp_path / "data" / "tilesets").iterdir()
    assert file.stat().st_size < 1024 * 1024
    status, (scanned,), _ = tangzi("scan", photo(tmp_path), "--tileset", "我家")
    assert status == 0
    assert [one["tile"] for one in scanned["tiles"]] == [str(tile) for tile in TILES]


def test_a_row_a_photo_and_what_is_missing(tangzi: Tangzi, tmp_path: Path) -> None:
    rows = [photo(tmp_path, tuple(range(first, first + 9))) for first in (0, 18)]
    status, form, _ = tangzi("learn", "half", *rows, many=9)
    assert status == 0
    assert form["kinds"] == 18
    assert form["missing"] == [str(tile) for tile in TILES[9:18]]
    assert codes(form) == ["missing"]


def test_a_set_is_completed_later(tangzi: Tangzi, tmp_path: Path) -> None:
    rows = [photo(tmp_path, tuple(range(first, first + 9))) for first in (0, 9, 18)]
    _, form, _ = tangzi("learn", "mine", *rows[:2], many=9)
    assert "tangzi learn mine --add" in form["problems"][0]["message"]
    status, form, _ = tangzi("learn", "mine", rows[2], "--add", many=9)
    assert (status, form["kinds"], form["missing"]) == (0, 27, [])
    status, form, _ = tangzi("learn", "other", rows[2], "--add", many=9)
    assert (status, form["error"]["code"]) == (1, "no_tileset")


def test_what_the_pages_learn_meanwhile_is_kept(
    tangzi: Tangzi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correction comes after the set was looked for, and before the photos are learnt."""
    rows = [photo(tmp_path, tuple(range(first, first + 9))) for first in (0, 9)]
    tangzi("learn", "mine", rows[0], many=9)
    folder = TilesetFolder(tmp_path / "data")
    seen = learning.look

    def look(frame: Frame, detector: Detector) -> Lesson:
        old = folder.load("mine")
        views = np.ones((3, old.embeddings.shape[1]), np.float32)
        folder.save(old.with_examples({TILES[26]: [views]}))
        return seen(frame, detector)

    monkeypatch.setattr(learning, "look", look)
    _, form, _ = tangzi("learn", "mine", rows[1], "--add", many=9)
    assert form["missing"] == [str(tile) for tile in TILES[18:26]]


def test_a_set_of_two_words_is_completed_under_both() -> None:
    form = learn_form(empty("my set", "a net"), [], 0.0)
    assert 'tangzi learn "my set" --add' in form["problems"][0]["message"]
    assert '再用 tangzi learn "my set" --add' in form["problems"][0]["zh"]


def test_the_tables_own_camera_teaches_a_set(tangzi: Tangzi, tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    photo(tmp_path / "camera")
    status, form, _ = tangzi("learn", "home", "--source", str(tmp_path / "camera"))
    assert status == 0
    assert (form["kinds"], form["missing"]) == (27, [])


def test_what_lies_beside_the_table_is_not_learnt(tangzi: Tangzi, tmp_path: Path) -> None:
    (tmp_path / "camera").mkdir()
    photo(tmp_path / "camera")
    high, wide = drawn().shape[:2]
    rows = Geometry(((0.0, 290.0), (float(wide), 290.0), (float(wide), 0.0), (0.0, 0.0)), (wide, high))
    save_geometry(tmp_path / "table.toml", rows)
    words = ("--source", str(tmp_path / "camera"), "--geometry", str(tmp_path / "table.toml"))
    status, form, _ = tangzi("learn", "home", *words)
    assert status == 0
    assert form["missing"] == [str(tile) for tile in TILES[18:]]


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        ((), 2, "no_photo"),
        (("tiles.png", "--geometry", "table.toml"), 2, "bad_geometry"),
        (("--source", "nowhere.mp4"), 1, "no_source"),
    ],
)
def test_a_camera_that_cannot_be_used(
    tangzi: Tangzi, tmp_path: Path, words: tuple[str, ...], status: int, code: str
) -> None:
    told, form, _ = tangzi("learn", "home", *words)
    assert (told, form["error"]["code"]) == (status, code)
    assert not (tmp_path / "data").exists()


def test_too_few_tiles_teach_nothing(tangzi: Tangzi, tmp_path: Path) -> None:
    status, form, said = tangzi("learn", "few", photo(tmp_path), many=4)
    assert status == 1
    assert form["error"]["code"] == "too_few"
    assert "4 tiles" in said
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["../up", "a/b", "", "con", "x" * 41])
def test_a_name_that_leads_elsewhere_is_refused(tangzi: Tangzi, tmp_path: Path, name: str) -> None:
    status, form, _ = tangzi("learn", name, photo(tmp_path))
    assert (status, form["error"]["code"]) == (2, "bad_name")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(("name", "code"), [("nobody", "no_tileset"), ("../up", "bad_name")])
def test_scanning_with_a_set_that_is_not_there(tangzi: Tangzi, tmp_path: Path, name: str, code: str) -> None:
    status, form, _ = tangzi("scan", photo(tmp_path), "--tileset", name)
    assert (status, form["error"]["code"]) == (2, code)


def test_a_file_that_is_no_picture(tangzi: Tangzi, tmp_path: Path) -> None:
    file = tmp_path / "words.jpg"
    file.write_text("no picture")
    status, form, _ = tangzi("learn", "mine", str(file))
    assert (status, form["error"]["code"]) == (1, "no_picture")


def test_without_json_it_speaks_to_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(opening, "open_detector", lambda *_, **__: SheetReader())
    assert main(["learn", "mine", photo(tmp_path), "--data", str(tmp_path)]) == 0
    assert "学会“mine”：27 种牌" in capsys.readouterr().out

"""`tangzi table` around a detector that finds what was drawn, and its options."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.vision.drawn_tables import SCENE, corners_of, detections_of, drawn, geometry_of
from tests.vision.laying import row, seen
from tests.web.forms import codes
from tests.web.scripted import ScriptedDetector
from vision.detection import Detection
from vision.detectors import opening
from vision.geometry_file import load_geometry, save_geometry
from web.cli import main

Run = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    Image.fromarray(drawn(SCENE, 1.0).pixels).save(path)
    return path


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], photo: Path) -> Run:
    """Runs the command on the drawn table: its status, its JSON (or text), its messages."""

    def run(*options: str, detections: list[Detection] | None = None) -> tuple[int, Any, str]:
        found = detections_of(drawn(SCENE, 1.0)) if detections is None else detections
        monkeypatch.setattr(opening, "open_detector", lambda *_, **__: ScriptedDetector(found))
        status = main(["table", str(photo), *options])
        out, err = capsys.readouterr()
        return status, json.loads(out) if "--json" in options and out else out, err

    return run


def test_the_form_is_that_of_formats(table: Run) -> None:
    status, form, err = table("--json")
    assert (status, err) == (0, "")
    assert set(form) >= {"tiles", "seats", "left", "problems"}
    for one in form["tiles"]:
        assert set(one) >= {"tile", "box", "confidence", "area", "seat"}
        assert one["area"] in ("hand", "meld", "discard", "wall", "unknown")
        assert one["seat"] in (0, 1, 2, 3, None)
    assert len(form["seats"]) == 4
    assert form["seats"][0]["melds"] == ["#p5m"]
    assert form["seats"][0]["discards"] == ["9m", "1p", "3s", "7s", "8m", "2m", "9p"]
    assert form["seats"][3] == {
        "melds": [],
        "discards": ["7m", "7m", "3m"],
        "shown": "123m 55679p 23499s",
        "face_down": 0,
    }
    assert form["seats"][2]["shown"] is None
    assert list(form["left"])[:2] == ["1m", "2m"]
    assert len(form["left"]) == 27
    assert form["left"]["5m"] == 1
    assert codes(form) == []


def test_a_table_is_found_kept_and_used_again(table: Run, tmp_path: Path) -> None:
    kept = tmp_path / "table.toml"
    _, found, _ = table("--json", "--save-geometry", str(kept))
    geometry = load_geometry(kept)
    assert [list(corner) for corner in geometry.corners] == found["geometry"]
    _, again, _ = table("--json", "--geometry", str(kept))
    assert again["seats"] == found["seats"]


def test_corners_by_hand(table: Run) -> None:
    words = [f"{x:.1f},{y:.1f}" for x, y in corners_of(drawn(SCENE, 1.0))]
    status, form, _ = table("--json", "--corners", *words)
    assert status == 0
    assert form["seats"][1]["melds"] == ["#k8p", "#p1s"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--corners", "1,2", "3,4", "5,6", "x"), "bad_corners"),
        (("--corners", "1,2", "3,4", "5,6", "7,8"), "bad_corners"),
        (("--geometry", "no-such.toml"), "no_geometry_file"),
        (("--tileset", "nobody"), "no_tileset"),
    ],
)
def test_wrong_arguments(table: Run, options: tuple[str, ...], code: str) -> None:
    status, form, err = table("--json", *options)
    assert status == 2
    assert form["error"]["code"] == code
    assert err.strip()


def test_every_problem_of_a_geometry_file_is_told(table: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('picture = [1280]\nmelds = "up"\n')
    status, form, _ = table("--json", "--geometry", str(bad))
    assert status == 2
    for word in ("picture", "melds", "corners"):
        assert word in form["error"]["message"]


def test_the_annotated_picture(table: Run, tmp_path: Path) -> None:
    folder = tmp_path / "drawn" / "here"
    _, form, _ = table("--json", "--annotate", str(folder))
    with Image.open(form["annotated"]) as image:
        assert image.size == (2000, 1125)


def test_a_photo_without_a_table_tells_the_near_hand(table: Run, photo: Path, tmp_path: Path) -> None:
    Image.new("RGB", (1600, 1600), (90, 90, 90)).save(photo)
    status, form, _ = table(
        "--json",
        "--annotate",
        str(tmp_path),
        detections=seen(
            [*row("2223m 678m 789m", y=700), *row("5s 5s 5s", x=900, y=700), *row("4s 7p", y=100)]
        ),
    )
    assert status == 0
    assert codes(form)[0] == "no_geometry"
    assert form["geometry"] is None
    assert form["seats"][0]["shown"] is not None
    assert {one["area"] for one in form["tiles"]} == {"hand", "meld", "unknown"}


def test_nothing_saved_where_no_table_is_found(table: Run, photo: Path, tmp_path: Path) -> None:
    Image.new("RGB", (640, 480), (90, 90, 90)).save(photo)
    status, form, err = table("--json", "--save-geometry", str(tmp_path / "t.toml"), detections=[])
    assert (status, codes(form)) == (0, ["no_geometry", "no_tiles"])
    assert "--corners" in err
    assert not (tmp_path / "t.toml").exists()


def test_a_file_that_is_no_picture(table: Run, photo: Path) -> None:
    photo.write_text("no picture")
    status, form, _ = table("--json")
    assert (status, form["error"]["code"]) == (1, "no_picture")


def test_lines_for_people(table: Run, tmp_path: Path) -> None:
    save_geometry(tmp_path / "table.toml", geometry_of(drawn(SCENE, 1.0)))
    status, text, _ = table("--geometry", str(tmp_path / "table.toml"))
    assert status == 0
    assert "#c2p" in text
    assert "亮牌 shown: 123m 55679p 23499s" in text

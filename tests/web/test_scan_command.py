"""`tangzi scan` around a detector that always sees what a test lays; real weights are in tests/vision."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.vision.laying import Laid, row, seen
from tests.web.forms import codes
from tests.web.scripted import ScriptedDetector
from vision.detectors import opening
from web.cli import main

THIRTEEN = "2223m 678m 789m 123p"


Scan = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def scan(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Scan:
    """Runs the command on a picture of laid tiles: its status, its JSON (or text), its messages."""

    def run(laid: list[Laid], *options: str, photos: tuple[str, ...] | None = None) -> tuple[int, Any, str]:
        monkeypatch.setattr(opening, "open_detector", lambda *_, **__: ScriptedDetector(seen(laid)))
        if photos is None:
            photo = tmp_path / "hand.jpg"
            Image.new("RGB", (1600, 1600), (40, 120, 60)).save(photo)
            photos = (str(photo),)
        status = main(["scan", *photos, *options])
        out, err = capsys.readouterr()
        return status, json.loads(out) if "--json" in options else out, err

    return run


def test_the_form_of_a_photo(scan: Scan) -> None:
    status, (form,), err = scan(row(THIRTEEN), "--json")
    assert (status, err) == (0, "")
    assert form["image"].endswith("hand.jpg")
    assert (form["width"], form["height"]) == (1600, 1600)
    assert form["hand"] == "2223677889m 123p"
    assert form["rows"] == [["2m", "2m", "2m", "3m", "6m", "7m", "8m", "7m", "8m", "9m", "1p", "2p", "3p"]]
    assert [one["tile"] for one in form["tiles"]] == form["rows"][0]
    assert all(len(one["box"]) == 4 and 0 <= one["confidence"] <= 1 for one in form["tiles"])
    assert form["analysis"]["ready"] is True
    assert [wait["tile"] for wait in form["analysis"]["waits"]] == ["1m", "3m", "4m"]
    assert form["problems"] == []
    assert set(form["milliseconds"]) == {"load", "find", "name", "read", "total"}
    assert form["model"] == "scripted"


def test_the_rules_of_the_house_price_it(scan: Scan) -> None:
    _, (form,), _ = scan(row(THIRTEEN), "--json", "--rules", "online", "--set", "base=5")
    assert form["analysis"]["rules"] == "online"
    assert form["analysis"]["waits"][0]["discard"] == 5


@pytest.mark.parametrize(
    ("laid", "code", "hand", "analysed"),
    [
        ([], "no_tiles", None, False),
        (row("back back back"), "no_hand", None, False),
        (row("2223m 678m 789m 12345p"), "wrong_size", "2223677889m 12345p", False),
        (row("22223m 678m 789m 12p 2m"), "fifth_copy", "22223677889m 12p ?", False),
        (row("2223m 678m 78m 123p 1s"), "three_suits", "222367788m 123p 1s", True),
        (row("2223m 678m 78m 123p ?"), "unclear_tile", "222367788m 123p ?", False),
        (row("2223m 678m 78m 123p back"), "face_down", "222367788m 123p ?", False),
        (row("2223m 678m 789m 123p other"), "other_tiles", "2223677889m 123p", True),
        ([*row(THIRTEEN), Laid("3m", 690, 100)], "winning_tile", "2223677889m 123p", True),
        ([*row(THIRTEEN), Laid("3m", 360, 20, sideways=True)], "winning_tile", "2223677889m 123p", True),
        (row("2223m 678m 1p 123p"), "wrong_size", "2223678m 1123p", False),
        (row("22m 345m 67p 345s 888s", gap_after={10: 0.25}), "meld_or_hand", "22345m 67p 345888s", True),
        (
            [*row("2223m 678m 1p 23p"), *row("5555p", 560, 100)],
            "which_kong",
            "2223678m 123p #k5p",
            True,
        ),
    ],
)  # fmt: skip
def test_what_is_odd_is_a_problem_and_never_a_failure(
    scan: Scan, laid: list[Laid], code: str, hand: str | None, analysed: bool
) -> None:
    status, (form,), _ = scan(laid, "--json")
    assert status == 0
    assert code in codes(form)
    assert len(codes(form)) == len(set(codes(form)))
    assert form["hand"] == hand
    assert (form["analysis"] is not None) is analysed
    assert all(one["message"].endswith((".", "?")) for one in form["problems"])


FACE_UP = [*row("2223m 678m 1p 23p"), *row("5555p", 560, 100)]
OUTER_TWO_DOWN = [*row("2223m 678m 1p 23p"), *row("back 5p 5p back", 560, 100)]


@pytest.mark.parametrize(
    ("laid", "shown", "hand", "said", "options"),
    [
        (FACE_UP, "all", "2223678m 123p #k5p", "which_kong", ["k", "a", "c"]),
        (FACE_UP, "middle", "2223678m 123p #k5p", "which_kong", ["k", "a"]),
        (OUTER_TWO_DOWN, "all", "2223678m 123p #c5p", "kong_face_down", None),
        (OUTER_TWO_DOWN, "middle", "2223678m 123p #c5p", None, None),
    ],
)
def test_a_kong_is_read_as_the_table_lays_it(
    scan: Scan, laid: list[Laid], shown: str, hand: str, said: str | None, options: list[str] | None
) -> None:
    _, (form,), _ = scan(laid, "--json", "--set", f"concealed_kong_shown={shown}")
    assert form["hand"] == hand
    assert codes(form) == ([said] if said else [])
    assert [one.get("options") for one in form["problems"]] == ([options] if said else [])


def test_an_unusable_file_beside_a_good_one(scan: Scan, tmp_path: Path) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    good = tmp_path / "good.png"
    Image.new("RGB", (200, 100)).save(good)
    status, forms, _ = scan(row(THIRTEEN), "--json", photos=(str(text), str(good)))
    assert status == 0
    assert forms[0]["error"]["code"] == "no_picture"
    assert set(forms[0]) == {"image", "error"}
    assert forms[1]["hand"] == "2223677889m 123p"


def test_where_every_file_is_unusable_the_status_is_1(scan: Scan, tmp_path: Path) -> None:
    cut = io.BytesIO()
    noise = np.random.default_rng(0).integers(0, 255, (100, 100, 3), np.uint8)
    Image.fromarray(noise).save(cut, "JPEG")
    (tmp_path / "cut.jpg").write_bytes(cut.getvalue()[:2000])
    (tmp_path / "empty.jpg").touch()
    names = tuple(str(tmp_path / name) for name in ("cut.jpg", "empty.jpg", "none.jpg"))
    status, forms, _ = scan([], "--json", photos=names)
    assert status == 1
    assert [form["error"]["code"] for form in forms] == ["broken", "empty", "no_file"]


def test_lines_for_people_are_chinese_first(scan: Scan) -> None:
    status, out, _ = scan([*row(THIRTEEN), Laid("3m", 690, 100)])
    assert status == 0
    assert "手牌 hand: 2223677889m 123p" in out
    assert "下叫" in out
    assert "有一张三万单独放着" in out


def test_an_unusable_file_is_told_on_standard_error(scan: Scan, tmp_path: Path) -> None:
    status, out, err = scan([], photos=(str(tmp_path / "none.jpg"),))
    assert (status, out) == (1, "")
    assert "请检查文件名" in err


def test_annotate_writes_a_drawing_only_where_asked(scan: Scan, tmp_path: Path) -> None:
    _, (form,), _ = scan(row(THIRTEEN), "--json")
    assert "annotated" not in form
    assert [path.name for path in tmp_path.iterdir()] == ["hand.jpg"]
    _, (form,), _ = scan(row(THIRTEEN), "--json", "--annotate", str(tmp_path / "drawn"))
    with Image.open(form["annotated"]) as drawn:
        assert drawn.size == (1600, 1600)
        pixels = np.asarray(drawn.convert("RGB")).astype(int)
    red = (pixels[..., 0] > 150) & (pixels[..., 1] < 90)
    assert red.sum() > 2000


def test_two_photos_of_one_name_are_both_drawn(scan: Scan, tmp_path: Path) -> None:
    photos = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        photo = tmp_path / folder / "hand.png"
        Image.new("RGB", (1600, 1600)).save(photo)
        photos.append(str(photo))
    for _ in ("first run", "the same again"):
        _, forms, _ = scan(row(THIRTEEN), "--json", "--annotate", str(tmp_path / "out"), photos=tuple(photos))
        assert [Path(form["annotated"]).name for form in forms] == [
            "hand.annotated.jpg",
            "hand.1.annotated.jpg",
        ]


def test_a_folder_that_takes_no_drawing_is_a_wrong_argument(scan: Scan, tmp_path: Path) -> None:
    (tmp_path / "out" / "hand.annotated.jpg").mkdir(parents=True)
    status, form, err = scan(row(THIRTEEN), "--json", "--annotate", str(tmp_path / "out"))
    assert (status, form["error"]["code"]) == (2, "bad_folder")
    assert "give another folder" in err


@pytest.mark.parametrize(
    "options",
    [("--model", "no-such-model"), ("--model", "none.pt"), ("--rules", "no-such-rules"), ("--set", "cap=-1")],
)
def test_wrong_arguments(capsys: pytest.CaptureFixture[str], options: tuple[str, ...]) -> None:
    assert main(["scan", "hand.jpg", "--json", *options]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["message"]

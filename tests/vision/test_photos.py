"""Whole pictures through the shipped weights: drawn ones always, real ones where the photos lie beside."""

import io
import json
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from tests.material import SHARED, needs_material
from tests.vision.laying import words as words_of
from tests.vision.test_frames import UNDO
from vision.detectors.opening import Detector, open_detector
from vision.frames import Pixels
from vision.pipeline import Picture, read_picture
from web.cli import main

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "web" / "static" / "demo" / "hand.jpg"
PHOTOS = SHARED / "photos" / "full"
HAND = ["2m", "2m", "2m", "3m", "6m", "7m", "8m", "7m", "8m", "9m", "1p", "2p", "3p"]


@pytest.fixture(scope="module")
def detector() -> Detector:
    return open_detector()


def jpeg(pixels: Pixels, orientation: int = 1) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(out, "JPEG", quality=95, exif=exif)
    return out.getvalue()


def demo() -> Pixels:
    return np.asarray(Image.open(DEMO).convert("RGB"), dtype=np.uint8)


def words(picture: Picture) -> list[str]:
    return [picture.reading.tiles[place].word for place in picture.reading.hand]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_gives_the_same_hand_and_upright_boxes(
    orientation: int, detector: Detector
) -> None:
    upright = read_picture(jpeg(demo()), detector)
    turned = read_picture(jpeg(UNDO[orientation](demo()), orientation), detector)
    assert (turned.width, turned.height) == (upright.width, upright.height)
    assert words(turned) == words(upright) == HAND
    for one, other in zip(upright.reading.tiles, turned.reading.tiles, strict=True):
        assert one.box == pytest.approx(other.box, abs=4)


def test_heic_under_a_jpg_name(tmp_path: Path, detector: Detector) -> None:
    path = tmp_path / "IMG_4711.jpg"
    pillow_heif.from_pillow(Image.open(DEMO)).save(path, quality=90)
    assert words(read_picture(path, detector)) == HAND


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_photo_without_exif_taken_sideways_or_upside_down(quarters: int, detector: Detector) -> None:
    picture = read_picture(jpeg(np.rot90(demo(), quarters)), detector)
    assert sorted(words(picture)) == sorted(HAND)


def test_a_12_megapixel_photo(detector: Detector) -> None:
    large = np.asarray(Image.fromarray(demo()).resize((4000, 3000), Image.Resampling.BICUBIC), np.uint8)
    picture = read_picture(jpeg(large), detector)
    assert (picture.width, picture.height) == (4000, 3000)
    assert words(picture) == HAND


def test_a_12_megapixel_photo_in_which_the_tiles_are_small(detector: Detector) -> None:
    large = np.full((3000, 4000, 3), (20, 100, 70), np.uint8)
    large[1200:2160, 1400:2680] = demo()
    picture = read_picture(jpeg(large), detector)
    assert words(picture) == HAND


EDGES = (75, 166, 252, 339, 426, 512, 597, 682, 767, 852, 936, 1019, 1104, 1194)
"""Where the demo picture's tiles begin and end, in pixels from its left."""


def relaid(text: str) -> Pixels:
    """The demo picture's tiles in another order, as a new picture."""
    felt = np.full((900, 1500, 3), demo()[100, 100], np.uint8)
    x = 70
    for word in words_of(text):
        place = HAND.index(word)
        strip = demo()[380:540, EDGES[place] : EDGES[place + 1]]
        felt[400:560, x : x + strip.shape[1]] = strip
        x += strip.shape[1]
    return felt


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        ("222333666m 1122p", []),
        ("2236667778889m 1p", []),
        ("67867867899m 1p", ["wrong_size"]),
        ("222333666777m 112p", ["wrong_size"]),
        ("2222236789m 123p", ["unclear_tile", "fifth_copy"]),
    ],
)
def test_hands_of_the_demo_tiles_through_the_command(
    hand: str, codes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "hand.png"
    Image.fromarray(relaid(hand)).save(photo)
    assert main(["scan", str(photo), "--json"]) == 0
    (form,) = json.loads(capsys.readouterr().out)
    assert [problem["code"] for problem in form["problems"]] == codes
    if not codes:
        assert main(["hand", hand, "--json"]) == 0
        assert form["analysis"] == json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("x", "y"), [(600, 220), (1225, 440)], ids=["above", "half a tile apart"])
def test_c06_the_winning_tile_sideways(
    x: int, y: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = relaid("222333666m 1122p")
    place = HAND.index("8m")
    tile = np.rot90(demo()[395:535, EDGES[place] - 2 : EDGES[place + 1] + 2])
    scene[y : y + tile.shape[0], x : x + tile.shape[1]] = tile
    photo = tmp_path / "hand.png"
    Image.fromarray(scene).save(photo)
    assert main(["scan", str(photo), "--json"]) == 0
    (form,) = json.loads(capsys.readouterr().out)
    assert sorted(len(row) for row in form["rows"]) == [1, 13]
    assert form["hand"] == "222333666m 1122p"
    (problem,) = form["problems"]
    assert (problem["code"], problem["options"]) == ("winning_tile", ["8m"])


# -- real photos


def truth(name: str) -> list[str]:
    names = (PHOTOS.parent / "classes.txt").read_text("utf-8").split()
    lines = (PHOTOS / "labels" / f"{name}.txt").read_text("utf-8").splitlines()
    return sorted(names[int(line.split()[0])] for line in lines)


@needs_material
@pytest.mark.parametrize("name", ["hand-008", "hand-012", "hand-016", "tray-118", "table-104", "table-105"])
def test_real_photos_are_read_right_through_the_command(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scan", str(PHOTOS / "images" / f"{name}.jpg"), "--json"]) == 0
    (form,) = json.loads(capsys.readouterr().out)
    assert sorted(tile["tile"] for tile in form["tiles"]) == truth(name)


@needs_material
def test_a_real_hand_and_what_it_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(PHOTOS / "images" / "hand-016.jpg"), "--json"]) == 0
    (form,) = json.loads(capsys.readouterr().out)
    assert form["hand"] == "22788889m 222234p"
    assert form["analysis"] is not None

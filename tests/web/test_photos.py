"""Photos sent to the page: real files, the real pipeline, and a detector that sees what a test lays."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Page, expect

from tests.vision.laying import Laid, row, seen
from tests.vision.png_files import png_header
from tests.web.forms import codes
from tests.web.waiting import until
from vision.detection import Detection
from vision.detectors.looking import Found, nothing
from vision.frames import Frame
from web.app import create_app
from web.reading import Reader

THIRTEEN = "2223m 678m 789m 123p"


class Laying:
    """A detector that sees laid tiles in every picture."""

    title = "laid"
    backend = "none"
    name_from = 0.6

    def __init__(self, laid: list[Laid]) -> None:
        self.detections = tuple(seen(laid))

    def find(self, frame: Frame) -> Found:
        return nothing(2)

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        return self.detections


def picture(form: str = "JPEG", size: tuple[int, int] = (1600, 1600)) -> bytes:
    out = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (size[1] // 100, size[0] // 100, 3), np.uint8)
    Image.fromarray(noise).resize(size, Image.Resampling.NEAREST).save(out, form)
    return out.getvalue()


def client_seeing(laid: list[Laid]) -> FlaskClient:
    return create_app(Reader(lambda: Laying(laid))).test_client()


def send(client: FlaskClient, photo: bytes, name: str = "hand.jpg") -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/scan", data={"photo": (io.BytesIO(photo), name)})
    assert answer.json is not None
    return answer.status_code, answer.json


@pytest.mark.parametrize(
    ("photo", "code"),
    [
        (b"", "empty"),
        (b"I am a text file with a photo's name.", "no_picture"),
        (b"%PDF-1.7 no photo either", "no_picture"),
        (picture()[:4000], "broken"),
        (png_header(20_000, 10_000), "too_large"),
    ],
    ids=["empty upload", "text named .jpg", "a document", "cut-off JPEG", "200 megapixels"],
)
def test_file_that_is_no_usable_picture(photo: bytes, code: str) -> None:
    status, form = send(client_seeing(row(THIRTEEN)), photo)
    assert status == 400
    assert form["error"]["code"] == code
    assert form["error"]["message"].endswith(".")
    assert form["error"]["zh"].endswith("。")


@pytest.mark.parametrize(
    ("laid", "code", "hand", "analysed"),
    [
        ([], "no_tiles", None, False),
        (row("2223m 678m 789m 12345p"), "wrong_size", "2223677889m 12345p", False),
        (row("22223m 678m 789m 12p 2m"), "fifth_copy", "22223677889m 12p ?", False),
        (row("2223m 678m 78m 123p 1s"), "three_suits", "222367788m 123p 1s", True),
    ],
    ids=["no tiles", "15 tiles", "fifth copy", "three suits"],
)
def test_readable_picture_never_fails(laid: list[Laid], code: str, hand: str | None, analysed: bool) -> None:
    status, form = send(client_seeing(laid), picture())
    assert status == 200
    assert code in codes(form)
    assert form["hand"] == hand
    assert (form["analysis"] is not None) is analysed


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_format_is_known_by_its_content(form: str) -> None:
    status, answer = send(client_seeing(row(THIRTEEN)), picture(form), "hand.jpg")
    assert status == 200
    assert (answer["width"], answer["height"]) == (1600, 1600)
    assert answer["hand"] == "2223677889m 123p"
    assert answer["image"] == "hand.jpg"


@pytest.fixture
def laid() -> list[Laid]:
    """What lies on the table; a test changes it before the page asks."""
    return []


@pytest.fixture
def reader(laid: list[Laid]) -> Reader:
    return Reader(lambda: Laying(laid))


def upload(page: Page, photo: bytes) -> None:
    page.locator("#album").set_input_files({"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": photo})


def test_a_photo_that_gives_no_hand_puts_the_former_one_aside(page: Page) -> None:
    """It must not pass for the hand of that photo; one tap brings it back."""
    page.locator("#add").click()
    page.locator('[data-focus="key 1m"]').click()
    upload(page, b"text")
    expect(page.locator("#photo-problems")).to_contain_text("这个文件不是能读的图片")
    expect(page.locator("#photo-problems")).to_contain_text("no picture that can be read")
    expect(page.locator("#photo-problems")).to_contain_text("先前那手牌不是这张照片的")
    expect(page.locator("#hand-tiles [data-tile]")).to_have_count(0)
    page.locator('[data-focus="former"]').click()
    expect(page.locator("#hand-tiles [data-tile]")).to_have_count(1)
    expect(page.locator("#photo-problems li")).to_have_count(0)
    upload(page, picture())
    expect(page.locator("#photo-problems")).to_contain_text("没有找到牌")
    expect(page.locator("#hand-tiles [data-tile]")).to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("#hand-tiles [data-tile]")).to_have_count(1)
    expect(page.locator("[data-aside]")).to_have_count(0)


def test_the_photo_of_a_hand_comes_back_with_it(page: Page, laid: list[Laid]) -> None:
    laid += row(THIRTEEN)
    upload(page, picture())
    expect(page.locator("#stage svg .box")).to_have_count(13)
    upload(page, b"text")
    expect(page.locator("#photo-problems")).to_contain_text("这个文件不是能读的图片")
    expect(page.locator("#photo-shown")).to_be_hidden()
    expect(page.locator("#answer [data-wait]")).to_have_count(0)
    page.locator('[data-focus="former"]').click()
    expect(page.locator("#stage svg .box.hand")).to_have_count(13)
    expect(page.locator("#answer [data-wait]")).to_have_count(3)
    page.locator('#stage svg .box[data-box="9m"]').click()
    page.locator('[data-focus="key 6m"]').click()
    expect(page.locator('#stage svg .box[data-box="9m"]')).to_have_count(0)
    upload(page, picture())
    expect(page.locator('#stage svg .box[data-box="9m"]')).to_have_count(1)
    expect(page.locator("[data-aside]")).to_have_count(0)


def test_page_asks_whether_a_tile_apart_is_the_winning_one(page: Page, laid: list[Laid]) -> None:
    laid += [*row(THIRTEEN), Laid("3m", 690, 100)]
    upload(page, picture())
    expect(page.locator("#photo-problems")).to_contain_text("有一张三万单独放着")
    expect(page.locator(".box.out")).to_have_count(1)
    page.locator("#photo-problems [data-tile='3m']").click()
    expect(page.locator("#photo-problems li")).to_have_count(0)
    expect(page.locator(".box.out")).to_have_count(0)
    expect(page.locator("#answer .win")).to_be_visible()


def test_page_asks_which_kong_it_is(page: Page, laid: list[Laid]) -> None:
    laid += [*row("2223m 678m 1p 23p"), *row("5555p", 560, 100)]
    upload(page, picture())
    expect(page.locator("#hand-melds .meld")).to_have_attribute("aria-label", "直杠 五筒，Exposed kong 5p")
    expect(page.locator(".box.meld")).to_have_count(4)
    page.locator("#photo-problems").get_by_text("弯杠 Added kong").click()
    expect(page.locator("#hand-melds .meld")).to_have_attribute("aria-label", "弯杠 五筒，Added kong 5p")
    expect(page.locator("#photo-problems li")).to_have_count(0)


@pytest.mark.parametrize("apart", [0.25, 0.4])
def test_page_asks_whether_like_tiles_near_the_hand_are_a_meld(
    page: Page, laid: list[Laid], apart: float
) -> None:
    laid += row("22m 345m 67p 345s 888s", gap_after={10: apart})
    upload(page, picture())
    problems = page.locator("#photo-problems")
    expect(problems).to_contain_text("3 张八条和手牌只隔一点")
    before = apart > 0.33
    expect(page.locator("#hand-melds .meld")).to_have_count(int(before))
    problems.get_by_text("手里的 In the hand" if before else "碰 Pong", exact=True).click()
    expect(page.locator("#hand-melds .meld")).to_have_count(int(not before))
    expect(page.locator("#hand-tiles [data-tile]")).to_have_count(13 if before else 10)
    expect(page.locator("#photo-problems li")).to_have_count(0)


def test_tiles_lying_apart_are_counted_as_seen(page: Page, laid: list[Laid]) -> None:
    laid += [*row(THIRTEEN), Laid("1m", 200, 420), Laid("4m", 330, 440)]
    upload(page, picture())
    expect(page.locator(".box.out")).to_have_count(2)
    expect(page.locator('[data-wait="1m"]')).to_contain_text("剩 4 张")
    page.get_by_text("算作已见 Count as seen").click()
    expect(page.locator('[data-wait="1m"]')).to_contain_text("剩 3 张")
    expect(page.locator("#seen-tiles [data-tile]")).to_have_count(2)
    expect(page.locator("#photo-problems li")).to_have_count(0)


STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""EXIF orientation to how an upright picture is turned before it is stored with it."""


def test_photo_is_shown_as_upright_as_its_boxes(page: Page, laid: list[Laid]) -> None:
    laid += row(THIRTEEN)
    upright = Image.new("RGB", (1600, 1200), (200, 0, 0))
    upright.paste((0, 0, 200), (800, 0, 1600, 1200))
    upright.paste((0, 200, 0), (0, 600, 800, 1200))
    for orientation, turn in STORED.items():
        exif = Image.Exif()
        exif[0x0112] = orientation
        out = io.BytesIO()
        stored = upright if turn is None else upright.transpose(turn)
        stored.save(out, "JPEG", exif=exif)
        upload(page, out.getvalue())
        expect(page.locator("#stage svg")).to_have_attribute("data-photo", str(orientation))
        page.locator("#whole").click()
        expect(page.locator("#stage svg")).to_have_attribute("data-photo", str(orientation))
        until(lambda: corners(page) == ["r", "b", "g", "b"], page)


def corners(page: Page) -> list[str]:
    """The colour that is strongest in each corner of the picture, once it has the upright one's shape."""
    with Image.open(io.BytesIO(page.locator("#stage").screenshot())) as shot:
        wide, high = shot.size
        if wide / high != pytest.approx(4 / 3, rel=0.02):
            return []
        places = ((0.02, 0.05), (0.98, 0.05), (0.02, 0.95), (0.98, 0.95))
        found = [shot.convert("RGB").getpixel((int(x * wide), int(y * high))) for x, y in places]
    return ["rgb"[colour.index(max(colour))] for colour in found if isinstance(colour, tuple)]


def test_fifteen_tiles_are_mended_by_taking_two_away(page: Page, laid: list[Laid]) -> None:
    laid += row("2223m 678m 789m 12345p")
    upload(page, picture())
    expect(page.locator("#answer .problem")).to_contain_text("张数不对")
    for tile in ("4p", "5p"):
        page.locator(f'.box[data-box="{tile}"]').click()
        page.locator("#actions").get_by_text("拿掉").click()
    expect(page.locator('[data-wait="1m"]')).to_be_visible()
    expect(page.locator(".box.out")).to_have_count(2)

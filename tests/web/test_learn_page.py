"""The page on which a tile set is learnt, in headless Chromium; and corrections on the companion page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from tests.vision.tile_sheet import SheetReader, drawn
from tests.web.conftest import Watched, served
from web.app import create_app
from web.reading import Reader

READING = 180_000
"""Milliseconds that a photo may take on one busy machine."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The application with a namer that ships, finding the tiles of a drawn sheet."""
    sheet = SheetReader()
    with served(create_app(Reader(lambda: sheet), data=tmp_path / "data")) as found:
        yield found


@pytest.fixture
def watched(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    seen = Watched(page)
    yield page
    assert [text for text in seen.complaints if "status of 4" not in text] == []


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "tiles.png"
    Image.fromarray(drawn()).save(path)
    return path


def kept(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "data" / "tilesets").glob("*"))


def test_a_set_is_photographed_corrected_saved_and_chosen(
    watched: Page, address: str, photo: Path, tmp_path: Path
) -> None:
    watched.goto(f"{address}/learn")
    expect(watched.locator("#sets")).to_contain_text("还没有")
    watched.locator("#album").set_input_files(photo)
    boxes = watched.locator("#photos svg .box")
    expect(boxes).to_have_count(27, timeout=READING)
    expect(watched.locator("#count")).to_have_text("27 / 27")
    boxes.nth(12).click()
    watched.locator('[data-focus="key 5p"]').click()
    expect(boxes.nth(12)).to_have_attribute("data-box", "5p")
    expect(watched.locator("#missing")).to_contain_text("四筒")
    boxes.nth(12).click()
    watched.locator('[data-focus="key 4p"]').click()
    expect(watched.locator("#missing")).to_be_empty()
    watched.locator("#name").fill("奶奶的牌")
    watched.locator("#save").click()
    expect(watched.locator("#result .done")).to_contain_text("27 种牌", timeout=READING)
    expect(watched.locator('#sets [data-set="奶奶的牌"]')).to_be_visible()
    assert kept(tmp_path) == ["奶奶的牌.npz"]

    watched.goto(address)
    expect(watched.locator("#tileset")).to_have_value("奶奶的牌")
    watched.goto(f"{address}/learn")
    watched.locator('#sets [data-set="奶奶的牌"] button').click()
    expect(watched.locator("#sets")).to_contain_text("还没有")
    assert kept(tmp_path) == []


def test_a_bad_name_is_said_and_a_tile_can_be_left_out(
    watched: Page, address: str, photo: Path, tmp_path: Path
) -> None:
    watched.goto(f"{address}/learn")
    watched.locator("#album").set_input_files(photo)
    boxes = watched.locator("#photos svg .box")
    expect(boxes).to_have_count(27, timeout=READING)
    boxes.first.click()
    watched.locator("#leave-out").click()
    expect(watched.locator("#count")).to_have_text("26 / 27")
    watched.locator("#name").fill("../x")
    watched.locator("#save").click()
    expect(watched.locator("#result .problem")).to_contain_text("牌套名")
    assert not (tmp_path / "data").exists()


def test_corrections_are_kept_only_with_consent(
    watched: Page, address: str, photo: Path, tmp_path: Path
) -> None:
    watched.goto(address)
    assert not watched.locator("#may-keep").is_checked()
    for consent in (False, True):
        watched.locator("#may-keep").set_checked(consent)
        watched.locator("#album").set_input_files(photo)
        box = watched.locator("#stage svg .box.hand").first
        expect(box).to_be_visible(timeout=READING)
        box.click()
        other = "9p" if box.get_attribute("data-box") != "9p" else "8p"
        key = watched.locator(f'[data-focus="key {other}"]:enabled')
        expect(key).to_be_visible()
        key.click()
        watched.locator("#clear").click()
        if consent:
            expect(watched.locator("#kept")).to_contain_text("1 处改正", timeout=READING)
            expect(watched.locator("#tileset option")).to_have_count(2)
        else:
            watched.wait_for_timeout(500)
            assert not (tmp_path / "data").exists()
    assert kept(tmp_path) == ["corrections.npz"]


def test_a_file_that_is_no_picture_is_said(watched: Page, address: str) -> None:
    watched.goto(f"{address}/learn")
    words: FilePayload = {"name": "words.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    watched.locator("#album").set_input_files(words)
    expect(watched.locator("#problems li")).to_contain_text("JPEG")
    expect(watched.locator("#check")).to_be_hidden()

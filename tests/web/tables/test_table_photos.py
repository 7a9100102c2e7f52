"""Settling by photo on the page: pictures drawn with the truth beside them, read by the shipped reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from assistant.notation import parse_hand
from assistant.tiles import Tile
from tests.own_faces import own_faces
from tests.web.scripted import ScriptedReader
from tests.web.tables.inn import Inn, Table, agree, discard, key, tap
from tests.web.waiting import until
from vision.synth.scenes import hand_photo
from web.drawings.demo import truth
from web.reading import Reader

READING = 180_000
"""Milliseconds a photo may take where everything runs on one busy machine; the first opens the weights."""
SMALL = "1112345678999p"


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    """The house, with the shipped reader until a test gives it another."""
    house = Inn(tmp_path / "tangzi.db", Reader())
    yield house
    house.stop()


def one_phone(inn: Inn, browser: Browser) -> Table:
    """One phone that keeps the book for four."""
    inn.start()
    table = Table(inn, browser)
    table.sit("甲")
    table.start()
    return table


def photograph(page: Page, hand: str) -> None:
    """Choose a photo of a hand in the open panel, and wait until it is read."""
    concealed = [str(tile) for tile in parse_hand(hand).tiles]
    scene = hand_photo(concealed, [], own_faces(), 7, size=1600, elevation=1.5)
    drawn, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert drawn
    with page.expect_file_chooser() as chooser:
        page.locator("[data-focus^='album ']").click()
    chooser.value.set_files({"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": jpeg.tobytes()})
    expect(page.locator("#panel-body .tiles .tile")).to_have_count(
        len(parse_hand(hand).tiles), timeout=READING
    )


def held(page: Page, tiles: Iterable[Tile]) -> None:
    """The panel shows these tiles as the hand."""
    wanted = sorted(map(str, tiles))
    until(lambda: sorted(page.evaluate(SHOWN)) == wanted, page)


SHOWN = "[...document.querySelectorAll('#panel-body .tiles [data-tile]')].map((one) => one.dataset.tile)"


def show(page: Page, seat: int) -> None:
    tap(page, f"show {seat}")
    expect(page.locator(f'[data-missing="{seat}"]')).to_have_count(0)


def test_a_win_is_settled_from_a_photo(inn: Inn, browser: Browser) -> None:
    """清一色 of 9 kinds, won on 5p: 4 points, as the ledger says."""
    table = one_phone(inn, browser)
    page = table.pages[0]
    discard(page, "5p")
    tap(page, "win")
    tap(page, "win 2")
    tap(page, "tell 2")
    photograph(page, SMALL)
    held(page, parse_hand(SMALL).tiles)
    show(page, 2)
    agree(page, (-4, 0, 4, 0))
    table.close()


def test_a_tile_that_cannot_be_read_is_asked_and_answered_with_one_tap(
    inn: Inn, browser: Browser, reader: ScriptedReader
) -> None:
    reader.misread = {3: "?"}
    asked = {"tiles": [3], "options": ["3m", "2m"], "zh": "手牌第 4 张看不清：是三万还是二万？"}
    reader.problems = [{"code": "unclear_tile", "message": "Tile 4 is unclear.", **asked}]
    inn.reader = reader
    table = one_phone(inn, browser)
    page = table.pages[0]
    discard(page, "1m")
    tap(page, "win")
    tap(page, "win 1")
    tap(page, "tell 1")
    photograph(page, SMALL)
    expect(page.locator("#panel-body .problems li")).to_have_count(1)
    expect(key(page, "show 1")).to_be_disabled()
    page.locator('#panel-body .problems [data-tile="3m"]').click()
    expect(page.locator("#panel-body .problems li")).to_have_count(0)
    held(page, [tile for tile, _ in truth()])
    show(page, 1)
    agree(page, (-1, 1, 0, 0))
    table.close()

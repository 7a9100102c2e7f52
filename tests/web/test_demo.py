"""The demo picture: drawn by our own script from our own drawings, and small enough to ship."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

import web
from vision.detectors.opening import open_detector
from vision.frames import Frame
from vision.pipeline import read_frame, read_picture
from web.drawings.demo import HAND, HEIGHT, WIDTH, draw, truth

PICTURE = Path(web.__file__).parent / "static" / "demo" / "hand.jpg"


def test_shipped_picture_is_small_and_as_large_as_said() -> None:
    assert PICTURE.stat().st_size < 300_000
    pixels = cv2.imread(str(PICTURE))
    assert pixels is not None
    assert pixels.shape == (HEIGHT, WIDTH, 3)


def test_shipped_picture_is_what_the_script_draws() -> None:
    pixels = cv2.imread(str(PICTURE))
    assert pixels is not None
    difference = np.abs(pixels.astype(np.float32) - draw().astype(np.float32))
    assert difference.mean() < 2.5  # JPEG loss; a tile swapped moves its own pixels far more than this
    assert np.percentile(difference, 99.9) < 40


def test_shipped_reader_reads_it_exactly() -> None:
    picture = read_picture(PICTURE, open_detector())
    reading = picture.reading
    assert [tile.word for tile in reading.tiles] == [str(tile) for tile, _ in truth()]
    assert (len(reading.rows), len(reading.hand), reading.melds) == (1, 13, ())
    assert reading.remarks == ()
    for tile, (_, box) in zip(reading.tiles, truth(), strict=True):
        assert tile.confidence > 0.9
        assert shared(tile.box, box) > 0.5


def shared(one: Sequence[float], other: Sequence[float]) -> float:
    """The part of their union that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    both = max(wide, 0) * max(high, 0)
    sizes = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return both / (sizes - both)


@pytest.mark.parametrize("suit", "mps")
def test_shipped_reader_reads_every_drawing(suit: str) -> None:
    pixels = draw(f"123456789{suit}1234{suit}")
    picture = read_frame(Frame.of(np.ascontiguousarray(pixels[:, :, ::-1])), open_detector())
    words = [tile.word for tile in picture.reading.tiles]
    assert words == [f"{number}{suit}" for number in (*range(1, 10), 1, 2, 3, 4)]


def test_another_hand_gives_another_picture() -> None:
    last_changed = draw(HAND[:-3] + "124p")
    difference = np.abs(last_changed.astype(np.float32) - draw().astype(np.float32))
    assert np.percentile(difference, 99.9) > 40

"""The demo picture: drawn by our own script from our own drawings, and small enough to ship."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

import web
from web.drawings.demo import HAND, HEIGHT, WIDTH, draw

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


def test_another_hand_gives_another_picture() -> None:
    last_changed = draw(HAND[:-3] + "124p")
    difference = np.abs(last_changed.astype(np.float32) - draw().astype(np.float32))
    assert np.percentile(difference, 99.9) > 40

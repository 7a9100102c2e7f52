"""The shadow of a tile is no tile; a face is one, also where it shows no print."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detectors.looking import Found
from vision.frames import Pixels
from vision.shadows import without_shadows

CLOTH, SHADE, WHITE = (150, 200, 165), (118, 160, 130), (236, 232, 225)
TILE, SHADOW = (60.0, 60.0, 96.0, 110.0), (94.0, 58.0, 128.0, 108.0)


def table(shadow: tuple[int, int, int] = SHADE) -> Pixels:
    """A tile with some print on cloth, and its shadow to the right of it."""
    pixels = np.full((180, 200, 3), CLOTH, np.uint8)
    pixels[58:108, 96:122] = shadow
    pixels[60:110, 60:96] = WHITE
    pixels[70:100:6, 70:86] = (40, 70, 50)
    noise = np.random.default_rng(3).integers(-2, 3, pixels.shape)
    drawn: Pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    return drawn


def found(face: float = 0.58, back: float = 0.01) -> Found:
    return Found(np.array([TILE, SHADOW], np.float32), np.array([[0.6, 0.01], [face, back]], np.float32))


def test_a_shadow_beside_a_tile_is_left_out() -> None:
    left = without_shadows(table(), found())
    np.testing.assert_array_equal(left.boxes, np.array([TILE], np.float32))


@pytest.mark.parametrize(
    ("pixels", "odds"),
    [
        (table(WHITE), (0.58, 0.01)),
        (table((190, 130, 120)), (0.58, 0.01)),
        (table(), (0.9, 0.01)),
        (table(), (0.3, 0.6)),
    ],
    ids=["a blank face", "another colour", "surely a face", "a back"],
)
def test_what_may_be_a_tile_stays(pixels: Pixels, odds: tuple[float, float]) -> None:
    assert len(without_shadows(pixels, found(*odds))) == 2


def test_nothing_found_stays_nothing() -> None:
    nothing = Found(np.zeros((0, 4), np.float32), np.zeros((0, 2), np.float32))
    assert len(without_shadows(table(), nothing)) == 0

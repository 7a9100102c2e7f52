"""找桌面: a drawn table is found by itself, and where there is none, none is found."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_tables import DEALT, EMPTY, SCENE, corners_of, drawn
from vision.frames import Frame
from vision.overlay import overlay
from vision.surface import find_surface
from vision.synth.tables import TableScene
from vision.table_picture import surface_of

NEAR = 8.0
"""Pixels that a corner may be off in a picture of 1280 x 720: a third of a tile."""


@pytest.mark.parametrize(("scene", "elevation"), [(EMPTY, 1.15), (DEALT, 1.15), (SCENE, 1.0), (SCENE, 1.45)])
def test_a_table_is_found_with_its_tiles_on_it(scene: TableScene, elevation: float) -> None:
    picture = drawn(scene, elevation)
    found = find_surface(picture.pixels)
    assert found is not None
    assert np.abs(np.array(found) - np.array(corners_of(picture))).max() < NEAR


def test_a_table_that_is_cut_off_is_not_guessed() -> None:
    pixels = drawn(SCENE, 1.15).pixels
    assert find_surface(np.ascontiguousarray(pixels[:, 500:])) is None
    assert find_surface(np.ascontiguousarray(pixels[200:520, 300:900])) is None


@pytest.mark.parametrize("seed", range(3))
def test_where_there_is_no_table_none_is_found(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 255, (360, 640, 3), dtype=np.uint8)
    assert find_surface(noise) is None
    assert find_surface(np.full((360, 640, 3), 90, np.uint8)) is None


def test_a_frame_that_was_decoded_smaller_gives_corners_of_the_original() -> None:
    picture = drawn(SCENE, 1.0)
    geometry = surface_of(Frame(picture.pixels, 2560, 1440))
    assert geometry is not None
    assert geometry.picture == (2560, 1440)
    assert np.abs(np.array(geometry.corners) - 2 * np.array(corners_of(picture))).max() < 2 * NEAR


def test_the_overlay_draws_on_a_copy() -> None:
    picture = drawn(SCENE, 1.0)
    geometry = surface_of(Frame.of(picture.pixels))
    assert geometry is not None
    before = picture.pixels.copy()
    drawn_in = overlay(Frame.of(picture.pixels), geometry)
    assert drawn_in.shape == before.shape
    assert (picture.pixels == before).all()
    x, y = (int(one) for one in geometry.pixels([(0.0, 0.3)])[0])
    assert (drawn_in[y - 3 : y + 4, x - 3 : x + 4] == (255, 208, 0)).all(axis=2).any()

"""The views that a tile is learnt from."""

import numpy as np
import pytest

from vision.learning_views import LEARNT, LEVEL, QUARTERS, TRIALS, Jitter, level_views, views

PLAIN = (Jitter(0, 1, 0, 0, 1, 0),)


def picture() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A tile at 100..160 x 80..160: its upper half white, its lower left quarter red, on black."""
    pixels = np.zeros((240, 320, 3), np.uint8)
    pixels[80:120, 100:160] = 255
    pixels[120:160, 100:130] = (255, 0, 0)
    return pixels


def test_the_first_view_is_the_face_as_it_lies_and_the_others_quarter_turns() -> None:
    upright, *turned = views(picture(), (100, 80, 160, 160), 64, 0.0, PLAIN)
    assert len(turned) == QUARTERS - 1
    assert upright[:, 4:28, 4:60].min() > 0.99
    assert upright[0, 36:60, 4:28].min() > 0.99
    assert upright[1:, 36:60, 4:60].max() < 0.01
    for times, view in enumerate(turned, 1):
        best = min(np.abs(np.rot90(upright, way * times, (1, 2)) - view).mean() for way in (1, -1))
        assert best < 0.02


def test_no_view_is_a_mirror_image() -> None:
    """From above clockwise: white, white, black, red. Turned anyhow it stays so."""
    for view in views(picture(), (100, 80, 160, 160), 64, 0.0):
        corners = [view[:, 16, 16], view[:, 16, 48], view[:, 48, 48], view[:, 48, 16]]
        kinds = ["k" if c[0] < 0.3 else "w" if c[1] > 0.3 else "r" for c in corners]
        assert "wwkr" in "".join(kinds * 2)


@pytest.mark.parametrize("jitters", [LEARNT, TRIALS])
def test_views_stay_in_range_at_the_edge_of_a_picture(jitters: tuple[Jitter, ...]) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (90, 70, 3), dtype=np.uint8)
    for box in ((-5.0, -8.0, 40.0, 50.0), (30.0, 40.0, 75.0, 99.0), (10.0, 10.0, 10.5, 10.5)):
        seen = views(pixels, box, 64, 0.06, jitters)
        assert seen.shape == (QUARTERS * len(jitters), 3, 64, 64)
        assert 0 <= seen.min() <= seen.max() <= 1


def test_no_trial_is_learnt() -> None:
    assert not set(LEARNT) & set(TRIALS)


def test_the_views_of_a_level_face_are_its_inside_in_each_quarter_turn_and_a_little_otherwise() -> None:
    outline = np.array([[100, 80], [160, 80], [160, 160], [100, 160]], np.float32)
    seen = level_views(picture(), outline, 64)
    assert seen.shape == (QUARTERS * len(LEVEL), 64, 64, 3)
    assert seen.dtype == np.uint8
    for view in seen:
        corners = [view[16, 16], view[16, 48], view[48, 48], view[48, 16]]
        kinds = ["k" if c[0] < 80 else "w" if c[1] > 80 else "r" for c in corners]
        assert "wwkr" in "".join(kinds * 2), "no mirror image"
    apart = np.abs(seen[::QUARTERS, None].astype(int) - seen[None, ::QUARTERS]).mean(axis=(2, 3, 4))
    assert apart[~np.eye(len(LEVEL), dtype=bool)].min() > 1.0

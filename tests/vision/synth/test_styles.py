"""Invented tile sets show the right number of things in the right places."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.synth.faces import HEIGHT, KINDS, OTHER, WIDTH
from vision.synth.styles import PLACES, STICKS, Style, any_style, styled_face

PLAIN = Style(
    inks=((0, 120, 40), (200, 20, 20), (20, 40, 160)),
    mono=False,
    rings=0,
    petals=0,
    spokes=0,
    radius=0.8,
    stick_width=0.06,
    joints=1,
    hollow=False,
    font=None,
    simple=False,
    old_five=False,
    index=0,
    swapped_eight=False,
    wobble=0,
    weight=0,
)


def blobs(kind: str, style: Style = PLAIN) -> list[tuple[float, float]]:
    """Centres of the separate pieces of ink, as shares of the face."""
    face = styled_face(kind, style, np.random.default_rng(1))
    assert face is not None
    mask = (face.rgba[..., 3] > 127).astype(np.uint8)
    _, _, _, centres = cv2.connectedComponentsWithStats(mask)
    return [(float(x) / WIDTH, float(y) / HEIGHT) for x, y in centres[1:]]


@pytest.mark.parametrize("number", range(2, 10))
def test_as_many_circles_as_the_number_says_where_they_belong(number: int) -> None:
    found = blobs(f"{number}p")
    assert len(found) == number
    for x, y in PLACES[number]:
        assert min(abs(x - a) + abs(y - b) for a, b in found) < 0.03


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 9])
def test_as_many_sticks_as_the_number_says_where_they_belong(number: int) -> None:
    found = blobs(f"{number}s")
    assert len(found) == number
    for x, y in STICKS[number]:
        assert min(abs(x - a) + abs(y - b) for a, b in found) < 0.03


@pytest.mark.parametrize("swapped", [False, True])
def test_the_eight_of_sticks_has_two_bent_rows(swapped: bool) -> None:
    found = blobs("8s", replace(PLAIN, swapped_eight=swapped))
    assert sorted(round(y) for _, y in found) == [0, 1]


def test_three_and_seven_circles_slope_down_to_the_right() -> None:
    for number in (3, 7):
        sloped = PLACES[number][:3]
        assert list(sloped) == sorted(sloped)
        assert [y for _, y in sloped] == sorted(y for _, y in sloped)


def test_the_middle_of_five_is_red() -> None:
    face = styled_face("5p", PLAIN, np.random.default_rng(1))
    assert face is not None
    assert face.rgba[HEIGHT // 2, WIDTH // 2, :3].tolist() == [200, 20, 20]


def test_a_small_number_stands_in_the_corner_where_the_style_has_one() -> None:
    plain = styled_face("4p", PLAIN, np.random.default_rng(1))
    marked = styled_face("4p", replace(PLAIN, index=2), np.random.default_rng(1))
    assert plain is not None
    assert marked is not None
    added = (marked.rgba[..., 3] > 127) & (plain.rgba[..., 3] < 127)
    assert added[:30, :25].any()
    assert added[-30:, -25:].any()


def test_what_no_rule_draws_is_left_out() -> None:
    random = np.random.default_rng(1)
    drawn = [kind for kind in (*KINDS, OTHER) if styled_face(kind, PLAIN, random) is not None]
    assert drawn == [kind for kind in KINDS if kind[1] in "ps" and kind != "1s"]


def test_styles_differ_by_seed_and_repeat_by_seed() -> None:
    assert any_style(np.random.default_rng(3), ()) == any_style(np.random.default_rng(3), ())
    assert len({any_style(np.random.default_rng(seed), ()) for seed in range(20)}) == 20

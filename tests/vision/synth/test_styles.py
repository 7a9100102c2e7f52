"""Invented tile sets show the right number of things in the right places."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.synth.brush import Style
from vision.synth.circles import PLACES
from vision.synth.faces import HEIGHT, KINDS, OTHER, WIDTH
from vision.synth.sticks import STICKS
from vision.synth.styles import any_style, styled_face

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


@pytest.mark.parametrize("stick", range(5))
@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 9])
def test_sticks_of_every_shape_stand_apart(number: int, stick: int) -> None:
    face = styled_face(f"{number}s", replace(PLAIN, stick=stick, joints=2), np.random.default_rng(1))
    assert face is not None
    ink = (face.rgba[..., 3] > 40).astype(np.uint8)
    closed = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((5, 3), np.uint8))
    assert cv2.connectedComponents(closed)[0] - 1 == number


@pytest.mark.parametrize("coin", [((1.0, 0), (0.7, 3)), ((1.0, 0), (0.8, 3), (0.5, 1), (0.2, 3))])
@pytest.mark.parametrize("number", range(2, 10))
def test_as_many_coins_as_the_number_says(number: int, coin: tuple[tuple[float, int], ...]) -> None:
    face = styled_face(f"{number}p", replace(PLAIN, coin=coin), np.random.default_rng(1))
    assert face is not None
    outlines, _ = cv2.findContours(
        (face.rgba[..., 3] > 60).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    assert len(outlines) == number


@pytest.mark.parametrize("number", range(2, 10))
def test_circles_of_no_style_run_into_each_other(number: int) -> None:
    for seed in range(60):
        style = any_style(np.random.default_rng(seed), ())
        whole = replace(style, coin=((1.0, 0),), rings=0, petals=0, spokes=0, hollow=False, wobble=0, worn=0)
        face = styled_face(f"{number}p", replace(whole, oval=1, index=0), np.random.default_rng(1))
        assert face is not None
        ink = (face.rgba[..., 3] > 250).astype(np.uint8)
        assert cv2.connectedComponents(cv2.erode(ink, np.ones((5, 5))))[0] - 1 == number, seed


def test_birds_are_many_and_lie_within_the_face() -> None:
    seen = set()
    for seed in range(30):
        random = np.random.default_rng(seed)
        face = styled_face("1s", any_style(random, ()), random)
        assert face is not None
        share = float((face.rgba[..., 3] > 127).mean())
        assert 0.02 < share < 0.6
        seen.add(face.rgba.tobytes())
    assert len(seen) == 30


def test_what_no_rule_draws_is_left_out() -> None:
    random = np.random.default_rng(1)
    drawn = [kind for kind in (*KINDS, OTHER) if styled_face(kind, PLAIN, random) is not None]
    assert drawn == [kind for kind in KINDS if kind[1] in "ps"]


def test_styles_differ_by_seed_and_repeat_by_seed() -> None:
    assert any_style(np.random.default_rng(3), ()) == any_style(np.random.default_rng(3), ())
    assert len({any_style(np.random.default_rng(seed), ()) for seed in range(20)}) == 20

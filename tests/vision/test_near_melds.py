"""分没分开: what lies a little apart from the hand is asked about, what lies clearly apart is a meld."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.notation import parse_hand
from tests.vision.laying import Laid, row, seen
from vision.detection import NAMES, Detection, sure
from vision.reading import Reading, read
from vision.remarks import Remark
from vision.synth import layouts
from vision.synth.solids import Material, corners, look

HAND = "22m 345m 67p 345s"
"""Ten tiles: with a pong beside them thirteen."""


def asked(reading: Reading) -> list[Remark]:
    return [remark for remark in reading.remarks if remark.code == "meld_or_hand"]


def beside(text: str, apart: float) -> list[Laid]:
    return row(f"{HAND} {text}", gap_after={10: apart})


@pytest.mark.parametrize("angle", [0, 4, 90, 180])
@pytest.mark.parametrize(
    ("apart", "is_meld", "is_asked"),
    [(0.0, False, False), (0.2, False, True), (0.3, False, True), (0.4, True, True), (0.55, True, False)],
)
def test_a_small_gap_is_asked_about(apart: float, is_meld: bool, is_asked: bool, angle: float) -> None:
    reading = read(seen(beside("888s", apart), angle), 0.6)
    assert [str(meld.tile) for meld in reading.melds] == ["8s"] * is_meld
    assert len(reading.hand) == (10 if is_meld else 13)
    remarks = asked(reading)
    assert len(remarks) == is_asked
    for remark in remarks:
        assert remark.options == ("#p8s", "888s")
        assert [reading.tiles[place].word for place in remark.places] == ["8s"] * 3


def test_four_alike_may_be_any_kong() -> None:
    (remark,) = asked(read(seen(beside("8888s", 0.2)), 0.6))
    assert remark.options == ("#k8s", "#a8s", "#c8s", "8888s")


@pytest.mark.parametrize("gaps", [{3: 0.2, 6: 0.25}, {10: 0.2}, {2: 0.3, 5: 0.2, 8: 0.2}])
def test_a_hand_in_groups_that_are_not_alike_asks_nothing(gaps: dict[int, float]) -> None:
    assert not asked(read(seen(row("22m 345m 67p 345s 789s", gap_after=gaps)), 0.6))


@pytest.mark.parametrize("melds", ["888s 999p", "9999p 888s"])
@pytest.mark.parametrize("apart", [0.45, 0.5, 0.6])
def test_melds_half_a_tile_apart_are_melds(melds: str, apart: float) -> None:
    own = "22m 345m 67p"
    first = len(melds.split()[0]) - 1
    laid = row(f"{own} {melds}", gap_after={7: apart, 7 + first: apart})
    reading = read(seen(laid), 0.6)
    assert {str(meld.tile) for meld in reading.melds} == {"8s", "9p"}
    assert len(reading.hand) == 7


def from_near(own: str, melds: str, apart: float, elevation: float, seed: int) -> list[Detection]:
    """A hand and melds so many tile widths apart, as a phone held close sees them: boxes are around whole
    tiles, which lean out of the picture's middle.
    """
    random = np.random.default_rng(seed)
    material = Material()
    tiles: list[layouts.Placed] = []
    right = 0.0
    for group in (own, *melds.split()):
        kinds = [str(tile) for tile in parse_hand(group).tiles]
        wide = len(kinds) * (material.width + 0.4)
        part = layouts.row(kinds, material, layouts.UP, rough=0.3, random=random)
        tiles += layouts.moved(part, 0.0, right + wide / 2, 0.0)
        right += wide + apart * material.width
    tiles = layouts.moved(tiles, 0.0, -right / 2, 0.0)
    camera = look((0.0, 0.0), right * 1.4, elevation, float(random.normal(0, 0.12)), 0.0, 1470, 1280)
    found = []
    for tile in tiles:
        shown = camera.pixels(corners(material, tile.pose))
        (x1, y1), (x2, y2) = shown.min(axis=0), shown.max(axis=0)
        box = (float(x1), float(y1), float(x2), float(y2))
        found.append(Detection(box, 0.9, sure(NAMES.index(tile.kind), 0.97)))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("elevation", [1.0, 1.3, 1.5])
@pytest.mark.parametrize(
    ("own", "melds"),
    [(HAND, "888s"), ("22m 345m 67p", "888s 999p"), ("2345m", "111s 222p 777m"), (HAND, "8888s")],
)
def test_a_near_camera_hides_no_small_gap(own: str, melds: str, elevation: float, seed: int) -> None:
    asked_of = [
        remark.options[-1] for remark in asked(read(from_near(own, melds, 0.2, elevation, seed), 0.6))
    ]
    assert sorted(asked_of) == sorted(melds.split())
    assert asked(read(from_near(own, melds, 0.0, elevation, seed), 0.6)) == []

"""分没分开: what lies a little apart from the hand is asked about, what lies clearly apart is a meld."""

from __future__ import annotations

import pytest

from tests.vision.laying import Laid, row, seen
from vision.reading import Reading, read
from vision.remarks import Remark

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

"""Dice, the break of the wall, and the seat a side bet binds."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from assistant.opening import bound_seat, wall_break
from assistant.round import fold
from assistant.tiles import TILES
from tests.assistant.table_script import table

WALLS = {5: 0, 9: 0, 2: 1, 6: 1, 10: 1, 3: 2, 7: 2, 11: 2, 4: 3, 8: 3, 12: 3}
"""000: 五九在手, 二六十顺, 三七十一穿, 四八十二后."""


@pytest.mark.parametrize(("first", "second"), list(product(range(1, 7), repeat=2)))
def test_the_sum_names_the_wall_and_the_smaller_die_the_stacks(first: int, second: int) -> None:
    broken = wall_break(first, second)
    assert broken.seat == WALLS[first + second]
    assert broken.stacks == min(first, second)


def test_three_and_six_is_the_own_wall_after_three_stacks() -> None:
    """The example of 000."""
    broken = wall_break(3, 6)
    assert broken.chinese == "庄家的牌墙，从右数留3墩"
    assert broken.english == "the dealer's wall, after 3 stacks from its right end"
    assert wall_break(1, 4).english == "the dealer's wall, after 1 stack from its right end"


@pytest.mark.parametrize("dice", [(0, 3), (7, 1), (3, -1)])
def test_what_is_no_die_is_refused(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="read them again"):
        wall_break(*dice)


@pytest.mark.parametrize("players", [3, 4])
def test_a_side_bet_counts_its_number_from_the_dealer(players: int) -> None:
    seats = Counter(bound_seat(tile, players) for tile in TILES)
    assert bound_seat(TILES[0], players) == 0
    assert set(seats) == set(range(players))


@pytest.mark.parametrize(
    ("wall", "hand", "left"),
    [
        (None, "123456789m 55p 99p", 56),
        (None, "123456789m 55p 999p", 55),
        (55, "123456789m 55p 999p", 55),
    ],
    ids=["13 dealt", "14 dealt", "14 dealt and told"],
)
def test_a_wall_nobody_told_is_what_the_deal_left(wall: int | None, hand: str, left: int) -> None:
    state = fold(table("", {0: hand}, wall=wall)).state
    assert state.wall == left
    assert state.tiles == 108


@pytest.mark.parametrize(
    ("wall", "text", "left"),
    [
        (None, "bet 7p; 0 d? x1s", 54),
        (56, "bet 7p; 0 d? x1s", 54),
        (55, "bet 7p; 0 d? x1s", 54),
        (55, "0 x1s", 55),
        (55, "0 d? x1s", 54),
        (10, "bet 7p; 0 d? x1s", 8),
    ],
    ids=["no wall told", "told without the bet", "told with the bet", "14 dealt", "13 dealt", "a short wall"],
)
def test_the_side_bettors_tile_leaves_the_wall_once(wall: int | None, text: str, left: int) -> None:
    folded = fold(table(text, overrides={"side_bet": True}, wall=wall))
    assert folded.state.wall == left
    assert folded.faults == ()

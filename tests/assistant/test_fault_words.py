"""查错的话: every fault says itself in Chinese too, about the same seat and tile as in English."""

from __future__ import annotations

import re

import pytest

from assistant.round import fold
from tests.assistant.table_script import table

CJK = re.compile(r"[\u4e00-\u9fff]")

ODD = {
    "1 x1m": ("out_of_turn", "座位1打牌，可该座位0了。"),
    "0 x1m; 0 pong 1m": ("nothing_to_claim", "没有刚打出的一万给座位0碰：请核对。"),
    "0 x1m; 1 kong+ 5p": ("no_pong", "座位1没有碰过五筒，不能弯杠：请核对。"),
    "0 x1m; 1 x1m; 2 x1m; 3 x1m; 0 x1m": ("fifth_copy", "那就有第五张一万了：请核对。"),
    "0 x1m; wall; 1 x2m": ("round_over", "这局打完了：请记到下一局，或先撤销收尾。"),
    "0 x1m; wall": ("wall_not_empty", "按记录牌墙还剩55张。"),
    "1 win": ("nothing_to_win_on", "座位1没有可胡的牌：请先记摸牌或打牌。"),
    "bet 7p": ("side_bet_off", "这桌没说好叫马：说好了就把叫马打开；先照记的算。"),
    "0>0 5": ("bad_parties", "改账要在0到3号两个不同的座位之间：请核对。"),
}


@pytest.mark.parametrize(("text", "expected"), ODD.items(), ids=list(ODD))
def test_a_fault_is_said_in_chinese(text: str, expected: tuple[str, str]) -> None:
    faults = [fault for _, fault in fold(table(text)).faults]
    assert expected in [(fault.code, fault.chinese) for fault in faults]
    for fault in faults:
        assert CJK.search(fault.chinese)
        assert set(re.findall(r"座位(\d)", fault.chinese)) == set(
            re.findall(r"seat (\d)", fault.message, re.I)
        )

"""What a settlement must still be told, in Chinese: every sentence that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web.presenters.demands import demand_zh

ROOT = Path(__file__).parents[3]
NAMES = ("甲", "乙", "丙", "丁")
SAID = {
    "reveal seat 1's hand": "请亮乙的手牌",
    "tell the tile seat 2 drew before it added 5p (event 12)": "请说明丙弯杠五筒前摸的是哪张（第12件事）",
    "tell the tile seat 3 won on (event 7)": "请说明丁胡的是哪张（第7件事）",
    "tell the tile of 五嬢's side bet (event 1)": "请说明五嬢叫马的是哪张（第1件事）",
    "check for a kong or win that nobody saw before event 9": "第9件事前镜头没看清：请核对有没有漏记的杠或胡",
    "check for a kong or win that nobody saw before event 9: add what is missing there, then settle": (
        "第9件事前镜头没看清：请核对有没有漏记的杠或胡，补上后加 --checked 再结，"
        '或去掉那行的 "checked": false'
    ),
    "answer question 3 of 61 s (0 discards 5m) by --answer 3:OPTION; the money hangs on it": (
        "请回答第61秒的问题3：--answer 3:选项，钱数要看它"
    ),
    "tell seat 0's void suit by --void 0=SUIT: s is supposed from its first discard": (
        "请说明座位0缺哪门：--void 0=花色；现在按打的第一张当作缺条"
    ),
    "mend the lines that do not fit what is told by --answer or --void, event 3 (0 discards 5m)": (
        "有几行和 --answer、--void 说的对不上：请改成实际发生的，或另作回答"
    ),
}


@pytest.mark.parametrize("said", SAID)
def test_it_is_said_in_chinese(said: str) -> None:
    assert demand_zh(said, NAMES) == SAID[said]


def test_every_demand_of_the_settlement_is_among_them() -> None:
    """The beginnings of the sentences, as the settlement words them."""
    asked = re.compile(r'(?:book\.ask\(f|no_tile = f|UNSEEN = )"([^{"]{6,})')
    texts = [file.read_text("utf-8") for file in (ROOT / "assistant/settlement").glob("*.py")]
    found = [one for text in texts for one in asked.findall(text)]
    assert len(found) >= 6
    for one in found:
        assert any(said.startswith(one) for said in SAID), one

"""还缺: what a settlement must still be told, in Chinese; its English is public (`missing`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.notation import parse_tiles

SUITS = {"m": "万", "p": "筒", "s": "条"}
HANGS = "; the money hangs on it"


def demand_zh(said: str, names: Sequence[str]) -> str:
    """What is asked for, in Chinese, with the players' names; "" where the sentence is none of ours."""
    hangs = said.endswith(HANGS)
    for form, words in DEMANDS:
        found = re.match(form, said)
        if found:
            parts = found.groupdict()
            if seat := parts.get("seat"):
                parts["seat"] = names[int(seat)] if int(seat) < len(names) else f"座位{seat}"
            if tile := parts.get("tile"):
                parts["tile"] = parse_tiles(tile)[0].chinese
            if suit := parts.get("suit"):
                parts["suit"] = SUITS[suit]
            return words.format(**parts) + ("，钱数要看它" if hangs else "")
    return ""


DEMANDS = (
    (r"reveal seat (?P<seat>\d+)'s hand", "请亮{seat}的手牌"),
    (
        r"tell the tile seat (?P<seat>\d+) drew before it added (?P<tile>..) \(event (?P<event>\d+)\)",
        "请说明{seat}弯杠{tile}前摸的是哪张（第{event}件事）",
    ),
    (
        r"tell the tile seat (?P<seat>\d+) won on \(event (?P<event>\d+)\)",
        "请说明{seat}胡的是哪张（第{event}件事）",
    ),
    (
        r"tell the tile of (?P<name>.*)'s side bet \(event (?P<event>\d+)\)",
        "请说明{name}叫马的是哪张（第{event}件事）",
    ),
    (
        r"check for a kong or win that nobody saw before event (?P<event>[^:]*): ",
        "第{event}件事前镜头没看清：请核对有没有漏记的杠或胡，补上后加 --checked 再结，"
        '或去掉那行的 "checked": false',
    ),
    (
        r"check for a kong or win that nobody saw before event (?P<event>[^:]*)",
        "第{event}件事前镜头没看清：请核对有没有漏记的杠或胡",
    ),
    (
        r"answer question (?P<number>\d+) of (?P<at>\d+) s",
        "请回答第{at}秒的问题{number}：--answer {number}:选项",
    ),
    (
        r"tell seat (?P<number>\d+)'s void suit by --void \d+=SUIT: (?P<suit>\w+) is supposed",
        "请说明座位{number}缺哪门：--void {number}=花色；现在按打的第一张当作缺{suit}",
    ),
    (
        r"mend the lines that do not fit what is told by --answer or --void",
        "有几行和 --answer、--void 说的对不上：请改成实际发生的，或另作回答",
    ),
)

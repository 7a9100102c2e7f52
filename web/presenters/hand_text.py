"""The hand form as lines for people, Chinese first, English second."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.notation import parse_tile
from assistant.rule_words import PatternId
from assistant.rules import RuleSet
from assistant.scoring import cap_label, label, points

CHINESE: Mapping[str, str] = {
    "fifth_copy": "同一种牌超过四张，请核对。",
    "wrong_size": "张数不对：该是 13 张，摸牌后 14 张，每碰或杠一副少 3 张。",
    "too_many_melds": "最多四副碰杠。",
    "unseen": "有牌没认出：请看清是哪张。",
    "three_suits": "手里有三门花色：要缺一门才能胡。",
    "void_held": "手里还有定缺的那门：先打掉。",
    "void_melded": "碰杠里有定缺的那门，请核对；这样胡不了。",
}
"""What is odd about a hand, by its code."""


def problem_line(problem: Mapping[str, Any]) -> str:
    """A problem of a hand or a photo as a line for people."""
    zh = problem.get("zh") or CHINESE.get(problem["code"])
    return "! " + " ".join(filter(None, (zh, problem["message"])))


def hand_lines(form: Mapping[str, Any], rules: RuleSet) -> list[str]:
    """The lines of a form that `analyse` made under these rules."""
    cap = " ".join(cap_label(rules))
    lines = [f"{form['hand']}   打法 rules {rules.name}, {cap}, 底 base {points(1, rules)}"]
    if form["win"]:
        lines.append(f"胡了 complete: {_value(form['win'], rules)}")
    elif form["ready"]:
        left = sum(wait["left"] for wait in form["waits"])
        lines.append(f"下叫 ready: 听 waits {len(form['waits'])}, 剩 left {left}{_dead(form)}")
    elif form["discards"] and form["shanten"] == 0:
        lines.append("打一张下叫 ready after a discard")
    else:
        lines.append(_distance(form["shanten"]))
        if form["useful"]:
            live = sum(one["left"] for one in form["useful"])
            lines.append(f"  进张 useful {live}: {_copies(form['useful'])}")
    lines += _table(
        [
            f"  {_tile(wait['tile'])}",
            f"剩 left {wait['left']}{' 绝张 last copy' if wait['last_copy'] else ''}",
            _value(wait, rules),
        ]
        for wait in form["waits"]
    )
    lines += _table(
        [
            f"  打 discard {_tile(discard['tile'])}",
            _distance(discard["shanten"]),
            f"进张 useful {discard['live']}:",
            _copies(discard["useful"]) or "-",
        ]
        for discard in form["discards"]
    )
    return [*lines, *map(problem_line, form["problems"])]


def _copies(useful: Iterable[Mapping[str, Any]]) -> str:
    return " ".join(f"{one['tile']}×{one['left']}" for one in useful)


def _dead(form: Mapping[str, Any]) -> str:
    return ", 死叫 every winning tile is visible" if form["dead"] else ""


def _tile(text: str) -> str:
    return f"{parse_tile(text).chinese} {text}"


def _distance(shanten: int | None) -> str:
    if shanten is None:
        return "胡不了 no win is possible"
    if shanten <= 0:
        return "下叫 ready" if shanten == 0 else "胡了 complete"
    return f"{shanten}向听 {shanten} from ready"


def _value(win: Mapping[str, Any], rules: RuleSet) -> str:
    """「清一色2 + 根1 = 8倍」, the label style of the rule set, and the money."""
    times = Counter((PatternId(line["id"]), line["doublings"]) for line in win["patterns"])
    parts = [(pattern, doublings, f"×{many}" * (many > 1)) for (pattern, doublings), many in times.items()]
    chinese = " + ".join(f"{pattern.chinese}{doublings}{many}" for pattern, doublings, many in parts) or "0"
    english = " + ".join(f"{pattern.english} {doublings}{many}" for pattern, doublings, many in parts) or "0"
    capped = win["multiple"].bit_length() - 1
    top_zh, top_en = ("封顶", " (cap)") if capped < win["doublings"] else ("", "")
    zh, en = label(capped, rules)
    return (
        f"{chinese} = {zh}{top_zh}，点炮{win['discard']}，自摸每家{win['self_draw_each']} | "
        f"{english} = {en}{top_en}, discard {win['discard']}, self-draw {win['self_draw_each']} each"
    )


def _table(rows: Iterable[list[str]]) -> list[str]:
    """Rows with their columns aligned; a Chinese character is two columns wide."""
    rows = list(rows)
    if not rows:
        return []
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)

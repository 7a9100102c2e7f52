"""参谋: the advice for a player's own hand as JSON, every reason with its sentence in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.advice import Advice, Because, Caution, DiscardAdvice, WaitAdvice, WinNow
from assistant.scoring import Score
from assistant.tiles import TILES

Words = tuple[str, str]
"""Chinese, English."""

BECAUSE: Mapping[Because, Words] = {
    Because.VOID_FIRST: ("定缺的牌先打", "the void suit goes first"),
    Because.KEEPS_VOID: ("手里还有定缺的牌，不可先打这张", "the void suit must go first"),
    Because.LEAVES_TWO_SUITS: ("打掉这张就缺一门", "the last tile of a third suit"),
    Because.READY: ("打这张就下叫", "leaves the hand ready"),
    Because.KEEPS_PACE: ("离下叫最近", "stays nearest to ready"),
    Because.MOST_TILES: ("进张最多", "the most useful tiles are left"),
    Because.DEAREST: ("叫的牌最值钱", "its waits are worth most"),
    Because.DEAD: ("死叫，一张不剩", "ready, but no winning tile is left"),
    Because.FALLS_BACK: ("离下叫更远", "farther from ready"),
}
CAUTIONS: Mapping[Caution, Words] = {
    Caution.PIG: ("现在查就是花猪", "a flower pig if the wall ended now"),
    Caution.VOID_HELD: ("定缺的牌还没打完", "tiles of the void suit are still in hand"),
    Caution.VOID_MELDED: ("碰杠了定缺的牌，不能胡", "a meld is of the void suit: this hand cannot win"),
    Caution.DEAD: ("死叫：要的牌都已看见", "every winning tile is visible already"),
    Caution.WRONG_SIZE: ("张数不对，相公", "a wrong number of tiles: it cannot win"),
    Caution.NOT_READY: ("牌墙快完了，还没下叫", "the wall is nearly empty and the hand is not ready"),
    Caution.MUST_WIN: ("最后四张必胡，不能过", "the last four tiles: this win may not be let go"),
}


NO_ADVICE: Mapping[str, str] = {
    "not_in": "你这局已经打完：等下一局。",
    "hand_unknown": "还不知道你的手牌：请拍照或点选。",
    "fifth_copy": "有一种牌会多出第五张：请核对手牌。",
}
"""Why there is no advice, by code, in Chinese."""


def advice_form(advice: Advice) -> dict[str, Any]:
    """All the advice for one hand."""
    return {
        "hand": str(advice.hand),
        "ready": advice.ready,
        "shanten": advice.shanten,
        "waits": [wait_form(one) for one in advice.waits],
        "win": None if advice.win is None else win_now_form(advice.win),
        "discards": [discard_form(one) for one in advice.discards],
        "warnings": [_worded(one.value, CAUTIONS[one]) for one in advice.warnings],
        "void": None if advice.void is None else advice.void.letter,
        "passed": [str(tile) for tile in advice.passed],
        "seen": {str(tile): advice.seen[tile] for tile in TILES if advice.seen[tile]},
    }


def wait_form(wait: WaitAdvice) -> dict[str, Any]:
    """One wait: copies left, value, what each way of winning pays."""
    return {
        "tile": str(wait.tile),
        "left": wait.left,
        "last_copy": wait.last_copy,
        "last_live": wait.last_live,
        **value_form(wait.score),
        "discard": wait.discard,
        "self_draw_each": wait.self_draw_each,
        "payers": wait.payers,
        "passed": wait.banned,
    }


def value_form(value: Score) -> dict[str, Any]:
    """What a win is worth, line by line."""
    return {
        "doublings": value.doublings,
        "multiple": value.multiple,
        "patterns": [{"id": line.id.value, "doublings": line.doublings} for line in value.lines],
    }


def win_now_form(win: WinNow) -> dict[str, Any]:
    """The win there is at this moment."""
    return {
        "how": win.source.value,
        "tile": None if win.tile is None else str(win.tile),
        **value_form(win.score),
        "each": win.each,
        "payers": list(win.payers),
        "passed": win.banned,
    }


def discard_form(one: DiscardAdvice) -> dict[str, Any]:
    """One discard: what it leaves, and why it stands where it does."""
    return {
        "tile": str(one.tile),
        "shanten": one.shanten,
        "useful": [{"tile": str(tile), "left": left} for tile, left in one.useful],
        "live": one.live,
        "waits": [wait_form(wait) for wait in one.waits],
        "because": [_worded(reason.value, BECAUSE[reason]) for reason in one.because],
    }


def _worded(code: str, words: Words) -> dict[str, str]:
    return {"code": code, "zh": words[0], "en": words[1]}

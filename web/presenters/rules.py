"""打法的用语: every key of a rule set and its values in Chinese and English, wherever rules are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.rule_keys import BY_NAME, KEYS, Key, Plain
from assistant.rule_words import PatternId

Words = tuple[str, str]
"""Chinese, English."""

SETS: Mapping[str, Words] = {
    "chengdu": ("成都", "Chengdu"),
    "maomaoyu": ("成都·下毛毛雨", "Chengdu drizzle"),
    "online": ("网络血战", "Online"),
    "sbr-2025": ("国际麻将联盟", "SBR rules 2025"),
}
NAMES: Mapping[str, Words] = {
    "cap": ("封顶", "Cap"),
    "base": ("底", "Base"),
    "label": ("叫法", "Counted in"),
    "self_draw": ("自摸", "Self-draw"),
    "void": ("定缺", "Void suit"),
    "concealed_kong_shown": ("暗杠怎么摆", "A concealed kong lies"),
    "exchange_three": ("换三张", "Exchange three"),
    "ending": ("打到", "Ends with"),
    "many_winners": ("一炮多响", "Several winners"),
    "passed_win": ("过手胡，不能再胡", "After a passed win, no win on"),
    "passed_win_until": ("过手胡，到什么时候", "The passed win holds until"),
    "last_four_must_win": ("最后四张必胡", "Last four tiles: must win"),
    "point_kong_draw": ("点杠花", "Win on an exposed kong's draw"),
    "dead_wait": ("死叫", "Dead wait"),
    "combine": ("番型", "Basic shapes"),
    "earthly": ("地胡", "Win on the first draw"),
    "dealer": ("谁接庄", "Next dealer"),
    "dealer_after_draw": ("黄庄后", "After an empty wall"),
    "chips_out": ("筹码输光", "Out of chips"),
    "side_bet": ("叫马", "Side bet"),
    "reveal_wins": ("胡的钱什么时候亮", "Money of a win is shown"),
    "players": ("人数", "Players"),
    "kong.concealed": ("暗杠每家付", "Concealed kong, each"),
    "kong.exposed": ("直杠放杠者付", "Exposed kong, discarder"),
    "kong.exposed_others": ("直杠其余每家", "Exposed kong, the others"),
    "kong.added": ("弯杠每家付", "Added kong, each"),
    "kong.added_only_just_drawn": ("弯杠须是刚摸的", "Added kong just drawn only"),
    "kong.discard_win": ("杠上炮，杠钱", "Dealing in after a kong, its money"),
    "kong.added_deal_in_transfers_all": (
        "转雨：弯杠后点炮，杠钱全转",
        "After an added kong all moves",
    ),
    "kong.refund_not_ready": ("没叫退杠", "Not ready: kongs given back"),
    "kong.refund_to_winners": ("已胡的也退给", "Given back to winners too"),
    "pig.pays": ("花猪赔", "Pig pays"),
    "pig.payees": ("花猪赔给", "Pig pays to"),
    "pig.pays_not_ready": ("花猪也赔查叫", "Pig pays as not ready too"),
    "pig.passive_is_not_ready": ("只打过缺门的，不算花猪", "Only void tiles thrown: no pig"),
    "pig.penalty": ("花猪罚分", "Pig's penalty"),
    "not_ready.pays": ("查叫赔", "Not ready pays"),
    "not_ready.payees": ("查叫赔给", "Not ready pays to"),
    "not_ready.win": ("查叫按", "Not ready pays as for"),
    "false_win.pays": ("诈胡赔每家", "False win pays each"),
    "false_win.penalty": ("诈胡罚分", "False win's penalty"),
    "left_early.multiple": ("逃跑赔每家几个底", "Leaving pays each, in bases"),
    "patterns.root_counts_kongs": ("杠也算根", "Konged fours are roots"),
}
"""The patterns' own names stand with their kinds."""
LISTED = 16
"""The most doublings that have words of their own; more say their number."""
FLAGS: Mapping[bool, Words] = {True: ("是", "yes"), False: ("否", "no")}
ANYWHERE: Mapping[str, Words] = {"off": ("不算", "off"), "cap": ("满格", "the cap")}
"""Words that mean the same for every key that takes them."""
VALUES: Mapping[str, Mapping[str, Words]] = {
    "cap": {"none": ("不封顶", "none")},
    "label": {
        "multiple": ("论倍", "multiples"),
        "fan0": ("论番，平胡 0 番", "fan from 0"),
        "fan1": ("论番，平胡 1 番", "fan from 1"),
    },
    "self_draw": {
        "base": ("加底", "+ 1 base"),
        "doubling": ("加番", "doubled"),
        "none": ("不加", "nothing"),
    },
    "void": {
        "free": ("不定", "free"),
        "declared": ("开局定缺", "declared"),
        "sticky": ("缺了就定", "sticky"),
    },
    "concealed_kong_shown": {"all": ("全亮", "face up"), "middle": ("扣两边", "outer two down")},
    "ending": {"blood": ("血战到底", "blood battle"), "first_win": ("一家胡就完", "first win")},
    "passed_win": {
        "same_kind": ("同一张", "the same kind"),
        "not_dearer": ("不比它大的", "what is no dearer"),
        "none": ("不限", "nothing: no limit"),
    },
    "passed_win_until": {"draw": ("自己摸牌", "own draw"), "claim": ("摸牌或碰杠", "draw or claim")},
    "point_kong_draw": {
        "self_draw": ("算自摸", "a self-draw"),
        "discarder": ("放杠的一家付", "discarder pays"),
    },
    "dead_wait": {
        "ready": ("算有叫", "ready"),
        "not_ready": ("算没叫", "not ready"),
        "neutral": ("不赔不收", "neither pays"),
        "own_four": ("手握四张才不算", "own four"),
    },
    "combine": {"best": ("只算最大", "dearest alone"), "sum": ("可叠加", "add up")},
    "earthly": {
        "own_draw": ("第一摸", "own first draw"),
        "own_draw_or_first_discard": ("也算庄家首打", "or first discard"),
    },
    "dealer": {
        "first_winner": ("先胡的", "first winner"),
        "dice": ("掷骰", "dice"),
        "discarder": ("点炮的", "discarder"),
    },
    "dealer_after_draw": {"same": ("连庄", "same"), "next": ("下家", "next")},
    "chips_out": {"stays": ("赔光留下", "stays"), "leaves": ("马上离场", "leaves")},
    "reveal_wins": {"at_once": ("马上", "at once"), "round_end": ("打完", "at the end")},
    "kong.discard_win": {
        "transfer": ("给胡家", "to the winner"),
        "refund": ("退回", "given back"),
        "keep": ("留着", "kept"),
        "transfer_all": ("整局的都给", "all of the hand"),
    },
    "kong.refund_not_ready": {
        "always": ("都退", "always"),
        "nobody_won": ("没人胡才退", "if nobody won"),
        "never": ("不退", "never"),
    },
    "pig.pays": {"double_largest": ("最大的两倍", "twice largest")},
    "pig.payees": {"playing": ("还在打的", "those still in"), "all": ("每一家", "everybody")},
    "not_ready.pays": {
        "most": ("赔大", "most"),
        "least": ("赔小", "least"),
        "none": ("不赔", "none"),
    },
    "not_ready.payees": {"ready": ("有叫的", "the ready"), "ready_and_won": ("有叫和已胡的", "and winners")},
    "not_ready.win": {"discard": ("点炮算", "a discard win"), "self_draw": ("自摸算", "a self-draw")},
}


def set_words(name: str) -> Words:
    """What a rule set is called; one of the house's own goes by its name."""
    return SETS.get(name, (name, ""))


def key_words(name: str) -> Words:
    """What a key decides. KeyError where there is no such key."""
    if name in NAMES:
        return NAMES[name]
    found = PatternId(BY_NAME[name].name.removeprefix("patterns."))
    return found.chinese, found.english


def value_words(name: str, value: Plain) -> Words:
    """What a value of a key means; a number says itself, but a price in doublings its multiple too."""
    if isinstance(value, bool):
        return FLAGS[value]
    if isinstance(value, str):
        return VALUES.get(name, {}).get(value) or ANYWHERE[value]
    if name == "cap":
        return f"{2**value} 倍", f"×{2**value}"
    if name.startswith("patterns."):
        return f"{value} 翻", f"×{2**value}"
    return str(value), ""


def key_form(key: Key) -> dict[str, Any]:
    """A key: the words it takes, the least and the largest number, or true and false; what its words
    mean, its flags, and the doublings that anybody plays.
    """
    zh, en = key_words(key.name)
    words = [word for word, _ in key.choices]
    doublings = key.name == "cap" or key.name.startswith("patterns.")
    numbers = key.numbers if doublings and key.numbers is not None else ()
    named: list[Plain] = [*words, *([True, False] if key.flag else []), *numbers[: LISTED + 1]]
    return {
        "key": key.name,
        "zh": zh,
        "en": en,
        "words": words,
        "meanings": {_shown(value): _both(value_words(key.name, value)) for value in named},
        "numbers": None if key.numbers is None else [key.numbers[0], key.numbers[-1]],
        "flag": key.flag,
    }


def _shown(value: Plain) -> str:
    """A value as JSON writes it, a word without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_lines(values: Mapping[str, Plain]) -> list[tuple[Words, Words]]:
    """A whole rule set as lines: what each key decides, and what it says."""
    return [(key_words(key.name), value_words(key.name, values[key.name])) for key in KEYS]


def _both(words: Words) -> dict[str, str]:
    return {"zh": words[0], "en": words[1]}

"""番型: the patterns a win can hold (RULES section 4). One pure function a pattern, one table of them all.

A function says how many times a win holds its pattern; what that is worth, and whether it counts at all, is
the rule set's matter (`assistant.scoring`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from assistant.rule_words import PatternId
from assistant.tiles import COPIES, TILES
from assistant.wins import Win


def plain(win: Win) -> int:
    """平胡: any complete hand (000, 003)."""
    return 1


def all_triplets(win: Win) -> int:
    """大对子, 对对胡: four triplets and a pair, melds among them (000, 003)."""
    reading = win.reading
    return not reading.is_seven_pairs and all(one.kind == "triplet" for one in reading.sets)


def one_suit(win: Win) -> int:
    """清一色: hand and melds of one suit (003); 九莲宝灯 is no more than this (000)."""
    return len(win.suits) == 1


def one_suit_triplets(win: Win) -> int:
    """清大对, 清对: one suit and all triplets (000)."""
    return one_suit(win) and all_triplets(win)


def seven_pairs(win: Win) -> int:
    """暗七对: seven pairs, all concealed; four alike are two of them (000, 003)."""
    return win.reading.is_seven_pairs


def dragon_pairs(win: Win) -> int:
    """龙七对: seven pairs with four alike, which are then no root (000, 003)."""
    return seven_pairs(win) and root(win) > 0


def one_suit_pairs(win: Win) -> int:
    """清七对: one suit and seven pairs (000, 003)."""
    return one_suit(win) and seven_pairs(win)


def one_suit_dragon_pairs(win: Win) -> int:
    """清龙七对, 青龙七对: one suit, seven pairs and four alike, which are then no root (000, 003)."""
    return one_suit(win) and dragon_pairs(win)


def terminals(win: Win) -> int:
    """带幺九: a 1 or a 9 in every set and in the pair (003)."""
    reading = win.reading
    if reading.pair is None:
        return 0
    parts = (
        [one.tiles for one in reading.sets] + [(meld.tile,) for meld in win.hand.melds] + [(reading.pair,)]
    )
    return all(any(tile.number in (1, 9) for tile in part) for part in parts)


def one_suit_terminals(win: Win) -> int:
    """清带幺, 清幺九: one suit and a 1 or a 9 in every set and in the pair (000, 003, 004)."""
    return one_suit(win) and terminals(win)


def triplets_258(win: Win) -> int:
    """将对: all triplets, the pair too, of 2, 5 and 8 (003, 004)."""
    return all_triplets(win) and all(
        tile.number in (2, 5, 8) for tile, many in zip(TILES, win.own, strict=True) if many
    )


def single_wait_melded(win: Win) -> int:
    """金钩钓, 大单钓: all four sets melded, one tile in hand (000, 001, 004)."""
    return len(win.hand.melds) == 4


def heavenly(win: Win) -> int:
    """天胡: the dealer wins on the deal (000, 003)."""
    return win.circumstance.heavenly


def earthly(win: Win) -> int:
    """地胡: another wins on its first draw, nothing claimed before (000, 003)."""
    return win.circumstance.earthly


def root(win: Win) -> int:
    """根: kinds of which hand and melds hold four that are no kong (000, 003).

    Five copies, which SBR's 查叫 may think of, make no root (RULES section 6).
    """
    konged = {meld.tile for meld in win.hand.melds if meld.is_kong}
    return sum(many == COPIES and tile not in konged for tile, many in zip(TILES, win.own, strict=True))


def kong(win: Win) -> int:
    """杠: the kongs, each a root konged (000) or priced apart (SBR)."""
    return sum(meld.is_kong for meld in win.hand.melds)


def after_kong(win: Win) -> int:
    """杠上花: on the replacement tile of a kong (000, 003)."""
    return win.circumstance.after_kong


def kong_discard(win: Win) -> int:
    """杠上炮: on the discard after a kong (000, 003)."""
    return win.circumstance.kong_discard


def robbed_kong(win: Win) -> int:
    """抢杠胡: on the tile another adds to its pong (000)."""
    return win.circumstance.robbed_kong


def last_tile(win: Win) -> int:
    """海底: on the wall's last tile, drawn or discarded (000, 004)."""
    return win.circumstance.last_tile


def last_live(win: Win) -> int:
    """绝张: on the last of all tiles that can win (000, 001, 004)."""
    return win.circumstance.last_live


def concealed(win: Win) -> int:
    """门清: no melds but concealed kongs (FIELD A28)."""
    return all(meld.is_concealed for meld in win.hand.melds)


def no_terminals(win: Win) -> int:
    """中张, 断幺九: no 1 and no 9 in hand and melds (FIELD A28)."""
    return not any(many for tile, many in zip(TILES, win.own, strict=True) if tile.number in (1, 9))


class Part(Enum):
    """How a pattern goes together with others (RULES section 4)."""

    SHAPE = "shape"
    """基本番: shapes exclude each other, or add up where `combine` says so"""
    FOUR_ALIKE = "four_alike"
    """根 and 杠, each once"""
    ADDED = "added"
    """added on top"""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A row of the table of patterns. `contains`: the shapes that it is made of, which never count beside
    it; `roots`: how many 根 it has swallowed.
    """

    id: PatternId
    held: Callable[[Win], int]
    part: Part
    contains: frozenset[PatternId] = frozenset()
    roots: int = 0


def _shape(id_: PatternId, held: Callable[[Win], int], *contains: PatternId, roots: int = 0) -> Pattern:
    return Pattern(id_, held, Part.SHAPE, frozenset(contains), roots)


PATTERNS: tuple[Pattern, ...] = (
    _shape(PatternId.HEAVENLY, heavenly),
    _shape(PatternId.EARTHLY, earthly),
    _shape(
        PatternId.ONE_SUIT_DRAGON_PAIRS,
        one_suit_dragon_pairs,
        PatternId.ONE_SUIT,
        PatternId.SEVEN_PAIRS,
        PatternId.DRAGON_PAIRS,
        PatternId.ONE_SUIT_PAIRS,
        roots=1,
    ),
    _shape(PatternId.ONE_SUIT_PAIRS, one_suit_pairs, PatternId.ONE_SUIT, PatternId.SEVEN_PAIRS),
    _shape(PatternId.DRAGON_PAIRS, dragon_pairs, PatternId.SEVEN_PAIRS, roots=1),
    _shape(PatternId.SEVEN_PAIRS, seven_pairs),
    _shape(PatternId.ONE_SUIT_TERMINALS, one_suit_terminals, PatternId.ONE_SUIT, PatternId.TERMINALS),
    _shape(PatternId.ONE_SUIT_TRIPLETS, one_suit_triplets, PatternId.ONE_SUIT, PatternId.ALL_TRIPLETS),
    _shape(PatternId.TRIPLETS_258, triplets_258, PatternId.ALL_TRIPLETS),
    _shape(PatternId.TERMINALS, terminals),
    _shape(PatternId.ONE_SUIT, one_suit),
    _shape(PatternId.ALL_TRIPLETS, all_triplets),
    _shape(PatternId.SINGLE_WAIT_MELDED, single_wait_melded),
    _shape(PatternId.PLAIN, plain),
    Pattern(PatternId.ROOT, root, Part.FOUR_ALIKE),
    Pattern(PatternId.KONG, kong, Part.FOUR_ALIKE),
    Pattern(PatternId.AFTER_KONG, after_kong, Part.ADDED),
    Pattern(PatternId.KONG_DISCARD, kong_discard, Part.ADDED),
    Pattern(PatternId.ROBBED_KONG, robbed_kong, Part.ADDED),
    Pattern(PatternId.LAST_TILE, last_tile, Part.ADDED),
    Pattern(PatternId.LAST_LIVE, last_live, Part.ADDED),
    Pattern(PatternId.CONCEALED, concealed, Part.ADDED),
    Pattern(PatternId.NO_TERMINALS, no_terminals, Part.ADDED),
)
"""Every pattern. Of shapes that are worth the same the earlier one names the hand."""

"""规则用语: the words of a rule set; a member's value is the word of the TOML file (RULES section 9)."""

from __future__ import annotations

from enum import StrEnum


class Label(StrEnum):
    """How a value is shown beside the money (RULES section 4)."""

    MULTIPLE = "multiple"
    """倍: 2 to the power of the doublings"""
    FAN0 = "fan0"
    """番 counted from 0 (SBR)"""
    FAN1 = "fan1"
    """番 counted from 1 (003): 1 fan is 1x"""


class SelfDraw(StrEnum):
    """自摸: what a self-drawn win adds (RULES section 4)."""

    BASE = "base"
    """自摸加底: one base from each payer, after the cap"""
    DOUBLING = "doubling"
    """自摸加番: one doubling, before the cap"""
    NONE = "none"
    """nothing (003)"""


class Void(StrEnum):
    """定缺: how a player parts with the third suit (RULES section 7)."""

    FREE = "free"
    """any two suits at the end (000, 001, 004)"""
    DECLARED = "declared"
    """定缺 at the start, unchangeable (SBR)"""
    STICKY = "sticky"
    """once void, the third suit may not come back (000, 003)"""


class KongShown(StrEnum):
    """暗杠 on the table: a matter for the camera (RULES section 7)."""

    ALL = "all"
    """fully face up (004)"""
    MIDDLE = "middle"
    """the outer two face down (SBR)"""


class Ending(StrEnum):
    """When a round ends (RULES section 2)."""

    BLOOD = "blood"
    """血战到底: a winner leaves, the rest play on"""
    FIRST_WIN = "first_win"
    """the first win ends it"""


class PassedWin(StrEnum):
    """过手胡: what may not be won after a win was let go (RULES section 2)."""

    SAME_KIND = "same_kind"
    """the same kind of tile (000 rule 5)"""
    NOT_DEARER = "not_dearer"
    """顺和: nothing of equal or lower value (SBR)"""
    NONE = "none"
    """no ban"""


class PassedWinUntil(StrEnum):
    """What lifts the ban of 过手胡 (FIELD A14)."""

    DRAW = "draw"
    """the own next draw"""
    CLAIM = "claim"
    """an own pong or kong too"""


class PointKongDraw(StrEnum):
    """点杠花: a win on the replacement of a kong taken from a discard (000 rule 7)."""

    SELF_DRAW = "self_draw"
    """counts as self-draw"""
    DISCARDER = "discarder"
    """that discarder alone pays"""


class KongDiscardWin(StrEnum):
    """杠上炮: where the kong's income goes when the discard after it is won (RULES section 5)."""

    TRANSFER = "transfer"
    """to the winner (000 rule 6)"""
    REFUND = "refund"
    """back to those who paid (SBR)"""
    KEEP = "keep"
    """nowhere"""
    TRANSFER_ALL = "transfer_all"
    """all kong income of the hand goes to the winner"""


class RefundNotReady(StrEnum):
    """未下叫退杠: when kongs of a player not ready are void (RULES section 5)."""

    ALWAYS = "always"
    NOBODY_WON = "nobody_won"
    """only if nobody has won (000)"""
    NEVER = "never"


class PigPays(StrEnum):
    """花猪: the words beside a number of bases (RULES section 6)."""

    CAP = "cap"
    """满格, 8 where uncapped"""
    DOUBLE_LARGEST = "double_largest"
    """twice the receiver's largest hand (FIELD A21)"""


class PigPayees(StrEnum):
    """Whom a pig 花猪 pays."""

    PLAYING = "playing"
    """each player still in who is no pig"""
    ALL = "all"
    """winners too"""


class NotReadyPays(StrEnum):
    """查叫: how much a player not ready pays (RULES section 6)."""

    MOST = "most"
    """赔大"""
    LEAST = "least"
    """赔小"""
    NONE = "none"


class NotReadyPayees(StrEnum):
    """Whom a player not ready pays (FIELD A22)."""

    READY = "ready"
    READY_AND_WON = "ready_and_won"


class NotReadyWin(StrEnum):
    """Which win prices 查叫 (FIELD A22)."""

    DISCARD = "discard"
    SELF_DRAW = "self_draw"


class DeadWait(StrEnum):
    """死叫: ready, but every winning tile is visible elsewhere (RULES section 6, 000 rule 10)."""

    READY = "ready"
    NOT_READY = "not_ready"
    NEUTRAL = "neutral"
    """neither pays nor is paid"""
    OWN_FOUR = "own_four"
    """SBR: ready, and a kind stays a wait while one copy of it lies in an own meld"""


class Combine(StrEnum):
    """How basic shapes go together (RULES sections 4 and 9)."""

    BEST = "best"
    """the dearest alone (003)"""
    SUM = "sum"
    """they add up (SBR): 清金钩钓 is both"""


class Earthly(StrEnum):
    """地胡: when a non-dealer has it (FIELD A27)."""

    OWN_DRAW = "own_draw"
    OWN_DRAW_OR_FIRST_DISCARD = "own_draw_or_first_discard"


class Dealer(StrEnum):
    """坐庄: who deals next (RULES section 2)."""

    FIRST_WINNER = "first_winner"
    """the discarder where the first win was several (000, SBR 9.2)"""
    DICE = "dice"
    """003 血战"""
    DISCARDER = "discarder"
    """of the first win; its winner if self-drawn (003)"""


class DealerAfterDraw(StrEnum):
    """Who deals after a round that nobody won (FIELD A31)."""

    SAME = "same"
    """连庄"""
    NEXT = "next"


class FalseWinPays(StrEnum):
    """诈胡: the word beside a number of bases."""

    CAP = "cap"


class ChipsOut(StrEnum):
    """What happens to a player out of chips (RULES section 7, FIELD A32)."""

    STAYS = "stays"
    """pays what it has, shared in proportion (003)"""
    LEAVES = "leaves"
    """closes the hand at once"""


class RevealWins(StrEnum):
    """When the money of a win is shown (RULES section 7)."""

    AT_ONCE = "at_once"
    ROUND_END = "round_end"
    """SBR"""


class PatternId(StrEnum):
    """番型: the ids of the patterns, as every public form prints them (FORMATS)."""

    PLAIN = "plain"
    ALL_TRIPLETS = "all_triplets"
    ONE_SUIT = "one_suit"
    ONE_SUIT_TRIPLETS = "one_suit_triplets"
    SEVEN_PAIRS = "seven_pairs"
    DRAGON_PAIRS = "dragon_pairs"
    ONE_SUIT_PAIRS = "one_suit_pairs"
    ONE_SUIT_DRAGON_PAIRS = "one_suit_dragon_pairs"
    TERMINALS = "terminals"
    ONE_SUIT_TERMINALS = "one_suit_terminals"
    TRIPLETS_258 = "triplets_258"
    SINGLE_WAIT_MELDED = "single_wait_melded"
    HEAVENLY = "heavenly"
    EARTHLY = "earthly"
    ROOT = "root"
    KONG = "kong"
    AFTER_KONG = "after_kong"
    KONG_DISCARD = "kong_discard"
    ROBBED_KONG = "robbed_kong"
    LAST_TILE = "last_tile"
    LAST_LIVE = "last_live"
    CONCEALED = "concealed"
    NO_TERMINALS = "no_terminals"
    EXTRA = "extra"
    """entered by hand (RULES section 11.13); it has no key"""

    @property
    def chinese(self) -> str:
        """The word players use."""
        return _NAMES[self][0]

    @property
    def english(self) -> str:
        """The English name."""
        return _NAMES[self][1]


_NAMES = {
    PatternId.PLAIN: ("平胡", "plain"),
    PatternId.ALL_TRIPLETS: ("大对子", "all triplets"),
    PatternId.ONE_SUIT: ("清一色", "one suit"),
    PatternId.ONE_SUIT_TRIPLETS: ("清大对", "one suit, all triplets"),
    PatternId.SEVEN_PAIRS: ("暗七对", "seven pairs"),
    PatternId.DRAGON_PAIRS: ("龙七对", "seven pairs with four alike"),
    PatternId.ONE_SUIT_PAIRS: ("清七对", "one suit, seven pairs"),
    PatternId.ONE_SUIT_DRAGON_PAIRS: ("清龙七对", "one suit, seven pairs with four alike"),
    PatternId.TERMINALS: ("带幺九", "a 1 or 9 in every set and the pair"),
    PatternId.ONE_SUIT_TERMINALS: ("清带幺", "one suit, a 1 or 9 in every set and the pair"),
    PatternId.TRIPLETS_258: ("将对", "all triplets of 2, 5 and 8"),
    PatternId.SINGLE_WAIT_MELDED: ("金钩钓", "four melds and a pair"),
    PatternId.HEAVENLY: ("天胡", "dealer's win on the deal"),
    PatternId.EARTHLY: ("地胡", "win on the first draw"),
    PatternId.ROOT: ("根", "four alike"),
    PatternId.KONG: ("杠", "kong"),
    PatternId.AFTER_KONG: ("杠上花", "win on a kong's replacement"),
    PatternId.KONG_DISCARD: ("杠上炮", "win on the discard after a kong"),
    PatternId.ROBBED_KONG: ("抢杠胡", "robbed kong"),
    PatternId.LAST_TILE: ("海底", "last tile of the wall"),
    PatternId.LAST_LIVE: ("绝张", "last copy that can win"),
    PatternId.CONCEALED: ("门清", "no exposed melds"),
    PatternId.NO_TERMINALS: ("断幺九", "no 1 and no 9"),
    PatternId.EXTRA: ("另加", "extra"),
}

PRICED: tuple[PatternId, ...] = tuple(one for one in PatternId if one is not PatternId.EXTRA)
"""The patterns that have a key `patterns.ID`."""

"""记法: text to tiles and hands and back, `123m 55p #p5s`, Chinese input too (RULES section 1)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from assistant.hands import FULL, Hand
from assistant.melds import Meld, MeldKind
from assistant.problems import CodedError, Problem
from assistant.tiles import COPIES, TILES, Suit, Tile, count, tile

LONGEST = 400
"""Characters of the longest text that is read; a hand with four kongs in Chinese stays far below."""

SUIT_WORDS = {
    **dict.fromkeys("mM万萬", Suit.M),
    **dict.fromkeys("pP筒饼餅", Suit.P),
    **dict.fromkeys("sS条條索束", Suit.S),
}
NUMBER_WORDS = {
    **{str(number): number for number in range(1, 10)},
    **{word: number for number, word in enumerate("一二三四五六七八九", 1)},
    "伍": 5,
    "幺": 1,
    "么": 1,
}
BIRD = "鸡雞"
MELD_WORDS = {
    **{kind.value: kind for kind in MeldKind},
    **{kind.chinese: kind for kind in MeldKind},
}
SEPARATORS = ",;、"


class NotationError(CodedError):
    """Text that is no tile or hand."""


@dataclass
class _Reader:
    """Reads one text from left to right; numbers wait until a suit names them all, over spaces too."""

    text: str
    at: int = 0
    waiting: list[int] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    unseen: int = 0

    def read(self) -> None:
        while self.at < len(self.text):
            letter = self.text[self.at]
            self.at += 1
            if letter.isspace() or letter in SEPARATORS:
                continue
            if letter in NUMBER_WORDS:
                self.waiting.append(NUMBER_WORDS[letter])
            elif letter in SUIT_WORDS:
                self.name_suit(letter)
            elif letter in BIRD:
                self.name_bird(letter)
            elif letter == "?":
                self.nothing_waits()
                self.unseen += 1
            elif letter == "#":
                self.nothing_waits()
                self.melds.append(self.meld())
            else:
                raise NotationError(
                    "bad_character",
                    f"“{letter}” is no part of a hand: write numbers and a suit, like 123m or 123万.",
                    f"“{letter}”不是牌的写法：请写数字加花色，如 123m 或 123万。",
                )
        self.nothing_waits()

    def name_suit(self, letter: str) -> None:
        if not self.waiting:
            raise NotationError(
                "no_number",
                f"“{letter}” has no number before it: write the numbers first, like 123{letter}.",
                f"“{letter}”前面没有数字：先写数字，如 123{letter}。",
            )
        suit = SUIT_WORDS[letter]
        self.tiles += [tile(suit, number) for number in self.waiting]
        self.waiting = []

    def name_bird(self, letter: str) -> None:
        if self.waiting != [1]:
            raise NotationError(
                "bad_character",
                f"“{letter}” goes with 幺 only: write 幺鸡 or 1s.",
                f"“{letter}”只和“幺”连用：请写幺鸡或 1s。",
            )
        self.tiles.append(Tile.S1)
        self.waiting = []

    def nothing_waits(self) -> None:
        if self.waiting:
            numbers = "".join(map(str, self.waiting))
            raise NotationError(
                "no_suit",
                f"“{numbers}” has no suit: add m, p or s (万, 筒, 条) after it, like {numbers}m.",
                f"“{numbers}”没有花色：后面加 m、p、s 或万、筒、条，如 {numbers}m。",
            )

    def meld(self) -> Meld:
        for word in sorted(MELD_WORDS, key=len, reverse=True):
            if self.text.startswith(word, self.at):
                kind = MELD_WORDS[word]
                self.at += len(word)
                break
        else:
            raise self.bad_meld()
        number, suit = self.text[self.at : self.at + 1], self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if number in "幺么" and suit and suit in BIRD:
            return Meld(kind, Tile.S1)
        if number not in NUMBER_WORDS or suit not in SUIT_WORDS:
            raise self.bad_meld()
        return Meld(kind, tile(SUIT_WORDS[suit], NUMBER_WORDS[number]))

    def bad_meld(self) -> NotationError:
        return NotationError(
            "bad_meld",
            "A meld is written #p5p (碰), #k5p (直杠), #a5p (弯杠) or #c5p (暗杠): a letter, then a tile.",
            "碰杠写成 #p5p（碰）、#k5p（直杠）、#a5p（弯杠）、#c5p（暗杠）：先字母，后牌。",
        )


def _read(text: str) -> _Reader:
    # NFKC folds the full-width digits, letters and punctuation a Chinese keyboard types
    folded = unicodedata.normalize("NFKC", text)
    if len(folded) > LONGEST:
        raise NotationError(
            "too_long",
            f"The text is longer than {LONGEST} characters: write one hand only.",
            f"超过 {LONGEST} 个字：只写一手牌。",
        )
    reader = _Reader(folded)
    reader.read()
    return reader


def parse_hand(text: str) -> Hand:
    """The hand a text means: `2223 678 789m 123p`, `5m ? #c1p`, `三万 幺鸡 #碰5筒`.

    Raises NotationError where it is no notation; a hand that no player can hold is still read, and
    `hand_problems` says what is wrong with it.

    >>> parse_hand("123万 55筒 #碰5条")
    Hand('123m 55p #p5s')
    """
    reader = _read(text)
    if not (reader.tiles or reader.melds or reader.unseen):
        raise NotationError(
            "empty",
            "There is no tile in it: write a hand, like 123m 55p.",
            "里面没有牌：请写一手牌，如 123m 55p。",
        )
    return Hand(count(reader.tiles), reader.unseen, tuple(reader.melds))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles a text means, in the order written, none for empty text; NotationError for melds and `?`."""
    reader = _read(text)
    if reader.melds or reader.unseen:
        raise NotationError(
            "only_tiles",
            "Only plain tiles belong here: write them like 14m 9s.",
            "这里只写单张牌，如 14m 9s。",
        )
    return tuple(reader.tiles)


def parse_tile(text: str) -> Tile:
    """The one tile a text means; NotationError for none or several."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(
            "one_tile",
            f"“{text.strip()}” is not one tile: write it like 5p or 五筒.",
            f"“{text.strip()}”不是一张牌：写成 5p 或五筒。",
        )
    return tiles[0]


def parse_suit(text: str) -> Suit:
    """The suit 花色 a text means: m p s, 万 筒 条 and their variants; NotationError for anything else."""
    word = unicodedata.normalize("NFKC", text).strip()
    if word not in SUIT_WORDS:
        raise NotationError(
            "bad_suit",
            f"“{text.strip()}” is no suit: write m, p or s (万, 筒, 条).",
            f"“{text.strip()}”不是花色：请写 m、p、s 或万、筒、条。",
        )
    return SUIT_WORDS[word]


def hand_problems(hand: Hand) -> tuple[Problem, ...]:
    """Everything that keeps a hand from being one a player can hold between turns or after a draw.

    Codes: fifth_copy, wrong_size (相公), too_many_melds. Unseen tiles and three suits are no fault here.
    """
    problems = []
    if len(hand.melds) > FULL // 3:
        problems.append(
            Problem(
                "too_many_melds",
                f"{len(hand.melds)} melds: a hand has at most four.",
                f"碰杠有 {len(hand.melds)} 副：最多四副。",
            )
        )
    fifth = [TILES[kind] for kind, many in enumerate(hand.own) if many > COPIES]
    problems += [
        Problem(
            "fifth_copy",
            f"{hand.own[one]} copies of {one} {one.chinese}: a set has four, check the tile.",
            f"{one.chinese}有 {hand.own[one]} 张：一副牌只有四张，请核对。",
        )
        for one in fifth
    ]
    if hand.surplus not in (0, 1) and not any(one.code == "too_many_melds" for one in problems):
        right = FULL - 3 * len(hand.melds)
        tiles = "1 tile" if hand.size == 1 else f"{hand.size} tiles"
        beside = f" beside {len(hand.melds)} melds" if len(hand.melds) > 1 else " beside a meld"
        problems.append(
            Problem(
                "wrong_size",
                f"{tiles} in hand{beside if hand.melds else ''}: it must be {right}, "
                f"or {right + 1} after a draw.",
                f"手里 {hand.size} 张{f'，碰杠 {len(hand.melds)} 副' * bool(hand.melds)}：张数不对，"
                f"该是 {right} 张，摸牌后 {right + 1} 张。",
            )
        )
    return tuple(problems)

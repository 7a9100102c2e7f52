"""要问要说的: what a reader of pictures says or asks, as values: a stable code and a sentence to act on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """`code` is stable; `message` and `chinese` are one sentence each; `places`: the tiles it is about, by
    their place in the reading; `options`: the answers to choose from, words of the public forms."""

    code: str
    message: str
    chinese: str
    places: tuple[int, ...] = ()
    options: tuple[str, ...] = ()


PLAIN = {"other": "an honour", "back": "face down"}
"""English for words of the public forms that are no tile's name."""


def no_tiles() -> Remark:
    """Nothing was found."""
    return Remark(
        "no_tiles",
        "No tile was found: go nearer, lay the tiles face up and take the photo again.",
        "没有找到牌：请靠近些，牌面朝上，再拍一张。",
    )


def no_hand() -> Remark:
    """There are tiles, but none that a hand could hold."""
    return Remark(
        "no_hand",
        "There is no Sichuan tile face up in the picture: show the hand from its front.",
        "照片里没有亮着的川麻牌：请从正面拍手牌。",
    )


def unclear_tile(place: int, number: int, options: Sequence[str], words: Sequence[str]) -> Remark:
    """A tile of the hand is left `?`: its place in the reading, its number in the hand from 1, what it may be
    (words of the public forms, and the same in Chinese), the likeliest first."""
    english = " or ".join(PLAIN.get(one, one) for one in options)
    return Remark(
        "unclear_tile",
        f"Tile {number} of the hand is unclear: is it {english}? Name it.",
        f"手牌第 {number} 张看不清：是{'还是'.join(words)}？请指定。",
        (place,),
        tuple(options),
    )


def face_down(places: Sequence[int]) -> Remark:
    """Tiles of the hand lie face down."""
    return Remark(
        "face_down",
        "1 tile of the hand lies face down: turn it over or name it."
        if len(places) == 1
        else f"{len(places)} tiles of the hand lie face down: turn them over or name them.",
        f"手牌里有 {len(places)} 张背面朝上：请翻开，或指定是什么牌。",
        tuple(places),
    )


def fifth_copy(word: str, name: str, many: int, places: Sequence[int]) -> Remark:
    """More than four of a kind were seen; the least sure ones, at `places`, were left `?`."""
    return Remark(
        "fifth_copy",
        f"{many} copies of {word} were read, but a set has four: check the tiles marked ?.",
        f"读到 {many} 张{name}，可一副牌只有四张：请核对标 ? 的牌。",
        tuple(places),
    )


def other_tiles(places: Sequence[int]) -> Remark:
    """Honours or flowers, which Sichuan's set does not have."""
    return Remark(
        "other_tiles",
        "1 tile in the picture is an honour or a flower, not of Sichuan: it is left out."
        if len(places) == 1
        else f"{len(places)} tiles in the picture are honours or flowers, not of Sichuan: they are left out.",
        f"照片里有 {len(places)} 张字牌或花牌，不是川麻的牌：没有算进去。",
        tuple(places),
    )


def winning_tile(place: int, word: str, name: str) -> Remark:
    """A tile lies apart from a hand of 13 - 3 x melds: it may be the drawn or winning one (FIELD C06)."""
    return Remark(
        "winning_tile",
        f"A {word} lies apart and is not counted: is it the winning or drawn tile? Say which.",
        f"有一张{name}单独放着，没有算进手牌：是胡的或刚摸的牌吗？请确认。",
        (place,),
        (word,),
    )


def stray_tiles(places: Sequence[int]) -> Remark:
    """Tiles that belong neither to the hand nor to its melds."""
    return Remark(
        "stray_tiles",
        "1 tile lies apart from the hand and is not counted."
        if len(places) == 1
        else f"{len(places)} tiles lie apart from the hand and are not counted.",
        f"另有 {len(places)} 张离手牌较远，没有算进去。",
        tuple(places),
    )


def which_kong(
    word: str, name: str, places: Sequence[int], options: Sequence[str] = ("k", "a", "c")
) -> Remark:
    """Four alike face up: a picture does not tell the kongs that lie so apart. `options`: their letters."""
    words = {"k": "直杠", "a": "弯杠", "c": "暗杠"}
    return Remark(
        "which_kong",
        f"Four {word} lie together: which kong it is does not show, it is written as an exposed one.",
        f"四张{name}摆在一起：看不出是{'还是'.join(words[one] for one in options)}，先按直杠写。",
        tuple(places),
        tuple(options),
    )


def meld_or_hand(word: str, name: str, places: Sequence[int]) -> Remark:
    """Three or four alike beside the hand with so small a gap that they may be a meld or not. The options are
    what they are then, as a hand is written."""
    many = len(places)
    melds = ["#p"] if many == 3 else ["#k", "#a", "#c"]
    return Remark(
        "meld_or_hand",
        f"{many} {word} lie only a little apart from the hand: say whether they are a meld or in the hand.",
        f"{many} 张{name}和手牌只隔一点：是碰杠，还是手里的牌？请点一下。",
        tuple(places),
        (*(meld + word for meld in melds), word[0] * many + word[1]),
    )


def kong_face_down(word: str, name: str, places: Sequence[int]) -> Remark:
    """Two alike between two face-down tiles, at a table that lays a concealed kong fully face up."""
    return Remark(
        "kong_face_down",
        f"Two {word} lie between two tiles face down: it is read as a concealed kong, but at this table "
        "that lies face up: turn the outer two over, or choose the rules of the table.",
        f"两张{name}夹在两张背面之间：先按暗杠读；但这桌的暗杠应全部亮开，请翻开外边两张，或改打法。",
        tuple(places),
    )


def which_melds(places: Sequence[int]) -> Remark:
    """More groups of three or four alike lie about than the hand can have melds."""
    return Remark(
        "which_melds",
        "More melds lie there than the hand can have: the nearest were taken, check them.",
        "桌上的碰杠比这手牌能有的多：取了最近的，请核对。",
        tuple(places),
    )

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.hands import Hand
from assistant.melds import Meld, MeldKind
from assistant.notation import (
    NotationError,
    hand_problems,
    parse_hand,
    parse_suit,
    parse_tile,
    parse_tiles,
)
from assistant.tiles import TILES, Suit, Tile

tiles = st.sampled_from(TILES)
hands = st.builds(
    Hand.of,
    st.lists(tiles, max_size=14),
    st.lists(st.builds(Meld, st.sampled_from(MeldKind), tiles), max_size=4).map(tuple),
    st.integers(0, 3),
).filter(lambda hand: bool(hand.size or hand.melds))


@given(hands)
def test_text_and_back(hand: Hand) -> None:
    assert parse_hand(str(hand)) == hand


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2223 678 789m 123p", "2223677889m 123p"),
        ("55p 123m", "123m 55p"),
        ("123万 55筒", "123m 55p"),
        ("一二三万，五五饼", "123m 55p"),
        ("伍萬 伍筒 5条 7索 9束", "5m 5p 579s"),
        ("幺鸡 2条", "12s"),
        ("１２３ｍ", "123m"),
        ("9S 1M", "1m 9s"),
        ("5m ?? #c1p", "5m ?? #c1p"),
        ("#碰5筒 #直杠一万 #弯杠9s #暗杠幺鸡 7m", "7m #p5p #k1m #a9s #c1s"),
        ("#p5p#k1m", "#p5p #k1m"),
        ("6m#p1m", "6m #p1m"),
    ],
)
def test_what_people_write(text: str, canonical: str) -> None:
    assert str(parse_hand(text)) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("123", "no_suit"),
        ("12 ?", "no_suit"),
        ("12#p1m", "no_suit"),
        ("m", "no_number"),
        ("123m m", "no_number"),
        ("0m", "bad_character"),
        ("123z", "bad_character"),
        ("2鸡", "bad_character"),
        ("鸡", "bad_character"),
        ("#x1m", "bad_meld"),
        ("#p", "bad_meld"),
        ("#p1", "bad_meld"),
        ("#pm1", "bad_meld"),
        ("1m" * 300, "too_long"),
    ],
)
def test_what_is_no_hand(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_tiles_keep_their_order() -> None:
    assert parse_tiles("9s 41m") == (Tile.S9, Tile.M4, Tile.M1)
    assert parse_tiles("") == ()


@pytest.mark.parametrize("text", ["?", "#p1m", "1m ?"])
def test_only_tiles_where_tiles_are_asked(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


def test_one_tile_one_suit() -> None:
    assert parse_tile("五筒") is Tile.P5
    assert parse_suit("索") is Suit.S
    for text in ("", "12m"):
        with pytest.raises(NotationError):
            parse_tile(text)
    with pytest.raises(NotationError):
        parse_suit("x")


def test_every_tile_reads_its_own_names() -> None:
    for one in TILES:
        assert parse_tile(str(one)) is one
        assert parse_tile(one.chinese) is one


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("2223 678 789m 123p", []),
        ("2223 678 789m 1234p", []),
        ("123456789m 123p ?", []),
        ("4m #p1s #k2s #c3s #a9p", []),
        ("1234m 55p #p1s #k2s #c3s", ["wrong_size"]),
        ("11111m 23456789p", ["fifth_copy"]),
        ("1m 23456789p 1s #c1m", ["fifth_copy"]),
        ("12345678m 1234567p", ["wrong_size"]),
        ("1m", ["wrong_size"]),
        ("1m #p1s #p2s #p3s #p4s #p5s", ["too_many_melds"]),
    ],
)
def test_what_no_player_can_hold(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in hand_problems(parse_hand(text))] == codes

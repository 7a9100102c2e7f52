"""The stable words of the record: every event survives the way to JSON and back."""

from __future__ import annotations

import json

import pytest

from assistant.events import (
    Adjusted,
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    Extra,
    FalseWin,
    Gap,
    How,
    Konged,
    Left,
    Melded,
    Passed,
    Ponged,
    Revealed,
    RoundStarted,
    SideBet,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.history.codec import READERS, CodecError, decode, encode, upcast
from assistant.melds import Meld, MeldKind
from assistant.notation import parse_hand
from assistant.tiles import Suit, Tile

HAND = parse_hand("123m 456p ?? #c9s")

EVENTS: list[TableEvent] = [
    RoundStarted("online", (("cap", 4), ("kong.added", 0)), ("甲", "B", "C", "D"), 56, (10, 20, 30, 40)),
    RoundStarted(),
    Dealt(3, HAND),
    Exchanged(0, (Tile.M1, Tile.M2, Tile.M3), (Tile.P7, None, None)),
    VoidChosen(1, Suit.M),
    SideBet("E", Tile.P7),
    SideBet("E", None),
    Drawn(0, Tile.M3),
    Drawn(2),
    Discarded(0, Tile.P5),
    Ponged(2, Tile.P5),
    *(Konged(2, how, Tile.P5) for how in How),
    Konged(2, How.ADDED, Tile.P5, just_drawn=False),
    Melded(2, Meld(MeldKind.PONG, Tile.P5)),
    Melded(2, Meld(MeldKind.EXPOSED_KONG, Tile.P5), giver=0, out=(1,)),
    Melded(2, Meld(MeldKind.ADDED_KONG, Tile.P5), out=(), just_drawn=True),
    Gap(),
    Gap(checked=False),
    Passed(1),
    Won((1, 3), ((1, parse_hand("123m 5p")), (3, HAND)), (Extra(1, "报叫"),)),
    Won((2,)),
    FalseWin(2),
    WallEmpty(),
    Revealed(2, HAND),
    Left(3),
    Adjusted(0, 4, 5, "tea"),
]


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_an_event_survives_the_way_to_json_and_back(event: TableEvent) -> None:
    line = json.dumps(encode(event), ensure_ascii=False)
    assert next(iter(json.loads(line))) == "kind"
    assert decode(json.loads(line)) == event


def test_every_kind_of_the_vocabulary_is_in_the_examples() -> None:
    assert {encode(event)["kind"] for event in EVENTS} == set(READERS)


def test_nested_overrides_read_as_dotted_keys() -> None:
    read = decode({"kind": "round_started", "overrides": {"kong": {"added": 0}, "cap": 4}})
    assert read == RoundStarted(overrides=(("kong.added", 0), ("cap", 4)))


def test_what_the_camera_adds_is_left_alone() -> None:
    line = {"kind": "drawn", "seat": 0, "tile": "?", "at": 3.5, "confidence": 0.9, "source": "camera"}
    assert decode(line) == Drawn(0)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ([], "no_object"),
        ({}, "unknown_kind"),
        ({"kind": "chowed", "seat": 1}, "unknown_kind"),
        ({"kind": ["won"]}, "unknown_kind"),
        ({"kind": "discarded", "seat": 1}, "missing_field"),
        ({"kind": "discarded", "seat": 4, "tile": "5p"}, "bad_field"),
        ({"kind": "discarded", "seat": True, "tile": "5p"}, "bad_field"),
        ({"kind": "discarded", "seat": 1, "tile": "0p"}, "bad_character"),
        ({"kind": "discarded", "seat": 1, "tile": "?"}, "only_tiles"),
        ({"kind": "discarded", "seat": 1, "tile": 5}, "bad_field"),
        ({"kind": "konged", "seat": 1, "how": "big", "tile": "5p"}, "bad_field"),
        ({"kind": "melded", "seat": 1, "meld": "5p"}, "bad_field"),
        ({"kind": "melded", "seat": 1, "meld": "#p5p #p6p"}, "bad_field"),
        ({"kind": "melded", "seat": 1, "meld": "#x5p"}, "bad_meld"),
        ({"kind": "melded", "seat": 1, "meld": "#k5p", "from": 4}, "bad_field"),
        ({"kind": "melded", "seat": 1, "meld": "#c5p", "out": [2, 2]}, "bad_field"),
        ({"kind": "konged", "seat": 1, "how": "added", "tile": "5p", "just_drawn": 1}, "bad_field"),
        ({"kind": "void_chosen", "seat": 1, "suit": "z"}, "bad_suit"),
        ({"kind": "won", "seats": []}, "bad_field"),
        ({"kind": "won", "seats": [1, 1]}, "bad_field"),
        ({"kind": "won", "seats": [1], "hands": {"7": "1m"}}, "bad_field"),
        ({"kind": "won", "seats": [1], "hands": {"": "1m"}}, "bad_field"),
        ({"kind": "won", "seats": [1], "hands": ["1m"]}, "bad_field"),
        ({"kind": "won", "seats": [1], "extra": [{"note": "x"}]}, "bad_field"),
        ({"kind": "won", "seats": [1], "extra": [{"doublings": 99}]}, "bad_field"),
        ({"kind": "exchanged", "seat": 1, "gave": "#p1m", "got": "123m"}, "bad_field"),
        ({"kind": "revealed", "seat": 1, "hand": ""}, "empty"),
        ({"kind": "adjusted", "from": 0, "to": 1, "points": 0}, "bad_field"),
        ({"kind": "adjusted", "from": 0, "to": 1, "points": 1.5}, "bad_field"),
        ({"kind": "round_started", "names": "ABCD"}, "bad_field"),
        ({"kind": "round_started", "overrides": []}, "bad_field"),
        ({"kind": "round_started", "overrides": {"kong.added": 0, "kong": {"added": 1}}}, "bad_field"),
        ({"kind": "round_started", "wall": -1}, "bad_field"),
        ({"kind": "round_started", "chips": [-1]}, "bad_field"),
        ({"kind": "round_started", "rules": 7}, "bad_field"),
    ],
    ids=repr,
)
def test_what_is_no_event_is_refused_with_one_sentence(data: object, code: str) -> None:
    with pytest.raises(CodecError) as caught:
        decode(data)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_old_versions_are_upcast_step_by_step() -> None:
    steps = {
        1: lambda data: {**data, "tile": data["pai"]},
        2: lambda data: {key: value for key, value in data.items() if key != "pai"},
    }
    new = upcast({"kind": "drawn", "seat": 0, "pai": "3m"}, 1, steps, newest=3)
    assert decode(new) == Drawn(0, Tile.M3)


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(CodecError, match="update tangzi"):
        upcast({"kind": "wall_empty"}, 99)

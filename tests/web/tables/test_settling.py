"""结账接口: a hand told at its end: tried without a trace, recorded in one piece, taken back in one."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.events import Dealt
from assistant.notation import parse_hand
from tests.web.tables.phones import Phones

PLAIN = "123m 456m 77m 234p 56p"
WIN: dict[str, Any] = {"hands": {"1": PLAIN}, "win": {"seats": [1], "tile": "7p", "from": 3}}
PIG = "147m 258p 36s 147p 88s"
NOT_READY = "1357s 246s 377p #k9s"
WALL: dict[str, Any] = {
    "hands": {"0": "123456789m 22s 34s", "1": NOT_READY, "2": PIG, "3": "1112345678999p"},
    "wall_empty": True,
    "kongs": [{"seat": 1, "tile": "9s", "from": 2}],
}


def settle(phones: Phones, who: str = "甲", status: int = 200, **body: Any) -> dict[str, Any]:  # noqa: ANN401
    return phones.post(who, "/settle", status, **body)


def net(phones: Phones) -> list[int]:
    found: list[int] = phones.get("甲")["round"]["net"]
    return found


@pytest.fixture
def started(phones: Phones) -> Phones:
    phones.start()
    return phones


def test_a_win_is_tried_then_recorded(started: Phones) -> None:
    tried = started.post("甲", "/settle", 200, **WIN, **{"try": True})
    assert [(one["from"], one["to"], one["points"]) for one in tried["payments"]] == [(3, 1, 1)]
    assert tried["payments"][0]["why"]["zh"]
    assert (tried["problems"], tried["missing"]) == ([], [])
    assert started.records() == 1
    form = settle(started, **WIN)
    assert form["problems"] == []
    assert net(started) == [0, 1, 0, -1]
    kinds = [line["event"]["kind"] for line in form["round"]["lines"]]
    assert kinds == ["round_started", "gap", "discarded", "won"]


def test_an_empty_wall_is_settled_to_the_point(started: Phones) -> None:
    settle(started, **WALL)
    assert net(started) == [9, -1, -24, 16]
    assert started.get("甲")["round"]["missing"] == []


def test_one_undo_takes_it_all_back_and_one_redo_brings_it_again(started: Phones) -> None:
    settle(started, **WALL)
    started.post("乙", "/undo")
    view = started.get("甲")
    assert (len(view["round"]["lines"]), view["round"]["net"], view["redo"]) == (1, [0, 0, 0, 0], True)
    started.post("甲", "/redo")
    assert net(started) == [9, -1, -24, 16]
    started.post("甲", "/undo")
    assert net(started) == [0, 0, 0, 0]


def test_the_same_tap_counts_once(started: Phones) -> None:
    body = {**WIN, "expected": 1, "key": "settle-1"}
    first, second = settle(started, **body), settle(started, **body)
    assert (first["again"], second["again"]) == (False, True)
    assert first["seq"] == second["seq"]
    assert net(started) == [0, 1, 0, -1]


def test_somebody_elses_record_in_between_is_a_conflict(started: Phones) -> None:
    started.play("0 x1m")
    form = settle(started, status=409, **WIN, expected=1)
    assert form["error"]["code"] == "conflict"


def test_nothing_is_recorded_where_one_part_cannot_be(started: Phones) -> None:
    body = {**WALL, "kongs": []}
    form = settle(started, status=422, **body)
    assert form["error"]["code"] == "giver_needed"
    assert "座位1直杠" in form["error"]["zh"]
    assert started.records() == 1


def test_a_hand_that_is_not_complete_is_asked_about_first(started: Phones) -> None:
    body: dict[str, Any] = {"hands": {"1": PLAIN}, "win": {"seats": [1], "tile": "9s", "from": 3}}
    form = settle(started, status=422, **body)
    assert form["error"]["code"] == "doubtful"
    assert started.records() == 1
    settle(started, **body, anyway=True)
    assert started.get("甲")["round"]["winners"] == []  # 诈胡


def test_the_same_photo_for_two_hands_is_asked_about_first(started: Phones) -> None:
    """Two of each kind at most: no fifth copy tells that one hand was taken twice."""
    twice: dict[str, Any] = {"hands": {"1": PLAIN, "2": PLAIN}, "wall_empty": True}
    tried = started.post("甲", "/settle", 200, **twice, **{"try": True})
    assert [(one["code"], one["doubtful"]) for one in tried["problems"] if not one["fatal"]] == [
        ("same_hand", True)
    ]
    said = settle(started, status=422, **twice)["error"]
    assert said["code"] == "doubtful"
    assert "一模一样" in said["zh"]
    settle(started, **twice, anyway=True)
    assert "same_hand" in [one["code"] for one in started.get("甲")["round"]["lines"][-1]["problems"]]


def test_a_win_whose_hand_nobody_photographed_is_asked_for(started: Phones) -> None:
    form = settle(started, win={"seats": [1], "tile": "7p", "from": 3})
    assert form["round"]["missing"] == ["reveal seat 1's hand"]
    settle(started, hands={"1": PLAIN})
    assert net(started) == [0, 1, 0, -1]


def test_three_wins_one_after_the_other_end_the_hand(started: Phones) -> None:
    settle(started, **WIN)
    settle(started, hands={"0": "123s 77s 234m 56m #c9m"}, win={"seats": [0], "tile": "7m"})
    # a root 2, and 1 more for the self-draw; the kong 2: from 2 and 3, who are still in
    assert net(started) == [10, 1, -5, -6]
    settle(started, hands={"2": "111p 222p 333p 444s 5s"}, win={"seats": [2], "tile": "5s", "from": 3})
    view = started.get("甲")["round"]
    assert view["finished"]
    assert view["net"] == [10, 1, -3, -8]


def test_a_kong_that_was_there_before_an_earlier_win_is_paid_by_that_winner_too(started: Phones) -> None:
    settle(started, **WIN)
    hand = {"0": "123s 77s 234m 56m #c9m"}
    settle(
        started, hands=hand, win={"seats": [0], "tile": "7m"}, kongs=[{"seat": 0, "tile": "9m", "out": []}]
    )
    assert net(started) == [12, -1, -5, -6]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "nothing_told"),
        ({"win": 3}, "bad_request"),
        ({"win": {"seats": [], "tile": "7p"}}, "bad_request"),
        ({"win": {"seats": [1, 1], "tile": "7p", "from": 0}}, "bad_request"),
        ({"win": {"seats": [1, 2], "tile": "7p"}}, "bad_request"),
        ({"win": {"seats": [1], "tile": "7p", "robbed": True}}, "bad_request"),
        ({"win": {"seats": [4], "tile": "7p"}}, "bad_request"),
        ({"win": {"seats": [1], "tile": 7}}, "bad_request"),
        ({"win": {"seats": [1], "tile": "0p"}}, "bad_character"),
        ({"win": {"seats": [1], "tile": "7p"}, "wall_empty": True}, "bad_request"),
        ({"win": {"seats": [1], "tile": "7p", "after_kong": 3}}, "bad_request"),
        ({"hands": {"7": "1m"}}, "bad_request"),
        ({"hands": {"1": "1x"}}, "bad_character"),
        ({"hands": ["1m"]}, "bad_request"),
        ({"kongs": 3, "wall_empty": True}, "bad_request"),
        ({"kongs": [3], "wall_empty": True}, "bad_request"),
        ({"kongs": [{"seat": 1, "tile": "1m", "out": 3}], "wall_empty": True}, "bad_request"),
        ({"kongs": [{"seat": 1, "tile": "1m", "just_drawn": 3}], "wall_empty": True}, "bad_request"),
        ({"wall_empty": 1}, "bad_request"),
        ({"unknown": 1}, "unknown_key"),
    ],
    ids=repr,
)
def test_what_cannot_be_used_is_refused_with_a_sentence(
    started: Phones, body: dict[str, Any], code: str
) -> None:
    error = settle(started, status=400, **body)["error"]
    assert error["code"] == code
    assert error["message"].endswith(".")


def test_before_the_first_hand_there_is_nothing_to_settle(phones: Phones) -> None:
    assert settle(phones, status=409, **WIN)["error"]["code"] == "not_started"


def test_a_hidden_hand_stays_hidden_from_who_tries(phones: Phones) -> None:
    """甲 notes the own hand; another cannot feel for it by trying ends, not even by what they would pay."""
    phones.start()
    phones.tell("甲", Dealt(0, parse_hand("1112345678999p")))
    for _ in range(2):
        tried = settle(phones, "乙", wall_empty=True, hands={"1": PLAIN}, **{"try": True})
        assert "reveal seat 0's hand" in tried["missing"]
        phones.post("甲", "/undo")
        phones.tell("甲", Dealt(0, parse_hand("147m 258p 36s 147p 88s")))
    told: dict[str, Any] = {"hands": {"0": "1112345678999p"}, "wall_empty": True}
    assert settle(phones, "乙", 403, **told, **{"try": True})["error"]["code"] == "not_your_hand"

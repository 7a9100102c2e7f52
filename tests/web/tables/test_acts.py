"""What a table records: taps that count once, conflicts, undo, amendments, rounds, rules, chips."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from assistant.events import Discarded, Drawn, RoundStarted
from assistant.history.codec import encode
from assistant.tiles import Tile
from tests.web.forms import codes
from tests.web.tables.phones import WRITE, Phones, open_phones, second_tab
from web.companion import Companion

DEAL = {"甲": "111222333m 4567s", "丙": "111456789s 22p 99p"}


def kinds(view: dict[str, object]) -> list[str]:
    round_ = view["round"]
    assert isinstance(round_, dict)
    return [line["event"]["kind"] for line in round_["lines"]]


def test_a_tap_sent_twice_counts_once(phones: Phones) -> None:
    phones.start()
    body: dict[str, Any] = {"event": encode(Drawn(0)), "expected": 1, "key": "same"}
    first = phones.post("乙", "/events", **body)
    second = phones.post("乙", "/events", **body)
    assert (first["seq"], first["again"]) == (1, False)
    assert (second["seq"], second["again"]) == (1, True)
    assert phones.records() == 2


def test_a_tap_counts_once_after_a_restart_too(phones: Phones) -> None:
    """The key stands in the log: a server that never answered is asked again after its restart."""
    phones.start()
    body: dict[str, Any] = {"event": encode(Drawn(0)), "expected": 1, "key": "same"}
    phones.post("乙", "/events", **body)
    phones.app.live.forget(phones.table)
    assert phones.post("乙", "/events", **body)["again"] is True
    assert phones.records() == 2


def test_keys_are_a_members_own(phones: Phones) -> None:
    phones.start()
    phones.post("乙", "/events", event=encode(Drawn(0)), expected=1, key="same")
    phones.post("丙", "/events", event=encode(Discarded(0, Tile.M1)), expected=2, key="same")
    assert phones.records() == 3


def test_two_phones_with_one_event_make_one(phones: Phones) -> None:
    phones.start()
    phones.post("乙", "/events", event=encode(Drawn(0)), expected=1)
    second = phones.post("丙", "/events", event=encode(Drawn(0)), expected=1)
    assert (second["seq"], second["again"]) == (1, True)
    assert phones.records() == 2


def test_two_phones_that_differ_are_told(phones: Phones) -> None:
    phones.start()
    phones.post("乙", "/events", event=encode(Discarded(0, Tile.M1)), expected=1)
    answer = phones.post("丙", "/events", 409, event=encode(Discarded(0, Tile.M2)), expected=1)
    assert answer["error"]["code"] == "conflict"
    assert answer["error"]["zh"]
    assert phones.records() == 2


@pytest.mark.parametrize("same", [True, False], ids=["one event", "two"])
def test_phones_that_tap_at_once(phones: Phones, same: bool) -> None:
    """Six threads, one moment: one record, and everybody else hears either that or of a conflict."""
    phones.start()
    barrier = threading.Barrier(6)
    answers: list[tuple[int, dict[str, object]]] = []

    def tap(who: str, place: int) -> None:
        client = second_tab(phones.app, phones.clients[who])
        event = Discarded(0, Tile.M1 if same else Tile(place))
        barrier.wait()
        answer = client.post(
            f"/api/tables/{phones.table}/events",
            json={"event": encode(event), "expected": 1, "key": f"k{place}"},
            headers=WRITE,
        )
        answers.append((answer.status_code, answer.get_json()))

    threads = [threading.Thread(target=tap, args=("乙丙丁"[at % 3], at)) for at in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert phones.records() == 2
    codes = sorted(code for code, _ in answers)
    assert codes == ([200] * 6 if same else [200, *[409] * 5])
    assert sum(form.get("again") is False for _, form in answers) == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"event": {"kind": "nonsense"}}, "unknown_kind"),
        ({"event": {"kind": "drawn", "seat": 9, "tile": "?"}}, "bad_field"),
        ({"event": 7}, "no_object"),
        ({"event": encode(RoundStarted())}, "no_start"),
        ({"event": encode(Drawn(0)), "expected": "x"}, "bad_request"),
        ({"event": encode(Drawn(0)), "key": ""}, "bad_key"),
        ({"event": encode(Drawn(0)), "key": "a/b"}, "bad_key"),
        ({"event": encode(Drawn(0)), "more": 1}, "unknown_key"),
    ],
)
def test_what_cannot_be_read_is_refused(phones: Phones, body: dict[str, Any], code: str) -> None:
    phones.start()
    assert phones.post("甲", "/events", 400, **body)["error"]["code"] == code
    assert phones.records() == 1


def test_what_cannot_have_happened_is_refused_and_what_should_not_have_is_kept(phones: Phones) -> None:
    phones.start()
    refused = phones.tell("乙", Discarded(0, Tile.M1), 200)
    assert refused["problems"] == []
    answer = phones.post("乙", "/events", 422, event={"kind": "ponged", "seat": 0, "tile": "1m"})
    assert answer["error"]["code"] == "nothing_to_claim"
    kept = phones.tell("乙", Drawn(3))
    assert codes(kept) == ["out_of_turn"]
    assert kept["round"]["lines"][-1]["problems"] == kept["problems"]


def test_nothing_happens_before_a_round(phones: Phones) -> None:
    answer = phones.post("甲", "/events", 422, event=encode(Drawn(0)))
    assert answer["error"]["code"] == "not_started"


def test_undo_redo_retract_amend(phones: Phones) -> None:
    phones.start()
    phones.play("0 d? x1m; 1 d? x2m")
    view = phones.post("乙", "/undo")
    assert kinds(view)[-1] == "drawn"
    assert view["redo"] is True
    view = phones.post("丙", "/redo")
    assert kinds(view)[-1] == "discarded"
    assert view["redo"] is False
    view = phones.post("甲", "/amend", seq=2, event=encode(Discarded(0, Tile.P9)))
    assert view["round"]["seats"][0]["discards"] == ["9p"]
    view = phones.post("甲", "/retract", seq=4)
    assert view["round"]["seats"][1]["discards"] == []
    assert phones.post("甲", "/retract", 422, seq=99)["error"]["code"] == "no_such_record"
    assert phones.post("甲", "/retract", 422, seq=4)["error"]["code"] == "retracted_already"


def test_a_claimed_discard_is_told_apart_from_those_that_lie_there(phones: Phones) -> None:
    phones.start()
    seats = phones.play("0 d? x1m; 1 d? x2m; 3 pong 2m x9s")["round"]["seats"]
    assert [one["discards"] for one in seats] == [["1m"], ["2m"], [], ["9s"]]
    assert [one["taken"] for one in seats] == [[], [0], [], []]


def test_nothing_to_undo(phones: Phones) -> None:
    assert phones.post("甲", "/undo", 422)["error"]["code"] == "nothing_to_undo"
    assert phones.post("甲", "/redo", 422)["error"]["code"] == "nothing_to_redo"


def test_removing_an_early_event_hides_the_totals_until_mended(phones: Phones) -> None:
    """FIELD C10: the first broken later event shows its reason, and nobody's balance is shown."""
    phones.start()
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"')
    assert phones.balances() == {"甲": -1, "乙": 0, "丙": 1, "丁": 0}
    view = phones.post("甲", "/retract", seq=2)
    assert view["whole"] is False
    assert [(one["seq"], one["code"]) for one in view["broken"]] == [(3, "nothing_to_win_on")]
    assert set(phones.balances().values()) == {None}
    money = phones.get("乙", "/money")
    assert money["whole"] is False
    assert money["transfers"] is None
    assert {one["points"] for one in money["balances"]} == {None}
    view = phones.post("甲", "/redo")
    assert view["whole"] is True
    assert phones.balances() == {"甲": -1, "乙": 0, "丙": 1, "丁": 0}


def test_the_next_round_is_dealt_by_the_first_winner(phones: Phones) -> None:
    phones.start()
    assert phones.post("甲", "/rounds", 409)["error"]["code"] == "round_running"
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    answer = phones.post("甲", "/rounds", 409)
    assert answer["error"]["code"] == "missing", "three hands are to be shown"
    view = phones.start(anyway=True)
    assert view["round"]["people"] == [phones.ids[who] for who in "丙丁甲乙"]
    assert view["rounds"] == 2


def test_a_dealer_can_be_named_or_thrown(phones: Phones) -> None:
    view = phones.start(dealer=phones.ids["丁"])
    assert view["round"]["people"][0] == phones.ids["丁"]
    phones.play("wall")
    view = phones.start(dice=[2, 4], anyway=True)
    assert view["round"]["people"][0] == phones.ids["甲"], "six counts one past the last dealer"
    assert view["wall_break"]["seat"] == 1
    assert view["wall_break"]["stacks"] == 2
    assert view["wall_break"]["zh"]


def test_dice_decide_where_the_rules_say_so(app: Companion) -> None:
    phones = open_phones(app, rules="online")
    phones.start()
    phones.play("wall")
    assert phones.post("甲", "/rounds", 409, anyway=True)["error"]["code"] == "name_dealer"
    assert phones.start(dice=[1, 2], anyway=True)["round"]["people"][0] == phones.ids["丙"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"dealer": "nobody"}, "no_such_person"),
        ({"dealer": 3}, "bad_request"),
        ({"dice": [0, 7]}, "bad_dice"),
        ({"dice": "66"}, "bad_dice"),
        ({"names": {"x": "老王"}}, "no_such_person"),
        ({"names": 3}, "bad_request"),
        ({"chips": {"x": -1}}, "bad_request"),
        ({"wall": -1}, "bad_request"),
    ],
)
def test_a_start_that_says_nonsense_is_refused(phones: Phones, body: dict[str, Any], code: str) -> None:
    assert phones.post("甲", "/rounds", 400, **body)["error"]["code"] == code


def test_a_wall_that_cannot_be(phones: Phones) -> None:
    assert phones.post("甲", "/rounds", 422, wall=107)["error"]["code"] == "bad_round"


def test_one_phone_keeps_the_book_for_all(app: Companion) -> None:
    phones = open_phones(app, seated=1)
    view = phones.start(names={"chair:2": "老王"})
    assert [one["name"] for one in view["circle"]] == ["甲", "2号位", "老王", "4号位"]
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    assert phones.balances()["老王"] == 1
    assert [one["name"] for one in phones.start(anyway=True)["circle"]] == ["甲", "2号位", "老王", "4号位"]


def test_a_name_is_no_ones_twice(app: Companion) -> None:
    phones = open_phones(app, seated=1)
    assert phones.post("甲", "/rounds", 400, names={"chair:1": "甲"})["error"]["code"] == "name_taken"


def test_three_players(app: Companion) -> None:
    phones = open_phones(app, players=3)
    view = phones.start()
    assert view["round"]["wall"] == 69
    assert view["round"]["rules"]["values"]["players"] == 3


def test_the_money_follows_a_new_name(phones: Phones) -> None:
    phones.start()
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    member = phones.ids["丙"]
    answer = phones.clients["丙"].post(
        f"/api/tables/{phones.table}/members/{member}/rename", json={"name": "小李"}, headers=WRITE
    )
    assert answer.status_code == 200
    phones.start(anyway=True)
    assert phones.balances() == {"甲": -1, "乙": 0, "小李": 1, "丁": 0}


def test_rules_change_for_the_next_round_only(phones: Phones) -> None:
    phones.start()
    view = phones.post("甲", "/rules", rules="online", set={"base": 2})
    assert view["table"]["rules"] == "online"
    assert view["round"]["rules"]["name"] == "chengdu"
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    assert phones.balances()["丙"] == 1, "the running round keeps its rules"
    view = phones.start(anyway=True)
    assert (view["round"]["rules"]["name"], view["round"]["rules"]["values"]["base"]) == ("online", 2)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"rules": "nowhere"}, "no_such_rules"),
        ({"rules": "../../etc/passwd"}, "no_such_rules"),
        ({"rules": "chengdu", "set": {"caps": 1}}, "unknown_key"),
        ({"rules": "chengdu", "set": [1]}, "bad_set"),
        ({"rules": "chengdu", "set": 0}, "bad_set"),
        ({}, "bad_request"),
    ],
)
def test_rules_that_are_none(phones: Phones, body: dict[str, Any], code: str) -> None:
    assert phones.post("甲", "/rules", 400, **body)["error"]["code"] == code


def test_chips_go_on_from_round_to_round(phones: Phones) -> None:
    ids = phones.ids
    view = phones.start(chips={ids[who]: 10 for who in "甲乙丙丁"})
    assert view["round"]["chips"] == [10] * 4
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    view = phones.start(anyway=True)
    assert dict(zip(view["round"]["people"], view["round"]["chips"], strict=True)) == {
        ids["甲"]: 9,
        ids["乙"]: 10,
        ids["丙"]: 11,
        ids["丁"]: 10,
    }
    view = phones.post("甲", "/chips", chips={ids["甲"]: 50, ids["丙"]: 11})
    assert view["round"]["chips"] == [11, 0, 50, 0]
    view = phones.post("甲", "/chips", chips=None)
    assert view["round"]["chips"] is None
    view = phones.post("甲", "/undo")
    assert view["round"]["chips"] == [11, 0, 50, 0]


def test_chips_need_a_round(phones: Phones) -> None:
    assert phones.post("甲", "/chips", 409, chips=None)["error"]["code"] == "not_started"


def test_short_chips_are_shared_out(phones: Phones) -> None:
    """甲 has nothing and pays nothing, once the last hands are shown."""
    phones.start(chips={phones.ids["甲"]: 0, phones.ids["丙"]: 5})
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    assert phones.balances()["甲"] == 0
    assert [one["reason"] for one in phones.get("甲", "/money")["lines"]] == ["win_discard", "chips"]


def test_the_fifth_person_is_paid_too(app: Companion) -> None:
    phones = open_phones(app, set={"side_bet": True})
    phones.start()
    phones.post("甲", "/events", event={"kind": "side_bet", "name": "老五", "tile": "3p"})
    view = phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    assert view["round"]["side_bet"] == {"name": "老五", "tile": "3p", "seat": 2}
    money = phones.get("甲", "/money")
    assert {one["name"]: one["points"] for one in money["balances"]}["老五"] == 1
    assert [one["payee"] for one in money["lines"]] == [phones.ids["丙"], "~老五"]


def test_people_change_places_in_one_act(phones: Phones) -> None:
    """FIELD C09."""
    phones.start()
    phones.play('0 d? x9p; 2 win "111456789s 22p 99p"; wall')
    phones.start(anyway=True)
    phones.play("0 d? x1m")
    before = phones.balances()
    view = phones.post("甲", "/swap", one=phones.ids["甲"], two=phones.ids["乙"], **{"from": 2})
    assert view["round"]["people"] == [phones.ids[who] for who in "丙丁乙甲"]
    assert view["round"]["seats"][0]["discards"] == ["1m"], "丙 still deals and threw it"
    assert phones.balances() == before
    assert [one["name"] for one in view["circle"]] == list("甲丙丁乙")
    assert phones.get("乙")["me"]["chair"] == 3
    view = phones.post("甲", "/undo")
    assert view["round"]["people"] == [phones.ids[who] for who in "丙丁甲乙"]


def test_places_change_from_the_next_round_on(phones: Phones) -> None:
    phones.start()
    phones.play("wall")
    phones.post("甲", "/swap", one=phones.ids["乙"], two=phones.ids["丁"], **{"from": 2})
    view = phones.start(anyway=True)
    assert view["round"]["people"] == [phones.ids[who] for who in "甲丁丙乙"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"one": "x", "two": "y", "from": 1}, 400, "no_such_person"),
        ({"one": "甲", "two": "甲", "from": 1}, 422, "cannot_reseat"),
        ({"one": "甲", "two": "乙", "from": 9}, 400, "no_such_round"),
        ({"one": "甲", "two": "乙", "from": 0}, 400, "no_such_round"),
    ],
)
def test_places_that_cannot_change(phones: Phones, body: dict[str, Any], status: int, code: str) -> None:
    phones.start()
    body = {key: phones.ids.get(str(value), value) for key, value in body.items()}
    assert phones.post("甲", "/swap", status, **body)["error"]["code"] == code


CLAIMED = "0 d1m x1m; 1 d3m x3m; 2 d6m x6m; 0 kong= 6m"
ADDED = "0 d? x6m; 1 pong 6m x1s; 2 d? x1p; 3 d? x2p; 0 d? x3p; 1 d6m kong+ 6m"


@pytest.mark.parametrize(
    ("acts", "rules", "expected"),
    [
        pytest.param("0 d6m kong* 6m", "chengdu", (6, -2, -2, -2), id="A05 a"),
        pytest.param("0 d6m kong* 6m", "online", (36, -12, -12, -12), id="A05 a, online"),
        pytest.param(CLAIMED, "chengdu", (2, 0, -2, 0), id="A05 b"),
        pytest.param(CLAIMED, "maomaoyu", (4, -1, -2, -1), id="A05 b, drizzle"),
        pytest.param(ADDED, "chengdu", (0,) * 4, id="A05 added, it may be robbed"),
        pytest.param(ADDED + " d?", "chengdu", (-1, 3, -1, -1), id="A05 added, it stands"),
    ],
)
def test_the_live_balance_shows_a_kong_at_once(
    app: Companion, acts: str, rules: str, expected: tuple[int, ...]
) -> None:
    """An added kong once nobody has robbed it; the others with their line."""
    phones = open_phones(app, rules=rules)
    phones.start()
    phones.play(acts)
    assert tuple(phones.balances().values()) == expected

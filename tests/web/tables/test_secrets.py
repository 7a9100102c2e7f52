"""What each member may see: the own hand alone, the public table, money; and what nobody may feel for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assistant.advice import Because, Caution
from assistant.events import Dealt, Discarded, Drawn, Extra, Revealed, VoidChosen, Won
from assistant.history.codec import encode
from assistant.notation import parse_hand
from assistant.tiles import Suit, Tile
from tests.web.tables.phones import DEAL, Phones, open_phones
from web.companion import Companion
from web.tables.advising import BECAUSE, CAUTIONS

EVERYBODY = "甲乙丙丁旁屏"


def hands(view: dict[str, object]) -> list[bool]:
    round_ = view["round"]
    assert isinstance(round_, dict)
    return [one["hand"] is not None for one in round_["seats"]]


def test_the_own_hand_and_no_other(phones: Phones) -> None:
    phones.start()
    phones.deal(DEAL)
    for place, who in enumerate("甲乙丙丁"):
        assert hands(phones.get(who)) == [seat == place for seat in range(4)]
    for who in "旁屏":
        assert hands(phones.get(who)) == [False] * 4


@pytest.mark.parametrize("who", EVERYBODY)
def test_no_word_of_another_hand_in_any_answer(phones: Phones, who: str) -> None:
    """Every route that answers this member, and every refusal, searched for the hands of the others."""
    phones.start()
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    phones.post("丙", "/events", event={"kind": "passed", "seat": 2})
    answers = [phones.get(who), phones.get(who, "/money"), phones.get(who, "/money?round=1")]
    client = phones.clients[who]
    for path, body in (
        ("/events", {"event": encode(Revealed(1, parse_hand("444555666m 123s 9p")))}),
        ("/events", {"event": {"kind": "konged", "seat": 3, "how": "concealed", "tile": "7m"}}),
        ("/events", {"event": {"kind": "won", "seats": [1]}}),
        ("/amend", {"seq": 2, "event": {"kind": "dealt", "seat": 1, "hand": "?" * 13}}),
        ("/retract", {"seq": 2}),
        ("/advice", {"hand": "19m 19p 19s 1234567m"}),
    ):
        if path != "/advice":
            body = {**body, "expected": 0, "key": "k"}
        sent = client.post(f"/api/tables/{phones.table}{path}", json=body, headers={"X-Tangzi": "1"})
        answers.append(sent.get_json())
    for player, hand in DEAL.items():
        if player == who:
            continue
        seat = "甲乙丙丁".index(player)
        told = [text for answer in answers for text in _texts(answer) if str(parse_hand(hand)) in text]
        assert told == [], f"{who} can read the hand of seat {seat}"
    lines = phones.get(who)["round"]["lines"]
    for line in lines:
        if line["event"]["kind"] == "dealt" and line["event"]["seat"] != _seat(who):
            assert line["event"]["hand"] == "?" * 13
        assert line["event"]["kind"] != "passed" or who == "丙"


def _seat(who: str) -> int | None:
    return "甲乙丙丁".index(who) if who in "甲乙丙丁" else None


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    return [text for one in value for text in _texts(one)] if isinstance(value, list) else []


def test_what_may_come_next_tells_nothing_of_a_hand(phones: Phones) -> None:
    """2 alone could win and 0 has noted its hand: to the others each may still win and pong."""
    phones.start()
    before = phones.get("旁")["next"]
    phones.deal(DEAL)
    assert phones.get("旁")["next"] == before
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    assert phones.get("旁")["next"]["win"] == [1, 2, 3]
    assert phones.get("乙")["next"]["win"] == [2, 3], "乙 knows that 乙 cannot"
    assert phones.get("乙")["next"]["pong"] == [2, 3]


def test_only_the_owner_and_the_host_record_for_a_hand_that_is_noted(phones: Phones) -> None:
    phones.start()
    phones.deal({"丙": DEAL["丙"]})
    event: dict[str, Any] = {"kind": "konged", "seat": 2, "how": "concealed", "tile": "2m"}
    refused = phones.post("乙", "/events", 403, event=event)
    assert refused["error"]["code"] == "not_your_hand"
    assert phones.post("乙", "/retract", 403, seq=1)["error"]["code"] == "not_your_hand"
    assert phones.post("乙", "/undo", 403)["error"]["code"] == "not_your_hand"
    refused = phones.post("甲", "/events", 422, event=event)
    assert refused["error"]["code"] == "does_not_fit", "the host hears no more"
    refused = phones.post("丙", "/events", 422, event=event)
    assert refused["error"]["code"] == "not_held"
    phones.post("乙", "/events", event={"kind": "drawn", "seat": 0, "tile": "?"})


def test_a_note_of_an_earlier_round_is_its_players_to_mend(phones: Phones) -> None:
    """Seats are those of that round: 丙 sits elsewhere in the next one, where others note theirs."""
    phones.start()
    phones.deal({"丙": DEAL["丙"]})
    phones.play("wall")
    phones.start(dealer=phones.ids["乙"], anyway=True)
    assert phones.get("丙")["me"]["seat"] == 1
    phones.deal({"丁": DEAL["丁"]})
    note: dict[str, Any] = {"seq": 1, "event": encode(Dealt(2, parse_hand(DEAL["乙"])))}
    for who in "乙丁":
        assert phones.post(who, "/retract", 403, seq=1)["error"]["code"] == "not_your_hand"
        assert phones.post(who, "/amend", 403, **note)["error"]["code"] == "not_your_hand"
    phones.post("丙", "/amend", **note)
    assert phones.get("丙", "/record/1")["round"]["lines"][1]["event"]["hand"] == str(parse_hand(DEAL["乙"]))
    phones.post("甲", "/retract", seq=1)


@pytest.mark.parametrize("later", [False, True], ids=["this round", "an earlier round"])
def test_what_was_amended_or_taken_back_of_a_note_is_its_players_too(phones: Phones, later: bool) -> None:
    """Taking the amendment back would change the hand as amending it does."""
    phones.start()
    phones.deal({"丙": DEAL["丙"]})
    phones.post("丙", "/amend", seq=1, event=encode(Dealt(2, parse_hand(DEAL["乙"]))))
    if later:
        phones.play("wall")
        phones.start(dealer=phones.ids["乙"], anyway=True)
    for who in "乙丁":
        assert phones.post(who, "/retract", 403, seq=2)["error"]["code"] == "not_your_hand"
        if not later:
            assert phones.post(who, "/undo", 403)["error"]["code"] == "not_your_hand"
    taken = phones.post("丙", "/retract", seq=2)["seq"]
    for who in "乙丁":
        assert phones.post(who, "/retract", 403, seq=taken)["error"]["code"] == "not_your_hand"
        assert phones.post(who, "/redo", 403)["error"]["code"] == "not_your_hand"
    phones.post("丙", "/redo")
    phones.post("甲", "/retract", seq=2)


@pytest.mark.parametrize("rules", ["chengdu", "sbr-2025"])
def test_a_winner_shows_when_the_table_says(app: Companion, rules: str) -> None:
    phones = open_phones(app, rules=rules)
    phones.start()
    if rules == "sbr-2025":
        phones.play("0 void p; 1 void p; 2 void m; 3 void s")
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    view = phones.tell("丙", Won((2,)))
    at_once = rules == "chengdu"
    assert hands(phones.get("旁")) == [False, False, at_once, False]
    assert (view["round"]["waiting"] == 0) is at_once
    assert bool(phones.get("旁", "/money")["lines"]) is at_once
    assert set(phones.balances().values()) == ({-1, 0, 1} if at_once else {0})
    phones.play("wall")
    assert hands(phones.get("旁")) == [True] * 4
    assert phones.get("旁", "/money")["lines"]


def test_who_amends_a_win_keeps_what_they_do_not_see_of_it(app: Companion) -> None:
    phones = open_phones(app, rules="sbr-2025")
    phones.start()
    phones.play("0 void p; 1 void p; 2 void m; 3 void s")
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    told = encode(Won((2,), ((2, parse_hand(DEAL["丙"])),), (Extra(2, "报叫"),)))
    phones.post("丙", "/events", event=told)
    line = phones.get("乙")["round"]["lines"][-1]
    assert line["event"] == {"kind": "won", "seats": [2]}
    phones.post("乙", "/amend", seq=line["seq"], event=line["event"])
    assert phones.get("丙")["round"]["lines"][-1]["event"] == told
    assert phones.get("乙")["round"]["lines"][-1]["event"] == line["event"]
    phones.post("丙", "/amend", seq=line["seq"], event={"kind": "won", "seats": [1]})
    assert phones.get("丙")["round"]["lines"][-1]["event"] == {"kind": "won", "seats": [1]}


def test_fair_play_shows_money_and_the_open_table_only(phones: Phones) -> None:
    phones.post("甲", "/fair", on=True)
    phones.start()
    phones.deal(DEAL)
    for who in EVERYBODY:
        assert hands(phones.get(who)) == [False] * 4
    for who in "甲乙":
        assert phones.get(who, "/advice", 403)["error"]["code"] == "fair_play"
        refused = phones.post(who, "/advice", 403, hand="111222333m 4567s")
        assert refused["error"]["code"] == "fair_play"
    assert phones.post("甲", "/fair", 409, on=False)["error"]["code"] == "round_running"
    phones.play("wall")
    assert hands(phones.get("旁")) == [True] * 4
    assert phones.post("甲", "/fair", on=False)["table"]["fair_play"] is False


def test_fair_play_asks_nobody_twice_for_the_own_void_suit(app: Companion) -> None:
    phones = open_phones(app, rules="sbr-2025")
    phones.post("甲", "/fair", on=True)
    phones.start()
    phones.tell("乙", VoidChosen(1, Suit.M))
    assert [phones.get(who)["next"]["void"] for who in "乙丙屏"] == [[0, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]
    assert [phones.get(who)["round"]["seats"][1]["void"] for who in "乙丙屏"] == ["m", None, None]


def test_fair_play_offers_the_same_to_all(phones: Phones) -> None:
    phones.post("甲", "/fair", on=True)
    phones.start()
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    offers = [json.dumps(phones.get(who)["next"]) for who in EVERYBODY]
    assert len(set(offers)) == 1


def test_own_advice(phones: Phones) -> None:
    phones.start()
    phones.deal({"丙": DEAL["丙"]})
    advice = phones.get("丙", "/advice")
    assert [(one["tile"], one["left"]) for one in advice["waits"]] == [("2p", 2), ("9p", 2)]
    told = phones.post("丁", "/advice", hand=DEAL["丁"])
    assert [one["tile"] for one in told["waits"]] == ["6p", "9p"]
    assert phones.records() == 2, "nothing of it is kept"
    refused = phones.get("丁", "/advice", 409)["error"]
    assert (refused["code"], refused["zh"][:3]) == ("hand_unknown", "还不知")
    assert phones.post("丁", "/advice", 400, hand="99x")["error"]["code"]
    assert phones.post("丁", "/advice", 409, hand="1111m 1m")["error"]["code"] == "fifth_copy"


def test_advice_needs_a_seat(phones: Phones) -> None:
    assert phones.get("甲", "/advice", 409)["error"]["code"] == "not_seated"


def test_every_reason_has_words() -> None:
    assert set(BECAUSE) == set(Because)
    assert set(CAUTIONS) == set(Caution)


def test_the_money_lines_say_why_and_sum_to_the_balance(phones: Phones) -> None:
    """C11: the same lines on every page, and they are the total."""
    phones.start()
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    phones.tell("丙", Won((2,)))
    phones.play("wall")
    pages = [phones.get(who, "/money") for who in EVERYBODY]
    assert all(page == pages[0] for page in pages)
    total = dict.fromkeys(phones.ids.values(), 0)
    for line in pages[0]["lines"]:
        assert line["why"]["zh"]
        assert line["why"]["en"]
        total[line["payer"]] -= line["points"]
        total[line["payee"]] += line["points"]
    for one in pages[0]["balances"]:
        assert one["points"] == total[one["person"]]
    paid = dict.fromkeys(total, 0)
    for one in pages[0]["transfers"]:
        paid[one["from"]] -= one["points"]
        paid[one["to"]] += one["points"]
    assert paid == total

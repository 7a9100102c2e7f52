"""A round step by step: each event with its sentence, the table and the money; hands for who may see."""

from __future__ import annotations

from typing import Any

import pytest

from assistant import round as door
from assistant.events import Drawn
from assistant.history.codec import READERS, decode
from assistant.notation import parse_hand
from assistant.rules import RulesError
from assistant.tiles import Tile
from assistant.visibility import UNFITTING
from tests.assistant.history.test_codec import EVENTS
from tests.web.tables.phones import DEAL, Phones, open_phones
from web.companion import Companion
from web.presenters.happened import UNTOLD, happened


def replay(phones: Phones, who: str, number: int = 1) -> dict[str, Any]:
    return phones.get(who, f"/rounds/{number}")


def test_every_event_has_its_sentence_the_table_and_the_money(phones: Phones) -> None:
    form = replay(phones, "甲")
    steps = form["steps"]
    assert [one["step"] for one in steps] == list(range(8))
    assert [one["zh"] for one in steps[-3:]] == ["甲 摸九筒", "甲 打九筒", "丙 胡"]
    assert [one["net"] for one in steps[-2:]] == [[0, 0, 0, 0], [-1, 0, 1, 0]]
    assert steps[-1]["net"] == form["net"]
    assert [one["reason"] for one in steps[-1]["payments"]] == ["win_discard"]
    assert steps[-1]["payments"][0]["why"]["zh"].endswith("付1")
    assert steps[6]["seats"][0]["discards"] == ["9p"]
    assert steps[7]["seats"][2]["status"] == "won"
    assert (steps[5]["wall"], steps[4]["wall"]) == (55, 56)


def test_the_steps_end_where_the_round_does(phones: Phones) -> None:
    for number in (1, 2):
        form = replay(phones, "丁", number)
        moved = [0] * 4
        for step in form["steps"]:
            for one in step["payments"]:
                moved[one["from"]] -= one["points"]
                moved[one["to"]] += one["points"]
            assert step["net"] == moved
        assert moved == form["net"]


@pytest.mark.parametrize("who", "甲乙丙丁旁屏")
def test_hands_are_for_those_who_may_see_them(phones: Phones, who: str) -> None:
    """After a round the own hand and that of who won; after an empty wall what was shown; no other word."""
    form = replay(phones, who)
    text = str(form)
    for seat, (name, hand) in enumerate(DEAL.items()):
        seen = name in (who, "丙")
        assert (str(parse_hand(hand)) in text) is seen
        assert (form["steps"][4]["seats"][seat]["hand"] is not None) is seen
    drawn = form["steps"][5]
    assert (drawn["event"]["tile"] == "9p") is (who == "甲")
    assert all(one["hand"] for one in replay(phones, who, 2)["steps"][-1]["seats"])


def test_a_running_round_tells_no_more_than_the_table(app: Companion) -> None:
    phones = open_phones(app)
    phones.start()
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    own = replay(phones, "甲")["steps"][-1]
    other = replay(phones, "乙")["steps"][-1]
    assert own["seats"][0]["hand"] is not None
    assert other["seats"][0]["hand"] is None
    assert (own["event"]["tile"], other["event"]["tile"]) == ("9p", "?")


def test_fair_play_hides_the_own_hand_until_the_round_is_over(app: Companion) -> None:
    phones = open_phones(app, rules="chengdu", set={"ending": "first_win"})
    phones.post("甲", "/fair", on=True)
    phones.start()
    phones.deal(DEAL)
    assert replay(phones, "甲")["steps"][-1]["seats"][0]["hand"] is None
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.play("0 x9p; 2 win")
    assert replay(phones, "甲")["steps"][-1]["seats"][0]["hand"] is not None


def test_an_old_round_replays_by_its_own_rules(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    before = replay(phones, "甲")

    def gone(*_: object) -> None:
        raise RulesError(())

    monkeypatch.setattr(door, "load", gone)
    phones.app.live.forget(phones.table)
    assert replay(phones, "甲") == before
    assert before["rules"]["values"]["ending"] == "first_win"


def test_there_is_no_other_round(phones: Phones) -> None:
    for number in (0, 3):
        form = phones.get("甲", f"/rounds/{number}", 404)
        assert form["error"]["code"] == "no_such_round"


def test_the_owner_without_a_place_sees_what_everybody_does(phones: Phones) -> None:
    owner = phones.app.test_client().get(f"/api/tables/{phones.table}/rounds/1").get_json()
    assert owner == replay(phones, "旁")


def test_the_page_shows_a_step_and_leads_on(phones: Phones) -> None:
    client = phones.clients["乙"]
    page = client.get(f"/memory/{phones.table}/rounds/1?step=6").text
    assert "甲 打九筒" in page
    assert 'href="?step=7"' in page
    assert 'rel="prev" href="?step=5"' in page
    assert "6 / 7" in page
    assert client.get(f"/memory/{phones.table}/rounds/1?step=99").text.count("7 / 7") == 1
    assert client.get(f"/memory/{phones.table}/rounds/9").status_code == 404


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_sentence_in_both_tongues(event: Any) -> None:  # noqa: ANN401
    zh, en = happened(event, ("甲", "乙", "丙", "丁", "戊"))
    assert zh
    assert en
    assert "None" not in zh + en


def test_every_kind_has_one() -> None:
    assert {type(one) for one in EVENTS} == {type(decode(form)) for form in samples()}


def samples() -> list[dict[str, Any]]:
    """An event of each kind of the vocabulary."""
    common = {
        "seat": 1,
        "tile": "5p",
        "suit": "m",
        "how": "exposed",
        "seats": [1],
        "from": 0,
        "to": 1,
        "points": 1,
    }
    more = {"hand": "1m", "gave": "123m", "got": "123p", "meld": "#p5p", "name": "E"}
    return [{"kind": kind, **common, **more} for kind in READERS]


def test_what_is_not_for_these_eyes_says_so() -> None:
    assert happened(UNFITTING, ()) == UNTOLD


def test_a_late_correction_is_replayed(phones: Phones) -> None:
    history = phones.app.tables.history
    seq = next(one.seq for one in history.read(phones.table) if isinstance(one.entry, Drawn))
    phones.post("甲", "/amend", seq=seq, event={"kind": "drawn", "seat": 0, "tile": "?"})
    assert replay(phones, "甲")["steps"][5]["event"]["tile"] == "?"

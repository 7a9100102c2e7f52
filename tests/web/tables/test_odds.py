"""Odds for a player's own page: from what that player may know alone, and not where the table plays fair."""

from __future__ import annotations

import pytest

from assistant.events import Discarded, Drawn
from assistant.tiles import Tile
from tests.web.tables.phones import DEAL, Phones
from web.tables.guessing import NO_ODDS


def test_a_player_gets_odds_of_the_others(phones: Phones) -> None:
    phones.start()
    phones.deal(DEAL)
    phones.tell("甲", Drawn(0, Tile.P9))
    odds = phones.get("甲", "/odds")
    assert [one["seat"] for one in odds["seats"]] == [1, 2, 3]
    by_tile = {one["tile"]: one for one in odds["kinds"]}
    assert by_tile["1m"]["left"] == 1
    assert [one["seat"] for one in by_tile["9p"]["risks"]] == [1, 2, 3]
    assert set(odds["safest"]) <= {"1m", "2m", "3m", "4s", "5s", "6s", "7s", "9p"}
    for one in odds["kinds"]:
        copies = one["wall"] + sum(place["copies"] for place in one["hands"])
        assert copies == pytest.approx(one["left"], abs=0.01)
    assert phones.get("甲", "/odds") == odds, "the same moment, the same odds"


def test_a_hand_that_is_told_is_not_kept(phones: Phones) -> None:
    phones.start()
    phones.tell("甲", Drawn(0))
    told = phones.post("甲", "/odds", hand="111222333m 4567s 9p")
    assert {one["tile"]: one["left"] for one in told["kinds"]}["1m"] == 1
    blank = phones.get("甲", "/odds")
    assert {one["tile"]: one["left"] for one in blank["kinds"]}["1m"] == 4
    assert phones.get("甲")["round"]["seats"][0]["hand"] is None


def test_the_same_odds_whatever_others_noted(phones: Phones) -> None:
    """What another player noted of the own hand changes nothing for anybody else."""
    phones.start()
    phones.deal({"丙": DEAL["丙"]})
    phones.tell("甲", Drawn(0))
    phones.tell("甲", Discarded(0, Tile.M9))
    before = phones.get("甲", "/odds")
    phones.post("丙", "/odds", hand=DEAL["丙"])
    assert phones.get("甲", "/odds") == before
    assert phones.get("丙", "/odds") != before


def test_a_fair_table_reckons_nothing_before_the_end(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("odds are reckoned although the table plays fair")

    phones.post("甲", "/fair", on=True)
    phones.start()
    phones.deal(DEAL)
    monkeypatch.setattr("web.tables.guessing.infer", never)
    for who in "甲乙丙丁":
        assert phones.get(who, "/odds", 403)["error"]["code"] == "fair_play"
        assert phones.post(who, "/odds", 403, hand=DEAL["甲"])["error"]["code"] == "fair_play"


def test_who_may_not_ask(phones: Phones) -> None:
    assert phones.get("甲", "/odds", 409)["error"]["code"] == "not_seated"
    phones.start()
    for who in "旁屏":
        assert phones.get(who, "/odds", 403)["error"]["code"]
    assert phones.post("甲", "/odds", 400, hand="99x")["error"]["code"]
    refused = phones.post("甲", "/odds", 409, hand="11111m")["error"]
    assert refused["code"] == "fifth_copy"
    assert refused["zh"] == NO_ODDS["fifth_copy"]


def test_a_round_that_is_over_has_no_odds(phones: Phones) -> None:
    phones.start()
    phones.play("0 x1m")
    phones.play("wall")
    assert phones.get("甲", "/odds", 409)["error"]["code"] == "round_over"

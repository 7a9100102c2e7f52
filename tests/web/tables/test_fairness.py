"""公平模式: a device with a place at a fair table gets no advice anywhere while a hand is played."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.forms import codes
from tests.web.scripted import ScriptedReader
from tests.web.tables.phones import WRITE, Phones, open_phones
from web.companion import Companion

HAND = "2223 678 789m 123p"
AT_THE_TABLE = ("甲", "乙", "丙", "丁", "旁", "屏")


def ask_hand(client: FlaskClient) -> tuple[int, dict[str, Any]]:
    answer = client.post("/api/hand", json={"hand": HAND})
    return answer.status_code, answer.get_json()


def scan(client: FlaskClient) -> dict[str, Any]:
    answer = client.post("/api/scan", data={"photo": (io.BytesIO(b"a photo"), "hand.jpg")})
    assert answer.status_code == 200
    form: dict[str, Any] = answer.get_json()
    return form


@pytest.fixture
def fair(phones: Phones) -> Phones:
    phones.post("甲", "/fair", on=True)
    phones.start()
    return phones


@pytest.mark.parametrize("who", AT_THE_TABLE)
def test_no_place_at_the_table_gets_advice(fair: Phones, who: str) -> None:
    status, form = ask_hand(fair.clients[who])
    assert (status, form["error"]["code"], form["error"]["zh"]) == (403, "fair_play", "公平模式：打完再看。")
    form = scan(fair.clients[who])
    assert form["analysis"] is None
    assert len(form["hand_tiles"]) == 13  # what lies there is read all the same: money is settled with it
    assert codes(form) == ["fair_play"]


def test_what_the_analysis_finds_odd_is_held_back_too(fair: Phones, reader: ScriptedReader) -> None:
    reader.misread = {0: "9s"}  # a third suit
    reader.problems = [{"code": "three_suits", "message": NOTE}]
    assert "three_suits" not in [one["code"] for one in scan(fair.clients["乙"])["problems"]]
    assert "three_suits" in [one["code"] for one in scan(fair.app.test_client())["problems"]]


NOTE = "The hand holds three suits: part with one 缺门, it cannot win so."


def test_a_device_without_a_place_is_free(fair: Phones) -> None:
    guest = fair.app.test_client()
    assert ask_hand(guest)[0] == 200
    assert scan(guest)["analysis"] is not None


def test_before_and_after_the_hand_advice_comes_again(phones: Phones) -> None:
    phones.post("甲", "/fair", on=True)
    assert ask_hand(phones.clients["乙"])[0] == 200
    phones.start()
    assert ask_hand(phones.clients["乙"])[0] == 403
    phones.play("0 x1m; wall")
    assert phones.get("甲")["round"]["finished"]
    assert ask_hand(phones.clients["乙"])[0] == 200


def test_one_fair_table_of_several_is_enough(fair: Phones, app: Companion) -> None:
    """A second table that does not play fair, on the same device, frees nobody."""
    client = fair.clients["乙"]
    answer = client.post("/api/tables", json={"title": "另一桌", "name": "乙"}, headers=WRITE)
    assert answer.status_code == 201
    assert ask_hand(client)[0] == 403


def test_an_open_table_beside_none_that_is_fair(app: Companion) -> None:
    free = open_phones(app)
    free.start()
    assert ask_hand(free.clients["乙"])[0] == 200


def test_who_was_signed_out_is_free_again(fair: Phones) -> None:
    client = fair.clients["乙"]
    fair.post("甲", f"/members/{fair.ids['乙']}/remove")
    assert ask_hand(client)[0] == 200


@pytest.mark.parametrize("token", ["", "x", "a.b.c", f"{'a' * 80}.b.c", "a.b", "..", "é.b.c"])
def test_a_made_up_cookie_does_no_harm(app: Companion, token: str) -> None:
    client = app.test_client()
    client.set_cookie("tangzi-other", token)
    assert ask_hand(client)[0] == 200

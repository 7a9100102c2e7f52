"""座位: the host locks the table and frees abandoned chairs."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.tables.phones import WRITE, Phones, open_phones
from web.companion import Companion


def ask(phones: Phones, who: str, path: str, status: int = 200, **body: object) -> dict[str, Any]:
    answer = phones.clients[who].post(f"/api/tables/{phones.table}{path}", json=body, headers=WRITE)
    assert answer.status_code == status, answer.get_json()
    form: dict[str, Any] = answer.get_json()
    return form


def join(phones: Phones, client: FlaskClient | None = None, **body: object) -> tuple[int, dict[str, Any]]:
    code = phones.get("甲")["table"]["code"]
    asker = client or phones.app.test_client()
    answer = asker.post("/api/tables/join", json={"code": code, **body}, headers=WRITE)
    return answer.status_code, answer.get_json()


def test_a_locked_table_takes_nobody_new(app: Companion) -> None:
    phones = open_phones(app, seated=3)
    assert ask(phones, "甲", "/lock", on=True)["locked"]
    for body in ({"role": "player", "name": "客"}, {"role": "spectator"}):
        status, form = join(phones, None, **body)
        assert (status, form["error"]["code"], form["error"]["zh"]) == (
            403,
            "locked",
            "牌桌已锁，请桌主解锁。",
        )
    assert not ask(phones, "甲", "/lock", on=False)["locked"]
    assert join(phones, role="player", name="客")[0] == 200


def test_who_has_a_chair_comes_back_to_a_locked_table(phones: Phones) -> None:
    ask(phones, "甲", "/lock", on=True)
    ask(phones, "甲", f"/members/{phones.ids['乙']}/sign_out")
    status, form = join(phones, role="player", chair=1)
    assert (status, form["member"]["id"]) == (200, phones.ids["乙"])


def test_the_host_frees_an_abandoned_chair(phones: Phones) -> None:
    """In the middle of a hand too: its money stays with who played it."""
    phones.start()
    phones.play("0 x5p; 1 kong= 5p")
    freed = ask(phones, "甲", "/chairs/1/free")
    assert freed["chairs"][1] is None
    answer = phones.clients["乙"].get(f"/api/tables/{phones.table}")
    assert answer.status_code == 401
    status, form = join(phones, role="player", chair=1, name="戊")
    assert (status, form["member"]["chair"]) == (200, 1)
    assert form["member"]["id"] != phones.ids["乙"]
    balances = {one["name"]: one["points"] for one in phones.get("甲", "/money")["balances"]}
    assert (balances["乙"], balances["甲"]) == (2, -2)
    assert ask(phones, "甲", "/chairs/1/free")["chairs"][1] is None
    assert ask(phones, "甲", "/chairs/1/free")["chairs"][1] is None  # a tap sent twice


@pytest.mark.parametrize("path", ["/lock", "/chairs/2/free"])
@pytest.mark.parametrize("who", ["乙", "旁", "屏"])
def test_only_the_host_may(phones: Phones, who: str, path: str) -> None:
    assert ask(phones, who, path, 403, on=True)["error"]["code"] == "not_yours"


@pytest.mark.parametrize("chair", ["4", "9", "-1", "x", "²", "11"])
def test_there_is_no_such_chair(phones: Phones, chair: str) -> None:
    assert ask(phones, "甲", f"/chairs/{chair}/free", 404)["error"]["code"] == "bad_chair"


def test_the_host_keeps_the_own_chair(phones: Phones) -> None:
    assert ask(phones, "甲", "/chairs/0/free", 400)["error"]["code"] == "host_stays"


def test_on_must_be_said(phones: Phones) -> None:
    assert ask(phones, "甲", "/lock", 400)["error"]["code"] == "bad_request"


def test_who_joins_late_goes_on_with_what_the_chair_has_won(app: Companion) -> None:
    """The friend's phone comes in the middle of the second hand: both hands were played by its owner."""
    phones = open_phones(app, seated=2)
    phones.start()
    phones.play("0 x5p; 2 kong= 5p; 2 x1s; wall")
    before = phones.balances()
    assert before["3号位"] is not None
    phones.start(dealer=phones.ids["乙"], anyway=True)
    phones.play("0 x5p; 1 kong= 5p; 1 x9s")
    records = phones.records()
    status, form = join(phones, chair=2, name="王五", client=(late := app.test_client()))
    assert status == 200
    mine = late.get(f"/api/tables/{phones.table}").get_json()
    assert mine["me"]["seat"] == 1
    assert mine["round"]["seats"][1]["person"] == form["member"]["id"]
    assert phones.balances()["王五"] == before["3号位"] + 2
    assert "3号位" not in {one["name"] for one in phones.get("甲", "/money")["balances"]}
    assert phones.records() == records + 1
    phones.post("甲", "/undo")
    after = late.get(f"/api/tables/{phones.table}").get_json()
    assert after["me"]["seat"] == 1, "an undo takes the last discard back, not the join"
    assert after["round"]["seats"][1]["discards"] == []
    phones.post("甲", "/redo")
    assert late.get(f"/api/tables/{phones.table}").get_json()["round"]["seats"][1]["discards"] == ["9s"]


def test_who_was_called_otherwise_on_that_chair_keeps_the_own_money(app: Companion) -> None:
    phones = open_phones(app, seated=2)
    phones.start(names={"chair:2": "老王"})
    phones.play("0 x5p; 2 kong= 5p")
    assert join(phones, chair=2, name="小赵")[0] == 200
    assert {one["name"]: one["points"] for one in phones.get("甲", "/money")["balances"]} == {
        "甲": -2,
        "乙": 0,
        "老王": 2,
        "小赵": 0,
        "4号位": 0,
    }
    assert phones.get("甲")["round"]["seats"][2]["name"] == "老王"


def test_a_chair_nobody_joined_for_is_called_by_its_number_everywhere(app: Companion) -> None:
    phones = open_phones(app, seated=2)
    assert [one["name"] for one in phones.get("甲", "/money")["balances"]] == ["甲", "乙", "3号位", "4号位"]
    assert [one["name"] for one in phones.get("甲")["circle"]] == ["甲", "乙", "3号位", "4号位"]


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("name", ["老王", "小赵"])
def test_who_joins_for_a_chair_that_changed_places_sits_where_it_went(
    app: Companion, rounds: int, name: str
) -> None:
    phones = open_phones(app, seated=2)
    if rounds:
        phones.start(names={"chair:2": "老王"})
        phones.play("wall")
    phones.post("甲", "/swap", one=phones.ids["甲"], two="chair:2", **{"from": rounds + 1})
    assert join(phones, chair=2, name=name)[0] == 200
    assert [one["name"] for one in phones.get("甲")["circle"]] == ["甲", "4号位", name, "乙"]


def test_a_chair_freed_after_its_player_changed_places_stays_where_it_is(phones: Phones) -> None:
    phones.start()
    phones.play("wall")
    phones.post("甲", "/swap", one=phones.ids["甲"], two=phones.ids["丙"], **{"from": 2})
    ask(phones, "甲", f"/members/{phones.ids['丙']}/remove")
    assert [one["name"] for one in phones.get("甲")["circle"]] == ["甲", "丁", "3号位", "乙"]
    phones.start(anyway=True)
    assert len(phones.get("乙")["round"]["seats"]) == 4

"""座位: the host locks the table and frees abandoned chairs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.tables.phones import WRITE, Phones, open_phones
from web.companion import Companion


def ask(phones: Phones, who: str, path: str, status: int = 200, **body: object) -> dict[str, Any]:
    answer = phones.clients[who].post(f"/api/tables/{phones.table}{path}", json=body, headers=WRITE)
    assert answer.status_code == status, answer.get_json()
    form: dict[str, Any] = answer.get_json()
    return form


def join(phones: Phones, **body: object) -> tuple[int, dict[str, Any]]:
    code = phones.get("甲")["table"]["code"]
    answer = phones.app.test_client().post("/api/tables/join", json={"code": code, **body}, headers=WRITE)
    return answer.status_code, answer.get_json()


def test_a_locked_table_takes_nobody_new(app: Companion) -> None:
    phones = open_phones(app, seated=3)
    assert ask(phones, "甲", "/lock", on=True)["locked"]
    for body in ({"role": "player", "name": "客"}, {"role": "spectator"}):
        status, form = join(phones, **body)
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

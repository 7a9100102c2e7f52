"""A table goes out and comes in the same; what does not fit is refused whole; no cell runs anything."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from assistant.history.memory import MemoryHistory
from assistant.history.notes import Archive
from assistant.history.sql import open_history
from tests.assistant.history.postgres_server import postgres
from tests.web.memory.conftest import play_round
from tests.web.scripted import ScriptedReader
from tests.web.tables.phones import WRITE, Phones, open_phones
from web.app import create_app
from web.companion import Companion
from web.memory.export import harmless, table_csv


def exported(phones: Phones, who: str = "甲") -> dict[str, Any]:
    return phones.get(who, "/export.json")


def bring(app: Companion, form: object, status: int = 201, **more: str) -> dict[str, Any]:
    client = app.test_client()
    data = {"table": (io.BytesIO(json.dumps(form).encode()), "table.json"), **more}
    answer = client.post("/api/memory/import", data=data, headers=WRITE)
    assert answer.status_code == status, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found | {"client": client}


def looked(client: FlaskClient, table: str) -> list[Any]:
    """What is shown of a table: the money, statistics, every step of every round."""
    path = f"/api/tables/{table}"
    money = client.get(f"{path}/money").get_json()
    rounds = [client.get(f"{path}/rounds/{number}").get_json() for number in (1, 2)]
    view = client.get(path).get_json()
    for one in view["circle"]:
        del one["away"]
    return [money, client.get(f"{path}/statistics").get_json(), rounds, view["circle"], view["round"]]


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Companion]:
    """Another, empty house."""
    if request.param == "postgresql":
        with postgres() as url:
            yield from house(open_history(url))
    else:
        yield from house(
            MemoryHistory() if request.param == "memory" else open_history(tmp_path / "log.sqlite")
        )


def house(history: Archive) -> Iterator[Companion]:
    for table in history.tables():
        history.forget(table)
    for name in history.notes.names():
        history.notes.drop(name)
    yield create_app(ScriptedReader(), history=history)
    history.close()


def test_what_goes_out_comes_in_again_the_same(phones: Phones, elsewhere: Companion) -> None:
    phones.post("甲", "/undo")  # acts upon records travel too
    phones.post("甲", "/redo")
    form = exported(phones)
    brought = bring(elsewhere, form)
    assert brought["records"] == len(form["records"])
    owner = elsewhere.test_client()
    there = looked(brought["client"], phones.table)
    here = looked(phones.clients["甲"], phones.table)
    assert there == here
    assert owner.get(f"/api/tables/{phones.table}/export.json").get_json()["records"] == form["records"]


def test_importing_twice_does_not_double(phones: Phones) -> None:
    form, other = exported(phones), create_app(ScriptedReader())
    bring(other, form)
    again = bring(other, form, 200)
    assert (again["records"], again["known"]) == (0, len(form["records"]))
    assert other.tables.tables() == (phones.table,)
    assert len(other.tables.history.read(phones.table)) == len(form["records"])


def test_a_table_that_went_on_is_brought_up_to_date(phones: Phones) -> None:
    early, other = exported(phones), create_app(ScriptedReader())
    bring(other, early)
    phones.start(dealer=phones.ids["甲"])
    play_more(phones)
    late = exported(phones)
    assert bring(other, late)["records"] == len(late["records"]) - len(early["records"])
    assert bring(other, early, 200)["records"] == 0, "an older file takes nothing back"
    assert len(other.tables.history.read(phones.table)) == len(late["records"])


def play_more(phones: Phones) -> None:
    phones.play("0>1 3; wall")
    for seat, hand in enumerate(
        ("19m19p19s1234567m", "2345678m 234567s", "2345678p 345678s", "456789p 2345678s")
    ):
        phones.post("甲", "/events", event={"kind": "revealed", "seat": seat, "hand": hand})


def test_one_that_went_on_differently_is_refused_and_comes_in_as_a_copy(phones: Phones) -> None:
    form = exported(phones)
    phones.post("甲", "/undo")
    before = phones.app.tables.history.read(phones.table)
    changed = json.loads(json.dumps(form))
    changed["records"][-1]["entry"] = {"kind": "revealed", "seat": 3, "hand": "1112345678999p"}
    refused = bring(phones.app, changed, 409)
    assert refused["error"]["code"] == "other_table"
    assert phones.app.tables.history.read(phones.table) == before
    copied = bring(phones.app, changed, 201, copy="yes")
    assert copied["table"] != phones.table
    assert copied["code"] != form["table"]["code"], "each code leads to one table"
    assert phones.app.tables.history.read(phones.table) == before


SPOILERS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no records": lambda form: form.pop("records"),
    "no table": lambda form: form.pop("table"),
    "version": lambda form: form.update(version=9),
    "other kind": lambda form: form.update(tangzi="hand"),
    "code": lambda form: form["table"].update(code="O0"),
    "id": lambda form: form["table"].update(id="../etc"),
    "two hosts": lambda form: form["table"]["people"].append({**form["table"]["people"][0], "id": "other"}),
    "same id": lambda form: form["table"]["people"].append(form["table"]["people"][1]),
    "chair of nobody": lambda form: form["table"]["chairs"].__setitem__(1, "nobody"),
    "five chairs": lambda form: form["table"]["chairs"].append(None),
    "role": lambda form: form["table"]["people"][1].update(role="king"),
    "locked": lambda form: form["table"].update(locked=1),
    "time": lambda form: form["records"][0].update(at="now"),
    "endless": lambda form: form["records"][0].update(at=float("inf")),
    "unsure": lambda form: form["records"][0].update(confidence=7),
    "no event": lambda form: form["records"][2].update(entry={"kind": "chowed"}),
    "newer record": lambda form: form["records"][2].update(version=99),
    "later target": lambda form: form["records"][2].update(entry={"kind": "retracted", "seq": 9}),
    "amended act": lambda form: form["records"].extend(
        [
            {**form["records"][0], "entry": {"kind": "retracted", "seq": 1}},
            {
                **form["records"][0],
                "entry": {"kind": "amended", "seq": len(form["records"]), "event": {"kind": "wall_empty"}},
            },
        ]
    ),
}


@pytest.mark.parametrize("spoil", SPOILERS)
def test_what_does_not_fit_is_refused_and_changes_nothing(phones: Phones, spoil: str) -> None:
    form, other = exported(phones), create_app(ScriptedReader())
    SPOILERS[spoil](form)
    refused = bring(other, form, 400)
    assert refused["error"]["message"].endswith(".")
    assert other.tables.tables() == other.tables.history.tables() == ()


def test_every_problem_is_listed_at_once(phones: Phones) -> None:
    form = exported(phones)
    for spoil in ("code", "role", "time", "no event"):
        SPOILERS[spoil](form)
    refused = bring(create_app(ScriptedReader()), form, 400)
    told = refused["error"]["message"]
    for part in ("code is none", "person 2", "of record 0", "record 2: "):
        assert part in told
    assert "4" in refused["error"]["zh"]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[]", b"[" * 100_000, b'{"tangzi": "table"}'], ids=len)
def test_any_other_file_is_one_clear_sentence(app: Companion, data: bytes) -> None:
    sent = {"table": (io.BytesIO(data), "x.json")}
    answer = app.test_client().post("/api/memory/import", data=sent, headers=WRITE)
    assert answer.status_code == 400
    assert answer.get_json()["error"]["message"].endswith(".")


def test_no_token_goes_out(phones: Phones) -> None:
    text = json.dumps(exported(phones))
    note = phones.app.tables.history.notes.get(f"table/{phones.table}")
    assert note is not None
    assert note.body["keys"]
    for key in note.body["keys"].values():
        assert key not in text


def test_who_brings_a_table_hosts_it_and_the_others_take_their_chairs(phones: Phones) -> None:
    other = create_app(ScriptedReader())
    brought = bring(other, exported(phones))
    host = brought["client"].get(f"/api/tables/{phones.table}").get_json()["me"]
    assert (host["id"], host["role"]) == (phones.ids["甲"], "host")
    body = {"code": brought["code"], "chair": 2, "name": "别名"}
    joined = other.test_client().post("/api/tables/join", json=body, headers=WRITE).get_json()
    assert (joined["member"]["id"], joined["member"]["name"]) == (phones.ids["丙"], "丙")


def test_nothing_goes_out_while_a_round_runs(phones: Phones) -> None:
    """Hands that others noted are among the records."""
    phones.start(dealer=phones.ids["甲"])
    answer = phones.clients["甲"].get(f"/api/tables/{phones.table}/export.json")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "round_running")


def read_csv(phones: Phones, name: str) -> list[dict[str, str]]:
    answer = phones.clients["乙"].get(f"/api/tables/{phones.table}/{name}.csv")
    assert answer.status_code == 200
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert "attachment" in answer.headers["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_tables_for_a_spreadsheet_add_up(phones: Phones) -> None:
    rounds, payments = read_csv(phones, "rounds"), read_csv(phones, "payments")
    for name in "甲乙丙丁":
        net = sum(int(one["net"]) for one in rounds if one["name"] == name)
        got = sum(int(one["points"]) for one in payments if one["payee_name"] == name)
        paid = sum(int(one["points"]) for one in payments if one["payer_name"] == name)
        assert net == got - paid
    assert {one["round"] for one in rounds} == {"1", "2"}
    assert all(one["why_zh"] and one["why_en"] for one in payments)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", '=HYPERLINK("http://x")']
)
def test_no_cell_is_a_formula(text: str) -> None:
    assert harmless(text) == "'" + text
    (_, row) = csv.reader(io.StringIO("".join(table_csv(["name"], [[text]])).lstrip("﻿"), newline=""))
    assert row == ["'" + text]
    assert harmless(-5) == -5, "numbers stay numbers"


def test_a_name_that_is_a_formula_is_harmless(app: Companion) -> None:
    phones = open_phones(app, rules="chengdu", set={"ending": "first_win"})
    path = f"/api/tables/{phones.table}/members/{phones.ids['乙']}/rename"
    phones.clients["乙"].post(path, json={"name": "=cmd|' /C calc'!A0"}, headers=WRITE)
    play_round(phones)
    assert any(one["name"].startswith("'=cmd") for one in read_csv(phones, "rounds"))

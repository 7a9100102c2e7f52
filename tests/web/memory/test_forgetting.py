"""What is deleted is gone, what went is said, nothing goes unasked; retention by a passed clock."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from assistant.history.memory import MemoryHistory
from assistant.history.sql import open_history
from tests.web.scripted import ScriptedReader
from tests.web.tables.phones import WRITE, Phones, open_phones
from web.album import Keep
from web.app import create_app
from web.companion import Companion
from web.memory.forgetting import DAY, SOMEBODY, Retention, keep_tidy, let_go, retention, set_retention


def delete(phones: Phones, who: str, status: int = 200, **body: object) -> dict[str, Any]:
    answer = phones.clients[who].post(f"/api/tables/{phones.table}/delete", json=body, headers=WRITE)
    assert answer.status_code == status, answer.get_json()
    form: dict[str, Any] = answer.get_json()
    return form


def everything(app: Companion) -> str:
    """All that is kept, as text."""
    history = app.tables.history
    records = [repr(history.read(table)) for table in history.tables()]
    notes = [repr(history.notes.get(name)) for name in history.notes.names()]
    sums = [
        repr(history.summaries.heads()),
        repr(history.summaries.all("round")),
        repr(history.summaries.all("sitting")),
    ]
    return "\n".join([*records, *notes, *sums])


def test_a_table_goes_whole_and_what_went_is_said(phones: Phones) -> None:
    other = open_phones(phones.app, title="另一桌")
    records = phones.records()
    gone = delete(phones, "甲", sure=True)
    assert gone == {"table": phones.table, "title": "周五", "rounds": 2, "records": records, "pictures": 0}
    kept = [name for name in phones.app.tables.history.notes.names() if phones.table in name]
    assert kept == []
    assert phones.app.tables.history.tables() == ()
    assert phones.app.tables.tables() == (other.table,)
    assert other.get("甲")["table"]["title"] == "另一桌"


def test_nothing_is_deleted_unasked(phones: Phones) -> None:
    for body in ({}, {"sure": False}, {"sure": "yes"}):
        assert delete(phones, "甲", 400, **body)["error"]["code"] == "not_sure"
    assert phones.get("甲")["rounds"] == 2


@pytest.mark.parametrize("who", ["乙", "旁", "屏"])
def test_only_the_host_or_the_owner_deletes(phones: Phones, who: str) -> None:
    phones.clients[who].environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert delete(phones, who, 403, sure=True)["error"]["code"] == "not_yours"


def forget(phones: Phones, name: str, status: int = 200) -> dict[str, Any]:
    path = f"/api/tables/{phones.table}/members/{phones.ids.get(name, name)}/forget"
    answer = phones.clients["甲"].post(path, json={"sure": True}, headers=WRITE)
    assert answer.status_code == status, answer.get_json()
    form: dict[str, Any] = answer.get_json()
    return form


def test_a_person_goes_from_everywhere_and_the_money_of_others_stays(phones: Phones) -> None:
    before = phones.balances()
    who = phones.ids["乙"]
    phones.clients["乙"].post(
        f"/api/tables/{phones.table}/members/{who}/rename", json={"name": "欧阳"}, headers=WRITE
    )
    phones.start(dealer=phones.ids["甲"])
    phones.play("wall")
    for seat in range(4):
        phones.post("甲", "/events", event={"kind": "revealed", "seat": seat, "hand": "?" * 13})
    assert "欧阳" in everything(phones.app)
    assert forget(phones, "乙")["records"] > 0
    kept = everything(phones.app)
    assert who not in kept
    assert "欧阳" not in kept
    assert phones.clients["乙"].get(f"/api/tables/{phones.table}").status_code == 401
    money = {one["name"]: one["points"] for one in phones.get("甲", "/money")["balances"]}
    for name in "甲丙丁":
        assert money[name] == before[name]
    assert money[SOMEBODY] == before["乙"]
    assert who not in json.dumps(phones.get("甲", "/statistics"))


def test_a_person_in_the_middle_of_a_round_stays_until_its_end(phones: Phones) -> None:
    phones.start(dealer=phones.ids["甲"])
    assert forget(phones, "乙", 409)["error"]["code"] == "round_running"


def test_the_host_belongs_to_the_table(phones: Phones) -> None:
    assert forget(phones, "甲", 409)["error"]["code"] == "host_stays"
    assert forget(phones, "nobody", 404)["error"]["code"] == "no_such_member"


def test_photos_of_hands_are_never_kept(tmp_path: Path) -> None:
    """So there is none to delete: an upload leaves nothing in the data folder."""
    app = create_app(ScriptedReader(), data=tmp_path, history=open_history(tmp_path / "tables.sqlite"))
    before = sorted(path.name for path in tmp_path.rglob("*"))
    photo = Path(__file__).parents[3] / "web" / "static" / "demo" / "hand.jpg"
    with photo.open("rb") as file:
        answer = app.test_client().post("/api/scan", data={"photo": (file, "hand.jpg")})
    assert answer.status_code == 200
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    app.tables.history.close()


@pytest.fixture
def kept() -> tuple[Companion, Phones]:
    app = create_app(ScriptedReader(), history=MemoryHistory())
    app.tables.clock = lambda: 0.0
    phones = open_phones(app)
    live = app.live.get(phones.table)
    live._session.clock = lambda: 10 * DAY
    phones.start()
    return app, phones


@pytest.mark.parametrize(
    ("days", "now", "gone"),
    [
        (None, 10_000 * DAY, False),
        (30, 40 * DAY, False),
        (30, 40 * DAY + 1, True),
        (1, 11 * DAY + 1, True),
        (31, 41 * DAY, False),
    ],
)
def test_tables_are_kept_from_their_last_record_on(
    kept: tuple[Companion, Phones], days: int | None, now: float, gone: bool
) -> None:
    app, phones = kept
    set_retention(app.tables.history.notes, Retention(tables=days))
    told = let_go(app, now)
    assert [one["table"] for one in told] == ([phones.table] if gone else [])
    assert bool(app.tables.tables()) is not gone
    assert let_go(app, now) == []


def test_a_table_nobody_played_at_counts_from_its_opening() -> None:
    app = create_app(ScriptedReader())
    app.tables.clock = lambda: 5 * DAY
    open_phones(app)
    set_retention(app.tables.history.notes, Retention(tables=3))
    assert let_go(app, 8 * DAY) == []
    assert len(let_go(app, 8 * DAY + 1)) == 1


def test_what_corrections_taught_is_let_go(tmp_path: Path) -> None:
    app = create_app(ScriptedReader(), data=tmp_path)
    path = app.learner._folder().path("corrections")
    path.parent.mkdir(parents=True, exist_ok=True)
    other = app.learner._folder().path("home")
    for one in (path, other):
        one.write_bytes(b"numbers")
        os.utime(one, (5 * DAY, 5 * DAY))
    set_retention(app.tables.history.notes, Retention(corrections=2))
    assert let_go(app, 7 * DAY) == []
    assert let_go(app, 7 * DAY + 1) == [{"tileset": "corrections"}]
    assert not path.exists()
    assert other.exists(), "a set that somebody learnt on purpose stays"


def test_evidence_of_a_camera_is_let_go_and_goes_with_its_table(tmp_path: Path) -> None:
    app = create_app(ScriptedReader(), data=tmp_path)
    phones = open_phones(app)
    album = app.cameras.album
    for name, at in (("3", 5 * DAY), ("4", 6 * DAY)):
        album.put(phones.table, name, b"jpeg", Keep.KEEP)
        os.utime(tmp_path / "pictures" / phones.table / f"{name}.jpg", (at, at))
    set_retention(app.tables.history.notes, Retention(pictures=2))
    assert let_go(app, 7 * DAY) == []
    assert let_go(app, 7 * DAY + 1) == [{"pictures": 1}]
    assert album.names(phones.table) == {"4"}
    assert delete(phones, "甲", sure=True)["pictures"] == 1
    assert list(tmp_path.rglob("*.jpg")) == []
    assert not [name for name in app.tables.history.notes.names() if phones.table in name]


def test_it_is_looked_at_at_the_start_and_every_day(kept: tuple[Companion, Phones]) -> None:
    app, phones = kept
    set_retention(app.tables.history.notes, Retention(tables=30))
    days = iter([39 * DAY, 40 * DAY, 41 * DAY])
    told: list[dict[str, Any]] = []
    ended = threading.Event()

    def hear(gone: dict[str, Any]) -> None:
        told.append(gone)
        ended.set()

    keep_tidy(app, ended, hear, clock=lambda: next(days), pause=0.001)
    assert [one["table"] for one in told] == [phones.table]


def test_how_long_is_set_by_the_owner_alone(app: Companion) -> None:
    client = app.test_client()
    answer = client.post("/api/memory/retention", json={"tables": 30}, headers=WRITE)
    assert answer.get_json() == {"tables": 30, "corrections": None, "pictures": None}
    assert retention(app.tables.history.notes) == Retention(30, None)
    assert client.get("/api/memory").get_json()["retention"] == {
        "tables": 30,
        "corrections": None,
        "pictures": None,
    }
    away = client.post(
        "/api/memory/retention", json={}, headers=WRITE, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}
    )
    assert away.status_code == 401
    for wrong in (0, -1, 1.5, "30", True, 36501):
        refused = client.post("/api/memory/retention", json={"tables": wrong}, headers=WRITE)
        assert refused.status_code == 400
    assert retention(app.tables.history.notes) == Retention(30, None)

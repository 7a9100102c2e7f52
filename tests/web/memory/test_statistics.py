"""The statistics a player asks for: by person, whatever they are called and wherever they sit."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.events import Drawn, Won
from assistant.notation import parse_hand
from assistant.tiles import Tile
from tests.web.tables.phones import DEAL, WRITE, Phones, open_phones
from web.companion import Companion


def people(phones: Phones) -> dict[str, dict[str, Any]]:
    form = phones.get("甲", "/statistics")
    assert all(one["key"] == f"{phones.table}/{phones.ids[one['name']]}" for one in form["people"])
    return {one["name"]: one for one in form["people"]}


def test_two_rounds_are_counted(phones: Phones) -> None:
    found = people(phones)
    first = found["甲"]
    assert (first["rounds"], first["deals"], first["dealt_in"], first["deal_in_rate"]) == (2, 1, 1, 0.5)
    assert (first["dealt_in_points"], first["net"], first["best_round"], first["worst_round"]) == (
        1,
        7,
        8,
        -1,
    )
    winner = found["丙"]
    assert (winner["wins"], winner["win_rate"], winner["self_drawn"], winner["self_draw_share"]) == (
        1,
        0.5,
        0,
        0.0,
    )
    assert (winner["mean_multiple"], winner["mean_win_points"], winner["net"]) == (1.0, 1.0, 14)
    pig = found["乙"]
    assert (pig["pigs"], pig["checks"], pig["pig_lost"], pig["net"]) == (1, 1, 24, -24)
    assert sum(one["net"] for one in found.values()) == 0


def test_the_biggest_hand_is_told_with_its_tiles(phones: Phones) -> None:
    big = people(phones)["丙"]["biggest"]
    assert (big["multiple"], big["points"], big["tile"], big["how"]) == (1, 1, "9p", "discard")
    assert parse_hand(big["hand"]) == parse_hand(DEAL["丙"])
    assert big["patterns"] == [{"id": "plain", "doublings": 0}]


def test_kongs_and_a_self_draw_are_counted(app: Companion) -> None:
    """甲 makes a concealed kong, paid 2 by each of three, and wins on its replacement: one suit with a root,
    after a kong: 8 times and a base for the self-draw from each.
    """
    phones = open_phones(app, rules="chengdu", set={"ending": "first_win"})
    phones.start()
    phones.deal({"甲": "111222333444m 5m"})
    phones.tell("甲", Drawn(0, Tile.M1))
    phones.play("0 kong* 1m")
    assert people(phones) == {}, "a round that is not over counts for nothing yet"
    phones.tell("甲", Drawn(0, Tile.M5))
    phones.tell("甲", Won((0,)))
    counted = people(phones)["甲"]
    assert (counted["kongs"], counted["kong_net"]) == (1, 6)
    assert (counted["wins"], counted["self_drawn"], counted["self_draw_share"]) == (1, 1, 1.0)
    assert (counted["mean_multiple"], counted["mean_win_points"]) == (8.0, 27.0)
    assert counted["biggest"]["hand"].endswith("#c1m")
    assert counted["net"] == 33
    assert people(phones)["乙"]["kong_net"] == -2
    assert people(phones)["乙"]["dealt_in"] == 0


def test_nobody_is_known_by_name_or_seat(phones: Phones) -> None:
    before = people(phones)
    client = phones.clients["乙"]
    path = f"/api/tables/{phones.table}/members/{phones.ids['乙']}/rename"
    assert client.post(path, json={"name": "小乙"}, headers=WRITE).status_code == 200
    after = {one["name"]: one for one in phones.get("甲", "/statistics")["people"]}
    assert after["小乙"]["key"] == before["乙"]["key"]
    assert after["小乙"]["net"] == -24
    form = phones.get("甲")
    ids = phones.ids
    phones.post("甲", "/swap", one=ids["甲"], two=ids["乙"], **{"from": 1}, acts="seat")
    swapped = {one["key"].split("/")[1]: one for one in phones.get("甲", "/statistics")["people"]}
    assert swapped[ids["乙"]]["dealt_in"] == 1, "what the seat did goes to who really sat there"
    assert swapped[ids["甲"]]["dealt_in"] == 0
    assert form["rounds"] == 2


def test_an_amended_round_is_counted_anew(phones: Phones) -> None:
    phones.start()
    seq = next(
        seq
        for seq, record in enumerate(phones.app.tables.history.read(phones.table))
        if isinstance(record.entry, Won)
    )
    phones.post("甲", "/retract", seq=seq)
    assert people(phones)["丙"]["wins"] == 0
    phones.post("甲", "/redo")
    assert people(phones)["丙"]["wins"] == 1


@pytest.fixture
def second(app: Companion, phones: Phones) -> Phones:
    """Another table of the same house, where 甲's browser sits too."""
    other = open_phones(app, title="周日")
    cookie = other.clients["甲"].get_cookie(f"tangzi-{other.table}")
    assert cookie is not None
    phones.clients["甲"].set_cookie(f"tangzi-{other.table}", cookie.value)
    other.start()
    other.play("0>1 4; wall")
    for seat in range(4):
        other.post(
            "甲", "/events", event={"kind": "revealed", "seat": seat, "hand": list(DEAL.values())[seat]}
        )
    return other


def looking(client: Any, address: str) -> dict[str, Any]:  # noqa: ANN401
    answer = client.get("/api/memory", environ_overrides={"REMOTE_ADDR": address})
    assert answer.status_code == 200
    form: dict[str, Any] = answer.get_json()
    return form


def test_a_browser_sees_the_tables_it_has_places_at_and_its_own_statistics(
    phones: Phones, second: Phones
) -> None:
    form = looking(phones.clients["甲"], "192.0.2.7")
    assert {one["id"] for one in form["tables"]} == {phones.table, second.table}
    (mine,) = form["people"]
    assert (mine["key"], mine["rounds"], len(mine["sessions"])) == ("me", 3, 2)
    assert form["owner"] is False
    assert form["retention"] is None
    other = looking(phones.clients["乙"], "192.0.2.7")
    assert [one["id"] for one in other["tables"]] == [phones.table]
    assert [one["rounds"] for one in other["people"]] == [2]


def test_the_owner_sees_all_and_says_who_is_the_same_person(
    app: Companion, phones: Phones, second: Phones
) -> None:
    owner = app.test_client()
    form = looking(owner, "127.0.0.1")
    assert form["owner"] is True
    assert len(form["people"]) == 8, "nobody is taken for another by name"
    one, two = (f"{table.table}/{table.ids['甲']}" for table in (phones, second))
    answer = owner.post("/api/memory/people", json={"one": one, "two": two}, headers=WRITE)
    assert answer.status_code == 200
    joined = next(each for each in looking(owner, "127.0.0.1")["people"] if each["rounds"] == 3)
    assert joined["net"] == sum(each["net"] for each in form["people"] if each["key"] in (one, two))
    assert len(joined["sessions"]) == 2
    assert joined["best_session"]["net"] == max(each["net"] for each in joined["sessions"])
    assert owner.post("/api/memory/people", json={"one": two}, headers=WRITE).status_code == 200
    assert len(looking(owner, "127.0.0.1")["people"]) == 8


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"one": "x/y"}, 404),
        ({"one": "nobody"}, 400),
        ({}, 400),
        ({"one": "ME", "two": "ME"}, 400),
        ({"one": "ME", "three": 1}, 400),
    ],
    ids=repr,
)
def test_people_who_are_nobody_are_refused(
    app: Companion, phones: Phones, body: dict[str, Any], status: int
) -> None:
    mine = f"{phones.table}/{phones.ids['甲']}"
    sent = {key: mine if value == "ME" else value for key, value in body.items()}
    answer = app.test_client().post("/api/memory/people", json=sent, headers=WRITE)
    assert answer.status_code == status
    assert answer.get_json()["error"]["message"].endswith(".")

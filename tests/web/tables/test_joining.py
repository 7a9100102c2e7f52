"""Opening and joining over HTTP: cookies, headers, limits, who may do what to whom."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from web.companion import Companion
from web.tables.limits import Limit
from web.tables.roles import LARGEST_CHANGE, WRITE_HEADER

OURS = {WRITE_HEADER: "1"}


def opened(client: FlaskClient, **keys: object) -> dict:  # type: ignore[type-arg]
    answer = client.post("/api/tables", json={"title": "周六", "name": "阿强", **keys}, headers=OURS)
    assert answer.status_code == 201, answer.json
    return dict(answer.json or {})


def join(client: FlaskClient, code: str, **keys: object) -> dict:  # type: ignore[type-arg]
    return dict(client.post("/api/tables/join", json={"code": code, **keys}, headers=OURS).json or {})


def code_of(form: dict) -> str:  # type: ignore[type-arg]
    assert form["error"]["message"].endswith(".")
    return str(form["error"]["code"])


def test_a_table_is_opened_and_joined(app: Companion) -> None:
    host, player = app.test_client(), app.test_client()
    table = opened(host, rules="chengdu", set={"cap": 4}, chairs=3)
    assert table["page"] == f"/tables/{table['id']}"
    assert table["join"] == f"/join/{table['code']}"
    assert table["member"] == {
        "id": table["member"]["id"],
        "role": "host",
        "chair": 0,
        "name": "阿强",
        "away": False,
    }
    info = app.tables.settings(table["id"])
    assert info is not None
    assert (info.rules, dict(info.overrides), len(info.chairs)) == ("chengdu", {"cap": 4}, 3)
    joined = join(player, table["code"].lower(), chair=2, name="小梅")
    assert (joined["member"]["role"], joined["member"]["chair"]) == ("player", 2)
    assert [one and one["name"] for one in joined["chairs"]] == ["阿强", None, "小梅"]


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"rules": "no such"}, "no_such_rules"),
        ({"rules": "../secret"}, "no_such_rules"),
        ({"set": {"cap": "much"}}, "impossible_value"),
        ({"set": {"no.such": 1}}, "unknown_key"),
        ({"set": [1]}, "bad_set"),
        ({"set": []}, "bad_set"),
        ({"chairs": 5}, "bad_chairs"),
        ({"chairs": "4"}, "bad_chairs"),
        ({"chairs": True}, "bad_chairs"),
        ({"chair": 4}, "bad_chair"),
        ({"chair": "0"}, "bad_chair"),
        ({"language": "de"}, "bad_language"),
        ({"title": 3}, "bad_request"),
        ({"colour": "red"}, "unknown_key"),
    ],
)
def test_a_table_that_cannot_be_opened(client: FlaskClient, app: Companion, keys: object, code: str) -> None:
    answer = client.post("/api/tables", json=keys, headers=OURS)
    assert answer.status_code == 400
    assert code_of(answer.json) == code  # type: ignore[arg-type]
    assert "Set-Cookie" not in answer.headers
    assert app.tables.tables() == ()


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"code": ""}, "no_such_code"),
        ({"role": "king"}, "bad_role"),
        ({"role": "host"}, "one_host"),
        ({"chair": 0}, "chair_taken"),
        ({"chair": 9}, "bad_chair"),
        ({"chair": 1.5}, "bad_chair"),
        ({"name": "阿强"}, "name_taken"),
        ({"token": "x"}, "unknown_key"),
    ],
)
def test_a_place_that_cannot_be_taken(app: Companion, keys: dict[str, object], code: str) -> None:
    table = opened(app.test_client())
    answer = app.test_client().post("/api/tables/join", json={"code": table["code"], **keys}, headers=OURS)
    assert 400 <= answer.status_code < 500
    assert code_of(answer.json) == code  # type: ignore[arg-type]
    assert "Set-Cookie" not in answer.headers


def test_the_token_is_a_cookie_no_script_and_no_other_site_gets(app: Companion) -> None:
    client = app.test_client()
    plain = client.post("/api/tables", json={}, headers=OURS)
    cookie = plain.headers["Set-Cookie"]
    assert cookie.startswith(f"tangzi-{plain.json['id']}=")  # type: ignore[index]
    for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in cookie
    assert "Secure" not in cookie
    secure = client.post("/api/tables", json={}, headers=OURS, base_url="https://localhost")
    cookie = secure.headers["Set-Cookie"]
    assert cookie.startswith(f"__Host-tangzi-{secure.json['id']}=")  # type: ignore[index]
    for part in ("Secure", "HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in cookie
    assert "Domain" not in cookie


def test_who_changes_over_to_https_keeps_the_chair(app: Companion) -> None:
    client = app.test_client()
    table = opened(client)
    over = client.get(f"/api/tables/{table['id']}/qr.svg", base_url="https://localhost")
    assert over.status_code == 200


def test_who_sits_already_keeps_the_place(app: Companion) -> None:
    host, player = app.test_client(), app.test_client()
    table = opened(host)
    first = join(player, table["code"], chair=1)
    assert join(player, table["code"], chair=2)["member"] == first["member"]
    assert join(host, table["code"], role="screen")["member"]["role"] == "host"
    assert host.get(f"/api/tables/{table['id']}/qr.svg").status_code == 200


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/join", "/api/tables/x/members/y/remove"])
def test_a_change_without_our_header_is_refused(client: FlaskClient, path: str) -> None:
    answer = client.post(path, json={})
    assert answer.status_code == 403
    assert code_of(answer.json) == "no_header"  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/join", "/tables/new", "/join/ABCDE"])
@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_another_page_changes_nothing(client: FlaskClient, path: str, headers: dict[str, str]) -> None:
    answer = client.post(path, json={}, headers={**OURS, **headers})
    assert answer.status_code == 403
    assert "other_origin" in answer.get_data(as_text=True)


def test_what_is_too_long_is_not_read(client: FlaskClient) -> None:
    body = {"title": "x" * LARGEST_CHANGE}
    answer = client.post("/api/tables", json=body, headers=OURS)
    assert answer.status_code == 413
    assert code_of(answer.json) == "too_large"  # type: ignore[arg-type]


def test_codes_cannot_be_guessed_by_trying(app: Companion) -> None:
    app.limits.wrong_codes = Limit(3, 600)
    table = opened(app.test_client())
    guesser, friend = app.test_client(), app.test_client()
    for _ in range(3):
        assert code_of(join(guesser, "AAAAA")) == "no_such_code"
    assert code_of(join(guesser, table["code"])) == "too_many"
    assert guesser.get(f"/join/{table['code']}").status_code == 429
    here = {"REMOTE_ADDR": "192.168.1.9"}
    assert friend.get(f"/join/{table['code']}", environ_overrides=here).status_code == 200


def test_pages_and_interface_count_wrong_codes_together(app: Companion, client: FlaskClient) -> None:
    app.limits.wrong_codes = Limit(3, 600)
    assert client.get("/join/AAAAA").status_code == 404
    assert client.post("/join/AAAAA", data={"place": "1"}).status_code == 404
    assert code_of(join(client, "AAAAA")) == "no_such_code"
    assert client.get("/join/AAAAA").status_code == 429


def test_tables_places_and_changes_are_limited(app: Companion) -> None:
    app.limits.tables, app.limits.joins, app.limits.changes = Limit(1, 60), Limit(1, 60), Limit(2, 60)
    host = app.test_client()
    table = opened(host)
    assert code_of(dict(host.post("/api/tables", json={}, headers=OURS).json or {})) == "too_many"
    join(app.test_client(), table["code"])
    assert code_of(join(app.test_client(), table["code"])) == "too_many"
    rename = f"/api/tables/{table['id']}/members/{table['member']['id']}/rename"
    answers = [host.post(rename, json={"name": "强"}, headers=OURS).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


@pytest.mark.parametrize(
    ("who", "whom", "act", "status"),
    [
        ("host", "player", "rename", 200),
        ("host", "player", "sign_out", 200),
        ("host", "player", "remove", 200),
        ("host", "host", "remove", 400),
        ("player", "player", "rename", 200),
        ("player", "player", "sign_out", 200),
        ("player", "player", "remove", 403),
        ("player", "host", "rename", 403),
        ("player", "host", "sign_out", 403),
        ("player", "other", "sign_out", 403),
        ("screen", "screen", "rename", 200),
        ("screen", "player", "rename", 403),
        ("spectator", "spectator", "sign_out", 200),
        ("spectator", "player", "remove", 403),
        ("stranger", "player", "rename", 401),
        ("stranger", "player", "remove", 401),
    ],
)
def test_who_may_do_what_to_whom(app: Companion, who: str, whom: str, act: str, status: int) -> None:
    clients = {role: app.test_client() for role in ("host", "player", "other", "spectator", "screen")}
    table = opened(clients["host"])
    ids = {"host": table["member"]["id"]}
    for name in ("player", "other", "spectator", "screen"):
        role = "player" if name == "other" else name
        ids[name] = join(clients[name], table["code"], role=role)["member"]["id"]
    client = clients.get(who, app.test_client())
    body = {"name": "新名"} if act == "rename" else {}
    answer = client.post(f"/api/tables/{table['id']}/members/{ids[whom]}/{act}", json=body, headers=OURS)
    assert answer.status_code == status, answer.json


def test_a_member_of_one_table_is_nobody_at_another(app: Companion) -> None:
    one, other = app.test_client(), app.test_client()
    mine, theirs = opened(one), opened(other)
    token = one.get_cookie(f"tangzi-{mine['id']}")
    assert token is not None
    one.set_cookie(f"tangzi-{theirs['id']}", token.value)
    answer = one.get(f"/api/tables/{theirs['id']}/qr.svg")
    assert answer.status_code == 401


def test_a_lost_phone_is_replaced(app: Companion) -> None:
    host, lost, new = app.test_client(), app.test_client(), app.test_client()
    table = opened(host)
    mei = join(lost, table["code"], chair=1, name="小梅")["member"]
    out = host.post(f"/api/tables/{table['id']}/members/{mei['id']}/sign_out", json={}, headers=OURS)
    assert out.json["chairs"][1]["away"]  # type: ignore[index]
    assert lost.get(f"/api/tables/{table['id']}/qr.svg").status_code == 401
    assert join(new, table["code"], chair=1)["member"] == mei

"""The pages before the table: open, join, check. They work without a script."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
import resvg_py
from flask.testing import FlaskClient

from web.companion import Companion
from web.lan.addresses import Address, Kind
from web.lan.doors import Doors
from web.tables.host_link import new_link

HOME = Address("192.168.1.7", "wlan0", Kind.PRIVATE)
VPN = Address("10.8.0.2", "tun0", Kind.VIRTUAL)


@pytest.fixture
def doors(app: Companion) -> Doors:
    app.doors = Doors(8443, 8080, "AB:CD", lambda: (HOME, VPN))
    return app.doors


def opened(client: FlaskClient, **form: str) -> str:
    """Open a table by the form; gives its id."""
    answer = client.post("/tables/new", data={"title": "周六", "name": "阿强", "rules": "chengdu", **form})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.headers["Location"].removeprefix("/tables/")


def code_of(app: Companion, table: str) -> str:
    info = app.tables.settings(table)
    assert info is not None
    return info.code


def test_a_table_is_opened_by_the_form(app: Companion, client: FlaskClient) -> None:
    page = client.get("/tables/new").get_data(as_text=True)
    assert re.search('<option value="sbr-2025">[^<]*SBR rules 2025</option>', page)
    info = app.tables.settings(opened(client, chairs="3", rules="sbr-2025"))
    assert info is not None
    assert (info.title, info.rules, len(info.chairs), info.people[0].name) == ("周六", "sbr-2025", 3, "阿强")
    keeper = app.tables.settings(opened(app.test_client(), chair=""))
    assert keeper is not None
    assert keeper.chairs == (None,) * 4


def test_what_was_filled_in_is_not_lost_where_it_is_refused(client: FlaskClient) -> None:
    answer = client.post(
        "/tables/new", data={"title": "周六", "name": "阿强", "rules": "../x", "chairs": "3"}
    )
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert 'role="alert"' in page
    assert 'value="周六"' in page
    assert 'value="阿强"' in page


def test_a_code_leads_to_the_chairs(app: Companion, client: FlaskClient) -> None:
    code = code_of(app, opened(client))
    friend = app.test_client()
    assert friend.get("/join").status_code == 200
    over = friend.get(f"/join?code={code.lower()[:2]} {code.lower()[2:]}")
    assert over.headers["Location"] == f"/join/{code}"
    page = friend.get(f"/join/{code}").get_data(as_text=True)
    assert "阿强" in page
    assert 'value="0"' not in page  # taken
    assert all(f'value="{place}"' in page for place in ("1", "2", "3", "spectator", "screen"))


@pytest.mark.parametrize(
    ("place", "role", "chair"),
    [
        ("2", "player", 2),
        ("spectator", "spectator", None),
        ("screen", "screen", None),
        ("nonsense", "player", 1),
    ],
)
def test_a_tap_takes_the_place(
    app: Companion, client: FlaskClient, place: str, role: str, chair: int | None
) -> None:
    table = opened(client)
    friend = app.test_client()
    answer = friend.post(f"/join/{code_of(app, table)}", data={"name": "小梅", "place": place})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table}")
    cookie = friend.get_cookie(f"tangzi-{table}")
    assert cookie is not None
    member = app.tables.member(cookie.value)
    assert member is not None
    assert (member.role.value, member.chair, member.name) == (role, chair, "小梅")


def test_a_tap_sent_twice_takes_one_chair(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    code = code_of(app, table)
    friend = app.test_client()
    friend.get(f"/join/{code}")
    first = friend.post(f"/join/{code}", data={"place": "1"})
    friend.delete_cookie(f"tangzi-{table}")  # the first answer never came
    second = friend.post(f"/join/{code}", data={"place": "2"})
    assert first.headers["Set-Cookie"].split(";")[0] == second.headers["Set-Cookie"].split(";")[0]
    info = app.tables.settings(table)
    assert info is not None
    assert sum(one is not None for one in info.chairs) == 2


def test_who_sits_already_is_sent_to_the_table(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    for answer in (client.get(f"/join/{code_of(app, table)}"), client.post(f"/join/{code_of(app, table)}")):
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table}")
        assert "Set-Cookie" not in answer.headers


def test_a_refused_place_shows_the_chairs_again(app: Companion, client: FlaskClient) -> None:
    code = code_of(app, opened(client))
    answer = app.test_client().post(f"/join/{code}", data={"name": "阿强", "place": "1"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 409
    assert "加一个字" in page
    assert 'value="阿强"' in page


@pytest.mark.parametrize("path", ["/join/AAAAA", "/join/%3Cscript%3E", "/join/?"])
def test_a_wrong_code_is_asked_for_again(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404


def test_the_host_s_link_makes_one_browser_the_host_s(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    info = app.tables.settings(table)
    assert info is not None
    link = f"/host/{new_link(app.tables, table)}"
    new, late = app.test_client(), app.test_client()
    assert client.get(f"/api/tables/{table}/qr.svg").status_code == 200  # until it is opened nothing changes
    for _ in range(2):
        answer = new.get(link)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table}")
    assert late.get(link).status_code == 404
    assert client.get(f"/api/tables/{table}/qr.svg").status_code == 401  # the lost browser's
    cookie = new.get_cookie(f"tangzi-{table}")
    assert cookie is not None
    assert cookie.value not in link
    member = app.tables.member(cookie.value)
    assert member == info.host


def test_a_host_s_link_ends_with_the_next_one_and_with_its_table(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    old, new = new_link(app.tables, table), new_link(app.tables, table)
    assert app.test_client().get(f"/host/{old}").status_code == 404
    app.tables.drop(table)
    assert app.test_client().get(f"/host/{new}").status_code == 404
    assert app.tables.history.notes.names("host_link/") == ()


def test_a_host_s_link_is_no_token(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    info = app.tables.settings(table)
    assert info is not None
    _, secret = new_link(app.tables, table).split(".")
    assert app.tables.member(f"{table}.{info.host.id}.{secret}") is None


@pytest.mark.parametrize("text", ["AAAA", "..", "AAAA.", "a.b.c", "不.行", "%00.%00"])
def test_what_is_no_host_s_link_says_so(client: FlaskClient, text: str) -> None:
    answer = client.get(f"/host/{text}")
    assert answer.status_code == 404
    assert "链接已用过" in answer.get_data(as_text=True)


def test_no_member_s_token_is_a_link(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    friend = app.test_client()
    friend.post(f"/join/{code_of(app, table)}", data={"place": "1"})
    cookie = friend.get_cookie(f"tangzi-{table}")
    assert cookie is not None
    assert app.test_client().get(f"/host/{cookie.value}").status_code == 404


def test_names_are_text_and_no_markup(app: Companion, client: FlaskClient) -> None:
    code = code_of(app, opened(client, title="<script>", name="<img src=x>"))
    page = app.test_client().get(f"/join/{code}").get_data(as_text=True)
    assert "<script>" not in page
    assert "<img" not in page
    assert "&lt;img" in page


def test_the_way_to_encryption_is_shown_where_it_is_missing(
    app: Companion, client: FlaskClient, doors: Doors
) -> None:
    code = code_of(app, opened(client))
    link = f"https://192.168.1.7:8443/join/{code}"
    friend = app.test_client()
    assert link in friend.get(f"/join/{code}").get_data(as_text=True)
    assert link not in friend.get(f"/join/{code}", base_url="https://192.168.1.7:8443").get_data(as_text=True)


def decoded(answer: bytes) -> str:
    png = resvg_py.svg_to_bytes(svg_string=answer.decode(), width=400)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return str(cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0])


def test_the_table_s_code_leads_phones_to_its_chairs(
    app: Companion, client: FlaskClient, doors: Doors
) -> None:
    table = opened(client)
    code = code_of(app, table)
    answer = client.get(f"/api/tables/{table}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert decoded(answer.data) == f"https://192.168.1.7:8443/join/{code}"
    assert decoded(client.get("/api/lan/qr.svg").data) == "https://192.168.1.7:8443/"


def test_without_phones_the_code_holds_the_page_s_own_address(app: Companion, client: FlaskClient) -> None:
    table = opened(client)
    answer = client.get(f"/api/tables/{table}/qr.svg", base_url="http://localhost:8080")
    assert decoded(answer.data) == f"http://localhost:8080/join/{code_of(app, table)}"
    assert client.get("/api/lan/qr.svg").status_code == 404
    assert client.get("/api/lan").json == {
        "listening": False,
        "addresses": [],
        "fingerprint": None,
        "reached": 0,
    }
    assert "--lan" in client.get("/check").get_data(as_text=True)


@pytest.mark.parametrize("asker", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.7"])
def test_this_machine_sees_every_address(client: FlaskClient, doors: Doors, asker: str) -> None:
    here = {"REMOTE_ADDR": asker}
    form = client.get("/api/lan", environ_overrides=here).json
    assert form is not None
    assert [one["ip"] for one in form["addresses"]] == ["192.168.1.7", "10.8.0.2"]
    assert form["addresses"][0]["secure"] == "https://192.168.1.7:8443/"
    assert form["addresses"][0]["plain"] == "http://192.168.1.7:8080/"
    page = client.get("/check", environ_overrides=here).get_data(as_text=True)
    assert "10.8.0.2" in page
    assert "AB:CD" in page


def test_a_guest_does_not_learn_of_the_vpn(client: FlaskClient, doors: Doors) -> None:
    guest = {"REMOTE_ADDR": "192.168.1.20"}
    for path in ("/check", "/api/lan"):
        text = client.get(path, environ_overrides=guest).get_data(as_text=True)
        assert "192.168.1.7" in text
        assert "10.8.0.2" not in text


def test_the_check_names_the_three_causes(client: FlaskClient, doors: Doors) -> None:
    """FIELD D10: guest network, firewall, port 5000."""
    page = client.get("/check").get_data(as_text=True)
    for cause in ("访客网络", "guest network", "防火墙", "firewall", "5000", "AirPlay", "403"):
        assert cause in page
    assert "还没有" in page


def test_the_check_says_whether_a_phone_got_through(client: FlaskClient, doors: Doors) -> None:
    for asker in ("127.0.0.1", "192.168.1.7"):
        client.get("/", environ_overrides={"REMOTE_ADDR": asker})
    assert doors.reached == 0
    for _ in range(2):
        client.get("/", environ_overrides={"REMOTE_ADDR": "192.168.1.20"})
    assert doors.reached == 1
    assert "通了" in client.get("/check").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/tables/new", "/join", "/check"])
def test_pages_speak_both_languages_and_need_no_script(client: FlaskClient, path: str) -> None:
    page = client.get(path).get_data(as_text=True)
    assert '<html lang="zh-CN">' in page
    assert 'lang="en"' in page
    assert "<script" not in page

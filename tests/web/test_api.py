"""/api/: the public forms over HTTP, and one clear sentence for everything that cannot be used."""

from __future__ import annotations

import io
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from assistant.notation import parse_hand
from assistant.rule_keys import KEYS
from assistant.rules import PRESETS, load
from tests.web.forms import codes
from tests.web.scripted import ScriptedReader
from tests.web.waiting import PATIENCE
from web import api
from web.app import create_app
from web.companion import SCANS_WAITING, Companion
from web.presenters.hand import analyse

DEMO_TEXT = "2223 678 789m 123p"


def refused(answer: TestResponse, status: int, code: str) -> str:
    """Check that an answer is the public form of an error; gives its sentence."""
    assert answer.status_code == status, answer.text
    assert answer.json is not None
    assert set(answer.json) == {"error"}
    assert answer.json["error"]["code"] == code
    message = answer.json["error"]["message"]
    assert message.endswith((".", "?"))
    return str(message)


def form(answer: TestResponse) -> dict[str, Any]:
    """What a good answer says."""
    assert answer.status_code == 200, answer.text
    assert answer.json is not None
    return dict(answer.json)


def ask(client: FlaskClient, **body: object) -> TestResponse:
    return client.post("/api/hand", json=body)


def send(client: FlaskClient, photo: bytes | None, name: str = "hand.jpg", **fields: object) -> TestResponse:
    data: dict[str, object] = dict(fields)
    if photo is not None:
        data["photo"] = (io.BytesIO(photo), name)
    return client.post("/api/scan", data=data)


def test_hand_is_the_form_of_the_command(client: FlaskClient) -> None:
    answer = form(ask(client, hand=DEMO_TEXT))
    assert answer == analyse(parse_hand(DEMO_TEXT), load("chengdu"))
    assert [wait["tile"] for wait in answer["waits"]] == ["1m", "3m", "4m"]


def test_hand_counts_seen_tiles(client: FlaskClient) -> None:
    waits = form(ask(client, hand=DEMO_TEXT, seen="1m 1m 1m 33m"))["waits"]
    assert {wait["tile"]: (wait["left"], wait["last_copy"]) for wait in waits} == {
        "1m": (1, True),
        "3m": (1, True),
        "4m": (4, False),
    }


def test_hand_is_priced_under_the_rules_asked_for(client: FlaskClient) -> None:
    rules = {"rules": "online", "set": {"base": 2, "patterns.plain": 1}}
    wait = form(ask(client, hand=DEMO_TEXT, **rules))["waits"][0]
    assert (wait["multiple"], wait["discard"], wait["self_draw_each"]) == (2, 4, 4)


def test_hand_knows_the_void_suit(client: FlaskClient) -> None:
    answer = form(ask(client, hand=DEMO_TEXT, void="p"))
    assert not answer["ready"]
    assert "void_held" in codes(answer)


def test_null_is_the_same_as_left_out(client: FlaskClient) -> None:
    answer = ask(client, hand=DEMO_TEXT, seen=None, void=None, rules=None, set=None)
    assert answer.json == ask(client, hand=DEMO_TEXT).json


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "empty"),
        ({"hand": "123m45"}, "no_suit"),
        ({"hand": "1234z"}, "bad_character"),
        ({"hand": "123456789m 123456p"}, "wrong_size"),
        ({"hand": "11111m 23456789p"}, "fifth_copy"),
        ({"hand": "123456789m 123p ?"}, "unseen"),
        ({"hand": DEMO_TEXT, "seen": "#p1m"}, "only_tiles"),
        ({"hand": DEMO_TEXT, "void": "z"}, "bad_suit"),
        ({"hand": DEMO_TEXT, "rules": "nowhere"}, "no_such_rules"),
        ({"hand": DEMO_TEXT, "rules": "/etc/passwd"}, "no_such_rules"),
        ({"hand": DEMO_TEXT, "set": {"capp": 4}}, "unknown_key"),
        ({"hand": DEMO_TEXT, "set": {"cap": "low"}}, "impossible_value"),
        ({"hand": DEMO_TEXT, "set": "cap=4"}, "bad_set"),
        ({"hand": DEMO_TEXT, "set": ""}, "bad_set"),
        ({"hand": DEMO_TEXT, "set": False}, "bad_set"),
        ({"hand": DEMO_TEXT, "colour": "red"}, "unknown_key"),
        ({"hand": 5}, "bad_request"),
    ],
)
def test_hand_that_cannot_be_used(client: FlaskClient, body: dict[str, object], code: str) -> None:
    refused(ask(client, **body), 400, code)


def test_every_wrong_rule_is_named_at_once(client: FlaskClient) -> None:
    message = refused(ask(client, hand=DEMO_TEXT, set={"capp": 4, "base": -1}), 400, "impossible_value")
    assert "capp" in message
    assert "base" in message


def test_three_suits_are_a_problem_and_no_error(client: FlaskClient) -> None:
    answer = form(ask(client, hand="234 66 789m 123 8s 1p"))
    assert "three_suits" in codes(answer)


def test_hand_that_is_no_json(client: FlaskClient) -> None:
    refused(client.post("/api/hand", data="hand=1m"), 415, "wrong_type")
    refused(client.post("/api/hand", data="{", content_type="application/json"), 400, "bad_request")
    refused(client.post("/api/hand", json=["1m"]), 400, "bad_request")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
HAND = JSON | st.text(alphabet="123456789mps #?pkac万筒条幺鸡", max_size=30)
RULE = st.dictionaries(st.sampled_from([key.name for key in KEYS]) | st.text(max_size=5), JSON, max_size=3)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.fixed_dictionaries(
        {}, optional={"hand": HAND, "seen": HAND, "void": HAND, "rules": JSON, "set": RULE | JSON}
    )
    | JSON
)
def test_no_json_breaks_the_hand_address(client: FlaskClient, body: object) -> None:
    answer = client.post("/api/hand", data=json.dumps(body), content_type="application/json")
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert answer.json is not None
        assert set(answer.json["error"]) == {"code", "message"}


@pytest.mark.parametrize(
    "body", [b"[" * 100_000, b'{"hand": "\\ud800"}', b'{"set": {"\\ud800": 1}}', b"\xff", b""]
)
def test_broken_json_is_refused(client: FlaskClient, body: bytes) -> None:
    refused(client.post("/api/hand", data=body, content_type="application/json"), 400, "bad_request")


def test_rules_list_every_preset_with_every_key(client: FlaskClient) -> None:
    listed = form(client.get("/api/rules"))
    assert [one["name"] for one in listed["rules"]] == list(PRESETS)
    names = [key["key"] for key in listed["keys"]]
    for one in listed["rules"]:
        assert one["values"] == load(one["name"]).values()
        assert list(one["values"]) == names
    cap = next(key for key in listed["keys"] if key["key"] == "cap")
    assert cap["meanings"].pop("none") == {"zh": "不封顶", "en": "none"}
    assert cap["meanings"].pop("3") == {"zh": "8 倍", "en": "×8"}
    assert all(number.isdecimal() for number in cap.pop("meanings"))
    assert cap == {
        "key": "cap",
        "zh": "封顶",
        "en": "Cap",
        "words": ["none"],
        "numbers": [0, 64],
        "flag": False,
    }
    one_suit = next(key for key in listed["keys"] if key["key"] == "patterns.one_suit")
    assert one_suit["zh"] == "清一色"


def test_house_rules_are_offered_and_a_broken_file_says_why(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "ours.toml").write_text('based_on = "online"\nbase = 7\n')
    (tmp_path / "rules" / "broken.toml").write_text("cap = -1\nspam = 2\n")
    (tmp_path / "rules" / "chengdu.toml").write_text("base = 9\n")
    client = create_app(lambda photo, rules: {}, data=tmp_path).test_client()
    sets = {one["name"]: one for one in form(client.get("/api/rules"))["rules"]}
    assert list(sets) == [*PRESETS, "broken", "ours"]
    assert sets["ours"]["values"]["base"] == 7
    assert sets["chengdu"]["values"]["base"] == 1
    assert {problem["code"] for problem in sets["broken"]["problems"]} == {"impossible_value", "unknown_key"}
    assert form(ask(client, hand=DEMO_TEXT, rules="ours"))["rules"] == "ours"
    refused(ask(client, hand=DEMO_TEXT, rules="broken"), 400, "impossible_value")


def test_what_is_wrong_with_a_file_of_rules_names_no_folder(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "torn.toml").write_text("cap = = 3")
    client = create_app(lambda photo, rules: {}, data=tmp_path).test_client()
    answer = ask(client, hand=DEMO_TEXT, rules="torn")
    refused(answer, 400, "bad_toml")
    listed = client.get("/api/rules").get_data(as_text=True)
    assert "torn.toml is no TOML file" in listed
    assert str(tmp_path) not in listed + answer.get_data(as_text=True)


def test_scan_gives_the_readers_form_with_the_files_name(client: FlaskClient, reader: ScriptedReader) -> None:
    answer = form(send(client, b"photo", "our table.jpg", rules="online", set="base=3"))
    assert answer["image"] == "our table.jpg"
    assert answer["hand"] == "2223677889m 123p"
    assert answer["analysis"]["rules"] == "online"
    assert answer["analysis"]["waits"][0]["discard"] == 3
    assert reader.photos == [5]


def test_scan_without_a_photo_or_with_wrong_rules(client: FlaskClient, reader: ScriptedReader) -> None:
    refused(client.post("/api/scan", data={"photo": "text, no file"}), 400, "no_photo")
    refused(send(client, b"x", set="cap"), 400, "bad_set")
    refused(send(client, b"x", set=["cap=-1", "spam=1"]), 400, "impossible_value")
    refused(send(client, b"x", rules="nowhere"), 400, "no_such_rules")
    refused(client.post("/api/scan", data=b"x", content_type="image/jpeg"), 400, "no_photo")
    assert reader.photos == []


def test_too_large_an_upload(reader: ScriptedReader) -> None:
    client = create_app(reader, largest_photo=1000).test_client()
    refused(send(client, b"x" * 2000), 413, "too_large")
    assert send(client, b"x" * 500).status_code == 200


def test_uploads_touch_no_disk(
    client: FlaskClient, reader: ScriptedReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("an upload was written to a temporary file")

    for name in ("TemporaryFile", "SpooledTemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(f"tempfile.{name}", forbidden)
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", forbidden)
    # written out here, because the test client would use a temporary file of its own
    head = b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="hand.jpg"\r\n\r\n'
    body = head + b"x" * 3_000_000 + b"\r\n--cut--\r\n"
    answer = client.post("/api/scan", data=body, content_type="multipart/form-data; boundary=cut")
    assert answer.status_code == 200
    assert reader.photos == [3_000_000]


def test_too_many_uploads_are_asked_to_wait_and_the_page_is_not_blocked(
    app: Companion, reader: ScriptedReader
) -> None:
    reader.gate = threading.Event()
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(send(app.test_client(), b"x").status_code))
        for _ in range(SCANS_WAITING)
    ]
    for thread in threads:
        thread.start()
    while app.waiting.acquire(blocking=False):
        app.waiting.release()
    client = app.test_client()
    refused(send(client, b"x"), 503, "busy")
    assert ask(client, hand=DEMO_TEXT).status_code == 200
    reader.gate.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert answers == [200] * SCANS_WAITING
    assert send(client, b"x").status_code == 200


def test_wrong_addresses_and_methods(client: FlaskClient) -> None:
    refused(client.get("/api/nothing"), 404, "no_such_page")
    refused(client.get("/api/hand"), 405, "wrong_method")
    assert client.get("/nothing").status_code == 404


def test_a_fault_of_ours_shows_no_traceback() -> None:
    def broken(photo: bytes, rules: object) -> dict[str, object]:
        raise ZeroDivisionError("a secret")

    app = create_app(broken)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = send(app.test_client(), b"x")
    assert "secret" not in refused(answer, 500, "our_fault")


def test_another_origin_is_refused(client: FlaskClient) -> None:
    headers = {"Origin": "http://evil.example"}
    refused(client.post("/api/hand", json={"hand": DEMO_TEXT}, headers=headers), 403, "other_origin")
    same = {"Origin": "http://localhost"}
    assert client.post("/api/hand", json={"hand": DEMO_TEXT}, headers=same).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/", "/api/rules", "/static/js/page.js", "/nothing"])
def test_every_answer_forbids_what_is_not_ours(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert ("Cache-Control" in answer.headers) or not path.startswith("/api/")


def test_every_address_and_every_error_is_documented(client: FlaskClient, app: Companion) -> None:
    page = client.get("/api/").text
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("api."):
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            assert f"<h2><code>{methods.pop()} {rule.rule}</code></h2>" in page
    for status in (set(api.HTTP_SENTENCES) - {500}) | {403, 503}:
        assert str(status) in page


def test_documented_example_is_true(client: FlaskClient) -> None:
    page = client.get("/api/").text.replace("&#39;", "'").replace("&quot;", '"')
    found = re.search(r"-d '(\{.*?\})'", page)
    assert found
    answer = form(client.post("/api/hand", data=found.group(1), content_type="application/json"))
    assert '"left": 3, "last_copy": false, "doublings": 0, "multiple": 1' in page
    first = answer["waits"][0]
    assert (first["tile"], first["left"], first["discard"], first["self_draw_each"]) == ("1m", 3, 1, 2)

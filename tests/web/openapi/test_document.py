"""The API against its own document: every route is in it, every answer fits it, and no request breaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from assistant.events import Discarded, Drawn, Won
from assistant.tiles import Tile
from tests.web.scripted import ScriptedReader
from tests.web.tables.phones import WRITE, Phones, open_phones
from web.access import EVERYBODY, roles_of
from web.app import create_app
from web.companion import Companion
from web.openapi.document import document, operations
from web.tables.limits import Limit

DOCUMENT = document()
REFUSALS = "#/components/responses/Error"


@cache
def closed() -> dict[str, Any]:
    """The schemas with no key allowed that they do not name, so that a test sees an undocumented one."""
    schemas: dict[str, Any] = deepcopy(DOCUMENT["components"]["schemas"])
    for schema in schemas.values():
        close(schema)
    return schemas


def close(schema: object) -> object:
    if isinstance(schema, dict):
        for part in schema.values():
            close(part)
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    elif isinstance(schema, list):
        for part in schema:
            close(part)
    return schema


def fits(form: object, schema: dict[str, Any]) -> None:
    whole = {**deepcopy(schema), "components": {"schemas": closed()}}
    close({key: part for key, part in whole.items() if key != "components"})
    faults = [
        f"{list(one.path)}: {one.message[:200]}" for one in Draft202012Validator(whole).iter_errors(form)
    ]
    assert faults == []


def path_of(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def routes(app: Companion) -> Iterator[tuple[tuple[str, str], str]]:
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield (method.lower(), path_of(rule.rule)), rule.endpoint


def test_every_route_is_documented_and_nothing_else(app: Companion) -> None:
    assert {key for key, _ in routes(app)} == set(operations())


def test_who_may_ask_is_what_the_view_says(app: Companion) -> None:
    for key, endpoint in routes(app):
        if endpoint == "static":
            continue
        roles = roles_of(app.view_functions[endpoint])
        said = operations()[key]["x-roles"]
        if roles == EVERYBODY:
            assert said == EVERYBODY, key
        else:
            assert roles is not None
            assert set(said.split(", ")) == {str(role) for role in roles}, key


def test_the_document_is_sound() -> None:
    """Every reference leads somewhere, every schema is one."""
    text = str(DOCUMENT)
    names = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert names <= set(DOCUMENT["components"]["schemas"])
    for schema in DOCUMENT["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_document_is_served(client: FlaskClient) -> None:
    answer = client.get("/api/openapi.json")
    assert answer.status_code == 200
    assert answer.get_json() == DOCUMENT


def check(method: str, path: str, status: int, form: object, content: str) -> None:
    """An answer against the document."""
    responses = operations()[method, path]["responses"]
    assert str(status) in responses, (method, path, status, form)
    response = responses[str(status)]
    if response.get("$ref") == REFUSALS:
        response = DOCUMENT["components"]["responses"]["Error"]
    expected = response.get("content")
    if expected is None:
        return
    (kind, media), *_ = expected.items()
    assert content.startswith(kind), (method, path, content)
    if kind == "application/json":
        fits(form, media["schema"])


class Asker:
    """A member who asks and holds each answer against the document."""

    def __init__(self, phones: Phones, who: str) -> None:
        self.client = phones.clients[who]
        self.parts = {
            "table": phones.table,
            "who": phones.ids[who],
            "code": "ABCDE",
            "filename": "css/page.css",
        }

    def ask(self, method: str, path: str, body: object = None, query: str = "") -> int:
        address = re.sub(r"{(\w+)}", lambda part: self.parts.get(part[1], "x"), path) + query
        if method == "get":
            answer = self.client.get(address, buffered=False)
        else:
            answer = self.client.post(address, json=body, headers=WRITE)
        if answer.content_type is not None and answer.content_type.startswith("text/event-stream"):
            check(method, path, answer.status_code, None, answer.content_type)
        else:
            check(method, path, answer.status_code, answer.get_json(silent=True), answer.content_type or "")
        status = answer.status_code
        answer.close()
        return status


def in_the_middle(app: Companion, rules: str = "chengdu") -> Phones:
    phones = open_phones(app, rules=rules)
    phones.start()
    if rules == "sbr-2025":
        phones.play("0 void p; 1 void p; 2 void m; 3 void s")
    phones.deal({"丙": "111456789s 22p 99p", "乙": "444555666m 123s 8p"})
    phones.tell("甲", Drawn(0, Tile.P9))
    phones.tell("甲", Discarded(0, Tile.P9))
    return phones


@pytest.fixture
def phones(app: Companion) -> Phones:
    return open_phones(app)


@pytest.mark.parametrize("rules", ["chengdu", "sbr-2025", "online"])
def test_every_view_of_a_whole_round_fits(app: Companion, rules: str) -> None:
    phones = in_the_middle(app, rules)
    for step in range(4):
        for who in "甲乙丙丁旁屏":
            asker = Asker(phones, who)
            for path in ("", "/money"):
                assert asker.ask("get", "/api/tables/{table}" + path) == 200
            asker.ask("get", "/api/tables/{table}/advice")
            asker.ask("get", "/api/tables/{table}/odds")
            asker.ask("get", "/api/tables/{table}/money", query="?round=1")
        if step == 0:
            phones.tell("丙", Won((2,)))
        elif step == 1:
            phones.play("wall")
        elif step == 2:
            phones.post("甲", "/retract", seq=1)  # which leaves lines broken


def test_every_plain_get_fits(phones: Phones) -> None:
    asker = Asker(phones, "甲")
    for method, path in operations():
        if method == "get":
            asker.ask(method, path)


def test_every_act_fits(phones: Phones) -> None:
    """Each change once as it should be, told by the routes' own document."""
    asker = Asker(phones, "甲")
    ids = list(phones.ids.values())
    once = iter(range(100))
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/rules", {"rules": "chengdu", "set": {"base": 2}}),
        ("/fair", {"on": False}),
        ("/rounds", {"dice": [3, 4]}),
        ("/events", {"event": {"kind": "drawn", "seat": 0, "tile": "?"}}),
        ("/undo", {}),
        ("/redo", {}),
        ("/amend", {"seq": 1, "event": {"kind": "drawn", "seat": 0, "tile": "1m"}}),
        ("/retract", {"seq": 1}),
        ("/swap", {"one": ids[0], "two": ids[1], "from": 1}),
        ("/chips", {"chips": {ids[0]: 5}}),
        ("/advice", {"hand": "1112345678999m"}),
        ("/odds", {"hand": "1112345678999m"}),
        ("/members/{who}/rename", {"name": "新"}),
    ]
    for path, body in bodies:
        if path not in ("/rules", "/fair", "/advice", "/odds", "/members/{who}/rename"):
            body = {**body, "expected": phones.records(), "key": f"k{next(once)}"}
        assert asker.ask("post", "/api/tables/{table}" + path, body) == 200, path
    assert asker.ask("post", "/api/tables", {"title": "新"}) == 201
    assert asker.ask("post", "/api/hand", {"hand": "123m 55p"}) == 400
    assert asker.ask("post", "/api/hand", {"hand": "1112345678999m"}) == 200


def likely(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema describes."""
    if "$ref" in schema:
        return likely(DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return st.one_of(*map(likely, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "object":
            keys = schema.get("properties", {})
            if not keys:
                other = schema.get("additionalProperties", {})
                return st.dictionaries(st.text(max_size=4), likely(other), max_size=2)
            needed = {key: likely(part) for key, part in keys.items() if key in schema.get("required", ())}
            free = {key: likely(part) for key, part in keys.items() if key not in needed}
            return st.fixed_dictionaries(needed, optional=free)
        case "array":
            return st.lists(likely(schema["items"]), max_size=4)
        case "integer":
            return st.integers(schema.get("minimum", -3), schema.get("maximum", 12))
        case "boolean":
            return st.booleans()
        case "string" if "pattern" in schema:
            return st.from_regex(re.compile(schema["pattern"], re.ASCII))
        case "string":
            return st.sampled_from(("", "1m", "123m 55p", "chengdu", "?????????????", "chair:1")) | st.text(
                max_size=8
            )
        case _:
            return junk()


def junk() -> st.SearchStrategy[Any]:
    """Any JSON."""
    word = st.text(max_size=4)
    plain = st.none() | st.booleans() | st.integers(-9, 10**12) | st.floats(allow_nan=False) | word

    def deeper(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(of, max_size=2) | st.dictionaries(word, of, max_size=2)

    return st.recursive(plain, deeper, max_leaves=4)


def spoilt(good: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A body with one key of it left out, or anything in its place."""
    if not good:
        return junk()
    one = st.sampled_from(sorted(good))
    less = one.map(lambda key: {name: value for name, value in good.items() if name != key})
    other = st.tuples(one, junk()).map(lambda pair: {**good, pair[0]: pair[1]})
    return less | other | junk()


def posts() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for (method, path), form in operations().items():
        content = form.get("requestBody", {}).get("content", {})
        if method == "post" and "application/json" in content:
            found.append((path, content["application/json"]["schema"]))
    return found


@pytest.fixture(scope="module")
def fuzzed() -> Phones:
    app = create_app(ScriptedReader())
    app.limits.changes = app.limits.tables = app.limits.joins = Limit(10**6, 1)
    app.limits.wrong_codes = Limit(10**6, 1)
    return in_the_middle(app)


@pytest.mark.parametrize(("path", "schema"), posts(), ids=[path for path, _ in posts()])
def test_no_request_breaks_the_document(fuzzed: Phones, path: str, schema: dict[str, Any]) -> None:
    """Bodies made from the document, whole and spoilt, from the host and a player: every answer is one that
    the document names, and none is a failure of ours.
    """

    @settings(
        max_examples=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        body = data.draw(likely(schema))
        if isinstance(body, dict) and "expected" in body and data.draw(st.booleans()):
            body["expected"] = fuzzed.records()
        if data.draw(st.booleans()) and isinstance(body, dict):
            body = data.draw(spoilt(body))
        asker = Asker(fuzzed, data.draw(st.sampled_from("甲乙")))
        assert asker.ask("post", path, body) < 500

    ask()

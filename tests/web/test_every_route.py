"""Every route as every role: no other hand and no token is ever in an answer; every view says who it is for.

Other hands are looked for without knowing what an answer looks like: the same table is played twice, with all
tokens, names and times alike, and one player's hidden tiles different. Whatever another member is answered
must be the same in both, byte by byte. Routes are taken from the application, so a new one is walked too.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from assistant.events import Dealt, Drawn, TableEvent
from assistant.history.memory import MemoryHistory
from assistant.history.records import Draft, Record
from assistant.notation import parse_hand
from assistant.tiles import Tile
from tests.web.scripted import ScriptedReader
from tests.web.tables.phones import WRITE, Phones, open_phones
from web.access import EVERYBODY, OWNER, roles_of
from web.app import create_app
from web.companion import Companion
from web.tables.limits import Limits
from web.tables.members import Role
from web.tables.open_tables import LiveTables
from web.tables.store import Tables

HOLDER = "乙"
"""Whose hidden tiles are other ones in the second game."""
ASKERS = {
    "甲": Role.HOST,
    "乙": Role.PLAYER,
    "丙": Role.PLAYER,
    "旁": Role.SPECTATOR,
    "屏": Role.SCREEN,
    "客": None,
    "主": OWNER,
}
"""The owner sits at the machine that the program runs on, the others ask from phones; 客 has no place."""
OTHERS = tuple(who for who in ASKERS if who != HOLDER)
HIDDEN = (("223344567p 1p 7s 99s", Tile.S8), ("1155226633p 7p 99s", Tile.P7))
"""What the owner was dealt and draws: in the first game 丙's 6s wins for them, in the second not."""
PHONE = "192.0.2.7"
OPEN_TO_ALL = {"static"}
"""Flask's own view, which gives files that ship with the program."""


class Timeless(MemoryHistory):
    """A log in which everything happened at once."""

    def append(self, table: str, drafts: Sequence[Draft], expected: int) -> tuple[Record, ...]:
        return super().append(table, [replace(one, at=1000.0) for one in drafts], expected)


@dataclass(frozen=True)
class Game:
    """A table in the middle of a round; each walk gets a copy of it."""

    app: Companion
    history: MemoryHistory
    table: str
    code: str
    ids: dict[str, str]
    tokens: dict[str, str]

    def client(self, who: str) -> FlaskClient:
        """Somebody's browser, at a copy of the table that nobody else has touched."""
        history = Timeless()
        for table in self.history.tables():
            drafts = [
                Draft(one.entry, one.at, one.source, one.confidence) for one in self.history.read(table)
            ]
            history.append(table, drafts, 0)
        history.notes._notes.update(self.history.notes._notes)
        furnish(self.app, history, who)
        client = self.app.test_client()
        if ASKERS[who] != OWNER:
            client.environ_base["REMOTE_ADDR"] = PHONE
        if who in self.tokens:
            client.set_cookie(f"tangzi-{self.table}", self.tokens[who])
        return client


def furnish(app: Companion, history: MemoryHistory, chance: str) -> None:
    """Give the application a log and fresh limits; the same chance by the same name."""
    counter = itertools.count()

    def random(size: int) -> str:
        return hashlib.sha256(f"{chance}/{size}/{next(counter)}".encode()).hexdigest()[: 2 * size]

    app.tables = Tables(history, clock=lambda: 1000.0, random=random)
    app.live = LiveTables(app.tables)
    app.limits = Limits()


@cache
def game(number: int, fair: bool) -> Game:
    """One of the two games: alike but for the owner's hidden tiles."""
    app, history = create_app(ScriptedReader()), Timeless()
    furnish(app, history, "the table")
    phones = open_phones(app, rules="chengdu", set={"void": "free"})
    if fair:
        phones.post("甲", "/fair", on=True)
    phones.start()
    dealt, drawn = HIDDEN[number]
    phones.deal(
        {"甲": "112233m 445566s 7s", HOLDER: dealt, "丙": "778899789m 223s 6s", "丁": "456456456m 11s 88p"}
    )
    tell(phones, "甲", Drawn(0, Tile.M5))
    phones.play("0 x7s")
    tell(phones, HOLDER, Drawn(1, drawn))
    phones.play("1 x1p")
    tell(phones, "丙", Drawn(2, Tile.M4))
    phones.play("2 x6s")
    found = app.tables.settings(phones.table)
    assert found is not None
    tokens = {}
    for who, client in phones.clients.items():
        cookie = client.get_cookie(f"tangzi-{phones.table}")
        assert cookie is not None
        tokens[who] = cookie.value
    return Game(app, history, phones.table, found.code, dict(phones.ids), tokens)


def tell(phones: Phones, who: str, event: TableEvent) -> None:
    phones.tell(who, event)


def routes() -> list[tuple[str, Rule]]:
    """(method, rule) of every route, from the application."""
    app = create_app(ScriptedReader())
    found = [
        (method, rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]
    return sorted(found, key=lambda pair: (pair[1].rule, pair[0]))


ROUTES = routes()
BODIES: dict[str, dict[str, object]] = {
    "/api/tables": {"title": "二"},
    "/api/tables/join": {"code": "CODE", "role": "spectator"},
    "/api/tables/<table>/events": {"event": {"kind": "drawn", "seat": 3, "tile": "?"}},
    "/api/tables/<table>/amend": {"seq": 7, "event": {"kind": "drawn", "seat": 1, "tile": "?"}},
    "/api/tables/<table>/retract": {"seq": 8},
    "/api/tables/<table>/rounds": {"anyway": True},
    "/api/tables/<table>/rules": {"rules": "chengdu", "set": {"cap": 4}},
    "/api/tables/<table>/fair": {"on": True},
    "/api/tables/<table>/chips": {"chips": None},
    "/api/tables/<table>/lock": {"on": True},
    "/api/tables/<table>/odds": {"hand": "123456789m 1234p"},
    "/api/tables/<table>/members/<who>/rename": {"name": "新名"},
    "/api/tables/<table>/settle": {"wall_empty": True, "try": True},
    "/api/hand": {"hand": "123m 55p"},
    "/api/memory/retention": {"tables": 30, "corrections": None},
    "/api/tables/<table>/delete": {"sure": True},
    "/api/tables/<table>/members/<who>/forget": {"sure": True},
}
"""What is sent where an empty object would say nothing."""
TAPPED = ("events", "settle", "undo", "redo", "retract", "amend", "rounds", "swap", "chips")


def answer(this: Game, who: str, method: str, rule: Rule) -> tuple[int, str, str]:
    """Status, headers and body of one request, at a fresh copy of the table."""
    client = this.client(who)
    values: dict[str, object] = {"table": this.table, "who": this.ids[HOLDER], "code": this.code}
    values["filename"] = "tiles/1m.svg"
    for name in rule.arguments - set(values):
        values[name] = 1  # a number, a round, a record: whatever a later route asks for
    path = built(rule, values)
    if method == "GET":
        got = client.get(path, buffered=False)
    else:
        body = dict(BODIES.get(rule.rule, {}))
        if body.get("code") == "CODE":
            body["code"] = this.code
        if rule.rule.startswith("/api/tables/<table>/") and rule.rule.rsplit("/", 1)[1] in TAPPED:
            body |= {"expected": len(this.history.read(this.table)), "key": "tap"}
            if rule.rule.endswith("/swap"):
                body |= {"one": this.ids["甲"], "two": this.ids["丙"], "from": 1}
        forms = not rule.rule.startswith("/api/")
        sent = {"data": {"place": "spectator"}} if forms else {"json": body}
        got = client.open(path, method=method, headers=WRITE, **sent)
    text = ""
    for chunk in got.iter_encoded():
        text += chunk.decode("utf-8", "replace")
        if got.mimetype == "text/event-stream" and "data:" in text:
            break
    got.close()
    heads = "\n".join(f"{key}: {EXPIRES.sub('', value)}" for key, value in got.headers if key != "Date")
    return got.status_code, heads, text


EXPIRES = re.compile(r"Expires=[^;]*; ")


def built(rule: Rule, values: dict[str, object]) -> str:
    """The path of a rule."""
    made = rule.build({name: values[name] for name in rule.arguments}, append_unknown=False)
    assert made is not None, f"{rule.rule} wants other values than this test has"
    return made[1]


def named(pair: tuple[str, Rule]) -> str:
    return f"{pair[0]} {pair[1].rule}"


def test_the_games_are_what_they_should_be() -> None:
    """The hidden tiles are there, and make a difference: else this file would prove nothing."""
    views = [
        json.loads(answer(game(number, False), HOLDER, "GET", rule_of("/api/tables/<table>"))[2])
        for number in (0, 1)
    ]
    assert views[0] != views[1]
    for number, (dealt, _) in enumerate(HIDDEN):
        log = game(number, False).history.read(game(number, False).table)
        assert [one.entry for one in log if isinstance(one.entry, Dealt) and one.entry.seat == 1] == [
            Dealt(1, parse_hand(dealt))
        ]
    assert 1 in views[0]["next"]["win"]
    assert 1 not in views[1]["next"]["win"]


def rule_of(path: str) -> Rule:
    return next(rule for method, rule in ROUTES if rule.rule == path and method == "GET")


@pytest.mark.parametrize("pair", ROUTES, ids=named)
def test_every_view_says_who_it_is_for(pair: tuple[str, Rule], app: Companion) -> None:
    method, rule = pair
    roles = roles_of(app.view_functions[rule.endpoint])
    if rule.endpoint in OPEN_TO_ALL:
        return
    assert roles is not None, f"{rule.endpoint} is not marked with who it is for"
    if "table" in rule.arguments and roles == EVERYBODY:
        status, heads, _ = answer(game(0, False), "客", method, rule)
        told = f"{rule.endpoint} is about one table: it needs a role, or sends strangers to the door"
        assert (status, "Location: /join" in heads) == (303, True), told
    for who, role in ASKERS.items():
        status = answer(game(0, False), who, method, rule)[0]
        placeless = role is None or role == OWNER
        if roles == EVERYBODY or role in roles:
            assert status != 401, who
        else:
            assert status == (401 if placeless else 403), who


@pytest.mark.parametrize("fair", [False, True], ids=["open", "fair"])
@pytest.mark.parametrize("pair", ROUTES, ids=named)
def test_nobody_learns_of_another_hand(pair: tuple[str, Rule], fair: bool) -> None:
    method, rule = pair
    for who in OTHERS:
        first, second = (answer(game(number, fair), who, method, rule) for number in (0, 1))
        assert first == second, f"{who} is answered otherwise where {HOLDER} holds other tiles"
        assert first[0] < 500


@pytest.mark.parametrize("pair", ROUTES, ids=named)
def test_no_token_is_ever_answered(pair: tuple[str, Rule]) -> None:
    method, rule = pair
    this = game(0, False)
    for who in ASKERS:
        status, heads, text = answer(this, who, method, rule)
        cookies = "\n".join(line for line in heads.split("\n") if line.startswith("Set-Cookie"))
        shown = text + heads.replace(cookies, "")
        for owner, token in this.tokens.items():
            secret = token.split(".")[2]
            for word in (token, secret, hashlib.sha256(secret.encode()).hexdigest()):
                assert word not in shown, f"{who} is told the token of {owner}"
                assert word not in cookies, f"{who} is given the token of {owner}"
        for line in cookies.splitlines():
            given = line.split("=", 1)[1].split(";")[0]
            assert given not in text
            assert "HttpOnly" in line
            assert "SameSite=Strict" in line
        assert status < 500

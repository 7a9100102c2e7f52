"""A table with its phones, for tests: four seated people, a spectator and a screen."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient

from assistant.events import Dealt, TableEvent
from assistant.history.codec import encode
from assistant.notation import parse_hand
from tests.assistant.table_script import acts
from web.companion import Companion

WRITE = {"X-Tangzi": "1"}
NAMES = "甲乙丙丁"
DEAL = {
    "甲": "111222333m 4567s",
    "乙": "444555666m 123s 8p",
    "丙": "111456789s 22p 99p",
    "丁": "777888999m 11p 78p",
}
"""A hand for each."""
UNCOUNTED = (
    "/rules", "/fair", "/advice", "/odds", "/camera", "/camera/stop", "/camera/corners", "/camera/settings",
    "/camera/dismiss", "/evidence/drop",
)  # fmt: skip
"""Routes that record nothing."""


@dataclass
class Phones:
    """The people of one table. Whoever acts knows the newest view, unless a test says otherwise."""

    app: Companion
    table: str
    clients: Mapping[str, FlaskClient]
    ids: Mapping[str, str]
    _keys: Iterable[int] = field(default_factory=itertools.count)

    def get(self, who: str, path: str = "", status: int = 200) -> dict[str, Any]:
        answer = self.clients[who].get(f"/api/tables/{self.table}{path}")
        assert answer.status_code == status, answer.get_json()
        form: dict[str, Any] = answer.get_json()
        return form

    def post(self, who: str, path: str, status: int = 200, **body: Any) -> dict[str, Any]:  # noqa: ANN401
        """A request that changes something; `expected` and `key` are filled in where the route wants them."""
        if path not in UNCOUNTED:
            body.setdefault("expected", self.records())
            body.setdefault("key", f"tap-{next(iter(self._keys))}")
        answer = self.clients[who].post(f"/api/tables/{self.table}{path}", json=body, headers=WRITE)
        assert answer.status_code == status, answer.get_json()
        form: dict[str, Any] = answer.get_json()
        return form

    def records(self) -> int:
        return int(self.get("甲")["records"])

    def tell(self, who: str, event: TableEvent, status: int = 200) -> dict[str, Any]:
        return self.post(who, "/events", status, event=encode(event))

    def play(self, text: str, who: str = "甲") -> dict[str, Any]:
        """Acts in the notation of the case tables, recorded by one phone."""
        form: dict[str, Any] = {}
        for event in acts(text):
            form = self.tell(who, event)
        return form

    def deal(self, hands: Mapping[str, str]) -> None:
        """Everybody notes the own hand."""
        for who, hand in hands.items():
            seat = self.get(who)["me"]["seat"]
            self.tell(who, Dealt(seat, parse_hand(hand)))

    def start(self, **body: Any) -> dict[str, Any]:  # noqa: ANN401
        return self.post("甲", "/rounds", **body)

    def balances(self) -> dict[str, int | None]:
        return {one["name"]: one["balance"] for one in self.get("甲")["circle"]}


def cookie_of(client: FlaskClient) -> str:
    """The cookies of a client, as a browser would send them."""
    return "; ".join(f"{one.key}={one.value}" for one in (client._cookies or {}).values())


def second_tab(app: Companion, client: FlaskClient) -> FlaskClient:
    """Another client that is the same member, for another thread."""
    tab = app.test_client()
    for one in (client._cookies or {}).values():
        tab.set_cookie(one.key, one.value, domain=one.domain)
    return tab


def open_phones(app: Companion, players: int = 4, seated: int | None = None, **table: object) -> Phones:
    """A table at which `seated` people have taken their chairs, with a spectator and a screen."""
    names = NAMES[: players if seated is None else seated]
    host = app.test_client()
    body = {"title": "周五", "name": names[0], "chairs": players, **table}
    answer = host.post("/api/tables", json=body, headers=WRITE)
    assert answer.status_code == 201, answer.get_json()
    opened = answer.get_json()
    clients, ids = {names[0]: host}, {names[0]: opened["member"]["id"]}
    roles = [*((name, "player") for name in names[1:]), ("旁", "spectator"), ("屏", "screen")]
    for name, role in roles:
        client = app.test_client()
        joined = client.post(
            "/api/tables/join", json={"code": opened["code"], "role": role, "name": name}, headers=WRITE
        )
        assert joined.status_code == 200, joined.get_json()
        clients[name] = client
        ids[name] = joined.get_json()["member"]["id"]
    return Phones(app, opened["id"], clients, ids)

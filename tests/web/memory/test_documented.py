"""What the routes of looking back answer, against the API's own document."""

from __future__ import annotations

import io
import json

from tests.web.openapi.test_document import Asker, check
from tests.web.tables.phones import WRITE, Phones


def test_every_answer_fits_the_document(phones: Phones) -> None:
    asker = Asker(phones, "甲")
    asker.parts["number"] = "2"
    for path in ("statistics", "rounds/{number}", "export.json", "rounds.csv", "payments.csv"):
        assert asker.ask("get", "/api/tables/{table}/" + path) == 200
    assert asker.ask("get", "/api/memory") == 200
    for path in ("/memory", "/memory/{table}", "/memory/{table}/rounds/{number}"):
        assert asker.ask("get", path) == 200
    person = f"{phones.table}/{phones.ids['乙']}"
    for path, body in (
        ("/api/memory/retention", {"tables": 9}),
        ("/api/memory/people", {"one": person, "two": f"{phones.table}/{phones.ids['丙']}"}),
        ("/api/memory/people", {"one": person}),
    ):
        assert asker.ask("post", path, body) == 200
    form = asker.client.get(f"/api/tables/{phones.table}/export.json").get_json()
    for status, copy in ((200, ""), (201, "yes")):
        data = {"table": (io.BytesIO(json.dumps(form).encode()), "t.json"), "copy": copy}
        answer = asker.client.post("/api/memory/import", data=data, headers=WRITE)
        assert answer.status_code == status
        if status == 200:
            check("post", "/api/memory/import", status, answer.get_json(), answer.content_type or "")
    asker.parts["who"] = phones.ids["丁"]
    assert asker.ask("post", "/api/tables/{table}/members/{who}/forget", {"sure": True}) == 200
    assert asker.ask("post", "/api/tables/{table}/delete", {"sure": True}) == 200

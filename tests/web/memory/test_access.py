"""Who may look back at what: the owner at the machine itself, a member at the own tables."""

from __future__ import annotations

import pytest

from tests.web.tables.phones import WRITE, Phones
from web.companion import Companion
from web.lan.doors import Doors


@pytest.mark.parametrize(
    ("address", "host", "owner"),
    [
        ("127.0.0.1", "localhost:8080", True),
        ("::1", "[::1]:8080", True),
        ("::ffff:127.0.0.1", "127.0.0.1:8080", True),
        ("192.0.2.7", "localhost:8080", False),
        ("127.0.0.1", "evil.example", False),
        ("nonsense", "localhost", False),
    ],
)
def test_the_owner_asks_from_this_machine_by_its_address(
    app: Companion, address: str, host: str, owner: bool
) -> None:
    """A name that somebody has pointed at this machine makes no page of theirs the owner's."""
    answer = app.test_client().get(
        "/api/memory", headers={"Host": host}, environ_overrides={"REMOTE_ADDR": address}
    )
    assert answer.get_json()["owner"] is owner


def test_behind_doors_the_machine_knows_its_own_addresses(app: Companion) -> None:
    app.doors = Doors(8443, 8080, "", lambda: ())
    answer = app.test_client().get("/api/memory", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert answer.get_json()["owner"] is False
    assert app.test_client().get("/api/memory").get_json()["owner"] is True


def test_changes_need_the_header_of_our_own_page(app: Companion) -> None:
    answer = app.test_client().post("/api/memory/retention", json={})
    assert answer.status_code == 403
    assert answer.get_json()["error"]["code"] == "no_header"


def test_a_table_that_was_deleted_is_gone_for_all(app: Companion, phones: Phones) -> None:
    owner = app.test_client()
    path = f"/api/tables/{phones.table}"
    assert owner.post(f"{path}/delete", json={"sure": True}, headers=WRITE).status_code == 200
    assert owner.get(f"{path}/statistics").status_code == 404
    assert owner.get(f"/memory/{phones.table}").status_code == 303
    assert phones.clients["甲"].get(path).status_code == 401

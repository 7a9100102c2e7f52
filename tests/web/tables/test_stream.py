"""The stream of a table: a comment at once, the view with every change, resumed after a lost connection;
several writers and readers at once.
"""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.events import Discarded, Drawn
from assistant.history.codec import encode
from assistant.tiles import Tile
from tests.web.tables.listening import Listener
from tests.web.tables.phones import WRITE, Phones, cookie_of, second_tab
from tests.web.waiting import PATIENCE, until
from web.companion import Companion
from web.tables.live import Live
from web.tables.store import Tables
from web.tables.stream import records_of, stream

ROOT = Path(__file__).parents[3]


@pytest.fixture
def listeners() -> Iterator[list[Listener]]:
    opened: list[Listener] = []
    yield opened
    for one in opened:
        one.close()


def listen(phones: Phones, address: str, who: str, into: list[Listener], last: str | None = None) -> Listener:
    into.append(Listener(address, phones.table, cookie_of(phones.clients[who]), last))
    return into[-1]


def test_a_comment_comes_at_once_and_the_view_with_it(
    phones: Phones, address: str, listeners: list[Listener]
) -> None:
    """FIELD D06."""
    page = listen(phones, address, "甲", listeners)
    assert page.answer.status == 200
    assert page.answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert page.answer.headers["Cache-Control"].startswith("no-store")
    assert page.answer.headers["X-Accel-Buffering"] == "no"
    assert page.answer.headers["Content-Encoding"] is None
    assert page.part() == {"retry": "1000", "comment": "here"}
    assert page.change()["records"] == 0


def test_a_quiet_table_is_heard_of_too(phones: Phones, address: str, listeners: list[Listener]) -> None:
    phones.app.live.heartbeat = 0.1
    page = listen(phones, address, "甲", listeners)
    page.change()
    assert page.part() == {"comment": "still here"}
    assert page.part() == {"comment": "still here"}


def test_every_page_agrees_with_the_ledger(phones: Phones, address: str, listeners: list[Listener]) -> None:
    """Told, not found out: nobody looks for news while this is played."""
    phones.app.live.heartbeat = phones.app.live._poll = 2 * PATIENCE
    pages = [listen(phones, address, who, listeners) for who in "甲乙丙丁旁屏"]
    for page in pages:
        page.change()
    phones.start()
    for event in (Drawn(0), Discarded(0, Tile.M1), Drawn(1), Discarded(1, Tile.M2)):
        records = phones.tell("乙", event)["records"]
        views = [page.until(records) for page in pages]
        assert [view["records"] for view in views] == [records] * len(pages)
        assert len({json.dumps(view["circle"]) for view in views}) == 1


def test_news_says_what_was_recorded(phones: Phones, address: str, listeners: list[Listener]) -> None:
    phones.start()
    page = listen(phones, address, "丙", listeners)
    assert page.change()["news"] == []
    phones.tell("乙", Drawn(0, Tile.M1))
    (piece,) = page.change()["news"]
    assert piece["event"] == {"kind": "drawn", "seat": 0, "tile": "?"}, "another hand stays another's"
    assert piece["by"] == phones.ids["乙"]
    phones.post("甲", "/undo")
    assert [one["what"] for one in page.change()["news"]] == ["retracted"]


def test_who_joins_or_changes_a_setting_is_news(
    phones: Phones, address: str, listeners: list[Listener]
) -> None:
    page = listen(phones, address, "甲", listeners)
    version = page.change()["table"]["version"]
    phones.post("甲", "/rules", rules="online")
    changed = page.change()
    assert (changed["table"]["rules"], changed["table"]["version"]) == ("online", version + 1)
    phones.app.test_client().post(
        "/api/tables/join", json={"code": changed["table"]["code"], "role": "spectator"}, headers=WRITE
    )
    assert page.change()["table"]["version"] == version + 2


def test_another_process_is_heard_of_too(phones: Phones, address: str, listeners: list[Listener]) -> None:
    """Two servers on one database: each looks at the log about once a second, and both at once make one
    record or one conflict.
    """
    phones.start()
    page = listen(phones, address, "甲", listeners)
    page.change()
    other = Live(Tables(phones.app.tables.history), phones.table)
    member = other.moment().info.person(phones.ids["甲"])
    assert member is not None
    event = Drawn(0)
    done = other.record(member, "k1", 1, lambda session, source: session.record(event, source=source), event)
    assert done.seq == 1
    assert page.change()["records"] == 2
    assert phones.post("乙", "/events", event=encode(event), expected=1)["again"] is True
    answer = phones.post("乙", "/events", 409, event=encode(Drawn(0, Tile.M1)), expected=1)
    assert answer["error"]["code"] == "conflict"


def test_a_lost_connection_goes_on_where_it_was(
    phones: Phones, address: str, listeners: list[Listener]
) -> None:
    phones.start()
    page = listen(phones, address, "丁", listeners)
    stamp = page.change()["stamp"]
    page.close()
    for event in (Drawn(0), Discarded(0, Tile.M1)):
        phones.tell("乙", event)
    back = listen(phones, address, "丁", listeners, stamp)
    view = back.change()
    assert view["records"] == 3
    assert [one["event"]["kind"] for one in view["news"]] == ["drawn", "discarded"]


def test_who_missed_nothing_is_sent_nothing(phones: Phones, address: str, listeners: list[Listener]) -> None:
    phones.app.live.heartbeat = 0.1
    page = listen(phones, address, "丁", listeners)
    stamp = page.change()["stamp"]
    back = listen(phones, address, "丁", listeners, stamp)
    assert back.part() == {"retry": "1000", "comment": "here"}
    assert back.part() == {"comment": "still here"}


@pytest.mark.parametrize("last", ["", "nonsense", "99999-1", "-1-1", "1-1-1", "9" * 40])
def test_an_id_of_no_sense_gets_the_whole_view(
    phones: Phones, address: str, listeners: list[Listener], last: str
) -> None:
    assert listen(phones, address, "丁", listeners, last).change()["records"] == 0


def test_who_is_removed_hears_no_more(phones: Phones, address: str, listeners: list[Listener]) -> None:
    page = listen(phones, address, "丁", listeners)
    page.change()
    member = phones.ids["丁"]
    phones.clients["甲"].post(f"/api/tables/{phones.table}/members/{member}/remove", json={}, headers=WRITE)
    part = page.part()
    assert part is not None
    assert part["event"] == "gone"
    assert page.part() is None, "the stream ends"


def test_a_table_that_is_forgotten_lets_its_pages_come_back(
    phones: Phones, address: str, listeners: list[Listener]
) -> None:
    page = listen(phones, address, "丁", listeners)
    stamp = page.change()["stamp"]
    phones.app.live.forget(phones.table)
    assert page.part() is None, "the stream ends"
    phones.start()
    assert listen(phones, address, "丁", listeners, stamp).change()["records"] == 1


def test_a_stranger_gets_no_stream(phones: Phones) -> None:
    answer = phones.app.test_client().get(f"/api/tables/{phones.table}/stream")
    assert answer.status_code == 401


def test_ten_open_pages_and_another(phones: Phones, address: str, listeners: list[Listener]) -> None:
    """FIELD D07: five phones with two tabs each, and the page still comes."""
    for who in "甲乙丙丁旁":
        for _ in range(2):
            listen(phones, address, who, listeners).change()
    host, port = address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()


def test_too_many_pages_of_one_member_are_refused(
    phones: Phones, address: str, listeners: list[Listener]
) -> None:
    phones.app.live.heartbeat = 0.1
    for _ in range(8):
        listen(phones, address, "甲", listeners).change()
    assert listen(phones, address, "甲", listeners).answer.status == 429
    assert listen(phones, address, "乙", listeners).answer.status == 200
    listeners[0].close()  # which is noticed when the page is written to
    until(lambda: listen(phones, address, "甲", listeners).answer.status != 429, every=0.1)


def test_a_stream_that_never_began_is_given_back(app: Companion, phones: Phones) -> None:
    for _ in range(20):
        answer = phones.clients["甲"].get(f"/api/tables/{phones.table}/stream")
        assert answer.status_code == 200
        answer.close()


def test_the_server_stops_although_pages_listen(app: Companion, phones: Phones) -> None:
    from web.server import listen as open_port
    from web.server import serve

    app.live.heartbeat = 2 * PATIENCE
    server = open_port(app, "127.0.0.1", 0)
    thread = threading.Thread(target=serve, args=(server,))
    thread.start()
    page = Listener(f"http://127.0.0.1:{server.bind_addr[1]}", phones.table, cookie_of(phones.clients["甲"]))
    page.change()
    server.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    page.close()


def test_threads_write_and_read_safely(phones: Phones) -> None:
    """Eight threads tap until each has got five events in; nothing is lost or there twice."""
    phones.start()
    live = phones.app.live.get(phones.table)
    member = live.moment().info.person(phones.ids["甲"])
    assert member is not None
    failures: list[BaseException] = []

    def tap(number: int) -> None:
        client = second_tab(phones.app, phones.clients["甲"])
        address = f"/api/tables/{phones.table}"
        try:
            for turn in range(5):
                while True:
                    records = client.get(address).get_json()["records"]
                    event = {"kind": "adjusted", "from": 0, "to": 1, "points": 1, "note": f"{number} {turn}"}
                    body = {"event": event, "expected": records, "key": f"{number}-{turn}"}
                    answer = client.post(f"{address}/events", json=body, headers=WRITE)
                    if answer.status_code == 200:
                        break
                    assert answer.status_code == 409, answer.get_json()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=tap, args=(number,)) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failures == []
    view = phones.get("甲")
    notes = [line["event"]["note"] for line in view["round"]["lines"][1:]]
    assert sorted(notes) == sorted(f"{number} {turn}" for number in range(8) for turn in range(5))
    assert phones.balances()["乙"] == 40


def test_ids() -> None:
    assert records_of("17-3") == 17
    assert records_of(None) is None
    assert records_of("x") is None


def test_a_closed_table_streams_no_more(phones: Phones) -> None:
    live = phones.app.live.get(phones.table)
    member = live.moment().info.person(phones.ids["甲"])
    assert member is not None
    live.close()
    assert list(stream(live, member, lambda moment, since: {}, None, 1.0)) == ["retry: 1000\n: here\n\n"]

"""kill -9 of the whole program during a round: what was acknowledged is there, and its pages go on."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

from assistant.history.sql import open_history
from tests.web.ports import free_port
from tests.web.tables.listening import Listener
from tests.web.tables.phones import WRITE
from tests.web.waiting import PATIENCE

ROOT = Path(__file__).parents[3]


class Process:
    """`tangzi serve` as a process of its own, on a port that stays the same."""

    def __init__(self, data: Path, port: int) -> None:
        command = [sys.executable, "-m", "web", "serve", "--port", str(port), "--data", str(data), "--json"]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = json.loads(self.process.stdout.readline())["address"].rstrip("/")
        self.port = port

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


def ask(address: str, path: str, cookie: str, body: object = None) -> tuple[int, dict[str, Any], str]:
    """Ask once; whatever cuts the answer off, no socket is left open."""
    host, port = address.removeprefix("http://").split(":")
    headers = {"Cookie": cookie, "Content-Type": "application/json", **WRITE}
    data = None if body is None else json.dumps(body)
    with closing(http.client.HTTPConnection(host, int(port), timeout=PATIENCE)) as connection:
        connection.request("GET" if body is None else "POST", path, data, headers)
        with closing(connection.getresponse()) as answer:
            form = json.loads(answer.read())
            cookies = "; ".join(
                value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"
            )
            return answer.status, form, cookies


def test_a_killed_server_loses_nothing_it_acknowledged_and_its_pages_go_on(tmp_path: Path) -> None:
    """kill -9 in the middle of a round, three times: every acknowledged record is there, the page resumes."""
    server = Process(tmp_path, free_port())
    pages: list[Listener] = []
    try:
        _, table, cookie = ask(server.address, "/api/tables", "", {"title": "t", "name": "甲"})
        path = f"/api/tables/{table['id']}"
        status, view, _ = ask(server.address, f"{path}/rounds", cookie, {"expected": 0, "key": "start"})
        assert status == 200, view
        acknowledged, last = 1, None
        for life in range(3):
            pages.append(Listener(server.address, table["id"], cookie, last))
            if life:
                view = pages[-1].change()
                assert view["records"] >= acknowledged
                assert len(view["news"]) >= 1
            killer, enough = threading.Timer(0.1, server.kill), acknowledged + 3
            while True:
                event = {"kind": "adjusted", "from": 0, "to": 1, "points": 1, "note": f"{acknowledged}"}
                body = {"event": event, "expected": acknowledged, "key": f"tap-{acknowledged}"}
                try:
                    status, form, _ = ask(server.address, f"{path}/events", cookie, body)
                except (OSError, http.client.HTTPException, json.JSONDecodeError):
                    break
                assert status == 200, form
                acknowledged = form["records"]
                last = f"{acknowledged - 1}-{form['table']['version']}"
                if acknowledged == enough:
                    killer.start()
            killer.join()
            pages[-1].close()
            server = Process(tmp_path, server.port)
            again, form, _ = ask(server.address, f"{path}/events", cookie, body)
            assert again == 200, "the tap that was cut off is sent again with its key, and counts once"
            acknowledged = form["records"]
            notes = [line["event"]["note"] for line in form["round"]["lines"][1:]]
            assert notes == [str(one) for one in range(1, acknowledged)]
        assert acknowledged > 9
    finally:
        server.kill()
        for page in pages:
            page.close()
    history = open_history(tmp_path / "tables.sqlite")
    assert len(history.read(table["id"])) == acknowledged
    history.close()

"""A page that listens to the stream of its table, without a browser."""

from __future__ import annotations

import http.client
import json
import queue
import socket
import threading
import time
from typing import Any

from tests.web.waiting import PATIENCE


class Listener:
    """A page that listens: everything its stream says, as it comes."""

    def __init__(self, address: str, table: str, cookie: str, last: str | None = None) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.connection = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
        headers = {"Cookie": cookie, "Accept": "text/event-stream"}
        if last is not None:
            headers["Last-Event-ID"] = last
        self.connection.request("GET", f"/api/tables/{table}/stream", headers=headers)
        self.answer = self.connection.getresponse()
        self.parts: queue.Queue[dict[str, str] | None] = queue.Queue()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        part: dict[str, str] = {}
        try:
            for raw in self.answer:
                line = raw.decode().rstrip("\n")
                name, _, value = line.partition(": ")
                if line:
                    part[name or "comment"] = value
                elif part:
                    self.parts.put(part)
                    part = {}
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass  # cut off
        self.parts.put(None)

    def part(self, seconds: float = PATIENCE) -> dict[str, str] | None:
        return self.parts.get(timeout=seconds)

    def change(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next view."""
        while True:
            part = self.part(seconds)
            assert part is not None, "the stream ended"
            if part.get("event") == "change":
                form: dict[str, Any] = json.loads(part["data"])
                assert part["id"] == form["stamp"]
                return form

    def until(self, records: int, seconds: float = PATIENCE) -> dict[str, Any]:
        """The first view of so many records."""
        end = time.monotonic() + seconds
        while (form := self.change(max(end - time.monotonic(), 0.01)))["records"] < records:
            pass
        return form

    def close(self) -> None:
        if self.connection.sock is not None:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.connection.close()
        self.thread.join(PATIENCE)
        self.answer.close()

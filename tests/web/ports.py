"""Ports for servers that tests start, stop and start again."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port that nobody listens on. One that the system chooses while listening could not be taken again at
    once after a stop.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""Ports for servers that tests start, stop and start again."""

from __future__ import annotations

import random
import socket

OWN = range(20_000, 32_000)
"""Below those that systems give to connections: while a server is away nothing else takes its port."""


def free_port() -> int:
    """A port that nobody listens on. One that the system chooses while listening could not be taken again at
    once after a stop.
    """
    for port in random.sample(OWN, 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")

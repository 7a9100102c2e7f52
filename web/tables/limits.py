"""限次: how often one address may try a thing, so that join codes cannot be guessed by trying."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_KEYS = 4096
"""Addresses remembered at once; the one unheard of for longest is forgotten."""


@dataclass
class Limit:
    """At most `times` within `seconds` for each key."""

    times: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _tries: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def wait(self, key: str) -> int:
        """Seconds until this key may try again, 0 for at once. Counts nothing."""
        with self._lock:
            return self._wait(key)

    def count(self, key: str) -> None:
        """One more try of this key."""
        with self._lock:
            self._count(key)

    def take(self, key: str) -> int:
        """Count a try that is still free, and give 0; else the seconds until one is."""
        with self._lock:
            wait = self._wait(key)
            if not wait:
                self._count(key)
            return wait

    def _wait(self, key: str) -> int:
        tries = self._tries.get(key)
        if tries is None:
            return 0
        now = self.clock()
        while tries and tries[0] <= now - self.seconds:
            tries.popleft()
        if len(tries) < self.times:
            return 0
        return int(tries[0] + self.seconds - now) + 1

    def _count(self, key: str) -> None:
        self._tries.setdefault(key, deque(maxlen=self.times)).append(self.clock())
        self._tries.move_to_end(key)
        while len(self._tries) > MOST_KEYS:
            self._tries.popitem(last=False)


@dataclass
class Limits:
    """The limits of the table pages."""

    wrong_codes: Limit = field(default_factory=lambda: Limit(10, 600))
    """wrong join codes of one address; one of 6.4 million codes is right"""
    joins: Limit = field(default_factory=lambda: Limit(60, 600))
    """places taken by one address"""
    tables: Limit = field(default_factory=lambda: Limit(30, 600))
    """tables opened by one address"""
    changes: Limit = field(default_factory=lambda: Limit(600, 60))
    """requests of one member that change a table"""


def asker(address: str | None) -> str:
    """The key of an address: one for a whole IPv6 network of 64 bits, as one machine may have all of it."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)

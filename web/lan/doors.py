"""门口: where this machine listens for phones, and the addresses to give them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from web.lan.addresses import Address

MOST_REMEMBERED = 1000
"""Machines counted; more make no difference to who looks whether any has got through."""


@dataclass
class Doors:
    """The two ports for phones, and which addresses lead there."""

    secure_port: int
    plain_port: int
    fingerprint: str
    """SHA-256 of the certificate"""
    addresses: Callable[[], tuple[Address, ...]]
    """asked anew each time, since a laptop changes networks; the one to give out first"""
    _reached: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def link(self, path: str, ip: str | None = None, secure: bool = True) -> str:
        """The address of a page of ours for phones, by the first address or by `ip`."""
        if ip is None:
            known = self.addresses()
            ip = known[0].ip if known else "127.0.0.1"
        scheme, port = ("https", self.secure_port) if secure else ("http", self.plain_port)
        return f"{scheme}://{ip}:{port}{path}"

    def note(self, asker: str | None) -> None:
        """Remember that another machine has got through."""
        if not asker or asker in self._reached or len(self._reached) >= MOST_REMEMBERED:
            return
        if not self.is_this_machine(asker):
            with self._lock:
                self._reached.add(asker)

    @property
    def reached(self) -> int:
        """How many other machines have got through since the start."""
        return len(self._reached)

    def is_this_machine(self, asker: str | None) -> bool:
        """Whether a request comes from the machine the program runs on."""
        plain = (asker or "").removeprefix("::ffff:")
        return (
            plain in ("::1", "") or plain.startswith("127.") or plain in {one.ip for one in self.addresses()}
        )

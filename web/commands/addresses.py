"""What serving this machine and serving phones share: wrong arguments, ports, addresses to show."""

from __future__ import annotations

import errno
import re
import socket
from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.common import WRONG_ARGUMENTS, RefusedError, say

if TYPE_CHECKING:
    from web.companion import Companion

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
NUMBER = re.compile(r"\[(?:Errno|WinError) (-?\d+)\]")
"""Which fault of the system an error tells; Windows has numbers of its own."""
IN_USE = (errno.EADDRINUSE, 10048)
NOT_ALLOWED = (errno.EACCES, errno.EPERM, 10013)
NOT_HERE = (errno.EADDRNOTAVAIL, 10049, socket.EAI_NONAME, 11001)
LEAST_FREE = 1024
"""Ports below are the system's own."""


def tell_host_link(code: str | None, app: Companion, address: str) -> None:
    """Print the link that makes one browser the host's of a table, once it is opened there."""
    from web.tables.host_link import new_link

    table = None if code is None else app.tables.find(code)
    if table is not None:
        say(f"桌主 the host, once: {address}/host/{new_link(app.tables, table)}")


def wrong(code: str, message: str, zh: str) -> RefusedError:
    """Wrong arguments."""
    return RefusedError(Problem(code, message, zh), WRONG_ARGUMENTS)


def port_taken(host: str, port: int, option: str, error: Exception) -> RefusedError:
    """A port that cannot be used, and which option chooses another."""
    other = port + 1 if LEAST_FREE <= port < 65535 else 8081
    found = NUMBER.search(str(error))
    match int(found[1]) if found else None:
        case number if number in IN_USE:
            said = f"Port {port} is taken, perhaps by tangzi: end what uses it, or choose {option} {other}."
            zh = f"端口 {port} 被占了，也许堂子已经开着：先关掉，或用 {option} {other}。"
        case number if number in NOT_ALLOWED:
            said = f"Port {port} is not for every program to use: choose {option} {other}."
            zh = f"端口 {port} 不让普通程序用：请用 {option} {other}。"
        case number if number in NOT_HERE:
            said = f"{host} is no address of this machine: check --host."
            zh = f"{host} 不是这台电脑的地址：请核对 --host。"
        case _:
            said = f"{host} port {port} cannot be used ({error}): check --host, or choose {option} {other}."
            zh = f"{host} 端口 {port} 用不了：请核对 --host，或用 {option} {other}。"
    return RefusedError(Problem("port_taken", said, zh))


def shown_address(host: str, port: int) -> str:
    """The address to open on this machine."""
    shown = {EVERYWHERE: LOOPBACK, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"

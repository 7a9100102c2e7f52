"""What serving this machine and serving phones share: wrong arguments, ports, addresses to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.problems import Problem
from web.commands.common import WRONG_ARGUMENTS, RefusedError, say

if TYPE_CHECKING:
    from web.companion import Companion

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def tell_host_link(code: str | None, app: Companion, address: str) -> None:
    """Print the link that makes one browser the host's of a table, once it is opened there."""
    from web.tables.host_link import new_link

    table = None if code is None else app.tables.find(code)
    if table is not None:
        say(f"桌主 the host, once: {address}/host/{new_link(app.tables, table)}")


def wrong(code: str, message: str) -> RefusedError:
    """Wrong arguments."""
    return RefusedError(Problem(code, message), WRONG_ARGUMENTS)


def port_taken(host: str, port: int, option: str, error: Exception) -> RefusedError:
    """A port that cannot be used, and which option chooses another."""
    other = port + 1 if 0 < port < 65535 else 8081
    said = f"{host} port {port} cannot be used ({error}): check the host, or choose {option} {other}."
    return RefusedError(Problem("port_taken", said))


def shown_address(host: str, port: int) -> str:
    """The address to open on this machine."""
    shown = {EVERYWHERE: LOOPBACK, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"

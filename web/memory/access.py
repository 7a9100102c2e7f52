"""谁能看: the owner 机主, who sits at the machine the program runs on, sees and mends all that is kept there;
a browser with a place at a table sees that table.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import cast
from urllib.parse import urlsplit

from flask import request

from web.access import OWNER, View
from web.companion import companion
from web.refused import RefusedError
from web.tables.members import Role, TableInfo
from web.tables.roles import check_pace, check_role, member_of, refused, visits

EVERY = (Role.PLAYER, Role.SPECTATOR, Role.SCREEN)


def is_owner() -> bool:
    """Whether the request comes from this machine, by an address and not by a name that somebody else may
    have pointed here.
    """
    doors, asker = companion().doors, request.remote_addr
    if doors is not None:
        here = doors.is_this_machine(asker)
    else:
        here = _loopback((asker or "").removeprefix("::ffff:"))
    host = urlsplit(f"//{request.host}").hostname or ""
    return here and (host == "localhost" or _address(host))


def _loopback(text: str) -> bool:
    return _address(text) and ipaddress.ip_address(text).is_loopback


def _address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def owned(view: View) -> View:
    """The view is for the owner alone."""

    @wraps(view)
    def guard(*args: object, **kwargs: object) -> object:
        if not is_owner():
            raise not_owner()
        return view(*args, **kwargs)

    guard.roles = frozenset({OWNER})  # type: ignore[attr-defined]
    return cast("View", guard)


def not_owner() -> RefusedError:
    """What others are told."""
    return refused(
        "not_owner",
        "This is done on the computer that tangzi runs on: open its page there.",
        "请在运行堂子的电脑上做。",
        403 if visits() else 401,
    )


def told_to(*roles: Role) -> Callable[[View], View]:
    """The view is for these roles of the table in its address, for its host and for the owner. It gets the
    table's settings as `info` and who asks as `member`, None for an owner who has no place there.
    """

    def guarded(view: View) -> View:
        @wraps(view)
        def guard(*args: object, table: str, **kwargs: object) -> object:
            member, owner = member_of(table), is_owner()
            if not owner:
                check_role(member, roles)
            check_pace(OWNER if member is None else member.id)
            return view(*args, info=table_of(table), member=member, **kwargs)

        guard.roles = frozenset({OWNER, Role.HOST, *roles})  # type: ignore[attr-defined]
        return cast("View", guard)

    return guarded


def table_of(table: str) -> TableInfo:
    """The table of an address, which somebody may have deleted."""
    info = companion().tables.settings(table)
    if info is None:
        raise refused("no_such_table", "There is no such table any more.", "没有这张桌子了。", 404)
    return info


def tables_seen() -> tuple[TableInfo, ...]:
    """The tables that the asker may look at: all for the owner, else those with a place; the newest first."""
    tables = companion().tables
    found = (
        tables.all()
        if is_owner()
        else tuple(info for one in visits() if (info := tables.settings(one.table)) is not None)
    )
    return tuple(sorted(found, key=lambda info: -info.opened))

"""身份: which member of a table asks, by the cookie of that table, and what the member's role may do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from flask import request
from werkzeug.wrappers import Response

from web.access import View
from web.access import everybody as everybody
from web.companion import companion
from web.refused import RefusedError
from web.tables.errors import TableError
from web.tables.members import Member, Role

COOKIE_DAYS = 180
WRITE_HEADER = "X-Tangzi"
"""On every request that changes a table. A page of another origin cannot send it without being allowed to,
and nobody is allowed."""
LARGEST_CHANGE = 64 * 1024
"""Bytes of the largest request that changes a table and is no upload."""
TOKEN_DOTS = 2
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def needs(*roles: Role) -> Callable[[View], View]:
    """The view is for these roles of the table in its address (`<table>`), and for the host always. It gets
    its Member as `member`, in place of `table`. Others are answered 401 `not_joined` or 403 `not_yours`.
    """

    def guarded(view: View) -> View:
        @wraps(view)
        def guard(*args: object, table: str, **kwargs: object) -> object:
            member = check_role(member_of(table), roles)
            check_pace(member.id)
            return view(*args, member=member, **kwargs)

        guard.roles = frozenset({Role.HOST, *roles})  # type: ignore[attr-defined]
        return cast("View", guard)

    return guarded


def check_role(member: Member | None, roles: tuple[Role, ...]) -> Member:
    """Refuse who has no place, or not one of these roles; the host may do everything."""
    if member is None:
        raise refused("not_joined", "Join the table first: open its code.", "请先入座：输入桌号。", 401)
    if member.role is not Role.HOST and member.role not in roles:
        raise refused("not_yours", "Your place at the table may not do that.", "你的身份不能这样做。", 403)
    return member


def check_pace(asker: str) -> None:
    """Refuse a change of somebody who changes things too fast."""
    slow = companion().limits.changes.take(asker) if request.method in WRITES else 0
    if slow:
        raise refused("too_many", f"Too many changes at once: wait {slow} s.", f"太快了：请等{slow}秒。", 429)


def member_of(table: str) -> Member | None:
    """Who asks, at this table; None where it is nobody of it."""
    tables = companion().tables
    for name in _safest(table):
        token = request.cookies.get(name)
        member = tables.member(token) if token else None
        if member is not None and member.table == table:
            return member
    return None


def visits() -> tuple[Member, ...]:
    """Who asks, at every table that this browser has a place at."""
    tables = companion().tables
    found: dict[str, Member] = {}
    for name, token in request.cookies.items():
        if name.startswith(_safest("")) and token.count(".") == TOKEN_DOTS:
            member = tables.member(token)
            if member is not None and name.endswith(f"tangzi-{member.table}"):
                found.setdefault(member.table, member)
    return tuple(found.values())


def hand_over(response: Response, token: str) -> None:
    """Give a browser its token: in a cookie of that table that no script can read."""
    _set_cookie(response, _safest(token.partition(".")[0])[0], token, COOKIE_DAYS * 86400)


def _safest(what: str) -> tuple[str, ...]:
    """The cookies a secret may come in, the safest first. One set over HTTPS is never sent in the clear;
    one set in the clear is read over HTTPS too, so that a player who changes over keeps the chair.
    """
    return (f"__Host-tangzi-{what}", f"tangzi-{what}") if request.is_secure else (f"tangzi-{what}",)


def _set_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    response.set_cookie(
        name, value, max_age=seconds, secure=request.is_secure, httponly=True, samesite="Strict"
    )


def device() -> str:
    """The secret of the device that asks, empty where it has none yet."""
    return next((found for name in _safest("device") if (found := request.cookies.get(name))), "")


def give_device(response: Response) -> None:
    """Give a device that has none a secret for a day, so that a join sent twice takes one place."""
    if not device():
        _set_cookie(response, _safest("device")[0], companion().tables.random(32), 86400)


def check_write() -> None:
    """Refuse a change to what is kept that our own page did not send, and any JSON that is too long."""
    if request.method not in WRITES or not request.path.startswith(("/api/tables", "/api/memory")):
        return
    if request.mimetype != "multipart/form-data":
        request.max_content_length = LARGEST_CHANGE
    if request.headers.get(WRITE_HEADER) is None:
        raise refused(
            "no_header",
            f"Send the header {WRITE_HEADER}: 1 with every change, which shows that no other page asks.",
            f"请求须带 {WRITE_HEADER}: 1。",
            403,
        )


def refused(code: str, message: str, chinese: str, status: int) -> RefusedError:
    """A refusal in the public form."""
    return refusal(TableError(code, message, chinese, status))


def refusal(error: TableError) -> RefusedError:
    """What cannot be done at a table, as the public form."""
    return RefusedError(error.problem, error.status, chinese=error.chinese)

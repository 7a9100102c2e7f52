"""入座: opens tables, lets people join them, and lets the host mend who sits where."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from flask import Blueprint, Response, jsonify, request

from assistant.problems import Problem
from web.access import everybody
from web.api import chosen_rules, json_object, rule_changes, word
from web.companion import companion
from web.refused import RefusedError
from web.tables.chairs import CHAIR, chair_name
from web.tables.errors import unknown_code
from web.tables.limits import Limit, asker
from web.tables.members import Member, Role, TableInfo
from web.tables.roles import device, hand_over, member_of, needs, refusal, refused
from web.tables.store import plain_code

blueprint = Blueprint("joining", __name__, url_prefix="/api/tables")

LANGUAGES = ("zh", "en")


@blueprint.post("")
@everybody
def create() -> tuple[Response, int]:
    """Open a table; the answer's cookie makes the asker its host."""
    body = known_keys("title", "rules", "set", "chairs", "name", "chair", "language")
    info, token = open_table(
        title=word(body, "title"),
        rules=word(body, "rules"),
        changes=rule_changes(body),
        chairs=body.get("chairs", 4),
        name=word(body, "name"),
        chair=body.get("chair", 0),
        language=word(body, "language") or "zh",
    )
    answer = jsonify({**table_form(info), "member": member_form(info.people[0])})
    hand_over(answer, token)
    return answer, 201


@blueprint.post("/join")
@everybody
def join() -> Response:
    """Take a place at a table by its code; the answer's cookie is the place. Who has one keeps it."""
    body = known_keys("code", "role", "chair", "name")
    role = word(body, "role") or Role.PLAYER.value
    if role not in tuple(Role):
        raise RefusedError(Problem("bad_role", f"“{role}” is no role: use player, spectator or screen."))
    chair = body.get("chair")
    if chair is not None and not whole(chair):
        raise RefusedError(Problem("bad_chair", "chair must be a whole number from 0, or left out."))
    info = table_of_code(word(body, "code"))
    member, token = member_of(info.id), ""
    if member is None:
        token = take_place(info, Role(role), chair, word(body, "name"))  # type: ignore[arg-type]
        member = companion().tables.member(token)
    info = companion().tables.settings(info.id) or info
    if member is None:
        raise unknown_code()  # removed again in between
    answer = jsonify({**table_form(info), "member": member_form(member)})
    if token:
        hand_over(answer, token)
    return answer


@blueprint.post("/<table>/members/<who>/rename")
@needs(Role.PLAYER, Role.SPECTATOR, Role.SCREEN)
def rename(member: Member, who: str) -> Response:
    """Call oneself otherwise; the host anybody."""
    its_own_or_host(member, who)
    body = known_keys("name")
    return jsonify(seats_form(companion().tables.rename(member.table, who, word(body, "name"))))


@blueprint.post("/<table>/members/<who>/sign_out")
@needs(Role.PLAYER, Role.SPECTATOR, Role.SCREEN)
def sign_out(member: Member, who: str) -> Response:
    """End one's own token, or as the host anybody's; the chair waits for the same person's next device."""
    its_own_or_host(member, who)
    return jsonify(seats_form(companion().tables.sign_out(member.table, who)))


@blueprint.post("/<table>/members/<who>/remove")
@needs()
def remove(member: Member, who: str) -> Response:
    """End somebody's token and free the chair."""
    return jsonify(seats_form(companion().tables.remove(member.table, who)))


@blueprint.post("/<table>/chairs/<chair>/free")
@needs()
def free_chair(member: Member, chair: str) -> Response:
    """End the token of whoever sits on a chair, and free it: its phone is lost, or its owner has gone."""
    tables = companion().tables
    info = tables.settings(member.table)
    number = int(chair) if chair.isascii() and chair.isdigit() and len(chair) == 1 else -1
    if info is None or not 0 <= number < len(info.chairs):
        raise refused("bad_chair", f"There is no chair “{chair}” at this table.", "没有这个座位。", 404)
    sitting = info.chairs[number]
    if sitting is None:
        return jsonify(seats_form(info))  # free already: a tap sent twice
    return jsonify(seats_form(tables.remove(member.table, sitting)))


@blueprint.post("/<table>/lock")
@needs()
def lock(member: Member) -> Response:
    """锁桌: let nobody new join, or let them again. Who has a chair comes back to it all the same."""
    on = known_keys("on").get("on")
    if not isinstance(on, bool):
        raise RefusedError(Problem("bad_request", "on must be true or false."))
    return jsonify(seats_form(companion().tables.change(member.table, None, locked=on)))


def open_table(
    title: str,
    rules: str,
    changes: Mapping[str, object],
    chairs: object,
    name: str,
    chair: object,
    language: str,
) -> tuple[TableInfo, str]:
    """Open a table from what a request says; gives it and its host's token. Raises RefusedError."""
    if not whole(chairs):
        raise RefusedError(Problem("bad_chairs", "chairs must be 3 or 4."))
    if chair is not None and not whole(chair):
        raise RefusedError(Problem("bad_chair", "chair must be a whole number from 0, or null for no chair."))
    if language not in LANGUAGES:
        raise RefusedError(Problem("bad_language", f"“{language}” is no language here: use zh or en."))
    chosen = chosen_rules(rules, changes, ())
    app = companion()
    slow_down(app.limits.tables)
    info, token = app.tables.create(
        title,
        rules or chosen.name,
        dict(changes),
        chairs,  # type: ignore[arg-type]  # whole() has looked
        name,
        chair,  # type: ignore[arg-type]
        language,
    )
    app.on_open(info)
    return info, token


def take_place(info: TableInfo, role: Role, chair: int | None, name: str) -> str:
    """Join a table, within the limits; gives the token."""
    app = companion()
    slow_down(app.limits.joins)
    token = app.tables.join(info.code, role, chair, name, device())
    member = app.tables.member(token)
    if member is not None and member.chair is not None:
        app.live.get(info.id).welcome(member, chair_name(f"{CHAIR}{member.chair}"))
    return token


def table_of_code(code: str) -> TableInfo:
    """The table of a join code. Who has tried too many wrong ones waits before any is looked up."""
    app = companion()
    here = asker(request.remote_addr)
    too_many(app.limits.wrong_codes.wait(here))
    table = app.tables.find(code)
    info = None if table is None else app.tables.settings(table)
    if info is None:
        app.limits.wrong_codes.count(here)
        raise refusal(unknown_code())
    return info


def slow_down(limit: Limit) -> None:
    """Count one request of the asker's address; refuse where it is one too many."""
    too_many(limit.take(asker(request.remote_addr)))


def too_many(wait: int) -> None:
    """Refuse while there is something to wait for, in seconds."""
    if wait:
        minutes = -(-wait // 60)
        raise refused(
            "too_many",
            f"Too many tries from this device: wait {minutes} min and try again.",
            f"试得太多：请等{minutes}分钟再试。",
            429,
        )


def its_own_or_host(member: Member, who: str) -> None:
    """Refuse who acts upon somebody else without being the host."""
    if member.role is not Role.HOST and member.id != who:
        raise refused("not_yours", "Only the host may do that to somebody else.", "只有桌主可以。", 403)


def known_keys(*names: str) -> dict[str, object]:
    """The JSON object that was sent, which may have these keys only."""
    body = json_object()
    unknown = sorted(set(body) - set(names))
    if unknown:
        raise RefusedError(Problem("unknown_key", f"“{unknown[0]}” is no key here: send {', '.join(names)}."))
    return body


def whole(value: object) -> bool:
    """Whether a JSON value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def table_form(info: TableInfo) -> dict[str, object]:
    """A table as who has just joined sees it: where its page is, and its people."""
    return {
        "id": info.id,
        "title": info.title,
        "page": f"/tables/{info.id}",
        "join": f"/join/{plain_code(info.code)}",
        **seats_form(info),
    }


def seats_form(info: TableInfo) -> dict[str, object]:
    """Who sits where, and who looks on."""
    return {
        "code": info.code,
        "version": info.version,
        "locked": info.locked,
        "chairs": [
            None if member is None else member_form(member)
            for member in (info.on_chair(chair) for chair in range(len(info.chairs)))
        ],
        "people": [member_form(one) for one in info.people],
    }


def member_form(member: Member) -> dict[str, object]:
    """A member: all but the table's id."""
    form = dataclasses.asdict(member)
    del form["table"]
    return form

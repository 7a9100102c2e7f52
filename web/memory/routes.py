"""回忆接口: the routes of what has been played: statistics, replay, export, import, deletion, retention."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from flask import Blueprint, Response, jsonify, request

from assistant.problems import Problem
from web.access import everybody
from web.companion import companion
from web.memory.access import EVERY, is_owner, owned, table_of, tables_seen, told_to
from web.memory.export import payments_csv, rounds_csv, table_json
from web.memory.forgetting import (
    LONGEST,
    Retention,
    delete_table,
    forget_person,
    retention,
    set_retention,
)
from web.memory.forms import careers_form, played_at, table_sessions
from web.memory.importing import bring, read_export
from web.memory.people import SamePeople, key_of, parts
from web.memory.replay import replayed
from web.refused import RefusedError
from web.tables.joining import known_keys, whole
from web.tables.members import Member, Role, TableInfo
from web.tables.roles import hand_over, visits

blueprint = Blueprint("memory", __name__, url_prefix="/api/memory")
tables = Blueprint("table_memory", __name__, url_prefix="/api/tables/<table>")


@blueprint.get("")
@everybody
def memory() -> Response:
    """The tables that the asker may look at with their statistics: all for the owner, else those of this
    browser's places, and of the people those alone who sit in them.
    """
    return jsonify(memory_form())


def memory_form() -> dict[str, object]:
    """What the asker may look back at."""
    owner, infos = is_owner(), tables_seen()
    played = played_at(infos)
    who = None
    if not owner:
        mine = {(one.table, one.id) for one in visits()}

        def who(table: str, person: str) -> str | None:
            return "me" if (table, person) in mine else None

    return {
        "owner": owner,
        "tables": [table_form(info, played.get(info.id, ())) for info in infos],
        "people": careers_form(infos, played, who),
        "retention": retention(companion().tables.history.notes).form() if owner else None,
    }


def table_form(info: TableInfo, rows: object) -> dict[str, object]:
    """A table in the list."""
    sessions = table_sessions(info, rows)  # type: ignore[arg-type]
    return {
        "id": info.id,
        "title": info.title,
        "code": info.code,
        "opened": info.opened,
        "rounds": sum(one["rounds"] for one in sessions),
        "sessions": len(sessions),
        "last": sessions[-1]["ended"] if sessions else None,
        "people": [one.name for one in info.people if one.role in (Role.HOST, Role.PLAYER)],
    }


@blueprint.post("/import")
@owned
def bring_in() -> tuple[Response, int]:
    """Put an exported table in; the asker's browser becomes its host's."""
    files = request.files.getlist("table")
    if len(files) != 1:
        raise RefusedError(Problem("no_file", f"{len(files)} files came with it: send one named table."))
    sent = read_export(files[0].read())
    brought = bring(sent, request.form.get("copy") == "yes")
    answer = jsonify(
        {
            "table": brought.info.id,
            "title": brought.info.title,
            "code": brought.info.code,
            "records": brought.records,
            "known": brought.known,
        }
    )
    if not brought.known:
        hand_over(answer, companion().tables.renew(brought.info.id, brought.info.host.id))
    return answer, 201 if brought.records else 200


@blueprint.post("/retention")
@owned
def keep_for() -> Response:
    """For how many days things are kept; null: for good."""
    body = known_keys("tables", "corrections", "pictures")
    notes = companion().tables.history.notes
    wanted = Retention(days(body, "tables"), days(body, "corrections"), days(body, "pictures"))
    set_retention(notes, wanted)
    return jsonify(wanted.form())


def days(body: dict[str, object], key: str) -> int | None:
    """A number of days, or for good."""
    value = body.get(key)
    if value is None:
        return None
    if not whole(value) or not 1 <= value <= LONGEST:  # type: ignore[operator]  # whole() has looked
        said = f"{key} must be a number of days from 1 to {LONGEST}, or null to keep it for good."
        raise RefusedError(Problem("bad_days", said), chinese=f"天数须为1至{LONGEST}，或一直保留。")
    return value  # type: ignore[return-value]


@blueprint.post("/people")
@owned
def same_people() -> Response:
    """Say that two people of different tables are one and the same, or that one is nobody else."""
    body = known_keys("one", "two")
    one, two = person(body.get("one")), None if body.get("two") is None else person(body["two"])
    people = SamePeople(companion().tables.history.notes)
    if two is None:
        people.part(one)
    elif one == two:
        raise RefusedError(Problem("one_person", "Nobody can be joined with themselves: name two people."))
    else:
        people.join(one, two)
    return jsonify({"same": [list(pair) for pair in sorted(people.known().items())]})


def person(value: object) -> str:
    """A person as `table/id`, who has played there or belongs to the table."""
    if not isinstance(value, str) or "/" not in value:
        raise RefusedError(Problem("bad_request", "A person is named by the table's id, / and their own id."))
    table, who = parts(value)
    info = table_of(table)
    rows = played_at([info]).get(info.id, [])
    if info.person(who) is None and not any(who in row.body["people"] for row in rows):
        raise RefusedError(Problem("no_such_person", "There is no such person at that table."), 404)
    return key_of(table, who)


@tables.get("/statistics")
@told_to(*EVERY)
def statistics(info: TableInfo, member: Member | None) -> Response:
    """What everybody has done at this table, and its sessions."""
    played = played_at([info])
    people = careers_form([info], played, key_of)
    rows = played.get(info.id, [])
    return jsonify({"people": people, "sessions": table_sessions(info, rows)})


@tables.get("/rounds/<int:number>")
@told_to(*EVERY)
def replay(info: TableInfo, member: Member | None, number: int) -> Response:
    """A round step by step, as the asker may know it."""
    return jsonify(replayed(info, member, number))


@tables.get("/export.json")
@told_to()
def export_json(info: TableInfo, member: Member | None) -> Response:
    """All of the table as it is, to be imported again."""
    answer = jsonify(table_json(info))
    return named(answer, info, "json")


@tables.get("/rounds.csv")
@told_to(Role.PLAYER)
def export_rounds(info: TableInfo, member: Member | None) -> Response:
    """A line for each person of each finished round."""
    return named(csv(rounds_csv(info)), info, "rounds.csv")


@tables.get("/payments.csv")
@told_to(Role.PLAYER)
def export_payments(info: TableInfo, member: Member | None) -> Response:
    """A line for each payment of each finished round."""
    return named(csv(payments_csv(info)), info, "payments.csv")


def csv(chunks: Iterator[str]) -> Response:
    """A table as text, whole: a fault is an answer of its own and no torn file."""
    return Response("".join(chunks), content_type="text/csv; charset=utf-8")


def named(answer: Response, info: TableInfo, ending: str) -> Response:
    """With the name that a browser saves it under."""
    plain = f"tangzi-{info.code}.{ending}"
    shown = quote(f"{info.title or '牌局'}-{info.code}.{ending}", safe="")
    answer.headers["Content-Disposition"] = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{shown}"
    return answer


@tables.post("/delete")
@told_to()
def delete(info: TableInfo, member: Member | None) -> Response:
    """Delete the table with all its rounds, once somebody is sure."""
    check_sure()
    return jsonify(delete_table(companion(), info))


@tables.post("/members/<who>/forget")
@told_to()
def forget(info: TableInfo, member: Member | None, who: str) -> Response:
    """Delete a person's data at the table, once somebody is sure."""
    check_sure()
    return jsonify(forget_person(companion(), info, who))


def check_sure() -> None:
    """Nothing is deleted that nobody was asked about."""
    if known_keys("sure").get("sure") is not True:
        raise RefusedError(
            Problem("not_sure", "This cannot be undone: ask, then send sure: true."),
            chinese="删了找不回来：请先确认。",
        )

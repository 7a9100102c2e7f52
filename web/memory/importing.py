"""导入: an exported table put back: looked through whole first, so that it comes in whole or not at all."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.history.codec import CodecError
from assistant.history.notes import NoteConflict
from assistant.history.records import (
    Amended,
    Conflict,
    Draft,
    Entry,
    Record,
    Reseated,
    Retracted,
    decode_entry,
)
from assistant.log import ACTS
from assistant.problems import Problem
from web.companion import companion
from web.memory.export import FORM, KIND
from web.refused import RefusedError
from web.tables.chairs import MOST_PEOPLE
from web.tables.members import LONGEST_NAME, LONGEST_TITLE, Role, TableInfo, info_of
from web.tables.store import SEATS_OF_A_TABLE, plain_code

ID = re.compile(r"[\w-]{1,64}", re.ASCII)
CODE = re.compile(r"[0-9A-Z]{5}", re.ASCII)
MOST_TOLD = 40
"""Problems listed at once; of more the first ones."""
LONGEST_SOURCE = 200
MOST_RULES = 200


@dataclass(frozen=True, slots=True)
class Sent:
    """A table that somebody brings."""

    info: TableInfo
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """What an import came to."""

    info: TableInfo
    records: int
    """added"""
    known: int
    """that were there already"""


class _Reader:
    """Looks a form through and notes every problem."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, code: str, message: str) -> None:
        self.problems.append(Problem(code, message))

    def get(self, form: Mapping[str, Any], where: str, name: str, kind: type | tuple[type, ...]) -> Any:  # noqa: ANN401
        """A key of a form where it is of that kind, else None and a problem."""
        value = form.get(name)
        if name not in form:
            self.wrong("missing_field", f"{where} has no “{name}”: export it again.")
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and bool not in _kinds(kind)):
            self.wrong("bad_field", f"“{name}” of {where} is of another kind than an export has.")
            return None
        return value


def _kinds(kind: type | tuple[type, ...]) -> tuple[type, ...]:
    return kind if isinstance(kind, tuple) else (kind,)


def read_export(text: bytes) -> Sent:
    """A table from what was exported; RefusedError with every problem."""
    reader = _Reader()
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        raise RefusedError(
            Problem("no_json", "This file is no exported table: choose the JSON file that was exported."),
            chinese="这不是导出的牌局文件。",
        ) from None
    if not isinstance(form, dict) or form.get("tangzi") != KIND:
        raise RefusedError(
            Problem("no_export", "This file is no exported table: choose the JSON file that was exported."),
            chinese="这不是导出的牌局文件。",
        )
    if form.get("version") != FORM:
        raise RefusedError(
            Problem("unknown_version", "This file has another version of the form: update tangzi."),
            chinese="版本不同：请更新堂子。",
        )
    info = _table(reader, form)
    drafts = _records(reader, form)
    if reader.problems or info is None:
        first, more = reader.problems[0], tuple(reader.problems[1:MOST_TOLD])
        raise RefusedError(first, more=more, chinese=f"文件有{len(reader.problems)}处不对，什么都没有改动。")
    return Sent(info, drafts)


def _table(reader: _Reader, form: Mapping[str, Any]) -> TableInfo | None:
    table = reader.get(form, "the file", "table", dict)
    if table is None:
        return None
    before = len(reader.problems)
    where = "“table”"
    texts = [reader.get(table, where, name, str) for name in ("id", "code", "title", "rules", "language")]
    flags = [reader.get(table, where, name, bool) for name in ("fair_play", "locked")]
    overrides = reader.get(table, where, "overrides", dict)
    chairs = reader.get(table, where, "chairs", list)
    people = reader.get(table, where, "people", list)
    opened = reader.get(table, where, "opened", (int, float))
    if len(reader.problems) > before:
        return None
    if not ID.fullmatch(texts[0]):
        reader.wrong("bad_id", "The table's id is none: letters, digits, - and _, at most 64.")
    if not CODE.fullmatch(texts[1]) or plain_code(texts[1]) != texts[1]:
        reader.wrong("bad_code", "The table's code is none: five capitals and digits.")
    if len(texts[2]) > LONGEST_TITLE or len(texts[3]) > LONGEST_SOURCE or texts[4] not in ("zh", "en"):
        reader.wrong("bad_table", "Title, rules or language of the table are not as an export has them.")
    if not math.isfinite(opened) or len(overrides) > MOST_RULES:
        reader.wrong("bad_table", "“opened” or the rules of the table are not as an export has them.")
    if len(chairs) not in SEATS_OF_A_TABLE:
        reader.wrong("bad_chairs", "A table has 3 or 4 chairs.")
    ids = _people(reader, people)
    for chair in chairs:
        if chair is not None and chair not in ids:
            reader.wrong("bad_chairs", f"On a chair sits “{chair}”, who is not among the people.")
    if len(reader.problems) > before:
        return None
    return info_of(texts[0], {**table, "fair_play": flags[0], "locked": flags[1]}, 0)


def _people(reader: _Reader, people: Sequence[Any]) -> set[str]:
    ids: set[str] = set()
    hosts = 0
    if len(people) > MOST_PEOPLE:
        reader.wrong("too_many_people", f"A table has at most {MOST_PEOPLE} people.")
    for number, one in enumerate(people):
        where = f"person {number + 1}"
        if not isinstance(one, dict):
            reader.wrong("bad_person", f"{where} is no object.")
            continue
        who, role = reader.get(one, where, "id", str), reader.get(one, where, "role", str)
        name, away = reader.get(one, where, "name", str), reader.get(one, where, "away", bool)
        if who is None or role is None or name is None or away is None:
            continue
        if not ID.fullmatch(who) or who in ids:
            reader.wrong("bad_person", f"The id of {where} is none, or that of another one.")
        if role not in tuple(Role) or len(name) > LONGEST_NAME:
            reader.wrong("bad_person", f"Role or name of {where} is not as an export has it.")
        ids.add(who)
        hosts += role == Role.HOST.value
    if hosts != 1:
        reader.wrong("bad_host", f"A table has one host, this one has {hosts}.")
    return ids


def _records(reader: _Reader, form: Mapping[str, Any]) -> tuple[Draft, ...]:
    records = reader.get(form, "the file", "records", list)
    drafts: list[Draft] = []
    entries: list[Entry | None] = []
    for seq, one in enumerate(records or ()):
        where = f"record {seq}"
        entries.append(None)
        if not isinstance(one, dict):
            reader.wrong("bad_record", f"{where} is no object.")
            continue
        at, source = reader.get(one, where, "at", (int, float)), reader.get(one, where, "source", str)
        sure = reader.get(one, where, "confidence", (int, float, type(None)))
        version, entry = reader.get(one, where, "version", int), reader.get(one, where, "entry", dict)
        if at is None or source is None or version is None or entry is None:
            continue
        if not math.isfinite(at) or len(source) > LONGEST_SOURCE or (sure is not None and not 0 <= sure <= 1):
            reader.wrong("bad_record", f"Time, source or confidence of {where} is not as an export has it.")
            continue
        try:
            entries[seq] = read = decode_entry(entry, version)
        except CodecError as error:
            reader.wrong(error.code, f"{where}: {error}")
            continue
        _check_targets(reader, where, seq, read, entries)
        drafts.append(Draft(read, float(at), source, None if sure is None else float(sure)))
    return tuple(drafts)


def _check_targets(
    reader: _Reader, where: str, seq: int, entry: Entry, entries: Sequence[Entry | None]
) -> None:
    match entry:
        case Retracted(target):
            targets, events = [target], False
        case Amended(target):
            targets, events = [target], True
        case Reseated(changes=changes):
            targets, events = [number for number, _ in changes], True
        case _:
            return
    for target in targets:
        if target >= seq:
            reader.wrong("bad_target", f"{where} acts upon record {target}, which comes later.")
        elif events and isinstance(entries[target], ACTS):
            reader.wrong("bad_target", f"{where} says what record {target} really was, which is no event.")


def bring(sent: Sent, copy: bool) -> Brought:
    """Put a table in. What is there already is not put in twice; one that went on differently here is
    refused, unless it comes in as a copy.
    """
    app = companion()
    history = app.tables.history
    info = sent.info
    if copy:
        info = replace(info, id=app.tables.random(12))
    known = app.tables.settings(info.id)
    here = history.read(info.id)
    if known is not None:
        shared = min(len(here), len(sent.drafts))
        if [_draft(one) for one in here[:shared]] != list(sent.drafts[:shared]):
            raise RefusedError(
                Problem(
                    "other_table",
                    "This table went on differently here: import it as a copy, or delete the one here.",
                ),
                409,
                chinese="这里的牌局后来不一样：请作为副本导入，或先删掉这里的。",
            )
        added = sent.drafts[shared:]
        try:
            history.append(info.id, added, len(here))
        except Conflict as error:
            raise _busy() from error
        app.live.changed(info.id)
        return Brought(known, len(added), shared)
    if here:
        raise RefusedError(
            Problem("other_table", "A log without a table is in the way: import the table as a copy."),
            409,
        )
    try:
        info = app.tables.restore(info)
    except NoteConflict as error:
        raise _busy() from error
    try:
        history.append(info.id, sent.drafts, 0)
    except Exception:
        app.tables.drop(info.id)
        raise
    return Brought(info, len(sent.drafts), 0)


def _busy() -> RefusedError:
    return RefusedError(
        Problem("conflict", "Somebody recorded at this table just now: import again."),
        409,
        chinese="刚有人记了一笔：请再导入一次。",
    )


def _draft(one: Record) -> Draft:
    return Draft(one.entry, one.at, one.source, one.confidence)

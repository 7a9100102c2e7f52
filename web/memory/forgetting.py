"""删除: a table with all its sessions, a person's data, and what is older than the house wants to keep."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from assistant.events import RoundStarted, TableEvent
from assistant.history.notes import Notes, edit
from assistant.history.records import PERSON, Amended, Entry, HistoryError, Record, Reseated
from web.companion import Companion
from web.learning import CORRECTIONS
from web.memory.people import SamePeople
from web.tables.live import teller_of
from web.tables.members import TableInfo
from web.tables.roles import refused

NOTE = "retention"
DAY = 86400.0
LONGEST = 36500
"""Days."""
SOMEBODY = "某人"
"""What a person is called whose data were deleted."""


@dataclass(frozen=True, slots=True)
class Retention:
    """保留: for how many days things are kept, None for good."""

    tables: int | None = None
    """tables, from their last record on"""
    corrections: int | None = None
    """what was learnt from corrected photos, from the last correction on; the photos are never kept"""
    pictures: int | None = None
    """证据: pictures behind what a camera recorded, where their table keeps them"""

    def form(self) -> dict[str, int | None]:
        """As JSON."""
        return {"tables": self.tables, "corrections": self.corrections, "pictures": self.pictures}


def retention(notes: Notes) -> Retention:
    """What the house wants."""
    note = notes.get(NOTE)
    return Retention() if note is None else Retention(**note.body)


def set_retention(notes: Notes, wanted: Retention) -> None:
    """Keep things so long from now on."""
    edit(notes, NOTE, lambda _: wanted.form())


def delete_table(app: Companion, info: TableInfo) -> dict[str, Any]:
    """Delete a table: settings, seats, log, what was summed up, pictures; gives what went."""
    history, cameras = app.tables.history, app.cameras
    rounds = len(app.live.get(info.id).moment().view.rounds)
    cameras.stop(info.id)
    app.tables.drop(info.id)
    app.live.forget(info.id)
    records = history.forget(info.id)
    pictures = len(cameras.album.names(info.id))
    cameras.album.drop(info.id)
    history.notes.drop(f"camera/{info.id}")
    SamePeople(history.notes).drop_table(info.id)
    return {
        "table": info.id,
        "title": info.title,
        "rounds": rounds,
        "records": records,
        "pictures": pictures,
    }


def forget_person(app: Companion, info: TableInfo, who: str) -> dict[str, Any]:
    """Delete all that tells of a person at a table: name, token, chair, statistics. The rounds they played
    stay, as others' money hangs on them, with somebody nameless in their place. Gives what went.
    """
    history, notes = app.tables.history, app.tables.history.notes
    nobody = f"gone-{app.tables.random(6)}"
    records = history.read(info.id)
    plays = any(who in _people(one.entry) for one in records)
    if info.person(who) is None and not plays:
        raise refused("no_such_member", "There is no such person at this table.", "桌上没有这个人。", 404)
    running = app.live.get(info.id).moment().last
    if running is not None and not running.settlement.finished and who in _people(running.lines[0].event):
        raise refused(
            "round_running",
            "This person is playing: wait for the round's end.",
            "这局还没完：打完再删。",
            409,
        )
    if info.person(who) is not None:
        app.tables.erase(info.id, who)
    changed = [_without(one, who, nobody) for one in records]
    touched = sum(one != other for one, other in zip(records, changed, strict=True))
    if touched:
        history.rewrite(info.id, changed)
    app.live.forget(info.id)
    SamePeople(notes).part(f"{info.id}/{who}")
    return {"table": info.id, "person": who, "records": touched}


def _people(entry: Entry) -> tuple[str, ...]:
    match entry:
        case RoundStarted():
            return entry.persons
        case Amended(event=event):
            return _people(event)
        case Reseated(one, two, changes):
            return (one, two, *(name for _, event in changes for name in _people(event)))
        case _:
            return ()


def _without(one: Record, who: str, nobody: str) -> Record:
    source = one.source
    if teller_of(one) == who:
        source = "/".join([PERSON, nobody, source.split("/")[2]])
    return replace(one, entry=_entry(one.entry, who, nobody), source=source)


def _entry(entry: Entry, who: str, nobody: str) -> Entry:
    match entry:
        case RoundStarted():
            return _event(entry, who, nobody)
        case Amended(seq, event):
            return Amended(seq, _event(event, who, nobody))
        case Reseated(one, two, changes):
            one, two = (nobody if name == who else name for name in (one, two))
            return Reseated(one, two, tuple((seq, _event(event, who, nobody)) for seq, event in changes))
        case _:
            return entry


def _event(event: TableEvent, who: str, nobody: str) -> TableEvent:
    if not isinstance(event, RoundStarted) or who not in event.persons:
        return event
    seat = event.persons.index(who)
    names = tuple(_free(event.names, SOMEBODY) if at == seat else name for at, name in enumerate(event.names))
    people = tuple(nobody if one == who else one for one in event.people)
    return replace(event, names=names, people=people)


def _free(names: tuple[str, ...], wanted: str) -> str:
    """The name, or one like it that nobody of the round has."""
    while wanted in names:
        wanted += "′"
    return wanted


def let_go(app: Companion, now: float) -> list[dict[str, Any]]:
    """Delete what is older than the house keeps; gives what went. `now` in seconds of the epoch."""
    wanted = retention(app.tables.history.notes)
    gone: list[dict[str, Any]] = []
    if wanted.tables is not None:
        for table in app.tables.tables():
            info = app.tables.settings(table)
            if info is None:
                continue
            last = max(app.tables.history.last_at(table) or 0.0, info.opened)
            if now - last > wanted.tables * DAY:
                gone.append(delete_table(app, info))
    if wanted.corrections is not None:
        written = app.learner.written().get(CORRECTIONS)
        if written is not None and now - written > wanted.corrections * DAY:
            app.learner.forget(CORRECTIONS)
            gone.append({"tileset": CORRECTIONS})
    if wanted.pictures is not None:
        pictures = app.cameras.album.let_go(now - wanted.pictures * DAY)
        if pictures:
            gone.append({"pictures": pictures})
    return gone


def keep_tidy(
    app: Companion,
    ended: threading.Event,
    told: Callable[[dict[str, Any]], None],
    clock: Callable[[], float] = time.time,
    pause: float = DAY,
) -> None:
    """Let go of what is too old, now and every day, until `ended`; `told` hears of each thing that went, and
    of a log that cannot be used, which is tried again the next day.
    """
    while True:
        try:
            for one in let_go(app, clock()):
                told(one)
        except HistoryError as error:
            told({"problem": str(error)})
        if ended.wait(pause):
            return

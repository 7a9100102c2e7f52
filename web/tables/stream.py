"""直播: the news of a table to a page that stays open, as server-sent events.

A comment comes at once, so that the browser knows it is connected (FIELD D06), and one again whenever
nothing happened for a while. Each event is the whole view, so a page that missed some needs only the last;
its `id` names the moment, and a page that comes back with it is told what was recorded since.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator
from typing import Any

from web.tables.live import Live, Moment
from web.tables.members import Member

RETRY_MILLISECONDS = 1000
"""How long a browser waits before it comes back."""
HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
}

View = Callable[[Moment, int], dict[str, Any]]
"""The view at a moment, with the news after so many records."""


def message(name: str, data: object, stamp: str | None = None) -> str:
    """One server-sent event."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = "" if stamp is None else f"id: {stamp}\n"
    return f"{head}event: {name}\ndata: {body}\n\n"


def comment(text: str) -> str:
    """A line that no page gets to see, but the connection."""
    return f": {text}\n\n"


def records_of(stamp: str | None) -> int | None:
    """How many records a page has seen, by the id of its last event; None where that is no such id."""
    found = re.fullmatch(r"(\d{1,9})-\d{1,9}(?:\.\d{1,9})?", stamp or "")
    return None if found is None else int(found[1])


def stream(live: Live, member: Member, view: View, last: str | None, heartbeat: float) -> Generator[str]:
    """The events for one page: `change` with the view whenever the table is another moment, `gone` where the
    member is at the table no longer. `last`: the id of the last event the page got.
    """
    yield f"retry: {RETRY_MILLISECONDS}\n" + comment("here")
    seen = records_of(last)
    stamp = None if seen is None else last
    while not live.closed:
        moment = live.wait(stamp, heartbeat)
        if live.closed:
            return
        person = moment.info.person(member.id)
        if person is None or person.away:
            yield message("gone", {"id": member.id})
            return
        if moment.stamp == stamp:
            yield comment("still here")
            continue
        since = moment.view.records if seen is None else min(seen, moment.view.records)
        stamp, seen = moment.stamp, moment.view.records
        yield message("change", view(moment, since), stamp)

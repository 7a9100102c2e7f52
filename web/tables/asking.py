"""问答: what the routes of a table share: the keys of a request, and the answer to something recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.events import TableEvent
from assistant.history.codec import CodecError, decode
from assistant.problems import Problem
from assistant.state import Fault, Rank
from assistant.visibility import told_faults
from web.companion import companion
from web.refused import RefusedError
from web.tables.errors import TableError
from web.tables.joining import whole
from web.tables.live import Act, ImpossibleError, Live, Moment
from web.tables.members import Member
from web.tables.present import fault_form, table_view

LARGEST = 1_000_000_000
"""The largest number a key takes."""


def live_table(member: Member) -> Live:
    """The member's table."""
    return companion().live.get(member.table)


def view_form(live: Live, moment: Moment, member: Member) -> dict[str, Any]:
    """The view for a member as the table knows them now."""
    now = moment.info.person(member.id) or member
    return table_view(moment, live.sight(moment, moment.seat_of(member.id)), now)


def told(
    live: Live, member: Member, body: Mapping[str, object], act: Act, event: TableEvent | None = None
) -> dict[str, Any]:
    """Record something, and answer with the number of its record and the view. Of `event`, and of why it
    could not be recorded, the member hears what they may know.
    """
    before = live.moment()
    key, expected = text(body, "key"), number(body, "expected")
    try:
        done = live.record(member, key, expected, act, event)
    except ImpossibleError as error:
        faults = heard(live, before, member, error.faults, event)
        reasons = [one for one in faults if one.rank is Rank.IMPOSSIBLE] or list(faults)
        said = " ".join(one.message for one in reasons)
        chinese = "".join(one.chinese for one in reasons)
        raise TableError(reasons[0].code, said, chinese, 422) from error
    moment = live.moment()
    problems = heard(live, before, member, done.faults, event) if done.faults else ()
    return {
        "seq": done.seq,
        "again": done.again,
        "problems": [fault_form(one) for one in problems],
        **view_form(live, moment, member),
    }


def heard(
    live: Live, moment: Moment, member: Member, faults: tuple[Fault, ...], event: TableEvent | None
) -> tuple[Fault, ...]:
    """The faults of an event as a member may hear them."""
    sight = None if event is None else live.sight(moment, moment.seat_of(member.id))
    if event is None or sight is None or sight.round is sight.full.folded:
        return faults
    return told_faults(sight.round.state, event, faults)


def number(body: Mapping[str, object], key: str) -> int:
    """A whole number from 0 of a JSON body."""
    value = body.get(key)
    if not whole(value) or not 0 <= value <= LARGEST:  # type: ignore[operator]  # whole() has looked
        raise RefusedError(Problem("bad_request", f"{key} must be a whole number from 0: see /api/."))
    return value  # type: ignore[return-value]


def text(body: Mapping[str, object], key: str) -> str:
    """A text of a JSON body."""
    value = body.get(key)
    if not isinstance(value, str):
        raise RefusedError(Problem("bad_request", f"{key} must be text: see /api/ for its form."))
    return value


def chips_of(body: Mapping[str, object]) -> dict[str, int]:
    """The chips of a JSON body: a whole number from 0 by person."""
    value = body.get("chips")
    if not isinstance(value, dict) or not all(whole(one) and 0 <= one <= LARGEST for one in value.values()):
        raise RefusedError(
            Problem("bad_request", f"Give each player a whole number of chips, from 0 to {LARGEST}."),
            chinese=f"筹码每人写一个整数，从0到{LARGEST}。",
        )
    return value


def texts(body: Mapping[str, object], key: str) -> dict[str, str]:
    """An object of texts, empty where it is left out."""
    value = body.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise RefusedError(Problem("bad_request", f"{key} must be an object of texts by person."))
    return value


def two_dice(value: object) -> tuple[int, int] | None:
    """What two dice show, None where they are left out."""
    if value is None:
        return None
    shown = value if isinstance(value, list) else []
    if len(shown) != 2 or not all(whole(one) and 1 <= one <= 6 for one in shown):
        raise RefusedError(Problem("bad_dice", "dice must be two numbers from 1 to 6."))
    return shown[0], shown[1]


def told_event(body: Mapping[str, object]) -> TableEvent:
    """The event of a JSON body."""
    try:
        return decode(body.get("event"))
    except CodecError as error:
        raise RefusedError(Problem(error.code, str(error))) from error

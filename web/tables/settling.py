"""结账接口: a win or an empty wall told at its end, from photos: tried first, then recorded in one piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, jsonify

from assistant import round as door
from assistant.ending import Ending, KongTold, WinTold, events_of
from assistant.events import TableEvent
from assistant.hands import Hand
from assistant.notation import NotationError, parse_hand, parse_tile
from assistant.problems import Problem
from assistant.seats import Seat
from assistant.session import Outcome, Session
from assistant.state import Fault, Rank
from assistant.tiles import Tile
from assistant.visibility import UNFITTING, shown_payments
from web.presenters.settle import payment_form
from web.refused import RefusedError
from web.tables.asking import live_table, text, told
from web.tables.errors import TableError
from web.tables.joining import known_keys, whole
from web.tables.live import Live, Moment, Sight
from web.tables.members import Member, Role
from web.tables.present import fault_form
from web.tables.roles import needs
from web.tables.telling import check_teller

blueprint = Blueprint("settling", __name__, url_prefix="/api/tables/<table>")

DOUBTFUL = ("false_win", "wrong_size", "passed_win", "one_winner", "same_hand")
"""Faults that a misread photo shows: recorded only where somebody says that it was so."""
SEATS = 4


@blueprint.post("/settle")
@needs(Role.PLAYER)
def settle(member: Member) -> Response:
    """Tell how a hand ended, or try what it would come to."""
    body = known_keys("hands", "win", "wall_empty", "kongs", "try", "anyway", "expected", "key")
    end, anyway = ending(body), flag(body, "anyway")
    live = live_table(member)
    if flag(body, "try"):
        _, tried = looked_at(live, live.refresh(), member, end)
        return jsonify({"records": live.moment().view.records, **tried})
    odd: list[dict[str, Any]] = []

    def act(session: Session, source: str) -> Outcome:
        events, tried = looked_at(live, live.moment(), member, end)
        check_possible(tried)
        if not anyway:
            check_likely(tried)
        odd.extend(tried["problems"])
        done = session.record_all(events, source=source)
        return Outcome(done.records, () if done.recorded else (UNFITTING,))

    live.refresh()
    return jsonify({**told(live, member, body, act), "problems": odd})


def looked_at(
    live: Live, moment: Moment, member: Member, end: Ending
) -> tuple[tuple[TableEvent, ...], dict[str, Any]]:
    """The events that tell an ending, and what they would come to; TableError where the member may not."""
    sight = live.sight(moment, moment.seat_of(member.id))
    if sight is None:
        raise TableError("not_started", "No round has started: start one.", "还没开局：请先开局。", 409)
    events = events_of(sight.round.state, end)
    for event in events:
        check_teller(member, moment, event)
    return events, attempt(sight, events)


def attempt(sight: Sight, events: tuple[TableEvent, ...]) -> dict[str, Any]:
    """What the events would come to, by what the asker may know: nothing is recorded."""
    was, paid = door.settle(sight.events)
    folded, settlement = door.settle([*sight.events, *events])
    rules, names = folded.state.rules, folded.state.names
    faults = [fault for at, fault in folded.faults if at >= len(sight.events)]
    new = list(shown_payments(settlement.payments, folded.state))
    for one in shown_payments(paid.payments, was.state):
        if one in new:
            new.remove(one)
    return {
        "payments": [payment_form(one, rules, names) for one in new],
        "net": list(settlement.net),
        "missing": list(settlement.missing),
        "finished": settlement.finished,
        "problems": [_problem_form(one) for one in faults],
    }


def _problem_form(fault: Fault) -> dict[str, Any]:
    """A fault; `fatal`: nothing is recorded with it, `doubtful`: only where somebody says that it was so."""
    fatal = fault.rank is Rank.IMPOSSIBLE
    return {**fault_form(fault), "fatal": fatal, "doubtful": not fatal and fault.code in DOUBTFUL}


def check_possible(tried: Mapping[str, Any]) -> None:
    """Refuse what cannot have happened (422)."""
    fatal = [one for one in tried["problems"] if one["fatal"]]
    if fatal:
        said = " ".join(one["message"] for one in fatal)
        raise TableError(fatal[0]["code"], said, "".join(one["zh"] for one in fatal), 422)


def check_likely(tried: Mapping[str, Any]) -> None:
    """Refuse what a misread photo would look like (422), until it is sent `anyway`."""
    odd = [one for one in tried["problems"] if one["doubtful"]]
    if odd:
        said = " ".join(one["message"] for one in odd)
        zh = "".join(one["zh"] for one in odd)
        raise TableError("doubtful", f"{said} Correct it, or send anyway.", f"{zh}请改，或仍要这样记。", 422)


def ending(body: Mapping[str, object]) -> Ending:
    """What a request tells."""
    win = body.get("win")
    if win is not None and not isinstance(win, Mapping):
        raise bad("win must be an object or null")
    wall_empty = flag(body, "wall_empty")
    if win is not None and wall_empty:
        raise bad("give either win or wall_empty")
    told_hands = hands(body)
    if win is None and not wall_empty and not told_hands:
        raise RefusedError(
            Problem("nothing_told", "Nothing is told: give a win, an empty wall or a hand."),
            chinese="还没说什么：请说谁胡了、黄庄，或给一手牌。",
        )
    return Ending(
        hands=told_hands,
        win=None if win is None else win_told(win),
        wall_empty=wall_empty,
        kongs=tuple(kong_told(one) for one in items(body, "kongs")),
    )


def hands(body: Mapping[str, object]) -> dict[Seat, Hand]:
    """The hands by seat."""
    value = body.get("hands")
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(
        key in ("0", "1", "2", "3") and isinstance(one, str) for key, one in value.items()
    ):
        raise bad('hands must be an object of seat and hand, like {"1": "123m 55p #p5s"}')
    try:
        return {int(key): parse_hand(one) for key, one in sorted(value.items())}
    except NotationError as error:
        raise RefusedError(error.problem) from error


def win_told(win: Mapping[str, object]) -> WinTold:
    """The win of a request."""
    seats = win.get("seats")
    if not isinstance(seats, list) or not seats or len(set(map(str, seats))) != len(seats):
        raise bad("seats of win must be a list of seats that differ")
    giver = seat_or_none(win, "from")
    if giver is None and (len(seats) > 1 or flag(win, "robbed")):
        raise bad("from of win must be the seat that gave the tile")
    after = win.get("after_kong")
    if after is not None and not isinstance(after, Mapping):
        raise bad("after_kong must be an object or null")
    return WinTold(
        seats=tuple(_seat(one, "seats of win") for one in seats),
        tile=tile_of(win),
        giver=giver,
        robbed=flag(win, "robbed"),
        after_kong=None if after is None else kong_told(after),
        first=flag(win, "first"),
    )


def kong_told(kong: object) -> KongTold:
    """What a request tells of a kong."""
    if not isinstance(kong, Mapping):
        raise bad("a kong must be an object")
    out = kong.get("out")
    if out is not None and not isinstance(out, list):
        raise bad("out must be a list of seats or null")
    just_drawn = kong.get("just_drawn")
    if just_drawn is not None and not isinstance(just_drawn, bool):
        raise bad("just_drawn must be true, false or null")
    return KongTold(
        seat=_seat(kong.get("seat"), "seat of a kong"),
        tile=tile_of(kong),
        giver=seat_or_none(kong, "from"),
        out=None if out is None else tuple(_seat(one, "out") for one in out),
        just_drawn=just_drawn,
    )


def tile_of(form: Mapping[str, object]) -> Tile:
    """The tile of a win or kong."""
    try:
        return parse_tile(text(form, "tile"))
    except NotationError as error:
        raise RefusedError(error.problem) from error


def seat_or_none(form: Mapping[str, object], key: str) -> Seat | None:
    """A seat, None where it is left out or null."""
    return None if form.get(key) is None else _seat(form[key], key)


def flag(form: Mapping[str, object], key: str) -> bool:
    """True or false; false where it is left out or null."""
    value = form.get(key)
    if value is not None and not isinstance(value, bool):
        raise bad(f"{key} must be true or false")
    return bool(value)


def items(form: Mapping[str, object], key: str) -> list[object]:
    """A list, empty where it is left out or null."""
    value = form.get(key)
    if value is not None and not isinstance(value, list):
        raise bad(f"{key} must be a list")
    return value or []


def _seat(value: object, what: str) -> Seat:
    if not whole(value) or not 0 <= value < SEATS:  # type: ignore[operator]  # whole() has looked
        raise bad(f"{what} must be a seat, 0 to {SEATS - 1}")
    return value  # type: ignore[return-value]


def bad(what: str) -> RefusedError:
    """A request of a wrong form."""
    return RefusedError(Problem("bad_request", f"{what[:1].upper()}{what[1:]}: see /api/ for its form."))

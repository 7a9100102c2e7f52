"""记录接口: the routes that record something at a table, or change what its next round is played by."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.events import RoundStarted
from assistant.log import together
from assistant.opening import wall_break
from assistant.problems import Problem
from assistant.session import Outcome, Session
from web.api import chosen_rules, rule_changes
from web.companion import companion
from web.refused import RefusedError
from web.tables.asking import (
    chips_of,
    live_table,
    number,
    text,
    texts,
    told,
    told_event,
    two_dice,
    view_form,
)
from web.tables.errors import TableError
from web.tables.joining import known_keys
from web.tables.members import Member, Role
from web.tables.roles import needs
from web.tables.telling import (
    check_over,
    check_taker_back,
    check_teller,
    next_start,
    table_rules,
    with_unseen,
)

blueprint = Blueprint("acts", __name__, url_prefix="/api/tables/<table>")


@blueprint.post("/events")
@needs(Role.PLAYER)
def record(member: Member) -> Response:
    """Record what happened."""
    body = known_keys("event", "expected", "key")
    event = told_event(body)
    if isinstance(event, RoundStarted):
        raise RefusedError(Problem("no_start", "A round starts by POST /rounds, which knows who sits where."))
    live = live_table(member)
    moment = live.refresh()
    check_teller(member, moment, event)
    return jsonify(
        told(live, member, body, lambda session, source: session.record(event, source=source), event)
    )


@blueprint.post("/undo")
@needs(Role.PLAYER)
def undo(member: Member) -> Response:
    """Take the last thing back."""
    body = known_keys("expected", "key")
    live = live_table(member)
    moment = live.refresh()
    for seq in () if moment.undo is None else together(moment.tail, moment.undo):
        check_taker_back(member, live, moment, seq)
    return jsonify(told(live, member, body, lambda session, source: session.undo(source=source)))


@blueprint.post("/redo")
@needs(Role.PLAYER)
def redo(member: Member) -> Response:
    """Let the last thing taken back count again."""
    body = known_keys("expected", "key")
    live = live_table(member)
    moment = live.refresh()
    for seq in () if moment.redo is None else together(moment.tail, moment.redo):
        check_taker_back(member, live, moment, seq)
    return jsonify(told(live, member, body, lambda session, source: session.redo(source=source)))


@blueprint.post("/retract")
@needs(Role.PLAYER)
def retract(member: Member) -> Response:
    """Take an earlier record back; later lines that no longer fit are shown with their reasons."""
    body = known_keys("seq", "expected", "key")
    live, seq = live_table(member), number(body, "seq")
    check_taker_back(member, live, live.refresh(), seq)
    return jsonify(told(live, member, body, lambda session, source: session.retract(seq, source=source)))


@blueprint.post("/amend")
@needs(Role.PLAYER)
def amend(member: Member) -> Response:
    """Say what an earlier event really was."""
    body = known_keys("seq", "event", "expected", "key")
    live, seq, event = live_table(member), number(body, "seq"), told_event(body)
    moment = live.refresh()
    check_taker_back(member, live, moment, seq)
    if isinstance(event, RoundStarted):
        raise RefusedError(Problem("no_start", "The start of a round is mended by /swap, /rules and /chips."))
    check_teller(member, moment, event, seq)
    event = with_unseen(member, moment, seq, event)
    return jsonify(told(live, member, body, lambda session, source: session.amend(seq, event, source=source)))


@blueprint.post("/rounds")
@needs(Role.PLAYER)
def start(member: Member) -> Response:
    """Start the next round."""
    body = known_keys("dealer", "dice", "names", "chips", "wall", "anyway", "expected", "key")
    live = live_table(member)
    dealer, dice = body.get("dealer"), two_dice(body.get("dice"))
    if dealer is not None and not isinstance(dealer, str):
        raise RefusedError(Problem("bad_request", "dealer must be the id of a person at the table."))
    called = texts(body, "names")
    chips = None if body.get("chips") is None else chips_of(body)
    wall = number(body, "wall") if body.get("wall") is not None else None

    def act(session: Session, source: str) -> Outcome:
        moment = live.moment()
        check_over(moment, body.get("anyway") is True)
        rules = table_rules(moment, companion().house)
        return session.record(next_start(moment, rules, dealer, dice, called, chips, wall), source=source)

    form = told(live, member, body, act)
    if dice is not None:
        broken = wall_break(*dice)
        form["wall_break"] = {
            "seat": broken.seat,
            "stacks": broken.stacks,
            "zh": broken.chinese,
            "en": broken.english,
        }
    return jsonify(form)


@blueprint.post("/swap")
@needs()
def swap(member: Member) -> Response:
    """Let two people change places from a round on; one undo takes it back."""
    body = known_keys("one", "two", "from", "acts", "expected", "key")
    live = live_table(member)
    one, two = text(body, "one"), text(body, "two")
    moment = live.refresh()
    if one not in moment.circle or two not in moment.circle:
        raise RefusedError(Problem("no_such_person", "Name two people who sit at the table by their ids."))
    first = number(body, "from") - 1
    if not 0 <= first <= len(moment.view.rounds):
        said = f"from must be a round from 1 to {len(moment.view.rounds) + 1}, the last for the next one."
        raise RefusedError(Problem("no_such_round", said))
    whose = body.get("acts", "person")
    if whose not in ("person", "seat"):
        raise RefusedError(Problem("bad_request", 'acts must be "person" or "seat": whose what was done is.'))

    def act(session: Session, source: str) -> Outcome:
        return session.reseat(one, two, first, source=source, seats_acted=whose == "seat")

    return jsonify(told(live, member, body, act))


@blueprint.post("/rules")
@needs()
def change_rules(member: Member) -> Response:
    """Choose the rules of the next round; a running one keeps its own."""
    body = known_keys("rules", "set")
    changes = rule_changes(body)
    live = live_table(member)
    seats = {"players": len(live.refresh().info.chairs)}
    rules = chosen_rules(text(body, "rules"), {**changes, **seats}, ())
    live.change(member, rules=text(body, "rules") or rules.name, overrides=dict(changes))
    return jsonify(view_form(live, live.moment(), member))


@blueprint.post("/fair")
@needs()
def change_fair_play(member: Member) -> Response:
    """公平: switch it between rounds, so that nobody looks in the middle of a hand."""
    body = known_keys("on")
    on = body.get("on")
    if not isinstance(on, bool):
        raise RefusedError(Problem("bad_request", "on must be true or false."))
    live = live_table(member)
    if live.refresh().playing and not on:
        raise TableError(
            "round_running",
            "Fair play ends with the round: switch it off then.",
            "公平模式须等这局打完再关。",
            409,
        )
    live.change(member, fair_play=on)
    return jsonify(view_form(live, live.moment(), member))


@blueprint.post("/chips")
@needs()
def change_chips(member: Member) -> Response:
    """Say what each player of the running round had to lose at its start; null for no limit."""
    body = known_keys("chips", "expected", "key")
    live = live_table(member)
    last = live.refresh().last
    if last is None:
        raise TableError(
            "not_started", "No round has started: give chips with POST /rounds.", "还没开局。", 409
        )
    started = last.lines[0].event
    assert isinstance(started, RoundStarted)
    given = None if body.get("chips") is None else chips_of(body)
    chips = None if given is None else tuple(given.get(who, 0) for who in started.persons)
    amended = RoundStarted(
        started.rules, started.overrides, started.names, started.wall, chips, started.people
    )
    seq = last.lines[0].seq
    return jsonify(
        told(live, member, body, lambda session, source: session.amend(seq, amended, source=source))
    )

"""看牌接口: the routes that show a table: the view, the stream, the money, advice."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from flask import Blueprint, Response, jsonify, request

from assistant.advice import NoAdviceError, advise
from assistant.hands import Hand
from assistant.inference import NoOddsError
from assistant.notation import NotationError, parse_hand
from assistant.problems import Problem
from assistant.seats import Seat
from web.companion import companion
from web.refused import RefusedError
from web.tables import stream as streaming
from web.tables.advising import NO_ADVICE, advice_form
from web.tables.asking import live_table, text, view_form
from web.tables.errors import TableError
from web.tables.fairness import FAIR_PLAY, FAIR_PLAY_CHINESE
from web.tables.guessing import NO_ODDS, odds_form
from web.tables.joining import known_keys
from web.tables.live import Moment, Sight, look, seat_in
from web.tables.members import Member, Role
from web.tables.money import money_form
from web.tables.present import news, round_form, table_view
from web.tables.roles import needs

blueprint = Blueprint("live", __name__, url_prefix="/api/tables/<table>")

EVERY_ROLE = (Role.PLAYER, Role.SPECTATOR, Role.SCREEN)


@blueprint.get("")
@needs(*EVERY_ROLE)
def view(member: Member) -> Response:
    """The whole view of the table for this member."""
    live = live_table(member)
    return jsonify(view_form(live, live.refresh(), member))


@blueprint.get("/stream")
@needs(*EVERY_ROLE)
def stream(member: Member) -> Response:
    """The view, and again whenever it changes, as server-sent events."""
    tables = companion().live  # itself: the stream outlives the request, and `companion()` with it
    live = live_table(member)
    tables.enter(member.id)
    live.refresh()
    last = request.headers.get("Last-Event-ID") or request.args.get("last")

    def view_at(moment: Moment, since: int) -> dict[str, Any]:
        now = moment.info.person(member.id) or member
        sight = live.sight(moment, moment.seat_of(member.id))
        return {**table_view(moment, sight, now), "news": news(moment, sight, since)}

    def events() -> Generator[str]:
        with live.watched():
            yield from streaming.stream(live, member, view_at, last, tables.heartbeat)

    tables.watch()
    return Response(Closing(events(), lambda: tables.leave(member.id)), headers=streaming.HEADERS)


class Closing:
    """An iterator that says when it is done with, also where it was never begun."""

    def __init__(self, events: Generator[str], done: Callable[[], None]) -> None:
        self._events = events
        self._done = done

    def __iter__(self) -> Closing:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """The page has gone."""
        self._events.close()
        done, self._done = self._done, lambda: None
        done()


@blueprint.get("/money")
@needs(*EVERY_ROLE)
def money(member: Member) -> Response:
    """The balances, the lines of a round, and who pays whom in the end."""
    asked = request.args.get("round", "")
    if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise RefusedError(Problem("no_such_round", "round must be a number from 1."))
    return jsonify(money_form(live_table(member).refresh(), int(asked) if asked else None))


@blueprint.get("/record/<number>")
@needs(*EVERY_ROLE)
def one_round(member: Member, number: str) -> Response:
    """A round as this member may know it, an earlier one too: what was recorded wrongly is found later."""
    moment = live_table(member).refresh()
    place = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    if not 1 <= place <= len(moment.view.rounds):
        raise TableError("no_such_round", f"There is no round {number} yet.", "没有这一局。", 404)
    one = moment.view.rounds[place - 1]
    sight = look(one, seat_in(one, member.id), moment.info.fair_play)
    return jsonify({"records": moment.view.records, "round": round_form(moment, sight, place)})


@blueprint.get("/advice")
@needs(Role.PLAYER)
def own_advice(member: Member) -> Response:
    """Advice for the own hand as the record knows it."""
    return advice_for(member, None)


@blueprint.post("/advice")
@needs(Role.PLAYER)
def told_advice(member: Member) -> Response:
    """Advice for a hand that the player tells; nothing of it is kept."""
    return advice_for(member, text(known_keys("hand"), "hand"))


def advice_for(member: Member, hand: str | None) -> Response:
    """Advice for a player of the running round, unless the table plays fair."""
    moment, sight, seat, told = own_sight(member, hand)
    try:
        return jsonify({"records": moment.view.records, **advice_form(advise(sight.round.state, seat, told))})
    except NoAdviceError as error:
        raise TableError(error.code, str(error), NO_ADVICE.get(error.code, ""), 409) from error


@blueprint.get("/odds")
@needs(Role.PLAYER)
def own_odds(member: Member) -> Response:
    """The odds of the hidden hands, with the own hand as the record knows it."""
    return odds_for(member, None)


@blueprint.post("/odds")
@needs(Role.PLAYER)
def told_odds(member: Member) -> Response:
    """The odds for a hand that the player tells; nothing of it is kept."""
    return odds_for(member, text(known_keys("hand"), "hand"))


def odds_for(member: Member, hand: str | None) -> Response:
    """The odds for a player of the running round, unless the table plays fair."""
    moment, sight, seat, told = own_sight(member, hand)
    try:
        return jsonify({"records": moment.view.records, **odds_form(sight, seat, told)})
    except NoOddsError as error:
        raise TableError(error.code, str(error), NO_ODDS.get(error.code, ""), 409) from error


def own_sight(member: Member, hand: str | None) -> tuple[Moment, Sight, Seat, Hand | None]:
    """The round as its player may know it, with the hand they tell; TableError where they do not play, or
    where the table plays fair and the round is not over.
    """
    live = live_table(member)
    moment = live.refresh()
    seat = moment.seat_of(member.id)
    if seat is None:
        raise TableError("not_seated", "You do not play in this round.", "你没有参加这局。", 409)
    if moment.info.fair_play and moment.playing:
        raise TableError(FAIR_PLAY.code, FAIR_PLAY.message, FAIR_PLAY_CHINESE, 403)
    try:
        told = None if hand is None else parse_hand(hand)
    except NotationError as error:
        raise RefusedError(error.problem) from error
    sight = live.sight(moment, seat)
    assert sight is not None
    return moment, sight, seat, told

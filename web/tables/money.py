"""钱: what everybody has gained or lost so far, each line with its sentence, and who pays whom in the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.round_view import RoundView
from assistant.settlement.ledger import Payment
from assistant.settlement.reckoning import net
from assistant.sittings import Purse
from assistant.summary import parties, summarise
from assistant.transfers import transfers
from assistant.visibility import shown_payments
from web.presenters.settle import payment_form
from web.tables.chairs import CHAIR, chair_name
from web.tables.live import Moment

RECENT = 60
"""Rounds that the money lists; older ones are on the page of the session."""


def names(moment: Moment) -> dict[str, str]:
    """What everybody who has played here is called: as the table calls them now, or as the last round did."""
    called = {person: purse.name for person, purse in _purses(moment).items()}
    one = moment.view.running
    if one is not None:
        state = one.folded.state
        called.update(zip(parties(one), (*state.names, state.side_name or ""), strict=False))
    called.update(
        (one.id, one.name) for one in moment.info.people if one.id in called or one.chair is not None
    )
    return called


def _purses(moment: Moment) -> dict[str, Purse]:
    """What each has from the rounds before; without chairs whose rounds are somebody's who joined late."""
    return {
        person: purse
        for person, purse in moment.view.closed.purses.items()
        if purse.net or purse.penalty or person in moment.circle or not person.startswith(CHAIR)
    }


def shown(one: RoundView) -> tuple[Payment, ...]:
    """The payments of a round that the table can see now."""
    return shown_payments(one.settlement.payments, one.folded.state)


def net_form(one: RoundView) -> dict[str, int]:
    """What each person has gained or lost in a round, by the payments that can be seen."""
    people = parties(one)
    return dict(zip(people, net(shown(one), len(people)), strict=True))


def balances(moment: Moment) -> dict[str, int] | None:
    """What each person has gained or lost over all rounds, the running one as far as it can be seen; None
    while a broken line waits to be mended (FIELD C10).
    """
    if not moment.view.whole:
        return None
    total = dict.fromkeys(moment.circle, 0)
    total |= {person: purse.net for person, purse in _purses(moment).items()}
    running = moment.view.running
    for person, points in ({} if running is None else net_form(running)).items():
        total[person] = total.get(person, 0) + points
    return total


def penalties(moment: Moment) -> dict[str, int]:
    """Points to nobody, which stand outside the balances."""
    total = {who: purse.penalty for who, purse in moment.view.closed.purses.items() if purse.penalty}
    running = moment.view.running
    if running is not None:
        people = parties(running)
        for fine in running.settlement.penalties:
            total[people[fine.seat]] = total.get(people[fine.seat], 0) + fine.points
    return total


def round_forms(moment: Moment) -> list[dict[str, Any]]:
    """The last rounds, RECENT and the running one."""
    view = moment.view
    skip = max(view.closed.rounds - RECENT, 0)
    summaries = list(view.rounds.summaries(skip, RECENT))
    if view.running is not None:
        summaries.append(summarise(view.running))
    return [
        {
            "number": number,
            "started": one.started,
            "finished": one.finished,
            "net": dict(zip(one.people, one.net, strict=True)),
            "missing": list(one.missing),
            "broken": one.broken,
        }
        for number, one in enumerate(summaries, skip + 1)
    ]


def line_forms(one: RoundView, called: Mapping[str, str]) -> list[dict[str, Any]]:
    """The payments of a round that can be seen: as FORMATS has them, with the people and the record;
    `called`: what people are called now.
    """
    people, rules = parties(one), one.folded.state.rules
    names = [called.get(person, "") for person in people]
    return [
        {
            **payment_form(payment, rules, names),
            "payer": people[payment.payer],
            "payee": people[payment.payee],
            "seq": one.lines[payment.event].seq,
        }
        for payment in shown(one)
    ]


def money_form(moment: Moment, number: int | None = None) -> dict[str, Any]:
    """The money of a table; `number`: the round, from 1, whose lines are listed, else the last."""
    rounds = moment.view.rounds
    number = len(rounds) if number is None else number
    total, called, fines = balances(moment), names(moment), penalties(moment)
    people = dict.fromkeys((*(total or {}), *called))
    return {
        "records": moment.view.records,
        "whole": total is not None,
        "balances": [
            {
                "person": one,
                "name": called.get(one) or chair_name(one),
                "points": None if total is None else total.get(one, 0),
                "penalty": fines.get(one, 0),
            }
            for one in people
        ],
        "played": len(rounds),
        "rounds": round_forms(moment),
        "round": number if 0 < number <= len(rounds) else None,
        "lines": line_forms(rounds[number - 1], called) if 0 < number <= len(rounds) else [],
        "transfers": None
        if total is None
        else [{"from": one.payer, "to": one.payee, "points": one.points} for one in transfers(total)],
    }

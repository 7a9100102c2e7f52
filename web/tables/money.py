"""钱: what everybody has gained or lost so far, each line with its sentence, and who pays whom in the end."""

from __future__ import annotations

from typing import Any

from assistant.session import RoundView
from assistant.settlement.ledger import Payment
from assistant.settlement.reckoning import net
from assistant.transfers import transfers
from assistant.visibility import shown_payments
from web.presenters.settle import payment_form
from web.tables.live import Moment, persons_of

SIDE = "~"
"""Before the name of a fifth person 叫马, who has no id."""


def parties(one: RoundView) -> tuple[str, ...]:
    """The people of a round's money: its seats, then the fifth person, by `~` and their name."""
    side = one.folded.state.side_name
    return (*persons_of(one), *(() if side is None else (SIDE + side,)))


def names(moment: Moment) -> dict[str, str]:
    """What everybody who has played here is called: as the table calls them now, or as the last round did."""
    called: dict[str, str] = {}
    for one in moment.view.rounds:
        state = one.folded.state
        called.update(zip(parties(one), (*state.names, state.side_name or ""), strict=False))
    called.update(
        (one.id, one.name) for one in moment.info.people if one.id in called or one.chair is not None
    )
    return called


def shown(one: RoundView) -> tuple[Payment, ...]:
    """The payments of a round that the table can see now."""
    return shown_payments(one.settlement.payments, one.folded.state)


def net_form(one: RoundView) -> dict[str, int]:
    """What each person has gained or lost in a round, by the payments that can be seen."""
    people = parties(one)
    return dict(zip(people, net(shown(one), len(people)), strict=True))


def whole(moment: Moment) -> bool:
    """Whether no line waits to be mended: else no total is shown (FIELD C10)."""
    return not moment.view.stray and not any(one.broken for one in moment.view.rounds)


def balances(moment: Moment) -> dict[str, int] | None:
    """What each person has gained or lost over all rounds, the running one as far as it can be seen; None
    while a broken line waits to be mended.
    """
    if not whole(moment):
        return None
    total = dict.fromkeys(moment.circle, 0)
    for one in moment.view.rounds:
        for person, points in net_form(one).items():
            total[person] = total.get(person, 0) + points
    return total


def penalties(moment: Moment) -> dict[str, int]:
    """Points to nobody, which stand outside the balances."""
    total: dict[str, int] = {}
    for one in moment.view.rounds:
        people = parties(one)
        for fine in one.settlement.penalties:
            total[people[fine.seat]] = total.get(people[fine.seat], 0) + fine.points
    return total


def line_forms(one: RoundView) -> list[dict[str, Any]]:
    """The payments of a round that can be seen: as FORMATS has them, with the people and the record."""
    people, rules = parties(one), one.folded.state.rules
    return [
        {
            **payment_form(payment, rules),
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
                "name": called.get(one, one),
                "points": None if total is None else total.get(one, 0),
                "penalty": fines.get(one, 0),
            }
            for one in people
        ],
        "rounds": [
            {
                "number": place,
                "started": one.lines[0].seq,
                "finished": one.settlement.finished,
                "net": net_form(one),
                "missing": list(one.settlement.missing),
                "broken": len(one.broken),
            }
            for place, one in enumerate(rounds, 1)
        ],
        "round": number if 0 < number <= len(rounds) else None,
        "lines": line_forms(rounds[number - 1]) if 0 < number <= len(rounds) else [],
        "transfers": None
        if total is None
        else [{"from": one.payer, "to": one.payee, "points": one.points} for one in transfers(total)],
    }

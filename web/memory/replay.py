"""复盘: a round step by step, as these eyes may know it: each line with its sentence, the table and the money
after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from assistant import round as door
from assistant.events import VoidChosen
from assistant.history.codec import encode
from assistant.round_view import RoundView
from assistant.seats import Seat
from assistant.settlement.reckoning import net
from assistant.state import Fault, RoundState
from assistant.summary import parties
from assistant.visibility import seen_lines, shown_payments
from web.companion import companion
from web.presenters.happened import happened
from web.presenters.seats import named
from web.presenters.settle import payment_form
from web.tables.live import Sight, look
from web.tables.members import Member, TableInfo
from web.tables.present import fault_form, rules_form
from web.tables.roles import refused


def replayed(info: TableInfo, member: Member | None, number: int) -> dict[str, Any]:
    """The steps of a round, from 1, for a member, or for an owner who has no place there."""
    live = companion().live.get(info.id)
    view = live.refresh().view
    if not 1 <= number <= len(view.rounds):
        raise refused(
            "no_such_round", f"There is no round {number}: there are {len(view.rounds)}.", "没有这一局。", 404
        )
    one = view.rounds[number - 1]
    people = parties(one)
    seat = people.index(member.id) if member is not None and member.id in people else None
    return round_form(one, look(one, seat, info.fair_play), number, len(view.rounds))


def round_form(one: RoundView, sight: Sight, number: int, rounds: int) -> dict[str, Any]:
    """A round with all its steps."""
    state, rules = one.folded.state, one.folded.state.rules
    people = parties(one)
    names = [*state.names, *([state.side_name] if state.side_name is not None else [])]
    paid = shown_payments(one.settlement.payments, state)
    closing = one.settlement.closing
    lines = seen_lines(sight.events, one.folded, closing)
    steps = []
    for at, (after, faults) in enumerate(door.steps(lines, rules, closing)):
        event = sight.events[at]
        zh, en = happened(event, names)
        steps.append(
            {
                "step": at,
                "seq": one.lines[at].seq,
                "event": None if isinstance(event, Fault) else _plain(encode(event)),
                "zh": zh,
                "en": en,
                "problems": [] if isinstance(event, Fault) else [_named(fault, names) for fault in faults],
                "payments": [payment_form(payment, rules, names) for payment in paid if payment.at == at],
                "net": list(net([payment for payment in paid if payment.at <= at], len(people))),
                "wall": after.wall,
                "turn": None if after.finished else after.turn,
                "seats": [seat_form(after, place, sight) for place in range(after.players)],
            }
        )
    return {
        "number": number,
        "rounds": rounds,
        "people": list(people),
        "names": names,
        "rules": rules_form(rules),
        "finished": one.settlement.finished,
        "net": list(net(paid, len(people))),
        "missing": list(one.settlement.missing),
        "steps": steps,
    }


def seat_form(state: RoundState, seat: Seat, sight: Sight) -> dict[str, Any]:
    """One player's side of the table after a step; a hand only where it lies open to these eyes."""
    own = state.seats[seat]
    shown = sum(own.known) > 0 and (seat in sight.opened or own.told)
    return {
        "seat": seat,
        "status": own.status.value,
        "melds": [str(meld) for meld in own.melds],
        "discards": [str(tile) for tile in own.discards],
        "taken": list(own.taken),
        "void": own.void.letter if own.void is not None and _void_told(sight, seat) else None,
        "concealed": own.size,
        "hand": str(own.hand) if shown else None,
    }


def _void_told(sight: Sight, seat: Seat) -> bool:
    """A void suit that a known hand shows by itself (天缺) is its owner's to know."""
    return seat in sight.opened or any(
        isinstance(event, VoidChosen) and event.seat == seat for event in sight.events
    )


def _named(fault: Fault, names: Sequence[str]) -> dict[str, str]:
    return {name: named(text, names) for name, text in fault_form(fault).items()}


def _plain(form: dict[str, Any]) -> dict[str, Any]:
    form.pop("overrides", None)  # the rules stand apart
    return form

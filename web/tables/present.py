"""呈现: the whole view of a table for one member. What is secret is left out before, in `Live.sight`; nothing
here looks at the full record but for the money, which is public, and for the numbers of records.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from assistant.events import TableEvent
from assistant.history.codec import encode
from assistant.history.records import CAMERA, Amended, Record, Reseated, Retracted
from assistant.opening import bound_seat
from assistant.rules import RuleSet
from assistant.seats import Seat
from assistant.settlement.reckoning import net
from assistant.state import Fault, Offer, RoundState
from assistant.summary import persons_of
from assistant.tiles import COPIES, TILES
from assistant.visibility import UNFITTING
from web.tables import money
from web.tables.chairs import chair_name
from web.tables.live import Moment, Sight, look, teller_of
from web.tables.members import Member, TableInfo
from web.tables.options import options_form


def table_view(moment: Moment, sight: Sight | None, member: Member) -> dict[str, Any]:
    """The whole view of a table for one member. `sight`: the last round as this member may know it."""
    info, view = moment.info, moment.view
    total = money.balances(moment)
    return {
        "table": table_form(info),
        "records": view.records,
        "stamp": moment.stamp,
        "me": {
            "id": member.id,
            "role": member.role.value,
            "name": member.name,
            "chair": moment.circle.index(member.id) if member.id in moment.circle else None,
            "seat": moment.seat_of(member.id),
        },
        "circle": circle_form(moment, total),
        "rounds": len(view.rounds),
        "round": None if sight is None else sight.form("round", lambda: round_form(moment, sight)),
        "next": None if sight is None else sight.form("next", lambda: options_form(sight.round.state)),
        "whole": total is not None,
        "broken": _broken(moment, sight),
        "camera": moment.camera,
        "undo": moment.undo,
        "redo": moment.redo is not None,
    }


def table_form(info: TableInfo) -> dict[str, Any]:
    """The settings: what the next round will be played by."""
    return {
        "id": info.id,
        "code": info.code,
        "title": info.title,
        "language": info.language,
        "rules": info.rules,
        "set": dict(info.overrides),
        "fair_play": info.fair_play,
        "locked": info.locked,
        "version": info.version,
    }


def circle_form(moment: Moment, total: dict[str, int] | None) -> list[dict[str, Any]]:
    """The people on the chairs, in play order, with their balances."""
    called = money.names(moment)
    forms = []
    for place, person in enumerate(moment.circle):
        member = moment.info.person(person)
        forms.append(
            {
                "person": person,
                "name": called.get(person) or chair_name(person),
                "chair": place,
                "role": None if member is None else member.role.value,
                "away": member is None or member.away,
                "seat": moment.seat_of(person),
                "balance": None if total is None else total.get(person, 0),
            }
        )
    return forms


def round_form(moment: Moment, sight: Sight, number: int | None = None) -> dict[str, Any]:
    """A round: the table, the lines, the money so far. `number` from 1; None: the running or last one."""
    state, full = sight.round.state, sight.full
    settlement = full.settlement
    payments = money.shown(full)
    faults = _faults(sight)
    by = {
        line.seq: None if (one := moment.record(line.seq)) is None else teller_of(one) for line in full.lines
    }
    return {
        "number": len(moment.view.rounds) if number is None else number,
        "started": full.lines[0].seq,
        "rules": rules_form(state.rules),
        "people": list(persons_of(full)),
        "phase": state.phase.value,
        "turn": None if state.finished else state.turn,
        "drawn": None if state.draw is None or state.draw.tile is None else str(state.draw.tile),
        "wall": state.wall,
        "offer": None if state.offer is None else offer_form(state.offer),
        "seats": [seat_form(sight, seat) for seat in range(state.players)],
        "left": {str(tile): COPIES - state.copies_seen(tile) for tile in TILES},
        "side_bet": side_bet_form(state),
        "lines": [
            {
                "seq": line.seq,
                "event": _encoded(event),
                "by": by[line.seq],
                "camera": seen_by_camera(moment.record(line.seq), line.event),
                "problems": faults.get(at, []),
            }
            for at, (line, event) in enumerate(zip(full.lines, sight.events, strict=True))
            if not isinstance(event, Fault)
        ],
        "payments": money.line_forms(full, money.names(moment)),
        "waiting": len(settlement.payments) - len(payments),
        "net": list(net(payments, len(settlement.net))),
        "winners": list(settlement.winners),
        "penalties": [
            {"seat": one.seat, "points": one.points, "reason": one.reason.value, "event": one.event}
            for one in settlement.penalties
        ],
        "missing": list(settlement.missing),
        "finished": settlement.finished,
        "next_dealer": settlement.next_dealer,
        "chips": None if state.chips is None else list(state.chips),
    }


def seen_by_camera(record: Record | None, event: object) -> float | None:
    """How sure a camera was of what it recorded; None where somebody told it, or told its tile otherwise."""
    if record is None or record.source != CAMERA:
        return None
    same = getattr(record.entry, "tile", None) is getattr(event, "tile", None)
    return record.confidence if same else None


def seat_form(sight: Sight, seat: Seat) -> dict[str, Any]:
    """One player's side of the table."""
    state = sight.round.state
    own = state.seats[seat]
    shown = not own.unseen and (seat in sight.opened or own.told)
    return {
        "seat": seat,
        "person": persons_of(sight.full)[seat],
        "name": state.names[seat],
        "status": own.status.value,
        "gone": own.gone is not None,
        "melds": [str(meld) for meld in own.melds],
        "discards": [str(tile) for tile in own.discards],
        "taken": list(own.taken),
        "void": None if own.void is None or not _void_shown(sight, seat) else own.void.letter,
        "concealed": own.size,
        "hand": str(own.hand) if shown else None,
        "mine": seat == sight.seat,
    }


def _void_shown(sight: Sight, seat: Seat) -> bool:
    """A void suit that a known hand shows by itself (天缺) is its owner's to know."""
    return seat in sight.opened or any(
        getattr(event, "seat", None) == seat and hasattr(event, "suit") for event in sight.events
    )


def rules_form(rules: RuleSet) -> dict[str, Any]:
    """The rule card: the whole rule set."""
    return {"name": rules.name, "values": _values(rules)}


@lru_cache(64)
def _values(rules: RuleSet) -> dict[str, Any]:
    return dict(rules.values())


def offer_form(offer: Offer) -> dict[str, Any]:
    """The tile that others may claim."""
    return {
        "seat": offer.seat,
        "tile": str(offer.tile),
        "kong": offer.kong is not None,
        "winners": list(offer.winners),
    }


def side_bet_form(state: RoundState) -> dict[str, Any] | None:
    """叫马: the fifth person, and the seat they are bound to once their tile is shown."""
    if state.side_event is None:
        return None
    tile = state.side_tile
    return {
        "name": state.side_name,
        "tile": None if tile is None else str(tile),
        "seat": None if tile is None else bound_seat(tile, state.players),
    }


def fault_form(fault: Fault) -> dict[str, str]:
    """What is odd about a line."""
    return {"code": fault.code, "message": fault.message, "zh": fault.chinese}


def _faults(sight: Sight) -> dict[int, list[dict[str, str]]]:
    found: dict[int, list[dict[str, str]]] = {}
    for at, fault in sight.round.faults:
        found.setdefault(at, []).append(fault_form(fault))
    return found


def _broken(moment: Moment, sight: Sight | None) -> list[dict[str, Any]]:
    """Lines that no longer fit, the first one first, with reasons these eyes may hear; mending the first may
    mend the others (FIELD C10).
    """
    forms: list[dict[str, Any]] = []
    for line, fault in moment.view.stray:
        forms.append({"seq": line.seq, "round": None, "people": [], "event": None, **fault_form(fault)})
    rounds, last = moment.view.rounds, moment.view.running
    older = [rounds.number_of(place) for place in moment.view.closed.broken]
    numbers = [*older, *([len(rounds) - 1] if last is not None and last.broken else [])]
    for number in numbers:
        one = rounds[number]
        seen = sight if sight is not None and one is sight.full else look(one, None, False)
        reasons = dict(reversed(seen.round.faults))
        for at in one.folded.left_out:
            event = _encoded(seen.events[at])
            reason = UNFITTING if event is None else reasons.get(at, UNFITTING)
            forms.append(
                {
                    "seq": one.lines[at].seq,
                    "round": number + 1,
                    "people": list(persons_of(one)),
                    "event": event,
                    **fault_form(reason),
                }
            )
    return forms


def news(moment: Moment, sight: Sight | None, since: int) -> list[dict[str, Any]]:
    """What was recorded after the first `since` records, since the running round began, as these eyes may
    know it: an event of that round in full, of what is not for them only that there was something.
    """
    seen = (
        {} if sight is None else dict(zip((line.seq for line in sight.full.lines), sight.events, strict=True))
    )
    return [
        {"seq": one.seq, "by": teller_of(one), **_piece(one, seen)} for one in moment.tail if one.seq >= since
    ]


def _piece(record: Record, seen: dict[int, TableEvent | Fault]) -> dict[str, Any]:
    match record.entry:
        case Retracted(seq):
            return {"what": "retracted", "of": seq, "event": None}
        case Amended(seq):
            event = seen.get(seq)
            return {"what": "amended", "of": seq, "event": _encoded(event)}
        case Reseated():
            return {"what": "reseated", "of": None, "event": None}
        case _:
            return {"what": "event", "of": None, "event": _encoded(seen.get(record.seq))}


def _encoded(event: TableEvent | Fault | None) -> dict[str, Any] | None:
    if event is None or isinstance(event, Fault):
        return None
    form = encode(event)
    form.pop("overrides", None)  # the rule card has them
    return form

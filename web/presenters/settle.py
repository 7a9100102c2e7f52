"""结账: a settled round as the public form of FORMATS `settle`, and as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from assistant.rules import RuleSet
from assistant.settlement.compare import Change, changes
from assistant.settlement.ledger import Payment
from assistant.settlement.reckoning import Settlement
from assistant.state import Fault, Round, RoundState
from web.presenters.demands import demand_zh
from web.presenters.reasons import why


def payment_form(payment: Payment, rules: RuleSet, names: Sequence[str] = ()) -> dict[str, Any]:
    """One payment."""
    return {
        "from": payment.payer,
        "to": payment.payee,
        "points": payment.points,
        "reason": payment.reason.value,
        "event": payment.event,
        "why": why(payment, rules, names),
    }


def fault_form(event: int, fault: Fault) -> dict[str, Any]:
    """What is odd about a line."""
    return {"code": fault.code, "message": fault.message, "zh": fault.chinese, "event": event}


def settlement_form(folded: Round, settlement: Settlement) -> dict[str, Any]:
    """A round to its payments."""
    rules, names = folded.state.rules, folded.state.names
    return {
        "payments": [payment_form(payment, rules, names) for payment in settlement.payments],
        "net": list(settlement.net),
        "winners": list(settlement.winners),
        "next_dealer": settlement.next_dealer,
        "finished": settlement.finished,
        "penalties": [
            {"seat": one.seat, "points": one.points, "reason": one.reason.value, "event": one.event}
            for one in settlement.penalties
        ],
        "missing": list(settlement.missing),
        "problems": [fault_form(event, fault) for event, fault in folded.faults],
    }


def compare_form(
    name: str, here: tuple[Round, Settlement], there: tuple[Round, Settlement]
) -> dict[str, Any]:
    """The same record under another rule set: its net, what it asks for, and every line that differs."""
    before, after = here[0].state, there[0].state
    differ = changes(here[1].payments, there[1].payments)
    return {
        "rules": name,
        "net": list(there[1].net),
        "changes": [_change(one, before, after) for one in differ],
        "missing": list(there[1].missing),
    }


def _change(change: Change, here: RoundState, there: RoundState) -> dict[str, Any]:
    line = change.before or change.after
    assert line is not None
    before, after = change.before, change.after
    return {
        "from": line.payer,
        "to": line.payee,
        "reason": line.reason.value,
        "event": line.event,
        "points": [before.points if before else 0, after.points if after else 0],
        "why": [
            why(before, here.rules, here.names) if before else None,
            why(after, there.rules, there.names) if after else None,
        ],
    }


def settlement_lines(form: dict[str, Any], names: Iterable[str]) -> list[str]:
    """The form for people, a payment a line."""
    called = [*names][: len(form["net"])]
    called += ["?"] * (len(form["net"]) - len(called))
    lines = []
    for one in form["payments"]:
        zh, en = one["why"]["zh"], one["why"]["en"]
        supposed = "  ？推定的，没人说过 supposed, nobody told it" if one.get("supposed") else ""
        lines.append(f"{called[one['from']]} → {called[one['to']]}  {one['points']}  {zh}  ({en}){supposed}")
    lines += [
        f"{called[one['seat']]}  -{one['points']}  罚分，不归谁 to nobody ({one['reason']})"
        for one in form["penalties"]
    ]
    net = "  ".join(f"{name} {points:+d}" for name, points in zip(called, form["net"], strict=True))
    lines.append(f"{net}  （还没定 not settled yet）" if form["missing"] else net)
    lines += _missing(form["missing"], called)
    lines += [
        f"第{one['event']}件事 event {one['event']}: {one['zh']} {one['message']}" for one in form["problems"]
    ]
    if "compare" in form:
        other = form["compare"]
        nets = "  ".join(f"{name} {points:+d}" for name, points in zip(called, other["net"], strict=True))
        lines.append(f"按 under {other['rules']}: {nets}")
        for one in other["changes"]:
            was, would = one["points"]
            lines.append(f"  {called[one['from']]} → {called[one['to']]}  {one['reason']}: {was} → {would}")
        lines += [f"  {line}" for line in _missing(other["missing"], called)]
    return lines


def _missing(said: Iterable[str], names: Sequence[str]) -> list[str]:
    return [f"还缺 missing: {demand_zh(what, names)} {what}".replace(":  ", ": ") for what in said]

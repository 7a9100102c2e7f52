"""猜牌: the odds of the hidden hands for one player, as JSON. They are worked out from the round as that
player may know it, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.hands import Hand
from assistant.inference import KindOdds, Odds, infer
from assistant.seats import Seat
from assistant.tiles import Counts
from web.tables.live import Sight

NO_ODDS: Mapping[str, str] = {
    "round_over": "这局打完了。",
    "fifth_copy": "有一种牌会多出第五张：请核对手牌。",
    "tiles_missing": "牌数对不上：请核对记录和手牌。",
}
"""Why there are no odds, by code, in Chinese."""
DIGITS = 3
"""Digits after the point: the odds are not better than that."""

TELLING = 0.02
"""Points by which discards must differ in what they are expected to cost before one is called the safest."""


def odds_form(sight: Sight, seat: Seat, told: Hand | None) -> dict[str, Any]:
    """The odds for the player of a seat; the same moment and hand give the same ones. NoOddsError."""
    state = sight.round.state
    name = "odds" if told is None else f"odds {told}"
    held = state.seats[seat].known if told is None else told.counts

    def made() -> dict[str, Any]:
        return _form(infer(state, sight.events, seat, state.events, told), held)

    form: dict[str, Any] = sight.form(name, made)
    return form


def _form(odds: Odds, held: Counts) -> dict[str, Any]:
    own = [one for one in odds.kinds if held[one.tile]]
    costs = [one.cost for one in own]
    apart = bool(costs) and max(costs) - min(costs) >= TELLING
    return {
        "seats": [{"seat": one.seat, "ready": round(one.ready, DIGITS)} for one in odds.seats],
        "kinds": [kind_form(one) for one in odds.kinds],
        "safest": [str(one.tile) for one in own if apart and one.cost <= min(costs)],
    }


def kind_form(kind: KindOdds) -> dict[str, Any]:
    """What throwing one kind risks, and where its copies are that nobody sees."""
    return {
        "tile": str(kind.tile),
        "left": kind.left,
        "risk": round(kind.risk, DIGITS),
        "cost": round(kind.cost, DIGITS),
        "risks": [{"seat": seat, "risk": round(risk, DIGITS)} for seat, risk in kind.risks],
        "wall": round(kind.wall, DIGITS),
        "hands": [{"seat": seat, "copies": round(copies, DIGITS)} for seat, copies in kind.hands],
    }

"""下一步: what may be recorded next, grouped for buttons; the rules say what, this only sorts it."""

from __future__ import annotations

from typing import Any

from assistant import round as door
from assistant.events import (
    Discarded,
    Drawn,
    Konged,
    Passed,
    Ponged,
    TableEvent,
    VoidChosen,
    WallEmpty,
    Won,
)
from assistant.state import Phase, RoundState

ALWAYS = ("revealed", "adjusted", "left")
"""Kinds that can be told at any time."""
WHILE_PLAYING = ("false_win", "wall_empty", *ALWAYS)
"""Kinds that can be told while the round goes on, beside those that are offered."""


def options_form(state: RoundState) -> dict[str, Any]:
    """What may come next by what this state knows. `draw` and `act` name the seat; `win`: who may win on the
    tile on offer or just drawn, `together`: whether several may; `other`: further kinds that always can be.
    """
    events = door.legal_events(state)
    winners = sorted({seat for one in events if isinstance(one, Won) for seat in one.seats})
    opening = state.phase is Phase.OPENING
    return {
        "draw": next((one.seat for one in events if isinstance(one, Drawn)), None),
        "act": state.turn if state.phase is Phase.ACT or opening else None,
        "discard": [str(one.tile) for one in events if isinstance(one, Discarded)],
        "pong": [one.seat for one in events if isinstance(one, Ponged)],
        "kong": [_kong(one) for one in events if isinstance(one, Konged)],
        "win": winners,
        "together": any(isinstance(one, Won) and len(one.seats) > 1 for one in events),
        "pass": [one.seat for one in events if isinstance(one, Passed)],
        "void": sorted({one.seat for one in events if isinstance(one, VoidChosen)}),
        "wall_empty": any(isinstance(one, WallEmpty) for one in events),
        "opening": ["dealt", "exchanged", "side_bet"] if opening else [],
        "other": list(ALWAYS if state.finished else WHILE_PLAYING),
    }


def _kong(event: TableEvent) -> dict[str, Any]:
    assert isinstance(event, Konged)
    return {"seat": event.seat, "how": event.how.value, "tile": str(event.tile)}

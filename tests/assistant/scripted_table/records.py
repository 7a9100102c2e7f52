"""Seeded rounds to be watched: those of the seeded players that keep the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from assistant.events import TableEvent, Won
from assistant.history.codec import decode
from tests.assistant.players.table import Table
from tests.assistant.second_pricer.rulebook import PRESETS


def record(seed: int, preset: str = "chengdu", *, rare: bool = False) -> list[TableEvent]:
    """A complete record, without what the house adds by hand, which nobody can see. `rare`: deals that make
    kongs, robbed ones and several winners likely.
    """
    table = Table(Random(f"watched {preset} {seed}"), PRESETS[preset], preset=preset, rare=rare)
    events = (decode(line) for line in table.play().full)
    return [replace(event, extra=()) if isinstance(event, Won) else event for event in events]

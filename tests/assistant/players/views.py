"""Moments of seeded rounds as one player sees them, with the hidden hands beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from assistant.events import Discarded, TableEvent
from assistant.round import fold
from assistant.seats import Seat
from assistant.state import Fault, RoundState
from assistant.tiles import Counts
from assistant.visibility import open_hands, seen_events, seen_round
from tests.assistant.players.striver import striving


class View(NamedTuple):
    """What the player of a seat may know before an own discard, and what the others hold then."""

    seat: Seat
    state: RoundState
    events: tuple[TableEvent | Fault, ...]
    truth: tuple[Counts, ...]
    """concealed tiles, by seat"""


def view(events: Sequence[TableEvent], seat: Seat, blind: bool = False) -> View:
    """A round so far as the player of a seat may know it."""
    full = fold(events)
    opened = open_hands(full.state, seat, blind)
    seen = seen_events(events, full, opened)
    state = seen_round(seen, full, {}).state
    return View(seat, state, seen, tuple(own.known for own in full.state.seats))


def views(seed: int, preset: str = "chengdu", players: int = 4, most: int = 3) -> Iterator[View]:
    """Some moments of a round, each before a discard, in order."""
    events = striving(seed, preset, players)
    turns = [at for at, event in enumerate(events) if isinstance(event, Discarded)]
    rng = Random(f"views {seed} {preset} {players}")
    for at in sorted(rng.sample(turns, min(most, len(turns)))):
        event = events[at]
        assert isinstance(event, Discarded)
        yield view(events[:at], event.seat)

"""Whole rounds walked through `legal_events` alone: nothing legal is a fault, no tile is lost, every round
ends, and the record of it settles without a problem.
"""

from __future__ import annotations

from random import Random

import pytest

from assistant.events import Dealt, Discarded, Drawn, Konged, Ponged, RoundStarted, TableEvent, Won
from assistant.hands import Hand
from assistant.round import apply, begin, can, fold, legal_events, settle
from assistant.rules import PRESETS
from assistant.state import Phase, RoundState
from assistant.tiles import TILES, Tile
from tests.assistant.table_script import started

LIKELY: dict[type, int] = {Won: 40, Konged: 20, Ponged: 6}


def opening(rng: Random, rules: str, known: bool, players: int) -> tuple[list[TableEvent], list[Tile]]:
    """The first lines and the wall in the order it will be drawn."""
    deck = [tile for tile in TILES for _ in range(4)]
    rng.shuffle(deck)
    lines: list[TableEvent] = [started(rules, players=players)]
    for seat in range(players):
        hand, deck = deck[:13], deck[13:]
        if known:
            lines.append(Dealt(seat, Hand.of(hand)))
    return lines, deck


def chosen(rng: Random, state: RoundState, events: tuple[TableEvent, ...], wall: list[Tile]) -> TableEvent:
    """One of the legal events; a draw is the wall's next tile where hands are known, an unseen one else."""
    known = not any(own.unseen for own in state.seats)
    playable = [
        event for event in events if not isinstance(event, Drawn) or (event.tile is None) is not known
    ]
    draws = [event for event in playable if isinstance(event, Drawn)]
    if draws:
        draw = Drawn(state.turn, wall[0]) if known else draws[0]
        assert draw in events
        playable = [event for event in playable if not isinstance(event, Drawn)] + [draw] * 6
    weights = [LIKELY.get(type(event), 2) for event in playable]
    event: TableEvent = rng.choices(playable, weights)[0]
    if isinstance(event, Drawn) and known:
        wall.pop(0)
    return event


@pytest.mark.parametrize("known", [True, False], ids=["seen", "unseen"])
@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("rules", PRESETS)
def test_a_walk_through_legal_events_is_a_whole_round(rules: str, players: int, known: bool) -> None:
    rng = Random(f"{rules} {players} {known}")
    for _ in range(2):
        lines, wall = opening(rng, rules, known, players)
        first, *deal = lines
        assert isinstance(first, RoundStarted)
        state = begin(first)
        for event in deal:
            state = apply(state, event)
        while state.phase is not Phase.OVER:
            events = legal_events(state)
            assert events, state
            assert len(set(events)) == len(events)
            assert all(can(state, event) for event in rng.sample(events, min(3, len(events))))
            event = chosen(rng, state, events, wall)
            state = apply(state, event)
            lines.append(event)
            assert state.tiles == 108
        assert legal_events(state) == ()
        folded, settlement = settle(lines)
        assert folded.faults == ()
        assert folded.state == state
        assert sum(settlement.net) == 0
        assert settlement.finished


def test_a_record_and_its_steps_agree_at_every_prefix() -> None:
    """Folding the first n lines is what applying them one by one leads to."""
    rng = Random(7)
    lines, wall = opening(rng, "chengdu", True, 4)
    first = lines[0]
    assert isinstance(first, RoundStarted)
    state = begin(first)
    for event in lines[1:]:
        state = apply(state, event)
    for _ in range(40):
        events = [one for one in legal_events(state) if isinstance(one, Drawn | Discarded)]
        event = chosen(rng, state, tuple(events), wall)
        state = apply(state, event)
        lines.append(event)
        assert fold(lines).state == state

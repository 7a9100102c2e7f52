"""A seeded player that knows no rule: it picks among what `legal_events` offers, the wall unseen."""

from __future__ import annotations

from random import Random
from typing import Any

from assistant.events import Discarded, Drawn, Konged, Passed, Ponged, TableEvent, WallEmpty, Won
from assistant.history.codec import decode, encode
from assistant.round import apply, begin, legal_events
from assistant.state import Phase
from assistant.tiles import Tile
from tests.assistant.players.deals import biased, fair, shaped, staged
from tests.assistant.second_pricer.hands import SUITS, show
from tests.assistant.second_pricer.rulebook import Rules

Line = dict[str, Any]
LIKES = {Won: 30.0, Konged: 12.0, Ponged: 4.0, Passed: 0.5, Discarded: 1.0, WallEmpty: 0.2}
"""How much an event is liked beside a discard."""


def wander(rng: Random, rules: Rules, preset: str, overrides: dict[str, Any]) -> list[Line]:
    """The lines of a round played by likes alone, every hand known."""
    players = int(rules["players"])
    deal = rng.choice((fair, biased, staged, shaped))(rng, players)
    wall = [decode({"kind": "drawn", "seat": 0, "tile": tile}) for tile in deal.wall]
    tiles = [event.tile for event in wall if isinstance(event, Drawn) and event.tile is not None]
    lines: list[Line] = [
        {
            "kind": "round_started",
            "rules": preset,
            "overrides": overrides,
            "names": list("ABCD")[:players],
            "wall": len(tiles),
        }
    ]
    lines += [{"kind": "dealt", "seat": seat, "hand": show(hand)} for seat, hand in enumerate(deal.hands)]
    voids = [rng.choice(SUITS) for _ in range(players)]
    if rules["void"] == "declared":
        lines += [{"kind": "void_chosen", "seat": seat, "suit": suit} for seat, suit in enumerate(voids)]
    start, *before = [decode(line) for line in lines]
    state = begin(start)  # type: ignore[arg-type]
    for event in before:
        state = apply(state, event)
    while state.phase is not Phase.OVER:
        offered = legal_events(state)
        if not offered:  # two tiles of a suit that may not come back: no discard keeps the rule
            offered = tuple(Discarded(state.turn, tile) for tile in state.seats[state.turn].hand.tiles)
        event = choose(rng, offered, tiles, voids)
        if isinstance(event, Drawn):
            tiles.pop(0)
        state = apply(state, event)
        lines.append(encode(event))
    return lines


def choose(rng: Random, offered: tuple[TableEvent, ...], wall: list[Tile], voids: list[str]) -> TableEvent:
    """One of the offers, draws being of the wall's next tile; discards of the seat's void suit first."""
    able: list[TableEvent] = [event for event in offered if not isinstance(event, Drawn)]
    draws = [event for event in offered if isinstance(event, Drawn) and event.tile == wall[0]] if wall else []
    able += draws
    if draws:
        likes = [2.0 if isinstance(event, Drawn) else LIKES[type(event)] for event in able]
    else:
        likes = [LIKES[type(event)] for event in able]
    for place, event in enumerate(able):
        if isinstance(event, Discarded) and str(event.tile)[1] == voids[event.seat]:
            likes[place] *= 40
    return rng.choices(able, likes)[0]

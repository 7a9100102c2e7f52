"""移动: one move on a film: which tiles are on their way, from where to where, when, and in whose hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from vision.synth.laying import Lying, Spot
from vision.synth.moves import (
    Discard,
    Draw,
    Exchange,
    Kong,
    Move,
    Nudge,
    Pause,
    Pong,
    Reveal,
    SideBet,
    Sweep,
    Take,
    Win,
)

FLY = {
    Take: 0.35,
    Draw: 0.42,
    Discard: 0.36,
    Exchange: 1.1,
    Pong: 0.65,
    Kong: 0.75,
    Win: 0.9,
    Reveal: 0.8,
    SideBet: 0.7,
    Nudge: 0.3,
}
"""Seconds that a move's tiles are on their way."""
CLOSE_UP = 0.25
"""Seconds in which a hand is put in order after a tile has left it."""


class Flight(NamedTuple):
    """A tile on its way: from and to, when, and how high it is lifted between."""

    begin: Spot
    end: Spot
    start: float
    stop: float
    lift: float

    def at(self, moment: float) -> Spot:
        """Where it is."""
        if moment <= self.start:
            return self.begin
        if moment >= self.stop:
            return self.end
        share = (moment - self.start) / (self.stop - self.start)
        smooth = share * share * (3 - 2 * share)
        spot = self.begin.towards(self.end, smooth)
        return spot._replace(z=spot.z + self.lift * 4 * smooth * (1 - smooth))


@dataclass
class Step:
    """One move on the film: when it starts and when all lies still again, the flights by tile, how the table
    lies before and after, and who moves."""

    move: Move
    start: float
    stop: float
    before: dict[int, Lying]
    after: dict[int, Lying]
    flights: dict[int, Flight] = field(default_factory=dict)
    carried: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Which tiles the hand of a side carries."""


def step_of(move: Move, start: float, before: dict[int, Lying], lies: dict[int, Lying], hurry: float) -> Step:
    """The flights of a move: first the tiles that change hands, then the rows that close up."""
    fly = FLY.get(type(move), 0.0) * max(hurry, 0.5)
    step = Step(move, start, start + fly, before, lies)
    movers: list[int] = []
    shifted: list[int] = []
    for tile, old in before.items():
        new = lies.get(tile)
        if new is None:
            outside = old.spot._replace(y=old.spot.y * 2.2, x=old.spot.x * 2.2, z=old.spot.z + 60)
            step.flights[tile] = Flight(old.spot, outside, start, start + fly, 40.0)
            movers.append(tile)
        elif new.spot != old.spot:
            same = new.area is old.area and new.side == old.side
            turned = abs(new.spot.tip - old.spot.tip) > 0.3
            (shifted if same and not turned and not isinstance(move, Nudge) else movers).append(tile)
    for place, tile in enumerate(movers):
        if tile not in step.flights:
            late = fly * 0.3 * place / max(len(movers), 1)
            lift = 55.0 if not isinstance(move, Nudge) else 0.0
            step.flights[tile] = Flight(before[tile].spot, lies[tile].spot, start + late, start + fly, lift)
    close_up = CLOSE_UP * max(hurry, 0.5)
    for tile in shifted:
        step.flights[tile] = Flight(
            before[tile].spot, lies[tile].spot, start + fly, start + fly + close_up, 0.0
        )
    if shifted:
        step.stop = start + fly + close_up
    for side in _hands(move):
        step.carried[side] = _carried(move, side, movers, before, lies)
    if isinstance(move, Pause | Sweep):
        step.stop = start + move.seconds
    return step


def _hands(move: Move) -> tuple[int, ...]:
    """The sides whose hands a move needs."""
    match move:
        case Take() | Draw() | Discard() | Pong() | Kong() | Reveal():
            return (move.side,)
        case Win():
            return move.sides
        case Exchange():
            return tuple(gift[0] for gift in move.gifts)
        case SideBet():
            return (3,)
        case Nudge():
            return (0,)
        case _:
            return ()


def _carried(
    move: Move, side: int, movers: list[int], before: dict[int, Lying], lies: dict[int, Lying]
) -> tuple[int, ...]:
    if isinstance(move, Exchange):
        return tuple(tile for tile in movers if before[tile].side == side)
    if isinstance(move, Win) and side != move.sides[0]:
        return tuple(tile for tile in movers if before[tile].side == side and lies[tile].side == side)
    return tuple(movers)

"""What moves on a film: at every moment the tiles in their spots, and the hands over the table."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

import numpy as np

from assistant.tiles import DECK
from vision.detection import BACK
from vision.places import Area
from vision.synth.board import Piece
from vision.synth.laying import Lying, Plan, Spot
from vision.synth.moves import (
    Discard,
    Draw,
    Exchange,
    Kong,
    Missed,
    Move,
    Nudge,
    Pause,
    Pong,
    Reveal,
    SideBet,
    Sweep,
    Take,
    Win,
    after,
    from_wall,
)
from vision.synth.reaching import Arm
from vision.synth.tables import Side, TableScene

TAIL = 4.0
"""Seconds that a film goes on after the last move."""
REACH, LEAVE = 0.22, 0.3
"""Seconds a hand takes to come, and to go."""


class Reel(Protocol):
    """Something that can be filmed."""

    @property
    def seconds(self) -> float:
        """How long it lasts."""

    def pieces(self, at: float) -> list[Piece]:
        """The tiles at a moment, `blur` holding millimetres a second across and away."""

    def arms(self, at: float) -> list[Arm]:
        """The hands over the table at a moment."""

    def done(self, at: float) -> int:
        """How many moves are wholly done at a moment."""

    def missing(self, at: float) -> bool:
        """Whether the camera delivers no picture at this moment."""


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


@dataclass(frozen=True)
class Tempo:
    """How fast people play, seconds: before a discard, before a draw, before a claim, from and to; `hurry`
    scales all of them, and the moves themselves where it is below one."""

    think: tuple[float, float] = (0.5, 1.6)
    wait: tuple[float, float] = (0.3, 0.8)
    claim: tuple[float, float] = (0.35, 0.9)
    hurry: float = 1.0


class RoundReel:
    """A round from a scene of kinds and a list of moves. `most`: seconds it may last: play is hurried to fit.

    Raises ValueError where a move's tiles do not lie there.
    """

    def __init__(
        self,
        start: TableScene,
        moves: Sequence[Move],
        plan: Plan,
        *,
        seed: int = 0,
        tempo: Tempo | None = None,
        most: float | None = None,
    ) -> None:
        self.plan, self.seed = plan, seed
        self.kinds: dict[int, int] = {}
        scene, self.wall_tiles = _numbered(start, self.kinds)
        self._first = self._planned(scene)
        tempo = tempo or Tempo()
        for _ in range(6):
            kinds = dict(self.kinds)
            self.steps, self.seconds = self._timeline(scene, moves, tempo, kinds)
            if most is None or self.seconds <= most:
                break
            tempo = Tempo(tempo.think, tempo.wait, tempo.claim, tempo.hurry * most / self.seconds * 0.97)
        self.kinds = kinds
        self.tempo = tempo
        self._starts = [step.start for step in self.steps]
        self._stops = [step.stop for step in self.steps]
        self._gaps = [
            (step.start, step.start + step.move.seconds)
            for step in self.steps
            if isinstance(step.move, Missed)
        ]

    def _timeline(
        self, scene: TableScene, moves: Sequence[Move], tempo: Tempo, kinds: dict[int, int]
    ) -> tuple[list[Step], float]:
        random = np.random.default_rng((self.seed, 21))
        now = 0.8
        planned = self._planned(scene)
        laid = planned
        pushed: dict[int, tuple[float, float, float]] = {}
        steps: list[Step] = []
        for move in moves:
            now += _pause(move, tempo, random)
            _name_drawn(move, scene, self.wall_tiles, kinds)
            scene = after(scene, move, kinds.__getitem__, self.wall_tiles)
            following = self._planned(scene)
            pushed = {
                tile: push
                for tile, push in pushed.items()
                if tile in following and following[tile].spot == planned[tile].spot
            }
            if isinstance(move, Nudge):
                _push(pushed, following, move, random)
            lies = {tile: _pushed(lying, pushed.get(tile)) for tile, lying in following.items()}
            step = _step(move, now, laid, lies, min(tempo.hurry, 1.0), self.plan)
            steps.append(step)
            now, planned, laid = step.stop, following, lies
        return steps, now + TAIL

    def _planned(self, scene: TableScene) -> dict[int, Lying]:
        return {lying.tile: lying for lying in self.plan.lay(scene, self.wall_tiles)}

    def _step(self, at: float) -> int:
        """The number of the step that has begun last, -1 before the first."""
        return bisect_right(self._starts, at) - 1

    def spots(self, at: float) -> dict[int, Lying]:
        """Every tile of the table at a moment."""
        number = self._step(at)
        if number < 0:
            return self._first
        step = self.steps[number]
        if at >= step.stop:
            return step.after
        found = dict(step.before)
        for tile, flight in step.flights.items():
            home = step.after.get(tile) or step.before[tile]
            found[tile] = home._replace(spot=flight.at(at))
        return found

    def pieces(self, at: float) -> list[Piece]:
        """The tiles at a moment."""
        earlier = self.spots(at - 0.02) if self._moving(at) else None
        found = []
        for tile, lying in self.spots(at).items():
            spot = lying.spot
            speed = (0.0, 0.0)
            if earlier is not None and tile in earlier and earlier[tile].spot != spot:
                old = earlier[tile].spot
                speed = ((spot.x - old.x) / 0.02, (spot.y - old.y) / 0.02)
            found.append(Piece(tile, self.kinds.get(tile, BACK), lying.area, lying.side, spot, speed))
        return found

    def _moving(self, at: float) -> bool:
        number = self._step(at)
        return number >= 0 and at < self.steps[number].stop + 0.02

    def done(self, at: float) -> int:
        """How many moves are wholly done."""
        return bisect_right(self._stops, at)

    def missing(self, at: float) -> bool:
        """Whether the camera delivers no picture."""
        return any(start <= at < stop for start, stop in self._gaps)

    def arms(self, at: float) -> list[Arm]:
        """The hands over the table: they come, carry, and go."""
        found = []
        number = self._step(at + REACH)
        for step in self.steps[max(number - 1, 0) : number + 1]:
            if isinstance(step.move, Sweep):
                arm = _sweeping(step, at, self.plan, self.seed)
                if arm is not None:
                    found.append(arm)
            for side, tiles in step.carried.items():
                arm = _carrying(step, side, tiles, at, self.plan, self.seed)
                if arm is not None:
                    found.append(arm)
        return found


def _numbered(scene: TableScene, kinds: dict[int, int]) -> tuple[TableScene, list[int]]:
    """The scene with numbers from 1 for its tiles, and the numbers along the wall; `kinds` is filled."""
    count = 0

    def number(kind: int) -> int:
        nonlocal count
        count += 1
        kinds[count] = kind
        return count

    sides = [
        Side(
            tuple(number(kind) for kind in side.hand),
            side.held,
            side.drawn,
            tuple(replace(meld, tiles=tuple(number(kind) for kind in meld.tiles)) for meld in side.melds),
            tuple(None if kind is None else number(kind) for kind in side.discards),
            tuple(number(kind) for kind in side.won),
        )
        for side in scene.sides
    ]
    wall = [number(BACK) for _ in range(DECK)]
    return TableScene((sides[0], sides[1], sides[2], sides[3]), scene.wall), wall


def _name_drawn(move: Move, scene: TableScene, wall_tiles: list[int], kinds: dict[int, int]) -> None:
    """Write down which kinds the tiles are that a move takes from the wall."""
    if isinstance(move, Draw):
        kinds[wall_tiles[from_wall(scene.wall, move.behind)[0]]] = move.kind
    elif isinstance(move, Take):
        for place, kind in zip(scene.wall.places(), move.kinds, strict=False):
            kinds[wall_tiles[place]] = kind


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


def _pause(move: Move, tempo: Tempo, random: np.random.Generator) -> float:
    """Seconds before a move."""
    spans = {
        Discard: tempo.think,
        Draw: tempo.wait,
        Pong: tempo.claim,
        Kong: tempo.claim,
        Win: tempo.claim,
        Reveal: tempo.wait,
        Exchange: tempo.think,
        SideBet: tempo.wait,
        Take: (0.1, 0.2),
    }
    low, high = spans.get(type(move), (0.3, 0.4))
    return float(random.uniform(low, high)) * tempo.hurry


def _push(
    pushed: dict[int, tuple[float, float, float]],
    lies: dict[int, Lying],
    move: Nudge,
    random: np.random.Generator,
) -> None:
    """Push some of the tiles that lie open."""
    able = sorted(tile for tile, lying in lies.items() if lying.area in (Area.DISCARD, Area.MELD))
    if not able:
        return
    for tile in random.permutation(able)[: move.many]:
        dx, dy = random.uniform(-move.far, move.far, 2)
        old = pushed.get(int(tile), (0.0, 0.0, 0.0))
        pushed[int(tile)] = (
            old[0] + float(dx),
            old[1] + float(dy),
            old[2] + float(random.normal(0, 0.01)) * move.far,
        )


def _pushed(lying: Lying, push: tuple[float, float, float] | None) -> Lying:
    if push is None:
        return lying
    spot = lying.spot
    return lying._replace(spot=spot._replace(x=spot.x + push[0], y=spot.y + push[1], yaw=spot.yaw + push[2]))


def _step(
    move: Move, start: float, before: dict[int, Lying], lies: dict[int, Lying], hurry: float, plan: Plan
) -> Step:
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


def _shoulder(side: int, plan: Plan, seed: int) -> tuple[float, float]:
    angle = side * math.pi / 2 + 0.12 * math.sin(seed + 2.0 * side)
    return math.sin(angle) * plan.length * 0.95, -math.cos(angle) * plan.length * 0.95


def _carrying(step: Step, side: int, tiles: tuple[int, ...], at: float, plan: Plan, seed: int) -> Arm | None:
    """The hand of a side at a moment of its move, None where it is not over the table."""
    if not tiles:
        return None
    landed = max(step.flights[tile].stop for tile in tiles)
    if not step.start - REACH < at < landed + LEAVE:
        return None
    spots = [step.flights[tile].at(min(max(at, step.start), landed)) for tile in tiles]
    x = sum(spot.x for spot in spots) / len(spots)
    y = sum(spot.y for spot in spots) / len(spots)
    z = max(spot.z for spot in spots) + plan.material.depth / 2
    rest = _shoulder(side, plan, seed)
    away = 0.0
    if at < step.start:
        away = (step.start - at) / REACH
    elif at > landed:
        away = (at - landed) / LEAVE
    away = away * away * (3 - 2 * away)
    back = plan.material.height * 0.35
    far = math.hypot(rest[0] - x, rest[1] - y)
    x, y = x + (rest[0] - x) * back / far, y + (rest[1] - y) * back / far
    return Arm(
        x + (rest[0] - x) * away, y + (rest[1] - y) * away, z + 40 * away, _beyond(rest), seed + 7 * side
    )


def _beyond(rest: tuple[float, float]) -> tuple[float, float]:
    return rest[0] * 1.6, rest[1] * 1.6


def _sweeping(step: Step, at: float, plan: Plan, seed: int) -> Arm | None:
    """A hand that passes over the table."""
    assert isinstance(step.move, Sweep)
    share = (at - step.start) / step.move.seconds
    if not 0 < share < 1:
        return None
    side = step.move.side
    rest = _shoulder(side, plan, seed)
    yaw = side * math.pi / 2
    along = (share - 0.5) * plan.length * 0.6
    deep = (-0.5 + 0.75 * math.sin(math.pi * share)) * plan.length
    x = math.cos(yaw) * along - math.sin(yaw) * deep
    y = math.sin(yaw) * along + math.cos(yaw) * deep
    return Arm(x, y, 70.0, _beyond(rest), seed + 7 * side)

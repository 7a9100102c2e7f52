"""What moves on a film: at every moment the tiles in their spots, and the hands over the table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from assistant.tiles import DECK
from vision.detection import BACK
from vision.places import Area
from vision.synth.board import Piece
from vision.synth.carrying import REACH, carrying, sweeping
from vision.synth.flights import Step, step_of
from vision.synth.laying import Lying, Plan
from vision.synth.moves import (
    Discard,
    Draw,
    Exchange,
    Kong,
    Missed,
    Move,
    Nudge,
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

TAIL = 8.0
"""Seconds that a film goes on after the last move: so long the last hands lie open before anybody mixes."""


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
            tempo = replace(tempo, hurry=tempo.hurry * most / self.seconds * 0.97)
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
            step = step_of(move, now, laid, lies, min(tempo.hurry, 1.0))
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
                arm = sweeping(step, at, self.plan, self.seed)
                if arm is not None:
                    found.append(arm)
            for side, tiles in step.carried.items():
                arm = carrying(step, side, tiles, at, self.plan, self.seed)
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

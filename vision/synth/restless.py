"""洗牌、码牌: tables at which nothing happens that counts: tiles being mixed, walls being built."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from assistant.tiles import COPIES, DECK, KINDS
from vision.calibration import SIDES
from vision.places import Area
from vision.synth.board import Piece
from vision.synth.flights import Flight
from vision.synth.laying import FACE_DOWN, FACE_UP, Plan, Spot
from vision.synth.reaching import Arm

TICK = 0.1
"""Seconds between two steps of the mixing."""
REACHES = 95.0
"""Millimetres around a hand within which it pushes tiles."""
PAIR = 0.55
"""Seconds in which a player sets two tiles on the wall."""


class MixingReel:
    """洗牌: hands push 108 tiles about, most of them face down, and then build the walls.

    `mixing`: seconds of it; `open_share`: how many lie face up.
    """

    def __init__(self, plan: Plan, *, seed: int = 0, mixing: float = 8.0, open_share: float = 0.3) -> None:
        self.plan, self.seed, self.mixing = plan, seed, mixing
        random = np.random.default_rng((seed, 61))
        self._kinds = [int(kind) for kind in random.permutation(np.repeat(np.arange(KINDS), COPIES))]
        self._tips = [FACE_UP if up else FACE_DOWN for up in random.random(DECK) < open_share]
        self._phase = random.uniform(0, 2 * math.pi, (3, 3))
        self._ticks = self._mixed(random)
        self._building = self._built(random)
        built = max(flight.stop for flight in self._building.values())
        self.seconds = built + 1.5

    def _hands(self, at: float) -> list[tuple[float, float]]:
        """Where the mixing hands are, millimetres."""
        places = []
        for number, (a, b, c) in enumerate(self._phase):
            reach = self.plan.length * (0.2 + 0.07 * math.sin(0.7 * at + c))
            turn = (1, -1, 1)[number] * 2.1 * at + a
            places.append((reach * math.cos(turn), reach * math.sin(turn + 0.3 * math.sin(at + b))))
        return places

    def _mixed(self, random: np.random.Generator) -> npt.NDArray[np.float64]:
        """x, y and turn of every tile at every tick: tiles near a hand go with it and push others."""
        spread = self.plan.length * 0.31
        state = np.column_stack([random.uniform(-spread, spread, (DECK, 2)), random.uniform(0, 6.28, DECK)])
        apart = math.hypot(self.plan.material.width, self.plan.material.height) * 0.82
        for _ in range(30):
            _make_room(state, apart, spread)
        ticks = [state.copy()]
        for tick in range(int(self.mixing / TICK)):
            now, then = self._hands(tick * TICK), self._hands((tick + 1) * TICK)
            for (x, y), (u, v) in zip(now, then, strict=True):
                way = state[:, :2] - (x, y)
                near = np.clip(1 - np.hypot(way[:, 0], way[:, 1]) / REACHES, 0, 1)
                state[:, 0] += near * (u - x) * 1.2
                state[:, 1] += near * (v - y) * 1.2
                state[:, 2] += near * random.normal(0, 0.35, DECK)
            _make_room(state, apart, spread)
            ticks.append(state.copy())
        return np.array(ticks)

    def _built(self, random: np.random.Generator) -> dict[int, Flight]:
        """码牌: each side sets the tiles nearest to it on its wall, two at a time."""
        last = self._ticks[-1]
        free = set(range(DECK))
        flights = {}
        start = int(random.integers(54))
        places: list[list[Spot]] = [[] for _ in range(SIDES)]
        for place in range(DECK):
            side, spot = self.plan.wall_spot(start, place ^ 1)
            places[side].append(spot)
        for turn in range(max(len(spots) for spots in places)):
            for side in range(SIDES):
                if turn >= len(places[side]):
                    continue
                edge = (math.sin(side * math.pi / 2), -math.cos(side * math.pi / 2))
                tile = max(free, key=lambda n: last[n, 0] * edge[0] + last[n, 1] * edge[1])
                free.remove(tile)
                begin = self.mixing + 0.8 + turn // 2 * PAIR + 0.04 * side
                flights[tile] = Flight(
                    self._resting(tile, last[tile]), places[side][turn], begin, begin + 0.4, 45.0
                )
        return flights

    def _resting(self, tile: int, place: Sequence[float] | npt.NDArray[np.float64]) -> Spot:
        height = self.plan.material.depth / 2
        return Spot(float(place[0]), float(place[1]), height, float(place[2]), self._tips[tile])

    def pieces(self, at: float) -> list[Piece]:
        """The tiles at a moment: nobody's, in the middle; on the wall once they are set there."""
        share = min(at, self.mixing) / TICK
        tick = min(int(share), len(self._ticks) - 1)
        following = min(tick + 1, len(self._ticks) - 1)
        rest = share - tick
        where = self._ticks[tick] * (1 - rest) + self._ticks[following] * rest
        speed = (self._ticks[following] - self._ticks[tick])[:, :2] / TICK * (at < self.mixing)
        found = []
        for tile in range(DECK):
            flight = self._building[tile]
            if at > flight.start:
                spot, area = flight.at(at), Area.WALL
                blur = (0.0, 0.0) if at >= flight.stop else (300.0, 0.0)
            else:
                spot, area = self._resting(tile, where[tile]), Area.DISCARD
                vx, vy = float(speed[tile, 0]), float(speed[tile, 1])
                blur = (vx, vy) if math.hypot(vx, vy) > 5 else (0.0, 0.0)
            found.append(Piece(tile + 1, self._kinds[tile], area, 0, spot, blur))
        return found

    def arms(self, at: float) -> list[Arm]:
        """The hands that mix, or that build."""
        length = self.plan.length
        if at < self.mixing:
            return [
                Arm(x, y, 22.0, _edge(side, length), self.seed + 7 * side, left=side == 2)
                for side, (x, y) in zip((0, 1, 3), self._hands(at), strict=True)
            ]
        found = []
        for side in range(SIDES):
            busy = [
                flight
                for flight in self._building.values()
                if flight.start - 0.1 <= at <= flight.stop + 0.1 and _side_of(flight.end) == side
            ]
            if busy:
                spot = busy[0].at(at)
                found.append(Arm(spot.x, spot.y, spot.z + 10, _edge(side, length), self.seed + 7 * side))
        return found

    def done(self, at: float) -> int:
        """No move of a round is ever done here."""
        return 0

    def missing(self, at: float) -> bool:
        """The camera misses nothing."""
        return False


def _make_room(state: npt.NDArray[np.float64], apart: float, spread: float) -> None:
    """Push tiles that lie on one another apart, and keep all in the middle of the table."""
    way = state[:, None, :2] - state[None, :, :2]
    far = np.hypot(way[..., 0], way[..., 1])
    np.fill_diagonal(far, 1e9)
    push = np.clip(apart - far, 0, None) * 0.35 / np.maximum(far, 1.0)
    state[:, :2] += (way * push[..., None]).sum(1)
    np.clip(state[:, :2], -spread, spread, out=state[:, :2])


def _edge(side: int, length: float) -> tuple[float, float]:
    angle = side * math.pi / 2
    return math.sin(angle) * length * 1.5, -math.cos(angle) * length * 1.5


def _side_of(spot: Spot) -> int:
    """The side whose wall a spot is on."""
    if abs(spot.y) > abs(spot.x):
        return 0 if spot.y < 0 else 2
    return 1 if spot.x > 0 else 3

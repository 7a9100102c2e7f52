"""Rounds of seeded players as films: a record, and move by move what is seen of it at the table.

round = filmed(played(7), dealer_side=1)
film = film_of(round, seed=7)
for frame in film.frames():
    round.events_done(frame.done)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import numpy as np

from assistant.events import (
    Dealt,
    Discarded,
    Drawn,
    Exchanged,
    How,
    Konged,
    Ponged,
    Revealed,
    RoundStarted,
    SideBet,
    WallEmpty,
    Won,
)
from assistant.history.codec import decode, encode
from assistant.round import rules_of
from assistant.seats import Seat
from assistant.tiles import DECK, Tile
from tests.assistant.players.deals import Deal
from tests.assistant.players.habits import Habits
from tests.assistant.players.sitting import Line
from tests.assistant.players.striver import Striving
from tests.assistant.players.table import Table
from tests.assistant.second_pricer.hands import show
from tests.assistant.second_pricer.rulebook import PRESETS
from tests.own_faces import own_faces
from vision.synth import moves as acts
from vision.synth.faces import FaceSet
from vision.synth.films import MOST_FRAMES, Film
from vision.synth.laying import Manner, Plan, Pond
from vision.synth.moves import Move
from vision.synth.pictures import any_manner, any_setting
from vision.synth.reels import RoundReel, Tempo
from vision.synth.settings import Setting
from vision.synth.tables import WALLS, MeldKind, Side, TableScene, Wall

KONGS = {How.EXPOSED: MeldKind.EXPOSED, How.ADDED: MeldKind.ADDED, How.CONCEALED: MeldKind.CONCEALED}
SEEN = ("drawn", "discarded", "ponged", "konged", "won", "wall_empty", "revealed")
"""The events that a camera can see; who gave what in an exchange it cannot."""
OUT_OF_SIGHT = ("left", "adjusted")


@dataclass(frozen=True)
class Mishaps:
    """What goes wrong at a filmed table, as chances before each move: tiles nudged, a hand in the way, a
    stretch of frames missed."""

    nudges: float = 0.04
    sweeps: float = 0.03
    misses: float = 0.01


NONE = Mishaps(0, 0, 0)


@dataclass(frozen=True)
class FilmedRound:
    """A round as a film needs it. `moves[i]` shows line `shows[i]` of the record, or none of it (None).
    `dealer_side`: the side of the table at which seat 0 sits."""

    lines: tuple[Line, ...]
    scene: TableScene
    moves: tuple[Move, ...]
    shows: tuple[int | None, ...]
    dealer_side: int
    players: int

    def side(self, seat: int) -> int:
        """The side of the table of a seat."""
        return (seat + self.dealer_side) % self.players

    def events_done(self, moves_done: int) -> tuple[Line, ...]:
        """The visible lines that the first so many moves have shown."""
        shown = (line for line in self.shows[:moves_done] if line is not None)
        return tuple(as_seen(self.lines[line]) for line in shown)

    @cached_property
    def visible(self) -> tuple[Line, ...]:
        """What a camera that errs in nothing tells in the end."""
        return self.events_done(len(self.moves))


def as_seen(line: Line) -> Line:
    """A line without what the tiles' backs hide."""
    return {**line, "tile": "?"} if line["kind"] == "drawn" else line


def played(
    seed: int,
    preset: str = "chengdu",
    overrides: dict[str, object] | None = None,
    deal: Deal | None = None,
) -> list[Line]:
    """The complete lines of a round dense in claims, kongs and wins, one in four from a deal that makes them
    likelier still; at an empty wall who is in lays the hand open.

    `overrides`: rule keys, dotted. Nobody leaves early, errs or settles anything beside the game here.
    """
    rng = Random(f"filmed {preset} {seed}")
    rules = PRESETS[preset] | (overrides or {})
    seats = [
        Habits(pongs=rng.choice((0.4, 0.8)), late=rng.choice((0.0, 0.3)), wins=rng.choice((0.9, 1.0)))
        for _ in range(int(rules["players"]))
    ]
    table = Table(
        rng, rules, preset=preset, overrides=overrides or {}, rare=seed % 4 == 0, seats=seats, deal=deal
    )
    lines = [
        {key: value for key, value in line.items() if key != "extra"}  # what the house adds nobody can see
        for line in table.play().full
        if line["kind"] != "revealed"
    ]
    if lines[-1]["kind"] == "wall_empty":
        lines += [
            {"kind": "revealed", "seat": seat, "hand": show(table.hands[seat])} for seat in table.playing
        ]
    return lines


def striven(seed: int, preset: str = "chengdu", overrides: dict[str, object] | None = None) -> list[Line]:
    """The same of a round by players who play to win with a fair deal, as people do."""
    house = dict(overrides or {})
    players = int(str(house.pop("players", 4)))
    table = Striving(Random(f"filmed {preset} {players} {seed}"), preset, players, overrides=house)
    lines = [encode(event) for event in table.play()]
    if lines[-1]["kind"] == "wall_empty":
        lines += [
            {"kind": "revealed", "seat": seat, "hand": str(table.shown(one, None))}
            for seat, one in enumerate(table.players)
            if one.playing
        ]
    return lines


def filmed(
    lines: Sequence[Line],
    *,
    dealer_side: int = 0,
    break_at: int = 0,
    stacked: bool = True,
    behind: bool = False,
    mishaps: Mishaps = NONE,
    seed: int = 0,
) -> FilmedRound:
    """The moves that show a record. `break_at`: the stack where the wall was broken (0..53). `stacked`: added
    kongs lie on their pong, else beside. `behind`: replacements come from the wall's other end.

    Raises ValueError for a record whose hands are not all told.
    """
    teller = _Teller(lines, dealer_side, stacked, behind, mishaps, seed)
    scene = teller.start(break_at)
    for number, line in enumerate(lines):
        teller.tell(number, line)
    teller.end()
    return FilmedRound(
        tuple(lines), scene, tuple(teller.moves), tuple(teller.shows), dealer_side, teller.players
    )


class _Teller:
    """Turns the lines of a record into moves, one after the other."""

    def __init__(
        self,
        lines: Sequence[Line],
        dealer_side: int,
        stacked: bool,
        behind: bool,
        mishaps: Mishaps,
        seed: int,
    ) -> None:
        events = [decode(line) for line in lines]
        started = events[0]
        if not isinstance(started, RoundStarted):
            raise ValueError("a record begins with round_started")
        self.events, self.started = events, started
        self.rules = rules_of(started)
        self.players = self.rules.players
        self.dealer_side, self.stacked, self.behind = dealer_side, stacked, behind
        self.mishaps = mishaps
        self.random = np.random.default_rng((seed, 31))
        self.moves: list[Move] = []
        self.shows: list[int | None] = []
        self.last: tuple[Seat, Tile, bool] | None = None
        """the discard or added kong (True) that can be won"""
        self.drawn: dict[Seat, Tile] = {}
        self.replacing = False
        self.winners: list[Seat] = []

    def side(self, seat: int) -> int:
        return (seat + self.dealer_side) % self.players

    def start(self, break_at: int) -> TableScene:
        """The table after the deal."""
        hands: dict[int, tuple[int, ...]] = {}
        for event in self.events:
            if isinstance(event, Dealt):
                hands[self.side(event.seat)] = tuple(int(tile) for tile in event.hand.tiles)
        if len(hands) != self.players:
            raise ValueError("tell every hand with a dealt line: a film shows what each player holds")
        wall = self.started.wall
        taken = sum(len(hand) for hand in hands.values())
        if wall is not None and wall != DECK - taken:
            raise ValueError(f"the wall has {wall} tiles, but {DECK - taken} are not dealt")
        sides = [Side(hands.get(n, ()), drawn=len(hands.get(n, ())) % 3 == 2) for n in range(len(WALLS))]
        return TableScene((sides[0], sides[1], sides[2], sides[3]), Wall(break_at, taken))

    def add(self, move: Move, line: int | None = None) -> None:
        """A move, after whatever goes wrong before it."""
        roll = float(self.random.random())
        chances = self.mishaps
        if roll < chances.nudges:
            self._append(acts.Nudge(int(self.random.integers(1, 6)), float(self.random.uniform(2, 9))), None)
        elif roll < chances.nudges + chances.sweeps:
            self._append(acts.Sweep(int(self.random.integers(4))), None)
        elif roll < chances.nudges + chances.sweeps + chances.misses:
            self._append(acts.Missed(float(self.random.uniform(1, 3))), None)
        self._append(move, line)

    def _append(self, move: Move, line: int | None) -> None:
        self.moves.append(move)
        self.shows.append(line)

    def tell(self, number: int, line: Line) -> None:
        """The moves of one line."""
        event = self.events[number]
        match event:
            case Drawn(seat, tile):
                assert tile is not None, "a film needs every drawn tile"
                self.drawn = {seat: tile}
                self.add(acts.Draw(self.side(seat), int(tile), self.behind and self.replacing), number)
                self.replacing, self.last = False, None
            case Discarded(seat, tile):
                self.add(acts.Discard(self.side(seat), int(tile)), number)
                self.last, self.drawn = (seat, tile, False), {}
            case Ponged(seat, tile):
                assert self.last is not None
                self.add(acts.Pong(self.side(seat), int(tile), self.side(self.last[0])), number)
                self.last = None
            case Konged(seat, how, tile):
                self._kong(number, seat, how, tile)
            case Won():
                self._win(number, event)
            case Exchanged() if not any(isinstance(one, Exchanged) for one in self.events[:number]):
                self.add(self._exchange())
            case SideBet():
                self.add(acts.SideBet())
            case WallEmpty():
                self.add(acts.Pause(0.8), number)
            case Revealed(seat, _):
                self.add(acts.Reveal(self.side(seat)), number)
            case _:
                if line["kind"] in OUT_OF_SIGHT:
                    raise ValueError(f"{line['kind']} cannot be filmed")

    def _kong(self, number: int, seat: Seat, how: How, tile: Tile) -> None:
        claimed = None if how is not How.EXPOSED or self.last is None else self.side(self.last[0])
        middle = str(self.rules.concealed_kong_shown) == "middle"
        move = acts.Kong(self.side(seat), int(tile), KONGS[how], claimed, self.stacked, middle)
        self.add(move, number)
        self.last = (seat, tile, True) if how is How.ADDED else None
        self.replacing = True

    def _win(self, number: int, event: Won) -> None:
        shown = str(self.rules.reveal_wins) == "at_once"
        sides = tuple(self.side(seat) for seat in event.seats)
        if self.last is not None:
            seat, tile, robbed = self.last
            self.add(acts.Win(sides, int(tile), self.side(seat), robbed, shown), number)
        else:
            (seat,) = event.seats
            own = self.drawn.get(seat)
            tile = own if own is not None else self._dealt(seat)[-1]
            self.add(acts.Win(sides, int(tile), None, shown=shown), number)
        self.winners += event.seats
        self.last, self.replacing = None, False

    def _dealt(self, seat: Seat) -> tuple[Tile, ...]:
        """The tiles a seat holds before anything is drawn or discarded."""
        hand: list[Tile] = []
        for event in self.events:
            if isinstance(event, Dealt) and event.seat == seat:
                hand = list(event.hand.tiles)
            elif isinstance(event, Exchanged) and event.seat == seat:
                for tile in event.gave:
                    assert tile is not None
                    hand.remove(tile)
                hand += [tile for tile in event.got if tile is not None]
        return tuple(sorted(hand))

    def _exchange(self) -> acts.Exchange:
        events = [event for event in self.events if isinstance(event, Exchanged)]
        gifts: list[tuple[int, int, tuple[int, ...]]] = []
        for event in events:
            taker = next(
                one
                for one in events
                if one.seat != event.seat
                and one.got == event.gave
                and all(gift[1] != self.side(one.seat) for gift in gifts)
            )
            kinds = tuple(int(tile) for tile in event.gave if tile is not None)
            gifts.append((self.side(event.seat), self.side(taker.seat), kinds))
        return acts.Exchange(tuple(gifts))

    def end(self) -> None:
        """Where wins are shown at the end of the hand, the winners lay their hands open now."""
        if str(self.rules.reveal_wins) != "at_once":
            for seat in self.winners:
                self.add(acts.Reveal(self.side(seat)))


def film_of(
    filmed_round: FilmedRound,
    seed: int = 0,
    *,
    setting: Setting | None = None,
    manner: Manner | None = None,
    pond: Pond | None = None,
    sets: Sequence[FaceSet] = (),
    rate: float = 5.0,
    most: int = MOST_FRAMES,
    tempo: Tempo | None = None,
    size: tuple[int, int] = (1280, 720),
) -> Film:
    """A film of the round: what is not told is chosen by the seed (tile set, camera, ground, light, manner of
    laying tiles). Play is hurried to fit into `most` frames."""
    random = np.random.default_rng((seed, 51))
    manner = manner or any_manner(random, seed)
    if pond is not None:
        manner = replace(manner, pond=pond)
    faces = sets[seed % len(sets)] if sets else own_faces()
    setting = setting or any_setting(faces, random, manner.tiles_wide, size, still=True)
    plan = Plan(manner, setting.material)
    reel = RoundReel(
        filmed_round.scene, filmed_round.moves, plan, seed=seed, tempo=tempo, most=(most - 1) / rate
    )
    return Film(reel, plan, setting, rate=rate, most=most, seed=seed)

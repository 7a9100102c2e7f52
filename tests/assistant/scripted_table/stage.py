"""A table on a stage: acts written as a player would tell them, views where they are asked for, a watcher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from assistant.events import Dealt, Discarded, TableEvent
from assistant.notation import parse_hand
from assistant.observation import BACK, Area, Observation, SeenPiece
from assistant.reconcile import (
    Accepted,
    Contradiction,
    Memory,
    Mend,
    Mended,
    Nothing,
    Question,
    Sight,
    Verdict,
    step,
)
from assistant.round import apply, begin, problems
from assistant.tiles import Tile
from tests.assistant.scripted_table.camera import Camera
from tests.assistant.scripted_table.noise import CLEAN, SURE, Noise
from tests.assistant.scripted_table.physical import Habits, Physical
from tests.assistant.table_script import acts, started

DEAL = {
    0: "123789m 55p 34559s",
    1: "222456m 3477799p",
    2: "12345699s 34888p",
    3: "111444m 269p 7777s",
}
"""Seats 1 and 2 wait for 2p and 5p; seat 3 can kong 7s, 1m and 4m, seat 0 pong 5p."""


PLAIN = Habits()


class Stage:
    """The table as it lies, and what is recorded of it."""

    def __init__(
        self,
        deal: Mapping[int, str] = DEAL,
        rules: str = "maomaoyu",
        overrides: Mapping[str, object] | None = None,
        wall: int | None = None,
        noise: Noise = CLEAN,
        habits: Habits = PLAIN,
        sight: Sight | None = None,
    ) -> None:
        self.sight = sight
        self.start = started(rules, overrides, wall)
        self.state = begin(self.start)
        self.table = Physical(self.state.rules, self.state.players, Random(1), habits)
        self.camera = Camera(noise, Random(2))
        self.memory = Memory()
        self.events: list[TableEvent] = []
        self.said: list[Verdict] = []
        for seat, hand in deal.items():
            self.table.do(Dealt(seat, parse_hand(hand)))
        self.look(2)

    def do(self, text: str) -> None:
        """Plays acts that nobody looks at."""
        for event in acts(text):
            self.table.now += 1.0
            self.table.do(event)

    def play(self, text: str, views: int = 4) -> None:
        """Plays acts; at each `|` the camera looks."""
        *parts, last = text.split("|")
        for part in parts:
            self.do(part)
            self.look(views)
        self.do(last)

    def view(self) -> Observation:
        """One more view."""
        self.table.now += 0.5
        return self.camera.view(self.table)

    def look(self, views: int = 4) -> list[Verdict]:
        """Looks several times and records what is accepted; the verdicts other than Nothing."""
        found: list[Verdict] = []
        for _ in range(views):
            found += self.see(self.view())
        return found

    def see(self, view: Observation) -> list[Verdict]:
        """Takes one view in."""
        found: list[Verdict] = []
        while True:
            self.memory, verdict = step(self.memory, self.state, view, self.sight)
            if not isinstance(verdict, Nothing):
                found.append(verdict)
                self.said.append(verdict)
            if isinstance(verdict, Mended):
                self.mend(*verdict.all)
                continue
            if not isinstance(verdict, Accepted):
                return found
            self.tell(verdict.events)

    def tell(self, events: Sequence[TableEvent]) -> None:
        """Records events."""
        for event in events:
            assert not problems(self.state, event), (event, problems(self.state, event))
            self.state = apply(self.state, event)
            self.events.append(event)

    def mend(self, *mends: tuple[Mend, Tile]) -> None:
        """Records discards as other kinds."""
        for mend, tile in mends:
            line = mend.line(self.events)
            assert line is not None
            self.events[line] = Discarded(mend.seat, tile)
        told, self.events, self.state = self.events, [], begin(self.start)
        self.tell(told)

    @property
    def questions(self) -> list[Question]:
        return [one for one in self.said if isinstance(one, Question)]

    @property
    def contradictions(self) -> list[Contradiction]:
        return [one for one in self.said if isinstance(one, Contradiction)]


class FromAbove(Stage):
    """A camera over the table: of a hand that stands it sees nothing."""

    def view(self) -> Observation:
        view = super().view()
        open_rows = {piece.seat for piece in view.pieces if piece.area is Area.HAND and piece.best < BACK}
        pieces = tuple(
            piece for piece in view.pieces if piece.area is not Area.HAND or piece.seat in open_rows
        )
        hidden = frozenset((Area.HAND, seat) for seat in range(self.state.players) if seat not in open_rows)
        return replace(view, pieces=pieces, hidden=view.hidden | hidden)


class OverTheShoulder(Stage):
    """A camera behind seat 1: its standing hand shows faces, but for a moment in which an arm is over it."""

    arm = False

    def view(self) -> Observation:
        view = super().view()
        others = tuple(piece for piece in view.pieces if (piece.area, piece.seat) != (Area.HAND, 1))
        if self.arm:
            return replace(view, pieces=others, hidden=view.hidden | {(Area.HAND, 1)})
        tiles = self.table.hands[1]
        row = tuple(
            SeenPiece(SURE[tile], Area.HAND, 1, (0.9, 0.3 + 0.03 * place), turn=90.0)
            for place, tile in enumerate(sorted(tiles))
        )
        return replace(view, pieces=others + row)


class OneHeap(Stage):
    """All throw their discards before seat 0."""

    def view(self) -> Observation:
        view = super().view()
        pieces = (replace(piece, seat=0) if piece.area is Area.DISCARD else piece for piece in view.pieces)
        return replace(view, pieces=tuple(pieces))

"""The camera: an Observation of the table as it lies, with the noise that was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from random import Random

from assistant.observation import Area, Observation, SeenPiece
from assistant.tiles import Tile
from tests.assistant.scripted_table import places
from tests.assistant.scripted_table.noise import BACK_SEEN, HARD, SURE, Noise, Vector, imagined, unsure
from tests.assistant.scripted_table.physical import Physical, Thing

BACK_MISSED = 2.0
"""Tiles of a standing row are missed so many times as often as open ones."""


@dataclass
class Camera:
    """What the camera makes of a table, view by view."""

    noise: Noise
    rng: Random
    ghosts: list[SeenPiece] = field(default_factory=list)
    fixed: dict[tuple[int, int], Vector | None] = field(default_factory=dict)
    """the reading of each tile of an open hand"""
    tracks: count[int] = field(default_factory=lambda: count(100_000))

    def chance(self, odds: float) -> bool:
        return odds > 0 and self.rng.random() < odds

    def view(self, table: Physical) -> Observation:
        noise = self.noise
        hidden: set[tuple[Area, int | None]] = set()
        covered: set[tuple[Area, int]] = set()
        for area in (Area.DISCARD, Area.MELD, Area.HAND):
            for seat in range(table.players):
                if self.chance(noise.hidden):
                    hidden.add((area, None if table.habits.heap and area is Area.DISCARD else seat))
                    covered.add((area, seat))
                elif self.chance(noise.covered):
                    covered.add((area, seat))
        if self.chance(noise.nudged):
            self.nudge(table)
        pieces = [self.seen(one, table) for one in table.things if not self.overlooked(one, covered)]
        for seat in range(table.players):
            pieces += self.row(table, seat, (Area.HAND, seat) in covered)
        self.ghosts = [one for one in self.ghosts if self.chance(noise.again)]
        if self.chance(noise.imagined):
            self.ghosts.append(self.ghost(table))
        pieces += self.ghosts
        self.rng.shuffle(pieces)
        return Observation(table.now, tuple(pieces), frozenset(hidden))

    def overlooked(self, one: Thing, covered: set[tuple[Area, int]]) -> bool:
        if (one.area, one.seat) in covered and self.chance(0.6):
            return True
        one.missed = self.chance(max(self.noise.again if one.missed else 0.0, self.noise.missed))
        return one.missed

    def seen(self, one: Thing, table: Physical) -> SeenPiece:
        noise = self.noise
        if one.fresh:
            one.fresh = False
            one.fixed = self.reading(one.tile, noise.sticky)
        vector = one.fixed or self.reading(one.tile, 1 - noise.sticky) or SURE[one.tile]
        if self.chance(noise.lost_track):
            one.track = next(table.tracks)
        seat: int | None = one.seat
        if one.area is Area.DISCARD:
            if table.habits.heap:
                seat = None
            elif self.chance(noise.misplaced):
                seat = (one.seat + 1) % table.players
        jitter = (one.at[0] + self.rng.gauss(0, 0.001), one.at[1] + self.rng.gauss(0, 0.001))
        vector = vector if one.up else BACK_SEEN
        return SeenPiece(vector, one.area, seat, jitter, one.turn % 180, one.track, one.since)

    def reading(self, tile: Tile, part: float) -> Vector | None:
        """A hard reading, or None where it is plain; `part` of all misreadings are of this sort."""
        if self.chance(self.noise.misnamed * part / HARD):
            return unsure(self.rng, tile)
        return None

    def row(self, table: Physical, seat: int, covered: bool) -> list[SeenPiece]:
        """A hand row, standing or open, and the winning tile beside it."""
        turn = places.turn_of(seat)
        hand, beside = sorted(table.hands[seat]), table.beside[seat]
        opened = seat in table.opened
        pieces = []
        for number, tile in enumerate(hand):
            missed = self.noise.missed * (1 if opened else BACK_MISSED)
            if self.chance(missed) or (covered and self.chance(0.6)):
                continue
            vector = self.hand_face(seat, number, tile) if opened else BACK_SEEN
            pieces.append(SeenPiece(vector, Area.HAND, seat, places.hand(seat, number), turn))
        if beside is not None and not self.chance(self.noise.missed):
            vector = self.hand_face(seat, 99, beside)
            at = places.hand(seat, len(hand), apart=True)
            pieces.append(SeenPiece(vector, Area.HAND, seat, at, turn))
        return pieces

    def hand_face(self, seat: int, number: int, tile: Tile) -> Vector:
        key = (seat, number)
        if key not in self.fixed:
            self.fixed[key] = self.reading(tile, self.noise.sticky)
        return self.fixed[key] or self.reading(tile, 1 - self.noise.sticky) or SURE[tile]

    def nudge(self, table: Physical) -> None:
        """Somebody pushes a row."""
        if not table.things:
            return
        one = self.rng.choice(table.things)
        dx, dy = self.rng.uniform(-0.02, 0.02), self.rng.uniform(-0.02, 0.02)
        for other in table.things:
            if other.area is one.area and other.seat == one.seat:
                other.at = (other.at[0] + dx, other.at[1] + dy)

    def ghost(self, table: Physical) -> SeenPiece:
        area = self.rng.choice((Area.DISCARD, Area.MELD, Area.UNKNOWN))
        side = self.rng.randrange(4)
        seat = side % table.players
        depth = {Area.DISCARD: 0.35, Area.MELD: 0.055, Area.UNKNOWN: 0.2}[area]
        at = places.of_side(side, self.rng.uniform(0.3, 0.9), depth)
        whose = None if area is Area.UNKNOWN or (table.habits.heap and area is Area.DISCARD) else seat
        return SeenPiece(imagined(self.rng), area, whose, at, 0.0, next(self.tracks), table.now)

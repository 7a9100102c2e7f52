"""看桌子: the one place that turns what a camera sees on a table into what the rules can be asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.observation import Area, Observation, SeenPiece, Shift
from assistant.seats import Seat
from vision.calibration import Geometry
from vision.detection import BACK, OTHER, sure
from vision.lifted import Lift
from vision.places import Area as Place
from vision.table_eye import Sight, TableEye
from vision.tracking import Track

if TYPE_CHECKING:
    from vision.detectors.opening import Detector
    from vision.frames import Pixels

SELDOM = 0.05
"""How likely a tile of a Sichuan table is an honour or a flower, before it is looked at, beside one of the 27
kinds: what looks like one is a tile read badly, or one that strayed in from another set."""
HIDDEN_HAND = sure(BACK)
"""What others may see of a tile that stands before its owner, wherever the camera is."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture came to. `observation`: a settled view, None while something moves or no table is
    known. `moved`: the camera has moved since the geometry was set. `geometry`: where the table lies, in
    pixels of the pictures; None while that is not known."""

    observation: Observation | None
    moved: bool
    geometry: Geometry | None


class Looker:
    """One camera over one table: its pictures to observations. Without a geometry the table is looked for."""

    def __init__(self, detector: Detector, geometry: Geometry | None = None) -> None:
        self._eye = TableEye(detector, geometry)
        self._seats = geometry

    def see(self, at: float, pixels: Pixels) -> Look:
        """Take a picture (RGB), `at` seconds of video."""
        sight = self._eye.see(at, pixels)
        geometry = self._eye.geometry
        if not sight.still or geometry is None:
            return Look(None, sight.moved, geometry)
        return Look(observation_of(sight, self._seats or geometry), sight.moved, geometry)

    def turn(self, geometry: Geometry) -> None:
        """Let the seats be those of another geometry: the dealer of the next round, or who plays."""
        self._seats = geometry


def observation_of(sight: Sight, geometry: Geometry) -> Observation:
    """A settled sight as the rules know it: seats for sides, hands that stand without their faces."""
    return Observation(
        sight.at,
        tuple(_piece(track, geometry, sight.lifts.get(track.number)) for track in sight.tracks),
        frozenset(_hidden(sight, geometry)),
    )


def _piece(track: Track, geometry: Geometry, lift: Lift | None) -> SeenPiece:
    tile = track.tile
    likelihoods = in_play(track.likelihoods)
    if tile.area is Place.HAND and not tile.open:
        likelihoods = HIDDEN_HAND
    side = tile.side
    if side is None and track.came_from in tile.maybe:
        side = track.came_from
    seat = None if side is None else geometry.seat(side)
    shift = None
    if lift is not None:
        shift = Shift(lift.before, lift.since, lift.out, lift.aside, lift.reach, lift.doubt)
    area = Area(tile.area.value)
    return SeenPiece(likelihoods, area, seat, tile.at, tile.turn, track.number, track.since, shift)


def in_play(likelihoods: Sequence[float]) -> tuple[float, ...]:
    """The likelihoods of a tile that lies on a Sichuan table, where honours and flowers are seldom."""
    weighed = [one * (SELDOM if kind == OTHER else 1.0) for kind, one in enumerate(likelihoods)]
    total = sum(weighed)
    return tuple(one / total for one in weighed)


def _hidden(sight: Sight, geometry: Geometry) -> Iterable[tuple[Area, Seat | None]]:
    for place, side in sight.hidden:
        seat = geometry.seat(side)
        if place is Place.DISCARD:
            yield Area.DISCARD, None
        if seat is None:
            continue
        yield Area(place.value), seat
        if place is Place.HAND:
            yield Area.MELD, seat
    for side in sight.edge_on:
        seat = geometry.seat(side)
        if seat is not None:
            yield Area.HAND, seat

"""乱堆: whose discard a tile is where all are thrown on one heap: each player's lie rather on the own half,
and where the earlier ones of each lie at this table tells how much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, hypot, log

from assistant.observation import Area, Observation, SeenPiece
from assistant.seats import Seat
from assistant.watching.laid import Laid
from assistant.watching.verdicts import Place

OWN, COUNTS = 0.1, 4
"""How far from the table's middle towards its player a discard lies on average, in table units, and as how
many discards that counts for what is known beforehand."""
SPREAD, COUNTED = 0.13, 12
"""How far from there it lies, across as well as along, and the same."""
ANYWHERE = 0.05
"""Part of the discards that lie as if nobody in particular had thrown them."""
TOLD = 0.7
"""How much of that is believed: people throw as it comes."""
MIDDLE = (0.5, 0.5)
MINGLED, AT_RANDOM = 0.03, 0.3
"""Where more than this share of the discards lies before somebody else, whose hand laid which of several that
came while nobody could look is little known."""


@dataclass(frozen=True, slots=True)
class Heap:
    """Where each player's discards lie on average, and how far from there."""

    middles: tuple[tuple[Seat, Place], ...]
    spread: float

    def log_odds(self, seat: Seat, at: Place) -> float:
        """How much likelier a discard lies there if this player threw it than if anybody did, in log odds."""
        near = {one: self._near(middle, at) for one, middle in self.middles}
        mean = sum(near.values()) / len(near)
        return TOLD * log((1 - ANYWHERE) * near[seat] / mean + ANYWHERE) if seat in near and mean else 0.0

    def _near(self, middle: Place, at: Place) -> float:
        away = hypot(at[0] - middle[0], at[1] - middle[1])
        return exp(-(away**2) / (2 * self.spread**2))


def lies(seat: Seat, piece: SeenPiece, misplaced: float, heap: Heap | None, together: bool) -> float:
    """Log odds of a player's discard lying where a piece does. `misplaced`: share of the discards that lie
    before somebody else; `together`: it came with others, while nobody could look.
    """
    stray = log(max(misplaced, AT_RANDOM * (together and misplaced > MINGLED)))
    if heap is not None and together and piece.area is Area.DISCARD:
        return heap.log_odds(seat, piece.at)
    away = 0.0 if piece.seat in (seat, None) else stray
    return away + stray * (piece.area is Area.UNKNOWN)


def heap(pairs: Mapping[Laid, SeenPiece], observation: Observation, players: int) -> Heap | None:
    """The heap as the record's discards lie; None where it is not seen where everybody sits. `pairs`: the
    record's tiles that were found.
    """
    lying: dict[Seat, list[Place]] = {seat: [] for seat in range(players)}
    for tile, piece in pairs.items():
        if tile.area is Area.DISCARD:
            lying[tile.seat].append(piece.at)
    middles: dict[Seat, Place] = {}
    for seat, places in lying.items():
        sits = _sits(observation, seat)
        if sits is None:
            return None
        middles[seat] = _mean([*places, *[sits] * COUNTS])
    away = [
        (at[axis] - middles[seat][axis]) ** 2
        for seat, places in lying.items()
        for at in places
        for axis in (0, 1)
    ]
    many = len(away) + 2 * COUNTED
    return Heap(tuple(middles.items()), ((sum(away) + 2 * COUNTED * SPREAD**2) / many) ** 0.5)


def _sits(observation: Observation, seat: Seat) -> Place | None:
    """Where a player's discards lie beforehand: from the middle towards the hand and the melds."""
    own = [one.at for area in (Area.HAND, Area.MELD) for one in observation.lying(area, seat)]
    if not own:
        return None
    x, y = _mean(own)
    x, y = x - MIDDLE[0], y - MIDDLE[1]
    across = abs(x) > abs(y)  # melds lie at one end
    return (
        MIDDLE[0] + (OWN if x > 0 else -OWN) * across,
        MIDDLE[1] + (OWN if y > 0 else -OWN) * (not across),
    )


def _mean(places: Sequence[Place]) -> Place:
    return sum(at[0] for at in places) / len(places), sum(at[1] for at in places) / len(places)

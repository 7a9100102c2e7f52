"""叠着的加杠: an added kong whose fourth tile lies on the one across of its pong, seen from nearly above.

The tile on top shows the same face in nearly the same place. Two things tell of it: it seems to have shifted
outwards, by as much as one more thickness makes there, in that player's own turn; and the wall is one tile
shorter than without the kong. A nudged tile shifts too, but anywhere, and takes nothing from the wall.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, hypot, log, pi

from assistant.events import How, Konged, TableEvent
from assistant.melds import MeldKind
from assistant.observation import Area, SeenPiece, Shift
from assistant.state import RoundState
from assistant.watching.laid import Laid, laid_by
from assistant.watching.memory import Fresh, Memory
from assistant.watching.wall_counting import BEHIND, ERRS, Wall, lacking

PONG = 3
"""Tiles of a pong."""
SNUG = 0.06
"""How evenly the fourth tile is laid on the other, in widths of a tile, as a standard deviation."""
THICKNESS = 0.15
"""How much thicker or thinner than usual tiles are, as a part."""
NUDGED = 0.006
"""How often a tile of a meld is nudged in one turn."""
FAR = ((0.85, 0.15), (0.15, 0.5))
"""How far then, in widths: mostly a little."""
STILL = 0.03
"""How far a tile that lies still may seem to shift, in widths, beside the doubt that is told."""
MOST = 8.0
"""Log odds that a shift tells at most."""
SELDOM = -1.0
"""A pong is made a kong in one turn by these log odds more seldom than faces beside it tell."""
WORTH = 2.0
"""Log odds of a shift from which on a kong is thought of."""


def stacked(
    memory: Memory, state: RoundState, pairs: Mapping[Laid, SeenPiece], new: bool
) -> tuple[Fresh, ...]:
    """The tiles of pongs that may bear a fourth one, each as a face that nothing explains yet. One that
    shifted before the last act counts only where the wall has been too short since. What was seen of a pong
    of which a tile is not found now counts as before.
    """
    before = {one.piece.track: one for one in memory.stacked}
    found = []
    for lying in _pongs(state, pairs):
        piece = across(lying)
        if piece is None:
            if len(lying) < PONG:
                found += [before[one.track] for one in lying if one.track in before]
            continue
        shift = piece.shift
        if shift is None:
            continue
        wall = wall_since(memory, shift)
        late = shift.since < memory.newest
        if late and wall <= 0:
            continue
        odds = SELDOM + log_odds(shift) + (wall if late else 0.0)
        if odds > WORTH:
            many = (before[piece.track].views if piece.track in before else 0) + new
            first = memory.newest if late else shift.since
            found.append(Fresh(piece, piece.likelihoods, many, first, stacked=odds))
    return tuple(found)


def _pongs(state: RoundState, pairs: Mapping[Laid, SeenPiece]) -> Iterator[list[SeenPiece]]:
    """The pongs of those who are still in, each by those of its tiles that are found now."""
    for seat in state.playing:
        for meld in state.seats[seat].melds:
            if meld.kind is MeldKind.PONG:
                mine = (tile for tile in laid_by(state, seat) if tile.area is Area.MELD)
                yield [pairs[tile] for tile in mine if tile.tile is meld.tile and tile in pairs]


def across(pieces: Sequence[SeenPiece]) -> SeenPiece | None:
    """The tile that lies across in a pong, None where its tiles do not tell one."""
    turned = [one for one in pieces if 45 < one.turn % 180 < 135]
    upright = [one for one in pieces if one not in turned]
    return next((few[0] for few in (turned, upright) if len(few) == 1 and len(pieces) == PONG), None)


def log_odds(shift: Shift) -> float:
    """How much likelier a shift is if a tile was laid on another than if it lies still or was nudged."""
    laid = _normal(
        shift.out - shift.reach,
        shift.aside,
        hypot(SNUG, THICKNESS * shift.reach, shift.doubt),
        hypot(SNUG, shift.doubt),
    )
    still = _anywhere(shift, STILL)
    nudged = sum(share * _anywhere(shift, far) for share, far in FAR)
    return min(log((laid + 1e-9) / ((1 - NUDGED) * still + NUDGED * nudged + 1e-6)), MOST)


def _anywhere(shift: Shift, far: float) -> float:
    off = hypot(far, shift.doubt)
    return _normal(shift.out, shift.aside, off, off)


def _normal(x: float, y: float, across: float, along: float) -> float:
    return exp(-((x / across) ** 2 + (y / along) ** 2) / 2) / (2 * pi * across * along)


def wall_since(memory: Memory, shift: Shift) -> float:
    """Log odds of what the wall looked like since a tile shifted, if one more was drawn then."""
    lacks = lacking([one for one in memory.walls if one.at <= shift.before])
    if lacks is None:
        return 0.0
    since = [one for one in memory.walls if one.at > shift.since]
    with_it = sum(one.fits(lacks + 1) and not one.fits(lacks) for one in since)
    without = sum(one.fits(lacks) and not one.fits(lacks + 1) for one in since)
    return max(min(with_it - without, 2) * ERRS, BEHIND)


def wall_before(memory: Memory, fresh: Sequence[Fresh]) -> Wall | None:
    """The wall as it is seen now, beside what it lacked before tiles shifted; None where none did."""
    shifts = [one.piece.shift for one in fresh if one.piece.shift is not None]
    if not shifts or memory.stacks is None:
        return None
    lacks = lacking([one for one in memory.walls if one.at <= min(shift.before for shift in shifts)])
    return None if lacks is None else Wall(memory.stacks, lacks)


def adds_kong(events: Sequence[TableEvent]) -> bool:
    """Whether an added kong is among events."""
    return any(isinstance(event, Konged) and event.how is How.ADDED for event in events)

"""摊牌: what the hand rows show: standing, laid open, or a single winning tile laid beside them; and what an
open hand holds, read together with the four copies there are of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, hypot, log
from statistics import median

from assistant.hands import Hand
from assistant.melds import Meld
from assistant.observation import Area, Observation
from assistant.seats import Seat
from assistant.state import RoundState
from assistant.tiles import COPIES, KINDS, TILES, Counts, Suit, Tile
from assistant.waits import is_complete
from assistant.watching.meld_layout import lies_across
from assistant.watching.memory import Fresh
from assistant.watching.sight import PLAINLY, face, is_flat

UNSURE = 0.985
"""A face below this likelihood is read in more than one way."""
READINGS = 96
"""Ways to read a hand that are looked at, at most."""
ASTRAY = 6
"""More tiles than this face down where nobody keeps any, face up on the walls, or on the walls beyond their
count, are not in play."""
ROW = 3
"""A row of which one tile in so many is seen is there: a flat angle hides tiles behind each other."""
ENOUGH = 2
"""An open hand is read once so many views in a row showed as many tiles of it."""
BEHIND = 0.02
"""So far behind a row, in table units, lies no tile of it; a tile that won lies before it or beside it."""
OPEN = 5
"""So many faces and more are a hand laid open; fewer beside a standing hand are a winning tile."""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """One seat's hand row in a view."""

    seat: Seat
    faces: tuple[Fresh, ...]
    backs: int
    views: int
    """for how many views it has shown faces so"""
    since: float = 0.0
    """since when, in seconds of video"""
    after: float = 0.0
    """when the view before was: it was laid open between the two"""
    steady: int = 1
    """for how many views in a row it has shown as many faces: tiles come to lie open one after the other, and
    one of them may be missed"""

    @property
    def is_open(self) -> bool:
        """Whether the whole hand lies open."""
        return bool(self.faces) and len(self.faces) > self.backs

    @property
    def is_whole(self) -> bool:
        """Whether it has shown as many tiles for long enough to be read."""
        return self.steady >= ENOUGH

    @property
    def apart(self) -> Fresh | None:
        """The tile that lies apart from an open row, or crosswise, or alone beside one that stands: the
        winning one.
        """
        if not self.is_open:
            return self.faces[0] if len(self.faces) == 1 and self.backs else None
        if len(self.faces) < 3:
            return None
        odd = [one for one in self.faces if _turned(one, self.faces)]
        if len(odd) == 1:
            return odd[0]
        gaps = [min(_away(one, other) for other in self.faces if other is not one) for one in self.faces]
        usual = sorted(gaps)[len(gaps) // 2]
        lone = [one for one, gap in zip(self.faces, gaps, strict=True) if gap > 1.5 * usual]
        return lone[0] if len(lone) == 1 else None


def of_a_row(faces: Sequence[Fresh], most: int) -> tuple[Fresh, ...]:
    """The faces of a hand row that may be tiles, `most` at most if the others lie in the row and read
    plainly: an edge or a shadow behind the row is now and then taken for a face.
    """
    able = [one for one in faces if not is_flat(one.likelihoods)]
    ghosts = [one for one in able if max(one.likelihoods[:KINDS]) < PLAINLY or _behind(one, able)]
    ghosts.sort(key=lambda one: (not _behind(one, able), max(one.likelihoods[:KINDS])))
    ghosts = ghosts[: max(len(able) - most, 0)]
    return tuple(one for one in able if one not in ghosts)


def _behind(one: Fresh, row: Sequence[Fresh]) -> bool:
    """Whether a face lies behind most of a row, as its player sees them: nearer to the table's edge."""
    across = min((0, 1), key=lambda axis: max(_along(row, axis)) - min(_along(row, axis)))
    line = median(_along(row, across))
    outwards = one.piece.at[across] - line
    return (outwards if line > 0.5 else -outwards) > BEHIND


def _along(row: Sequence[Fresh], axis: int) -> list[float]:
    return [one.piece.at[axis] for one in row]


def _away(one: Fresh, other: Fresh) -> float:
    return hypot(one.piece.at[0] - other.piece.at[0], one.piece.at[1] - other.piece.at[1])


def _turned(one: Fresh, others: Sequence[Fresh]) -> bool:
    """Whether a tile lies across most of the others."""
    across = sum(lies_across(one.piece.turn, other.piece.turn) for other in others)
    return across > len(others) / 2


def standing(observation: Observation, state: RoundState) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """How many backs and how many faces each seat's hand row shows."""
    backs = dict.fromkeys(range(state.players), 0)
    faces = dict.fromkeys(range(state.players), 0)
    for piece in observation.pieces:
        if piece.area is Area.HAND and piece.seat in backs:
            if face(piece.likelihoods) > 0.5:
                faces[piece.seat] += 1
            else:
                backs[piece.seat] += 1
    return backs, faces


def in_play(observation: Observation, state: RoundState) -> bool:
    """Whether the hands stand or lie where players have them: not while tiles are mixed or walls built.

    From straight above no hand is seen, and tiles that are mixed may lie where hands do: tiles face down
    among the discards, and face up where walls are, tell of mixing.
    """
    astray = sum(
        (piece.tile is None) is (area is not Area.WALL)
        for area in (Area.UNKNOWN, Area.DISCARD, Area.WALL)
        for piece in observation.lying(area)
    )
    walled = sum(piece.tile is None for piece in observation.lying(Area.WALL))
    if astray > ASTRAY or walled > state.wall + ASTRAY:
        return False
    backs, faces = standing(observation, state)
    thin = looked = full = 0
    for seat in state.playing:
        there = ROW * (backs[seat] + faces[seat]) >= state.seats[seat].size
        full += there
        if observation.looked(Area.HAND, seat):
            looked += 1
            thin += not there
    # one row that is seen in part, beside one that stands, is a row half hidden
    return thin < (2 if full else min(2, max(looked, 1)))


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read an open hand, with its odds among all ways."""

    counts: Counts
    odds: float


def read(
    faces: Sequence[Fresh],
    seen: Counts,
    melds: tuple[Meld, ...] = (),
    void: Suit | None = None,
    extra: Tile | None = None,
    *,
    wins: bool,
) -> tuple[Reading, ...]:
    """The ways to read open tiles, the likeliest first, none with a fifth copy. `seen`: copies that lie
    elsewhere. `wins`: complete hands alone are looked for, `extra` put to the tiles.
    """
    free_kinds = [kind for kind in range(KINDS) if seen[kind] < COPIES]
    sure = [0] * KINDS
    choices: list[tuple[tuple[int, float], ...]] = []
    many = 1
    for one in sorted(faces, key=lambda fresh: -max(fresh.likelihoods[:KINDS])):
        best = max(range(KINDS), key=one.likelihoods.__getitem__)
        fits = sure[best] + seen[best] < COPIES
        if fits and (one.likelihoods[best] >= UNSURE or many >= READINGS):
            sure[best] += 1
            continue
        ranked = sorted(free_kinds, key=lambda kind: -one.likelihoods[kind])[: 3 if fits else 5]
        choices.append(tuple((kind, max(one.likelihoods[kind], 1e-4)) for kind in ranked))
        many *= len(ranked)
        if many > READINGS * 12:
            return ()
    found: dict[Counts, float] = {}
    for way in product(*choices):
        counts = list(sure)
        odds = 1.0
        for kind, likelihood in way:
            counts[kind] += 1
            free = COPIES - seen[kind] - counts[kind] + 1
            odds *= likelihood * max(free, 0) / COPIES
        if odds <= 0 or any(one + other > COPIES for one, other in zip(counts, seen, strict=True)):
            continue
        if wins:
            whole = list(counts)
            if extra is not None:
                whole[extra] += 1
            if not is_complete(Hand(tuple(whole), 0, melds), void):
                continue
        key = tuple(counts)
        found[key] = found.get(key, 0.0) + odds
    total = sum(found.values())
    ranked_ways = sorted(found.items(), key=lambda one: (-one[1], one[0]))
    return tuple(Reading(counts, odds / total) for counts, odds in ranked_ways)


def log_odds_of(faces: Sequence[Fresh], counts: Counts) -> float:
    """How well tiles of these kinds explain the faces, roughly: the log of each face's likelihood of the
    kind that is left for it.
    """
    left = list(counts)
    total = 0.0
    for one in sorted(faces, key=lambda fresh: -max(fresh.likelihoods[:KINDS])):
        able = [kind for kind in range(KINDS) if left[kind] > 0]
        if not able:
            return total - 7
        kind = max(able, key=one.likelihoods.__getitem__)
        left[kind] -= 1
        total += log(max(one.likelihoods[kind], 1e-4))
    return total


def kinds_in(faces: Sequence[Fresh]) -> tuple[Tile, ...]:
    """The kinds that open tiles plainly show, in tile order."""
    kinds = {max(range(KINDS), key=one.likelihoods.__getitem__) for one in faces}
    return tuple(TILES[kind] for kind in sorted(kinds))


def odds(logs: Sequence[float]) -> tuple[float, ...]:
    """Shares that sum to 1 of things with these log odds."""
    top = max(logs)
    raw = [exp(one - top) for one in logs]
    total = sum(raw)
    return tuple(one / total for one in raw)

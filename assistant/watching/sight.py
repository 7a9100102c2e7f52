"""眼力: how well the camera sees, as odds measured on known tables, and what they say about one tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from math import log

from assistant.observation import CLASSES
from assistant.tiles import COPIES, KINDS, Counts

AREAS = 8
"""Discards and melds of four players: a false find is as likely in each."""


FLAT, PLAINLY = 0.3, 0.5
"""A face whose two likeliest kinds have less than this on average looks like no tile, as two that look alike
have half each; a tile reads with more than that."""
SCATTERED = 0.89
"""A face of which three kinds together do not account for so much reads as hardly any tile does."""
THING, LYING = 4.0, -0.5
"""How much that tells, and the log odds of a thing on the table at most."""


@dataclass(frozen=True)
class Sight:
    """Odds of errors, 0..1, and how sure is sure enough."""

    missed: float = 0.01
    """a tile that lies open is not found, in one view"""
    imagined: float = 0.01
    """false finds of a face, in one view of the whole table"""
    again: float = 0.3
    """the same error is there in the next view too"""
    bold: float = 0.001
    """a likelihood below this is not believed: a reader may be sure and wrong"""
    more: float = 0.25
    """what a second view of an unmoved tile counts beside the first, the third half as much, and so on: its
    errors are the same ones"""
    alike: float = 0.4
    """what a further tile of a meld counts beside the first where kinds are told apart"""
    misplaced: float = 0.01
    """a tile is given to another player's area"""
    stacked: float = 0.3
    """the tile under or over another of an added kong is not found"""
    sure: float = 0.999
    """odds from which an event is accepted at once"""
    likely: float = 0.97
    """odds of one kind of tile against the others that will do once more views say no more"""
    settled: float = 0.985
    """odds of what was done against what else may have been done that will do then"""
    patience: int = 3
    """views after which a doubt is asked"""
    scattered: float = 0.02
    """a tile reads so that no three kinds account for most of it"""
    alone: bool = False
    """nobody is there to answer a question: its likeliest answer is supposed after a while"""

    @cached_property
    def extra(self) -> float:
        """Log odds of one false find in one area of a view."""
        return log(max(self.imagined, 1e-6) / AREAS)

    @cached_property
    def miss(self) -> float:
        """Log odds that an open tile is not found."""
        return log(max(self.missed, 1e-6))

    def extra_of(self, likelihoods: Sequence[float], views: int, *, early: bool = False) -> float:
        """Log odds that a piece is a false find, for so many views: what looks like no kind more than like
        another, or lay there before anything happened, is most likely a thing that is no tile, and stays.
        """
        if early:
            return LYING
        most = likeness(likelihoods)
        if most >= FLAT:
            return self.extra_for(views)
        return min(self.extra + THING * log(PLAINLY / most), LYING)

    @cached_property
    def stays(self) -> float:
        """Log odds that an error is there again."""
        return log(max(self.again, 1e-6))

    def extra_for(self, views: int) -> float:
        """Log odds of a false find that stays for so many views."""
        return self.extra + (min(views, 5) - 1) * self.stays

    def miss_for(self, views: int) -> float:
        """Log odds of a tile not found for so many views."""
        return self.miss + (min(max(views, 1), 5) - 1) * self.stays

    def is_kind(self, likelihoods: Sequence[float], kind: int) -> float:
        """Log of how much likelier this picture is of that class than of any."""
        return log(max(likelihoods[kind], self.bold) * CLASSES)

    def one_more(self, likelihoods: Sequence[float], kind: int, *, together: bool = False) -> float:
        """`is_kind` of a further tile of a meld: it shows the same face as the others, to the same eyes, so
        that it tells little more of which kind that is, and nothing where they were read `together`.
        """
        best = self.is_kind(likelihoods, likelihoods.index(max(likelihoods)))
        counts = 0.0 if together else self.alike
        return best - counts * (best - self.is_kind(likelihoods, kind))

    def new_tile(self, likelihoods: Sequence[float], kind: int, seen: Counts) -> float:
        """`is_kind`, times the odds of that kind among the tiles whose place is unknown: none for a fifth."""
        free = COPIES - seen[kind]
        if free <= 0:
            return log(1e-9)
        return log(likelihoods[kind] * CLASSES * free / max(KINDS * COPIES - sum(seen), 1) + 1e-9)


def pooled(
    first: Sequence[float], further: Sequence[float], sight: Sight, views: int = 1
) -> tuple[float, ...]:
    """The likelihoods of a tile after one more view of it, which counts for less than the `views` before."""
    bold, more = sight.bold / CLASSES, sight.more / views
    logs = [
        log(max(one, bold)) + more * log(max(other, bold)) for one, other in zip(first, further, strict=True)
    ]
    top = max(logs)
    raw = [2.718281828459045 ** (one - top) for one in logs]
    total = sum(raw)
    return tuple(one / total for one in raw)


def root(likelihoods: Sequence[float]) -> tuple[float, ...]:
    """The likelihoods with half of what they tell."""
    raw = [one**0.5 for one in likelihoods]
    total = sum(raw)
    return tuple(one / total for one in raw)


def face(likelihoods: Sequence[float]) -> float:
    """The odds that a tile lies face up and is one of the 27 kinds."""
    return 1.0 - likelihoods[KINDS] - likelihoods[KINDS + 1]


def is_flat(likelihoods: Sequence[float]) -> bool:
    """Whether what is seen looks like no kind more than like another: maybe a thing that is no tile."""
    return likeness(likelihoods) < FLAT


def is_scattered(likelihoods: Sequence[float]) -> bool:
    """Whether no three kinds account for most of what is seen, as of hardly any tile."""
    return sum(nlargest(3, likelihoods[:KINDS])) < SCATTERED


def likeness(likelihoods: Sequence[float]) -> float:
    """How much what is seen looks like tiles at all, 0..0.5: the mean of its two likeliest kinds."""
    first, second = nlargest(2, likelihoods[:KINDS])
    return (first + second) / 2

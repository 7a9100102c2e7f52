"""Counting how well a reader reads: matching, outcomes, confusion, mean average precision, calibration.

Pure arithmetic on boxes and words; `evaluate` feeds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from assistant.tiles import TILES

Box = tuple[float, float, float, float]
Shape = TypeVar("Shape")

SUITED = tuple(str(tile) for tile in TILES)
OTHER, BACK, UNKNOWN, MISSED, NOTHING = "other", "back", "?", "missed", "nothing"
SAME_TILE = 0.4
"""A found box is a labelled tile's if their intersection over union is at least this."""


@dataclass(frozen=True)
class Tile:
    """A tile: what it is called (`1m`..`9s`, other, back, ?), its box in pixels, and how sure that is."""

    word: str
    box: Box
    confidence: float = 1.0


@dataclass(frozen=True)
class Outcome:
    """One picture compared: pairs (truth word, found word); MISSED for no box, NOTHING for a box where no
    tile is."""

    pairs: tuple[tuple[str, str], ...]

    def many(self, what: str) -> int:
        """How many of: suited, right, wrong, unknown, missed (of suited tiles); extra (found suited, not
        so)."""
        suited = [(truth, found) for truth, found in self.pairs if truth in SUITED]
        if what == "suited":
            return len(suited)
        if what == "right":
            return sum(truth == found for truth, found in suited)
        if what == "unknown":
            return sum(found == UNKNOWN for _, found in suited)
        if what == "missed":
            return sum(found == MISSED for _, found in suited)
        if what == "wrong":
            return sum(found not in (truth, UNKNOWN, MISSED) for truth, found in suited)
        if what == "extra":
            return sum(found in SUITED and truth not in SUITED for truth, found in self.pairs)
        raise ValueError(f"nothing is counted as {what}")

    @property
    def exact(self) -> bool:
        """Every suited tile named right, and nothing else called a suited tile."""
        return self.many("right") == self.many("suited") and self.many("extra") == 0


def overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    shared = wide * high
    areas = (one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1])
    return shared / (areas - shared)


def match(
    truth: Sequence[Tile], found: Sequence[Tile], least: float = SAME_TILE
) -> tuple[tuple[int, int], ...]:
    """One-to-one pairs of places (truth, found) whose boxes overlap by `least`, the closest pairs first."""
    close = [
        (-share, t, f)
        for t, one in enumerate(truth)
        for f, other in enumerate(found)
        if (share := overlap(one.box, other.box)) >= least
    ]
    pairs: list[tuple[int, int]] = []
    used_truth: set[int] = set()
    used_found: set[int] = set()
    for _, t, f in sorted(close):
        if t not in used_truth and f not in used_found:
            pairs.append((t, f))
            used_truth.add(t)
            used_found.add(f)
    return tuple(pairs)


def compare(truth: Sequence[Tile], found: Sequence[Tile]) -> Outcome:
    """What became of each labelled tile, and what was found besides."""
    pairs = dict(match(truth, found))
    words = [(one.word, found[pairs[t]].word if t in pairs else MISSED) for t, one in enumerate(truth)]
    besides = set(range(len(found))) - set(pairs.values())
    words += [(NOTHING, found[f].word) for f in sorted(besides)]
    return Outcome(tuple(words))


@dataclass
class Summary:
    """Counts over many pictures."""

    pictures: int = 0
    exact: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count one more picture."""
        self.pictures += 1
        self.exact += outcome.exact
        for what in ("suited", "right", "wrong", "unknown", "missed", "extra"):
            self.counts[what] += outcome.many(what)
        self.confusion.update(outcome.pairs)

    def share(self, what: str) -> float:
        """A count as a share of the suited tiles; 0 where there are none."""
        return self.counts[what] / max(self.counts["suited"], 1)


def average_precision(
    truths: Sequence[Sequence[Shape]],
    found: Sequence[Sequence[tuple[float, Shape]]],
    least: float,
    alike: Callable[[Any, Any], float] = overlap,
) -> float:
    """Average precision of one class over pictures, 101 points of recall; `found` holds (confidence, box)
    pairs; `alike` tells how far a labelled and a found one cover each other, 0 to 1."""
    total = sum(len(boxes) for boxes in truths)
    if total == 0:
        raise ValueError("no labelled tile of this class: there is no precision to average")
    marks: list[tuple[float, bool]] = []
    for boxes, candidates in zip(truths, found, strict=True):
        free = set(range(len(boxes)))
        for confidence, box in sorted(candidates, key=lambda pair: -pair[0]):
            best = max(free, key=lambda place: alike(boxes[place], box), default=None)
            hit = best is not None and alike(boxes[best], box) >= least
            if hit and best is not None:
                free.remove(best)
            marks.append((confidence, hit))
    marks.sort(key=lambda pair: -pair[0])
    hits = np.cumsum([hit for _, hit in marks]) if marks else np.zeros(0)
    precision = hits / np.arange(1, len(marks) + 1)
    recall = hits / total
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1] if len(marks) else precision
    points = [
        float(best_from_here[place])
        if (place := int(np.searchsorted(recall, level - 1e-9))) < len(marks)
        else 0.0
        for level in np.linspace(0, 1, 101)
    ]
    return float(np.mean(points))


def calibration_error(
    confidences: npt.NDArray[np.float64], right: npt.NDArray[np.bool_], bins: int = 15
) -> float:
    """Expected calibration error: how far the stated likelihoods are from how often they hold, over equal
    bins."""
    place = np.minimum((confidences * bins).astype(int), bins - 1)
    error = 0.0
    for one in range(bins):
        inside = place == one
        if inside.any():
            error += float(inside.mean() * abs(confidences[inside].mean() - right[inside].mean()))
    return error

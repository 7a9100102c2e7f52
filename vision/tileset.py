"""自家的牌: a player's own tile set, learnt from one look at each kind.

What is kept of a tile is the namer's embedding of some turned and shifted views of it, no picture. A face is
then named by the net's logits together with how near its embedding lies to those of each learnt kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import KINDS, TILES, Tile
from vision.detectors.nets import Array


class Pull(NamedTuple):
    """How a set that knows all 27 kinds moves the logits of a face. The kind that it is most like keeps its
    own; each other kind loses `nearest` times how much less the face is like the nearest view of it, and
    `fitted` times how much less it is of that kind by the lines fitted to all views. What is no tile gains
    `away` times what the best fit lacks to `away_from`. All of it over `calm`: the sum would be too sure of
    itself."""

    nearest: float
    fitted: float
    away: float
    away_from: float
    calm: float


PULL = Pull(24.0, 32.0, 8.0, 0.3, 3.5)
"""Chosen by models/recipe/measure_learning. What is like no learnt tile must not become the nearest kind: an
honour, or a box around no tile."""
AFAR = Pull(18.0, 8.0, 8.0, 0.3, 2.3)
"""The same for small faces: they all look a little alike, and the nearest may be of another kind. Chosen on
six drawn films at 1920 x 1080 and thirteen at 1280 x 720, 2,470 and 2,896 faces: named wrongly, and so with
more than 0.9, before 134 (38) and 202 (23); learnt from a near photo 81 (3) and 126 (23), learnt at the
table 53 (3) and 106 (13). With the pull of large faces 74 (16) and 55 (8) at 1920 x 1080, and some films
are worse than before. `fitted` was 4 while a level face was learnt from 4 views instead of 32: on nine films
taught at the table at 1920 x 1080 24 of 2,602 faces wrong then, 22 now; on eight others, which it was not
chosen on, 32 of 2,338 then, 23 now."""
STIFF = 1.0
"""What keeps the fitted lines from following single views."""
NEAR, CAUTIOUS = 0.9, 6.0
"""In a set that lacks kinds only a face as like as `NEAR` gains, up to `CAUTIOUS`: what was not learnt gains
nothing, and would lose against it."""
CONFUSABLE = 0.02
"""A pair is told from this mean likelihood on."""


@dataclass(frozen=True, slots=True, eq=False)
class Tileset:
    """A learnt set. `namer`: the fingerprint of the net whose embeddings these are; `kinds` (n) and
    `embeddings` (n x 192): the views of every learnt tile."""

    name: str
    namer: str
    kinds: NDArray[np.int64]
    embeddings: Array
    confusable: tuple[tuple[Tile, Tile, float], ...] = ()

    @property
    def learnt(self) -> tuple[Tile, ...]:
        """The kinds that were learnt, in tile order."""
        return tuple(TILES[kind] for kind in np.unique(self.kinds))

    @property
    def missing(self) -> tuple[Tile, ...]:
        """The kinds that were not learnt, in tile order."""
        return tuple(tile for tile in TILES if tile not in self.learnt)

    def with_examples(self, examples: Mapping[Tile, Sequence[Array]]) -> Tileset:
        """The set with more learnt tiles: for each kind the embeddings of its views, one array a tile."""
        kinds, embeddings = flat(examples)
        if not len(self.kinds):
            return replace(self, kinds=kinds, embeddings=embeddings)
        return replace(
            self,
            kinds=np.concatenate([self.kinds, kinds]),
            embeddings=np.concatenate([self.embeddings, embeddings]),
        )

    @property
    def whole(self) -> bool:
        """Whether all 27 kinds were learnt."""
        return len(np.unique(self.kinds)) == KINDS

    def likeness(self, embeddings: Array) -> Array:
        """How like faces (m x 192) are to each learnt kind, in tile order: -1..1, 1 for the same."""
        middle = self.embeddings.mean(axis=0) if self.whole else 0.0
        every = _directions(embeddings - middle) @ _directions(self.embeddings - middle).T
        best = [every[:, self.kinds == kind].max(axis=1) for kind in np.unique(self.kinds)]
        return np.stack(best, axis=1)

    def fitted(self, embeddings: Array) -> Array:
        """How much faces (m x 192) are each of the 27 kinds, about 0..1, by lines fitted to all views of a
        whole set."""
        middle, lines = _fit(self)
        return np.asarray(_directions(embeddings - middle) @ lines, dtype=np.float32)

    def nudged(self, logits: Array, embeddings: Array, small: NDArray[np.bool_] | None = None) -> Array:
        """The logits (m x 28) of faces, moved towards the learnt kinds that their embeddings (m x 192) are
        like; `small`: which of the faces (m) are seen from afar, none where that is not told."""
        if not len(self.kinds) or not len(logits):
            return logits
        likeness = self.likeness(embeddings)
        if self.whole:
            fitted = self.fitted(embeddings)
            near = pulled(logits, likeness, fitted, PULL)
            if small is None or not small.any():
                return near
            return np.where(small[:, None], pulled(logits, likeness, fitted, AFAR), near)
        result = logits.copy()
        result[:, np.unique(self.kinds)] += CAUTIOUS * np.maximum(likeness - NEAR, 0) / (1 - NEAR)
        return result


def pulled(logits: Array, likeness: Array, fitted: Array, pull: Pull) -> Array:
    """Logits (m x 28), moved as `pull` says by what a whole set knows (m x 27 each)."""
    result = logits.copy()
    result[:, :KINDS] += pull.nearest * (likeness - likeness.max(axis=1, keepdims=True))
    result[:, :KINDS] += pull.fitted * (fitted - fitted.max(axis=1, keepdims=True))
    result[:, KINDS] += pull.away * (pull.away_from - fitted.max(axis=1))
    return result / np.float32(pull.calm)


def empty(name: str, namer: str) -> Tileset:
    """A set that knows no tile yet."""
    return Tileset(name, namer, np.zeros(0, np.int64), np.zeros((0, 0), np.float32))


def flat(examples: Mapping[Tile, Sequence[Array]]) -> tuple[NDArray[np.int64], Array]:
    """Examples by kind, one at least, as two arrays: the kind and the embedding of each view."""
    kinds = [int(tile) for tile, tiles in examples.items() for one in tiles for _ in range(len(one))]
    views = np.concatenate([one for tiles in examples.values() for one in tiles])
    return np.array(kinds, dtype=np.int64), views.astype(np.float32)


def confusions(kinds: NDArray[np.int64], likelihoods: Array) -> tuple[tuple[Tile, Tile, float], ...]:
    """The pairs of kinds that are hard to tell apart: the mean likelihood that faces of the one are given as
    the other, the larger of the two ways, from `CONFUSABLE` on, the worst first.

    `kinds` (n): what each trial face is; `likelihoods` (n x 28): what it was taken for.
    """
    mean = np.zeros((KINDS, KINDS))
    for kind in np.unique(kinds):
        mean[kind] = likelihoods[kinds == kind, :KINDS].mean(axis=0)
    both = np.maximum(mean, mean.T)
    pairs = [
        (TILES[one], TILES[other], round(float(both[one, other]), 3))
        for one in range(KINDS)
        for other in range(one + 1, KINDS)
        if both[one, other] >= CONFUSABLE
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair[2], pair[:2])))


@lru_cache(maxsize=4)
def _fit(tileset: Tileset) -> tuple[Array, Array]:
    """The middle of a set's embeddings, and a column for each kind: ridge regression on its views."""
    middle = tileset.embeddings.mean(axis=0)
    views = _directions(tileset.embeddings - middle).astype(np.float64)
    goals = np.eye(KINDS)[tileset.kinds] - 1 / KINDS
    lines = np.linalg.solve(views.T @ views + STIFF * np.eye(views.shape[1]), views.T @ goals)
    return middle, np.asarray(lines, dtype=np.float32)


def _directions(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), dtype=np.float32)

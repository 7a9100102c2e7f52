"""A detector that knows a film's truth: what a good reader finds, with a few seeded faults."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.detection import CLASSES, Detection, sure
from vision.detectors.looking import Found
from vision.frames import Frame
from vision.synth.board import TileTruth
from vision.synth.pictures import SQUARE


@dataclass(frozen=True)
class Faults:
    """Chances of a tile in a view, and how far its box is off, pixels. `hidden`: tiles of which more is
    hidden are not found. `sure`: the likelihood of the kind that is read, `unsure` that of a wrong one."""

    missed: float = 0.005
    wrong: float = 0.002
    ghosts: float = 0.05
    off: float = 0.7
    hidden: float = 0.55
    sure: float = 0.97
    unsure: float = 0.6


@dataclass
class TruthReader:
    """Finds and names what `tiles` says. Set `tiles` before each frame."""

    faults: Faults = field(default_factory=Faults)
    seed: int = 0
    tiles: tuple[TileTruth, ...] = ()
    views: int = 0
    title: str = "the film's own truth"
    backend: str = "none"
    name_from: float = 0.5

    def tell(self, number: int, tiles: tuple[TileTruth, ...]) -> None:
        """What the frame of this number shows."""
        self.views, self.tiles = number, tiles

    def find(self, frame: Frame) -> Found:
        """The boxes of the tiles that show enough of themselves."""
        random = np.random.default_rng((self.seed, self.views, 71))
        boxes, odds = [], []
        for truth in self.tiles:
            fuzzy = truth.moving and random.random() < 0.5
            x1, y1, x2, y2 = truth.box
            small = min(x2 - x1, y2 - y1) < 6
            if truth.hidden > self.faults.hidden or truth.cosine < SQUARE or small or fuzzy:
                continue
            if random.random() < self.faults.missed:
                continue
            boxes.append(np.array(truth.box) + random.normal(0, self.faults.off, 4))
            odds.append(self._odds(truth.kind, random))
        if random.random() < self.faults.ghosts:
            x, y = random.uniform(0, frame.width - 40), random.uniform(0, frame.height - 40)
            boxes.append(np.array([x, y, x + 26, y + 34]))
            odds.append(sure(int(random.integers(27)), self.faults.unsure))
        if not boxes:
            return Found(np.zeros((0, 4), np.float32), np.zeros((0, CLASSES), np.float32))
        return Found(np.array(boxes, np.float32), np.array(odds, np.float32))

    def _odds(self, kind: int, random: np.random.Generator) -> tuple[float, ...]:
        if kind < 27 and random.random() < self.faults.wrong:
            other = (kind + int(random.integers(1, 27))) % 27
            return sure(other, self.faults.unsure)
        return sure(kind, self.faults.sure)

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        """The same as detections."""
        return tuple(
            Detection(
                (float(box[0]), float(box[1]), float(box[2]), float(box[3])),
                0.95,
                tuple(float(odd) for odd in odds),
            )
            for box, odds in zip(found.boxes, found.odds, strict=True)
        )

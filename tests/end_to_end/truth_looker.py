"""A looker that knows a film's truth: every settled frame as an observation without a fault."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from assistant.observation import Area, Observation, SeenPiece
from vision.calibration import Geometry
from vision.detection import BACK, sure
from vision.frames import Pixels
from vision.synth.board import TileTruth
from vision.synth.films import Frame
from vision.synth.solids import Floats

HALF = 0.5
"""A tile of which more is hidden is not seen."""
STANDS = 1.0
"""Radians from lying face up: a tile tipped further stands, and only its player reads it."""


@dataclass(frozen=True)
class Look:
    """What a frame shows, None while anything moves."""

    observation: Observation | None


@dataclass
class TruthLooker:
    """Places every tile where the film has it. Tell it each frame before it is asked."""

    geometry: Geometry
    tips: dict[int, float] = field(default_factory=dict)
    since: dict[int, tuple[float, tuple[float, float]]] = field(default_factory=dict)
    frame: Frame | None = None

    def tell(self, frame: Frame, tips: dict[int, float]) -> None:
        """The frame, and how far each tile is tipped back, radians."""
        self.frame, self.tips = frame, tips

    def see(self, at: float, pixels: Pixels) -> Look:
        """The truth of the frame told last."""
        frame = self.frame
        assert frame is not None
        assert frame.at == at
        if frame.moving or frame.hands:
            return Look(None)
        matrix = np.asarray(
            cv2.getPerspectiveTransform(
                np.array(self.geometry.corners, dtype=np.float32),
                np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float32),
            ),
            dtype=np.float64,
        )
        pieces = [self._piece(truth, matrix, at) for truth in frame.picture.tiles if truth.hidden <= HALF]
        hidden = frozenset(
            (Area(str(area)), self.geometry.seat(side)) for area, side in frame.picture.covered
        )
        return Look(Observation(at, tuple(pieces), hidden))

    def _piece(self, truth: TileTruth, matrix: Floats, at: float) -> SeenPiece:
        quad = np.array(truth.quad, dtype=np.float64)[None]
        corners = cv2.perspectiveTransform(quad, matrix)[0]
        x, y = (float(part) for part in corners.mean(0))
        up = corners[[0, 1]].mean(0) - corners[[2, 3]].mean(0)
        turn = float(np.degrees(np.arctan2(-up[0], up[1]))) % 180
        began, where = self.since.get(truth.tile, (at, (x, y)))
        if abs(where[0] - x) + abs(where[1] - y) > 0.02:
            began = at
        self.since[truth.tile] = (began, (x, y))
        standing = abs(self.tips.get(truth.tile, 0.0)) > STANDS
        kind = BACK if standing else truth.kind
        area = Area(str(truth.area))
        return SeenPiece(
            sure(kind, 0.98), area, self.geometry.seat(truth.side), (x, y), turn, truth.tile, began
        )

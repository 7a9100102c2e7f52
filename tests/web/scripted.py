"""A reader of photos that knows the demo picture's truth and answers as a test wants; a detector that finds
what a test lays.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.notation import parse_hand
from assistant.rules import RuleSet
from tests.web.waiting import PATIENCE
from vision.detection import Detection
from vision.detectors.looking import Found, nothing
from vision.frames import Frame
from web.drawings.demo import HEIGHT, WIDTH, truth
from web.presenters.hand import analyse, hand_faults


@dataclass
class ScriptedReader:
    """Answers every photo with the demo picture's truth, changed as a test wants."""

    unsure: dict[int, float] = field(default_factory=dict)
    """place in the row to a confidence"""
    misread: dict[int, str] = field(default_factory=dict)
    """place in the row to the word read there"""
    problems: list[dict[str, Any]] = field(default_factory=list)
    photos: list[int] = field(default_factory=list)
    """the size of each photo read, in bytes"""
    gate: threading.Event | None = None
    """where given, a photo is read only once it is set"""

    def __call__(self, photo: bytes, rules: RuleSet) -> dict[str, Any]:
        self.photos.append(len(photo))
        if self.gate is not None:
            assert self.gate.wait(PATIENCE)
        words: list[str] = []
        tiles: list[dict[str, object]] = []
        for place, (tile, box) in enumerate(truth()):
            words.append(self.misread.get(place, str(tile)))
            confidence = self.unsure.get(place, 0.99)
            tiles.append({"tile": words[-1], "box": list(box), "confidence": confidence})
        hand = parse_hand(" ".join(words))
        return {
            "image": "",
            "width": WIDTH,
            "height": HEIGHT,
            "tiles": tiles,
            "rows": [words],
            "hand": str(hand),
            "hand_tiles": list(range(len(tiles))),
            "meld_tiles": [],
            "analysis": None if hand_faults(hand) else analyse(hand, rules),
            "problems": self.problems,
            "milliseconds": {"total": 1.0},
            "model": "scripted",
        }


class ScriptedDetector:
    """A detector that finds the same in every picture."""

    title = "scripted"
    backend = "none"
    name_from = 0.6

    def __init__(self, detections: Sequence[Detection]) -> None:
        self.detections = tuple(detections)

    def find(self, frame: Frame) -> Found:
        return nothing(2)

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        return self.detections

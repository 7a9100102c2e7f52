"""Ultralytics: runs the YOLO weights a user brings. The one file here that imports it, and torch with it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vision.detection import BACK, CLASSES, NAMES, SAME_PLACE, Detection
from vision.detectors.looking import Found, look, nothing
from vision.detectors.nets import Array
from vision.detectors.two_stage import Namer, detections, named
from vision.detectors.weights import ModelError
from vision.frames import Frame, Pixels

# when it is imported it looks for the network and for packages to install, and must do neither; what it says
# goes to standard error, for standard output is the answer's
os.environ["YOLO_OFFLINE"] = "true"
os.environ["YOLO_AUTOINSTALL"] = "false"
with contextlib.redirect_stdout(sys.stderr):
    from ultralytics.models import YOLO

FINDER = ("face", "back")
FIND, NAME = 0.25, 0.5
"""The score from which a tile counts, and the one below which its name is left `?`, for weights that say
nothing of either."""


class UltralyticsYolo:
    """YOLO weights from a file: either with the 29 classes 1m..9m 1p..9p 1s..9s back other (back and other
    may be missing), or a finder with the classes face and back, whose faces `namer` then reads."""

    backend = "ultralytics"

    def __init__(
        self, file: Path, namer: Namer | None = None, find_from: float = FIND, name_from: float = NAME
    ) -> None:
        self.title = file.name
        self.find_from = find_from
        self.name_from = name_from
        try:
            self.model = YOLO(str(file), task="detect")
            classes: Mapping[int, str] = dict(self.model.names)
            settings = getattr(self.model, "overrides", {})
        except Exception as error:  # a file that is no weights raises whatever its bytes happen to trip over
            raise ModelError(
                f"Ultralytics cannot open {file} ({error}): give YOLO detection weights.",
                f"Ultralytics 打不开 {file}（{error}）：请给 YOLO 检测权重。",
            ) from error
        self.size = int(settings.get("imgsz") or 640) if isinstance(settings.get("imgsz"), int) else 640
        self.namer = namer if set(classes.values()) == set(FINDER) else None
        names = FINDER if self.namer else NAMES
        unknown = sorted(set(classes.values()) - set(names))
        missing = sorted(set(names[: len(names) if self.namer else BACK]) - set(classes.values()))
        if unknown or missing:
            raise ModelError(
                f"{file.name} knows other classes than ours ({', '.join((unknown or missing)[:3])} ...): "
                "train it with the classes 1m..9m 1p..9p 1s..9s back other, or face and back.",
                f"{file.name} 的类别不对：请用 1m..9m 1p..9p 1s..9s back other，或 face、back 训练。",
            )
        self.places = {number: names.index(name) for number, name in classes.items()}
        self.columns = len(names)

    def find(self, frame: Frame) -> Found:
        """Every tile of a picture, in pixels of the frame."""
        return look(self._show, frame.pixels, self.size)

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        """The tiles found as detections in pixels of the original."""
        if self.namer:
            return named(frame, found, self.namer)
        odds = found.odds.astype(np.float64)
        # YOLO gives one score a box; what it leaves is spread evenly over what it did not say
        likelihoods = np.where(odds > 0, odds, ((1 - odds.max(axis=1)) / (CLASSES - 1))[:, None])
        return detections(frame, found, likelihoods)

    def _show(self, pixels: Pixels, size: int) -> Found:
        size = -(-size // 32) * 32
        results: Any = self.model.predict(
            pixels[:, :, ::-1],
            imgsz=size,
            conf=self.find_from,
            iou=SAME_PLACE,
            agnostic_nms=True,
            device="cpu",
            verbose=False,
        )
        seen = results[0].boxes
        if seen is None or not len(seen):
            return nothing(self.columns)
        boxes: Array = seen.xyxy.cpu().numpy().astype(np.float32)
        odds = np.zeros((len(boxes), self.columns), dtype=np.float32)
        for row, (kind, score) in enumerate(zip(seen.cls.tolist(), seen.conf.tolist(), strict=True)):
            odds[row, self.places[int(kind)]] = score
        return Found(boxes, odds)

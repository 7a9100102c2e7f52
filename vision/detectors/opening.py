"""选模型: from what a user asks for to a detector: a shipped model, a model folder, or YOLO weights."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

from vision.detection import Detection
from vision.detectors.looking import Found
from vision.detectors.nets import opener, threads
from vision.detectors.two_stage import Namer, TwoStage
from vision.detectors.weights import ModelError, load_weights, shipped
from vision.frames import Frame

WEIGHTS = (".pt", ".onnx", ".engine", ".torchscript")
"""Endings of files that Ultralytics runs."""


class Detector(Protocol):
    """Finds the tiles of a picture, then names them. Both steps apart, so that each can be timed."""

    title: str
    """The model, as the public forms name it."""
    backend: str
    name_from: float
    """The likelihood below which a tile is left `?`."""

    def find(self, frame: Frame) -> Found:
        """Where the tiles are, in pixels of the frame."""
        ...

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        """What they are, in pixels of the original."""
        ...


def open_detector(
    model: str | Path | None = None, backend: str = "auto", precision: str = "auto", size: int | None = None
) -> Detector:
    """A detector for a shipped model's name, a model folder or a weights file; without one the shipped model.

    `precision`: fp32 or int8, `auto` the fastest that backend and model have. `size`: input pixels of the
    longer side for the first look, where it should not be the model's own: 1280 for views of a whole table.
    Raises ModelError for what cannot be used, ValueError for an unknown backend.
    """
    if model is not None and Path(model).suffix in WEIGHTS:
        return _brought(Path(model), backend)
    weights = load_weights(model)
    if size is not None:
        weights = replace(weights, finder=replace(weights.finder, size=size))
    return TwoStage(weights, backend, precision)


def _brought(file: Path, backend: str) -> Detector:
    if not file.is_file():
        raise ModelError(
            f"There is no file {file}: check the name after --model.",
            f"没有文件 {file}：请检查 --model 的名字。",
        )
    from vision.detectors.ultralytics_yolo import FIND, NAME, UltralyticsYolo

    # a finder needs a namer beside it: of its own folder, else the shipped one
    own = (file.parent / "model.toml").is_file()
    if not (own or shipped()):
        return UltralyticsYolo(file)
    weights = load_weights(file.parent if own else None)
    _, open_net = opener(backend)
    find, name = (weights.find, weights.name) if own else (FIND, NAME)
    namer = Namer(weights.namer, open_net(weights.namer.file, threads()), sure=name)
    return UltralyticsYolo(file, namer, find, name)

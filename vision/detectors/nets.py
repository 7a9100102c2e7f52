"""后端: what every backend gives: a net, opened from an ONNX file, from pictures to arrays of float32."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Batch = NDArray[np.uint8] | Array
"""Pictures for a net: bytes, n x height x width x 3, as they come from a camera; or n x 3 x height x width in
0..1, as the net's file has them."""
Net = Callable[[Batch], tuple[Array, ...]]
"""A net with one input, the batch first; its outputs in the file's order. Several threads may call it."""

PACKAGES = {"openvino": "openvino", "onnxruntime": "onnxruntime", "opencv": "cv2"}
"""The backends, best first, and the package each needs."""
MODULES = {"openvino": "openvino_net", "onnxruntime": "onnxruntime_net", "opencv": "opencv_net"}
PRECISIONS = {"openvino": ("int8", "fp32"), "onnxruntime": ("int8", "fp32"), "opencv": ("fp32",)}
"""The number formats each backend runs, fastest first; int8: in each net that it runs faster so."""


class OpenNet(Protocol):
    """How a backend opens a net."""

    def __call__(self, file: Path, threads: int) -> Net:
        """The net of an ONNX file, run on the CPU with so many threads."""
        ...


def plain(batch: Batch) -> Array:
    """A batch as the net's file has it: n x 3 x height x width, 0..1."""
    if batch.dtype != np.uint8:
        return batch.astype(np.float32, copy=False)
    many, height, width, colours = batch.shape
    ready = np.empty((many, colours, height, width), dtype=np.float32)
    np.multiply(batch.transpose(0, 3, 1, 2), np.float32(1 / 255), out=ready)
    return ready


def threads() -> int:
    """CPU threads that a net may use: small nets gain nothing beyond four."""
    return max(1, min(4, os.cpu_count() or 1))


def installed() -> tuple[str, ...]:
    """The backends whose package is installed, best first."""
    return tuple(name for name, package in PACKAGES.items() if find_spec(package))


def opener(backend: str = "auto") -> tuple[str, OpenNet]:
    """A backend's name and how it opens a net; `auto` is the best one installed.

    ValueError, one sentence, for a backend that is unknown or not installed.
    """
    here = installed()
    chosen = here[0] if backend == "auto" and here else backend
    if chosen not in here:
        raise ValueError(f"There is no backend {backend} here: choose auto or one of {', '.join(here)}.")
    module = import_module(f"vision.detectors.{MODULES[chosen]}")
    opening: OpenNet = module.open_net
    return chosen, opening


def precision_of(backend: str, wanted: str, there: tuple[str, ...]) -> str:
    """The number format to run: the one wanted, or for `auto` the backend's fastest of those that are there.

    ValueError, one sentence, for one that the backend or the model does not have.
    """
    able = tuple(name for name in PRECISIONS.get(backend, ("fp32",)) if name in there)
    chosen = able[0] if wanted == "auto" and able else wanted
    if chosen not in able:
        raise ValueError(f"{backend} does not run this model in {wanted}: choose auto or one of {able}.")
    return chosen

"""后端: what every backend gives: a net, opened from an ONNX file, from float32 arrays to float32 arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Net = Callable[[Array], Array]
"""A net with one input, the batch first; several outputs of a row stand side by side. Several threads may
call it."""

PACKAGES = {"openvino": "openvino", "onnxruntime": "onnxruntime", "opencv": "cv2"}
"""The backends, best first, and the package each needs."""
MODULES = {"openvino": "openvino_net", "onnxruntime": "onnxruntime_net", "opencv": "opencv_net"}


class OpenNet(Protocol):
    """How a backend opens a net."""

    def __call__(self, file: Path, threads: int) -> Net:
        """The net of an ONNX file, run on the CPU with so many threads."""
        ...


def side_by_side(outputs: Sequence[Array]) -> Array:
    """The outputs of a net as one array: one alone as it is, several of n rows joined along their second
    axis."""
    return outputs[0] if len(outputs) == 1 else np.concatenate(outputs, axis=1)


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

"""OpenVINO: the fastest CPU backend, used where it is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Lock
from typing import Any, cast

import numpy as np

from vision.detectors.nets import Array, Net, side_by_side

# the package reports its import to a server and leaves files in the user's home, unless this one is missing
cast(dict[str, Any], sys.modules).setdefault("openvino_telemetry", None)

import openvino  # noqa: E402


def open_net(file: Path, threads: int) -> Net:
    """The net of an ONNX file on the CPU; openvino's own errors for a bad file."""
    core = openvino.Core()
    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "PERFORMANCE_HINT": "LATENCY",
        # newer processors would round to bfloat16, and a tile near a threshold would then read differently
        "INFERENCE_PRECISION_HINT": "f32",
    }
    compiled = core.compile_model(core.read_model(str(file)), "CPU", settings)
    request = compiled.create_infer_request()
    one_at_a_time = Lock()

    def run(batch: Array) -> Array:
        with one_at_a_time:
            answers = request.infer([batch])
            return side_by_side([np.array(answers[port], dtype=np.float32) for port in compiled.outputs])

    return run

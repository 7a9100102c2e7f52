"""OpenVINO: the fastest CPU backend, used where it is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import openvino

from vision.detectors.nets import Array, Net


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

    def run(batch: Array) -> Array:
        return np.array(request.infer([batch])[0], dtype=np.float32)

    return run

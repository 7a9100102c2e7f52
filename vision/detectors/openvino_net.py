"""OpenVINO: the fastest CPU backend, used where it is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Lock
from typing import Any, cast

import numpy as np

from vision.detectors.nets import Array, Batch, Net

# the package reports its import to a server and leaves files in the user's home, unless this one is missing
cast(dict[str, Any], sys.modules).setdefault("openvino_telemetry", None)

import openvino  # noqa: E402
from openvino.preprocess import PrePostProcessor  # noqa: E402


def open_net(file: Path, threads: int) -> Net:
    """The net of an ONNX file on the CPU; openvino's own errors for a bad file."""
    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "PERFORMANCE_HINT": "LATENCY",
        # newer processors would round to bfloat16, and a tile near a threshold would then read differently
        "INFERENCE_PRECISION_HINT": "f32",
    }
    core = openvino.Core()

    def compiled(of_bytes: bool) -> openvino.InferRequest:
        model = core.read_model(str(file))
        if of_bytes:
            steps = PrePostProcessor(model)
            steps.input().tensor().set_element_type(openvino.Type.u8).set_layout(openvino.Layout("NHWC"))
            steps.input().model().set_layout(openvino.Layout("NCHW"))
            steps.input().preprocess().convert_element_type(openvino.Type.f32).scale(255.0)
            model = steps.build()
        return core.compile_model(model, "CPU", settings).create_infer_request()

    # a camera's bytes are the usual input; faces that were changed in floats come only where a set is learnt
    requests = {True: compiled(True)}
    one_at_a_time = Lock()

    def run(batch: Batch) -> tuple[Array, ...]:
        of_bytes = batch.dtype == np.uint8
        with one_at_a_time:
            if of_bytes not in requests:
                requests[of_bytes] = compiled(of_bytes)
            request = requests[of_bytes]
            request.infer([batch], share_inputs=True)
            return tuple(np.array(one.data, dtype=np.float32) for one in request.output_tensors)

    return run

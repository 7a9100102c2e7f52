"""ONNX Runtime: the default backend; everywhere there, quick to start, no torch."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

# it would keep a mark of the machine in the user's home and report to a server
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

from vision.detectors.nets import Array, Batch, Net, plain

ERRORS_ONLY = 3


def open_net(file: Path, threads: int) -> Net:
    """The net of an ONNX file on the CPU; FileNotFoundError or onnxruntime's own errors for a bad file."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    # idle threads that spin take the processor from everything else: on a busy machine half the speed
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(batch: Batch) -> tuple[Array, ...]:
        answers = session.run(None, {name: plain(batch)})
        return tuple(np.asarray(answer, dtype=np.float32) for answer in answers)

    return run

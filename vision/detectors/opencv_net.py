"""OpenCV's DNN module: the backend that needs no package beyond OpenCV itself."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from vision.detectors.nets import Array, Net


def open_net(file: Path, threads: int) -> Net:
    """The net of an ONNX file on the CPU; cv2.error for a bad file. `threads` holds for all of OpenCV."""
    cv2.setNumThreads(threads)
    net = cv2.dnn.readNetFromONNX(str(file))
    one_at_a_time = Lock()

    def run(batch: Array) -> Array:
        with one_at_a_time:
            net.setInput(batch)
            return np.array(net.forward(), dtype=np.float32)

    return run

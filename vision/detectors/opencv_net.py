"""OpenCV's DNN module: the backend that needs no package beyond OpenCV itself."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from vision.detectors.nets import Array, Net, side_by_side

FIRST = "logits"
"""The first output of the one net that has several, the namer."""


def open_net(file: Path, threads: int) -> Net:
    """The net of an ONNX file on the CPU; cv2.error for a bad file. `threads` holds for all of OpenCV."""
    cv2.setNumThreads(threads)
    net = cv2.dnn.readNetFromONNX(str(file))
    # OpenCV 4 lists a net's outputs in another order than 5
    names = sorted(net.getUnconnectedOutLayersNames(), key=lambda name: name != FIRST)
    one_at_a_time = Lock()

    def run(batch: Array) -> Array:
        with one_at_a_time:
            net.setInput(batch)
            return side_by_side([np.array(answer, dtype=np.float32) for answer in net.forward(names)])

    return run

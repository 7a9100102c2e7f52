"""OpenCV's DNN module: the backend that needs no package beyond OpenCV itself."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from vision.detectors.nets import Array, Batch, Net, plain

ORDER = (
    "logits",
    "embedding",
    *(f"{what}{stride}" for stride in (8, 16, 32) for what in ("boxes", "scores")),
)
"""The outputs of the nets that have several, in their files' order."""


def open_net(file: Path, threads: int) -> Net:
    """The net of an ONNX file on the CPU; cv2.error for a bad file. `threads` holds for all of OpenCV."""
    cv2.setNumThreads(threads)
    net = cv2.dnn.readNetFromONNX(str(file))
    # OpenCV 4 lists a net's outputs in another order than 5
    told = net.getUnconnectedOutLayersNames()
    names = sorted(told, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    one_at_a_time = Lock()

    def run(batch: Batch) -> tuple[Array, ...]:
        with one_at_a_time:
            net.setInput(plain(batch))
            return tuple(np.array(answer, dtype=np.float32) for answer in net.forward(names))

    return run

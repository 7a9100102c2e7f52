"""Every backend gives the namer's two outputs in one order, and the same numbers."""

import numpy as np
import pytest

from assistant.tiles import KINDS
from vision.detectors.nets import installed, opener, side_by_side
from vision.detectors.weights import load_weights


def test_one_output_stays_and_several_stand_side_by_side() -> None:
    one, two = np.zeros((2, 3), np.float32), np.ones((2, 1), np.float32)
    assert side_by_side([one]) is one
    assert side_by_side([one, two]).tolist() == [[0, 0, 0, 1], [0, 0, 0, 1]]


@pytest.mark.parametrize("backend", [name for name in installed() if name != "onnxruntime"])
def test_the_namer_answers_alike(backend: str) -> None:
    namer = load_weights().namer
    faces = np.random.default_rng(5).random((3, 3, namer.size, namer.size), dtype=np.float32)
    expected, answer = (opener(name)[1](namer.file, 1)(faces) for name in ("onnxruntime", backend))
    assert expected.shape[1] > KINDS + 1
    np.testing.assert_allclose(answer, expected, atol=1e-3)

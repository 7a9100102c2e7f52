"""Every backend gives the namer's two outputs in one order, and the same numbers."""

import numpy as np
import pytest

from assistant.tiles import KINDS
from vision.detectors.nets import installed, opener, plain, precision_of
from vision.detectors.weights import load_weights


def test_bytes_and_floats_are_the_same_pictures() -> None:
    batch = np.random.default_rng(1).integers(0, 256, (2, 5, 4, 3), dtype=np.uint8)
    ready = plain(batch)
    assert ready.shape == (2, 3, 5, 4)
    assert ready.dtype == np.float32
    np.testing.assert_allclose(ready[1, 2, 3, 0], batch[1, 3, 0, 2] / 255, atol=1e-6)
    assert plain(ready) is ready


def test_the_precision_is_the_fastest_of_those_there() -> None:
    assert precision_of("openvino", "auto", ("int8", "fp32")) == "int8"
    assert precision_of("openvino", "auto", ("fp32",)) == "fp32"
    assert precision_of("opencv", "auto", ("int8", "fp32")) == "fp32"
    assert precision_of("openvino", "fp32", ("int8", "fp32")) == "fp32"
    with pytest.raises(ValueError, match="does not run this model in int8"):
        precision_of("opencv", "int8", ("int8", "fp32"))


@pytest.mark.parametrize("backend", [name for name in installed() if name != "onnxruntime"])
def test_the_namer_answers_alike(backend: str) -> None:
    namer = load_weights().namer
    faces = np.random.default_rng(5).integers(0, 256, (3, namer.size, namer.size, 3), dtype=np.uint8)
    for batch in (faces, plain(faces)):
        expected, answer = (opener(name)[1](namer.file, 1)(batch) for name in ("onnxruntime", backend))
        assert expected[0].shape == (3, KINDS + 1)
        for one, other in zip(expected, answer, strict=True):
            np.testing.assert_allclose(other, one, atol=1e-3)

from pathlib import Path

import pytest

from vision.detectors.weights import NAMES, FinderWeights, ModelError, NamerWeights, load_weights

GOOD = f"""
[finder]
file = "finder.onnx"
size = 640
stride = 32
classes = ["face", "back"]
[namer]
file = "namer.onnx"
size = 64
classes = {list(NAMES)}
temperature = 1.2
crop_margin = 0.1
[thresholds]
find = 0.3
name = 0.7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "finder.onnx").touch()
    (tmp_path / "namer.onnx").touch()
    (tmp_path / "model.toml").write_text(GOOD)
    return tmp_path


def test_a_folder_is_read(folder: Path) -> None:
    weights = load_weights(folder)
    assert weights.title == folder.name
    assert (weights.finder.size, weights.finder.stride) == (640, 32)
    assert (weights.namer.size, weights.namer.temperature, weights.namer.crop_margin) == (64, 1.2, 0.1)
    assert (weights.find, weights.name) == (0.3, 0.7)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ('["face", "back"]', '["back", "face"]'),
        ("'1m', '2m'", "'2m', '1m'"),
        ("crop_margin = 0.1", ""),
        ("size = 64\n", 'size = "big"\n'),
        ("[thresholds]", "[limits]"),
        ('file = "namer.onnx"', 'file = "gone.onnx"'),
        ("[finder]", "[finder"),
    ],
)
def test_a_wrong_model_is_refused_in_a_sentence(folder: Path, was: str, becomes: str) -> None:
    assert was in GOOD
    (folder / "model.toml").write_text(GOOD.replace(was, becomes, 1))
    with pytest.raises(ModelError) as caught:
        load_weights(folder)
    assert str(caught.value).endswith(".")
    assert caught.value.chinese.endswith("。")


def test_an_unknown_name(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="name a model that ships"):
        load_weights(tmp_path / "nothing")


def test_the_file_for_openvino_alone_is_no_other_backends() -> None:
    finder = FinderWeights(Path("finder.onnx"), 640, 32, Path("finder-int8.xml"))
    assert finder.file_in("int8", "openvino") == Path("finder-int8.xml")
    assert finder.file_in("int8", "onnxruntime") == Path("finder.onnx")
    assert finder.file_in("fp32", "openvino") == Path("finder.onnx")
    namer = NamerWeights(Path("namer.onnx"), 64, 1.0, 0.1, Path("namer-int8.onnx"))
    assert namer.file_in("int8", "onnxruntime") == Path("namer-int8.onnx")
    assert NamerWeights(Path("namer.onnx"), 64, 1.0, 0.1).file_in("int8", "openvino") == Path("namer.onnx")

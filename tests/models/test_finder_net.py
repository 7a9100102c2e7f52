"""The lean finder: what it takes over from a wider one, how it ships, and its 8-bit copy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import pytest
import torch

from models.recipe.export import export_finder, run_onnx
from models.recipe.finder_net import BINS, Yolo, lean
from models.recipe.finder_trainer import keep_quiet
from models.recipe.quantise import BOX_ENDS, finder_batches, for_openvino, quantised
from vision.detectors.looking import letter
from vision.detectors.nets import installed, opener, plain
from vision.detectors.two_stage import boxes_of

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    keep_quiet(folder)
    return folder


def saved(net: Yolo, file: Path) -> Path:
    """Weights as Ultralytics writes them."""
    args = {"task": "detect", "imgsz": 320}
    net.names = {0: "face", 1: "back"}
    net.args = args
    torch.save({"model": net, "ema": None, "optimizer": None, "epoch": -1, "train_args": args}, file)
    return file


@pytest.fixture(scope="module")
def wide(work: Path) -> Path:
    """An untrained finder as COCO weights make one: SiLU, 16 bins."""
    from ultralytics.nn.tasks import DetectionModel

    torch.manual_seed(3)
    net = DetectionModel("yolo11n.yaml", nc=2, verbose=False)  # type: ignore[no-untyped-call]
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
    return saved(net, work / "wide.pt")


@pytest.fixture(scope="module")
def exported(wide: Path, work: Path) -> tuple[Path, Yolo]:
    net = lean(wide)
    file = work / "finder.onnx"
    assert export_finder(saved(net, work / "lean.pt"), file, work) < 2e-3
    return file, net.eval()


def test_it_keeps_what_fits_and_the_strongest_of_the_rest(wide: Path) -> None:
    from ultralytics.nn.tasks import load_checkpoint

    old = load_checkpoint(str(wide))[0].float()  # type: ignore[no-untyped-call]
    net = lean(wide)
    assert torch.equal(net.model[4].cv1.conv.weight, old.model[4].cv1.conv.weight)
    assert isinstance(net.model[0].act, torch.nn.ReLU)
    new, before = net.model[-1].cv2[0][0], old.model[-1].cv2[0][0]
    kept = torch.topk(before.bn.weight, 4 * BINS).indices.sort().values
    assert torch.equal(new.conv.weight, before.conv.weight[kept])
    assert torch.equal(new.bn.weight, before.bn.weight[kept])


def test_raw_answers_mean_the_boxes_that_ultralytics_works_out(exported: tuple[Path, Yolo]) -> None:
    file, net = exported
    picture = np.random.default_rng(5).integers(0, 256, (96, 160, 3), dtype=np.uint8)
    shown = plain(letter(picture, 160, 32).batch)
    with torch.no_grad():
        expected = net(torch.from_numpy(shown))[0][0].numpy().T
    corners, odds = boxes_of(run_onnx(file, shown), 1e-6)
    assert len(corners) == len(expected)
    centres, sizes = expected[:, :2], expected[:, 2:4]
    np.testing.assert_allclose(corners[:, :2], centres - sizes / 2, atol=0.02)
    np.testing.assert_allclose(corners[:, 2:], centres + sizes / 2, atol=0.02)
    np.testing.assert_allclose(odds, expected[:, 4:], atol=1e-4)


def test_only_what_scores_is_worked_out(exported: tuple[Path, Yolo]) -> None:
    file, _ = exported
    shown = np.random.default_rng(8).random((1, 3, 96, 160), dtype=np.float32)
    everything, odds = boxes_of(run_onnx(file, shown), 1e-6)
    least = float(np.median(odds.max(axis=1)))
    assert 0 < len(boxes_of(run_onnx(file, shown), least)[0]) < len(everything)
    assert len(boxes_of(run_onnx(file, shown), 0.999999)[0]) == 0


@pytest.mark.parametrize("backend", installed())
def test_every_backend_answers_alike(backend: str, exported: tuple[Path, Yolo]) -> None:
    file, _ = exported
    batch = np.random.default_rng(6).integers(0, 256, (1, 96, 160, 3), dtype=np.uint8)
    expected = run_onnx(file, plain(batch))
    answer = opener(backend)[1](file, 1)(batch)
    assert [one.shape for one in answer] == [one.shape for one in expected]
    for one, other in zip(answer, expected, strict=True):
        np.testing.assert_allclose(one, other, atol=2e-3)


@pytest.mark.parametrize("exact", [None, BOX_ENDS])
def test_the_copy_in_eight_bits_answers_nearly_alike(
    exact: str | None, exported: tuple[Path, Yolo], work: Path
) -> None:
    file, _ = exported
    random = np.random.default_rng(7)
    files = []
    for number in range(3):
        files.append(work / f"{number}.png")
        small = random.integers(0, 256, (24, 40, 3), dtype=np.uint8)
        cv2.imwrite(str(files[-1]), cv2.resize(small, (160, 96), interpolation=cv2.INTER_CUBIC))
    batches = finder_batches(files, 32)
    copy = work / "finder-int8.onnx"
    quantised(file, copy, batches, exact)
    for_openvino(copy, copy.with_suffix(".xml"))
    assert copy.stat().st_size < 0.4 * file.stat().st_size
    floats = sum(len(np.unique(kernel)) > 256 for kernel in _kernels(copy))
    assert floats == (0 if exact is None else 6), "the last two of three branches"
    expected = run_onnx(file, batches[0])
    answers = run_onnx(copy, batches[0]), opener("openvino")[1](copy.with_suffix(".xml"), 1)(batches[0])
    for answer in answers:
        for one, other in zip(answer, expected, strict=True):
            assert np.abs(one - other).mean() < 0.1 * np.abs(other - other.mean()).mean() + 0.05


def _kernels(file: Path) -> list[np.ndarray[Any, Any]]:
    """The weights of a net's convolutions that are kept in float32."""
    kept = onnx.load(str(file)).graph.initializer
    arrays = [onnx.numpy_helper.to_array(one) for one in kept if one.data_type == onnx.TensorProto.FLOAT]
    return [one for one in arrays if one.ndim == 4]

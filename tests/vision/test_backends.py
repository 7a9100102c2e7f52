"""The shipped weights, the same through every backend; no torch, no network, nothing written."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from vision.detectors.nets import PRECISIONS, installed
from vision.detectors.opening import Detector, open_detector
from vision.detectors.two_stage import TwoStage
from vision.detectors.weights import MODELS, ModelError, load_weights, shipped
from vision.pipeline import Picture, read_picture

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "web" / "static" / "demo" / "hand.jpg"
HAND = ["2m", "2m", "2m", "3m", "6m", "7m", "8m", "7m", "8m", "9m", "1p", "2p", "3p"]

WATCHED = """
import sys

def watch(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.")):
        print(f"network: {event} {arguments}", file=sys.stderr)
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        print(f"written: {arguments[0]}", file=sys.stderr)

sys.addaudithook(watch)
from web.cli import main
status = main(sys.argv[1:])
print("torch" if "torch" in sys.modules else "no torch", file=sys.stderr)
raise SystemExit(status)
"""
"""Runs the command and tells of every use of the network and every file that is opened for writing."""


def watched(tmp_path: Path, *arguments: str) -> tuple[Any, str]:
    """The command's JSON and standard error, in a process of its own with an empty home."""
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WATCHED, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def words(picture: Picture) -> list[str]:
    return [tile.word for tile in picture.reading.tiles]


@pytest.fixture(scope="module")
def expected() -> Picture:
    return read_picture(DEMO, open_detector(backend="onnxruntime", precision="fp32"))


def same(one: Picture, other: Picture, pixels: float, likelihood: float) -> None:
    assert words(one) == words(other)
    for tile, again in zip(one.reading.tiles, other.reading.tiles, strict=True):
        assert tile.box == pytest.approx(again.box, abs=pixels)
        assert tile.detection.likelihoods == pytest.approx(again.detection.likelihoods, abs=likelihood)


def test_the_demo_picture_is_read_right(expected: Picture) -> None:
    assert words(expected) == HAND
    assert len(expected.reading.hand) == 13
    assert expected.reading.remarks == ()


@pytest.mark.parametrize("backend", [name for name in installed() if name != "onnxruntime"])
def test_every_backend_gives_the_same(backend: str, expected: Picture) -> None:
    detector = open_detector(backend=backend, precision="fp32")
    assert detector.backend == backend
    same(read_picture(DEMO, detector), expected, pixels=0.5, likelihood=0.01)


@pytest.mark.parametrize("backend", [name for name in installed() if "int8" in PRECISIONS[name]])
def test_eight_bits_read_nearly_the_same(backend: str, expected: Picture) -> None:
    detector = open_detector(backend=backend)
    assert isinstance(detector, TwoStage)
    assert detector.precision == "int8"
    same(read_picture(DEMO, detector), expected, pixels=6.0, likelihood=0.1)


def test_opencv_has_no_eight_bits() -> None:
    with pytest.raises(ValueError, match="does not run this model in int8"):
        open_detector(backend="opencv", precision="int8")


@pytest.mark.parametrize("backend", installed())
def test_several_threads_may_read_at_once(backend: str, expected: Picture) -> None:
    detector = open_detector(backend=backend)
    alone = read_picture(DEMO, detector)
    with ThreadPoolExecutor(4) as pool:
        pictures = list(pool.map(lambda _: read_picture(DEMO, detector), range(8)))
    assert words(alone) == words(expected)
    for picture in pictures:
        same(picture, alone, pixels=0.5, likelihood=0.01)


def test_auto_is_the_best_backend_installed() -> None:
    assert open_detector().backend == installed()[0]


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(ValueError, match="choose auto or one of"):
        open_detector(backend="abacus")


@pytest.mark.parametrize("backend", installed())
def test_no_torch_no_network_nothing_written(backend: str, tmp_path: Path) -> None:
    (form,), told = watched(tmp_path, "scan", str(DEMO), "--json", "--backend", backend)
    assert form["rows"] == [HAND]
    assert form["backend"] == backend
    assert told == "no torch\n"
    assert list(tmp_path.iterdir()) == []


def trained() -> Path:
    """The shipped finder as Ultralytics loads it."""
    return load_weights().finder.file.with_suffix(".pt")


def test_ultralytics_runs_the_shipped_finder_to_the_same_result(expected: Picture) -> None:
    detector = open_detector(trained())
    assert detector.backend == "ultralytics"
    # it shrinks the picture in a slightly different way
    same(read_picture(DEMO, detector), expected, pixels=6.0, likelihood=0.1)


def test_ultralytics_stays_off_the_network_and_off_standard_output(tmp_path: Path) -> None:
    (form,), told = watched(tmp_path, "scan", str(DEMO), "--json", "--model", str(trained()))
    assert form["rows"] == [HAND]
    assert "network" not in told


@pytest.mark.parametrize("first", ["import ultralytics", "import vision.frames, ultralytics"])
def test_a_bad_file_is_refused_beside_ultralytics_too(first: str) -> None:
    # importing it changes how Pillow opens pictures, in the whole process
    code = f"""
{first}
from PIL import Image
from vision.frames import PictureError, load_frame
try:
    load_frame(b"no picture at all")
except PictureError as error:
    print(error.code)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stdout.endswith("no_picture\n"), done.stderr


def yolo(path: Path, names: list[str]) -> Path:
    """Untrained YOLO weights with these classes, as a user might bring."""
    import torch
    from ultralytics.nn.tasks import DetectionModel

    net = DetectionModel("yolo11n.yaml", nc=len(names), verbose=False)  # type: ignore[no-untyped-call]
    net.names = dict(enumerate(names))
    torch.save({"model": net, "train_args": {"task": "detect", "imgsz": 320}}, path)
    return path


def test_weights_a_user_brings_with_the_29_classes(tmp_path: Path) -> None:
    from vision.detection import NAMES

    shuffled = [*NAMES[5:], *NAMES[:5]]
    detector: Detector = open_detector(yolo(tmp_path / "mine.pt", shuffled))
    places = detector.places  # type: ignore[attr-defined]
    assert [NAMES[places[number]] for number in range(29)] == shuffled
    picture = read_picture(DEMO, detector)
    assert picture.model == "mine.pt"


@pytest.mark.parametrize("names", [["cat", "dog"], ["face"], [f"{number}m" for number in range(1, 10)]])
def test_weights_with_other_classes_are_refused(tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(ModelError, match="train it with the classes"):
        open_detector(yolo(tmp_path / "other.pt", names))


def test_a_file_that_is_no_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.pt").write_text("no weights")
    with pytest.raises(ModelError):
        open_detector(tmp_path / "text.pt")
    with pytest.raises(ModelError):
        open_detector(tmp_path / "gone.pt")


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_model_opens(name: str) -> None:
    assert open_detector(name, "onnxruntime").title == name
    assert (MODELS / name / "model.toml").is_file()

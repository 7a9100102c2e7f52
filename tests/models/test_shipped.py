"""The weights that ship: model.toml tells the truth about the files, and they read drawn tiles."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest

from assistant.tiles import TILES
from models.recipe.namer_net import EMBEDDING
from models.recipe.tally import SUITED
from vision.detectors.opening import open_detector
from vision.frames import load_frame

MODELS = Path(__file__).parents[2] / "models"
FOLDERS = sorted(path.parent for path in MODELS.glob("*/model.toml"))
MEGABYTE = 1024 * 1024
DEMO = MODELS.parent / "web" / "static" / "demo" / "hand.jpg"


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def table(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "model.toml").read_text("utf-8"))


def session(file: Path) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])


def test_a_model_ships() -> None:
    assert FOLDERS


def test_files_are_there_and_small(folder: Path) -> None:
    told = table(folder)
    assert (folder / told["finder"]["file"]).stat().st_size < 15 * MEGABYTE
    assert (folder / told["namer"]["file"]).stat().st_size < 15 * MEGABYTE
    assert (folder / told["finder"]["weights"]).stat().st_size < 8 * MEGABYTE


def test_the_classes_are_the_tiles_in_their_order(folder: Path) -> None:
    told = table(folder)
    assert told["finder"]["classes"] == ["face", "back"]
    assert told["namer"]["classes"] == [*map(str, TILES), "other"]


def test_the_nets_have_the_sizes_that_model_toml_tells(folder: Path) -> None:
    told = table(folder)
    finder = session(folder / told["finder"]["file"])
    stride = told["finder"]["stride"]
    height, width = 6 * stride, 9 * stride
    answers = finder.run(None, {finder.get_inputs()[0].name: np.zeros((1, 3, height, width), np.float32)})
    if len(answers) == 1:
        cells = sum((height // step) * (width // step) for step in (8, 16, 32))
        assert answers[0].shape == (1, 4 + len(told["finder"]["classes"]), cells)
    else:
        for bins, scores, step in zip(answers[::2], answers[1::2], (8, 16, 32), strict=True):
            assert bins.shape[:3] == scores.shape[:3] == (1, height // step, width // step)
            assert bins.shape[3] % 4 == 0
            assert scores.shape[3] == len(told["finder"]["classes"])
    namer = session(folder / told["namer"]["file"])
    size = told["namer"]["size"]
    for many in (1, 3):
        faces = {namer.get_inputs()[0].name: np.zeros((many, 3, size, size), np.float32)}
        logits, embedding = namer.run(["logits", "embedding"], faces)
        assert logits.shape == (many, len(told["namer"]["classes"]))
        assert embedding.shape == (many, EMBEDDING)


def test_the_copies_in_eight_bits_find_and_read_the_same(folder: Path) -> None:
    told = table(folder)
    if "int8" not in told["finder"]:
        return
    for net in ("finder", "namer"):
        file, copy = folder / told[net]["file"], folder / told[net]["int8"]
        weights = copy.with_suffix(".bin") if copy.suffix == ".xml" else copy
        assert weights.stat().st_size < 0.4 * file.stat().st_size
    frame = load_frame(DEMO)
    plain, quick = (open_detector(folder, "openvino", precision) for precision in ("fp32", "int8"))
    found, again = plain.find(frame), quick.find(frame)
    order, other = np.argsort(found.boxes[:, 0]), np.argsort(again.boxes[:, 0])
    assert len(found) == len(again) > 0
    assert np.abs(found.boxes[order] - again.boxes[other]).max() < 6
    assert np.abs(found.odds[order] - again.odds[other]).max() < 0.2
    for one, two in zip(plain.name(frame, found), quick.name(frame, found), strict=True):
        assert one.best == two.best
        assert two.likelihoods == pytest.approx(one.likelihoods, abs=0.2)


def test_thresholds_and_temperature_make_sense(folder: Path) -> None:
    told = table(folder)
    assert 0.05 < told["thresholds"]["find"] < 0.9
    assert 0.05 < told["thresholds"].get("back", 0.5) < 0.95
    assert 0.3 < told["thresholds"]["name"] < 1
    assert 0.1 < told["namer"]["temperature"] < 5
    assert 0 <= told["namer"]["crop_margin"] < 0.3


def test_nothing_in_the_files_speaks_of_the_machine_that_trained_them(folder: Path) -> None:
    for file in folder.iterdir():
        text = file.read_bytes()
        for word in (str(MODELS.parent).encode(), b"/runs/", b"/home/", b"/tmp/", b"/root/", b"/Users/"):
            assert word not in text, (file.name, word)


def test_the_figures_add_up_and_reach_what_was_asked(folder: Path) -> None:
    with (folder / "metrics.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    all_of = {row["figure"]: float(row["value"]) for row in rows if row["group"] == "all"}
    assert all_of["right"] + all_of["wrong"] + all_of["unknown"] + all_of["missed"] == all_of["suited"]
    assert all_of["right_share"] >= 0.985
    assert all_of["wrong_share"] <= 0.005
    assert all_of["exact_share"] >= 0.75
    groups = {row["group"] for row in rows} - {"all"}
    for figure in ("pictures", "suited", "right", "exact"):
        parts = [float(row["value"]) for row in rows if row["group"] in groups and row["figure"] == figure]
        assert sum(parts) == all_of[figure]


def test_the_confusion_table_agrees_with_the_figures(folder: Path) -> None:
    with (folder / "confusion.csv").open(encoding="utf-8", newline="") as stream:
        rows = {
            row.pop("truth"): {word: int(many) for word, many in row.items()}
            for row in csv.DictReader(stream)
        }
    with (folder / "metrics.csv").open(encoding="utf-8", newline="") as stream:
        all_of = {
            row["figure"]: float(row["value"]) for row in csv.DictReader(stream) if row["group"] == "all"
        }
    assert sum(sum(rows[word].values()) for word in SUITED) == all_of["suited"]
    assert sum(rows[word][word] for word in SUITED) == all_of["right"]
    assert sum(rows[word]["?"] for word in SUITED) == all_of["unknown"]


def test_the_card_names_every_source_with_its_licence(folder: Path) -> None:
    card = (folder / "MODEL_CARD.md").read_text("utf-8")
    for words in (
        "Chinese Mahjong Detection",
        "riichimahjongdetection",
        "CC BY 4.0",
        "changed",
        "Camerash/mahjong-dataset",
        "justinchan114/Mahjong_Tile_Classifier",
        "Cyfef/Detection-of-mahjong-tiles-and-determination-of-winning-cards",
        "kch3coo/mahjong_detection",
        "FluffyStuff/riichi-mahjong-tiles",
        "AGPL-3.0",
    ):
        assert words in card

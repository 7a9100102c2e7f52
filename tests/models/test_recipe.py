"""The recipe on a few drawn pictures: it trains, resumes, and writes nothing beside what it reads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from models.recipe import draw_pieces, prepare, train_namer
from models.recipe.finder_trainer import care_weights
from models.recipe.finder_views import BACK_CLASS, FACE, Source, care_mask, drawn_source, view
from models.recipe.namer_net import CLASSES, SIZE
from models.recipe.namer_views import CROP_MARGIN, plain_views, varied_views, view_maps
from models.recipe.pieces import Images, Pieces, joined, left_out, load_pieces
from models.recipe.second_look import beyond_labels, own_side
from models.recipe.splits import Split
from vision.synth.__main__ import main as draw
from web.drawings.faces import HOME

ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder laid out like the training material, filled with drawn scenes."""
    folder = tmp_path_factory.mktemp("material")
    scenes = folder / "scenes"
    command = ["--faces", str(HOME), "--out", str(scenes), "--count", "6", "--size", "320", "--seed", "20"]
    assert draw(command) == 0
    places = ["full/hand-001", "full/table-001", "full/table-080", "full/tray-001", "partial/seat-001-1"]
    for scene, place in zip(sorted((scenes / "images").glob("*.jpg")), places, strict=False):
        part, name = place.split("/")
        for kind, source in (("images", scene), ("labels", scenes / "labels" / f"{scene.stem}.txt")):
            target = folder / "photos" / part / kind
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / f"{name}{source.suffix}")
    (folder / "photos" / "full" / "val.txt").write_text("hand-001\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def work(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    assert prepare.main(["--shared", str(shared), "--work", str(folder)]) == 0
    return folder


def listing(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()
    }


def test_validation_pictures_are_not_among_the_pieces(work: Path) -> None:
    pieces = load_pieces([work / "namer"])[0]
    assert len(pieces.labels) == len(pieces.images) > 0
    assert not any("hand-001" in picture for picture in pieces.pictures)
    assert set(pieces.splits) == {Split.TRAIN, Split.DEV}
    assert pieces.labels.max() < CLASSES


def test_a_piece_holds_its_tile_in_the_middle() -> None:
    image = np.zeros((100, 100, 3), dtype=np.uint8)
    image[40:60, 30:50] = 255
    piece = prepare.cut(image, (30, 40, 50, 60))
    quarter = prepare.PIECE // 4
    inside = piece[quarter + 2 : -quarter - 2, quarter + 2 : -quarter - 2]
    assert inside.min() == 255
    assert piece[: quarter - 2].max() == 0
    assert piece[:, : quarter - 2].max() == 0


def test_plain_views_show_the_box_with_its_margin() -> None:
    piece = torch.zeros(1, 3, prepare.PIECE, prepare.PIECE)
    quarter = prepare.PIECE // 4
    piece[:, :, quarter:-quarter, quarter:-quarter] = 1
    view_of = plain_views(piece)
    assert view_of.shape == (1, 3, SIZE, SIZE)
    share = float(view_of.mean())
    assert share == pytest.approx(1 / (1 + 2 * CROP_MARGIN) ** 2, abs=0.02)


def test_varied_views_repeat_by_seed_and_stay_in_range() -> None:
    side = prepare.PIECE
    pieces = np.random.default_rng(1).integers(0, 256, (24, side, side, 3), dtype=np.uint8)
    aspects = np.full(24, 0.75, dtype=np.float32)
    one, two = (varied_views(pieces, aspects, np.random.default_rng(3)) for _ in range(2))
    torch.testing.assert_close(one, two)
    assert one.shape == (24, 3, SIZE, SIZE)
    assert float(one.min()) >= 0
    assert float(one.max()) <= 1
    assert not torch.equal(one, varied_views(pieces, aspects, np.random.default_rng(4)))


def test_views_are_never_mirrored() -> None:
    """However a view is turned, slanted and tilted, its right and its down keep the sense of the piece's."""
    for back in view_maps(np.full(300, 0.75, dtype=np.float32), np.random.default_rng(5)):
        middle, right, down = (back @ (x, y, 1.0) for x, y in ((24, 24), (30, 24), (24, 30)))
        across, along = (one[:2] / one[2] - middle[:2] / middle[2] for one in (right, down))
        assert across[0] * along[1] - across[1] * along[0] > 0


def test_most_views_show_the_face_in_their_middle() -> None:
    maps = view_maps(np.full(300, 0.75, dtype=np.float32), np.random.default_rng(6))
    middles = maps @ (SIZE / 2, SIZE / 2, 1.0)
    places = middles[:, :2] / middles[:, 2:]
    assert np.mean(np.abs(places - prepare.PIECE / 2).max(1) < prepare.PIECE / 12) > 0.95


def test_drawn_pieces_hold_every_kind_and_train_only(tmp_path: Path) -> None:
    command = ["--work", str(tmp_path), "--faces", str(HOME), "--styles", "1", "--copies", "1"]
    assert draw_pieces.main(command) == 0
    (pieces,) = load_pieces([tmp_path / "drawn"])
    assert set(pieces.labels) == set(range(CLASSES))
    assert set(pieces.splits) == {Split.TRAIN}
    assert set(pieces.sources) == {"drawn"}
    assert pieces.images.shape[1:] == (prepare.PIECE, prepare.PIECE, 3)


def test_the_namer_trains_resumes_and_keeps_its_time(work: Path) -> None:
    pieces = joined(load_pieces([work / "namer"]))
    place = work / "small"
    train_namer.train(pieces, place, 1, batch=8, max_steps=2, mode=(False, False))
    first = torch.load(place / "namer.pt", weights_only=True)
    assert first["step"] == 2
    net = train_namer.train(pieces, place, 1, batch=8, max_steps=3, mode=(False, False))
    second = torch.load(place / "namer.pt", weights_only=True)
    assert second["step"] == 3
    assert second["spent"] > first["spent"]
    assert net(torch.rand(2, 3, SIZE, SIZE)).shape == (2, CLASSES)


def test_temperature_softens_what_is_too_sure() -> None:
    labels = torch.tensor([0, 0, 0, 1])
    logits = torch.full((4, CLASSES), -20.0)
    logits[:, 0] = 20.0
    logits[:, 1] = 10.0
    temperature = train_namer.fit_temperature(logits, labels)
    assert temperature > 3
    before = train_namer.calibration_error(logits, labels, 1.0)
    assert train_namer.calibration_error(logits, labels, temperature) < before
    assert before == pytest.approx(0.25, abs=1e-3)


@pytest.mark.parametrize(
    ("name", "out"),
    [
        ("a10/a-0504.jpg/0", True),
        ("a11/a-0586.jpg/3", True),
        ("a10/a-0503.jpg/0", False),
        ("d01/d-0504.jpg/0", False),
        ("b1/b-V1-1-test-wan1-1.jpg/0", True),
        ("seat-001-1/4", False),
        ("artwork/1s/2", False),
        ("a07/a-0344.jpg/1", True),
        ("a06/a-0300.jpg/1", False),
    ],
)
def test_which_crop_sets_are_left_out(name: str, out: bool) -> None:
    assert left_out(name, ("a:504-586", "b", "a07")) is out
    assert not left_out(name, ())


def test_pictures_of_several_files_are_read_as_one() -> None:
    parts = [np.full((many, 2, 2, 3), value, dtype=np.uint8) for many, value in ((3, 1), (2, 7))]
    images = Images(parts)
    assert len(images) == 5
    assert images[np.array([4, 0, 3, 2])][:, 0, 0, 0].tolist() == [7, 1, 7, 1]


def some_pieces(sources: tuple[str, ...], pictures: tuple[str, ...]) -> Pieces:
    many = len(pictures)
    return Pieces(
        Images([np.zeros((many, 1, 1, 3), dtype=np.uint8)]),
        np.zeros(many, dtype=np.int64),
        sources,
        pictures,
        ("train",) * many,
        np.ones(many, dtype=np.float32),
        pictures,
    )


def test_light_variants_of_a_tile_share_one_share() -> None:
    pieces = some_pieces(("photo",) * 4, ("a", "a", "a", "b"))
    weights = train_namer.draw_weights(pieces, np.arange(4))
    np.testing.assert_allclose(weights, [1 / 6, 1 / 6, 1 / 6, 1 / 2])


def test_every_tile_set_is_shown_as_often_however_many_tiles_it_has() -> None:
    pieces = some_pieces(("crop",) * 4 + ("photo",), ("a01/x/0", "a02/x/0", "a02/y/0", "a02/z/0", "p"))
    weights = train_namer.draw_weights(pieces, np.arange(5))
    np.testing.assert_allclose(weights[1:4] * 3, weights[0])
    crop, photo = train_namer.SHARES["crop"], train_namer.SHARES["photo"]
    assert weights[4] / weights.sum() == pytest.approx(photo / (crop + photo))


def source(**more: object) -> Source:
    boxes = np.array([[0.2, 0.4, 0.3, 0.6], [0.3, 0.4, 0.4, 0.6]], dtype=np.float32)
    values = {
        "image": Path("x.jpg"),
        "boxes": boxes,
        "classes": np.zeros(2, dtype=np.int64),
        "unsure": np.zeros((0, 4), dtype=np.float32),
        "whole": False,
        "backs": False,
        **more,
    }
    return Source(**values)  # type: ignore[arg-type]


def test_nothing_is_learnt_where_a_photo_is_not_labelled() -> None:
    care = care_mask(source(), 400, 400)
    assert care[50, 30, FACE] == 1
    assert care[10, 10, FACE] == 0
    assert care[50, 30, BACK_CLASS] == 1
    assert care[10, 10, BACK_CLASS] == 0
    whole = care_mask(source(whole=True), 400, 400)
    assert whole[10, 10, FACE] == 1
    assert whole[10, 10, BACK_CLASS] == 0
    unsure = np.array([[0.0, 0.0, 0.2, 0.2]], dtype=np.float32)
    known = care_mask(source(whole=True, backs=True, unsure=unsure), 400, 400)
    assert known[10, 10].tolist() == [0, 0]
    assert known[90, 90].tolist() == [1, 1]


def test_care_weights_follow_the_order_of_the_anchors() -> None:
    care = torch.zeros(1, 2, 8, 8)
    care[:, 0, :4] = 1
    weights = care_weights(care, [(8, 8), (4, 4), (2, 2)])
    assert weights.shape == (1, 64 + 16 + 4, 2)
    assert weights[0, :32, 0].min() == 1
    assert weights[0, 32:64, 0].max() == 0
    assert weights[0, 64:72, 0].min() == 1
    assert weights[0, 80:, 0].tolist() == [1, 1, 0, 0]
    assert weights[..., 1].max() == 0


def test_views_hold_their_boxes(shared: Path) -> None:
    one = drawn_source(sorted((shared / "scenes" / "images").glob("*.jpg"))[0])
    random = np.random.default_rng(2)
    for _ in range(12):
        seen = view(one, 192, random)
        assert seen.image.shape == (192, 192, 3)
        assert seen.care.shape == (2, 24, 24)
        assert len(seen.boxes) == len(seen.classes)
        half = seen.boxes[:, 2:] / 2
        corner = np.concatenate([seen.boxes[:, :2] - half, seen.boxes[:, :2] + half])
        assert corner.min(initial=0) >= -1e-5
        assert corner.max(initial=0) <= 1 + 1e-5


def test_a_first_finder_tells_backs_and_doubts_apart_from_labels() -> None:
    labelled = np.array([[0.0, 0.0, 0.1, 0.1]], dtype=np.float32)
    boxes = np.array(
        [[0.0, 0.0, 0.1, 0.1], [0.5, 0.5, 0.6, 0.6], [0.7, 0.7, 0.8, 0.8], [0.3, 0.3, 0.4, 0.4]],
        dtype=np.float32,
    )
    scores = np.array([0.9, 0.9, 0.1, 0.9], dtype=np.float32)
    classes = np.array([FACE, BACK_CLASS, BACK_CLASS, FACE], dtype=np.float32)
    backs, unsure = beyond_labels(boxes, scores, classes, labelled)
    np.testing.assert_allclose(backs, boxes[1:2])
    np.testing.assert_allclose(unsure, boxes[2:4])
    backs, unsure = beyond_labels(boxes, scores, classes, labelled, complete=True)
    np.testing.assert_allclose(backs, boxes[1:2])
    np.testing.assert_allclose(unsure, boxes[2:3])


def test_what_lies_between_a_row_and_its_player_is_no_tile() -> None:
    row = np.array([[0.1 * n, 0.6, 0.1 * n + 0.1, 0.75] for n in range(8)], dtype=np.float32)
    play = np.array([[0.1 * n, 0.1, 0.1 * n + 0.05, 0.2] for n in range(4)], dtype=np.float32)
    lap = np.array([[0.4, 0.9, 0.5, 0.98]], dtype=np.float32)
    boxes = np.concatenate([play, lap])
    np.testing.assert_array_equal(own_side(row, boxes, np.array([True] * 4 + [False])), [False] * 4 + [True])
    assert not own_side(row, boxes, np.zeros(5, dtype=bool)).any()
    scores = np.array([0.9, 0.9, 0.9, 0.1, 0.4], dtype=np.float32)
    backs, unsure = beyond_labels(boxes, scores, np.zeros(5, dtype=np.float32), row)
    assert not backs
    np.testing.assert_allclose(unsure, play)


def test_the_finder_trains_resumes_and_writes_nothing_beside_its_pictures(
    shared: Path, tmp_path: Path
) -> None:
    before = listing(shared)
    command = [sys.executable, "-m", "models.recipe.train_finder", "--shared", str(shared)]
    command += ["--work", str(tmp_path), "--drawn", str(shared / "scenes"), "--start", "yolo11n.yaml"]
    command += ["--mode", "plain", "--size", "64", "--batch", "2", "--length", "4", "--epochs", "3"]
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1"}
    progress = tmp_path / "finder" / "results.csv"

    def epochs_done() -> int:
        return max(0, len(progress.read_text("utf-8").splitlines()) - 1) if progress.is_file() else 0

    with (tmp_path / "first.log").open("w", encoding="utf-8") as log:
        first = subprocess.Popen(command, cwd=ROOT, env=one_thread, stdout=log, stderr=log)
        until = time.monotonic() + 900
        while first.poll() is None and time.monotonic() < until:
            if epochs_done() and (tmp_path / "finder" / "weights" / "last.pt").is_file():
                break
            time.sleep(0.02)
        first.kill()
        first.wait()
    begun = epochs_done()
    assert begun, (tmp_path / "first.log").read_text("utf-8")[-2000:]

    done = subprocess.run(
        [*command, "--resume"],
        cwd=ROOT,
        env=one_thread,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    said = done.stdout + done.stderr
    if begun == 3:  # a machine so fast that the kill came late has nothing left to resume
        assert "nothing to resume" in said
    else:
        assert done.returncode == 0, said[-2000:]
        assert "Resuming training" in said
        assert epochs_done() == 3
    assert listing(shared) == before


@pytest.mark.parametrize(
    "tool",
    [
        "prepare",
        "train_finder",
        "train_namer",
        "mean_namers",
        "mean_finders",
        "evaluate",
        "export",
        "second_look",
        "measure_voting",
        "measure_learning",
        "measure_sets",
        "measure_framing",
        "measure_stress",
        "table_pieces",
        "false_finds",
        "draw_pieces",
        "finder_net",
        "quantise",
        "measure_drawn",
        "compare_finders",
        "compare_speed",
        "compare_styles",
    ],
)
def test_every_tool_explains_itself(tool: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = __import__(f"models.recipe.{tool}", fromlist=["main"])
    with pytest.raises(SystemExit) as stop:
        module.main(["--help"])
    assert stop.value.code == 0
    assert f"python -m models.recipe.{tool}" in capsys.readouterr().out

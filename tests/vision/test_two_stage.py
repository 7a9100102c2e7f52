"""The two stages around nets that answer what a test says; the shipped nets are in test_backends."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assistant.tiles import KINDS, TILES
from vision.detection import BACK, NAMES, OTHER
from vision.detectors import two_stage
from vision.detectors.looking import Found
from vision.detectors.nets import Array, Batch, Net
from vision.detectors.two_stage import FROM_AFAR, Namer, TwoStage
from vision.detectors.weights import FinderWeights, NamerWeights, Weights
from vision.frames import Frame
from vision.tileset import empty

WEIGHTS = Weights(
    "made-up",
    FinderWeights(Path("finder"), 640, 32),
    NamerWeights(Path("namer"), 64, 2.0, 0.1),
    find=0.3,
    name=0.6,
)


def detector(monkeypatch: pytest.MonkeyPatch, rows: list[list[float]], logits: list[list[float]]) -> TwoStage:
    """A detector whose finder gives rows (cx, cy, w, h, face, back in input pixels) and whose namer gives
    these logits for the faces it is shown."""

    def finder(batch: Batch) -> tuple[Array, ...]:
        assert batch.dtype == np.uint8
        assert batch.shape[-1] == 3
        return (np.array(rows, np.float32).reshape(-1, 6).T[None],)

    def namer(batch: Batch) -> tuple[Array, ...]:
        assert batch.shape[1:] == (64, 64, 3)
        # unsure faces come once more in three turns
        assert len(batch) in (len(logits), 3 * len(logits))
        return (np.resize(np.array(logits, np.float32), (len(batch), KINDS + 1)),)

    def open_net(file: Path, threads: int) -> Net:
        return finder if file.name == "finder" else namer

    monkeypatch.setattr(two_stage, "opener", lambda _: ("made-up", open_net))
    return TwoStage(WEIGHTS)


def logits(kind: int, by: float) -> list[float]:
    return [by if one == kind else 0.0 for one in range(KINDS + 1)]


def test_a_face_is_named_and_its_box_is_in_pixels_of_the_original(monkeypatch: pytest.MonkeyPatch) -> None:
    # 4:3, so the input is 640 x 480; decoded at half of the original's size
    frame = Frame(np.zeros((1500, 2000, 3), np.uint8), 4000, 3000)
    made = detector(monkeypatch, [[320, 240, 64, 80, 0.9, 0.01]], [logits(4, 20.0)])
    (one,) = made.name(frame, made.find(frame))
    assert one.box == pytest.approx((1800, 1250, 2200, 1750), abs=1)
    assert one.score == pytest.approx(0.9)
    assert NAMES[one.best] == "5m"
    assert sum(one.likelihoods) == pytest.approx(1.0)


def test_the_temperature_softens_the_likelihoods(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    made = detector(monkeypatch, [[320, 240, 64, 80, 0.9, 0.0]], [logits(4, 6.0)])
    (one,) = made.name(frame, made.find(frame))
    assert one.confidence == pytest.approx(np.exp(3) / (np.exp(3) + KINDS), abs=1e-4)


def test_what_is_no_sichuan_tile_is_other(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    made = detector(monkeypatch, [[320, 240, 64, 80, 0.9, 0.0]], [logits(KINDS, 30.0)])
    (one,) = made.name(frame, made.find(frame))
    assert one.best == OTHER


def test_a_back_is_not_shown_to_the_namer(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    rows = [[100.0, 100, 40, 54, 0.01, 0.9], [300.0, 100, 40, 54, 0.8, 0.02]]
    made = detector(monkeypatch, rows, [logits(0, 20.0)])
    one, two = made.name(frame, made.find(frame))
    assert (one.best, two.best) == (BACK, 0)
    assert one.likelihoods[BACK] == 1.0


def test_face_or_back_undecided_is_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    made = detector(monkeypatch, [[100, 100, 40, 54, 0.5, 0.5]], [logits(0, 30.0)])
    (one,) = made.name(frame, made.find(frame))
    assert one.confidence < WEIGHTS.name


def test_weak_and_double_boxes_go(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    rows = [
        [100, 100, 40, 54, 0.9, 0.0],
        [102, 101, 40, 54, 0.7, 0.0],
        [101, 100, 40, 54, 0.0, 0.6],
        [300, 100, 40, 54, 0.29, 0.0],
    ]
    made = detector(monkeypatch, rows, [logits(0, 20.0)])
    assert len(made.find(frame)) == 1


@pytest.mark.parametrize(("back", "many"), [(None, 2), (0.5, 1), (0.2, 3)])
def test_backs_may_have_a_threshold_of_their_own(
    monkeypatch: pytest.MonkeyPatch, back: float | None, many: int
) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    rows = [
        [100.0, 100, 40, 54, 0.9, 0.0],
        [300, 100, 40, 54, 0.0, 0.4],
        [500, 100, 40, 54, 0.0, 0.25],
        [500, 300, 40, 54, 0.25, 0.0],
    ]
    made = detector(monkeypatch, rows, [logits(0, 20.0)])
    made.weights = replace(made.weights, back=back)
    assert len(made.find(frame)) == many


@pytest.mark.parametrize(("row", "many"), [(None, 2), (0.17, 3), (0.25, 2)])
def test_a_weak_back_may_count_where_it_goes_on_a_row(
    monkeypatch: pytest.MonkeyPatch, row: float | None, many: int
) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    rows = [
        [100.0, 100, 40, 54, 0.0, 0.9],
        [140, 100, 40, 54, 0.0, 0.8],
        [180, 100, 40, 54, 0.0, 0.2],
        [181, 101, 40, 54, 0.0, 0.18],
        [400, 100, 40, 54, 0.0, 0.2],
        [220, 100, 40, 54, 0.2, 0.0],
    ]
    made = detector(monkeypatch, rows, [])
    made.weights = replace(made.weights, back=0.3, back_in_row=row)
    assert len(made.find(frame)) == many
    assert len(made.find_at(frame.pixels, 640)) == 2


def test_a_tile_of_the_backs_colour_that_is_nearly_one_is_told_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pixels = np.zeros((640, 640, 3), np.uint8)
    pixels[:, :200], pixels[:, 200:] = (200, 180, 60), (230, 230, 230)
    rows = [[x, y, 40, 54, *odds] for x, odds in ((100, (0.0, 0.8)), (300, (0.9, 0.0))) for y in (300.0, 400)]
    rows += [[x, 100, 40, 54, *odds] for x in (100.0, 300) for odds in ((0.65, 0.05), (0.05, 0.6))]
    made = detector(monkeypatch, rows, [])

    def upper(found: Found) -> list[tuple[float, int]]:
        up = found.only(found.boxes[:, 1] < 200).once()
        return sorted(zip(up.boxes[:, 0].tolist(), up.odds.argmax(axis=1).tolist(), strict=True))

    assert upper(made.find(Frame.of(pixels))) == [(80.0, 1), (280.0, 0)]
    # who looks time and again is told the scores alone
    assert upper(made.find_at(pixels, 640)) == [(80.0, 0), (280.0, 0)]


def test_nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame.of(np.zeros((640, 640, 3), np.uint8))
    made = detector(monkeypatch, [], [])
    assert made.name(frame, made.find(frame)) == ()


def test_an_unsure_face_is_read_again_in_the_other_quarter_turns() -> None:
    shown: list[Batch] = []

    def net(batch: Batch) -> tuple[Array, ...]:
        shown.append(batch)
        answer = np.zeros((len(batch), KINDS + 1), np.float32)
        for place, face in enumerate(batch):
            # sure of a light face whatever its turn; of a dark one only where its mark lies at the right
            answer[place, 3] = 20.0 if face[0, 0, 0] > 200 or face[32, 60, 1] > 200 else 1.0
        return (answer,)

    pixels = np.zeros((64, 192, 3), np.uint8)
    pixels[:, :64] = 255
    pixels[2:6, 92:100] = (0, 255, 0)
    pixels[2:6, 156:164] = (0, 255, 0)
    boxes = np.array([[0, 0, 64, 64], [64, 0, 128, 64], [128, 0, 192, 64]], np.float32)
    plain = Namer(NamerWeights(Path("namer"), 64, 2.0, 0.0), net)(pixels, boxes)
    assert [len(batch) for batch in shown] == [3]
    assert plain[1, 3] < 0.6 < 0.99 < plain[0, 3]
    again = Namer(NamerWeights(Path("namer"), 64, 2.0, 0.0), net, sure=0.6)(pixels, boxes)
    assert [len(batch) for batch in shown] == [3, 3, 6]
    np.testing.assert_array_equal(again[0], plain[0])
    assert (again[1:, 3] > plain[1:, 3]).all()
    np.testing.assert_allclose(again.sum(axis=1), 1, rtol=1e-5)


def test_small_faces_are_read_in_every_turn_unless_one_is_clear() -> None:
    shown: list[int] = []

    def net(batch: Batch) -> tuple[Array, ...]:
        shown.append(len(batch))
        answer = np.zeros((len(batch), KINDS + 1), np.float32)
        answer[:, 3] = np.where(batch[:, 24, 24, 0] > 200, 20.0, 3.0)
        return (answer,)

    pixels = np.zeros((40, 120, 3), np.uint8)
    pixels[:, :40] = 255
    boxes = np.array([[4, 4, 34, 34], [44, 4, 74, 34], [84, 4, 114, 34]], np.float32)
    namer = Namer(NamerWeights(Path("namer"), 48, 1.0, 0.0), net, sure=0.3)
    assert (namer(pixels, boxes).max(axis=1) > 0.3).all()
    assert shown == [3, 6]


def test_a_face_whose_outline_is_known_is_read_level_too() -> None:
    shown: list[Batch] = []

    def net(batch: Batch) -> tuple[Array, ...]:
        shown.append(batch)
        answer = np.zeros((len(batch), KINDS + 1), np.float32)
        answer[:, 3] = np.where(batch[:, 32, 32, 0] > 200, 4.0, 0.0)
        return (answer,)

    pixels = np.zeros((100, 200, 3), np.uint8)
    pixels[:, 100:] = 255
    boxes = np.array([[10, 10, 40, 50], [60, 10, 90, 50], [110, 10, 140, 50]], np.float32)
    outlines = np.full((3, 4, 2), np.nan, np.float32)
    outlines[1] = [[120, 20], [160, 20], [160, 80], [120, 80]]
    weights = NamerWeights(Path("namer"), 64, 1.0, 0.0)
    dark, both, light = Namer(weights, net)(pixels, boxes, outlines)
    assert [len(batch) for batch in shown] == [4]
    assert shown[0][1].max() == 0
    assert shown[0][3].min() == 255
    assert dark[3] < both[3] < light[3]
    # the answers count, not the odds
    assert both[3] == pytest.approx(np.exp(2) / (np.exp(2) + KINDS), rel=1e-4)
    turned = Namer(weights, net, sure=0.5)(pixels, boxes, outlines)
    assert [len(batch) for batch in shown] == [4, 4, 12]
    np.testing.assert_allclose(turned, [dark, both, light], rtol=1e-4)


def test_a_learnt_set_pulls_small_faces_less() -> None:
    axes = np.eye(27, dtype=np.float32)
    whole = empty("mine", "net").with_examples({tile: [axes[[int(tile)]]] for tile in TILES})

    def net(batch: Batch) -> tuple[Array, ...]:
        logits = np.zeros((len(batch), 28), np.float32)
        logits[:, 3] = 25.0
        return logits, axes[np.ones(len(batch), np.intp)]

    size = 48
    small, large = FROM_AFAR * size - 2, FROM_AFAR * size + 2
    boxes = np.array([[10, 10, 10 + 0.7 * one, 10 + one] for one in (small, large)], np.float32)
    outlines = np.full((2, 4, 2), np.nan, np.float32)
    outlines[:] = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]]
    pixels = np.zeros((120, 120, 3), np.uint8)
    weights = NamerWeights(Path("namer"), size, 1.0, 0.0)
    for sure, given in ((0.0, None), (0.0, outlines), (0.9999999, outlines)):
        named = Namer(weights, net, whole, sure)(pixels, boxes, given)
        assert named.argmax(axis=1).tolist() == [3, 1]

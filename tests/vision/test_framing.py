"""What is said of a photo that is hard to read, on drawn tiles, good and spoilt."""

import cv2
import numpy as np
import pytest

from assistant.tiles import TILES
from tests.vision.tile_sheet import HIGH, MARGIN, WIDE, box, drawn
from vision.detection import Detection, sure
from vision.frames import Frame, Pixels
from vision.framing import framing
from vision.reading import Reading, read

KINDS = tuple(range(9))


def reading(
    pixels: Pixels, unsure: tuple[int, ...] = (), ratio: float = 1.0, many: int = 9
) -> tuple[str, ...]:
    """The codes of what is said of a photo of a row of nine, some of whose tiles are unsure."""
    boxes = [tuple(side * ratio for side in box(place)) for place in range(many)]
    detections = [
        Detection(one, 0.9, sure(place, 0.4 if place in unsure else 0.98))  # type: ignore[arg-type]
        for place, one in enumerate(boxes)
    ]
    frame = Frame.of(pixels)
    made: Reading = read(detections, 0.75)
    return tuple(remark.code for remark in framing(frame, made).remarks())


def test_a_good_photo_needs_no_help() -> None:
    assert reading(drawn(KINDS)) == ()
    assert reading(drawn(KINDS), unsure=(3,)) == ()


def test_tiles_of_a_few_pixels() -> None:
    small = np.asarray(
        cv2.resize(drawn(KINDS), None, fx=0.14, fy=0.14, interpolation=cv2.INTER_AREA), np.uint8
    )
    assert reading(small, ratio=0.14) == ("small_tiles",)


def test_too_little_light() -> None:
    dim = (drawn(KINDS) * 0.15).astype(np.uint8)
    assert reading(dim) == ("dark",)


@pytest.mark.parametrize(("sigma", "unsure"), [(11.0, ()), (7.0, (2, 5))])
def test_out_of_focus(sigma: float, unsure: tuple[int, ...]) -> None:
    soft = np.asarray(cv2.GaussianBlur(drawn(KINDS), (0, 0), sigma), np.uint8)
    assert reading(soft, unsure) == ("blurred",)


def test_light_mirrored_on_a_tile_that_could_not_be_read() -> None:
    shining = drawn(KINDS).copy()
    x1, y1, x2, y2 = (int(side) for side in box(4))
    shining[y1:y2, x1:x2] = 255
    assert reading(shining, unsure=(4,)) == ("glare",)
    assert reading(shining) == ()


def test_wide_light_that_hides_tiles_between_others() -> None:
    shining = drawn(KINDS).copy()
    (x1, y1, x2, y2), radius = box(4), int(1.3 * WIDE)
    cv2.circle(shining, (int(x1 + x2) // 2, int(y1 + y2) // 2), radius, (255, 255, 255), -1)
    detections = [Detection(box(place), 0.9, sure(place, 0.98)) for place in (0, 1, 2, 6, 7, 8)]
    remarks = framing(Frame.of(shining), read(detections, 0.75)).remarks()
    assert [remark.code for remark in remarks] == ["glare"]


@pytest.mark.parametrize("share", [3, 50, 80, 95, 97])
def test_counted_percentiles_are_the_usual_ones(share: float) -> None:
    from vision.framing import _percentile

    random = np.random.default_rng(4)
    for many in (1, 2, 7, 2304):
        levels = random.integers(0, 766, many).astype(np.int16)
        assert _percentile(levels, share) == pytest.approx(np.percentile(levels, share))


def test_a_tile_cut_off_at_the_edge() -> None:
    edge = MARGIN + 8 * (box(1)[0] - box(0)[0]) + WIDE // 2
    cut = np.ascontiguousarray(drawn(KINDS)[:, : int(edge)])
    detections = []
    for place in range(9):
        x1, y1, x2, y2 = box(place)
        detections.append(Detection((x1, y1, min(x2, edge), y2), 0.9, sure(place, 0.98)))
    remarks = framing(Frame.of(cut), read(detections, 0.75)).remarks()
    assert [remark.code for remark in remarks] == ["cut_off"]
    assert [TILES[place] for place in remarks[0].places] == [TILES[8]]
    assert HIGH > WIDE


def test_a_dark_photo_in_which_nothing_was_found() -> None:
    dark = np.full((300, 400, 3), 12, np.uint8)
    said = framing(Frame.of(dark), read([], 0.75)).remarks()
    assert [remark.code for remark in said] == ["dark"]


def test_each_sentence_says_what_to_do_in_both_languages() -> None:
    from vision import framing as module

    for remark in (
        module.small_tiles(9),
        module.dark(),
        module.blurred(),
        module.glare((1,)),
        module.cut_off((2,)),
    ):
        assert remark.message.endswith(".")
        assert remark.message.count(". ") == 0
        assert "请" in remark.chinese
        assert ":" in remark.message

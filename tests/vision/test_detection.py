import numpy as np
import pytest

from vision.detection import CLASSES, NAMES, Detection, merge, sure, thin_out


def kept(boxes: list[tuple[float, float, float, float]], scores: list[float]) -> list[int]:
    return [int(one) for one in thin_out(np.array(boxes, np.float32), np.array(scores, np.float32))]


def test_the_29_words() -> None:
    assert len(NAMES) == CLASSES == 29
    assert NAMES[:2] == ("1m", "2m")
    assert NAMES[26:] == ("9s", "back", "other")


def test_of_two_boxes_on_one_tile_the_surer_stays() -> None:
    assert kept([(0, 0, 40, 54), (2, 1, 42, 55), (40, 0, 80, 54)], [0.6, 0.9, 0.5]) == [1, 2]


def test_a_piece_of_a_tile_goes() -> None:
    assert kept([(0, 0, 40, 54), (0, 0, 20, 54)], [0.9, 0.8]) == [0]


@pytest.mark.parametrize("angle", range(0, 91, 5))
def test_neighbours_in_a_turned_row_both_stay(angle: int) -> None:
    turn = np.radians(angle)
    wide = 40 * np.cos(turn) + 54 * np.sin(turn)
    high = 40 * np.sin(turn) + 54 * np.cos(turn)
    boxes = []
    for number in range(14):
        x, y = 500 + number * 40 * np.cos(turn), 500 + number * 40 * np.sin(turn)
        boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    assert sorted(kept(boxes, [0.9] * 14)) == list(range(14))


def test_no_boxes() -> None:
    assert thin_out(np.zeros((0, 4), np.float32), np.zeros(0, np.float32)).size == 0
    assert merge([]) == ()


def test_merging_slices_keeps_each_tile_once() -> None:
    one = Detection((0, 0, 40, 54), 0.8, sure(3, 0.9))
    again = Detection((1, 0, 41, 54), 0.9, sure(3, 0.95))
    beside = Detection((40, 0, 80, 54), 0.7, sure(4, 0.9))
    assert merge([one, again, beside]) == (again, beside)

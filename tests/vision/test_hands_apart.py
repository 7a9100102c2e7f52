"""几家的牌: several hands in one photo are told apart, with their melds; one hand stays one."""

from __future__ import annotations

import pytest

from assistant.notation import parse_hand
from tests.vision.hand_photos import laid, photo, scene
from vision.detection import NAMES, Detection, sure
from vision.detectors.opening import open_detector
from vision.hands_apart import apart, read_hands

FOUR = (
    "123456789m 22s 34s",
    "1357s 246s 377p #k9s",
    "147m 258p 36s 147p 88s",
    "1112345678999p",
)


def seen(*hands: str) -> list[Detection]:
    """What a reader without a fault sees of the hands."""
    return [
        Detection((*map(float, one.box),), 1.0, sure(NAMES.index(one.kind)))  # type: ignore[arg-type]
        for one in scene(hands).tiles
    ]


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_hands_that_lie_apart_are_told_apart(many: int) -> None:
    found = seen(*FOUR[:many])
    kinds = [sorted(NAMES[found[place].best] for place in hand) for hand in apart(found)]
    expected = []
    for text in FOUR[:many]:
        concealed, melds = laid(parse_hand(text))
        expected.append(sorted([*concealed, *(kind for meld in melds for kind in meld)]))
    assert kinds == expected


def test_melds_go_with_their_hand() -> None:
    """A hand of one tile and four melds beside one without any."""
    hands = apart(seen("5s #p1m #p2m #k3m #k4m", FOUR[3]))
    assert [len(hand) for hand in hands] == [1 + 3 + 3 + 4 + 4, 13]


def test_a_few_tiles_are_one_hand() -> None:
    assert [len(hand) for hand in apart(seen("123m 5p"))] == [4]
    assert apart([]) == ()


def test_a_photo_of_four_hands_is_read() -> None:
    pictures = read_hands(photo(*FOUR), open_detector())
    assert len(pictures) == 4
    for picture, text in zip(pictures, FOUR, strict=True):
        hand = parse_hand(text)
        assert sorted(picture.reading.known) == sorted(hand.tiles)
        assert [meld.tile for meld in picture.reading.melds] == [meld.tile for meld in hand.melds]


def test_a_photo_without_tiles_says_so() -> None:
    import cv2
    import numpy as np

    _, jpeg = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))
    (picture,) = read_hands(jpeg.tobytes(), open_detector())
    assert picture.reading.remarks[0].code == "no_tiles"

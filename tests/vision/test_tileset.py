"""What a learnt set does to the logits of a face, and what it says it confuses."""

import numpy as np
import pytest

from assistant.tiles import TILES
from vision.detectors.nets import Array
from vision.tileset import Tileset, confusions, empty

ROOM = 8


def towards(*axes: int) -> Array:
    """Embeddings, each along one axis."""
    return np.eye(ROOM, dtype=np.float32)[list(axes)]


@pytest.fixture
def tileset() -> Tileset:
    return empty("mine", "net").with_examples({TILES[kind]: [towards(kind, kind)] for kind in range(4)})


def test_a_face_like_a_learnt_one_is_read_as_it(tileset: Tileset) -> None:
    logits = np.zeros((1, 28), np.float32)
    logits[0, 3] = 2.0
    assert tileset.nudged(logits, towards(1)).argmax() == 1
    assert logits[0, 1] == 0


def test_a_set_that_knows_nothing_changes_nothing() -> None:
    logits = np.random.default_rng(1).random((3, 28), dtype=np.float32)
    assert empty("mine", "net").nudged(logits, towards(0, 1, 2)) is logits


def test_kinds_not_learnt_keep_their_logits(tileset: Tileset) -> None:
    logits = np.random.default_rng(2).random((2, 28), dtype=np.float32)
    np.testing.assert_array_equal(tileset.nudged(logits, towards(0, 5))[:, 4:], logits[:, 4:])


def test_a_whole_set_outweighs_a_misreading() -> None:
    axes = np.eye(27, dtype=np.float32)
    whole = empty("mine", "net").with_examples({tile: [axes[[int(tile)]]] for tile in TILES})
    logits = np.zeros((1, 28), np.float32)
    logits[0, 3] = 12.0
    assert whole.nudged(logits, axes[[1]]).argmax() == 1
    assert whole.nudged(logits, axes[[3]]).argmax() == 3


def test_a_small_face_is_pulled_less() -> None:
    axes = np.eye(27, dtype=np.float32)
    whole = empty("mine", "net").with_examples({tile: [axes[[int(tile)]]] for tile in TILES})
    logits = np.zeros((3, 28), np.float32)
    logits[:, 3] = 12.0, 25.0, 25.0
    moved = whole.nudged(logits, axes[[1, 1, 1]], np.array([True, True, False]))
    # surely read a small face keeps its kind, doubtfully read it does not
    assert moved.argmax(axis=1).tolist() == [1, 3, 1]
    np.testing.assert_array_equal(moved[2], whole.nudged(logits, axes[[1, 1, 1]])[2])


def test_what_is_like_no_tile_of_a_whole_set_stays_another_thing() -> None:
    axes = np.eye(28, dtype=np.float32)
    whole = empty("mine", "net").with_examples({tile: [axes[[int(tile)]]] for tile in TILES})
    logits = np.zeros((2, 28), np.float32)
    logits[:, 27], logits[:, 4] = 3.0, 2.0
    assert whole.nudged(logits, axes[[27, 4]]).argmax(axis=1).tolist() == [27, 4]


def test_a_set_that_lacks_kinds_is_cautious(tileset: Tileset) -> None:
    logits = np.zeros((1, 28), np.float32)
    logits[0, 9] = 0.5
    half_like = towards(1) + towards(6)
    assert tileset.nudged(logits, half_like).argmax() == 9
    assert tileset.nudged(logits, towards(1)).argmax() == 1


def test_what_is_learnt_and_missing(tileset: Tileset) -> None:
    assert tileset.learnt == TILES[:4]
    assert tileset.missing == TILES[4:]
    more = tileset.with_examples({TILES[2]: [towards(6)], TILES[9]: [towards(7)]})
    assert more.learnt == (*TILES[:4], TILES[9])
    assert len(more.kinds) == len(more.embeddings) == 10
    assert more.nudged(np.zeros((1, 28), np.float32), towards(6)).argmax() == 2


def test_confusions_are_the_mean_likelihood_of_the_other_kind() -> None:
    kinds = np.array([0, 0, 1, 2])
    likelihoods = np.zeros((4, 28), np.float32)
    likelihoods[0, 0], likelihoods[0, 1] = 0.7, 0.3
    likelihoods[1, 0], likelihoods[1, 1] = 0.9, 0.1
    likelihoods[2, 1], likelihoods[2, 0] = 0.95, 0.05
    likelihoods[3, 2], likelihoods[3, 5] = 0.99, 0.01
    assert confusions(kinds, likelihoods) == ((TILES[0], TILES[1], 0.2),)

"""Photos changed as other phones would have them: the truth goes along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.recipe.measure_stress import read_view
from models.recipe.splits import Picture, Split
from models.recipe.stress_views import VIEWS, View, any_phone, nearer, on_cloth, size_of, tilted, turned
from models.recipe.tally import Tile
from vision.detection import Detection, sure
from vision.detectors.looking import Found
from vision.frames import Frame

UNCLEAR = ("dark", "hazy", "noisy", "cold", "warm", "half in shadow")
"""Where the tile is not simply what is white."""
TILE = (90.0, 60.0, 110.0, 90.0)


def view() -> View:
    """A white tile on green, off the middle."""
    pixels = np.full((200, 300, 3), (20, 120, 40), np.uint8)
    x1, y1, x2, y2 = (int(side) for side in TILE)
    pixels[y1:y2, x1:x2] = 250
    return View(pixels, (Tile("3m", TILE),))


def white(made: View) -> tuple[float, float]:
    """The middle of what is white in a view."""
    y, x = np.nonzero(made.pixels.min(axis=2) > 180)
    return float(x.mean()) + 0.5, float(y.mean()) + 0.5


@pytest.mark.parametrize("name", [name for name, make in VIEWS.items() if make is not None])
def test_every_view_keeps_the_truth_on_its_tile(name: str) -> None:
    make = VIEWS[name]
    assert make is not None
    made = make(view(), np.random.default_rng(3))
    (tile,) = made.truth
    x1, y1, x2, y2 = tile.box
    assert tile.word == "3m"
    x, y = white(made) if name not in UNCLEAR else ((x1 + x2) / 2, (y1 + y2) / 2)
    assert abs(x - (x1 + x2) / 2) < 3
    assert abs(y - (y1 + y2) / 2) < 3
    assert 0 <= x1 < x2 <= made.pixels.shape[1]
    assert 0 <= y1 < y2 <= made.pixels.shape[0]


def test_a_turned_box_is_looser_than_the_tile_and_closer_than_its_corners() -> None:
    made = turned(45)(view(), np.random.default_rng(0))
    assert 20 * 30 * 1.3 < size_of(made) ** 2 < (20 + 30) ** 2 / 2


def test_what_is_far_becomes_small() -> None:
    pair = View(view().pixels, (Tile("1m", (140, 10, 160, 40)), Tile("2m", (140, 160, 160, 190))))
    far, near = tilted(50)(pair, np.random.default_rng(0)).truth
    assert far.box[3] - far.box[1] < 0.9 * (near.box[3] - near.box[1])


def test_a_tile_that_the_edge_cuts_is_no_truth() -> None:
    pair = View(
        view().pixels, (Tile("1m", TILE), Tile("2m", (160, 60, 180, 90)), Tile("3m", (250, 60, 270, 90)))
    )
    made = nearer(2.0)(pair, np.random.default_rng(0))
    assert [one.word for one in made.truth] == ["2m"]
    assert len(made.cut) == 1


def test_another_cloth_leaves_the_tiles_as_they_are() -> None:
    made = on_cloth(70)(view(), np.random.default_rng(0))
    x1, y1, x2, y2 = (int(side) for side in TILE)
    assert (made.pixels[y1:y2, x1:x2] == view().pixels[y1:y2, x1:x2]).all()
    assert (made.pixels[150, 250] != view().pixels[150, 250]).any()


def test_chance_is_the_same_each_time() -> None:
    one, two = (any_phone(view(), np.random.default_rng(5)).pixels for _ in range(2))
    assert (one == two).all()


class Known:
    """Finds two boxes, whatever it is shown."""

    title, backend, name_from = "known", "none", 0.75

    def find(self, frame: Frame) -> Found:
        return Found(np.zeros((0, 4), np.float32), np.zeros((0, 2), np.float32))

    def name(self, frame: Frame, found: Found) -> tuple[Detection, ...]:
        return Detection(TILE, 0.9, sure(2, 0.99)), Detection((200, 60, 222, 90), 0.9, sure(5, 0.99))


def test_what_is_found_on_a_cut_tile_counts_for_nothing(tmp_path: Path) -> None:
    picture = Picture("full/x", "full", "table", 1, Split.DEV, (tmp_path / "x.jpg",), ())
    whole = read_view(view(), picture, Known())
    cut = read_view(View(view().pixels, view().truth, ((200, 60, 220, 90),)), picture, Known())
    assert (whole.outcome.many("right"), whole.outcome.many("extra")) == (1, 1)
    assert (cut.outcome.many("right"), cut.outcome.many("extra")) == (1, 0)

"""How finders are measured: what counts as found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.recipe import measure_drawn
from models.recipe.measure_drawn import (
    FACE_WORD,
    Asked,
    breadth,
    by_breadth,
    by_width,
    count,
    drawn,
    found_in,
    marked,
)
from models.recipe.quantise import mention
from models.recipe.splits import Split, pictures
from models.recipe.tally import Tile
from tests.material import SHARED, needs_material
from tests.own_faces import own_faces
from vision.detectors.looking import Found
from vision.synth.backs import back_scene
from vision.synth.faces import FaceSet
from vision.synth.scenes import BACK as BACK_WORD
from vision.synth.scenes import Scene

ROOT = Path(__file__).parents[2]
LISTING = ROOT / "models" / "recipe" / "marked_backs.txt"


class Finder:
    """Finds what a test says."""

    def __init__(self, boxes: list[tuple[float, ...]], odds: list[tuple[float, float]]) -> None:
        self.found = Found(
            np.array(boxes, np.float32).reshape(-1, 4), np.array(odds, np.float32).reshape(-1, 2)
        )

    def find(self, frame: object) -> Found:
        return self.found


def counted(boxes: list[tuple[float, ...]], odds: list[tuple[float, float]]) -> dict[str, int]:
    asked = Asked(
        "made up",
        np.zeros((200, 200, 3), np.uint8),
        (Tile(FACE_WORD, (0, 0, 20, 30)), Tile(BACK_WORD, (50, 0, 70, 30))),
        ((100, 100, 120, 130),),
    )
    finder: Any = Finder(boxes, odds)
    return {word: many for word, many in count(asked, found_in(asked, finder)).items() if many}


def test_what_is_found_swapped_or_nothing() -> None:
    found = counted(
        [(0, 1, 20, 30), (50, 0, 70, 28), (150, 150, 170, 180)], [(0.9, 0.1), (0.8, 0.2), (0.1, 0.6)]
    )
    assert found == {
        "pictures": 1,
        "face": 1,
        "back": 1,
        "face found": 1,
        "back taken for the other": 1,
        "false back": 1,
    }


def test_what_hardly_shows_is_neither_asked_for_nor_held_against() -> None:
    assert counted([(100, 100, 121, 129)], [(0.2, 0.7)]) == {"pictures": 1, "face": 1, "back": 1}


def test_narrow_tiles_are_counted_apart() -> None:
    back, face = Tile(BACK_WORD, (0, 0, 9, 30)), Tile(FACE_WORD, (50, 0, 70, 12))
    asked = Asked("made up", np.zeros((100, 100, 3), np.uint8), (back, face), ())
    counts = by_width(asked, [Tile(FACE_WORD, (0, 0, 10, 30)), Tile(FACE_WORD, (50, 0, 70, 12))])
    told = {name: {word: n for word, n in many.items() if n} for name, many in counts.items()}
    assert told == {
        "below 10 px": {"pictures": 1, "back": 1, "back taken for the other": 1},
        "10 to 12 px": {"pictures": 1},
        "12 to 18 px": {"pictures": 1, "face": 1, "face found": 1},
        "from 18 px": {"pictures": 1},
    }
    assert by_width(asked, [])["below 10 px"]["back found"] == 0


def test_a_sliver_that_lies_aslant_is_narrower_than_its_box() -> None:
    upright, aslant = ((0, 0), (7, 0), (7, 30), (0, 30)), ((5, 0), (20, 20), (16, 23), (1, 3))
    assert breadth(upright) == pytest.approx(7)
    assert breadth(aslant) == pytest.approx(5)
    backs = (Tile(BACK_WORD, (0, 0, 7, 30)), Tile(BACK_WORD, (1, 0, 20, 23)))
    asked = Asked("made up", np.zeros((50, 50, 3), np.uint8), backs, (), (7.0, 5.0))
    counts = by_breadth(asked, [Tile(BACK_WORD, (1, 0, 20, 22))])
    told = {name: {word: n for word, n in many.items() if n} for name, many in counts.items()}
    assert told == {
        "below 6 px": {"pictures": 1, "back": 1, "back found": 1},
        "6 to 8 px": {"pictures": 1, "back": 1},
        "8 to 12 px": {"pictures": 1},
        "from 12 px": {"pictures": 1},
    }


def test_left_out_drawings_ask_for_faces_and_backs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sets = [own_faces()]

    def small(sets: Sequence[FaceSet], number: int, size: int) -> Scene:
        return back_scene(sets, number, size // 3)

    monkeypatch.setattr(measure_drawn, "back_scene", small)
    monkeypatch.setattr(measure_drawn, "any_scene", small)
    groups = {asked.group: asked for asked in drawn(sets, 1, tmp_path)}
    assert set(groups) == {"tables", "backs", "scenes"}
    assert {tile.word for tile in groups["tables"].tiles} == {FACE_WORD, BACK_WORD}
    assert len(groups["tables"].breadths) == len(groups["tables"].tiles)
    assert len(list((tmp_path / "truth").glob("*.json"))) == 1


@needs_material
def test_marked_backs_lie_in_development_photos_and_inside_them(tmp_path: Path) -> None:
    development = {file.stem for one in pictures(SHARED) if one.split is Split.DEV for file in one.images}
    names = {row.split()[0] for row in LISTING.read_text("utf-8").splitlines()}
    assert names <= development
    asked = list(marked(LISTING, SHARED))
    assert sum(len(one.tiles) for one in asked) > 90
    for one in asked:
        high, wide = one.pixels.shape[:2]
        for tile in one.tiles:
            x1, y1, x2, y2 = tile.box
            assert 0 <= x1 < x2 <= wide
            assert 0 <= y1 < y2 <= high


def test_model_toml_names_a_copy_once(tmp_path: Path) -> None:
    text = '[finder]\nfile = "finder.onnx"\nsize = 640\n\n[namer]\nfile = "namer.onnx"\n'
    (tmp_path / "model.toml").write_text(text, "utf-8")
    for _ in range(2):
        mention(tmp_path, "finder", "finder-int8.xml", "smaller")
    told = (tmp_path / "model.toml").read_text("utf-8")
    assert told.count("int8") == 2
    assert told.index("finder-int8.xml") < told.index("size")

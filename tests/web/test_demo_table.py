"""The demo table: drawn by our own script from our own drawings, small enough to ship, its truth beside."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

import web
from assistant.tiles import COPIES, DECK
from vision.detection import NAMES
from web.drawings.demo_table import SCENE, SIZE, main

PICTURE = Path(web.__file__).parent / "static" / "demo" / "table.jpg"


def test_the_picture_that_ships_is_the_one_that_is_drawn(tmp_path: Path) -> None:
    main([str(tmp_path / "table.jpg")])
    drawn, shipped = cv2.imread(str(tmp_path / "table.jpg")), cv2.imread(str(PICTURE))
    assert drawn is not None
    assert shipped is not None
    assert drawn.shape == shipped.shape == (SIZE[1], SIZE[0], 3)
    assert np.abs(drawn.astype(int) - shipped.astype(int)).mean() < 2
    again = (tmp_path / "table.json").read_text("utf-8")
    assert json.loads(again) == json.loads(PICTURE.with_suffix(".json").read_text("utf-8"))
    assert PICTURE.stat().st_size < 250_000


def test_the_truth_holds_what_lies_open() -> None:
    document = json.loads(PICTURE.with_suffix(".json").read_text("utf-8"))
    seen = Counter(tile["tile"] for tile in document["tiles"] if tile["area"] != "wall")
    lying = Counter(
        NAMES[kind]
        for side in SCENE.sides
        for kind in (*side.discards, *side.won, *(tile for meld in side.melds for tile in meld.tiles))
        if kind is not None
    )
    assert lying <= seen
    assert all(many <= COPIES for name, many in seen.items() if name != "back")
    assert all(0 <= tile["hidden"] <= 1 for tile in document["tiles"])
    assert len(document["corners"]) == 4


def test_the_whole_set_is_on_the_table() -> None:
    assert SCENE.tiles == DECK
    assert SCENE.problems() == ()


def test_usage_is_told() -> None:
    with pytest.raises(SystemExit, match=r"OUT\.jpg"):
        main([])

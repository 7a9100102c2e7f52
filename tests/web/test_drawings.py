"""The tile drawings: what is committed is what the strokes give, and every kind has a face of its own."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from assistant.tiles import TILES
from web.drawings.faces import HOME, drawings

NAMES = sorted(drawings())


def test_every_kind_has_a_face() -> None:
    assert {str(tile) for tile in TILES} < set(NAMES)
    assert {"front", "back", "unknown", "other"} < set(NAMES)
    assert len(set(drawings().values())) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_committed_file_is_what_the_strokes_give(name: str) -> None:
    assert (HOME / f"{name}.svg").read_text(encoding="utf-8") == drawings()[name]


@pytest.mark.parametrize("name", NAMES)
def test_drawing_needs_no_font_and_no_other_file(name: str) -> None:
    root = ElementTree.fromstring(drawings()[name])
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "g", "path", "rect", "circle", "ellipse"}
    assert not [key for element in root.iter() for key in element.attrib if "href" in key]
    assert root.get("viewBox") == "0 0 300 400"


def test_no_stray_file() -> None:
    assert sorted(path.stem for path in HOME.glob("*.svg")) == NAMES

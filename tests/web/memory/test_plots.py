"""Plots are plain SVG that a page with a strict policy shows, with everything in them named."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from web.memory.plots import BOTTOM, HEIGHT, LEFT, MOST_BARS, TOP, WIDTH, Line, Point, bars, lines, ticks


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0), (0, 1), (-1, 0), (-3, 7), (-24, 13), (0, 160), (-999, 1), (-5, 100_000), (3, 9)]
)
def test_ticks_are_few_and_round_and_span_all(low: int, high: int) -> None:
    found = ticks(low, high)
    assert found[0] <= min(low, 0)
    assert found[-1] >= max(high, 0)
    assert 0 in found
    assert 2 <= len(found) <= 9
    steps = {two - one for one, two in pairwise(found)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in ("1", "2", "5")


def drawn(text: str) -> ElementTree.Element:
    """A plot read as what it is; nothing in it runs, loads or carries a style."""
    root = ElementTree.fromstring(text)
    for one in root.iter():
        assert one.tag in ("svg", "title", "line", "text", "rect", "polyline", "circle")
        assert not any(name.startswith("on") or name in ("style", "href") for name in one.attrib)
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext("title")
    return root


def test_gains_stand_up_and_losses_hang_down() -> None:
    root = drawn(bars("净输赢", [Point("11-01", 20), Point("11-08", -10), Point("11-15", 0)]))
    up, down, even = root.findall("rect")
    assert "plus" in str(up.get("class"))
    assert "minus" in str(down.get("class"))
    assert float(str(up.get("y"))) + float(str(up.get("height"))) == pytest.approx(float(str(down.get("y"))))
    assert float(str(up.get("height"))) == pytest.approx(2 * float(str(down.get("height"))), abs=0.2)
    assert float(str(even.get("height"))) == 1
    assert [one.findtext("title") for one in (up, down)] == ["11-01: +20", "11-08: -10"]


def test_of_many_sessions_the_last_are_drawn() -> None:
    points = [Point(str(number), number) for number in range(100)]
    found = drawn(bars("t", points)).findall("rect")
    assert len(found) == MOST_BARS
    assert found[-1].findtext("title") == "99: +99"


def test_a_name_is_text_and_nothing_else() -> None:
    root = drawn(lines("<t>", [Line('<script>"&', (0, 5)), Line("乙", (0, -5))]))
    assert '<script>"&' in [one.text for one in root.findall("text")]


def test_lines_lie_in_the_frame_and_names_apart() -> None:
    many = [Line(name, (0, 10, value)) for name, value in zip("甲乙丙丁", (7, 7, 7, -21), strict=True)]
    root = drawn(lines("t", many))
    for one in root.findall("polyline"):
        for pair in str(one.get("points")).split():
            x, y = map(float, pair.split(","))
            assert LEFT <= x <= WIDTH
            assert TOP <= y <= HEIGHT - BOTTOM
    names = [float(str(one.get("y"))) for one in root.findall("text") if one.text in tuple("甲乙丙丁")]
    gaps = [two - one for one, two in pairwise(sorted(names))]
    assert min(gaps) >= 14.9


def test_nothing_to_draw_is_no_plot() -> None:
    assert bars("t", []) == lines("t", []) == lines("t", [Line("a", ())]) == ""

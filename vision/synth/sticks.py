"""条: sticks as beads, bones, bars and outlines, in the places that all sets share."""

from __future__ import annotations

import cv2
import numpy as np

from vision.synth.brush import CLEAR, Colour, H, Points, Style, W, at, spread
from vision.synth.circles import PLACES
from vision.synth.solids import Image

STICKS: dict[int, tuple[tuple[float, float], ...]] = {
    2: PLACES[2],
    3: ((0.5, 0.27), (0.3, 0.73), (0.7, 0.73)),
    4: ((0.3, 0.27), (0.7, 0.27), (0.3, 0.73), (0.7, 0.73)),
    5: ((0.2, 0.27), (0.8, 0.27), (0.5, 0.5), (0.2, 0.73), (0.8, 0.73)),
    6: tuple((x, y) for y in (0.27, 0.73) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.16), *((x, y) for y in (0.5, 0.83) for x in (0.2, 0.5, 0.8))),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.2, 0.5, 0.8)),
}
"""条: centres of the sticks. 八条 is drawn by itself, as two bent rows."""


def sticks(canvas: Image, number: int, style: Style) -> None:
    """The sticks of a number 2..9."""
    if number == 8:
        _eight(canvas, style)
        return
    high = {7: 0.21, 9: 0.22}.get(number, 0.36)
    if style.spread < 1:
        high *= style.spread
    for place, centre in enumerate(STICKS[number]):
        x, y = spread(centre, style)
        _stick(canvas, (x, y - high / 2), (x, y + high / 2), _colour(number, place, style), style)


def _colour(number: int, place: int, style: Style) -> Colour:
    """The ink that a stick usually has: the middle of five and the top of seven red, of nine a column."""
    if style.mono:
        return style.inks[0]
    if (number == 5 and place == 2) or (number == 7 and place == 0) or (number == 9 and place % 3 == 1):
        return style.inks[1]
    blue = style.hollow and ((number == 7 and place % 3 == 2) or (number == 6 and place >= 3))
    return style.inks[2] if blue else style.inks[0]


def _eight(canvas: Image, style: Style) -> None:
    """八条: a row bent like an M above one bent like a W, or the other way round."""
    ink = style.inks[0]
    for top, bottom, peak in ((0.08, 0.46, "top"), (0.54, 0.92, "bottom")):
        at_top = (peak == "top") != style.swapped_eight
        start, end = (
            (top, top + (bottom - top) * 0.62) if at_top else (bottom, bottom - (bottom - top) * 0.62)
        )
        for side in (0.17, 0.83):
            _stick(canvas, spread((side, top), style), spread((side, bottom), style), ink, style)
            _stick(canvas, spread((side, start), style), spread((0.5, end), style), ink, style)


def _stick(
    canvas: Image, start: tuple[float, float], end: tuple[float, float], ink: Colour, style: Style
) -> None:
    a = np.array([start[0] * W, start[1] * H])
    b = np.array([end[0] * W, end[1] * H])
    wide = max(round(style.stick_width * W), 3)
    (_beads, _bones, _bars, _outlines, _hearts)[style.stick](canvas, a, b, wide, ink, style)


def _line(canvas: Image, a: Points, b: Points, ink: Colour, wide: int) -> None:
    cv2.line(canvas, at(a), at(b), (*ink, 255), wide, cv2.LINE_AA)


def _bare(canvas: Image, a: Points, b: Points, wide: int) -> None:
    cv2.line(canvas, at(a), at(b), CLEAR, wide, cv2.LINE_8)


def _beads(canvas: Image, a: Points, b: Points, wide: int, ink: Colour, style: Style) -> None:
    parts = style.joints
    for part in range(parts):
        _line(canvas, a + (b - a) * (part + 0.12) / parts, a + (b - a) * (part + 0.88) / parts, ink, wide)
    for part in range(parts + 1):
        cv2.circle(canvas, at(a + (b - a) * part / parts), round(wide * 0.62), (*ink, 255), -1, cv2.LINE_AA)
    if style.rings:
        _bare(canvas, a + (b - a) * 0.1, a + (b - a) * 0.9, max(wide // 4, 1))


def _bones(canvas: Image, a: Points, b: Points, wide: int, ink: Colour, style: Style) -> None:
    """Segments that swell at their ends, a gap or a knot between them."""
    across = np.array([a[1] - b[1], b[0] - a[0]]) / max(float(np.linalg.norm(b - a)), 1e-6)
    parts = style.joints
    for part in range(parts):
        p, q = a + (b - a) * (part + 0.06) / parts, a + (b - a) * (part + 0.94) / parts
        _line(canvas, p, q, ink, max(round(wide * 0.7), 2))
        for end in (p, q):
            _line(canvas, end - across * wide * 0.5, end + across * wide * 0.5, ink, max(wide // 2, 2))
        if style.rings:
            _bare(canvas, p + (q - p) * 0.15, p + (q - p) * 0.85, max(wide // 4, 1))


def _bars(canvas: Image, a: Points, b: Points, wide: int, ink: Colour, style: Style) -> None:
    _line(canvas, a, b, ink, wide)
    across = np.array([a[1] - b[1], b[0] - a[0]]) / max(float(np.linalg.norm(b - a)), 1e-6)
    for joint in range(1, style.joints + 1):
        middle = a + (b - a) * joint / (style.joints + 1)
        _bare(canvas, middle - across * wide, middle + across * wide, max(wide // 4, 2))


def _outlines(canvas: Image, a: Points, b: Points, wide: int, ink: Colour, style: Style) -> None:
    parts = style.joints
    for part in range(parts):
        p, q = a + (b - a) * (part + 0.08) / parts, a + (b - a) * (part + 0.92) / parts
        _line(canvas, p, q, ink, wide)
        _bare(canvas, p + (q - p) * 0.04, q - (q - p) * 0.04, max(round(wide * 0.45), 1))


def _hearts(canvas: Image, a: Points, b: Points, wide: int, ink: Colour, style: Style) -> None:
    """Beads with a bare heart each."""
    _beads(canvas, a, b, wide, ink, style)
    for part in range(style.joints):
        p, q = a + (b - a) * (part + 0.35) / style.joints, a + (b - a) * (part + 0.65) / style.joints
        _bare(canvas, p, q, max(round(wide * 0.4), 1))
    for part in range(style.joints + 1):
        cv2.circle(canvas, at(a + (b - a) * part / style.joints), max(round(wide * 0.2), 1), CLEAR, -1)

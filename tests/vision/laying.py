"""Tiles laid on a made-up table, seen from above: detections with the boxes that a perfect finder gives."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.detection import NAMES, Detection, sure

WIDTH, HEIGHT = 40.0, 54.0
SURE = 0.98


@dataclass(frozen=True)
class Laid:
    """A tile: its word, its middle in pixels, whether it lies sideways, and how surely it is read."""

    word: str
    x: float
    y: float
    sideways: bool = False
    confidence: float = SURE


def words(text: str) -> list[str]:
    """`123m 5p back ?` as tile words; `?` stands for a tile read with little confidence."""
    found: list[str] = []
    for group in text.split():
        if group in ("back", "other", "?"):
            found.append(group)
        else:
            found += [number + group[-1] for number in group[:-1]]
    return found


def row(
    text: str, x: float = 100.0, y: float = 100.0, gap_after: dict[int, float] | None = None
) -> list[Laid]:
    """Tiles side by side from (x, y) to the right; `gap_after`: after so many tiles a gap of so many tile
    widths."""
    laid = []
    for number, word in enumerate(words(text)):
        laid.append(Laid(word, x, y))
        x += WIDTH * (1 + (gap_after or {}).get(number + 1, 0.0))
    return laid


def seen(
    tiles: list[Laid], angle: float = 0.0, scale: float = 1.0, squash: float = 1.0, lean: float = 0.0
) -> list[Detection]:
    """The detections of laid tiles, the picture turned by `angle` degrees about its middle, then scaled, its
    height squashed, and its far (upper) part narrowed by `lean`."""
    turn = math.radians(angle)

    def project(x: float, y: float) -> tuple[float, float]:
        x, y = x - 400, y - 300
        x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        depth = 1 + lean * (-y / 300)
        return (x / depth + 800) * scale, (y * squash / depth + 800) * scale

    detections = []
    for tile in tiles:
        wide, high = (HEIGHT, WIDTH) if tile.sideways else (WIDTH, HEIGHT)
        corners = [
            project(tile.x + dx * wide / 2, tile.y + dy * high / 2) for dx in (-1, 1) for dy in (-1, 1)
        ]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        unsure = tile.word == "?"
        kind = NAMES.index("1s" if unsure else tile.word)
        likelihoods = sure(kind, 0.4 if unsure else tile.confidence)
        detections.append(Detection((min(xs), min(ys), max(xs), max(ys)), 0.9, likelihoods))
    return detections

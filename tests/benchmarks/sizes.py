"""How often a tile on a table is named wrongly, by its size in the picture: drawn tables at four sizes.

    python -m tests.benchmarks.sizes [--tables 40] [--reader NAME]

Every table has another invented tile set, camera, cloth, light and manner of laying tiles, none of them drawn
for training, and is drawn at each of the sizes with the same optics: what the lens blurs is as much of the
table. Asked for are the discards and the tiles of melds; a tile's size is the root of its box's area. Beside
it stands the size of a tile at the far side as the table's corners tell it, which is what a watched table is
judged by (`vision.far_side`). Nothing is asserted.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.own_faces import own_faces
from vision.calibration import Geometry
from vision.close_reading import INPUT
from vision.detection import Detection
from vision.detectors.opening import open_detector
from vision.detectors.two_stage import TwoStage
from vision.far_side import far_tile
from vision.frames import Frame
from vision.places import Area
from vision.synth.faces import FaceSet
from vision.synth.pictures import Picture, any_manner, any_scene, any_setting, draw_table, is_clear
from vision.synth.settings import SIZE
from vision.synth.tile_sets import invented_sets

SIZES = ((640, 360), (960, 540), (1280, 720), (1920, 1080))
FIRST_TABLE, FIRST_SET, SETS = 900_000, 5000, 16
"""Training draws tables and invented sets of lower numbers alone."""
SPANS = (0.0, 12.0, 15.0, 18.0, 21.0, 24.0, 27.0, 30.0, 36.0, 42.0, 99.0)
ASKED = (Area.DISCARD, Area.MELD)
MEETING = 0.4
"""Boxes of a tile and of what was found share this part of what they cover together."""
SURELY = 0.9


@dataclass(frozen=True, slots=True)
class Face:
    """One tile that was asked for. `width`: of the picture; `span` of its box, `far` of a tile at the far
    side, both in pixels; `right`: None where it was not found."""

    width: int
    span: float
    far: float
    right: bool | None = None
    sure: float = 0.0


def drawn(sets: Sequence[FaceSet], number: int, size: tuple[int, int]) -> Picture:
    """A table of that number at a size."""
    rng = [np.random.default_rng((number, one)) for one in (11, 12, 13)]
    manner = any_manner(rng[0], number)
    setting = any_setting(sets[number % len(sets)], rng[1], manner.tiles_wide, size, still=True)
    lens = setting.lens.scaled(size[0] / SIZE[0])
    return draw_table(any_scene(rng[2]), replace(setting, lens=lens), manner, seed=number)


def faces(picture: Picture, reader: TwoStage) -> Iterator[Face]:
    """The tiles of a table that are asked for, and how they are read."""
    height, width = picture.pixels.shape[:2]
    a, b, c, d = picture.corners
    far = far_tile(Geometry((a, b, c, d), (width, height)))
    read = reader.name(Frame.of(picture.pixels), reader.find_at(picture.pixels, INPUT).once())
    for truth in picture.tiles:
        if is_clear(truth) and truth.kind < 27 and truth.area in ASKED:
            x1, y1, x2, y2 = (float(side) for side in truth.box)
            face = Face(width, ((x2 - x1) * (y2 - y1)) ** 0.5, far)
            found = max(read, key=lambda one: meeting(one, (x1, y1, x2, y2)), default=None)
            if found is None or meeting(found, (x1, y1, x2, y2)) < MEETING:
                yield face
            else:
                best = int(np.argmax(found.likelihoods))
                yield replace(face, right=best == truth.kind, sure=max(found.likelihoods))


def meeting(found: Detection, box: tuple[float, float, float, float]) -> float:
    """The part of what two boxes cover together that they share."""
    wide = min(found.box[2], box[2]) - max(found.box[0], box[0])
    high = min(found.box[3], box[3]) - max(found.box[1], box[1])
    shared = max(wide, 0.0) * max(high, 0.0)
    return shared / (found.span**2 + (box[2] - box[0]) * (box[3] - box[1]) - shared)


def line(name: str, some: Sequence[Face]) -> str:
    """The figures of some tiles."""
    found = [one for one in some if one.right is not None]
    wrong = [one for one in found if not one.right]
    surely = sum(one.sure > SURELY for one in wrong)
    cells = (len(some), len(some) - len(found), len(wrong), f"{100 * len(wrong) / len(found):.1f} %", surely)
    return f"| {name} | {' | '.join(map(str, cells))} |"


def table(head: str, groups: Iterable[tuple[str, Sequence[Face]]]) -> Iterator[str]:
    """A table of Markdown, a line for each group that has tiles that were found."""
    yield f"| {head} | tiles | not found | named wrongly | | of these surely |"
    yield "|---|---|---|---|---|---|"
    yield from (line(name, some) for name, some in groups if any(one.right is not None for one in some))


def by_picture(read: Sequence[Face]) -> Iterator[tuple[str, Sequence[Face]]]:
    """The tiles by the size of their picture."""
    for width, height in SIZES:
        yield f"{width} x {height}", [one for one in read if one.width == width]


def by_size(read: Sequence[tuple[float, Face]]) -> Iterator[tuple[str, Sequence[Face]]]:
    """The tiles by a size in pixels."""
    for low, high in itertools.pairwise(SPANS):
        yield f"{low:.0f} to {high:.0f} px", [one for size, one in read if low <= size < high]


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.sizes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--reader", help="a shipped model or a model folder")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = open_detector(options.reader, size=INPUT)
    assert isinstance(reader, TwoStage)
    sets = invented_sets(SETS, [], own_faces(), first=FIRST_SET)
    read: list[Face] = []
    for number in range(FIRST_TABLE, FIRST_TABLE + options.tables):
        for size in SIZES:
            read += faces(drawn(sets, number, size), reader)
    print("\n".join(table("picture", by_picture(read))), end="\n\n")
    print("\n".join(table("size of the tile", by_size([(one.span, one) for one in read]))), end="\n\n")
    print("\n".join(table("at the far side", by_size([(one.far, one) for one in read]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

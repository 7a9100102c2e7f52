"""How well single views of whole tables are read: drawn tables through the pipeline of `tangzi table`.

    python -m tests.benchmarks.views [--tables 12] [--reader NAME] [--annotate DIR]

Every table has another tile set, camera, cloth, light, manner of laying tiles, hands and things over it; the
numbers of the tables, and the invented sets, are none that any training drew. Counted are the seats whose
hidden tiles, open tiles, melds and discards are told exactly, where nothing covers them. Discards of a common
heap belong to nobody and are not counted. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import cv2
from PIL import Image

from tests.own_faces import own_faces
from vision.annotate_table import annotate_table
from vision.calibration import Geometry
from vision.detection import NAMES
from vision.detectors.opening import open_detector
from vision.frames import Frame
from vision.places import Area
from vision.synth.laying import Pond
from vision.synth.pictures import Picture, any_layout, draw_table
from vision.synth.tables import Held, MeldKind, Side
from vision.synth.tile_sets import invented_sets
from vision.table_picture import TablePicture, read_table_picture
from vision.table_reading import SideReading, TableReading

FIRST_TABLE, FIRST_SET, SETS = 900_000, 5000, 7
"""Training draws tables and invented sets of lower numbers alone."""
LETTERS = {MeldKind.PONG: "p", MeldKind.EXPOSED: "k", MeldKind.ADDED: "a", MeldKind.CONCEALED: "c"}


def hidden(side: Side) -> int:
    """Tiles of a side that nobody but its player sees."""
    return 0 if side.held is Held.OPEN else len(side.hand)


def shown(side: Side) -> Counter[int | None]:
    """Tiles of a hand that all may see."""
    return Counter((*(side.hand if side.held is Held.OPEN else ()), *side.won))


def melds(side: Side) -> list[str]:
    """The melds as they are written."""
    return sorted(f"{LETTERS[meld.kind]}{NAMES[meld.tiles[0]]}" for meld in side.melds)


def read_melds(side: SideReading) -> list[str]:
    """The same of what was read."""
    return sorted(f"{meld.shape.value}{NAMES[meld.kind]}" for meld in side.melds)


def judged(side: Side, number: int, reading: TableReading) -> dict[str, bool]:
    """What of a side was told exactly."""
    told = reading.sides[number]
    discards = [reading.seen[place].kind for place in told.discards]
    return {
        "hidden": told.face_down == hidden(side),
        "open": Counter(reading.seen[place].kind for place in told.shown) == shown(side),
        "melds": read_melds(told) == melds(side),
        "discards": discards == [kind for kind in side.discards if kind is not None],
    }


def read(picture: Picture, reader: str | None) -> TablePicture:
    """A picture read, its corners given."""
    a, b, c, d = picture.corners
    height, width = picture.pixels.shape[:2]
    geometry = Geometry((a, b, c, d), (width, height))
    return read_table_picture(Frame.of(picture.pixels), open_detector(reader, size=width), geometry)


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.views",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--reader", help="a shipped model or a model folder")
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="write the pictures as they were read")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    sets = [own_faces(), *invented_sets(SETS, [], own_faces(), first=FIRST_SET)]
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for number in range(FIRST_TABLE, FIRST_TABLE + options.tables):
        scene, setting, manner, over = any_layout(sets, number)
        picture = draw_table(scene, setting, manner, over=over, seed=number)
        found = read(picture, options.reader)
        if options.annotate is not None:
            options.annotate.mkdir(parents=True, exist_ok=True)
            drawn = annotate_table(found.frame, found.reading, found.geometry)
            Image.fromarray(drawn).save(options.annotate / f"{number}.jpg", quality=90)
        for seat, side in enumerate(scene.sides):
            for what, exact in judged(side, seat, found.reading).items():
                area = Area.DISCARD if what == "discards" else Area.HAND
                heap = what == "discards" and manner.pond is Pond.HEAP
                if side.hand and not heap and (area, seat) not in picture.covered:
                    asked[what] += 1
                    right[what] += exact
    for what, many in asked.items():
        print(f"{what:9} exact at {right[what]} of {many} seats")
    return 0


if __name__ == "__main__":
    sys.exit(main())

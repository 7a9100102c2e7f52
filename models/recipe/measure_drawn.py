"""Measure a finder on drawn scenes of faces, colours and grounds that never trained, and on real backs.

    python -m models.recipe.measure_drawn --model models/reader-2 --font NotoSerifCJK-Bold.ttc

Draws whole tables (1280 x 720), scenes about backs and any scenes from numbers that no training uses, with
invented sets that it does not use either, and counts: tiles found as what they are (intersection over
union 0.4, one to one), backs likewise, and boxes where nothing is. Surfaces that hardly show are not asked
for. `--backs` names a text file with backs that somebody marked in photos (`NAME back x1 y1 x2 y2`, pixels).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.recipe.quantise import opened
from models.recipe.splits import BACK
from models.recipe.tally import Box, Tile, match, overlap
from vision.detectors.opening import open_detector
from vision.detectors.two_stage import BACK_SCORE, TwoStage
from vision.frames import Frame, Pixels
from vision.synth.backs import back_scene
from vision.synth.faces import FaceSet, load_faces
from vision.synth.labels import save_table
from vision.synth.pictures import any_table, is_clear
from vision.synth.scenes import BACK as BACK_WORD
from vision.synth.scenes import any_scene
from vision.synth.tile_sets import invented_sets

FIRST_SET, FIRST_SCENE = 5000, 900_000
"""Training draws invented sets below 5,000 and scenes below 900,000."""
FACE_WORD = "face"
WIDTHS = (
    ("below 10 px", 0.0, 10.0),
    ("10 to 12 px", 10.0, 12.0),
    ("12 to 18 px", 12.0, 18.0),
    ("from 18 px", 18.0, float("inf")),
)
"""The narrower side of the upright box around what shows of a tile in a whole table: name, from, below."""
BREADTHS = (
    ("below 6 px", 0.0, 6.0),
    ("6 to 8 px", 6.0, 8.0),
    ("8 to 12 px", 8.0, 12.0),
    ("from 12 px", 12.0, float("inf")),
)
"""The same of the surface as it lies: a sliver that lies aslant is narrower than its box."""


@dataclass(frozen=True)
class Asked:
    """A picture with the tiles to be found (words face and back) and boxes that may be found or not."""

    group: str
    pixels: Pixels
    tiles: tuple[Tile, ...]
    unsure: tuple[Box, ...]
    breadths: tuple[float, ...] = ()
    """The narrower sides of the surfaces of `tiles` as they lie, pixels; empty where only boxes are known."""


def drawn(sets: Sequence[FaceSet], many: int, keep: Path | None = None) -> Iterator[Asked]:
    """Left-out tables, scenes about backs, and any scenes, `many` of each; the tables are written below
    `keep`."""
    for number in range(FIRST_SCENE, FIRST_SCENE + many):
        picture = any_table(sets, number, (1280, 720))
        if keep is not None:
            save_table(picture, keep, f"{number}")
        clear = [one for one in picture.tiles if is_clear(one)]
        yield Asked(
            "tables",
            picture.pixels,
            tuple(Tile(BACK_WORD if one.kind == BACK else FACE_WORD, _floats(one.box)) for one in clear),
            tuple(_floats(one.box) for one in picture.tiles if not is_clear(one)),
            tuple(breadth(one.quad) for one in clear),
        )
        for group, draw in (("backs", back_scene), ("scenes", any_scene)):
            scene = draw(sets, number, 900)
            yield Asked(
                group,
                scene.image,
                tuple(
                    Tile(BACK_WORD if one.kind == BACK_WORD else FACE_WORD, _floats(one.box))
                    for one in scene.tiles
                    if one.clear
                ),
                tuple(_floats(one.box) for one in scene.tiles if not one.clear),
            )


def breadth(quad: Sequence[Sequence[float]]) -> float:
    """The narrower side of the smallest rectangle, turned as it may be, around a surface; pixels."""
    _, sides, _ = cv2.minAreaRect(np.array(quad, dtype=np.float32))
    return float(min(sides))


def _floats(box: Sequence[float]) -> Box:
    x1, y1, x2, y2 = (float(side) for side in box)
    return x1, y1, x2, y2


def marked(listing: Path, shared: Path) -> Iterator[Asked]:
    """Photos in which somebody marked the backs, and places that nobody can tell; no face is asked for."""
    boxes: dict[str, dict[str, list[Box]]] = defaultdict(lambda: {BACK_WORD: [], "unsure": []})
    for line in listing.read_text(encoding="utf-8").splitlines():
        name, word, *sides = line.split()
        boxes[name][word].append(_floats([float(side) for side in sides]))
    for name, those in sorted(boxes.items()):
        pixels = opened(shared / "photos" / "partial" / "images" / f"{name}.jpg")
        backs = tuple(Tile(BACK_WORD, box) for box in those[BACK_WORD])
        yield Asked("photos", pixels, backs, tuple(those["unsure"]))


def found_in(asked: Asked, detector: TwoStage) -> list[Tile]:
    """What a reader finds in a picture, as faces and backs."""
    found = detector.find(Frame.of(asked.pixels))
    return [
        Tile(BACK_WORD if odds.argmax() == BACK_SCORE else FACE_WORD, _floats(box), float(odds.max()))
        for box, odds in zip(found.boxes, found.odds, strict=True)
    ]


def count(asked: Asked, tiles: Sequence[Tile]) -> Counter[str]:
    """What became of the tiles of one picture: faces, faces found, backs, backs found, false faces and backs;
    in photos, where faces are not labelled, only backs count."""
    counts: Counter[str] = Counter(pictures=1)
    pairs = match(asked.tiles, tiles)
    for one in asked.tiles:
        counts[one.word] += 1
    for t, f in pairs:
        counts[f"{asked.tiles[t].word} found"] += asked.tiles[t].word == tiles[f].word
        counts[f"{asked.tiles[t].word} taken for the other"] += asked.tiles[t].word != tiles[f].word
    for place in set(range(len(tiles))) - {f for _, f in pairs}:
        near = max((overlap(tiles[place].box, box) for box in asked.unsure), default=0.0)
        inside = max((_within(box, tiles[place].box) for box in asked.unsure), default=0.0)
        if max(near, inside) < 0.3:
            counts[f"false {tiles[place].word}"] += 1
    return counts


def by_width(asked: Asked, tiles: Sequence[Tile]) -> dict[str, Counter[str]]:
    """Of the tiles of one picture whose boxes are as narrow as `WIDTHS` says, how many are asked for and
    found."""
    sides = [min(one.box[2] - one.box[0], one.box[3] - one.box[1]) for one in asked.tiles]
    return _by(WIDTHS, sides, asked, tiles)


def by_breadth(asked: Asked, tiles: Sequence[Tile]) -> dict[str, Counter[str]]:
    """The same by `BREADTHS`, of pictures whose surfaces are known."""
    return _by(BREADTHS, asked.breadths, asked, tiles)


def _by(
    bins: Sequence[tuple[str, float, float]], sides: Sequence[float], asked: Asked, tiles: Sequence[Tile]
) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {name: Counter(pictures=1) for name, _, _ in bins}
    pairs = dict(match(asked.tiles, tiles))
    for number, (one, side) in enumerate(zip(asked.tiles, sides, strict=True)):
        name = next(name for name, least, below in bins if least <= side < below)
        word = tiles[pairs[number]].word if number in pairs else None
        counts[name][one.word] += 1
        counts[name][f"{one.word} found"] += word == one.word
        counts[name][f"{one.word} taken for the other"] += word not in (None, one.word)
    return counts


def _within(one: Box, other: Box) -> float:
    """The share of the smaller box that both cover."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return max(wide, 0.0) * max(high, 0.0) / max(min(areas), 1e-6)


HEAD = ("group", "pictures", "faces", "found", "backs", "found", "swapped", "false faces", "false backs")


def lines(groups: dict[str, Counter[str]]) -> Iterator[str]:
    """A table of the counts; swapped: a face found as a back, or a back as a face."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|" + "---|" * len(HEAD)
    for group, many in groups.items():
        cells: list[object] = [group, many["pictures"]]
        for word in (FACE_WORD, BACK_WORD):
            found = many[f"{word} found"]
            cells += [many[word], f"{found} ({100 * found / max(many[word], 1):.1f} %)"]
        cells.append(many["face taken for the other"] + many["back taken for the other"])
        cells += [many["false face"], many["false back"]]
        yield f"| {' | '.join(map(str, cells))} |"


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.measure_drawn", description=__doc__)
    parser.add_argument("--model", default=None, help="a model folder; the one that ships by default")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--size", type=int, default=1280, help="input pixels of the first look")
    parser.add_argument(
        "--faces", type=Path, default=Path("web/static/tiles"), help="for what is not invented"
    )
    parser.add_argument("--font", type=Path, action="append", default=[])
    parser.add_argument("--many", type=int, default=24, help="pictures of each group")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--backs", type=Path, default=Path("models/recipe/marked_backs.txt"))
    parser.add_argument("--keep", type=Path, help="folder to write the left-out tables into")
    options = parser.parse_args(arguments)
    detector = open_detector(options.model, options.backend, options.precision, options.size)
    assert isinstance(detector, TwoStage)
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    widths: dict[str, Counter[str]] = defaultdict(Counter)
    breadths: dict[str, Counter[str]] = defaultdict(Counter)
    sets = invented_sets(8, options.font, load_faces(options.faces), FIRST_SET)
    for asked in drawn(sets, options.many, options.keep):
        tiles = found_in(asked, detector)
        groups[asked.group].update(count(asked, tiles))
        if asked.group == "tables":
            for name, those in by_width(asked, tiles).items():
                widths[name].update(those)
            for name, those in by_breadth(asked, tiles).items():
                breadths[name].update(those)
    if (options.shared / "photos").is_dir():
        small = open_detector(options.model, options.backend, options.precision)
        assert isinstance(small, TwoStage)
        for asked in marked(options.backs, options.shared):
            many = count(asked, found_in(asked, small))
            del many["false face"]
            groups[asked.group].update(many)
    print("\n".join(lines(groups)))
    print(
        "\nThe tables' tiles by the narrower side of the box around what shows (false ones are not parted):\n"
    )
    print("\n".join(lines(widths)))
    print("\nThe same by how broad the surface itself is, as it lies:\n")
    print("\n".join(lines(breadths)))
    print(f"{detector.backend} {detector.precision}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

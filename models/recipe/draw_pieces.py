"""Draw namer pieces of tile sets that nobody made, and of sets given as drawings.

    python -m models.recipe.draw_pieces --font NotoSerifCJK-Bold.ttc --faces web/static/tiles

Photos and crops hold about thirty real sets; invented ones teach the namer what the kinds have in common.
Written to WORK/drawn in the form of `prepare`, all of it training material.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from assistant.tiles import TILES
from models.recipe.prepare import NAMER_OTHER, PIECE, Image, Piece, save_pieces, surrounded
from models.recipe.splits import Split
from vision.synth.faces import KINDS, OTHER, Face, load_faces
from vision.synth.grounds import clutter, texture
from vision.synth.scenes import any_material
from vision.synth.solids import Material
from vision.synth.styles import any_style, styled_face

NAMES = tuple(str(tile) for tile in TILES)
TIMES = {OTHER: 9, "1s": 4, "1p": 2}
"""Honours, flowers, birds and great circles drawn for each invented set: they differ most between sets."""


def on_tile(face: Face, material: Material, carved: float = 0) -> Image:
    """A face on its tile seen squarely, BGR; `carved` is how brightly the rims of cut ink shine, 0 for
    print."""
    high, wide = face.rgba.shape[:2]
    tile = np.empty((high, wide, 3), dtype=np.float32)
    tile[:] = material.body
    w, h = round(wide * material.ink), round(high * material.ink)
    ink = cv2.resize(face.rgba, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
    top, left = (high - h) // 2, (wide - w) // 2
    part = tile[top : top + h, left : left + w]
    opacity = ink[..., 3:] / 255
    part[:] = part * (1 - opacity) + ink[..., :3] * opacity
    if carved:
        lifted = cv2.warpAffine(opacity, np.array([[1.0, 0, -1.5], [0, 1.0, -2]]), (w, h))
        part += (opacity[..., 0] - lifted)[..., None] * carved
    tile[:2], tile[-3:], tile[:, :2], tile[:, -3:] = (
        tile[:2] * 1.03,
        tile[-3:] * 0.8,
        tile[:, :2] * 0.95,
        tile[:, -3:] * 0.85,
    )
    return np.clip(tile, 0, 255).astype(np.uint8)[..., ::-1]


def set_pieces(name: str, faces: list[Face], material: Material, random: np.random.Generator) -> list[Piece]:
    """The faces of one set as pieces, among each other."""
    carved = float(random.choice((0, 0, random.uniform(-90, 90))))
    tiles = [on_tile(face, material, carved) for face in faces]
    pieces = []
    for face, tile in zip(faces, tiles, strict=True):
        around = [tiles[int(random.integers(len(tiles)))] for _ in range(4)]
        label = NAMER_OTHER if face.kind == OTHER else NAMES.index(face.kind)
        aspect = material.width / material.height
        key = f"{name}/{face.kind}"
        pieces.append(Piece(surrounded(tile, around, random), label, "drawn", key, Split.TRAIN, aspect, key))
    return pieces


def ground_pieces(many: int) -> list[Piece]:
    """Bits of cloth, wood and clutter: no tile at all, so other."""
    pieces = []
    for number in range(many):
        random = np.random.default_rng(number)
        ground = texture(random)
        clutter(ground, random, int(random.integers(0, 12)))
        side = int(random.integers(40, 300))
        x, y = random.integers(0, ground.shape[0] - side, 2)
        piece = cv2.resize(ground[y : y + side, x : x + side], (PIECE, PIECE), interpolation=cv2.INTER_AREA)
        key = f"ground-{number}/other"
        aspect = float(random.uniform(0.6, 1.6))
        image = np.asarray(piece[..., ::-1], dtype=np.uint8)
        pieces.append(Piece(image, NAMER_OTHER, "drawn", key, Split.TRAIN, aspect, key))
    return pieces


def main(arguments: list[str] | None = None) -> int:
    """Draw; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.draw_pieces", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"))
    parser.add_argument(
        "--font", type=Path, action="append", default=[], help="file with Chinese characters (repeatable)"
    )
    parser.add_argument(
        "--faces", type=Path, action="append", default=[], help="folder of 1m.svg ... (repeatable)"
    )
    parser.add_argument("--name", default="drawn", help="folder below --work to write")
    parser.add_argument("--styles", type=int, default=250, help="how many invented sets")
    parser.add_argument("--seed", type=int, default=0, help="number of the first invented set")
    parser.add_argument(
        "--copies", type=int, default=40, help="how many sets of other inks and stuff for each --faces"
    )
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)  # the pictures are small: threads would wait for each other
    pieces: list[Piece] = []
    for number in range(options.seed, options.seed + options.styles):
        random = np.random.default_rng(number)
        style = any_style(random, options.font)
        kinds = [kind for kind in (*KINDS, OTHER) for _ in range(TIMES.get(kind, 1))]
        drawn = [styled_face(kind, style, random) for kind in kinds]
        faces = [face for face in drawn if face is not None]
        pieces.extend(set_pieces(f"style-{number}", faces, any_material(random), random))
        if number % 50 == 0:
            print(f"{number - options.seed} of {options.styles} styles", file=sys.stderr)
    for folder in options.faces:
        given = load_faces(folder)
        for number in range(options.copies):
            random = np.random.default_rng(number)
            inked = given.inked(
                float(random.normal(0, 20)), float(random.uniform(0.4, 1.3)), float(random.uniform(0.5, 1.1))
            )
            faces = [face for several in inked.faces.values() for face in several]
            pieces.extend(set_pieces(f"{folder.name}-{number}", faces, any_material(random), random))
    pieces.extend(ground_pieces(options.styles))
    save_pieces(pieces, options.work / options.name)
    print(f"{len(pieces)} pieces in {options.work / options.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

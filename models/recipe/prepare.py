"""Cut the namer's training pieces out of the photos, crops and artwork, and lay out the finder's development
set.

    python -m models.recipe.prepare --shared ../shared --work runs/reader

Reads `shared`, writes only below `work`. A piece is the surroundings of one tile: twice its box in each
direction, squashed to 128 x 128, so that the face is the middle 64 x 64 whatever its shape; the shape is kept
as width / height.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from assistant.tiles import TILES
from models.recipe.splits import BACK, MENDED, OTHER, Picture, Split, crop_sets, pictures, read_labels

Image = npt.NDArray[np.uint8]

PIECE = 128
CONTEXT = 2.0
NAMER_OTHER = 27
"""The namer's class for whatever is no Sichuan tile (the label files' 28)."""

FIELDS = ("label", "source", "picture", "split", "aspect", "name")


@dataclass(frozen=True)
class Piece:
    """One tile with its surroundings. `picture` groups light variants of the same tile."""

    image: Image
    label: int
    source: str
    picture: str
    split: Split
    aspect: float
    name: str


def cut(image: Image, box: tuple[float, float, float, float]) -> Image:
    """The surroundings of a box (x1, y1, x2, y2 in pixels), `CONTEXT` times as large, squashed to a piece."""
    x1, y1, x2, y2 = box
    cx, cy = (x1 + x2) / 2, (y1 + y2) / 2
    half_w, half_h = max(x2 - x1, 2) * CONTEXT / 2, max(y2 - y1, 2) * CONTEXT / 2
    scale_x, scale_y = 2 * half_w / PIECE, 2 * half_h / PIECE
    matrix = np.array(
        [
            [scale_x, 0, cx - half_w + scale_x / 2 - 0.5],
            [0, scale_y, cy - half_h + scale_y / 2 - 0.5],
        ]
    )
    if max(scale_x, scale_y) > 1.5:
        image, matrix = _shrunk(image, matrix, min(scale_x, scale_y))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    piece = cv2.warpAffine(image, matrix, (PIECE, PIECE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(piece, dtype=np.uint8)


def _shrunk(
    image: Image, matrix: npt.NDArray[np.float64], by: float
) -> tuple[Image, npt.NDArray[np.float64]]:
    by = max(by, 1.0)
    small = cv2.resize(image, None, fx=1 / by, fy=1 / by, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), matrix / by


def photo_pieces(picture: Picture) -> Iterator[Piece]:
    """Every labelled face of a picture in each of its light variants, and a few pieces of plain
    background."""
    for variant, (file, labels) in enumerate(zip(picture.images, picture.labels, strict=True)):
        image = np.asarray(cv2.imread(str(file)), dtype=np.uint8)
        height, width = image.shape[:2]
        rows = read_labels(labels)
        for number, (label, cx, cy, w, h) in enumerate(rows):
            if int(label) == BACK:
                continue
            box = ((cx - w / 2) * width, (cy - h / 2) * height, (cx + w / 2) * width, (cy + h / 2) * height)
            kind = NAMER_OTHER if int(label) == OTHER else int(label)
            name = f"{file.stem}/{number}"
            tile = f"{picture.key}/{number}"
            aspect = (w * width) / (h * height)
            yield Piece(cut(image, box), kind, "photo", tile, picture.split, aspect, name)
        if picture.complete and variant == 0 and picture.split is not Split.VAL:
            yield from background_pieces(picture, image, rows)


def background_pieces(
    picture: Picture, image: Image, rows: npt.NDArray[np.float64], many: int = 2
) -> Iterator[Piece]:
    """Boxes of a fully labelled picture that touch no face: the namer calls them other."""
    random = np.random.default_rng(picture.number)
    height, width = image.shape[:2]
    for number in range(many):
        for _ in range(20):
            w, h = random.uniform(0.03, 0.12, 2)
            cx, cy = random.uniform(0.1, 0.9, 2)
            apart = (np.abs(rows[:, 1] - cx) > (rows[:, 3] + w) / 2) | (
                np.abs(rows[:, 2] - cy) > (rows[:, 4] + h) / 2
            )
            if apart.all():
                box = (
                    (cx - w / 2) * width,
                    (cy - h / 2) * height,
                    (cx + w / 2) * width,
                    (cy + h / 2) * height,
                )
                key = f"{picture.key}/ground-{number}"
                yield Piece(
                    cut(image, box), NAMER_OTHER, "ground", key, picture.split, w * width / (h * height), key
                )
                break


def crop_pieces(folder: Path, copies: int = 4) -> Iterator[Piece]:
    """The single tiles of `crops`, each `copies` times among different neighbours."""
    files = sorted(folder.glob("*/*.jpg"))
    sets = crop_sets([file.name for file in files])
    faces = [np.asarray(cv2.imread(str(file)), dtype=np.uint8) for file in files]
    by_set: dict[str, list[int]] = {}
    for number, file in enumerate(files):
        by_set.setdefault(sets[file.name], []).append(number)
    random = np.random.default_rng(7)
    for number, file in enumerate(files):
        kind = MENDED.get(file.name, file.parent.name)
        label = NAMER_OTHER if kind == "other" else [str(tile) for tile in TILES].index(kind)
        face = faces[number]
        fellows = by_set[sets[file.name]]
        for copy in range(copies):
            around = [faces[fellows[int(random.integers(len(fellows)))]] for _ in range(4)]
            key = f"crops/{file.name}"
            yield Piece(
                surrounded(face, around, random),
                label,
                "crop",
                key,
                Split.TRAIN,
                face.shape[1] / face.shape[0],
                f"{sets[file.name]}/{file.name}/{copy}",
            )


def surrounded(face: Image, around: list[Image], random: np.random.Generator) -> Image:
    """A face in the middle of a piece, with table, or with other tiles beside, above and below it."""
    half = PIECE // 2
    quarter = PIECE // 4
    colour = random.uniform(0, 255, 3)
    noise = random.normal(0, random.uniform(0, 14), (PIECE, PIECE, 3))
    piece = np.clip(colour + noise, 0, 255).astype(np.uint8)
    places = ((0, quarter - half), (0, quarter + half), (quarter - half, 0), (quarter + half, 0))
    chance = random.choice((0.0, 0.5, 1.0))
    for (dx, dy), tile in zip(places, around, strict=True):
        if random.random() < chance:
            _paste(piece, tile, quarter + (dx and dx - quarter), quarter + (dy and dy - quarter))
    _paste(piece, face, quarter, quarter)
    return piece


def _paste(piece: Image, tile: Image, left: int, top: int) -> None:
    half = PIECE // 2
    small = cv2.resize(tile, (half, half), interpolation=cv2.INTER_AREA)
    x1, y1 = max(left, 0), max(top, 0)
    x2, y2 = min(left + half, PIECE), min(top + half, PIECE)
    if x1 < x2 and y1 < y2:
        piece[y1:y2, x1:x2] = small[y1 - top : y2 - top, x1 - left : x2 - left]


def artwork_pieces(folder: Path, copies: int = 16) -> Iterator[Piece]:
    """The clean faces of `artwork` on plain tiles of many colours."""
    random = np.random.default_rng(11)
    names = [str(tile) for tile in TILES]
    for file in sorted(folder.glob("*.png")):
        kind = file.stem
        if kind in ("back", "front", "blank"):
            continue
        label = names.index(kind) if kind in names else NAMER_OTHER
        drawing = np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), dtype=np.float64)
        for copy in range(copies):
            body = random.uniform(190, 255) + random.uniform(-25, 10, 3)
            scale = random.uniform(0.75, 0.98)
            face = np.empty((180, 136, 3))
            face[:] = np.clip(body, 0, 255)
            size = (int(136 * scale), int(180 * scale))
            ink = cv2.resize(drawing, size, interpolation=cv2.INTER_AREA)
            alpha = ink[..., 3:] / 255
            top, left = (180 - size[1]) // 2, (136 - size[0]) // 2
            part = face[top : top + size[1], left : left + size[0]]
            part[:] = part * (1 - alpha) + ink[..., :3] * alpha
            tile = face.astype(np.uint8)
            yield Piece(
                surrounded(tile, [tile] * 4, random),
                label,
                "artwork",
                f"artwork/{kind}",
                Split.TRAIN,
                136 / 180,
                f"artwork/{kind}/{copy}",
            )


def save_pieces(pieces: list[Piece], folder: Path) -> None:
    """Write pieces.npy (RGB, n x 128 x 128 x 3) and pieces.csv, one line a piece in the same order."""
    folder.mkdir(parents=True, exist_ok=True)
    array = np.lib.format.open_memmap(
        folder / "pieces.npy", mode="w+", dtype=np.uint8, shape=(len(pieces), PIECE, PIECE, 3)
    )
    lines = [",".join(FIELDS)]
    for number, piece in enumerate(pieces):
        array[number] = piece.image[..., ::-1]
        lines.append(
            f"{piece.label},{piece.source},{piece.picture},{piece.split},{piece.aspect:.4f},{piece.name}"
        )
    array.flush()
    (folder / "pieces.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Prepare everything; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.prepare", description=__doc__)
    parser.add_argument(
        "--shared", type=Path, default=Path("../shared"), help="folder with photos/, crops/, artwork/"
    )
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="folder to write into")
    options = parser.parse_args(arguments)
    everything = pictures(options.shared)
    pieces: list[Piece] = []
    for number, picture in enumerate(everything):
        if picture.split is not Split.VAL:
            pieces.extend(photo_pieces(picture))
        if number % 100 == 0:
            print(f"{number} of {len(everything)} pictures, {len(pieces)} pieces", file=sys.stderr)
    pieces.extend(crop_pieces(options.shared / "crops"))
    pieces.extend(artwork_pieces(options.shared / "artwork"))
    save_pieces(pieces, options.work / "namer")
    for split in Split:
        print(f"{split}: {sum(p.split is split for p in everything)} pictures", file=sys.stderr)
    print(f"{len(pieces)} pieces in {options.work / 'namer'}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

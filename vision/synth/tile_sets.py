"""Tile sets to draw with: photographed ones put together from single tiles, and ones that nobody made."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.synth.faces import KINDS, OTHER, FaceSet, photographed, read_rgba
from vision.synth.styles import any_style, styled_face


def crop_sets(folder: Path, every: int = 60, near: int = 3) -> list[FaceSet]:
    """Tile sets from single-tile photos in folders named by kind, files named `PREFIX-NUMBER...`.

    Neighbouring numbers of a prefix come from one real set: each `every` numbers the nearest tiles of each
    kind make one.
    """
    files: dict[str, dict[str, list[tuple[int, Path]]]] = {}
    for kind in (*KINDS, OTHER):
        for file in sorted((folder / kind).glob("*.jpg")):
            prefix, number, *_ = file.stem.split("-")
            if number.isdigit():
                files.setdefault(prefix, {}).setdefault(kind, []).append((int(number), file))
    sets = []
    for prefix, kinds in sorted(files.items()):
        if any(kind not in kinds for kind in KINDS):
            continue
        last = max(number for numbered in kinds.values() for number, _ in numbered)
        for start in range(0, last + 1, every):
            tiles = {}
            for kind, numbered in kinds.items():
                nearest = sorted(numbered, key=lambda pair: abs(pair[0] - start))[
                    : near * (6 if kind == OTHER else 1)
                ]
                tiles[kind] = [read_rgba(file)[..., :3] for _, file in nearest]
            sets.append(photographed(f"{prefix}-{start}", tiles))
    return sets


def invented_sets(many: int, fonts: list[Path], like: FaceSet, first: int = 0) -> list[FaceSet]:
    """Sets in random styles, numbered from `first`; what no rule draws (the bird, flowers) is taken from
    `like`."""
    sets = []
    for number in range(first, first + many):
        random = np.random.default_rng(number)
        style = any_style(random, fonts)
        faces = dict(like.faces)
        for kind in (*KINDS, *([OTHER] if fonts else [])):
            drawn = [styled_face(kind, style, random) for _ in range(6 if kind == OTHER else 1)]
            if several := tuple(face for face in drawn if face is not None):
                faces[kind] = several
        sets.append(FaceSet(f"invented-{number}", faces))
    return sets

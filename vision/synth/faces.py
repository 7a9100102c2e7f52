"""牌面: the drawings on tiles. A set of faces comes from a folder of SVG or PNG files, or of photographed
tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from assistant.tiles import TILES

Image = npt.NDArray[np.uint8]

KINDS = tuple(str(tile) for tile in TILES)
OTHER = "other"
"""An honour or a flower: no Sichuan tile."""
WIDTH, HEIGHT = 120, 160
"""Pixels of a loaded face."""


@dataclass(frozen=True)
class Face:
    """One drawing: RGBA, `HEIGHT` x `WIDTH`. `solid` faces show the whole tile top, the others are ink
    alone."""

    kind: str
    rgba: Image
    solid: bool


@dataclass(frozen=True)
class FaceSet:
    """The faces of one tile set: kind (`1m`..`9s`, `other`) to its drawings."""

    name: str
    faces: dict[str, tuple[Face, ...]]

    def pick(self, kind: str, random: np.random.Generator) -> Face:
        """A drawing of the kind; KeyError where the set has none."""
        several = self.faces[kind]
        return several[int(random.integers(len(several)))]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds it has drawings of."""
        return tuple(self.faces)

    def inked(self, turn: float, strength: float, dark: float) -> FaceSet:
        """The same drawings in other inks: hue turned by `turn` degrees, colour times `strength`, light times
        `dark`."""
        return replace(
            self,
            faces={
                kind: tuple(replace(face, rgba=_inked(face.rgba, turn, strength, dark)) for face in several)
                for kind, several in self.faces.items()
            },
        )


def _inked(rgba: Image, turn: float, strength: float, dark: float) -> Image:
    hsv = cv2.cvtColor(rgba[..., :3].astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
    hsv[..., 0] = (hsv[..., 0] + turn) % 360
    hsv[..., 1] = np.clip(hsv[..., 1] * strength, 0, 1)
    hsv[..., 2] = np.clip(hsv[..., 2] * dark, 0, 1)
    colour = (cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB) * 255).astype(np.uint8)
    return np.dstack([colour, rgba[..., 3]])


def kind_of(stem: str) -> str | None:
    """The kind a file name speaks of: `3p`, `3p-old`, `other-east`; None for backs, blanks and anything
    else."""
    head = stem.split("-")[0].split("_")[0]
    return head if head in KINDS or head == OTHER else None


def load_faces(folder: Path) -> FaceSet:
    """The faces in a folder of `1m.svg` ... `9s.svg`, `other-*.svg` (PNG and JPEG too; an SVG outranks its
    PNG).

    Raises ValueError where a suited kind is missing, naming all that are.
    """
    files: dict[str, Path] = {}
    for suffix in (".jpg", ".png", ".svg"):
        for file in sorted(folder.glob(f"*{suffix}")):
            if kind_of(file.stem) is not None:
                files[file.stem] = file
    faces: dict[str, list[Face]] = {}
    for stem, file in sorted(files.items()):
        kind = kind_of(stem)
        if kind is not None:
            rgba = read_rgba(file)
            faces.setdefault(kind, []).append(
                Face(kind, _fitted(rgba), bool((rgba[..., 3] > 250).mean() > 0.97))
            )
    missing = [kind for kind in KINDS if kind not in faces]
    if missing:
        raise ValueError(f"{folder} has no drawing of {' '.join(missing)}; name the files 1m.svg to 9s.svg")
    return FaceSet(folder.name, {kind: tuple(several) for kind, several in faces.items()})


def read_rgba(file: Path) -> Image:
    """A picture file as RGBA, an SVG drawn 320 pixels high."""
    if file.suffix == ".svg":
        import resvg_py

        data = bytes(resvg_py.svg_to_bytes(svg_path=str(file), height=320))
        decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_UNCHANGED)
    else:
        decoded = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if decoded is None:
        raise ValueError(f"{file} is no picture that can be read")
    image = np.asarray(decoded, dtype=np.uint8)
    if image.ndim == 2:
        image = np.dstack([image] * 3)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, dtype=np.uint8)])
    return np.ascontiguousarray(image[..., [2, 1, 0, 3]])


def _fitted(rgba: Image) -> Image:
    """Squashed to a face's size, colours weighted by their opacity so that edges get no fringe."""
    alpha = rgba[..., 3:].astype(np.float32) / 255
    weighted = cv2.resize(rgba[..., :3] * alpha, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    opacity = cv2.resize(alpha, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    colour = weighted / np.maximum(opacity, 1e-4)[..., None]
    return np.dstack([np.clip(colour, 0, 255), opacity * 255]).astype(np.uint8)


def photographed(name: str, tiles: dict[str, list[Image]]) -> FaceSet:
    """A set from photographed tiles: kind to RGB pictures of whole tile tops."""
    return FaceSet(
        name,
        {
            kind: tuple(
                Face(
                    kind,
                    np.dstack(
                        [
                            cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA),
                            np.full((HEIGHT, WIDTH), 255, dtype=np.uint8),
                        ]
                    ),
                    True,
                )
                for picture in pictures
            )
            for kind, pictures in tiles.items()
        },
    )

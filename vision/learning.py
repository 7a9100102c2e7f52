"""学牌: from photos of a player's tiles to a learnt set, and a detector that reads with one."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from assistant.tiles import KINDS, Tile
from vision import lessons
from vision.calibration import THICK, Geometry
from vision.close_reading import Board
from vision.detection import Box, Detection
from vision.detectors.nets import Array
from vision.detectors.opening import Detector
from vision.detectors.two_stage import Namer
from vision.detectors.weights import ModelError
from vision.faces_level import FacesLevel
from vision.faint_faces import faint_faces
from vision.frames import Frame
from vision.learning_views import LEARNT, TRIALS, Jitter, level_views, views
from vision.lessons import Lesson
from vision.tileset import Tileset, confusions, empty
from vision.tileset_files import TilesetError

BATCH = 64
"""Faces that the net is shown at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One tile of a photo whose kind is known; `box` in pixels of the upright original, `outline` (4 x 2) the
    corners of its face in pixels of the frame where they are known: it is learnt level then too."""

    frame: Frame
    box: Box
    tile: Tile
    outline: Array | None = None


def namer_of(detector: Detector) -> Namer:
    """The net that a set is learnt with; ModelError where the model has none that can."""
    namer = getattr(detector, "namer", None)
    if not isinstance(namer, Namer):
        raise ModelError(
            f"The model {detector.title} cannot learn a tile set: use one that ships.",
            f"模型 {detector.title} 不能学牌套：请用自带的模型。",
        )
    return namer


def look(frame: Frame, detector: Detector) -> Lesson:
    """Which tile each face of a photo is; LessonError where that cannot be told, ModelError where the model
    cannot learn."""
    namer_of(detector)
    faces = lessons.faces_in_order(detector.name(frame, detector.find(frame)))
    return _told(frame, detector, faces, table=False)


def look_at_table(frame: Frame, detector: Detector, geometry: Geometry | None = None) -> Lesson:
    """Which tile each face in a frame of a table's own camera is, found as they are found when the table is
    watched. The frame is not a reduced one. `geometry`: where the table lies; what lies beside it is left
    out. Raises as `look` does."""
    namer_of(detector)
    where = None if geometry is None else geometry.scaled(frame.width, frame.height)
    found: Sequence[Detection] = Board(detector).read(frame, None, where)
    if where is not None:
        found = _on_surface(found, where)
    return _told(frame, detector, lessons.faces_in_order(found, table=True), table=True)


def _on_surface(found: Sequence[Detection], geometry: Geometry) -> list[Detection]:
    """The tiles whose faces lie above the playing surface."""
    if not found:
        return []
    at = geometry.table([one.centre for one in found], THICK)
    inside = np.asarray(((at > 0) & (at < 1)).all(axis=1), dtype=np.bool_)
    return [one for one, its in zip(found, inside, strict=True) if its]


def _told(frame: Frame, detector: Detector, faces: Sequence[Detection], table: bool) -> Lesson:
    namer = namer_of(detector)
    lessons.refuse_cut(faces, frame)
    faint, remarks = faint_faces(faces, frame)
    boxes = np.array([one.box for one in faces], dtype=np.float32).reshape(-1, 4) / _scale(frame)
    embeddings = np.zeros((0, 0), np.float32)
    if len(faces):
        embeddings = namer.read(namer.cut(frame.pixels, boxes))[1]
        if not embeddings.shape[1]:
            raise ModelError(
                f"The namer {namer.weights.file} gives no embedding: export it again, or use one that ships.",
                f"{namer.weights.file} 没有 embedding 输出：请重新导出，或用自带的模型。",
            )
    lesson = lessons.tell(faces, embeddings, table, faint)
    return replace(lesson, remarks=(*lesson.remarks, *remarks)) if len(lesson.tiles) < KINDS else lesson


def examples_of(frame: Frame, lesson: Lesson, geometry: Geometry | None = None) -> list[Example]:
    """The tiles of a photo as examples. `geometry`: where the table lies in the frame of its own camera: the
    faces are then learnt level too, as they will be read."""
    boxes = np.array([face.box for face in lesson.faces], dtype=np.float64).reshape(-1, 4)
    outlines: list[Array | None] = [None] * len(boxes)
    if geometry is not None:
        found = FacesLevel().outlines(frame.pixels, boxes, geometry.scaled(frame.width, frame.height))
        outlines = [one.astype(np.float32) if np.isfinite(one).all() else None for one in found]
    return [
        Example(frame, face.box, tile, outline)
        for face, tile, outline in zip(lesson.faces, lesson.tiles, outlines, strict=True)
    ]


def learn(name: str, examples: Sequence[Example], detector: Detector, old: Tileset | None = None) -> Tileset:
    """The set that the examples (one at least) teach, on top of an `old` one where given, with the pairs it
    still confuses. TilesetError (other_model) where the old one was learnt with another net.

    Those are measured on views that were not learnt from: turned further, softer and darker.
    """
    namer = namer_of(detector)
    if old is not None:
        _refuse_other(old, namer)
    taught: dict[Tile, list[Array]] = {}
    tried: list[tuple[int, Array, Array]] = []
    for one in examples:
        taught.setdefault(one.tile, []).append(_read(namer, one, LEARNT)[1])
        if one.outline is not None:
            taught[one.tile].append(_level(namer, one.frame, one.outline))
        tried.append((int(one.tile), *_read(namer, one, TRIALS)))
    tileset = (old or empty(name, fingerprint(namer))).with_examples(taught)
    adapted = Namer(namer.weights, namer.net, tileset)
    kinds = np.repeat([kind for kind, _, _ in tried], [len(logits) for _, logits, _ in tried])
    answers = [adapted.likelihoods(logits, embeddings) for _, logits, embeddings in tried]
    pairs = confusions(kinds, np.concatenate(answers))
    return Tileset(name, tileset.namer, tileset.kinds, tileset.embeddings, pairs)


def with_tileset(detector: Detector, tileset: Tileset) -> Detector:
    """The detector, reading with a learnt set; the nets are shared. TilesetError (other_model) where the set
    was learnt with another net, ModelError where the model cannot use one."""
    namer = namer_of(detector)
    _refuse_other(tileset, namer)
    adapted = copy.copy(detector)
    again = Namer(namer.weights, namer.net, tileset, namer.sure)
    adapted.namer = again  # type: ignore[attr-defined]  # namer_of found one
    return adapted


def _refuse_other(tileset: Tileset, namer: Namer) -> None:
    if tileset.namer != fingerprint(namer):
        raise TilesetError(
            "other_model",
            f"The tile set {tileset.name} was learnt with another model: learn it again with this one.",
            f"牌套“{tileset.name}”是用别的模型学的：请用现在的模型再学一次。",
        )


def fingerprint(namer: Namer) -> str:
    """Tells one net from another: embeddings of different nets have nothing in common."""
    return _digest(namer.weights.file)


@lru_cache(maxsize=8)
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def _scale(frame: Frame) -> Array:
    return np.array([*frame.scale] * 2, dtype=np.float32)


def _read(namer: Namer, example: Example, jitters: Sequence[Jitter]) -> tuple[Array, Array]:
    """Logits and embeddings of the views of an example."""
    x1, y1, x2, y2 = (float(side) for side in np.array(example.box) / _scale(example.frame))
    seen = views(
        example.frame.pixels, (x1, y1, x2, y2), namer.weights.size, namer.weights.crop_margin, jitters
    )
    parts = [namer.read(seen[start : start + BATCH]) for start in range(0, len(seen), BATCH)]
    return np.concatenate([logits for logits, _ in parts]), np.concatenate([one for _, one in parts])


def _level(namer: Namer, frame: Frame, outline: Array) -> Array:
    """Embeddings of the views of a face cut out level."""
    return namer.read(level_views(frame.pixels, outline, namer.weights.size))[1]

"""A table being watched: the ground is kept, every tile is painted once, only what changed is laid anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection import BACK
from vision.places import Area
from vision.synth.faces import Face
from vision.synth.lamps import Lamp
from vision.synth.laying import Spot
from vision.synth.solids import Camera, Image, Material, corners
from vision.synth.sprites import Sprite, sprite

Box = tuple[int, int, int, int]
Ids = npt.NDArray[np.int16]

COVERED = -1
"""What the map of tiles holds where a hand or a thing lies over the table."""
FACING = 0.05
"""A surface seen flatter than this (cosine) does not show."""


class Piece(NamedTuple):
    """A tile to be drawn: its number on this table (from 1), kind, whose it is, its spot, and the pixels by
    which it moves while the shutter is open."""

    number: int
    kind: int
    area: Area
    side: int
    spot: Spot
    blur: tuple[float, float] = (0.0, 0.0)


class TileTruth(NamedTuple):
    """A face or back of which something shows.

    `kind`: 0..26 a face, 27 a back, 28 an honour or flower. `box`: x1, y1, x2, y2 around what shows, pixels.
    `quad`: the four corners of the whole face or back, from the drawing's upper left, clockwise, pixels.
    `hidden`: the share that does not show, 0..1. `cosine`: how squarely it is seen. `moving`: on its way.
    `tile`: the tile's number on this table.
    """

    kind: int
    box: Box
    quad: tuple[tuple[float, float], ...]
    area: Area
    side: int
    hidden: float
    cosine: float
    moving: bool
    tile: int


@dataclass(frozen=True, eq=False)
class _Laid:
    piece: Piece
    sprite: Sprite
    whole: int
    shadow: tuple[int, int, Image]


class Board:
    """What a camera sees of a table whose tiles are moved. `picture` is the table as it lies (RGB), `ids` the
    number of the tile whose face or back each pixel shows, 0 elsewhere."""

    def __init__(
        self,
        ground: Image,
        camera: Camera,
        material: Material,
        lamp: Lamp,
        face_of: Callable[[int], Face | None],
    ) -> None:
        self.camera, self.material, self.lamp = camera, material, lamp
        self._face_of = face_of
        self.ground = lamp.lit(ground, camera)
        self.picture = self.ground.copy()
        self.high, self.wide = ground.shape[:2]
        self.ids: Ids = np.zeros((self.high, self.wide), dtype=np.int16)
        self._laid: dict[int, _Laid] = {}
        self._order: list[_Laid] = []
        self._truth: dict[int, TileTruth | None] = {}
        self._painted: dict[tuple[int, Spot], tuple[Sprite, tuple[int, int, Image]]] = {}

    def show(self, pieces: Sequence[Piece]) -> None:
        """Lay these tiles and no others."""
        wanted = {piece.number: piece for piece in pieces}
        changed: list[Box] = []
        for number in [n for n in self._laid if n not in wanted or self._laid[n].piece != wanted[n]]:
            old = self._laid.pop(number)
            changed += _boxes(old)
            self._truth.pop(number, None)
        for number, piece in wanted.items():
            if number not in self._laid:
                new = self._paint(piece)
                self._laid[number] = new
                changed += _boxes(new)
        if not changed:
            return
        self._order = sorted(self._laid.values(), key=lambda laid: (-laid.sprite.far, laid.piece.number))
        for box in _joined(changed, self.wide, self.high):
            self._compose(box)

    def _paint(self, piece: Piece) -> _Laid:
        key = (piece.kind, piece.spot)
        kept = self._painted.get(key)
        if kept is None:
            pose = piece.spot.pose
            painted = sprite(self.camera, self.material, pose, self._face_of(piece.kind), self.lamp)
            kept = painted, self._shadow(piece.spot)
            if len(self._painted) > 3000:
                self._painted.clear()
            self._painted[key] = kept
        painted, shadow = kept
        whole = max(int(np.count_nonzero(painted.top)), 1)
        return _Laid(piece, painted.blurred(*piece.blur), whole, shadow)

    def _shadow(self, spot: Spot) -> tuple[int, int, Image]:
        """The shadow of a tile: where it begins and how dark it is, 0..255."""
        pose = spot.pose
        solid = corners(self.material, pose)
        foot = solid.copy()
        foot[:, 2] = 0
        flat = self.camera.pixels(np.concatenate([self.lamp.cast(solid), foot]))
        middle = self.camera.pixels(np.array([[spot.x, spot.y, 0], [spot.x + 10, spot.y, 0]]))
        scale = float(np.linalg.norm(middle[1] - middle[0])) / 10
        lifted = max(float(solid[:, 2].min()), 0.0)
        blur = max((self.lamp.soft + lifted * 0.25) * scale, 0.6)
        edge = int(blur * 3) + 2
        low, high = np.floor(flat.min(0)).astype(int) - edge, np.ceil(flat.max(0)).astype(int) + edge
        size = np.minimum(high - low, (2 * self.wide, 2 * self.high))
        mask = np.zeros((int(size[1]), int(size[0])), dtype=np.uint8)
        hull = cv2.convexHull(np.rint((flat - low) * 16).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255.0 / (1 + lifted / 60), cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), blur)
        return int(low[0]), int(low[1]), np.asarray(soft, dtype=np.uint8)

    def _compose(self, box: Box) -> None:
        """Lay everything that touches this part of the picture, the farthest first."""
        x1, y1, x2, y2 = box
        dark = np.zeros((y2 - y1, x2 - x1), dtype=np.uint8)
        for laid in self._order:
            x, y, mask = laid.shadow
            part = _overlap(box, x, y, mask.shape)
            if part is not None:
                there, here = part
                np.maximum(dark[there], mask[here], out=dark[there])
        window = self.picture[y1:y2, x1:x2]
        ids = self.ids[y1:y2, x1:x2]
        keep = (255 - dark * np.float32(self.lamp.shadow)).astype(np.uint8)
        window[:] = cv2.multiply(self.ground[y1:y2, x1:x2], cv2.merge([keep, keep, keep]), scale=1 / 255)
        ids[:] = 0
        for laid in self._order:
            painted = laid.sprite
            part = _overlap(box, painted.x, painted.y, painted.solid.shape)
            if part is None:
                continue
            there, here = part
            lay_over(window[there], painted.ink[here], painted.clear[here])
            below = ids[there]
            below[painted.solid[here]] = 0
            if painted.cosine >= FACING:
                below[painted.top[here]] = laid.piece.number
            self._truth.pop(laid.piece.number, None)

    def truths(self, ids: Ids | None = None, changed: Box | None = None) -> tuple[TileTruth, ...]:
        """The truth about every tile that shows. `ids`: the map where something lies over the table, which
        differs from the board's own inside `changed` alone."""
        found = []
        for number, laid in self._laid.items():
            if number not in self._truth:
                self._truth[number] = self._look(laid, self.ids)
            truth = self._truth[number]
            if truth is not None and ids is not None and changed is not None and _touch(truth.box, changed):
                truth = self._look(laid, ids)
            if truth is not None:
                found.append(truth)
        return tuple(sorted(found, key=lambda truth: truth.tile))

    def _look(self, laid: _Laid, ids: Ids) -> TileTruth | None:
        painted, piece = laid.sprite, laid.piece
        if painted.outline is None or painted.cosine < FACING:
            return None
        x1, y1, x2, y2 = painted.box
        x1, y1, x2, y2 = max(x1, 0), max(y1, 0), min(x2, self.wide), min(y2, self.high)
        if x2 <= x1 or y2 <= y1:
            return None
        shown = ids[y1:y2, x1:x2] == piece.number
        many = int(np.count_nonzero(shown))
        if not many:
            return None
        rows, columns = np.flatnonzero(shown.any(1)), np.flatnonzero(shown.any(0))
        box = (x1 + int(columns[0]), y1 + int(rows[0]), x1 + int(columns[-1]) + 1, y1 + int(rows[-1]) + 1)
        quad = tuple((float(x), float(y)) for x, y in painted.outline)
        return TileTruth(
            BACK if painted.back else piece.kind,
            box,
            quad,
            piece.area,
            piece.side,
            max(1 - many / laid.whole, 0.0),
            painted.cosine,
            piece.blur != (0.0, 0.0),
            piece.number,
        )


def lay_over(window: Image, ink: Image, clear: Image) -> None:
    """Put a painted patch over a part of a picture."""
    window[:] = cv2.add(cv2.multiply(window, clear, scale=1 / 255), ink)


def _boxes(laid: _Laid) -> list[Box]:
    x, y, mask = laid.shadow
    return [laid.sprite.box, (x, y, x + mask.shape[1], y + mask.shape[0])]


def _touch(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _joined(boxes: Sequence[Box], wide: int, high: int) -> list[Box]:
    """The boxes within the picture, those that touch made one."""
    joined: list[Box] = []
    for x1, y1, x2, y2 in boxes:
        one = (max(x1, 0), max(y1, 0), min(x2, wide), min(y2, high))
        if one[0] >= one[2] or one[1] >= one[3]:
            continue
        while touching := [other for other in joined if _touch(one, other)]:
            joined = [other for other in joined if other not in touching]
            together = [one, *touching]
            one = (
                min(b[0] for b in together),
                min(b[1] for b in together),
                max(b[2] for b in together),
                max(b[3] for b in together),
            )
        joined.append(one)
    return joined


def _overlap(
    box: Box, x: int, y: int, shape: tuple[int, ...]
) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """Where a patch meets a part of the picture: the slices of the part and of the patch."""
    x1, y1 = max(box[0], x), max(box[1], y)
    x2, y2 = min(box[2], x + shape[1]), min(box[3], y + shape[0])
    if x1 >= x2 or y1 >= y2:
        return None
    there = slice(y1 - box[1], y2 - box[1]), slice(x1 - box[0], x2 - box[0])
    return there, (slice(y1 - y, y2 - y), slice(x1 - x, x2 - x))

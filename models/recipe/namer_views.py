"""Views of a tile as phones might see it: any rotation, squash, slant, colour, blur. Never a mirror image.

Pieces (see `prepare`) hold the face in their middle half, its surroundings around it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from models.recipe.namer_net import SIZE
from models.recipe.prepare import PIECE

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

CROP_MARGIN = 0.06
"""A face is cut out with each side of its box moved outwards by this share of the box's width or height."""


@dataclass(frozen=True)
class Light:
    """How far inks and light may be from those of a piece."""

    any_hue: float
    """Chance of any hue at all."""
    hue: float
    """How far hue turns else, radians (standard deviation)."""
    strength: tuple[float, float]
    """Colour times this."""
    grey: float
    """Chance of no colour."""
    dark_body: float
    """Chance of light ink on a dark body."""
    contrast: float
    covered: float
    """Chance of something over the face."""
    coarsest: int
    """Pixels that a small tile is across."""
    redrawn: float
    """Chance of lines moved as if another hand had drawn them."""
    askew: float
    """Chance of any turn at all, not near a quarter turn: in a diagonal row half of a box is no tile."""


TRAINING = Light(0.22, 0.5, (0.2, 1.8), 0.15, 0.02, 0.35, 0.22, 15, 0.25, 0.22)
"""Other sets too: the net is to read shapes."""
PHONES = Light(0.0, 0.1, (0.7, 1.3), 0.0, 0.0, 0.2, 0.05, 18, 0.0, 0.22)
"""The same tile as other phones, lamps and distances show it."""


def plain_views(pieces: Tensor) -> Tensor:
    """Pieces (n, 3, 128, 128) as the runtime would crop them: the box with its margin, at `SIZE`."""
    many = pieces.shape[0]
    half = (0.5 + CROP_MARGIN) / 1.0
    theta = torch.zeros(many, 2, 3)
    theta[:, 0, 0] = half
    theta[:, 1, 1] = half
    grid = functional.affine_grid(theta, [many, 3, SIZE, SIZE], align_corners=False)
    return functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)


def varied_views(
    pieces: Bytes, aspects: Floats, random: np.random.Generator, light: Light = TRAINING
) -> Tensor:
    """Pieces (n, 128, 128, 3) with the width / height of their boxes, as (n, 3, 48, 48) random views in
    0..1."""
    views = np.empty((len(pieces), SIZE, SIZE, 3), dtype=np.float32)
    maps = view_maps(aspects, random, light)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for number, (piece, back) in enumerate(zip(pieces, maps, strict=True)):
        view = np.asarray(
            cv2.warpPerspective(piece, back, (SIZE, SIZE), flags=flags, borderMode=cv2.BORDER_REPLICATE),
            dtype=np.uint8,
        )
        if random.random() < light.redrawn:
            view = _bent(view, random)
        views[number] = covered(relit(softened(view, random, light), random, light), random, light)
    return torch.from_numpy(np.ascontiguousarray(views.transpose(0, 3, 1, 2)))


def view_maps(
    aspects: Floats, random: np.random.Generator, light: Light = TRAINING
) -> npt.NDArray[np.float64]:
    """Where each pixel of each view is taken from: (n, 3, 3), pixels of the view to pixels of the piece.

    A face is the middle half of its piece. It is given its true shape, turned, slanted and squashed; the
    upright box around the result, jittered, is the view: just what a finder's box around a turned tile would
    hold.
    """
    many = len(aspects)
    angle = random.integers(0, 4, many) * (math.pi / 2) + random.normal(0, math.radians(8), many)
    angle = np.where(random.random(many) < light.askew, random.uniform(0, 2 * math.pi, many), angle)
    cos, sin = np.cos(angle), np.sin(angle)
    none, one = np.zeros(many), np.ones(many)
    turn = _matrices(cos, -sin, sin, cos)
    shape = _matrices(np.sqrt(aspects), none, none, 1 / np.sqrt(aspects))
    slant = _matrices(one, random.normal(0, 0.15, many), none, one)
    squash = _matrices(np.exp(random.uniform(-0.3, 0.3, many)), none, none, one)
    forward = squash @ turn @ slant @ shape
    extent = np.abs(forward).sum(2) / 2 * (1 + 2 * CROP_MARGIN)
    zoom = np.exp(random.normal(0, 0.06, (many, 2)))
    shift = random.normal(0, 0.05, (many, 2))
    inverse = np.linalg.inv(forward)
    tilt = np.clip(random.normal(0, 0.18, (many, 2)), -0.4, 0.4)
    maps = np.zeros((many, 3, 3))
    maps[:, :2, :2] = inverse * (extent * zoom)[:, None, :]
    maps[:, :2, 2] = np.einsum("nij,nj->ni", inverse, shift * extent)
    maps[:, 2] = np.einsum("ni,nij->nj", tilt, maps[:, :2])
    maps[:, 2, 2] += 1
    side = PIECE
    inwards = np.array([[2 / SIZE, 0, 1 / SIZE - 1], [0, 2 / SIZE, 1 / SIZE - 1], [0, 0, 1]])
    outwards = np.array([[side / 2, 0, side / 2 - 0.5], [0, side / 2, side / 2 - 0.5], [0, 0, 1]])
    return np.asarray(outwards @ maps @ inwards, dtype=np.float64)


def _matrices(
    a: npt.NDArray[np.floating], b: npt.NDArray[np.floating], c: npt.NDArray[np.floating],
    d: npt.NDArray[np.floating],
) -> npt.NDArray[np.float64]:  # fmt: skip
    return np.stack([np.stack([a, b], 1), np.stack([c, d], 1)], 1).astype(np.float64)


_PLACES = np.stack(np.meshgrid(np.arange(SIZE), np.arange(SIZE)), -1).astype(np.float32)
_X, _Y = (_PLACES[..., one : one + 1] * 2 / SIZE + 1 / SIZE - 1 for one in (0, 1))


def _bent(view: npt.NDArray[np.uint8], random: np.random.Generator) -> npt.NDArray[np.uint8]:
    """A drawing as another hand would have drawn it."""
    coarse = random.normal(0, random.uniform(0.4, 1.9), (4, 4, 2)).astype(np.float32)
    moved = cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC) + _PLACES
    return np.asarray(
        cv2.remap(view, moved[..., 0], moved[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        dtype=np.uint8,
    )


def softened(view: Bytes, random: np.random.Generator, light: Light) -> Bytes:
    """A view as it is, or small and enlarged again, blurred by focus or motion, or badly compressed."""
    lot = random.random()
    if lot < 0.25:
        small = int(random.integers(light.coarsest, 40))
        few = cv2.resize(view, (small, small), interpolation=cv2.INTER_AREA)
        view = np.asarray(cv2.resize(few, (SIZE, SIZE), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    elif lot < 0.42:
        view = np.asarray(cv2.filter2D(view, -1, _motion(random)), dtype=np.uint8)
    elif lot < 0.54:
        view = np.asarray(cv2.GaussianBlur(view, (0, 0), float(random.uniform(0.3, 1.2))), dtype=np.uint8)
    elif lot < 0.6:
        sharp = cv2.GaussianBlur(view, (0, 0), 0.9)
        more = float(random.uniform(0.3, 1.2))
        view = np.asarray(cv2.addWeighted(view, 1 + more, sharp, -more, 0), dtype=np.uint8)
    if random.random() < 0.12:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(15, 70))]
        packed = cv2.imencode(".jpg", view, quality)[1]
        view = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return view


def _motion(random: np.random.Generator) -> Floats:
    angle, length = float(random.uniform(0, math.pi)), float(random.uniform(0, 5))
    kernel = np.zeros((7, 7), dtype=np.float32)
    for step in range(-6, 7):
        along = step / 6 * length / 2
        kernel[round(3 + along * math.sin(angle)), round(3 + along * math.cos(angle))] += 1
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def relit(view: Bytes, random: np.random.Generator, light: Light) -> Floats:
    """A view in other inks and other light, 0..1: hue turned, colours mixed, grey, contrast, a slope of
    light, glare, grain, gamma; now and then as light ink on a dark body."""
    mixing = _colours(float(view.mean()) / 255, random, light)
    lit = np.asarray(cv2.transform(view.astype(np.float32), mixing), dtype=np.float32)
    if random.random() < 0.4:
        lit += random.standard_normal(lit.shape, dtype=np.float32) * np.float32(random.uniform(0, 0.07))
    slope = random.normal(0, 0.15, 2)
    lit *= (1 + slope[0] * _X + slope[1] * _Y).astype(np.float32)
    if random.random() < 0.15:
        at, wide = random.uniform(-1, 1, 2), random.uniform(0.15, 0.5)
        spot = np.exp(-(((_X - at[0]) ** 2 + (_Y - at[1]) ** 2) / wide**2))
        lit += (spot * random.uniform(0.2, 0.8)).astype(np.float32)
    np.clip(lit, 1e-3, 1, out=lit)
    return np.asarray(cv2.pow(lit, float(np.exp(random.normal(0, 0.3)))), dtype=np.float32)


def _colours(middle: float, random: np.random.Generator, light: Light) -> Floats:
    """How colours 0..255 become others in 0..1: a 3 x 4 matrix; `middle` is the mean light of the view."""
    angle = (
        random.uniform(-math.pi, math.pi) if random.random() < light.any_hue else random.normal(0, light.hue)
    )
    cos, sin = math.cos(angle), math.sin(angle)
    third, root = (1 - cos) / 3, sin / math.sqrt(3)
    a, b, c = cos + third, third - root, third + root
    turn = np.array([[a, b, c], [c, a, b], [b, c, a]])
    grey = np.full((3, 3), 1 / 3)
    strength = 0.0 if random.random() < light.grey else random.uniform(*light.strength)
    tint = np.exp(random.normal(0, 0.13, 3))
    contrast = math.exp(random.normal(0, light.contrast)) * (-1 if random.random() < light.dark_body else 1)
    added = middle * (1 - contrast) + random.normal(0, 0.12)
    matrix = (tint * contrast)[:, None] * (grey + strength * (turn @ (np.eye(3) - grey))) / 255
    return np.column_stack([matrix, tint * added]).astype(np.float32)


def covered(view: Floats, random: np.random.Generator, light: Light) -> Floats:
    """A view, now and then with something over an edge or a spot of it: a finger, a tile, a chip."""
    lot = random.random()
    if lot < light.covered / 2:
        direction, edge = random.uniform(0, 2 * math.pi), random.uniform(0.6, 1.0)
        over = (_X * math.cos(direction) + _Y * math.sin(direction) > edge)[..., 0]
        view[over] = random.random(3)
    elif lot < light.covered:
        wide, high = random.integers(4, 13, 2)
        left, top = int(random.integers(0, SIZE - wide)), int(random.integers(0, SIZE - high))
        view[top : top + high, left : left + wide] = random.random(3)
    return view

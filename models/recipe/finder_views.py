"""Views for the finder: a window of a picture, turned, squashed, slanted, near or far, in other light.

Where a picture does not say what is there (the walls and far tiles of `partial`, backs in any photo) nothing
is learnt: each view carries a care mask, and the loss counts only where it is 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.recipe.splits import BACK, Picture, read_labels

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

FACE, BACK_CLASS = 0, 1
CARE_CELL = 8
"""Pixels of a view that share one cell of its care mask (the finest stride of the finder)."""
_COARSE = 4
_LEAST_VISIBLE = 0.45
"""A tile cut by the window is kept if this share of its box is inside; a smaller rest is not learnt from."""
_NARROWEST = 5
"""Pixels: a box that is narrower in the view is not learnt from."""
USUAL_SIZES = (14.0, 110.0)
"""Pixels of the middle tile of a view."""
TABLE_SIZES = (13.0, 56.0)
"""The same for whole tables, which a reader sees at 1280 px with tiles of about 25."""
AS_FILMED = 0.65
"""How many views of whole tables are as sharp, as large and as upright as a camera's frame, or nearly so."""
LONG = 3.0
"""Labelled tiles count as one row where they reach this much farther along than across."""
SLIVER, ON_SLIVER = 13.0, 0.6
"""Tiles of a whole table narrower than so many pixels are hard: this share of its views looks for one."""


@dataclass(frozen=True)
class Source:
    """A picture the finder may learn from. Boxes are (n, 4): x1, y1, x2, y2 as shares of the picture."""

    image: Path
    boxes: Floats
    classes: npt.NDArray[np.int64]
    unsure: Floats
    whole: bool
    """Every face is labelled or lies in `unsure`."""
    backs: bool
    """Every back is labelled or lies in `unsure`."""
    quads: Floats | None = None
    """The four corners (n, 4, 2) of each whole face or back, as shares: with them boxes fit closely at any
    turn, upright boxes alone do so at quarter turns only."""
    bare: tuple[float, float, float] | None = None
    """(a, b, c): where ax + by > c, as shares, no back lies, even if elsewhere none is labelled: on the side
    of a player's own row where the player sits, with laps, trays and racks."""
    table: bool = False
    """A whole table, as a camera above or beside it sees it."""


@dataclass(frozen=True)
class View:
    """What one training step sees: RGB, boxes as (n, 4) centre x, y, width, height in shares, care mask (2,
    h, w)."""

    image: Image
    boxes: Floats
    classes: npt.NDArray[np.int64]
    care: Floats


def corners(rows: npt.NDArray[np.float64]) -> Floats:
    """Centre-and-size rows to corner rows."""
    half = rows[:, 2:4] / 2
    return np.concatenate([rows[:, :2] - half, rows[:, :2] + half], 1).astype(np.float32)


@dataclass(frozen=True)
class Row:
    """Labelled tiles in a row, in shares: their middle, the direction across, and how thick the row is."""

    middle: Floats
    across: Floats
    thick: float

    def away(self, boxes: Floats) -> Floats:
        """How far across the row the middles of boxes lie, to one side or the other."""
        return np.asarray(((boxes[:, :2] + boxes[:, 2:]) / 2 - self.middle) @ self.across, dtype=np.float32)


def row_of(labelled: Floats) -> Row | None:
    """The row that labelled tiles form, None where they are too few or spread otherwise."""
    if len(labelled) < 5:
        return None
    centres = (labelled[:, :2] + labelled[:, 2:]) / 2
    middle = centres.mean(0)
    _, spread, axes = np.linalg.svd(centres - middle)
    if spread[0] < LONG * max(float(spread[1]), 1e-6):
        return None
    across = axes[1]
    thick = float(np.median(np.abs((labelled[:, 2:] - labelled[:, :2]) @ np.abs(across))))
    return Row(middle, across, thick)


def bare_side(labelled: Floats, seen: Floats) -> tuple[float, float, float] | None:
    """Where a player's own side is, as `Source.bare` has it: the other side of the row than most of the boxes
    `seen` in play; None where nothing tells the sides apart."""
    row = row_of(labelled)
    if row is None:
        return None
    away = row.away(seen)
    votes = float(np.sign(away[np.abs(away) > row.thick]).sum())
    if abs(votes) < 3:
        return None
    a, b = (float(one) for one in -np.sign(votes) * row.across)
    x, y = (float(one) for one in row.middle)
    return a, b, a * x + b * y + 0.8 * row.thick


def photo_source(image: Path, labels: Path, picture: Picture, extra: Path | None) -> Source:
    """A photo as a source. `extra` may hold, for this image, `unsure/` and `backs/` boxes found by a first
    finder."""
    rows = read_labels(labels)
    faces = rows[rows[:, 0] != BACK]
    boxes, classes = corners(faces[:, 1:]), np.zeros(len(faces), dtype=np.int64)
    unsure = np.zeros((0, 4), dtype=np.float32)
    known = extra is not None and (extra / "unsure" / f"{image.stem}.txt").is_file()
    # where nobody looked, a back that the first finder missed must not be taught as background
    looked = known and picture.complete
    if known and extra is not None:
        unsure = corners(read_labels(extra / "unsure" / f"{image.stem}.txt")[:, 1:])
        backs = extra / "backs" / f"{image.stem}.txt"
        if backs.is_file():
            more = corners(read_labels(backs)[:, 1:])
            looked = looked or len(more) > 0
            boxes = np.concatenate([boxes, more])
            classes = np.concatenate([classes, np.full(len(more), BACK_CLASS, dtype=np.int64)])
    bare = None if looked else bare_side(corners(faces[:, 1:]), unsure)
    return Source(image, boxes, classes, unsure, picture.complete or known, looked, bare=bare)


def drawn_source(image: Path) -> Source:
    """A drawn scene: images/NAME.jpg with labels/NAME.txt and, for tiles that hardly show, unsure/NAME.txt;
    whole tables with quads/NAME.txt, line by line as the labels."""
    folder = image.parents[1]
    rows = read_labels(folder / "labels" / f"{image.stem}.txt")
    unsure = folder / "unsure" / f"{image.stem}.txt"
    hidden = corners(read_labels(unsure)[:, 1:]) if unsure.is_file() else np.zeros((0, 4), dtype=np.float32)
    classes = np.where(rows[:, 0] == BACK, BACK_CLASS, FACE).astype(np.int64)
    file = folder / "quads" / f"{image.stem}.txt"
    quads = None
    if file.is_file():
        lines = [line.split()[1:] for line in file.read_text(encoding="utf-8").splitlines()]
        quads = np.array(lines, dtype=np.float32).reshape(len(rows), 4, 2)
    return Source(image, corners(rows[:, 1:]), classes, hidden, True, True, quads, table=quads is not None)


def care_mask(source: Source, width: int, height: int) -> Floats:
    """Where faces (channel 0) and backs (channel 1) may be learnt, at a quarter of the picture's size."""
    w, h = width // _COARSE, height // _COARSE
    care = np.zeros((h, w, 2), dtype=np.float32)
    scale = np.array([w, h, w, h], dtype=np.float32)
    faces = source.boxes[source.classes == FACE] * scale
    if source.whole:
        care[..., FACE] = 1
    elif len(faces):
        grow = 0.3 * np.tile(faces[:, 2:] - faces[:, :2], 2) * np.array([-1, -1, 1, 1], dtype=np.float32)
        grown = faces + grow
        points = np.concatenate([grown[:, [0, 1]], grown[:, [2, 1]], grown[:, [2, 3]], grown[:, [0, 3]]])
        mask = np.zeros((h, w), dtype=np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 1)
        care[..., FACE] = mask
    if source.backs:
        care[..., BACK_CLASS] = 1
    else:
        for x1, y1, x2, y2 in faces.astype(int):
            care[max(y1, 0) : y2, max(x1, 0) : x2, BACK_CLASS] = 1
        if source.bare is not None:
            a, b, c = source.bare
            rows, columns = np.mgrid[0.5:h, 0.5:w]
            care[a * columns / w + b * rows / h > c, BACK_CLASS] = 1
    for x1, y1, x2, y2 in np.rint(source.unsure * scale).astype(int):
        care[max(y1, 0) : y2, max(x1, 0) : x2] = 0
    for x1, y1, x2, y2 in np.rint(source.boxes * scale).astype(int):
        care[max(y1, 0) : y2, max(x1, 0) : x2] = 1
    return care


def view_matrix(
    random: np.random.Generator, centre: tuple[float, float], scale: float, size: int, exact: bool
) -> npt.NDArray[np.float64]:
    """Picture pixels to view pixels. `exact`: the boxes bear any turn, as upright ones alone do not."""
    roll = random.random()
    if roll < (0.5 if exact else 0.12):
        angle = random.uniform(0, 2 * math.pi)
    else:
        quarter = random.integers(0, 4) if random.random() < 0.4 else 0
        angle = quarter * math.pi / 2 + random.normal(0, math.radians(5))
    squash = math.exp(random.uniform(-0.3, 0.3) / 2)
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    stretch = np.diag([scale * squash, scale / squash, 1])
    slant = np.eye(3)
    slant[0, 1] = random.normal(0, 0.06)
    tilt = np.eye(3)
    tilt[2, :2] = random.normal(0, 0.12, 2) / size
    to_origin = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])
    place = np.eye(3)
    place[:2, 2] = size / 2 + random.uniform(-0.22, 0.22, 2) * size
    return np.asarray(place @ tilt @ stretch @ turn @ slant @ to_origin)


def filmed_matrix(
    random: np.random.Generator, centre: tuple[float, float], size: int
) -> npt.NDArray[np.float64]:
    """Picture pixels to view pixels, nearly as they are: whole pixels of shift, or a little turn and zoom."""
    place = np.rint(size / 2 + random.uniform(-0.3, 0.3, 2) * size - np.array(centre))
    matrix = np.array([[1.0, 0, place[0]], [0, 1, place[1]], [0, 0, 1]])
    if random.random() < 0.5:
        return matrix
    angle, zoom = random.normal(0, math.radians(2)), random.uniform(0.82, 1.35)
    cos, sin = zoom * math.cos(angle), zoom * math.sin(angle)
    middle = size / 2
    about = np.array([[1, 0, middle], [0, 1, middle], [0, 0, 1]]) @ np.array(
        [[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]
    )
    return np.asarray(about @ np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, 1]]) @ matrix)


def moved(boxes: Floats, matrix: npt.NDArray[np.float64]) -> Floats:
    """The upright boxes around the moved corners of boxes given in pixels."""
    return around(boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2), matrix)


def around(quads: Floats, matrix: npt.NDArray[np.float64]) -> Floats:
    """The upright boxes around the moved corners of quads (n, 4, 2) given in pixels."""
    if not len(quads):
        return np.zeros((0, 4), dtype=np.float32)
    there = cv2.perspectiveTransform(quads.reshape(-1, 1, 2).astype(np.float64), matrix).reshape(-1, 4, 2)
    return np.concatenate([there.min(1), there.max(1)], 1).astype(np.float32)


def closest(source: Source, pixels: Floats, matrix: npt.NDArray[np.float64], picture: Floats) -> Floats:
    """The moved boxes of a source (`pixels`: as they are), as close as is known: what shows of a tile lies in
    its box and in its quad. `picture`: width and height, pixels."""
    there = moved(pixels, matrix)
    if source.quads is None or not len(there):
        return there
    tiles = around(source.quads * picture, matrix)
    low, high = np.maximum(there[:, :2], tiles[:, :2]), np.minimum(there[:, 2:], tiles[:, 2:])
    return np.concatenate([low, np.maximum(high, low + 1)], 1)


def somewhere(
    pixels: Floats, table: bool, picture: tuple[int, int], random: np.random.Generator
) -> tuple[float, float]:
    """What a view of a picture (width, height) is about: mostly the middle of one of its boxes (`pixels`),
    on a `table` often of a narrow one."""
    if not len(pixels) or random.random() >= 0.92:
        return random.uniform(0, picture[0]), random.uniform(0, picture[1])
    if table:
        narrow = pixels[(pixels[:, 2:] - pixels[:, :2]).min(1) < SLIVER]
        if len(narrow) and random.random() < ON_SLIVER:
            pixels = narrow
    box = pixels[random.integers(len(pixels))]
    return float(box[0] + box[2]) / 2, float(box[1] + box[3]) / 2


def view(source: Source, size: int, random: np.random.Generator) -> View:
    """One random window of a source, `size` pixels wide and high."""
    image = np.asarray(cv2.imread(str(source.image)), dtype=np.uint8)
    height, width = image.shape[:2]
    care = care_mask(source, width, height)
    pixels = source.boxes * np.array([width, height, width, height], dtype=np.float32)
    spans = np.sqrt(np.maximum((pixels[:, 2] - pixels[:, 0]) * (pixels[:, 3] - pixels[:, 1]), 1))
    span = float(np.median(spans)) if len(spans) else 40.0
    wanted = math.exp(random.uniform(*np.log(TABLE_SIZES if source.table else USUAL_SIZES)))
    scale = float(np.clip(wanted / span, 0.55 * size / max(width, height), 2.5))
    centre = somewhere(pixels, source.table, (width, height), random)
    if source.table and random.random() < AS_FILMED:
        matrix, scale = filmed_matrix(random, centre, size), 1.0
    else:
        matrix = view_matrix(random, centre, scale, size, source.quads is not None)
    if scale < 0.7:
        factor = max(scale, 0.25)
        image = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
        pre = np.diag([1 / factor, 1 / factor, 1])
    else:
        pre = np.eye(3)
    ground = tuple(float(c) for c in random.uniform(0, 255, 3))
    window = cv2.warpPerspective(
        image, matrix @ pre, (size, size), borderMode=cv2.BORDER_CONSTANT, borderValue=ground
    )
    cells = size // CARE_CELL
    to_cells = np.diag([1 / CARE_CELL, 1 / CARE_CELL, 1]) @ matrix @ np.diag([_COARSE, _COARSE, 1])
    cared = cv2.warpPerspective(
        care, to_cells, (cells, cells), flags=cv2.INTER_LINEAR, borderValue=(1.0, 1.0, 0, 0)
    )
    there = closest(source, pixels, matrix, np.array([width, height], dtype=np.float32))
    inside = np.clip(there, 0, size)
    area = (there[:, 2] - there[:, 0]) * (there[:, 3] - there[:, 1])
    shown = (inside[:, 2] - inside[:, 0]) * (inside[:, 3] - inside[:, 1]) / np.maximum(area, 1e-6)
    cared = np.where(cared > 0.6, 1.0, 0.0).astype(np.float32)
    big = (np.sqrt(area * shown) >= 8) & (
        (inside[:, 2:] - inside[:, :2]).min(1, initial=np.inf) >= _NARROWEST
    )
    for x1, y1, x2, y2 in inside[(shown > 0.02) & ~((shown >= _LEAST_VISIBLE) & big)] / CARE_CELL:
        cared[int(y1) : math.ceil(y2), int(x1) : math.ceil(x2)] = 0
    keep = (shown >= _LEAST_VISIBLE) & big
    kept = inside[keep] / size
    boxes = np.concatenate([(kept[:, :2] + kept[:, 2:]) / 2, kept[:, 2:] - kept[:, :2]], 1)
    picture = relit(np.asarray(window, dtype=np.uint8), random)
    rgb = np.ascontiguousarray(picture[..., ::-1])
    return View(
        rgb, boxes.astype(np.float32), source.classes[keep], np.ascontiguousarray(cared.transpose(2, 0, 1))
    )


def relit(image: Image, random: np.random.Generator) -> Image:
    """Another lamp, another camera: colour, contrast, shadow, blur, grain, JPEG."""
    picture = image.astype(np.float32)
    if random.random() < 0.7:
        hsv = cv2.cvtColor(picture / 255, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (
            hsv[..., 0] + (random.normal(0, 18) if random.random() < 0.7 else random.uniform(0, 360))
        ) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * random.uniform(0.2, 1.6), 0, 1)
        picture = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255, dtype=np.float32)
    if random.random() < 0.08:
        picture[:] = picture.mean(2, keepdims=True)
    picture *= np.exp(random.normal(0, 0.1, 3)).astype(np.float32)
    middle = float(picture.mean())
    picture = (picture - middle) * math.exp(random.normal(0, 0.2)) + middle + random.normal(0, 22)
    if random.random() < 0.35:
        picture *= _shadow(picture.shape[0], random)[..., None]
    if random.random() < 0.25:
        soft = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.6))
        picture = np.asarray(soft, dtype=np.float32)
    if random.random() < 0.3:
        picture = picture + random.standard_normal(picture.shape, dtype=np.float32) * float(
            random.uniform(1, 9)
        )
    result = np.clip(picture, 0, 255).astype(np.uint8)
    if random.random() < 0.25:
        _, coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(25, 80))])
        result = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return result


def _shadow(size: int, random: np.random.Generator) -> Floats:
    small = np.ones((32, 32), dtype=np.float32)
    points = random.uniform(-8, 40, (int(random.integers(3, 6)), 2)).astype(np.int32)
    cv2.fillPoly(small, [points], random.uniform(0.35, 0.85))
    soft = cv2.GaussianBlur(small, (0, 0), random.uniform(0.6, 4))
    return np.asarray(cv2.resize(soft, (size, size)), dtype=np.float32)

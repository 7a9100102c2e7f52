"""Tiles as solids seen by a camera: a box of millimetres, a face, a body and a back, projected and
painted."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.faces import Face

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Material:
    """What a tile set is made of. Lengths in millimetres, colours RGB 0..255, `layer` the back's share of the
    depth."""

    width: float = 26
    height: float = 36
    depth: float = 20
    body: Colour = (240, 238, 228)
    back: Colour = (40, 120, 70)
    layer: float = 0.35
    corner: float = 0.09
    ink: float = 0.86
    """Share of the face's width and height that the drawing fills."""


@dataclass(frozen=True)
class Pose:
    """Where a tile is: its centre (x right, y away from the player, z up, millimetres) and its turn.

    The turn's columns are the tile's own right, up (of the drawing) and outwards (of the face) in the world.
    """

    centre: tuple[float, float, float]
    turn: Floats = field(repr=False)

    @property
    def face_up(self) -> bool:
        """Whether the face looks upwards rather than down."""
        return bool(self.turn[2, 2] > 0)


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: 3 x 4 projection of world millimetres to pixels, and where it stands."""

    matrix: Floats
    eye: Floats

    def pixels(self, points: Floats) -> Floats:
        """World points (n, 3) to pixels (n, 2)."""
        ahead = np.concatenate([points, np.ones((len(points), 1))], 1) @ self.matrix.T
        return np.asarray(ahead[:, :2] / np.maximum(ahead[:, 2:], 1e-6))


def look(
    target: tuple[float, float],
    distance: float,
    elevation: float,
    azimuth: float,
    roll: float,
    focal: float,
    size: int | tuple[int, int],
) -> Camera:
    """A camera that looks at a point of the table; angles in radians, focal length in pixels, a picture of
    `size` pixels: the side of a square, or (width, height).

    Elevation pi/2 looks straight down; azimuth 0 stands at the player's side.
    """
    wide, high = (size, size) if isinstance(size, int) else size
    flat = distance * np.cos(elevation)
    eye = np.array(
        [
            target[0] - flat * np.sin(azimuth),
            target[1] - flat * np.cos(azimuth),
            distance * np.sin(elevation),
        ]
    )
    forward = np.array([target[0], target[1], 0.0]) - eye
    forward /= np.linalg.norm(forward)
    right = np.array([np.cos(azimuth), -np.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    cos, sin = np.cos(roll), np.sin(roll)
    rotation = np.stack([cos * right + sin * down, cos * down - sin * right, forward])
    intrinsic = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
    return Camera(intrinsic @ np.concatenate([rotation, (-rotation @ eye)[:, None]], 1), eye)


_CORNERS = np.array(
    [[x, y, z] for z in (0.5, -0.5) for x, y in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))]
)
"""Corners 0..3 of the face, clockwise as it is read from its upper left, then 4..7 of the back behind
them."""
_SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
_SIDE_NORMALS = np.array([[0, 1, 0], [1, 0, 0], [0, -1, 0], [-1, 0, 0]], dtype=float)


def corners(material: Material, pose: Pose) -> Floats:
    """The eight corners in the world, (8, 3): the face's four, then the back's."""
    lengths = np.array([material.width, material.height, material.depth])
    return np.asarray((_CORNERS * lengths) @ pose.turn.T + np.array(pose.centre))


@dataclass
class Canvas:
    """A picture in the making, RGB, with the number of the surface that each pixel shows (0 none)."""

    image: Image
    surface: npt.NDArray[np.int32]
    light: Floats

    def shade(self, normal: Floats, colour: Colour) -> Colour:
        """A surface's colour under the scene's light."""
        bright = 0.62 + 0.42 * max(0.0, float(normal @ self.light))
        return (colour[0] * bright, colour[1] * bright, colour[2] * bright)


@dataclass(frozen=True)
class Shown:
    """The outline of a tile's face or back that looks at the camera: (4, 2) pixels, and how squarely
    (cosine)."""

    outline: Floats
    cosine: float


def paint(
    canvas: Canvas, camera: Camera, material: Material, pose: Pose, face: Face, number: int
) -> tuple[Shown | None, Shown | None]:
    """Paint one tile; what shows of its face and of its back (None where it looks away).

    Pixels of the shown surface get `number` in the canvas's surface map; the tile's sides set it to 0.
    """
    points = corners(material, pose)
    flat = camera.pixels(points)
    view = camera.eye - np.array(pose.centre)
    outwards = pose.turn[:, 2]
    for side, indices in enumerate(_SIDES):
        normal = pose.turn @ _SIDE_NORMALS[side]
        if float((camera.eye - points[list(indices)].mean(0)) @ normal) > 0:
            _side(canvas, camera, material, points[list(indices)], normal)
    to_face = float((camera.eye - points[:4].mean(0)) @ outwards)
    to_back = float((camera.eye - points[4:].mean(0)) @ -outwards)
    length = float(np.linalg.norm(view))
    if to_face > 0:
        _top(canvas, flat[:4], outwards, material.body, material, face, number)
        return Shown(flat[:4], to_face / length), None
    if to_back > 0:
        outline = flat[[5, 4, 7, 6]]
        _top(canvas, outline, -outwards, material.back, material, None, number)
        return None, Shown(outline, to_back / length)
    return None, None


def _side(canvas: Canvas, camera: Camera, material: Material, quad: Floats, normal: Floats) -> None:
    """A side in two layers: the body towards the face, the back's colour behind it."""
    front, rear = quad[:2], quad[[3, 2]]
    seam = front + (rear - front) * (1 - material.layer)
    for part, colour in (
        (np.concatenate([front, seam[::-1]]), material.body),
        (np.concatenate([seam, rear[::-1]]), material.back),
    ):
        _fill(canvas, camera.pixels(part), canvas.shade(normal, colour), 0)


def _fill(canvas: Canvas, outline: Floats, colour: Colour, number: int) -> None:
    points = np.rint(outline * 16).astype(np.int32)
    cv2.fillConvexPoly(canvas.image, points, colour, cv2.LINE_AA, 4)
    cv2.fillConvexPoly(canvas.surface, np.rint(outline).astype(np.int32), number)


def _top(
    canvas: Canvas,
    outline: Floats,
    normal: Floats,
    colour: Colour,
    material: Material,
    face: Face | None,
    number: int,
) -> None:
    """The face or back: a rounded plate with a fine lit rim, and the drawing on it."""
    height, width = canvas.surface.shape
    low = np.floor(outline.min(0)).astype(int) - 1
    high = np.ceil(outline.max(0)).astype(int) + 2
    x1, y1, x2, y2 = max(low[0], 0), max(low[1], 0), min(high[0], width), min(high[1], height)
    if x2 - x1 < 2 or y2 - y1 < 2 or x2 - x1 > 4 * width:
        return
    _fill(canvas, outline, canvas.shade(normal, tuple(c * 0.96 for c in colour)), number)  # type: ignore[arg-type]
    edges = np.linalg.norm(outline - np.roll(outline, -1, 0), axis=1)
    across = int(np.clip(max(edges[0], edges[2]), 6, 240))
    along = int(np.clip(max(edges[1], edges[3]), 6, 320))
    plate = _plate(across, along, canvas.shade(normal, colour), material, face)
    source = np.array([[0, 0], [across, 0], [across, along], [0, along]], dtype=np.float32)
    target = (outline - np.array([x1, y1])).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    warped = cv2.warpPerspective(plate, matrix, (x2 - x1, y2 - y1), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:]
    window = canvas.image[y1:y2, x1:x2]
    window[:] = (window * (1 - alpha) + warped[..., :3] * alpha).astype(np.uint8)


def _plate(
    across: int, along: int, colour: Colour, material: Material, face: Face | None
) -> npt.NDArray[np.float32]:
    """The top as seen squarely: RGB 0..255 and opacity 0..1."""
    plate = np.empty((along, across, 4), dtype=np.float32)
    plate[..., :3] = colour
    if face is not None:
        light = np.array(colour, dtype=np.float32) / np.maximum(np.array(material.body, dtype=np.float32), 1)
        share = 1.0 if face.solid else material.ink
        w, h = max(int(across * share), 2), max(int(along * share), 2)
        ink = cv2.resize(face.rgba, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32)
        top, left = (along - h) // 2, (across - w) // 2
        part = plate[top : top + h, left : left + w, :3]
        opacity = ink[..., 3:] / 255
        part[:] = part * (1 - opacity) + ink[..., :3] * light * opacity
    rim = max(across // 40, 1)
    plate[:rim, :, :3] *= 1.04
    plate[-rim:, :, :3] *= 0.86
    plate[:, :rim, :3] *= 0.95
    plate[:, -rim:, :3] *= 0.88
    mask = np.zeros((along, across), dtype=np.uint8)
    radius = max(int(material.corner * across), 1)
    cv2.rectangle(mask, (radius, 0), (across - 1 - radius, along - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (across - 1, along - 1 - radius), 255, -1)
    for x in (radius, across - 1 - radius):
        for y in (radius, along - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    plate[..., 3] = mask.astype(np.float32) / 255
    return plate

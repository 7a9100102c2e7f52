"""拍得怎样: what about a photo itself makes its tiles hard to read, one sentence each on what to do.

Nothing is said about a photo that is read without doubt, unless it is so bad that this is luck. The limits
were chosen on training pictures, good ones and ones spoilt on purpose: models/recipe/measure_framing.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection import BACK
from vision.frames import Frame, Pixels
from vision.reading import Reading
from vision.remarks import Remark
from vision.seen import SeenTile

SIDE = 48
"""Pixels at which a face is judged: what the net makes of a larger one does not matter."""
WHOLE = 320
"""Pixels of the longer side at which a photo without tiles is judged."""
FLAT = 12.0
"""A face with less contrast than this, of 255, has no edges to judge."""
SUDDEN = 0.7
"""One step as large as this part of the contrast shows that the picture is sharp."""
MOST = 20
"""Faces that are judged, spread evenly over the photo, and as many unnamed ones."""
Levels = NDArray[np.uint8] | NDArray[np.int16]

EDGE = 2.0
"""A box that comes so near to the edge of the decoded picture, in its pixels, touches it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on something is said: `bad` of any photo, `poor` of one that is not read without doubt."""

    bad: float
    poor: float


SMALL = Limits(bad=13.0, poor=20.0)
"""Size of the middle one of the tiles, in pixels of the original."""
DARK = Limits(bad=0.20, poor=0.30)
"""Brightness of the lighter parts of the faces, 0..1."""
BLUR = Limits(bad=0.135, poor=0.20)
"""Sharpness of the middle one of the faces: their edges against their contrast."""
BURNT = 0.55
"""The share of an unnamed face that is burnt out, from which on it is glare that hides it."""
WHITE = 252
"""From this value of all three colours on the camera can tell no more."""
SPOT = (0.30, 14.0)
"""Size of a burnt spot that may hide tiles, in parts of a tile's area."""
ROUND = 0.5
"""A spot fills this part of the box around it: lamps are mirrored round, edges of things are not."""
SPOT_SIDE = 14
"""Pixels of a tile, at least, when spots are looked for."""
MOST_WHITE = 0.25
"""Where more of the faces is burnt out as a rule the whole photo is over-exposed: no spot stands out."""


@dataclass(frozen=True, slots=True)
class Framing:
    """What a photo is like. `doubt`: whether a face was left unnamed, or there is none; `size` in pixels of
    the original, `light`, `sharp` 0..1 of the middle face; `burnt`: unnamed faces with glare, `cut`: tiles of
    the hand's rows that the edge cuts off, both by their place in the reading; `spots`: burnt spots beside
    tiles, where others may lie unseen."""

    faces: int
    doubt: bool
    size: float
    light: float
    sharp: float
    burnt: tuple[int, ...]
    cut: tuple[int, ...]
    spots: int = 0

    def remarks(self) -> tuple[Remark, ...]:
        """What should be said, the likeliest cause first; a tile that is small is blurred too, and a dark one
        as well, so of these one is said."""
        said: list[Remark] = []
        if self.faces and self.size < self.limit(SMALL):
            said.append(small_tiles(round(self.size)))
        elif self.light < self.limit(DARK):
            said.append(dark())
        elif self.sharp < self.limit(BLUR):
            said.append(blurred())
        if self.burnt or self.spots:
            said.append(glare(self.burnt))
        if self.cut:
            said.append(cut_off(self.cut))
        return tuple(said)

    def limit(self, limits: Limits) -> float:
        """The limit that holds for this photo."""
        return limits.poor if self.doubt else limits.bad


def framing(frame: Frame, reading: Reading) -> Framing:
    """What a photo that was read is like."""
    shown = [place for place, one in enumerate(reading.tiles) if one.kind != BACK]
    unnamed = [place for place in shown if reading.tiles[place].kind is None]
    judged = shown[:: -(-len(shown) // MOST) or 1]
    cut = {place: _face(frame, reading.tiles[place]) for place in {*judged, *unnamed[:MOST]}}
    faces = [cut[place] for place in judged if cut[place].size]
    if not faces:
        small = _shrunk(frame.pixels, WHOLE)
        return Framing(0, True, 0.0, _light(small), _sharp(small), (), ())
    burnt = tuple(place for place in unnamed[:MOST] if cut[place].size and _burnt(cut[place]) > BURNT)
    return Framing(
        len(shown),
        bool(unnamed),
        float(np.median([reading.tiles[place].detection.span for place in shown])),
        float(np.median([_light(face) for face in faces])),
        float(np.median([_sharp(face) for face in faces])),
        burnt,
        _cut(frame, reading),
        _spots(frame, reading, shown, float(np.median([_burnt(face) for face in faces]))),
    )


def _face(frame: Frame, tile: SeenTile) -> Pixels:
    """A face in the decoded picture, brought down to `SIDE` where it is larger."""
    across, down = frame.scale
    x1, y1, x2, y2 = tile.box
    left, top = max(int(x1 / across), 0), max(int(y1 / down), 0)
    part = frame.pixels[top : max(int(y2 / down), top + 2), left : max(int(x2 / across), left + 2)]
    return _shrunk(part, SIDE)


def _shrunk(part: Pixels, side: int) -> Pixels:
    longer = max(part.shape[:2])
    if longer <= side:
        return part
    size = max(2, part.shape[1] * side // longer), max(2, part.shape[0] * side // longer)
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _light(face: Pixels) -> float:
    """The brightness of the lighter parts, 0..1."""
    red, green, blue = cv2.split(face)
    lightest = np.asarray(cv2.max(cv2.max(red, green), blue), dtype=np.uint8)
    return _percentile(lightest, 80) / 255


def _sharp(face: Pixels) -> float:
    """How sudden the changes are: the strongest ones from pixel to pixel against the whole contrast, 0..1."""
    red, green, blue = (part.astype(np.int16) for part in cv2.split(face))
    grey = red + green + blue
    low, high = _percentile(grey, 3), _percentile(grey, 97)
    if high - low < 3 * FLAT:
        return 1.0
    down, across = np.abs(np.diff(grey, axis=0)), np.abs(np.diff(grey, axis=1))
    if max(int(down.max(initial=0)), int(across.max(initial=0))) > SUDDEN * (high - low):
        return 1.0
    return _percentile(np.concatenate([down.ravel(), across.ravel()]), 95) / (high - low)


def _percentile(values: Levels, share: float) -> float:
    """What numpy's percentile gives for whole numbers from 0 on, by counting them, many times as fast."""
    counts = np.cumsum(np.bincount(values.ravel()))
    place = (int(counts[-1]) - 1) * share / 100
    low = int(np.searchsorted(counts, int(place), side="right"))
    high = int(np.searchsorted(counts, min(int(place) + 1, int(counts[-1]) - 1), side="right"))
    return low + (high - low) * (place - int(place))


def _burnt(face: Pixels) -> float:
    """The share that is white beyond what the camera can tell."""
    white = cv2.inRange(face, (WHITE, WHITE, WHITE), (255, 255, 255))
    return cv2.countNonZero(white) / white.size


def _spots(frame: Frame, reading: Reading, shown: list[int], usual: float) -> int:
    """Burnt spots as large as a tile that touch tiles and are none themselves; `usual`: the burnt share of
    the middle face."""
    if usual > MOST_WHITE:
        return 0
    boxes = np.array([reading.tiles[place].box for place in shown]) / np.array([*frame.scale] * 2)
    side = float(np.median(np.sqrt(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1))))
    # a whole number of pixels to one is averaged many times as fast as a broken one
    many = max(1, int(side / SPOT_SIDE))
    high, wide = frame.pixels.shape[0] // many, frame.pixels.shape[1] // many
    small = frame.pixels[: high * many, : wide * many]
    if many > 1:
        small = np.asarray(cv2.resize(small, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    boxes, side = boxes / many, side / many
    white = cv2.inRange(small, (WHITE, WHITE, WHITE), (255, 255, 255))
    white = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if not cv2.countNonZero(white):
        return 0
    found, _, told, middles = cv2.connectedComponentsWithStats(white)
    spots = 0
    for one in range(1, found):
        area = told[one, cv2.CC_STAT_AREA] / side**2
        filled = told[one, cv2.CC_STAT_AREA] / (told[one, cv2.CC_STAT_WIDTH] * told[one, cv2.CC_STAT_HEIGHT])
        if not SPOT[0] <= area <= SPOT[1] or filled < ROUND:
            continue
        x, y = middles[one]
        apart_x = np.maximum(np.maximum(boxes[:, 0] - x, x - boxes[:, 2]), 0)
        apart_y = np.maximum(np.maximum(boxes[:, 1] - y, y - boxes[:, 3]), 0)
        away = np.hypot(apart_x, apart_y)
        # a wide spot hides the tiles around its middle: its rim must reach tiles
        spots += bool(0.15 * side < away.min() < (0.5 + (area / np.pi) ** 0.5) * side)
    return spots


def _cut(frame: Frame, reading: Reading) -> tuple[int, ...]:
    """The tiles of the hand's rows that touch the edge of the picture and are less than whole."""
    across, down = frame.scale
    hand = set(reading.hand)
    cut = []
    for row in reading.rows:
        if not hand & set(row) or len(row) < 3:
            continue
        sizes = np.array([reading.tiles[place].detection.extent for place in row])
        wide, high = np.median(sizes, axis=0)
        for place, (its_wide, its_high) in zip(row, sizes, strict=True):
            x1, y1, x2, y2 = reading.tiles[place].box
            sideways = x1 < EDGE * across or x2 > frame.width - EDGE * across
            upright = y1 < EDGE * down or y2 > frame.height - EDGE * down
            if (sideways and its_wide < 0.85 * wide) or (upright and its_high < 0.85 * high):
                cut.append(place)
    return tuple(sorted(cut))


def small_tiles(pixels: int) -> Remark:
    """The tiles are too small in the picture."""
    return Remark(
        "small_tiles",
        f"The tiles are only about {pixels} pixels large: go nearer, or photograph a part of the table.",
        f"牌太小（约 {pixels} 像素）：请靠近些，或只拍一部分。",
    )


def dark() -> Remark:
    """There is too little light."""
    return Remark(
        "dark",
        "The picture is too dark: turn on a light and take the photo again.",
        "照片太暗：请开灯或换个亮处再拍。",
    )


def blurred() -> Remark:
    """The picture is out of focus or shaken."""
    return Remark(
        "blurred",
        "The picture is blurred: hold the phone still, tap a tile to focus, and take the photo again.",
        "照片模糊：请拿稳手机，点一下牌对焦，再拍一张。",
    )


def glare(places: tuple[int, ...]) -> Remark:
    """Light is mirrored on tiles that could not be read."""
    return Remark(
        "glare",
        "Light is mirrored on some tiles: move the phone or the lamp a little and take the photo again.",
        "有的牌反光：请挪一下手机或灯，再拍一张。",
        places,
    )


def cut_off(places: tuple[int, ...]) -> Remark:
    """Tiles of the hand are not wholly in the picture."""
    many = len(places)
    return Remark(
        "cut_off",
        f"{'1 tile is' if many == 1 else f'{many} tiles are'} cut off at the edge: get the whole hand into "
        "the picture.",
        f"有 {many} 张牌被照片边缘切掉了：请把整手牌拍进来。",
        places,
    )

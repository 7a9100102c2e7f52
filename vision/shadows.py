"""影子: boxes that a finder puts around the shadow of a tile: they hold nothing but darker cloth."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.detectors.looking import Found
from vision.detectors.two_stage import BACK_SCORE, FACE_SCORE
from vision.frames import Pixels

DOUBTED = 0.75
"""A face that a finder is surer of is not looked at."""
INNER = 0.2
"""What is left out of a box on each side."""
AROUND = 0.35
"""How far beyond a box the cloth is looked at, in parts of its sides."""
PLAIN = 14.0
"""Grey levels between the lightest and the darkest twentieth of a box that shows no print. Of 40 drawn films
the shadows of one have 7 to 9, whole faces 12 and more but where light burns them away. In eleven frames of
that one 26 of 29 false faces are left out, in some frames of each other film nothing."""
SAME = 6.0
"""How near the colour of a shadow is to that of its cloth (Lab, 8 bits, without the lightness): a burnt face
is white."""
ALL_CLOTH = 0.7
"""So much of what lies around a shadow, less the tiles there, is of its colour."""


def without_shadows(pixels: Pixels, found: Found) -> Found:
    """What was found without the faces that are shadows on cloth. Boxes in pixels."""
    doubted = (found.odds[:, FACE_SCORE] < DOUBTED) & (found.odds[:, FACE_SCORE] > found.odds[:, BACK_SCORE])
    if not doubted.any():
        return found
    boxes = found.boxes.astype(np.float64)
    shadows = [place for place in np.flatnonzero(doubted).tolist() if _is_shadow(pixels, boxes, place)]
    return found.only(np.setdiff1d(np.arange(len(found)), shadows)) if shadows else found


def _is_shadow(pixels: Pixels, boxes: Floats, place: int) -> bool:
    x1, y1, x2, y2 = boxes[place]
    more_x, more_y = AROUND * (x2 - x1), AROUND * (y2 - y1)
    height, width = pixels.shape[:2]
    left, top = max(int(x1 - more_x), 0), max(int(y1 - more_y), 0)
    right, low = min(int(x2 + more_x) + 1, width), min(int(y2 + more_y) + 1, height)
    part = np.ascontiguousarray(pixels[top:low, left:right])
    lab = cv2.cvtColor(cv2.GaussianBlur(part, (0, 0), 1.0), cv2.COLOR_RGB2LAB).astype(np.float64)
    inside = _mask(lab.shape[:2], boxes[place : place + 1] - (left, top, left, top), -INNER)
    cloth = ~_mask(lab.shape[:2], boxes - (left, top, left, top), 0.1)
    if not inside.any() or cloth.sum() < inside.sum() / 4:
        return False
    own, ground = lab[inside], lab[cloth]
    dark, light = np.percentile(own[:, 0], (5, 95))
    if light - dark > PLAIN or np.median(own[:, 0]) > np.median(ground[:, 0]):
        return False
    apart = np.linalg.norm(ground[:, 1:] - np.median(own[:, 1:], axis=0), axis=1)
    return bool((apart < SAME).mean() > ALL_CLOTH)


def _mask(shape: tuple[int, ...], boxes: Floats, wider: float) -> NDArray[np.bool_]:
    """Where boxes lie, each `wider` by so many parts of its sides on each side."""
    mask = np.zeros(shape[:2], np.bool_)
    for x1, y1, x2, y2 in boxes:
        dx, dy = wider * (x2 - x1), wider * (y2 - y1)
        rows = slice(max(int(y1 - dy), 0), max(int(y2 + dy) + 1, 0))
        mask[rows, max(int(x1 - dx), 0) : max(int(x2 + dx) + 1, 0)] = True
    return mask

"""看不清的牌面: faces of a lesson on which next to no print shows: they would teach a blank tile."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detection import Detection
from vision.frames import Frame
from vision.remarks import Remark

INNER = 0.22
"""What is left out of a box on each side: the edges of the tile."""
SMOOTH = 1.0
"""Pixels by which it is smoothed, against a camera's noise."""
FAINT = 5.0
"""Grey levels (of 255) between the lightest and the darkest twentieth of a face: 2 to 3 where a lamp has
burnt the dots of one drawn table away, 8 on the palest face there that is still read rightly."""


def is_faint(face: Detection, frame: Frame) -> bool:
    """Whether next to no print can be seen on a face; its box in pixels of the original."""
    across, down = frame.scale
    x1, y1, x2, y2 = face.box
    dx, dy = INNER * (x2 - x1), INNER * (y2 - y1)
    left, top, right, low = (x1 + dx) / across, (y1 + dy) / down, (x2 - dx) / across, (y2 - dy) / down
    part = frame.pixels[max(int(top), 0) : max(int(low) + 1, 0), max(int(left), 0) : max(int(right) + 1, 0)]
    if not part.size:
        return False
    grey = cv2.GaussianBlur(cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY), (0, 0), SMOOTH)
    dark, light = np.percentile(grey, (5, 95))
    return bool(light - dark < FAINT)


def faint_faces(faces: Sequence[Detection], frame: Frame) -> tuple[tuple[int, ...], tuple[Remark, ...]]:
    """The numbers of the faces whose print cannot be seen, and what to do about them."""
    faint = tuple(number for number, one in enumerate(faces) if is_faint(one, frame))
    many = len(faint)
    if not many:
        return (), ()
    return faint, (
        Remark(
            "faint",
            f"{'1 face shows' if many == 1 else f'{many} faces show'} next to no print: turn the lamp away, "
            "or darken the camera.",
            f"有 {many} 张牌太亮或太暗，看不见花色：请把灯移开，或把摄像头调暗些。",
        ),
    )

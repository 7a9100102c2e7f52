"""淡色: tables whose tiles bear drawings of nearly their own colour: bleached by the sun, or made so.

Such faces are easily taken for backs. Any table has few of them; a finder learns them from tables that have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.synth.faces import FaceSet
from vision.synth.pictures import Picture, any_layout, draw_table
from vision.synth.scenes import any_material
from vision.synth.settings import SIZE, Setting
from vision.synth.solids import Colour

LEFT = (0.15, 0.55)
"""From, to the part of the way from the body's colour to its ink that a faint drawing still has."""
COLOURED = 0.6
"""How often the body of such a set has a colour of its own."""
ALIKE = 0.5
"""How often the back then has nearly the body's colour too."""


def faded(setting: Setting, body: Colour, left: float) -> Setting:
    """The setting with tiles of this body on which every ink has come near to it: `left` of the way there
    is left."""
    whole = np.array(body, dtype=np.float32)
    faces = {}
    for kind, face in setting.faces.items():
        ink = whole + (face.rgba[..., :3].astype(np.float32) - whole) * left
        rgba = np.dstack([np.clip(np.rint(ink), 0, 255).astype(np.uint8), face.rgba[..., 3]])
        faces[kind] = replace(face, rgba=rgba)
    return replace(setting, faces=faces, material=replace(setting.material, body=body))


def any_body(random: np.random.Generator) -> Colour:
    """The colour of the body of a coloured set."""
    hue = np.array([[[random.uniform(0, 360), random.uniform(0.15, 0.8), random.uniform(0.4, 0.95)]]])
    red, green, blue = cv2.cvtColor(hue.astype(np.float32), cv2.COLOR_HSV2RGB)[0, 0] * 255
    return float(red), float(green), float(blue)


def faint_table(sets: Sequence[FaceSet], seed: int, size: tuple[int, int] = SIZE) -> Picture:
    """A random table with one of the tile sets, its drawings faint; the same seed draws the same picture."""
    random = np.random.default_rng((seed, 23))
    scene, setting, manner, over = any_layout(sets, seed, size)
    body = any_body(random) if random.random() < COLOURED else any_material(random).body
    setting = faded(setting, body, float(random.uniform(*LEFT)))
    if random.random() < ALIKE:
        light = random.uniform(0.85, 1.05)
        red, green, blue = (min(one * light, 255.0) for one in body)
        setting = replace(setting, material=replace(setting.material, back=(red, green, blue)))
    return draw_table(scene, setting, manner, over=over, seed=seed)

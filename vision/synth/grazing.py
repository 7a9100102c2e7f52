"""掠视: tables on which a standing row shows its backs or faces as slivers: at the sides, far away, or below.

Any table has a few of them; a finder learns them from tables that have many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from vision.calibration import SIDES
from vision.synth.faces import FaceSet
from vision.synth.laying import HAND_DEEP, Manner, Plan
from vision.synth.pictures import Picture, any_cover, any_manner, any_scene, any_setting, draw_table
from vision.synth.settings import SIZE, any_camera
from vision.synth.solids import Camera, Material, corners
from vision.synth.tables import Held

SLIVER = (7.0, 13.0)
"""Pixels: from, to the narrower side of the face or back of a tile in the middle of the row."""
LIKELY = (0.2, 0.32, 0.16, 0.32)
"""How often which side's row is the one seen flatly."""
TRIES = 80


def narrower(camera: Camera, plan: Plan, side: int) -> float:
    """Pixels of the narrower side of the box around what a tile in the middle of a side's standing row turns
    to the camera, its face or its back."""
    tip = math.pi / 2 - plan.manner.lean[side]
    pose = plan.spot(side, 0.5, HAND_DEEP, tip=tip).pose
    solid = corners(plan.material, pose)
    seen = solid[:4] if pose.turn[:, 2] @ (camera.eye - np.array(pose.centre)) > 0 else solid[4:]
    pixels = camera.pixels(seen)
    return float((pixels.max(0) - pixels.min(0)).min())


def grazing_camera(
    manner: Manner, side: int, random: np.random.Generator, length: float, size: tuple[int, int]
) -> Camera:
    """A camera that sees the row of a side flatly; after `TRIES` without one any camera."""
    wide = length / manner.tiles_wide
    plan = Plan(manner, Material(wide, 1.35 * wide, 0.7 * wide))
    for _ in range(TRIES):
        camera = any_camera(random, length, size)
        if SLIVER[0] <= narrower(camera, plan, side) <= SLIVER[1]:
            return camera
    return any_camera(random, length, size)


def grazing_table(sets: Sequence[FaceSet], seed: int, size: tuple[int, int] = SIZE) -> Picture:
    """A random table with one of the tile sets on which all rows stand and one is seen flatly; the same seed
    draws the same picture."""
    random = np.random.default_rng((seed, 19))
    faces = sets[int(random.integers(len(sets)))]
    manner = any_manner(random, seed)
    flat = int(random.choice(SIDES, p=LIKELY))
    place = partial(grazing_camera, manner, flat)
    setting = any_setting(faces, random, manner.tiles_wide, size, place=place)
    scene = any_scene(random)
    for number, side in enumerate(scene.sides):
        scene = scene.with_side(number, replace(side, held=Held.STANDING, won=()))
    over = any_cover(random, manner.tiles_wide * setting.material.width)
    return draw_table(scene, setting, manner, over=over, seed=seed)

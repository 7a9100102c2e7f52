"""Photos drawn with the truth known: one hand, or several hands of one photo lying apart."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from assistant.hands import Hand
from assistant.notation import parse_hand
from tests.own_faces import own_faces
from vision.synth import grounds, layouts
from vision.synth.scenes import Scene, draw
from vision.synth.solids import Material, look

APART = 3.4
"""Heights of a tile from one hand's line to the next."""


def laid(hand: Hand) -> tuple[list[str], list[list[str]]]:
    """A hand as it lies: the concealed tiles, and each meld face up."""
    return [str(tile) for tile in hand.tiles], [[str(meld.tile)] * meld.size for meld in hand.melds]


def scene(hands: Sequence[str], seed: int = 7, size: int = 1280) -> Scene:
    """Hands, one below the other, seen from above at an angle."""
    random = np.random.default_rng(seed)
    material = Material()
    tiles = []
    for number, text in enumerate(hands):
        concealed, melds = laid(parse_hand(text))
        down = ((len(hands) - 1) / 2 - number) * APART * material.height
        tiles += layouts.moved(
            layouts.hand(concealed, melds, material, apart=30, random=random), 0.0, 0.0, down
        )
    reach = max(max(abs(tile.pose.centre[0]), abs(tile.pose.centre[1])) for tile in tiles) + material.width
    camera = look((0.0, 0.0), reach * 2.6, 1.5, 0.0, 0.0, size * 1.15, size)
    ground = grounds.ground(random, camera, size, reach * 1.6)
    return draw(tiles, own_faces(), material, camera, ground, random)


def photo(*hands: str, seed: int = 7, size: int = 1280) -> bytes:
    """The photo of hands as a JPEG file."""
    drawn, jpeg = cv2.imencode(".jpg", scene(hands, seed, size).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert drawn
    return jpeg.tobytes()

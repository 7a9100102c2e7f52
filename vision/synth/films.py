"""影片: a table filmed: frame after frame with its picture, its truth and how many moves are done.

    film = Film(RoundReel(scene, moves, Plan(manner, setting.material)), setting)
    for frame in film.frames():
        ...

Only what changed between two frames is drawn anew, and a frame that is skipped costs nothing; yet a frame is
the same picture whichever was drawn before it, so a measure can go on at any frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.synth.board import Piece
from vision.synth.laying import Plan
from vision.synth.pictures import Picture, Views, board_of
from vision.synth.reels import Reel
from vision.synth.settings import Setting

MOST_FRAMES = 600
EXPOSURE = 1 / 50
"""Seconds that the shutter is open."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One frame: its number, seconds from the start, what it shows, how many moves are wholly done, whether
    hands are over the table, and whether any tile is on its way."""

    number: int
    at: float
    picture: Picture
    done: int
    hands: int
    moving: bool


class Film:
    """A reel filmed at a rate, at most `most` frames. Every frame can be drawn by itself, in any order."""

    def __init__(
        self,
        reel: Reel,
        plan: Plan,
        setting: Setting,
        *,
        rate: float = 5.0,
        most: int = MOST_FRAMES,
        seed: int = 0,
    ) -> None:
        self.reel, self.plan, self.setting, self.seed, self.rate = reel, plan, setting, seed, rate
        every = (number / rate for number in range(int(reel.seconds * rate) + 1))
        self.times = tuple(at for at in every if not reel.missing(at))[:most]
        self.board = board_of(setting)
        self._views = Views(self.board, plan)

    def __len__(self) -> int:
        return len(self.times)

    @property
    def whole(self) -> bool:
        """Whether the film lasts to the end of its reel."""
        return bool(self.times) and self.times[-1] + 1.5 / self.rate > self.reel.seconds

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of the playing surface in pixels, as a picture tells them."""
        return self._views.corners

    def done(self, number: int) -> int:
        """How many moves are wholly done at a frame, without drawing it."""
        return self.reel.done(self.times[number])

    def frame(self, number: int) -> Frame:
        """Draw one frame."""
        at = self.times[number]
        pieces = [self._streaked(piece) for piece in self.reel.pieces(at)]
        arms = self.reel.arms(at)
        self.board.show(pieces)
        random = np.random.default_rng((self.seed, number, 5))
        picture = self._views.photographed(self.setting.lens, arms, random)
        moving = any(piece.blur != (0.0, 0.0) for piece in pieces)
        return Frame(number, at, picture, self.reel.done(at), len(arms), moving)

    def frames(self, start: int = 0) -> Iterator[Frame]:
        """The frames from a number on."""
        for number in range(start, len(self)):
            yield self.frame(number)

    def _streaked(self, piece: Piece) -> Piece:
        """The piece with its speed turned into pixels of blur."""
        if piece.blur == (0.0, 0.0):
            return piece
        x, y, z = piece.spot.x, piece.spot.y, piece.spot.z
        dx, dy = piece.blur[0] * EXPOSURE, piece.blur[1] * EXPOSURE
        a, b = self.board.camera.pixels(np.array([[x, y, z], [x + dx, y + dy, z]]))
        streak = (round(float(b[0] - a[0]), 1), round(float(b[1] - a[1]), 1))
        return piece._replace(blur=streak if streak != (0.0, 0.0) else (0.1, 0.0))

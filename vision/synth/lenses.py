"""镜头: what a camera makes of a view: blur, exposure and colour, grain, compression."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.solids import Image

_LOOSE = 97
_STRENGTH = 16.0


@dataclass(frozen=True)
class Lens:
    """A camera's ways. `blur`: of the lens, sigma in pixels; `shake`: movement of the camera while the
    shutter is open, pixels across and down; `gain`, `gamma`, `warmth`: exposure, contrast and white balance;
    `grain`: noise, standard deviation in grey levels; `quality`: of the JPEG compression, None for none;
    `flicker`: how much the exposure changes from frame to frame, share.
    """

    blur: float = 0.5
    shake: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0
    gamma: float = 1.0
    warmth: float = 0.0
    grain: float = 2.5
    quality: int | None = 88
    flicker: float = 0.01

    def scaled(self, ratio: float) -> Lens:
        """The same optics before a sensor with so many times the pixels across: blur and shake are as large
        on the table as before."""
        return replace(self, blur=self.blur * ratio, shake=(self.shake[0] * ratio, self.shake[1] * ratio))

    def photo(self, view: Image, random: np.random.Generator) -> Image:
        """The view as this camera delivers it, RGB."""
        image = view
        if math.hypot(*self.shake) > 1:
            reach = math.ceil(max(map(abs, self.shake)) / 2) + 1
            image = np.asarray(cv2.filter2D(image, -1, streak(*self.shake, reach)), dtype=np.uint8)
        if self.blur > 0.2:
            reach = 3 if self.blur < 0.7 else 5 if self.blur < 1.3 else 0
            image = np.asarray(cv2.GaussianBlur(image, (reach, reach), self.blur), dtype=np.uint8)
        gain = round(self.gain * (1 + self.flicker * float(random.normal())), 3)
        if (gain, self.gamma, self.warmth) != (1.0, 1.0, 0.0):
            image = np.asarray(cv2.LUT(image, _curve(gain, self.gamma, self.warmth)), dtype=np.uint8)
        if self.grain > 0:
            high, wide = image.shape[:2]
            x, y = (int(n) for n in random.integers(0, _LOOSE, 2))
            grain = _grain(high, wide)[y : y + high, x : x + wide]
            share = self.grain / _STRENGTH
            image = np.asarray(cv2.addWeighted(image, 1.0, grain, share, -128.0 * share), dtype=np.uint8)
        if self.quality is not None:
            done, packed = cv2.imencode(
                ".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, self.quality]
            )
            opened = cv2.imdecode(packed, cv2.IMREAD_COLOR) if done else None
            if opened is None:
                raise ValueError("the picture cannot be compressed as JPEG; give it a size above nothing")
            image = np.asarray(cv2.cvtColor(opened, cv2.COLOR_BGR2RGB), dtype=np.uint8)
        return image


@lru_cache(maxsize=64)
def _curve(gain: float, gamma: float, warmth: float) -> Image:
    grey = np.arange(256) / 255
    curves = [255 * np.clip(gain * (1 + warm) * grey, 0, 1) ** gamma for warm in (warmth, 0.0, -warmth)]
    return np.stack(curves, -1).astype(np.uint8)[None]


@lru_cache(maxsize=2)
def _grain(high: int, wide: int) -> Image:
    """Noise around 128, a little of it coarser than a pixel, as sensors and their cleaning leave it; larger
    than the picture by `_LOOSE`, so that each frame takes another part."""
    random = np.random.default_rng(9)
    high, wide = high + _LOOSE, wide + _LOOSE
    fine = random.standard_normal((high, wide, 3), dtype=np.float32)
    coarse = random.standard_normal((high // 2 + 1, wide // 2 + 1, 3), dtype=np.float32)
    noise = 0.75 * fine + 0.6 * cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(128.5 + _STRENGTH * noise, 0, 255), dtype=np.uint8)


@lru_cache(maxsize=16)
def streak(dx: float, dy: float, reach: int) -> npt.NDArray[np.float32]:
    """A point that moves by so many pixels while the shutter is open, as a kernel that reaches so far to each
    side."""
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    a = (round((reach - dx / 2) * 16), round((reach - dy / 2) * 16))
    b = (round((reach + dx / 2) * 16), round((reach + dy / 2) * 16))
    cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)

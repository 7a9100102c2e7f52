"""照片: from a file or bytes to an upright RGB frame, or one sentence on why it cannot be used."""

from __future__ import annotations

import io
import struct
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from pillow_heif import register_heif_opener

Pixels = NDArray[np.uint8]
"""Height x width x 3, red green blue, 0..255."""

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "BMP", "GIF", "TIFF")
JPEG = ("JPEG", "MPO")
"""MPO: a JPEG with further pictures behind it, as many phones save."""
MOST_JPEG_PIXELS, MOST_PIXELS = 120_000_000, 64_000_000
"""Pixels a header may announce. A big JPEG is decoded at a part of its size, so it may have more."""
ENOUGH = 3000
"""Pixels of the longer side that a picture keeps when it is decoded smaller than it is."""
SPAN = 65_500
"""Pixels of the longest side: what a JPEG may have."""

ORIENTATION = 0x0112
TURNS = {
    2: (Image.Transpose.FLIP_LEFT_RIGHT,),
    3: (Image.Transpose.ROTATE_180,),
    4: (Image.Transpose.FLIP_TOP_BOTTOM,),
    5: (Image.Transpose.TRANSPOSE,),
    6: (Image.Transpose.ROTATE_270,),
    7: (Image.Transpose.TRANSVERSE,),
    8: (Image.Transpose.ROTATE_90,),
}
"""What makes a picture upright, for each EXIF orientation that is not already."""
SIDEWAYS = (5, 6, 7, 8)

register_heif_opener()
# what Pillow has to say of odd EXIF data helps no player; whether the picture can be used is said below
warnings.filterwarnings("ignore", module=r"PIL\.")
# Pillow would warn at a size of its own; `_check_size` below refuses earlier, before a pixel is decoded
Image.MAX_IMAGE_PIXELS = None
# Ultralytics puts an `open` of its own in this place, which wants to install a package for what is no picture
open_image = Image.open


class PictureError(ValueError):
    """A file that is no usable picture. `code` is stable, str() is one sentence that says what to do,
    `chinese` the same for players."""

    def __init__(self, code: str, message: str, chinese: str) -> None:
        super().__init__(message)
        self.code = code
        self.chinese = chinese


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """An upright picture. `width` and `height`: pixels of the upright original; `pixels` may be a reduced
    copy of it, `scale` (>= 1) original pixels to one of its."""

    pixels: Pixels
    width: int
    height: int

    @property
    def scale(self) -> tuple[float, float]:
        """Original pixels to one decoded pixel, along x and along y."""
        return self.width / self.pixels.shape[1], self.height / self.pixels.shape[0]

    @classmethod
    def of(cls, pixels: Pixels) -> Frame:
        """A frame of pixels that are upright already: of a video, or drawn."""
        return cls(pixels, pixels.shape[1], pixels.shape[0])


def load_frame(source: bytes | Path | str) -> Frame:
    """The upright frame of a picture file's bytes, or of the file at a path.

    The content decides what it is, not the name: a HEIC under a .jpg name opens. EXIF orientations 1..8 are
    applied. Nothing is written anywhere. Raises PictureError with one of the codes no_file, empty,
    no_picture, too_large, broken.
    """
    data = source if isinstance(source, bytes) else _read(Path(source))
    if not data:
        raise PictureError(
            "empty",
            "The file is empty: take the photo again or send it once more.",
            "文件是空的：请重拍，或重新上传。",
        )
    try:
        with open_image(io.BytesIO(data), formats=FORMATS) as image:
            _check_size(image)
            return _decode(image)
    except PictureError:
        raise
    except (UnidentifiedImageError, ImportError):
        raise PictureError(
            "no_picture",
            "This file is no picture that can be read: send a photo as JPEG, PNG, WebP or HEIC.",
            "这个文件不是能读的图片：请发 JPEG、PNG、WebP 或 HEIC 照片。",
        ) from None
    # a decoder that is fed garbage raises many things, none of which may reach the player as a traceback
    except (OSError, ValueError, SyntaxError, TypeError, IndexError, KeyError, EOFError, ArithmeticError,
            RuntimeError, struct.error, MemoryError) as error:  # fmt: skip
        raise PictureError(
            "broken",
            "The picture is cut off or damaged: take the photo again or send it once more.",
            "图片不完整或已损坏：请重拍，或重新上传。",
        ) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PictureError(
            "no_file",
            f"There is no readable file {path}: check the name.",
            f"读不到文件 {path}：请检查文件名。",
        ) from error


def _check_size(image: Image.Image) -> None:
    width, height = image.size
    most = MOST_JPEG_PIXELS if image.format in JPEG else MOST_PIXELS
    if width * height > most or max(width, height) > SPAN:
        millions = round(width * height / 1e6)
        raise PictureError(
            "too_large",
            f"The picture is {width} x {height} ({millions} megapixels): send one of at most "
            f"{most // 1_000_000} megapixels.",
            f"图片有 {width}×{height}（{millions} 百万像素），太大："
            f"请发不超过 {most // 1_000_000} 百万像素的照片。",
        )


def _decode(image: Image.Image) -> Frame:
    orientation = _orientation(image)
    width, height = image.size
    if image.format in JPEG and max(width, height) >= 2 * ENOUGH:
        # the decoder skips the detail that no reader needs: a 48 megapixel photo opens in the time of 12
        image.draft("RGB", (ENOUGH * width // max(width, height), ENOUGH * height // max(width, height)))
    image.load()
    upright = _plain(image)
    for turn in TURNS.get(orientation, ()):
        upright = upright.transpose(turn)
    if orientation in SIDEWAYS:
        width, height = height, width
    factor = max(upright.size) // (2 * ENOUGH) + 1
    if factor > 1:
        upright = upright.reduce(factor)
    return Frame(np.asarray(upright, dtype=np.uint8), width, height)


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation 1..8; 1 where there is none or it is nonsense."""
    try:
        value = image.getexif().get(ORIENTATION, 1)
    except Exception:  # EXIF is written by every kind of program; a bad one must not cost the photo
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _plain(image: Image.Image) -> Image.Image:
    """The image as RGB: transparent parts white, 16 bits a channel brought to 8."""
    if image.mode.startswith("I;16"):
        return Image.fromarray((np.asarray(image) >> 8).astype(np.uint8)).convert("RGB")
    if "transparency" in image.info or image.mode in ("RGBA", "LA", "PA"):
        coloured = image.convert("RGBA")
        ground = Image.new("RGBA", coloured.size, "white")
        ground.alpha_composite(coloured)
        return ground.convert("RGB")
    return image.convert("RGB")

import io
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from tests.vision.png_files import png_header
from vision.frames import ENOUGH, PictureError, load_frame

UPRIGHT = np.zeros((60, 80, 3), np.uint8)
UPRIGHT[:30, :40] = (200, 30, 30)
UPRIGHT[:30, 40:] = (30, 200, 30)
UPRIGHT[30:, :40] = (30, 30, 200)
UPRIGHT[30:, 40:] = (220, 220, 220)

UNDO = {
    1: lambda picture: picture,
    2: lambda picture: picture[:, ::-1],
    3: lambda picture: picture[::-1, ::-1],
    4: lambda picture: picture[::-1],
    5: lambda picture: picture.transpose(1, 0, 2),
    6: lambda picture: np.rot90(picture, 1),
    7: lambda picture: np.rot90(picture, 2).transpose(1, 0, 2),
    8: lambda picture: np.rot90(picture, -1),
}
"""How a camera held so stores an upright scene, for each EXIF orientation."""


def encoded(picture: np.ndarray, form: str, orientation: int = 1, **options: object) -> bytes:
    image = Image.fromarray(np.ascontiguousarray(picture))
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    image.save(out, form, exif=exif, **options)
    return out.getvalue()


def jpeg_header(width: int, height: int) -> bytes:
    """A real small JPEG whose frame header claims another size."""
    data = bytearray(encoded(UPRIGHT, "JPEG", quality=80))
    place = data.index(b"\xff\xc0")
    data[place + 5 : place + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def refused(source: bytes | Path) -> str:
    with pytest.raises(PictureError) as caught:
        load_frame(source)
    assert str(caught.value).endswith(".")
    assert caught.value.chinese.endswith("。")
    return caught.value.code


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_every_exif_orientation_comes_out_upright(form: str, orientation: int) -> None:
    frame = load_frame(encoded(UNDO[orientation](UPRIGHT), form, orientation))
    assert (frame.width, frame.height) == (80, 60)
    for x, y in ((20, 15), (60, 15), (20, 45), (60, 45)):
        assert np.abs(frame.pixels[y, x].astype(int) - UPRIGHT[y, x]).max() < 40, (x, y)


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_a_nonsense_orientation_is_ignored(orientation: int) -> None:
    assert load_frame(encoded(UPRIGHT, "JPEG", orientation)).width == 80


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_heic_under_a_jpg_name(tmp_path: Path, orientation: int) -> None:
    heif = pillow_heif.from_pillow(Image.fromarray(np.ascontiguousarray(UNDO[orientation](UPRIGHT))))
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "IMG_0001.jpg"
    heif.save(path, exif=exif.tobytes(), quality=90)
    frame = load_frame(path)
    assert (frame.width, frame.height) == (80, 60)
    assert np.abs(frame.pixels[15, 20].astype(int) - UPRIGHT[15, 20]).max() < 60


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "CMYK", "1", "I;16"])
def test_every_kind_of_pixel_becomes_rgb(mode: str) -> None:
    if mode == "I;16":
        image = Image.fromarray(np.full((20, 30), 51400, np.uint16))
    else:
        image = Image.new("RGB", (30, 20), (200, 200, 200)).convert(mode)
    out = io.BytesIO()
    image.save(out, "TIFF" if mode == "CMYK" else "PNG")
    frame = load_frame(out.getvalue())
    assert frame.pixels.shape == (20, 30, 3)
    assert frame.pixels.dtype == np.uint8
    assert 190 <= frame.pixels[10, 15].mean() <= 255


def test_what_is_transparent_is_white() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (10, 10), (0, 0, 0, 0)).save(out, "PNG")
    assert load_frame(out.getvalue()).pixels.min() == 255


@pytest.mark.parametrize("size", [(4000, 3000), (8064, 6048), (8160, 6144)])
def test_a_phone_photo_keeps_its_size_and_enough_pixels(size: tuple[int, int]) -> None:
    out = io.BytesIO()
    Image.new("RGB", size, (90, 140, 90)).save(out, "JPEG", quality=50)
    frame = load_frame(out.getvalue())
    assert (frame.width, frame.height) == size
    assert max(frame.pixels.shape) >= ENOUGH
    assert max(frame.pixels.shape) <= 2 * ENOUGH
    assert frame.scale[0] == pytest.approx(size[0] / frame.pixels.shape[1])


@pytest.mark.parametrize(
    "data",
    [
        png_header(20000, 10000),
        jpeg_header(20000, 10000),
        png_header(65500, 65500),
        jpeg_header(65000, 65000),
    ],
    ids=["png", "jpeg", "huge png", "huge jpeg"],
)
def test_200_megapixels_are_refused_from_the_header(data: bytes) -> None:
    assert len(data) < 5000
    assert refused(data) == "too_large"


def test_a_text_file_named_jpg(tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_text("not a picture, but it says so\n" * 10)
    assert refused(path) == "no_picture"


def test_nothing_at_all(tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(b"")
    assert refused(path) == "empty"
    assert refused(b"") == "empty"


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.jpg") == "no_file"
    assert refused(tmp_path) == "no_file"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("part", [0.05, 0.3, 0.5, 0.9])
def test_a_cut_off_picture(form: str, part: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    data = encoded(noise, form)
    assert refused(data[: int(len(data) * part)]) in ("broken", "no_picture")


def test_a_cut_off_heic() -> None:
    out = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    pillow_heif.from_pillow(Image.fromarray(noise)).save(out)
    data = out.getvalue()
    assert refused(data[: len(data) // 2]) in ("broken", "no_picture")


@pytest.mark.parametrize("seed", range(30))
def test_damaged_bytes_never_give_a_traceback(seed: int) -> None:
    random = np.random.default_rng(seed)
    forms = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP")
    data = bytearray(encoded(UPRIGHT, forms[seed % len(forms)]))
    for place in random.integers(0, len(data), 12):
        data[place] = random.integers(256)
    try:
        frame = load_frame(bytes(data))
    except PictureError:
        return
    assert frame.pixels.shape[2] == 3


def test_the_picture_is_only_read(tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(encoded(UPRIGHT, "JPEG", 6))
    before = path.read_bytes()
    load_frame(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["hand.jpg"]


def test_damaged_exif_data_is_passed_over_in_silence() -> None:
    """In a process of its own: pytest sets the filters of warnings anew."""
    damaged = b"Exif\0\0II*\0\x08\0\0\0\x05\0\x12\x01\x03\0\x01\0\0\0"
    out = io.BytesIO()
    Image.new("RGB", (40, 40)).save(out, "JPEG", exif=damaged)
    code = "import sys; from vision import frames; print(frames.load_frame(sys.stdin.buffer.read()).width)"
    done = subprocess.run([sys.executable, "-c", code], input=out.getvalue(), capture_output=True, check=True)
    assert done.stdout.strip() == b"40"
    assert done.stderr == b""

"""画面从哪来: videos, folders and cameras, and one sentence where they fail."""

from __future__ import annotations

import threading
import time
from collections.abc import Container
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from PIL import Image

from vision import sources
from vision.sources import Live, SourceError, hidden, open_source


def grey(number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((48, 64, 3), number, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Three seconds at 20 frames a second; frame n has the grey 4 n."""
    path = tmp_path / "round.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 20, (64, 48))  # type: ignore[attr-defined]
    for number in range(60):
        writer.write(grey(4 * number))
    writer.release()
    return path


def test_a_video_gives_so_many_frames_a_second_with_their_time(video: Path) -> None:
    source = open_source(str(video), rate=5)
    assert not source.live
    taken = []
    while (frame := source.read()) is not None:
        taken.append(frame)
    assert [at for at, _ in taken] == pytest.approx([n / 5 for n in range(15)])
    for at, pixels in taken:
        assert pixels.shape == (48, 64, 3)
        assert abs(float(pixels.mean()) - 4 * round(at * 20)) < 6
    assert source.read() is None
    source.close()


def test_a_video_slower_than_asked_gives_all_it_has(video: Path) -> None:
    source = open_source(str(video), rate=100)
    count = 0
    while source.read() is not None:
        count += 1
    assert count == 60


def test_a_folder_gives_its_pictures_in_order(tmp_path: Path) -> None:
    for number in (2, 0, 1):
        Image.fromarray(grey(50 * number)).save(tmp_path / f"{number:03d}.png")
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_source(str(tmp_path), rate=4)
    taken = [source.read() for _ in range(4)]
    assert taken[3] is None
    assert [frame[0] for frame in taken[:3] if frame] == [0.0, 0.25, 0.5]
    assert [int(frame[1].mean()) for frame in taken[:3] if frame] == [0, 50, 100]
    source.close()


def test_a_broken_picture_in_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"nothing")
    with pytest.raises(SourceError, match=r"a\.png") as told:
        open_source(str(tmp_path)).read()
    assert told.value.code == "no_picture"
    assert "a.png" in told.value.chinese


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("no video")
    for name, code in (
        ("nowhere.mp4", "no_source"),
        ("empty", "no_pictures"),
        ("text.mp4", "no_video"),
        ("99", "no_camera"),
    ):
        with pytest.raises(SourceError) as told:
            open_source(name if name == "99" else str(tmp_path / name))
        assert told.value.code == code
        assert str(told.value).endswith(".")
        assert told.value.chinese.endswith("。")


def test_a_password_in_an_address_is_not_shown() -> None:
    assert hidden("rtsp://me:secret@10.0.0.7:554/live") == "rtsp://10.0.0.7:554/live"
    assert hidden("http://10.0.0.7/video.mjpg") == "http://10.0.0.7/video.mjpg"


class Camera:
    """Gives frames as fast as it is let, until it drops or hangs."""

    def __init__(
        self, frames: int, pause: float = 0.0, hangs: bool = False, damaged: Container[int] = ()
    ) -> None:
        self.left = frames
        self.given = self.decoded = 0
        self.damaged = damaged
        self.pause = pause
        self.hangs = hangs
        self.hanging = threading.Event()
        self.released = threading.Event()
        self.free = threading.Event()

    def grab(self) -> bool:
        time.sleep(self.pause)
        if self.given >= self.left:
            self.hanging.set()
            if self.hangs:
                self.free.wait(60)
            return False
        self.given += 1
        return True

    def retrieve(self) -> tuple[bool, object]:
        self.decoded += 1
        return self.given not in self.damaged, grey(self.given)

    def release(self) -> None:
        self.released.set()


def test_a_live_source_gives_the_newest_frame_and_drops_the_rest() -> None:
    camera = Camera(50, hangs=True)
    source = Live(camera, "0", apart=0.0)
    assert camera.hanging.wait(60)
    taken = source.read()
    assert taken is not None
    assert int(taken[1].mean()) == 50
    assert source.live
    camera.free.set()
    source.close()
    assert camera.released.wait(60)


def test_a_live_source_decodes_no_more_than_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = Camera(60, hangs=True)
    clock = SimpleNamespace(monotonic=lambda: float(camera.given))  # a frame a second
    monkeypatch.setattr(sources, "time", clock)
    source = Live(camera, "0", apart=20.0)
    assert camera.hanging.wait(60)
    camera.free.set()
    source.close()
    assert camera.decoded == 3


def test_a_damaged_frame_ends_no_camera() -> None:
    source = Live(Camera(3, pause=0.02, damaged=(1, 2)), "0", apart=0.0)
    taken = source.read()
    assert taken is not None
    assert int(taken[1].mean()) == 3


def test_a_camera_that_drops_says_so_after_its_last_frame() -> None:
    source = Live(Camera(1, pause=0.05), "rtsp://10.0.0.7/live")
    assert source.read() is not None
    with pytest.raises(SourceError, match="has stopped") as told:
        source.read()
    assert told.value.code == "source_dropped"
    assert "10.0.0.7" in str(told.value)


def test_a_camera_that_goes_silent_says_so() -> None:
    camera = Camera(0, hangs=True)
    source = Live(camera, "0", silent=0.1)
    with pytest.raises(SourceError, match="no picture"):
        source.read()
    camera.free.set()
    source.close()
    assert source.read() is None


class Opened(Camera):
    """A webcam, as far as OpenCV tells. `largest`: the picture that it gives at most; `stuck`: it sends
    nothing once it was asked for another one."""

    def __init__(self, frames: int, largest: tuple[int, int] = (1920, 1080), *, stuck: bool = False) -> None:
        super().__init__(frames)
        self.largest, self.stuck = largest, stuck
        self.asked: list[tuple[int, float]] = []
        self.size = (640, 480)

    def isOpened(self) -> bool:  # noqa: N802  # the name OpenCV gives it
        return True

    def get(self, what: int) -> float:
        assert what == cv2.CAP_PROP_FRAME_COUNT
        return -1.0  # no end is known

    def set(self, what: int, value: float) -> bool:
        self.asked.append((what, value))
        told = dict(self.asked)
        wide, high = (told.get(one, 0) for one in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if wide and high:
            self.size = min((int(wide), int(high)), self.largest)
        return True

    def grab(self) -> bool:
        return not (self.stuck and self.asked) and super().grab()

    def retrieve(self) -> tuple[bool, object]:
        return True, np.zeros((self.size[1], self.size[0], 3), np.uint8)


@pytest.mark.parametrize(
    ("largest", "stuck", "given"),
    [
        ((1920, 1080), False, (1080, 1920, 3)),
        ((1280, 720), False, (720, 1280, 3)),
        ((1920, 1080), True, (480, 640, 3)),
    ],
    ids=["as asked", "less", "nothing but its own"],
)
def test_a_webcam_is_asked_for_a_large_picture_and_taken_as_it_is(
    monkeypatch: pytest.MonkeyPatch, largest: tuple[int, int], stuck: bool, given: tuple[int, ...]
) -> None:
    made: list[Opened] = []

    def capture(number: int) -> Opened:
        assert number == 2
        made.append(Opened(3, largest, stuck=stuck and not made))
        return made[-1]

    monkeypatch.setattr(cv2, "VideoCapture", capture)
    source = open_source("2")
    taken = source.read()
    source.close()
    assert taken is not None
    assert taken[1].shape == given
    mjpg = cv2.VideoWriter_fourcc(*"MJPG")  # type: ignore[attr-defined]
    assert made[0].asked == [
        (cv2.CAP_PROP_FOURCC, mjpg),
        (cv2.CAP_PROP_FRAME_WIDTH, 1920),
        (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ]
    assert len(made) == 1 + stuck
    assert all(one.released.is_set() for one in made)


def test_addresses_and_numbers_are_live(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def capture(*words: object) -> Opened:
        asked.append(words)
        return Opened(1)

    monkeypatch.setattr(cv2, "VideoCapture", capture)
    for name in ("0", "rtsp://me:secret@10.0.0.7/live", "http://10.0.0.7/video.mjpg"):
        source = open_source(name)
        assert source.live
        source.close()
    assert [words[0] for words in asked] == [
        0,
        "rtsp://me:secret@10.0.0.7/live",
        "http://10.0.0.7/video.mjpg",
    ]

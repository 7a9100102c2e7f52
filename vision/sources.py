"""画面从哪来: frames with their time from a webcam, a video file, a folder of pictures or a network camera.

A live source never lags: frames that nobody took in time are dropped. A recorded one gives every frame, at
most so many a second.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from cv2.utils import logging

from vision.frames import PictureError, Pixels, load_frame

RATE = 5.0
"""Frames a second that are read from a recording, and pictures of a folder that pass for a second."""
PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif")
SCHEMES = ("rtsp://", "rtsps://", "http://", "https://", "udp://", "tcp://")
WAIT_MS = 8000
"""How long a network camera may take to answer."""
SILENT = 10.0
"""Seconds without a frame after which a live source has dropped."""
APART = 0.12
"""Seconds that two frames of a live source lie apart at least: those between are let go before they are
decoded, as a large picture 30 times a second would cost half a processor."""
WANTED = (
    # a format that fits through a USB 2 cable, before the size: a driver takes the size for its format
    (cv2.CAP_PROP_FOURCC, float(int.from_bytes(b"MJPG", "little"))),
    (cv2.CAP_PROP_FRAME_WIDTH, 1920.0),
    (cv2.CAP_PROP_FRAME_HEIGHT, 1080.0),
    (cv2.CAP_PROP_BUFFERSIZE, 1.0),
)
"""What a webcam is asked for, in this order. Left alone most give 640 x 480, in which a tile of a whole table
is some 13 pixels wide."""

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "8")
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")

Taken = tuple[float, Pixels]
"""Seconds since the source began, and an RGB picture."""


class SourceError(Exception):
    """A source that cannot be opened or has dropped. `code` is stable, str() and `chinese` are one sentence
    that says what to do."""

    def __init__(self, code: str, message: str, chinese: str) -> None:
        super().__init__(message)
        self.code = code
        self.chinese = chinese


class Source(Protocol):
    """Where frames come from."""

    live: bool
    """Frames are lost that nobody takes."""

    def read(self) -> Taken | None:
        """The next frame; None at the end. SourceError where a live source has dropped."""
        ...

    def close(self) -> None:
        """Let the camera or file go."""
        ...


def open_source(name: str, rate: float = RATE) -> Source:
    """The source of a webcam's number, an address (rtsp://, http://), a video file or a folder of pictures.

    A webcam is asked for 1920 x 1080; what a network camera sends is set at the camera itself.
    `rate`: frames a second at most, where it is a recording. Raises SourceError.
    """
    if name.isdecimal():
        return Live(_opened(int(name), name), name)
    if name.lower().startswith(SCHEMES):
        capture = _opened(name, hidden(name))
        if capture.get(cv2.CAP_PROP_FRAME_COUNT) <= 0:
            return Live(capture, hidden(name))
        capture.release()
        return Film(name, rate)  # a film that lies on a server: it has an end, and no frame is to be lost
    path = Path(name)
    if path.is_dir():
        return Folder(path, rate)
    if not path.is_file():
        raise SourceError(
            "no_source",
            f"There is no video, folder or camera “{name}”: give a file, a folder of pictures, a camera's "
            "number such as 0, or an address such as rtsp://...",
            f"没有“{name}”这个视频、文件夹或摄像头：请给文件、图片文件夹、摄像头编号或 rtsp:// 地址。",
        )
    return Film(path, rate)


def hidden(address: str) -> str:
    """An address without its user and password, to be shown; any other name as it is."""
    scheme, sign, rest = address.partition("://")
    if not sign:
        return address
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"


class Film:
    """录像: a video file, or a film at an address, at most `rate` frames of each second."""

    live = False

    def __init__(self, path: Path | str, rate: float = RATE) -> None:
        self._capture = cv2.VideoCapture(str(path))
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        if not self._capture.isOpened() or not self._capture.grab():
            name = hidden(str(path))
            raise SourceError(
                "no_video",
                f"{name} is no video that can be read: send MP4, MOV, MKV or AVI, or check that it is whole.",
                f"{name} 不是能读的视频：请用 MP4、MOV、MKV 或 AVI，并检查文件是否完整。",
            )
        self._fps = fps if 0 < fps < 1000 else 25.0
        self._step = 1 / rate
        self._number = 0
        """of the frame that is grabbed and waits"""
        self._next = 0.0
        self._waits = True

    def read(self) -> Taken | None:
        """The next frame that is due; None at the end."""
        while self._waits or self._capture.grab():
            at = self._number / self._fps
            self._number += 1
            self._waits = False
            if at + 1e-6 >= self._next:
                good, frame = self._capture.retrieve()
                if good:
                    self._next = max(self._next + self._step, at)
                    return at, _rgb(frame)
        return None

    def close(self) -> None:
        """Let the file go."""
        self._capture.release()


class Folder:
    """图片文件夹: the pictures of a folder in the order of their names, `rate` of them a second."""

    live = False

    def __init__(self, path: Path, rate: float = RATE) -> None:
        self._files = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURES)
        if not self._files:
            raise SourceError(
                "no_pictures",
                f"There is no picture in the folder {path}: put JPEG or PNG files there, named in order.",
                f"文件夹 {path} 里没有图片：请放入按顺序命名的 JPEG 或 PNG。",
            )
        self._rate = rate
        self._number = 0

    def read(self) -> Taken | None:
        """The next picture; None at the end. SourceError for a file that is no picture."""
        if self._number >= len(self._files):
            return None
        file = self._files[self._number]
        at = self._number / self._rate
        self._number += 1
        try:
            return at, load_frame(file).pixels
        except PictureError as error:
            raise SourceError(error.code, f"{file}: {error}", f"{file}：{error.chinese}") from error

    def close(self) -> None:
        """Nothing is held open."""


class Capture(Protocol):
    """What gives frames one after the other, as OpenCV's does."""

    def grab(self) -> bool:
        """Go on to the next frame; whether there is one."""
        ...

    def retrieve(self) -> tuple[bool, object]:
        """Whether it is whole, and that frame, BGR."""
        ...

    def release(self) -> None:
        """Let it go."""
        ...


class Live:
    """摄像头: a camera read by a thread of its own, so that the newest frame is always the next one. `apart`:
    seconds between two frames that are decoded, at least."""

    live = True

    def __init__(self, capture: Capture, name: str, silent: float = SILENT, apart: float = APART) -> None:
        self.name = name
        self._capture = capture
        self._silent = silent
        self._apart = apart
        self._news = threading.Condition()
        self._newest: Taken | None = None
        self._ended = False
        self._closing = False
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._fetch, name=f"camera {name}", daemon=True)
        self._thread.start()

    def read(self) -> Taken | None:
        """The newest frame that was not taken yet; None after `close`. SourceError where the camera has
        dropped."""
        with self._news:
            there = self._news.wait_for(
                lambda: self._newest is not None or self._ended or self._closing, self._silent
            )
            taken, self._newest = self._newest, None
        if taken is not None:
            return taken
        if self._closing:
            return None
        what = "has stopped" if there else f"has sent no picture for {self._silent:.0f} s"
        chinese = "断开了" if there else f"已经 {self._silent:.0f} 秒没有画面"
        raise SourceError(
            "source_dropped",
            f"The camera {self.name} {what}: check its cable or network, and start again.",
            f"摄像头 {self.name} {chinese}：请检查连线或网络，再重新开始。",
        )

    def close(self) -> None:
        """Stop reading and let the camera go."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        # a camera that hangs in a read is left to its daemon thread rather than waited for
        self._thread.join(2.0)

    def _fetch(self) -> None:
        try:
            last = -np.inf
            while not self._closing and self._capture.grab():
                at = time.monotonic() - self._began
                if at - last < self._apart:
                    continue
                good, frame = self._capture.retrieve()
                if not good:
                    continue  # a frame that came damaged; the next one may be whole
                last, taken = at, (at, _rgb(frame))
                with self._news:
                    self._newest = taken
                    self._news.notify_all()
        finally:
            self._capture.release()
            with self._news:
                self._ended = True
                self._news.notify_all()


def _opened(what: int | str, name: str) -> cv2.VideoCapture:
    # one sentence of ours says that a camera does not open: OpenCV's own lines would hide it
    before = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    try:
        return _capture(what, name)
    finally:
        logging.setLogLevel(before)


def _capture(what: int | str, name: str) -> cv2.VideoCapture:
    if isinstance(what, str):
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, WAIT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, WAIT_MS]
        capture = cv2.VideoCapture(what, cv2.CAP_FFMPEG, limits)
    else:
        capture = _webcam(what)
    if not capture.isOpened():
        capture.release()
        raise SourceError(
            "no_camera",
            f"The camera {name} does not open: check that it is plugged in or its address, and that no other "
            "program uses it.",
            f"摄像头 {name} 打不开：请检查是否接好、地址是否正确、有没有别的程序在用。",
        )
    return capture


def _webcam(number: int) -> cv2.VideoCapture:
    """A webcam with a large picture, or with the one it has."""
    capture = cv2.VideoCapture(number)
    if not capture.isOpened():
        return capture
    for what, value in WANTED:
        capture.set(what, value)
    if not capture.grab():
        # it agreed to what it does not send
        capture.release()
        capture = cv2.VideoCapture(number)
    return capture


def _rgb(frame: object) -> Pixels:
    return np.asarray(cv2.cvtColor(np.asarray(frame, dtype=np.uint8), cv2.COLOR_BGR2RGB), dtype=np.uint8)

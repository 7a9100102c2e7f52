"""Cameras that drop and come back."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from vision import lasting, sources
from vision.lasting import AwayError, Lasting, open_lasting
from vision.sources import Source, SourceError, Taken


class Cable:
    """A live source that gives a few frames and drops."""

    live = True

    def __init__(self, frames: int, grey: int) -> None:
        self.left = frames
        self.grey = grey
        self.given = 0
        self.closed = False

    def read(self) -> Taken | None:
        if self.given == self.left:
            raise SourceError(
                "source_dropped", "The camera 0 has stopped: check its cable.", "摄像头断开了：请检查。"
            )
        self.given += 1
        return self.given / 10, np.full((2, 2, 3), self.grey, np.uint8)

    def close(self) -> None:
        self.closed = True


def opening(*found: Cable | None) -> tuple[Callable[[], Source], list[Cable | None]]:
    """What opens one after the other; None: it does not open."""
    left = list(found)

    def opened() -> Source:
        one = left.pop(0) if left else None
        if one is None:
            raise SourceError("no_camera", "The camera 0 does not open: check it.", "摄像头打不开：请检查。")
        return one

    return opened, left


def test_a_camera_that_comes_back_is_read_on_and_its_time_goes_on() -> None:
    before, after = Cable(2, 50), Cable(9, 90)
    opened, _ = opening(None, after)
    source = Lasting("0", before, opened, 60.0, 0.05)
    first, second = source.read(), source.read()
    assert first is not None
    assert second is not None
    with pytest.raises(AwayError, match="The camera 0 sends no picture and is tried again") as told:
        source.read()
    assert (told.value.code, told.value.chinese) == (
        "source_away",
        "摄像头 0 没有画面，正在重连：请先点着记。",
    )
    assert before.closed
    with pytest.raises(AwayError):
        source.read()
    third = source.read()
    assert third is not None
    assert int(third[1].mean()) == 90
    assert third[0] >= 0.2, "two pauses of 0.05 s lie before it"
    fourth = source.read()
    assert fourth is not None
    assert fourth[0] > third[0]


def test_one_that_stays_away_has_dropped_in_the_end() -> None:
    opened, _ = opening()
    source = Lasting("0", Cable(0, 0), opened, 0.3, 0.02)
    codes: list[str] = []
    while "no_camera" not in codes and len(codes) < 100:
        with pytest.raises(SourceError) as told:
            source.read()
        codes.append(told.value.code)
    assert codes[-1] == "no_camera"
    assert set(codes[:-1]) == {"source_away"}


def test_one_that_opens_and_sends_nothing_has_dropped_in_the_end() -> None:
    opened, _ = opening(*[Cable(0, 0)] * 100)
    source = Lasting("0", Cable(0, 0), opened, 0.3, 0.02)
    codes: list[str] = []
    while "source_dropped" not in codes and len(codes) < 100:
        with pytest.raises(SourceError) as told:
            source.read()
        codes.append(told.value.code)
    assert codes[-1] == "source_dropped"
    assert set(codes[:-1]) == {"source_away"}


def test_it_may_be_closed_while_it_is_away() -> None:
    opened, left = opening(Cable(5, 9))
    source = Lasting("0", Cable(0, 0), opened, 60.0, 30.0)
    with pytest.raises(AwayError):
        source.read()
    threading.Timer(0.05, source.close).start()
    assert source.read() is None
    assert len(left) == 1, "nothing was opened any more"


def test_one_that_opens_while_it_is_closed_is_let_go() -> None:
    late = Cable(5, 9)
    made: list[Lasting] = []

    def opened() -> Source:
        made[0].close()
        return late

    made.append(Lasting("0", Cable(0, 0), opened, 60.0, 0.0))
    with pytest.raises(AwayError):
        made[0].read()
    assert made[0].read() is None
    assert late.closed


def test_cameras_last_and_recordings_end(monkeypatch: pytest.MonkeyPatch) -> None:
    film = Cable(1, 7)
    film.live = False
    monkeypatch.setattr(sources, "open_source", lambda name: film if name == "film.mp4" else Cable(1, 8))
    monkeypatch.setattr(lasting, "PAUSE", 0.0)
    assert open_lasting("film.mp4") is film
    camera = open_lasting("0")
    for _ in range(3):
        assert camera.read() is not None
        with pytest.raises(AwayError, match="The camera 0 sends no picture"):
            camera.read()

"""网络摄像头: a stream of JPEG pictures over HTTP, read by OpenCV's own client."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import lasting
from vision.jpeg import jpeg
from vision.lasting import AwayError, open_lasting
from vision.sources import Source, SourceError


class Sender:
    """A camera on this machine's own address that can be switched off and on."""

    def __init__(self) -> None:
        self.on = threading.Event()
        self.on.set()
        sender = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                if not sender.on.is_set():
                    self.send_error(503)
                    return
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                grey = 0
                try:
                    while sender.on.is_set():
                        grey = (grey + 8) % 256
                        picture = jpeg(np.full((120, 160, 3), grey, np.uint8))
                        head = (
                            f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                        )
                        self.wfile.write(head.encode() + picture + b"\r\n")
                        time.sleep(0.02)
                except OSError:
                    pass  # the reader has gone

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/live.mjpg"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.on.clear()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def sender() -> Iterator[Sender]:
    found = Sender()
    yield found
    found.close()


def pictures(source: Source, count: int) -> list[tuple[float, int]]:
    """When the next pictures came, and how grey they are; waits while the camera is away."""
    found: list[tuple[float, int]] = []
    end = time.monotonic() + 120
    while len(found) < count:
        assert time.monotonic() < end
        try:
            taken = source.read()
        except AwayError:
            continue
        assert taken is not None
        assert taken[1].shape == (120, 160, 3)
        found.append((taken[0], int(taken[1].mean())))
    return found


def to_its_end(source: Source) -> None:
    """Reads what is still on its way."""
    for _ in range(100):
        source.read()


def test_a_network_camera_is_read_and_read_on_after_its_absence(
    sender: Sender, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lasting, "PAUSE", 0.05)
    source = open_lasting(sender.address)
    seen = pictures(source, 4)
    assert [at for at, _ in seen] == sorted(at for at, _ in seen)
    assert len({grey for _, grey in seen}) > 1
    sender.on.clear()
    with pytest.raises(AwayError):
        to_its_end(source)
    sender.on.set()
    again = pictures(source, 2)
    assert again[0][0] > seen[-1][0]
    source.close()
    assert source.read() is None
    assert capfd.readouterr().err == "", "one sentence of ours is enough"


def test_one_that_does_not_answer_is_told_in_one_sentence(
    sender: Sender, capfd: pytest.CaptureFixture[str]
) -> None:
    sender.on.clear()
    with pytest.raises(SourceError, match="does not open"):
        open_lasting(sender.address)
    assert capfd.readouterr().err == ""


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_a_film_at_an_address_ends_and_is_not_begun_anew(tmp_path: Path) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "round.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 5, (64, 48))  # type: ignore[attr-defined]
    for grey in range(12):
        writer.write(np.full((48, 64, 3), 20 * grey, np.uint8))
    writer.release()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    source = open_lasting(f"http://127.0.0.1:{server.server_port}/round.avi")
    assert not source.live
    taken = []
    while (frame := source.read()) is not None:
        taken.append(int(frame[1].mean()))
    assert taken == pytest.approx([20 * grey for grey in range(12)], abs=4)
    source.close()
    server.shutdown()
    server.server_close()

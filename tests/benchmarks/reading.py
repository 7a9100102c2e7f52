"""`python -m tests.benchmarks.reading [PHOTO...]`: how fast pictures are read, every backend side by side.

Cold: a new process from its start to the first picture read. Warm: the shortest of many readings of the same
pictures in one process, step by step, all ways in turn so that a busy machine slows all alike; CPU: the
processor time of all threads divided by their number, which other programs hardly change. Ultralytics with
PyTorch runs the same finder as the peer. Without photos the demo picture is read, then a drawn frame of
1280 x 720 with 40 tiles, as a camera over a table gives it, looked at in its full width. Times are printed,
never asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.own_faces import own_faces
from vision.detectors.nets import PRECISIONS, installed, threads
from vision.detectors.opening import Detector, open_detector
from vision.detectors.weights import load_weights
from vision.frames import Frame, load_frame
from vision.pipeline import read_frame, read_picture
from vision.synth.scenes import hand_photo

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "web" / "static" / "demo" / "hand.jpg"
STEPS = ("load", "find", "name", "read", "total")
FULL = 1280
"""Input pixels at which a frame is looked at in its full width."""


@dataclass(frozen=True)
class Way:
    """One way to run a model: backend and number format, or the weights file for Ultralytics."""

    title: str
    model: str | None
    backend: str = "auto"
    precision: str = "auto"

    def open(self, size: int | None = None) -> Detector:
        """The detector."""
        return open_detector(self.model, self.backend, self.precision, size)


def ways(model: str | None) -> list[Way]:
    """Each backend in each number format that it and the model have, then the peer."""
    weights = load_weights(model)
    every = [
        Way(f"{backend} {precision}", model, backend, precision)
        for backend in installed()
        for precision in PRECISIONS[backend]
        if precision in weights.precisions
    ]
    trained = weights.finder.file.with_suffix(".pt")
    return [*every, Way("ultralytics + torch", str(trained))] if trained.is_file() else every


def frame_of_forty() -> Frame:
    """A drawn frame of 1280 x 720 in which 40 tiles lie face up in four rows, 45 pixels wide each."""
    faces = own_faces()
    kinds = [str(number) + suit for suit in "mps" for number in range(1, 10)]
    frame = np.zeros((720, FULL, 3), dtype=np.uint8)
    for row in range(4):
        ten = [kinds[(10 * row + place) % len(kinds)] for place in range(10)]
        scene = hand_photo(ten, [], faces, 40 + row, size=640, elevation=1.2)
        rows = slice(230, 590) if row < 2 else slice(200, 560)
        part = scene.image[rows]
        frame[360 * (row // 2) : 360 * (row // 2) + 360, 640 * (row % 2) : 640 * (row % 2) + 640] = part
    return Frame.of(frame)


def cold(photo: Path, way: Way, times: int) -> float:
    """The fewest seconds from a process's start to its first result."""
    seconds = []
    command = [sys.executable, "-m", "web", "scan", str(photo), "--json"]
    command += ["--model", way.model] if way.model else []
    command += ["--backend", way.backend]
    for _ in range(times):
        started = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
        seconds.append(time.perf_counter() - started)
        json.loads(done.stdout)
    return min(seconds, default=float("nan"))


def cpu() -> float:
    """Processor seconds of all threads of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def warm(
    sources: Sequence[bytes | Frame], detectors: dict[str, Detector], times: int
) -> dict[str, list[float]]:
    """For each way the least milliseconds a picture of each step, of all, and of CPU time by threads."""
    best: dict[str, list[float]] = {title: [float("inf")] * (len(STEPS) + 1) for title in detectors}
    for turn in range(times + 1):
        for title, detector in detectors.items():
            before = cpu()
            readings = [
                read_frame(one, detector) if isinstance(one, Frame) else read_picture(one, detector)
                for one in sources
            ]
            used = (cpu() - before) * 1000 / len(sources) / threads()
            mean = [sum(one.milliseconds[step] for one in readings) / len(sources) for step in STEPS]
            if turn:
                best[title] = [min(pair) for pair in zip(best[title], [*mean, used], strict=True)]
    return best


def show(title: str, best: dict[str, list[float]], tiles: int) -> None:
    """Print one table."""
    print(f"\n{title}, {tiles} tiles found; load average {os.getloadavg()[0]:.1f}; milliseconds")
    print(f"{'':24}" + "".join(f"{step:>9}" for step in (*STEPS, "CPU")))
    for name, steps in best.items():
        print(f"{name:24}" + "".join(f"{value:9.1f}" for value in steps))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print tables; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading", description=__doc__)
    parser.add_argument("photos", nargs="*", type=Path, default=[DEMO])
    parser.add_argument("--model", help="a shipped model or a model folder")
    parser.add_argument("--cold", type=int, default=3, metavar="N", help="processes a backend")
    parser.add_argument("--warm", type=int, default=20, metavar="N", help="readings of each picture")
    options = parser.parse_args(arguments)
    photos = [photo.resolve() for photo in options.photos]
    every = ways(options.model)
    print(f"model {load_weights(options.model).title}, {threads()} threads")
    detectors = {way.title: way.open() for way in every}
    data = [photo.read_bytes() for photo in photos]
    tiles = sum(len(detectors[every[0].title].find(load_frame(one))) for one in data)
    show(f"{len(photos)} pictures", warm(data, detectors, options.warm), tiles)
    frame = frame_of_forty()
    wide = {way.title: way.open(FULL) for way in every if way.backend != "auto"}
    tiles = len(wide[every[0].title].find(frame))
    show("a frame of 1280 x 720", warm([frame], wide, options.warm), tiles)
    print("\ncold start to the first result, seconds")
    for backend in installed():
        print(f"{backend:24}{cold(photos[0], Way(backend, options.model, backend), options.cold):9.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

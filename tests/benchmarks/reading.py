"""`python -m tests.benchmarks.reading [PHOTO...]`: how fast pictures are read, every backend side by side.

Cold: a new process from its start to the first picture read. Warm: the middle of many readings of the same
pictures in one process, step by step. Ultralytics with PyTorch runs the same finder as the peer. Without
photos the demo picture is read. Times are printed, never asserted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from vision.detectors.nets import installed, threads
from vision.detectors.opening import open_detector
from vision.detectors.weights import load_weights
from vision.pipeline import read_picture

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "web" / "static" / "demo" / "hand.jpg"
STEPS = ("load", "find", "name", "read", "total")


def choices(model: str | None) -> dict[str, tuple[str, ...]]:
    """The options of `tangzi scan` for each way to run a model."""
    own = () if model is None else ("--model", model)
    ways = {name: (*own, "--backend", name) for name in installed()}
    trained = load_weights(model).finder.file.with_suffix(".pt")
    if trained.is_file():
        ways["ultralytics + torch"] = ("--model", str(trained))
    return ways


def cold(photo: Path, options: Sequence[str], times: int) -> list[float]:
    """Seconds from a process's start to its first result, several times."""
    seconds = []
    for _ in range(times):
        started = time.perf_counter()
        command = [sys.executable, "-m", "web", "scan", str(photo), "--json", *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
        seconds.append(time.perf_counter() - started)
        json.loads(done.stdout)
    return seconds


def warm(photos: Sequence[Path], options: Sequence[str], times: int) -> dict[str, float]:
    """Milliseconds a picture by step, the median of all readings after one that is not counted."""
    asked = dict(zip(options[::2], options[1::2], strict=True))
    detector = open_detector(asked.get("--model"), asked.get("--backend", "auto"))
    data = [photo.read_bytes() for photo in photos]
    read_picture(data[0], detector)
    readings = [read_picture(one, detector).milliseconds for _ in range(times) for one in data]
    return {step: statistics.median(reading[step] for reading in readings) for step in STEPS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print a table; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.reading", description=__doc__)
    parser.add_argument("photos", nargs="*", type=Path, default=[DEMO])
    parser.add_argument("--model", help="a shipped model or a model folder")
    parser.add_argument("--cold", type=int, default=3, metavar="N", help="processes a backend")
    parser.add_argument("--warm", type=int, default=20, metavar="N", help="readings of each photo")
    options = parser.parse_args(arguments)
    photos = [photo.resolve() for photo in options.photos]
    print(f"{len(photos)} pictures, {threads()} threads, model {load_weights(options.model).title}")
    print(f"{'':22}{'cold start':>12}" + "".join(f"{step:>9}" for step in STEPS))
    for name, way in choices(options.model).items():
        seconds = statistics.median(cold(photos[0], way, options.cold))
        steps = warm(photos, way, options.warm)
        print(f"{name:22}{seconds:10.2f} s" + "".join(f"{steps[step]:6.1f} ms" for step in STEPS))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How far behind the table the camera's look is: drawn films read at the pace of a camera.

    python -m tests.benchmarks.lag [--films 3] [--rate 5] [--reader NAME] [--seconds 60] [--size 1920x1080]

Frames come at a fixed rate; each waits for the one before it. Told are, over all frames, how long a look
takes and how long after its frame it ends, by the clock and by the processor's time (of all cores together),
which other work on the machine changes less; then the machine's load. Drawing the frames is not counted.
Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence

import cv2

from tests.benchmarks.watching import round_case, size_of
from vision.detectors.opening import Detector, open_detector
from vision.synth.settings import SIZE
from web.watching import Looker


def looks(
    film: int, rate: float, seconds: float, reader: Detector, size: tuple[int, int]
) -> tuple[list[float], list[float]]:
    """Seconds that each look of a film takes, by the clock and of the processor; `size` of its pictures."""
    case = round_case(film, rate, size=size)
    looker = Looker(reader, case.geometry)
    clock, processor = [], []
    for number in range(min(len(case.film), round(seconds * rate))):
        frame = case.film.frame(number)
        began, worked = time.perf_counter(), time.process_time()
        looker.see(frame.at, frame.picture.pixels)
        clock.append(time.perf_counter() - began)
        processor.append(time.process_time() - worked)
    return clock, processor


def behind(took: Sequence[float], rate: float) -> list[float]:
    """How long after each frame its look ends, where frames come at a rate and wait for each other."""
    found, end = [], 0.0
    for number, seconds in enumerate(took):
        came = number / rate
        end = max(came, end) + seconds
        found.append(end - came)
    return found


def words(seconds: Sequence[float]) -> str:
    """Mean, 95th percentile and worst, in milliseconds."""
    mean, *_, worst = statistics.fmean(seconds), *sorted(seconds)
    late = sorted(seconds)[int(len(seconds) * 0.95)]
    return f"mean {mean * 1000:5.0f}  95th {late * 1000:5.0f}  worst {worst * 1000:5.0f} ms"


def main(arguments: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.lag",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--films", type=int, default=3)
    parser.add_argument("--rate", type=float, default=5.0, help="frames a second")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each film")
    parser.add_argument("--size", type=size_of, default=SIZE, metavar="WIDTHxHEIGHT", help="of the pictures")
    parser.add_argument("--reader", help="a shipped model or a model folder")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = open_detector(options.reader, size=1280)
    clock: list[list[float]] = []
    processor: list[list[float]] = []
    for film in range(options.films):
        by_clock, by_processor = looks(film, options.rate, options.seconds, reader, options.size)
        clock.append(by_clock)
        processor.append(by_processor)
    for name, films in (("clock", clock), ("processor", processor)):
        every = [one for film in films for one in film]
        late = [one for film in films for one in behind(film, options.rate)]
        print(f"{name:9}  a look takes  {words(every)}")
        print(f"{name:9}  ends after    {words(late)}")
    print(
        f"frames {sum(len(film) for film in clock)}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How long untrained finders of several sizes take for one frame with OpenVINO, measured in turns.

    python -m models.recipe.compare_speed

How fast a net is does not depend on its weights, so none is trained. Every net looks at the same noise,
1280 x 736, in float32 and in 8 bits, one after the other and over again: what else the machine does meets all
alike. Told are the least and the middle of the milliseconds, and of the processor time of all threads.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.recipe.compare_finders import PLANS, net_of
from models.recipe.export import write_onnx
from models.recipe.finder_net import RawFinder
from models.recipe.finder_trainer import keep_quiet
from models.recipe.quantise import finder_batches, for_openvino, quantised, training
from models.recipe.runs_file import add_run
from vision.detectors.nets import Net
from vision.detectors.openvino_net import open_net

HIGH, WIDE = 736, 1280
NETS = ("nano, random", "small, random", "nano, lean", "small, lean")
"""Names in `compare_finders.PLANS`."""


def prepared(name: str, folder: Path, shared: Path, threads: int) -> tuple[int, dict[str, Net]]:
    """How many weights an untrained net has, and the net itself in float32 and 8 bits."""
    import torch

    net = net_of(PLANS[name], folder, None)
    raw = RawFinder(net.model.float().fuse().eval()).eval()
    outputs = [f"{what}{stride}" for stride in (8, 16, 32) for what in ("boxes", "scores")]
    free = {"images": {2: "height", 3: "width"}, **{one: {1: f"{one}h", 2: f"{one}w"} for one in outputs}}
    file = folder / "net.onnx"
    write_onnx(raw, torch.rand(1, 3, 320, 416), file, outputs, free)
    pictures = finder_batches([one.images[0] for one in training(shared, 6, 3)], 32)
    quantised(file, folder / "small.onnx", pictures)
    for_openvino(folder / "small.onnx", folder / "small.xml")
    weights = sum(one.numel() for one in net.model.parameters())
    return weights, {"float32": open_net(file, threads), "int8": open_net(folder / "small.xml", threads)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.compare_speed", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--work", type=Path, default=Path("runs/compare"))
    parser.add_argument("--rounds", type=int, default=30, help="looks of every net")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("runs/compare/speed.csv"), help="written anew")
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    keep_quiet(options.work)
    nets: dict[tuple[str, str], Net] = {}
    weights: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(NETS):
            place = Path(folder) / f"net{number}"
            place.mkdir()
            weights[name], both = prepared(name, place, options.shared, options.threads)
            nets.update({(name, numbers): net for numbers, net in both.items()})
        frame = np.random.default_rng(0).integers(0, 256, (1, HIGH, WIDE, 3), dtype=np.uint8)
        took: dict[tuple[str, str], list[tuple[float, float]]] = {key: [] for key in nets}
        for turn in range(options.rounds + 1):
            for key, net in nets.items():
                wall, work = time.perf_counter(), time.process_time()
                net(frame)
                if turn:  # the first look also sets up memory
                    took[key].append((time.perf_counter() - wall, time.process_time() - work))
    options.out.unlink(missing_ok=True)
    for (name, numbers), those in took.items():
        walls, works = np.array(those).T * 1000
        run: dict[str, object] = {"net": name, "numbers": numbers, "weights": weights[name]}
        for word, many in (("wall", walls), ("processor", works)):
            run[f"least_{word}_ms"] = f"{many.min():.1f}"
            run[f"middle_{word}_ms"] = f"{np.median(many):.1f}"
        add_run(options.out, run)
        print(", ".join(f"{key} {value}" for key, value in run.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())

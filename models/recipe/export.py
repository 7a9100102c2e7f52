"""Put trained weights into a model folder: ONNX files that need no torch, the finder's .pt, and model.toml.

    python -m models.recipe.export --work runs/reader --out models/reader-2

Checks that ONNX Runtime answers as torch does before anything is written.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import torch

from assistant.tiles import TILES
from models.recipe.finder_net import RawFinder
from models.recipe.finder_trainer import keep_quiet
from models.recipe.namer_net import MEAN, SIZE, STD, Namer, ShippedNamer
from models.recipe.namer_views import CROP_MARGIN

CLOSE = 2e-3
"""Largest difference between torch's answers and ONNX Runtime's (logits, embeddings, raw scores and bins)."""


def write_onnx(
    net: torch.nn.Module,
    example: torch.Tensor,
    file: Path,
    outputs: list[str],
    free: dict[str, dict[int, str]],
) -> None:
    """Write a net with one input, `images`; `free`: the lengths of its arrays that may change."""
    with warnings.catch_warnings():
        # the newer way to export needs one package more and writes the same nets
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net, (example,), str(file), input_names=["images"], output_names=outputs,
            opset_version=17, dynamo=False, dynamic_axes=free,
        )  # fmt: skip


def export_namer(net: Namer, file: Path) -> float:
    """Write the namer with a free batch size; the largest difference of its logits and embeddings from
    torch's."""
    shipped = ShippedNamer(net.cpu().eval()).eval()
    outputs = ["logits", "embedding"]
    free = {name: {0: "batch"} for name in ("images", *outputs)}
    write_onnx(shipped, torch.rand(2, 3, SIZE, SIZE), file, outputs, free)
    faces = torch.rand(5, 3, SIZE, SIZE)
    with torch.no_grad():
        expected = shipped(faces)
    pairs = zip(run_onnx(file, faces.numpy()), expected, strict=True)
    return max(float(np.abs(got - wanted.numpy()).max()) for got, wanted in pairs)


def export_finder(weights: Path, file: Path, work: Path) -> float:
    """Write the finder with free height and width and raw answers; the largest difference from torch's."""
    keep_quiet(work)
    from ultralytics.nn.tasks import load_checkpoint

    with tempfile.TemporaryDirectory(dir=work) as folder:
        copy = Path(folder) / "finder.pt"
        clean_weights(weights, copy)
        loaded = load_checkpoint(str(copy))  # type: ignore[no-untyped-call]
    net = RawFinder(loaded[0].float().fuse().eval()).eval()
    outputs = [f"{what}{stride}" for stride in (8, 16, 32) for what in ("boxes", "scores")]
    free = {"images": {2: "height", 3: "width"}, **{name: {1: f"{name}h", 2: f"{name}w"} for name in outputs}}
    write_onnx(net, torch.rand(1, 3, 320, 416), file, outputs, free)
    worst = 0.0
    for height, width in ((320, 416), (640, 640)):
        pictures = torch.rand(1, 3, height, width)
        with torch.no_grad():
            expected = net(pictures)
        pairs = zip(run_onnx(file, pictures.numpy()), expected, strict=True)
        worst = max(worst, *(float(np.abs(got - wanted.numpy()).max()) for got, wanted in pairs))
    return worst


def clean_weights(weights: Path, file: Path) -> None:
    """Copy Ultralytics weights without the optimizer, and without the paths of the machine that trained
    them."""
    state = torch.load(weights, map_location="cpu", weights_only=False)
    net = (state.get("ema") or state["model"]).half()
    for parameter in net.parameters():
        parameter.requires_grad = False
    net.criterion = None
    net.args = {"task": "detect", "imgsz": 640}
    if hasattr(net, "pt_path"):
        del net.pt_path
    kept = {
        "model": net,
        "ema": None,
        "optimizer": None,
        "epoch": -1,
        "train_args": {"task": "detect", "imgsz": 640},
    }
    torch.save({**kept, "version": state.get("version"), "license": state.get("license")}, file)


def run_onnx(
    file: Path, batch: np.ndarray[tuple[int, ...], np.dtype[np.float32]]
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], ...]:
    """The outputs of an ONNX file for a batch, by ONNX Runtime on the CPU."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    answers = session.run(None, {session.get_inputs()[0].name: batch})
    return tuple(np.asarray(answer, dtype=np.float32) for answer in answers)


def model_toml(temperature: float, find: float, back: float, row: float, name: float) -> str:
    """The text of model.toml."""
    classes = ", ".join(f'"{tile}"' for tile in TILES)
    return f"""# How to run the two nets of this folder; MODEL_CARD.md tells what they are.
[finder]
file = "finder.onnx"
weights = "finder.pt"        # the same net for Ultralytics, to fine-tune
size = 640                   # pixels of the longer side it was measured at; any multiple of the stride runs
stride = 32
classes = ["face", "back"]

[namer]
file = "namer.onnx"
size = {SIZE}
classes = [{classes}, "other"]
temperature = {temperature:.4f}        # divide the logits by it before the softmax
mean = {list(MEAN)}       # inside the net already
std = {list(STD)}     # inside the net already
crop_margin = {CROP_MARGIN}           # each side of a box moves outwards by this share of its width or height

[thresholds]
find = {find}                  # a box counts from this score
back = {back}                  # one that looks most like a back, from this
back_in_row = {row}          # and from this where it goes on a row of backs
name = {name}                  # a face is named from this likelihood, below it is "?"
"""


def main(arguments: list[str] | None = None) -> int:
    """Export; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.export", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"))
    parser.add_argument("--finder", default="finder/weights/last.pt", help="below --work")
    parser.add_argument("--namer", default="namer", help="folder below --work")
    parser.add_argument("--find", type=float, default=0.35, help="score from which a box counts")
    parser.add_argument("--back", type=float, default=0.45, help="the same for what looks like a back")
    parser.add_argument("--row", type=float, default=0.15, help="the same where it goes on a row of backs")
    parser.add_argument("--name", type=float, default=0.75, help="likelihood from which a face is named")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    state = torch.load(options.work / options.namer / "namer-final.pt", map_location="cpu", weights_only=True)
    net = Namer()
    net.load_state_dict(state["net"])
    options.out.mkdir(parents=True, exist_ok=True)
    differences = {
        "namer.onnx": export_namer(net, options.out / "namer.onnx"),
        "finder.onnx": export_finder(
            options.work / options.finder, options.out / "finder.onnx", options.work
        ),
    }
    for file, difference in differences.items():
        print(f"{file}: differs from torch by {difference:.2g}", file=sys.stderr)
        if difference > CLOSE:
            print(f"{file} does not answer as torch does; nothing to ship", file=sys.stderr)
            return 1
    clean_weights(options.work / options.finder, options.out / "finder.pt")
    text = model_toml(float(state["temperature"]), options.find, options.back, options.row, options.name)
    (options.out / "model.toml").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

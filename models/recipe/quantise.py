"""Write the 8-bit copy of a net: weights and activations as bytes, which a CPU adds up several times as fast.

    python -m models.recipe.quantise --model models/reader-2 --shared ../shared --drawn runs/drawn

The ranges of the activations are measured on training pictures and drawn scenes, never on val.txt. Weights
are kept within seven bits, so that sums cannot overflow on processors without VNNI either. `--exact-ends`:
of each branch of the finder that tells the sides of boxes the last two convolutions stay in float32, which
takes some 2 ms a frame; boxes come out tighter.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np

from models.recipe.finder_views import corners
from models.recipe.splits import Picture, Split, pictures, read_labels
from vision.detectors.crops import cut_faces
from vision.detectors.looking import letter
from vision.detectors.nets import Array, plain
from vision.detectors.weights import load_weights
from vision.frames import Pixels

# like the package that runs the nets, it would report its use to a server
cast(dict[str, Any], sys.modules).setdefault("openvino_telemetry", None)

SIZES = (640, 640, 960)
"""Input pixels of the longer side at which pictures are shown, in turn."""


BOX_ENDS = r"/cv2\.\d/cv2\.\d\.[12]/(conv/)?Conv"
"""The finder's convolutions that stay in float32 with `--exact-ends`."""


def quantised(source: Path, file: Path, batches: Sequence[Array], exact: str | None = None) -> None:
    """Write the 8-bit copy of an ONNX net, with ranges measured on the batches.

    Layers whose names match `exact` stay in float32; ranges are then the widest of all batches, where they
    usually are the mean of each batch's.
    """
    import nncf
    import onnx
    from nncf.quantization.range_estimator import RangeEstimatorParametersSet
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        # folds constants and norms away, so that none stands between a convolution and what it adds up
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        net = onnx.load(str(ready))
    name = net.graph.input[0].name
    more = nncf.AdvancedQuantizationParameters(
        overflow_fix=nncf.quantization.advanced_parameters.OverflowFix.ENABLE
    )
    if exact:
        more.activations_range_estimator_params = RangeEstimatorParametersSet.MINMAX
    small: Any = nncf.quantize(
        net,
        nncf.Dataset([{name: batch} for batch in batches]),
        preset=nncf.QuantizationPreset.PERFORMANCE,
        subset_size=len(batches),
        ignored_scope=nncf.IgnoredScope(patterns=[exact]) if exact else None,
        advanced_parameters=more,
    )
    del small.metadata_props[:]
    small.doc_string = ""
    onnx.save(small, str(file))


def for_openvino(source: Path, file: Path) -> None:
    """Write an ONNX net as OpenVINO has it (FILE.xml, FILE.bin): it opens in half the time, and ONNX Runtime
    would gain nothing from the finder's 8 bits."""
    import openvino

    openvino.save_model(openvino.convert_model(str(source)), str(file), compress_to_fp16=False)


def training(shared: Path, many: int, seed: int) -> list[Picture]:
    """Some training pictures of all tables."""
    known = [one for one in pictures(shared) if one.split is Split.TRAIN]
    chosen = np.random.default_rng(seed).choice(len(known), min(many, len(known)), replace=False)
    return [known[place] for place in sorted(chosen)]


def opened(file: Path) -> Pixels:
    """A picture file, RGB."""
    return np.ascontiguousarray(np.asarray(cv2.imread(str(file)), dtype=np.uint8)[..., ::-1])


def finder_batches(files: Sequence[Path], stride: int) -> list[Array]:
    """Pictures as a finder is shown them."""
    return [
        plain(letter(opened(file), SIZES[number % len(SIZES)], stride).batch)
        for number, file in enumerate(files)
    ]


def namer_batches(known: Sequence[Picture], size: int, margin: float) -> list[Array]:
    """The labelled faces of pictures as a namer is shown them, a batch a picture."""
    batches = []
    for one in known:
        pixels = opened(one.images[0])
        high, wide = pixels.shape[:2]
        picture = np.array([wide, high, wide, high], dtype=np.float32)
        boxes = corners(read_labels(one.labels[0])[:, 1:]) * picture
        if len(boxes):
            batches.append(plain(cut_faces(pixels, boxes, size, margin)))
    return batches


def mention(folder: Path, net: str, file: str, what: str) -> None:
    """Let model.toml name a net's 8-bit copy."""
    path = folder / "model.toml"
    text = path.read_text("utf-8")
    if f'int8 = "{file}"' not in text:
        first = f'file = "{net}.onnx"\n'
        line = f'int8 = "{file}"'
        path.write_text(text.replace(first, f"{first}{line:29}# {what}\n", 1), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Quantise both nets of a model folder; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.quantise", description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="a model folder with its ONNX files")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--drawn", type=Path, action="append", default=[], help="drawn scenes (repeatable)")
    parser.add_argument("--many", type=int, default=80, help="pictures that the ranges are measured on")
    parser.add_argument("--exact-ends", action="store_true", help="keep ends of the box branch in float32")
    parser.add_argument("--only", choices=("finder", "namer"), help="this net alone")
    options = parser.parse_args(arguments)
    weights = load_weights(options.model)
    if options.only != "namer":
        files = [one.images[0] for one in training(options.shared, options.many // 2, 3)]
        for folder in options.drawn:
            scenes = sorted((folder / "images").glob("*.jpg"))
            files += scenes[:: max(1, len(scenes) * len(options.drawn) * 2 // options.many)]
        file = options.model / "finder-int8.xml"
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "finder.onnx"
            exact = BOX_ENDS if options.exact_ends else None
            quantised(weights.finder.file, copy, finder_batches(files, weights.finder.stride), exact)
            for_openvino(copy, file)
        mention(options.model, "finder", file.name, "the same net in 8-bit arithmetic, for OpenVINO alone")
        print(f"{file.name}: {len(files)} pictures", file=sys.stderr)
    if options.only != "finder":
        known = training(options.shared, options.many, 4)
        batches = namer_batches(known, weights.namer.size, weights.namer.crop_margin)
        file = options.model / "namer-int8.onnx"
        quantised(weights.namer.file, file, batches)
        mention(options.model, "namer", file.name, "the same net in 8-bit arithmetic")
        print(f"{file.name}: {len(batches)} pictures", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The finder's net: YOLO11n with ReLU and half the box bins, which 8-bit arithmetic runs twice as fast.

    python -m models.recipe.finder_net --weights finder.pt --out start.pt

Takes over the weights of a net with SiLU and 16 bins as far as they fit; a short training mends the rest.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn

from models.recipe.finder_trainer import keep_quiet

BINS = 8
"""Distances from a cell to a box's side, in strides, that the net tells apart: sides of up to 112 pixels at
the finest stride, 448 at the coarsest."""
ACTIVATION = "torch.nn.ReLU()"

Yolo: TypeAlias = Any
"""A net of Ultralytics or a part of one; its layers carry no types."""


def lean(weights: Path) -> Yolo:
    """A net with ReLU and `BINS` bins, with the weights of an Ultralytics file as far as they fit."""
    from ultralytics.nn.modules.conv import Conv
    from ultralytics.nn.tasks import DetectionModel, load_checkpoint

    old: Yolo = load_checkpoint(str(weights))[0].float()  # type: ignore[no-untyped-call]
    plan = {**old.yaml, "activation": ACTIVATION, "reg_max": BINS, "nc": len(old.names)}
    usual = Conv.default_act
    net: Yolo = DetectionModel(plan, nc=len(old.names), verbose=False)  # type: ignore[no-untyped-call]
    Conv.default_act = usual  # a plan with another one changes it for the whole process
    net.names = old.names
    known = old.state_dict()
    state = {
        name: known[name] if known[name].shape == one.shape else one for name, one in net.state_dict().items()
    }
    net.load_state_dict(state)
    for level in range(len(net.model[-1].cv2)):
        _narrow(old.model[-1], net.model[-1], level)
    return net


def _narrow(old: Yolo, new: Yolo, level: int) -> None:
    """Fill one level of the head: of its hidden channels those with the strongest norm weights stay."""
    first = _take(old.cv2[level][0], new.cv2[level][0], None)
    second = _take(old.cv2[level][1], new.cv2[level][1], first)
    before, after = old.cv2[level][2], new.cv2[level][2]
    for name in ("weight", "bias"):
        value = getattr(before, name).detach()
        value = value.reshape(4, -1, *value.shape[1:])[:, :BINS].flatten(0, 1)
        getattr(after, name).data = (value[:, second] if name == "weight" else value).clone()
    first = _take(old.cv3[level][0][1], new.cv3[level][0][1], None)
    _take(old.cv3[level][1][0], new.cv3[level][1][0], None, first)
    second = _take(old.cv3[level][1][1], new.cv3[level][1][1], first)
    new.cv3[level][2].weight.data = old.cv3[level][2].weight.detach()[:, second].clone()


def _take(before: Yolo, after: Yolo, inside: Tensor | None, outside: Tensor | None = None) -> Tensor:
    """Fill a convolution with its norm from a wider one: the channels `inside` of its input, of its output
    those `outside`, or the strongest. Returns the latter."""
    if outside is None:
        gains = before.bn.weight.detach().abs()
        outside = torch.topk(gains, after.bn.weight.shape[0]).indices.sort().values
    weight = before.conv.weight.detach()[outside]
    after.conv.weight.data = (weight if inside is None else weight[:, inside]).clone()
    for name in ("weight", "bias", "running_mean", "running_var"):
        getattr(after.bn, name).data = getattr(before.bn, name).detach()[outside].clone()
    return outside


class RawFinder(nn.Module):
    """The net as it ships: for each of the three strides the box bins and the class scores of every cell, as
    (1, height, width, channels). What a box is, is worked out for the few cells that score."""

    def __init__(self, net: Yolo) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        """Pictures (1, 3, h, w), 0..1, to boxes (raw bins), scores (raw) at strides 8, 16, 32."""
        kept: list[Any] = []
        for layer in self.net.model[:-1]:
            before: Any = x
            if layer.f != -1:
                many = [
                    x if f == -1 else kept[f] for f in ([layer.f] if isinstance(layer.f, int) else layer.f)
                ]
                before = many[0] if isinstance(layer.f, int) else many
            x = layer(before)
            kept.append(x if layer.i in self.net.save else None)
        head = self.net.model[-1]
        levels = [x if f == -1 else kept[f] for f in head.f]
        answer: list[Tensor] = []
        for level, features in enumerate(levels):
            answer.append(head.cv2[level](features).permute(0, 2, 3, 1))
            answer.append(head.cv3[level](features).permute(0, 2, 3, 1))
        return tuple(answer)


def save_start(net: Yolo, file: Path) -> None:
    """Write a net for Ultralytics' trainer to start from."""
    args = {"task": "detect", "imgsz": 640}
    net.args = args
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": net, "ema": None, "optimizer": None, "epoch": -1, "train_args": args}, file)


def main(arguments: list[str] | None = None) -> int:
    """Make start weights; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.finder_net", description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="a finder with SiLU")
    parser.add_argument("--work", type=Path, default=Path("runs/reader"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    keep_quiet(options.work)
    net = lean(options.weights)
    save_start(net, options.out)
    print(f"{sum(one.numel() for one in net.parameters()):,} weights in {options.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

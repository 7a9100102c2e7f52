"""The trainer of the finder: Ultralytics' own, with a loss that counts only where labels are complete, with
targets that narrow tiles can reach, and in the layout and number format that this machine runs fastest."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

LEAST_TARGET = 0.6
"""The score that a tile's best cell should have at least. Ultralytics asks for the overlap of the box that
the cell gives so far, so that of narrow tiles, whose boxes overlap little, hardly anything was learnt."""
NARROW, NARROW_WEIGHT = 13.0, 4.0
"""Tiles narrower than so many pixels count so much more: they are few, and look much like others' edges."""
MEAN_OVER, MEAN_FROM = 0.98, 100.0
"""The weights that are kept are a running mean: each step leaves this share of it, less in about the first so
many steps. Ultralytics' own mean remembers hardly three steps after a thousand."""


def keep_quiet(work: Path) -> None:
    """Make Ultralytics write its settings below `work`, stay off the net and send no statistics. Call before
    use."""
    settings = work.resolve() / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    os.environ["YOLO_CONFIG_DIR"] = str(settings)
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    os.environ["MPLCONFIGDIR"] = str(settings)
    from ultralytics.utils import SETTINGS

    quiet = {"sync": False, "runs_dir": str(work / "runs"), "datasets_dir": str(work)}
    SETTINGS.update(quiet)  # type: ignore[no-untyped-call]


def fastest_forward(
    net: torch.nn.Module, device: torch.device, size: int, batch: int = 4
) -> tuple[bool, bool]:
    """(channels last, bfloat16) of the fastest forward and backward pass of `net` on this machine."""
    best = (math.inf, False, False)
    net.train()
    for last in (False, True):
        layout = torch.channels_last if last else torch.contiguous_format
        net = net.to(memory_format=layout)
        x = torch.rand(batch, 3, size, size, device=device).to(memory_format=layout)
        for half in (False, True):
            seconds = math.inf
            for _ in range(2):
                start = time.perf_counter()
                with torch.autocast(device.type, torch.bfloat16, enabled=half):
                    output = net(x)
                sum(part.float().mean() for part in (output["boxes"], output["scores"])).backward()
                if device.type == "cuda":
                    torch.cuda.synchronize()
                seconds = min(seconds, time.perf_counter() - start)
            print(
                f"{seconds / batch:.3f} s a picture {'channels last' if last else 'contiguous'},"
                f" {'bfloat16' if half else 'float32'}",
                file=sys.stderr,
            )
            best = min(best, (seconds, last, half))
    net.zero_grad()
    return best[1], best[2]


def care_weights(care: Tensor, feature_sizes: list[tuple[int, int]]) -> Tensor:
    """Care masks (b, 2, h, w) as one weight for each anchor and class, (b, anchors, 2), in the order of the
    anchors."""
    parts = []
    for height, width in feature_sizes:
        pooled = torch.nn.functional.adaptive_avg_pool2d(care, (height, width))
        parts.append((pooled > 0.5).float().flatten(2))
    return torch.cat(parts, 2).transpose(1, 2)


def lifted(scores: Tensor, places: Tensor, most: float = LEAST_TARGET) -> Tensor:
    """Scores that cells should have, (b, cells, classes), with each tile's best raised to at least `most` and
    its others alike. `places` (b, cells): the tile a cell belongs to."""
    best = scores.amax(2)
    of_tile = torch.zeros(len(best), int(places.max()) + 1, dtype=best.dtype, device=best.device)
    of_tile.scatter_reduce_(1, places, best, "amax")
    factor = torch.where(of_tile > 0, (most / of_tile.clamp(min=1e-9)).clamp(min=1), 1.0)
    return scores * factor.gather(1, places)[..., None]


def make_trainer(
    views: torch.utils.data.Dataset[dict[str, Any]], mode: tuple[bool, bool] | None
) -> type[Any]:
    """Ultralytics' DetectionTrainer with our views, our care masks, and the fastest mode of this machine.

    `mode` is (channels last, bfloat16), or None to time them.
    """
    from ultralytics.models.yolo.detect import DetectionTrainer
    from ultralytics.utils.loss import v8DetectionLoss
    from ultralytics.utils.tal import TaskAlignedAssigner

    class Lifting(TaskAlignedAssigner):
        """The usual choice of cells for each tile; narrow ones get their share too. `weights`, of each cell
        and class, are raised in place before the loss counts them."""

        weights: Tensor | None = None

        def forward(self, *args: object, **more: object) -> tuple[Any, ...]:
            choice: tuple[Any, ...] = super().forward(*args, **more)  # type: ignore[no-untyped-call]
            labels, boxes, scores, chosen, places = choice
            if self.weights is not None:
                narrow = chosen & ((boxes[..., 2:] - boxes[..., :2]).amin(2) < NARROW)
                self.weights[narrow] *= NARROW_WEIGHT
            return labels, boxes, lifted(scores, places), chosen, places

    class CareLoss(v8DetectionLoss):
        """The usual loss, counted only where the care mask is 1."""

        def __init__(self, net: torch.nn.Module) -> None:
            super().__init__(net)
            usual = self.assigner
            self.lifting = self.assigner = Lifting(
                usual.topk, usual.num_classes, usual.alpha, usual.beta, usual.stride, topk2=usual.topk2
            )

        def get_assigned_targets_and_loss(
            self, preds: dict[str, Any], batch: dict[str, Any], **assign_kwargs: object
        ) -> tuple[Any, ...]:
            self.class_weights = None
            if "care" in batch:
                sizes = [tuple(feature.shape[2:]) for feature in preds["feats"]]
                self.class_weights = care_weights(batch["care"], sizes)
            self.lifting.weights = self.class_weights
            answer: tuple[Any, ...] = super().get_assigned_targets_and_loss(preds, batch, **assign_kwargs)
            return answer

    class FinderTrainer(DetectionTrainer):
        """Trains the finder."""

        layout = torch.contiguous_format

        def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> object:
            return views if mode == "train" else super().build_dataset(img_path, mode, batch)

        def _setup_train(self) -> None:
            super()._setup_train()  # type: ignore[no-untyped-call]
            if wanted := os.environ.get("OMP_NUM_THREADS"):
                torch.set_num_threads(int(wanted))  # Ultralytics leaves one processor idle
            net: Any = self.model
            mean: Any = self.ema
            mean.decay = running_share
            last, half = mode if mode is not None else fastest_forward(net, self.device, self.args.imgsz)
            self.layout = torch.channels_last if last else torch.contiguous_format
            net = net.to(memory_format=self.layout)
            net.criterion = CareLoss(net)
            if half:
                net.forward = _in_bfloat16(net.forward, self.device.type)
            self.model = net

        def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
            ready: dict[str, Any] = super().preprocess_batch(batch)
            ready["img"] = ready["img"].to(memory_format=self.layout)
            return ready

        def save_model(self) -> bool:
            """Write last.pt and best.pt whole or not at all: a kill in the middle loses no checkpoint."""
            kept = self.last, self.best
            self.last, self.best = (file.with_suffix(".new") for file in kept)
            saved: bool = super().save_model()  # type: ignore[no-untyped-call]
            for new, file in zip((self.last, self.best), kept, strict=True):
                if new.exists():
                    new.replace(file)
            self.last, self.best = kept
            return saved

    return FinderTrainer


def running_share(step: int) -> float:
    """The share of the running mean of the weights that a step leaves."""
    return MEAN_OVER * (1 - math.exp(-step / MEAN_FROM))


def _in_bfloat16(forward: Callable[..., object], device: str) -> Callable[..., object]:
    def wrapped(*args: object, **more: object) -> object:
        with torch.autocast(device, torch.bfloat16):
            return forward(*args, **more)

    return wrapped

"""Fine-tune the finder (YOLO11n, classes face and back) with Ultralytics' own trainer.

    python -m models.recipe.train_finder --shared ../shared --work runs/reader --hours 1

Goes on from the last checkpoint with `--resume`. Runs on a GPU where there is one. At its start it times one
training step in each memory layout and number format and takes the fastest: bfloat16 is three times faster
than float32 on CPUs with AMX and twice as slow on those without. Writes only below `--work`; sends nothing,
fetches nothing.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.recipe.finder_trainer import keep_quiet, make_trainer
from models.recipe.finder_views import FACE, Source, drawn_source, photo_source, view
from models.recipe.splits import BACK, Picture, Split, pictures, read_labels

PHOTO_SHARES = (0.2, 0.27, 0.15)
"""Full photos, own rows, photos whose backs are known."""
DRAWN_SHARE = 0.45
"""How many drawn views come to 0.62 of photos, unless told otherwise."""


class Views(torch.utils.data.Dataset[dict[str, Any]]):
    """Endless random views; `length` of them are called an epoch."""

    def __init__(
        self, groups: list[tuple[float, list[list[Source]]]], size: int, length: int, seed: int
    ) -> None:
        self.groups = [(share, sources) for share, sources in groups if sources]
        self.size = size
        self.length = length
        self.random = np.random.default_rng(seed)
        self.labels: list[dict[str, Any]] = []

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> dict[str, Any]:
        if torch.utils.data.get_worker_info() is not None:
            self.random = np.random.default_rng(int(torch.randint(2**62, (1,))))
        shares = np.array([share for share, _ in self.groups])
        _, sources = self.groups[self.random.choice(len(self.groups), p=shares / shares.sum())]
        variants = sources[self.random.integers(len(sources))]
        source = variants[self.random.integers(len(variants))]
        one = view(source, self.size, self.random)
        return {
            "im_file": str(source.image),
            "img": torch.from_numpy(one.image).permute(2, 0, 1).contiguous(),
            "cls": torch.from_numpy(one.classes).float().view(-1, 1),
            "bboxes": torch.from_numpy(one.boxes).view(-1, 4),
            "care": torch.from_numpy(one.care),
        }

    @staticmethod
    def collate_fn(batch: list[dict[str, Any]]) -> dict[str, Any]:
        """Views to one batch as Ultralytics' trainer expects it, with the care masks beside."""
        return {
            "im_file": [one["im_file"] for one in batch],
            "img": torch.stack([one["img"] for one in batch]),
            "care": torch.stack([one["care"] for one in batch]),
            "cls": torch.cat([one["cls"] for one in batch]),
            "bboxes": torch.cat([one["bboxes"] for one in batch]),
            "batch_idx": torch.cat([torch.full((len(one["cls"]),), float(n)) for n, one in enumerate(batch)]),
        }


def sources_of(
    everything: tuple[Picture, ...], work: Path, drawn: list[tuple[Path, float]]
) -> list[tuple[float, list[list[Source]]]]:
    """(share of the views, pictures as lists of variants) of full photos, own rows, photos whose backs are
    known, and each folder of drawn scenes, given with its share."""
    extra = work / "found"
    full: list[list[Source]] = []
    partial: list[list[Source]] = []
    backs: list[list[Source]] = []
    for picture in everything:
        if picture.split is Split.TRAIN:
            pairs = zip(picture.images, picture.labels, strict=True)
            variants = [photo_source(image, labels, picture, extra) for image, labels in pairs]
            (full if picture.complete else partial).append(variants)
            if not picture.complete and (known := [one for one in variants if one.backs]):
                backs.append(known)
    groups = list(zip(PHOTO_SHARES, (full, partial, backs), strict=True))
    for folder, share in drawn:
        scenes = [[drawn_source(image)] for image in sorted((folder / "images").glob("*.jpg"))]
        groups.append((share, scenes))
    return groups


def weighed(drawn: list[str], share: float) -> list[tuple[Path, float]]:
    """Folders of drawn scenes, `FOLDER` or `FOLDER=WEIGHT`, with their parts of `share`.

    Raises ValueError for a weight that is no number."""
    pairs = [text.partition("=") for text in drawn]
    weights = [float(weight) if equals else 1.0 for _, equals, weight in pairs]
    return [
        (Path(folder), share * weight / sum(weights))
        for (folder, _, _), weight in zip(pairs, weights, strict=True)
    ]


def write_development(everything: tuple[Picture, ...], work: Path) -> Path:
    """Copy the complete development photos and their boxes below `work`, for Ultralytics' validator; the data
    file."""
    folder = work / "finder-dev"
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for picture in everything:
        if picture.split is Split.DEV and picture.complete:
            shutil.copyfile(picture.images[0], folder / "images" / picture.images[0].name)
            rows = read_labels(picture.labels[0])
            rows = rows[rows[:, 0] != BACK]
            lines = [f"{FACE} " + " ".join(f"{value:.6f}" for value in row[1:]) for row in rows]
            (folder / "labels" / f"{picture.images[0].stem}.txt").write_text(
                "\n".join(lines) + "\n", encoding="utf-8"
            )
    data = work / "finder.yaml"
    data.write_text(
        f"path: {folder.resolve()}\ntrain: images\nval: images\nnames:\n  0: face\n  1: back\n",
        encoding="utf-8",
    )
    return data


def main(arguments: list[str] | None = None) -> int:
    """Train; returns the exit status. The weights are left in WORK/NAME/weights/last.pt."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.train_finder", description=__doc__)
    parser.add_argument(
        "--shared", type=Path, default=Path("../shared"), help="folder with photos/ and weights/"
    )
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="folder to write into")
    parser.add_argument("--name", default="finder", help="folder below --work for checkpoints")
    parser.add_argument("--start", type=Path, help="weights to start from (SHARED/weights/yolo11n-coco.pt)")
    parser.add_argument(
        "--drawn",
        action="append",
        default=[],
        metavar="FOLDER[=WEIGHT]",
        help="folder of drawn scenes (vision.synth) to train on as well (repeatable; equal or by weight)",
    )
    parser.add_argument(
        "--drawn-share",
        type=float,
        default=DRAWN_SHARE,
        help=f"drawn views to {sum(PHOTO_SHARES):.2f} of photos",
    )
    parser.add_argument("--hours", type=float, help="stop after this time")
    parser.add_argument("--epochs", type=int, default=100, help="stop after this many times --length views")
    parser.add_argument("--length", type=int, default=1600, help="views of one epoch")
    parser.add_argument("--size", type=int, default=416, help="pixels of a view, a multiple of 32")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--workers", type=int, default=0, help="processes that make views")
    parser.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    parser.add_argument("--mode", choices=("auto", "plain", "last", "bf16", "last-bf16"), default="auto")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from WORK/NAME/weights/last.pt")
    options = parser.parse_args(arguments)
    work: Path = options.work
    keep_quiet(work)
    everything = pictures(options.shared)
    data = write_development(everything, work)
    sources = sources_of(everything, work, weighed(options.drawn, options.drawn_share))
    views = Views(sources, options.size, options.length, options.seed)
    whole = sum(share for share, _ in views.groups)
    for share, those in views.groups:
        print(f"{share / whole:.2f} of the views from {len(those)} pictures", file=sys.stderr)
    modes = {"plain": (False, False), "last": (True, False), "bf16": (False, True), "last-bf16": (True, True)}
    trainer = make_trainer(views, modes.get(options.mode))
    train(trainer, data, options)
    return 0


def train(trainer: type[Any], data: Path, options: argparse.Namespace) -> None:
    """Run the trainer with our settings: no mirrors, no colour or geometry of its own (the views have
    them)."""
    start = options.start or options.shared / "weights" / "yolo11n-coco.pt"
    last = options.work / options.name / "weights" / "last.pt"
    trainer(
        overrides={
            "model": str(last if options.resume else start),
            "resume": str(last) if options.resume else False,
            "data": str(data.resolve()),
            "project": str(options.work.resolve()),
            "name": options.name,
            "exist_ok": True,
            "imgsz": options.size,
            "batch": options.batch,
            "nbs": options.batch,
            "epochs": options.epochs,
            "time": options.hours,
            "optimizer": "AdamW",
            "lr0": options.rate,
            "lrf": 0.02,
            "cos_lr": True,
            "warmup_epochs": 1.0,
            "warmup_bias_lr": 0.0,
            "weight_decay": 0.01,
            "workers": options.workers,
            "amp": False,
            "plots": False,
            "mosaic": 0.0,
            "fliplr": 0.0,
            "flipud": 0.0,
            "close_mosaic": 0,
            "patience": 0,
            "val": False,  # but at the end: on the development photos it says 0.995 from the first epoch on
            "seed": options.seed,
            "deterministic": False,
            "device": "0" if torch.cuda.is_available() else "cpu",
        }
    ).train()


if __name__ == "__main__":
    sys.exit(main())

"""Train finders of several kinds strictly alike on drawn windows, and measure them alike.

    python -m vision.synth --tables --faces web/static/tiles --count 800 --seed 30000 --out runs/tables2 ...
    python -m models.recipe.compare_finders --tables runs/tables2 --font NotoSerifCJK-Bold.ttc \
        --run upright --run oriented --run "an eighth" --seed 1 --seed 2

Every run is shown the same number of windows of whole tables, turned by any angle, in as many steps at the
same rates; runs of one seed that draw from the same tables are shown the very same windows. Then each is
measured on windows of tables whose faces, colours and grounds no training uses (drawn below `--work` on the
first call; they are not those of `measure_drawn`), and on the complete development photos. Boxes count by the
upright ones around them, so that all forms are measured by one rule; `shape_` is by the form itself. One
line a run goes to the csv file; runs that it holds are not made again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.recipe.finder_net import ACTIVATION, BINS, Yolo
from models.recipe.finder_trainer import keep_quiet
from models.recipe.finder_width import widen
from models.recipe.finder_windows import (
    SIZE,
    Pixels,
    Points,
    Window,
    around,
    draw_left_out,
    shape_overlap,
    windows,
)
from models.recipe.runs_file import add_run, finished
from models.recipe.splits import BACK, Split, pictures, read_labels
from models.recipe.tally import SAME_TILE, Box, average_precision, overlap
from vision.detection import NAMES

BATCH = 16
FIND = 0.25
"""The score from which a tile counts as found."""
LEAN: dict[str, object] = {"activation": ACTIVATION, "reg_max": BINS}
KEYS = ("run", "views", "seed")


@dataclass(frozen=True)
class Plan:
    """A kind of finder: the form of its boxes and names (upright, oriented, kinds), the size of YOLO11,
    whether it starts from COCO weights (a small one from those of the nano, widened), every which table and
    every which scene it trains on (0: none), what is changed in the net, and whether the branch that tells
    classes starts anew, as that of a small one does."""

    form: str = "upright"
    scale: str = "n"
    coco: bool = True
    every: int = 1
    scenes: int = 0
    changes: dict[str, object] = field(default_factory=dict)
    anew: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What it calls tiles."""
        return NAMES if self.form == "kinds" else ("face", "back")


PLANS = {
    "upright": Plan(),
    "oriented": Plan("oriented"),
    "one stage": Plan("kinds"),
    "an eighth": Plan(every=8),
    "one in 32": Plan(every=32),
    "scenes": Plan(every=0, scenes=1),
    "small": Plan(scale="s"),
    "nano, as small": Plan(anew=True),
    "nano, random": Plan(coco=False),
    "small, random": Plan(scale="s", coco=False),
    "nano, lean": Plan(coco=False, changes=LEAN),
    "small, lean": Plan(scale="s", coco=False, changes=LEAN),
}
"""`upright` is YOLO11n on faces and backs; the others differ from it in what their names say."""


def target(form: str, quad: Points) -> tuple[float, ...]:
    """What a net is to answer for a quad: centre, size and, of an oriented box, its turn, in shares of the
    window and radians. Of an oriented box the longer side comes first, turned by -45 to 135 degrees, which is
    what the net's head can answer: else one tile would have two right answers."""
    if form == "oriented":
        (x, y), (w, h), degrees = cv2.minAreaRect(np.clip(quad, 0, SIZE).astype(np.float32))
        if w < h:
            w, h, degrees = h, w, degrees + 90
        angle = (np.radians(degrees) + np.pi / 4) % np.pi - np.pi / 4
        return x / SIZE, y / SIZE, w / SIZE, h / SIZE, float(angle)
    x1, y1, x2, y2 = around(quad)
    return (x1 + x2) / 2 / SIZE, (y1 + y2) / 2 / SIZE, (x2 - x1) / SIZE, (y2 - y1) / SIZE


def batch_of(plan: Plan, shown: Sequence[Window]) -> dict[str, Any]:
    """Windows as Ultralytics' losses want them."""
    import torch

    images = np.stack([one.pixels[..., ::-1] for one in shown])
    rows = [
        (number, int(kind) if plan.form == "kinds" else int(kind == BACK), *target(plan.form, quad))
        for number, one in enumerate(shown)
        for kind, quad in zip(one.kinds, one.quads, strict=True)
    ]
    table = torch.tensor(rows, dtype=torch.float32)
    return {
        "img": torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float() / 255,
        "batch_idx": table[:, 0], "cls": table[:, 1:2], "bboxes": table[:, 2:],
    }  # fmt: skip


def net_of(plan: Plan, work: Path, coco: Path | None) -> Yolo:
    """An untrained net of a plan, with the weights of the nano net in the file `coco` that fit where it
    starts from them; a small net then answers as a nano net of its own head does."""
    import yaml
    from torch import nn
    from ultralytics.cfg import get_cfg
    from ultralytics.models import YOLO
    from ultralytics.nn.modules.conv import Conv
    from ultralytics.nn.tasks import yaml_model_load

    start = None
    if plan.coco and plan.scale != "n":
        start = net_of(replace(plan, scale="n", anew=True), work, coco)
    obb = "-obb" if plan.form == "oriented" else ""
    known: dict[str, object] = yaml_model_load(f"yolo11{plan.scale}{obb}.yaml")  # type: ignore[no-untyped-call]
    told = {**known, **plan.changes, "scale": plan.scale, "nc": len(plan.names)}
    told.pop("yaml_file", None)
    file = work / f"yolo11{plan.scale}{obb}.yaml"
    file.write_text(yaml.safe_dump(told), encoding="utf-8")
    Conv.default_act = nn.SiLU()  # a plan with another one changes it for the whole process
    net: Yolo = YOLO(str(file))
    if start is not None:
        widen(start.model, net.model)
    elif plan.coco and coco is not None:
        if plan.anew:
            _take_over(coco, net)
        else:
            net.load(str(coco))
    net.model.args = get_cfg(overrides={"task": net.task, "imgsz": SIZE})
    net.model.names = dict(enumerate(plan.names))
    return net


def _take_over(coco: Path, net: Yolo) -> None:
    """Give a net the weights in a file that fit it. What Ultralytics does itself makes the branch that tells
    classes as wide as COCO's many need, whatever the size; here it keeps its width, and starts anew."""
    import torch

    known = torch.load(coco, weights_only=False)["model"].float().state_dict()
    own = net.model.state_dict()
    fit = {name: one for name, one in known.items() if name in own and own[name].shape == one.shape}
    net.model.load_state_dict(own | fit)


def train(net: Yolo, plan: Plan, files: Sequence[Path], views: int, seed: int) -> None:
    """Train a net in place on `views` windows; what stays is the running mean of the weights."""
    import torch

    model = net.model.to(memory_format=torch.channels_last)
    for weight in model.parameters():
        weight.requires_grad = True
    model.model[-1].dfl.requires_grad_(False)
    running = torch.optim.swa_utils.get_ema_multi_avg_fn(0.98)  # type: ignore[no-untyped-call]
    mean = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=running, use_buffers=True)
    optimizer = torch.optim.AdamW([one for one in model.parameters() if one.requires_grad], weight_decay=5e-4)
    steps = views // BATCH
    source = windows(files, np.random.default_rng(seed))
    started = time.monotonic()
    with ThreadPoolExecutor(1) as maker:
        waiting = maker.submit(lambda: batch_of(plan, [next(source) for _ in range(BATCH)]))
        for step in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * min((step + 1) / 10, 0.525 + 0.475 * np.cos(np.pi * step / steps))
            batch = waiting.result()
            waiting = maker.submit(lambda: batch_of(plan, [next(source) for _ in range(BATCH)]))
            model.train()
            loss = model.loss(batch)[0].sum()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimizer.step()
            if step >= 10:
                mean.update_parameters(model)
            if step % 25 == 0:
                spent = time.monotonic() - started
                print(
                    f"step {step} of {steps}, {spent:.0f} s, loss {float(loss.detach()) / BATCH:.3f}",
                    file=sys.stderr,
                )
    model.load_state_dict(mean.module.state_dict())
    model.eval()


@dataclass(frozen=True)
class Found:
    """A tile that a net found: its score, the upright box around it, its corners, and its name's number."""

    score: float
    box: Box
    quad: Points
    name: int


def find(net: Yolo, pixels: Pixels, size: int) -> list[Found]:
    """What a net finds in a picture (BGR), from a low score."""
    answer = net.predict(
        pixels, imgsz=size, conf=0.02, max_det=300, agnostic_nms=True, verbose=False, device="cpu"
    )[0]
    boxes = answer.boxes if answer.obb is None else answer.obb
    upright: Points = boxes.xyxy.numpy().astype(np.float64)
    if answer.obb is None:
        quads = upright[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    else:
        quads = answer.obb.xyxyxyxy.numpy().astype(np.float64)
    result = []
    for score, box, quad, name in zip(boxes.conf.tolist(), upright, quads, boxes.cls.tolist(), strict=True):
        x1, y1, x2, y2 = (float(one) for one in box)
        result.append(Found(float(score), (x1, y1, x2, y2), quad, int(name)))
    return result


def in_windows(net: Yolo, plan: Plan, shown: Sequence[Window]) -> dict[str, float]:
    """How well a net finds the tiles of left-out windows: AP50 and mAP50-95 (mean of faces and backs) by
    upright boxes, the same by shape, the share of faces and of backs found, and of a net that knows kinds the
    share of faces found and rightly named."""
    back = len(plan.names) - 2 if plan.form == "kinds" else 1
    answers = [find(net, one.pixels, SIZE) for one in shown]
    figures: dict[str, list[float]] = {"ap50": [], "map": [], "shape_ap50": [], "shape_map": []}
    shares: dict[str, float] = {}
    named = 0
    for word, is_back in (("faces", False), ("backs", True)):
        truths = [one.quads[(one.kinds == BACK) == is_back] for one in shown]
        mine = [[one for one in many if (one.name == back) == is_back] for many in answers]
        boxes = [[around(quad) for quad in quads] for quads in truths]
        scored = [[(one.score, one.box) for one in many] for many in mine]
        levels = [average_precision(boxes, scored, 0.5 + 0.05 * step) for step in range(10)]
        figures["ap50"].append(levels[0])
        figures["map"].append(float(np.mean(levels)))
        own = _clipped if plan.form == "oriented" else _quad_around
        shapes = [[own(quad) for quad in quads] for quads in truths]
        found = [[(one.score, one.quad) for one in many] for many in mine]
        levels = [average_precision(shapes, found, 0.5 + 0.05 * step, shape_overlap) for step in range(10)]
        figures["shape_ap50"].append(levels[0])
        figures["shape_map"].append(float(np.mean(levels)))
        hits = sum(
            any(one.score >= FIND and overlap(truth, one.box) >= SAME_TILE for one in many)
            for those, many in zip(boxes, mine, strict=True)
            for truth in those
        )
        shares[f"{word}_found"] = hits / sum(len(those) for those in boxes)
    if plan.form == "kinds":
        for one, many in zip(shown, answers, strict=True):
            for kind, quad in zip(one.kinds, one.quads, strict=True):
                near = [f for f in many if f.score >= FIND and overlap(around(quad), f.box) >= SAME_TILE]
                named += kind != BACK and any(f.name == kind for f in near)
    faces = sum(int((one.kinds != BACK).sum()) for one in shown)
    shares["faces_named"] = named / faces
    return {**{name: float(np.mean(those)) for name, those in figures.items()}, **shares}


def _clipped(quad: Points) -> Points:
    return np.clip(quad, 0, SIZE)


def _quad_around(quad: Points) -> Points:
    x1, y1, x2, y2 = around(quad)
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]])


def in_photos(net: Yolo, plan: Plan, shared: Path) -> dict[str, float]:
    """AP50 and mAP50-95 of faces in the complete development photos, and the share found."""
    back = plan.names.index("back")
    truths: list[list[Box]] = []
    found: list[list[tuple[float, Box]]] = []
    hits = 0
    for picture in pictures(shared):
        if picture.split is not Split.DEV or not picture.complete:
            continue
        pixels = np.asarray(cv2.imread(str(picture.images[0])), dtype=np.uint8)
        rows = read_labels(picture.labels[0])
        rows = rows[rows[:, 0] != BACK][:, 1:] * 640
        truths.append([(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for x, y, w, h in rows.tolist()])
        found.append([(one.score, one.box) for one in find(net, pixels, 640) if one.name != back])
        hits += sum(
            any(score >= FIND and overlap(truth, box) >= SAME_TILE for score, box in found[-1])
            for truth in truths[-1]
        )
    levels = [average_precision(truths, found, 0.5 + 0.05 * step) for step in range(10)]
    many = sum(len(one) for one in truths)
    return {"photos_ap50": levels[0], "photos_map": float(np.mean(levels)), "photos_found": hits / many}


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure every run that the file does not hold yet; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.recipe.compare_finders",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--tables", type=Path, required=True, help="drawn tables with their truth")
    parser.add_argument("--scenes", type=Path, help="drawn scenes with their truth")
    parser.add_argument(
        "--faces", type=Path, default=Path("web/static/tiles"), help="for the left-out tables"
    )
    parser.add_argument("--font", type=Path, action="append", default=[], help="for the left-out tables")
    parser.add_argument("--work", type=Path, default=Path("runs/compare"))
    parser.add_argument("--views", type=int, default=2000, help="windows that every net is shown")
    parser.add_argument("--windows", type=int, default=160, help="left-out windows to measure on")
    parser.add_argument(
        "--run", choices=tuple(PLANS), action="append", required=True, help="this kind (repeatable)"
    )
    parser.add_argument("--seed", type=int, action="append", help="seed (repeatable); without it 1 and 2")
    parser.add_argument("--out", type=Path, default=Path("runs/compare/finders.csv"))
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    keep_quiet(options.work)
    import torch

    cv2.setNumThreads(1)  # the windows are small: threads would wait for each other
    draw_left_out(options.work / "left-out", options.faces, options.font)
    source = windows(sorted((options.work / "left-out" / "truth").glob("*.json")), np.random.default_rng(0))
    left = [next(source) for _ in range(options.windows)]
    tables = sorted((options.tables / "truth").glob("*.json"))
    scenes = sorted((options.scenes / "truth").glob("*.json")) if options.scenes else []
    for seed in options.seed or (1, 2):
        for name in options.run:
            plan = PLANS[name]
            if (name, str(options.views), str(seed)) in finished(options.out, KEYS):
                continue
            chosen = [one for files, every in ((tables, plan.every), (scenes, plan.scenes)) if every
                      for one in files[::every]]  # fmt: skip
            if not chosen:
                parser.error(f"there is nothing to train {name} on: draw it, and name it with --scenes")
            torch.manual_seed(seed)
            net = net_of(plan, options.work, options.shared / "weights" / "yolo11n-coco.pt")
            train(net, plan, chosen, options.views, seed)
            run = {"run": name, "views": options.views, "seed": seed, "drawings": len(chosen),
                   **in_windows(net, plan, left), **in_photos(net, plan, options.shared)}  # fmt: skip
            add_run(options.out, run)
            print(", ".join(f"{key} {value}" for key, value in run.items()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Train finders of several kinds alike on the same drawn windows, and measure them alike.

    python -m vision.synth --tables --faces web/static/tiles --count 220 --seed 20000 --out runs/tables
    python -m models.recipe.measure_drawn --font NotoSerifCJK-Bold.ttc --keep runs/tables-left-out
    python -m models.recipe.compare_finders --tables runs/tables --left-out runs/tables-left-out --passes 6

Windows of whole tables, turned by any angle, with upright boxes, oriented ones and kinds beside the very
same pictures. Every kind of finder starts from the same COCO weights as far as they fit. Then each is
measured on windows of left-out tables, boxes of its own form, and on the development photos, where oriented
boxes count by the upright ones around them.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.recipe.finder_net import Yolo
from models.recipe.finder_views import relit
from models.recipe.splits import BACK, Split, pictures, read_labels
from models.recipe.tally import SAME_TILE, Box, average_precision, overlap
from models.recipe.train_finder import keep_quiet
from vision.detection import NAMES

SIZE = 256
"""Pixels of a window: small, so that a few minutes give many passes."""
Points = npt.NDArray[np.float64]
FORMS = ("upright", "oriented", "kinds")
VARIANTS = {
    "upright, face and back": ("upright", "yolo11n.yaml", {}),
    "oriented, face and back": ("oriented", "yolo11n-obb.yaml", {}),
    "upright, 29 kinds (one stage)": ("kinds", "yolo11n.yaml", {}),
    "upright, ReLU and 8 bins": ("upright", "yolo11n.yaml", {"activation": "torch.nn.ReLU()", "reg_max": 8}),
}
"""Label form, net and what is changed in it."""


def window(
    image: npt.NDArray[np.uint8], quads: Points, random: np.random.Generator
) -> tuple[Any, Points, Any]:
    """A turned window of a picture around one of its tiles, the quads in its pixels, and which of them lie
    wholly enough inside."""
    spans = np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    scale = math.exp(random.uniform(math.log(18), math.log(80))) / float(np.median(spans))
    angle = random.uniform(0, 2 * math.pi) if random.random() < 0.6 else random.normal(0, 0.08)
    centre = quads[random.integers(len(quads))].mean(0)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) * scale
    shift = np.array([SIZE / 2, SIZE / 2]) + random.uniform(-0.25, 0.25, 2) * SIZE - turn @ centre
    matrix = np.concatenate([turn, shift[:, None]], 1)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    colour = tuple(float(one) for one in random.uniform(0, 255, 3))
    cut = cv2.warpAffine(image, matrix, (SIZE, SIZE), flags=way, borderValue=colour)
    there = quads @ turn.T + shift
    middle = there.mean(1)
    inside = ((there > -0.2 * SIZE) & (there < 1.2 * SIZE)).all((1, 2)) & (
        (middle > 0) & (middle < SIZE)
    ).all(1)
    return relit(np.asarray(cut, dtype=np.uint8), random), there, inside


def line(form: str, kind: int, quad: Points) -> str:
    """One line of a label file in one of the forms."""
    name = kind if form == "kinds" else int(kind == BACK)
    if form == "oriented":
        return f"{name} " + " ".join(f"{value / SIZE:.6f}" for value in np.clip(quad, 0, SIZE).ravel())
    low, high = np.clip(quad.min(0), 0, SIZE), np.clip(quad.max(0), 0, SIZE)
    centre, size = (low + high) / 2 / SIZE, (high - low) / SIZE
    return f"{name} {centre[0]:.6f} {centre[1]:.6f} {size[0]:.6f} {size[1]:.6f}"


def write_windows(tables: Path, out: Path, many: int, seed: int) -> None:
    """Write windows of drawn tables once for every label form."""
    files = sorted((tables / "truth").glob("*.json"))
    random = np.random.default_rng(seed)
    for number in range(many):
        file = files[int(random.integers(len(files)))]
        told = [one for one in json.loads(file.read_text("utf-8"))["tiles"] if one["clear"]]
        if not told:
            continue
        image = np.asarray(cv2.imread(str(tables / "images" / f"{file.stem}.jpg")), dtype=np.uint8)
        cut, quads, inside = window(image, np.array([one["quad"] for one in told]), random)
        for form in FORMS:
            for folder in ("images", "labels"):
                (out / form / folder).mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(out / form / "images" / f"{number:05d}.jpg"), cut)
            lines = [
                line(form, NAMES.index(told[place]["tile"]), quads[place]) for place in np.flatnonzero(inside)
            ]
            text = "".join(one + "\n" for one in lines)
            (out / form / "labels" / f"{number:05d}.txt").write_text(text, encoding="utf-8")


def write_data(out: Path, form: str) -> Path:
    """The data file that Ultralytics wants for a label form."""
    names = dict(enumerate(NAMES if form == "kinds" else ("face", "back")))
    told = "".join(f"  {number}: {name}\n" for number, name in names.items())
    data = out / f"{form}.yaml"
    train, left = (out / part / form / "images" for part in ("train", "left"))
    data.write_text(f"train: {train.resolve()}\nval: {left.resolve()}\nnames:\n{told}", encoding="utf-8")
    return data


def net_of(plan: str, changes: dict[str, object], out: Path, coco: Path) -> Yolo:
    """An untrained net of a plan with changes, with the COCO weights that fit."""
    import yaml
    from torch import nn
    from ultralytics.models import YOLO
    from ultralytics.nn.modules.conv import Conv
    from ultralytics.nn.tasks import yaml_model_load

    known: dict[str, object] = yaml_model_load(plan)  # type: ignore[no-untyped-call]
    told = {**known, **changes, "scale": "n"}
    file = out / f"yolo11n{'-obb' if 'obb' in plan else ''}-{len(changes)}.yaml"
    told.pop("yaml_file", None)
    file.write_text(yaml.safe_dump(told), encoding="utf-8")
    Conv.default_act = nn.SiLU()  # a plan with another one changes it for the whole process
    return YOLO(str(file)).load(str(coco))


def in_photos(net: Yolo, shared: Path, find: float = 0.25) -> tuple[float, float, float]:
    """AP50 and mAP50-95 of faces in the complete development photos, and the share found at `find`."""
    truths: list[list[Box]] = []
    found: list[list[tuple[float, Box]]] = []
    hits = 0
    for picture in pictures(shared):
        if picture.split is not Split.DEV or not picture.complete:
            continue
        answer = net.predict(str(picture.images[0]), imgsz=640, conf=0.02, max_det=300, verbose=False)[0]
        boxes = answer.obb if answer.obb is not None else answer.boxes
        rows = read_labels(picture.labels[0])
        rows = rows[rows[:, 0] != BACK][:, 1:] * 640
        truths.append([(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for x, y, w, h in rows.tolist()])
        back = [index for index, name in answer.names.items() if name == "back"]
        mine = [
            (float(score), tuple(float(side) for side in box))
            for box, score, kind in zip(
                boxes.xyxy.tolist(), boxes.conf.tolist(), boxes.cls.tolist(), strict=True
            )
            if int(kind) not in back
        ]
        found.append(mine)  # type: ignore[arg-type]
        sure = [box for score, box in mine if score >= find]
        hits += sum(any(_near(truth, box) for box in sure) for truth in truths[-1])  # type: ignore[arg-type]
    levels = [average_precision(truths, found, 0.5 + 0.05 * step) for step in range(10)]
    return levels[0], float(np.mean(levels)), hits / sum(len(one) for one in truths)


def _near(one: Box, other: Box) -> bool:
    return overlap(one, other) >= SAME_TILE


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and measure every kind; prints one row each; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.compare_finders", description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--left-out", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("runs/compare"))
    parser.add_argument("--passes", type=int, default=6, help="times that every window is seen")
    parser.add_argument("--windows", type=int, default=1600)
    parser.add_argument("--only", choices=tuple(VARIANTS), action="append", help="this kind (repeatable)")
    options = parser.parse_args(arguments)
    options.work.mkdir(parents=True, exist_ok=True)
    keep_quiet(options.work)
    if not (options.work / "left").is_dir():
        write_windows(options.tables, options.work / "train", options.windows, 1)
        write_windows(options.left_out, options.work / "left", 160, 2)
    print("| finder | left out: mAP50 | mAP50-95 | photos: AP50 | mAP50-95 | found |")
    for title, (form, plan, changes) in VARIANTS.items():
        if options.only and title not in options.only:
            continue
        net = net_of(plan, changes, options.work, options.shared / "weights" / "yolo11n-coco.pt")
        data = write_data(options.work, form)
        net.train(
            data=str(data.resolve()), epochs=options.passes, imgsz=SIZE, batch=16, nbs=16, workers=0,
            optimizer="AdamW", lr0=1e-3, lrf=0.05, warmup_epochs=0.3, mosaic=0.0, fliplr=0.0, amp=False,
            plots=False, val=False, verbose=False, project=str(options.work.resolve()), name=form + plan,
            exist_ok=True, device="cpu", seed=3, patience=0, cos_lr=True,
        )  # fmt: skip
        left = net.val(data=str(data.resolve()), imgsz=SIZE, plots=False, verbose=False, device="cpu").box
        photo = in_photos(net, options.shared)
        figures = [left.map50, left.map, *photo]
        print(f"| {title} | {' | '.join(f'{one:.3f}' for one in figures)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

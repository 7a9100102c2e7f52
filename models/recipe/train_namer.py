"""Train the namer on prepared pieces.

    python -m models.recipe.train_namer --work runs/reader --minutes 20

Resumes from the last checkpoint below `--work` by itself (`--fresh` starts over), runs on a GPU where there
is one, times a step of each number format first and takes the fastest. Ends with a temperature fitted on the
development split.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.recipe.namer_net import CLASSES, SIZE, Namer
from models.recipe.namer_views import plain_views, varied_views
from models.recipe.pieces import Pieces, joined, load_pieces
from models.recipe.splits import FOLDS

SHARES = {
    "photo": 0.27,
    "ground": 0.02,
    "scrap": 0.06,
    "crop": 0.38,
    "artwork": 0.03,
    "drawn": 0.3,
    "table": 0.6,
}
"""Which share of what is shown comes from each source, where all are there. Every tile set of the crops has
the same part of theirs, however many tiles of it there are."""


MODES = {"plain": (False, False), "last": (True, False), "half": (True, True)}
"""(channels last, bfloat16) by name."""


def draw_weights(pieces: Pieces, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """How likely each row is drawn: by source, sets of crops alike, light variants of one tile sharing one
    share, kinds evened out."""
    groups = [_group(pieces, int(row)) for row in rows]
    copies = Counter(pieces.pictures[row] for row in rows if pieces.sources[row] == "photo")
    weights = np.array([1 / copies.get(pieces.pictures[row], 1) for row in rows], dtype=np.float64)
    sizes: dict[tuple[str, str], float] = defaultdict(float)
    for group, weight in zip(groups, weights, strict=True):
        sizes[group] += weight
    many = Counter(source for source, _ in sizes)
    weights *= [SHARES[source] / many[source] / sizes[source, one] for source, one in groups]
    labels = pieces.labels[rows]
    by_kind = np.bincount(labels, weights, CLASSES)
    even = np.sqrt(by_kind.max() / np.maximum(by_kind, 1e-9))
    weights *= even[labels]
    shares: npt.NDArray[np.float64] = weights / weights.sum()
    return shares


def _group(pieces: Pieces, row: int) -> tuple[str, str]:
    """The source of a row and, of a crop, its tile set."""
    source = pieces.sources[row]
    return source, pieces.names[row].split("/")[0] if source == "crop" else ""


def batches(
    pieces: Pieces, rows: npt.NDArray[np.int64], batch: int, random: np.random.Generator
) -> Generator[tuple[Tensor, Tensor]]:
    """Views and their labels without end, the next batch made while the last one is used."""
    weights = draw_weights(pieces, rows)

    def make() -> tuple[Tensor, Tensor]:
        chosen = rows[random.choice(len(rows), batch, p=weights)]
        views = varied_views(pieces.images[chosen], pieces.aspects[chosen], random)
        return views, torch.from_numpy(pieces.labels[chosen])

    cv2.setNumThreads(1)  # the pictures are small: threads would wait for each other
    with ThreadPoolExecutor(1) as maker:
        waiting = maker.submit(make)
        while True:
            ready = waiting.result()
            waiting = maker.submit(make)
            yield ready


def as_floats(images: npt.NDArray[np.uint8]) -> Tensor:
    """(n, h, w, 3) bytes to (n, 3, h, w) in 0..1."""
    return torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float().div_(255)


def choose_mode(net: nn.Module, device: torch.device, batch: int) -> tuple[bool, bool]:
    """(channels last, bfloat16) of the fastest training step here: CPUs differ by a factor of four either
    way."""
    best = (math.inf, False, False)
    x = torch.rand(batch, 3, SIZE, SIZE, device=device)
    for last in (False, True):
        layout = torch.channels_last if last else torch.contiguous_format
        net = net.to(memory_format=layout)
        for half in (False, True):
            seconds = math.inf
            for _ in range(3):
                start = time.perf_counter()
                with torch.autocast(device.type, torch.bfloat16, enabled=half):
                    loss = net(x.to(memory_format=layout)).float().square().mean()
                loss.backward()
                if device.type == "cuda":
                    torch.cuda.synchronize()
                seconds = min(seconds, time.perf_counter() - start)
            name = f"{'channels last' if last else 'contiguous'}, {'bfloat16' if half else 'float32'}"
            print(f"step of {batch}: {seconds:.3f} s {name}", file=sys.stderr)
            best = min(best, (seconds, last, half))
    net.zero_grad()
    return best[1], best[2]


@torch.no_grad()
def logits_of(net: nn.Module, pieces: Pieces, rows: npt.NDArray[np.int64], device: torch.device) -> Tensor:
    """Logits of rows seen plainly, upright as they lie in the picture."""
    net.eval()
    result = []
    for start in range(0, len(rows), 512):
        batch = as_floats(pieces.images[rows[start : start + 512]])
        result.append(net(plain_views(batch).to(device)).float().cpu())
    return torch.cat(result) if result else torch.zeros(0, CLASSES)


def fit_temperature(logits: Tensor, labels: Tensor) -> float:
    """The temperature whose likelihoods fit the labels best (least cross-entropy), searched on a fine
    grid."""
    grid = torch.exp(torch.linspace(math.log(0.25), math.log(4), 241))
    losses = torch.stack([functional.cross_entropy(logits / t, labels) for t in grid])
    return float(grid[int(losses.argmin())])


def calibration_error(logits: Tensor, labels: Tensor, temperature: float, bins: int = 15) -> float:
    """Expected calibration error: mean gap between the likelihood of the best answer and how often it is
    right."""
    best, answer = torch.softmax(logits / temperature, 1).max(1)
    right = (answer == labels).float()
    place = (best * bins).long().clamp(0, bins - 1)
    error = 0.0
    for one in range(bins):
        inside = place == one
        if bool(inside.any()):
            error += float(inside.float().mean() * (best[inside].mean() - right[inside].mean()).abs())
    return error


def save_tempered(net: nn.Module, pieces: Pieces, file: Path) -> str:
    """Write a net with the temperature that fits it to the development split; one line about it there."""
    dev = pieces.rows("dev")
    logits, labels = logits_of(net, pieces, dev, torch.device("cpu")), torch.from_numpy(pieces.labels[dev])
    temperature = fit_temperature(logits, labels)
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"net": net.state_dict(), "temperature": temperature}, file)
    right = float((logits.argmax(1) == labels).float().mean())
    error = calibration_error(logits, labels, temperature)
    return f"development: right {right:.4f}, temperature {temperature:.3f}, calibration error {error:.4f}"


def train(
    pieces: Pieces,
    work: Path,
    minutes: float,
    *,
    batch: int = 128,
    rate: float = 3e-3,
    leave_out: tuple[str, ...] = (),
    fresh: bool = False,
    max_steps: int | None = None,
    mode: tuple[bool, bool] | None = None,
    start: Path | None = None,
    seed: int = 1,
) -> Namer:
    """Train for `minutes` (counted over all resumed runs) or `max_steps`; checkpoints in `work`. Returns the
    mean net.

    The returned and saved network is the running mean of the weights, which reads better than the last
    step's.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    net = Namer().to(device)
    if start is not None:
        net.load_state_dict(torch.load(start, map_location=device, weights_only=True)["net"])
    running = torch.optim.swa_utils.get_ema_multi_avg_fn(0.995)  # type: ignore[no-untyped-call]
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=running, use_buffers=True)
    last, half = mode if mode is not None else choose_mode(net, device, batch)
    layout = torch.channels_last if last else torch.contiguous_format
    net = net.to(memory_format=layout)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    file = work / "namer.pt"
    spent, step = 0.0, 0
    if file.is_file() and not fresh:
        state = torch.load(file, map_location=device, weights_only=True)
        net.load_state_dict(state["net"])
        mean.load_state_dict(state["mean"])
        optimizer.load_state_dict(state["optimizer"])
        spent, step = state["spent"], state["step"]
        print(f"resumed at step {step}, {spent / 60:.1f} minutes in", file=sys.stderr)
    rows = pieces.rows("train", leave_out)
    dev = pieces.rows("dev")
    shown = batches(pieces, rows, batch, np.random.default_rng((seed, step)))
    total = minutes * 60
    saved = started = time.monotonic()
    base = spent
    losses: list[float] = []
    while spent < total and (max_steps is None or step < max_steps):
        share = step / max_steps if max_steps is not None else spent / total
        now = rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * min(share, 1.0))) + 1e-6
        for group in optimizer.param_groups:
            group["lr"] = now
        views, labels = (one.to(device) for one in next(shown))
        net.train()
        with torch.autocast(device.type, torch.bfloat16, enabled=half):
            output = net(views.to(memory_format=layout))
        loss = functional.cross_entropy(output.float(), labels, label_smoothing=0.03)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        if step >= 100:
            mean.update_parameters(net)
        step += 1
        spent = base + time.monotonic() - started
        losses.append(float(loss.detach()))
        finished = spent >= total or step == max_steps
        if step % 100 == 0:
            recent = float(np.mean(losses[-100:]))
            print(f"step {step}, {spent / 60:.1f} of {minutes:g} min, loss {recent:.3f}", file=sys.stderr)
        if finished or time.monotonic() - saved > 120:
            saved = time.monotonic()
            state = {"net": net.state_dict(), "mean": mean.state_dict(), "optimizer": optimizer.state_dict()}
            work.mkdir(parents=True, exist_ok=True)
            new = file.with_suffix(".new")  # a kill in the middle of writing loses no checkpoint
            torch.save({**state, "spent": spent, "step": step}, new)
            new.replace(file)
            if len(dev):
                some = dev if finished else dev[:: max(1, len(dev) // 1500)]
                answers = logits_of(mean.module, pieces, some, device).argmax(1).numpy()
                print(
                    f"step {step}: development split {np.mean(answers == pieces.labels[some]):.4f}",
                    file=sys.stderr,
                )
    shown.close()
    net.load_state_dict(mean.module.state_dict())
    return net.eval()


def main(arguments: list[str] | None = None) -> int:
    """Train, fit the temperature, save `namer-final.pt`; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.train_namer", description=__doc__)
    parser.add_argument(
        "--work", type=Path, default=Path("runs/reader"), help="the folder that prepare wrote"
    )
    parser.add_argument("--name", default="namer", help="folder below --work for the checkpoints")
    parser.add_argument(
        "--minutes", type=float, default=20, help="training time, resumed runs counted together"
    )
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument(
        "--leave-out", default="", help="crop sets not to train on but to measure, as a07,d:67-174,b"
    )
    parser.add_argument(
        "--fold", type=int, choices=range(1, len(FOLDS) + 1), help="leave out the sets of this fold"
    )
    parser.add_argument("--start", type=Path, help="a namer-final.pt to begin with instead of random weights")
    parser.add_argument(
        "--drawn", type=Path, action="append", default=[], help="a folder of drawn pieces (repeatable)"
    )
    parser.add_argument(
        "--mode", choices=sorted(MODES), help="number format and layout; without it the fastest is measured"
    )
    parser.add_argument("--fresh", action="store_true", help="do not resume")
    options = parser.parse_args(arguments)
    leave_out = tuple(part for part in options.leave_out.split(",") if part)
    if options.fold:
        leave_out = FOLDS[options.fold - 1]
    folders = [options.work / "namer", *options.drawn]
    pieces = joined(load_pieces(folders))
    place = options.work / options.name
    net = train(
        pieces,
        place,
        options.minutes,
        batch=options.batch,
        rate=options.rate,
        leave_out=leave_out,
        fresh=options.fresh,
        start=options.start,
        mode=MODES.get(options.mode),
    ).cpu()
    print(save_tempered(net, pieces, place / "namer-final.pt"))
    if leave_out:
        every = pieces.rows("train")
        out = np.setdiff1d(every, pieces.rows("train", leave_out))
        answers = logits_of(net, pieces, out, torch.device("cpu")).argmax(1).numpy()
        suited = pieces.labels[out] < CLASSES - 1
        right_out = float(np.mean((answers == pieces.labels[out])[suited]))
        many = int(suited.sum())
        print(f"left-out sets {','.join(leave_out)}: {right_out:.4f} of {many} suited pieces named right")
    return 0


if __name__ == "__main__":
    sys.exit(main())

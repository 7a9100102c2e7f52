"""The mean of the weights of several finders of one descent.

    python -m models.recipe.mean_finders --net lean10.pt=0.3 --net lean13.pt=0.7 --out mean.pt

Where a training moved some things for the better and others for the worse, part of the way back may keep most
of the former; which share does is for development pictures to say.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from models.recipe.finder_net import Yolo, save_start
from models.recipe.finder_trainer import keep_quiet
from models.recipe.mean_namers import mean_of


def mean_finder(nets: Sequence[tuple[Yolo, float]]) -> Yolo:
    """The first of the nets, with the weighted mean of all their weights. ValueError where there is none, or
    the shares have no positive sum."""
    state = mean_of([(net.float().state_dict(), share) for net, share in nets])
    first = nets[0][0]
    first.load_state_dict(state)
    return first


def load_finder(file: Path) -> Yolo:
    """The net in a file that Ultralytics' trainer or `export` wrote."""
    state = torch.load(file, map_location="cpu", weights_only=False)
    return (state.get("ema") or state["model"]).float()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the mean; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.mean_finders", description=__doc__)
    parser.add_argument(
        "--net", action="append", required=True, help="FILE.pt=SHARE, any number of times; the first is kept"
    )
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="for Ultralytics' settings")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    options = parser.parse_args(arguments)
    keep_quiet(options.work)
    nets = []
    for one in options.net:
        file, _, share = one.partition("=")
        nets.append((load_finder(Path(file)), float(share or 1)))
    net = mean_finder(nets)
    save_start(net, options.out)
    print(f"the mean of {len(nets)} finders in {options.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The mean of the weights of several namers of one descent, which reads tile sets it has never seen better
than each of them.

    python -m models.recipe.mean_namers --work runs/reader --net final=0.2 --net tablefit2=0.8 --name mean

Writes WORK/NAME/namer-final.pt with a temperature fitted on the development split.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

from models.recipe.namer_net import Namer
from models.recipe.pieces import Pieces, load_pieces
from models.recipe.train_namer import save_tempered


def mean_of(nets: Sequence[tuple[Mapping[str, Tensor], float]]) -> dict[str, Tensor]:
    """The weighted mean of the weights of nets of one shape; whole numbers (counts of batches) are the first
    one's. ValueError where there is none, or the shares have no positive sum."""
    total = sum(share for _, share in nets)
    if not nets or total <= 0:
        raise ValueError("give --net NAME=SHARE at least once, the shares with a positive sum")
    first = nets[0][0]
    return {
        key: torch.stack([net[key] * (share / total) for net, share in nets]).sum(0)
        if value.is_floating_point()
        else value.clone()
        for key, value in first.items()
    }


def save_mean(nets: Sequence[tuple[Path, float]], pieces: Pieces, file: Path) -> str:
    """Write the mean of the nets in files; one line about it on the development split."""
    states = [(torch.load(one, map_location="cpu", weights_only=True)["net"], share) for one, share in nets]
    net = Namer()
    net.load_state_dict(mean_of(states))
    return save_tempered(net, pieces, file)


def main(arguments: list[str] | None = None) -> int:
    """Make the mean; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m models.recipe.mean_namers", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("runs/reader"), help="the folder prepare wrote")
    parser.add_argument(
        "--net", action="append", required=True, help="NAME=SHARE, a folder below --work; any number of times"
    )
    parser.add_argument("--name", default="mean", help="the folder below --work to write")
    options = parser.parse_args(arguments)
    nets = []
    for one in options.net:
        name, _, share = one.partition("=")
        nets.append((options.work / name / "namer-final.pt", float(share or 1)))
    pieces = load_pieces([options.work / "namer"])[0]
    print(save_mean(nets, pieces, options.work / options.name / "namer-final.pt"))
    return 0


if __name__ == "__main__":
    sys.exit(main())

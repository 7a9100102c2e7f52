"""The mean of several finders: shares, what stays of the first, and the file that training starts from."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from models.recipe.finder_net import Yolo
from models.recipe.finder_trainer import keep_quiet
from models.recipe.mean_finders import load_finder, main

pytestmark = pytest.mark.usefixtures("one_thread")


def saved(net: Yolo, file: Path) -> Path:
    """Weights as Ultralytics writes them, in half precision."""
    args = {"task": "detect", "imgsz": 320}
    net.names, net.args = {0: "face", 1: "back"}, args
    torch.save({"model": None, "ema": net.half(), "epoch": -1, "train_args": args}, file)
    return file


def test_the_mean_is_written_as_weights_to_start_from(tmp_path: Path) -> None:
    keep_quiet(tmp_path)
    from ultralytics.nn.tasks import DetectionModel, load_checkpoint

    nets = []
    for seed, name in enumerate(("early.pt", "late.pt")):
        torch.manual_seed(seed)
        nets.append(DetectionModel("yolo11n.yaml", nc=2, verbose=False))  # type: ignore[no-untyped-call]
        saved(nets[-1], tmp_path / name)
    early, late = (net.float().state_dict() for net in nets)
    shares = [f"{tmp_path / 'early.pt'}=1", f"{tmp_path / 'late.pt'}=3"]
    told = ["--work", str(tmp_path), "--out", str(tmp_path / "mean.pt")]
    assert main(["--net", shares[0], "--net", shares[1], *told]) == 0
    mean = load_checkpoint(str(tmp_path / "mean.pt"))[0].state_dict()  # type: ignore[no-untyped-call]
    name = "model.23.cv2.0.2.weight"
    assert torch.allclose(mean[name], 0.25 * early[name] + 0.75 * late[name], atol=1e-6)
    assert load_finder(tmp_path / "mean.pt").names == {0: "face", 1: "back"}


def test_no_shares_make_no_mean(tmp_path: Path) -> None:
    keep_quiet(tmp_path)
    from ultralytics.nn.tasks import DetectionModel

    file = saved(DetectionModel("yolo11n.yaml", nc=2, verbose=False), tmp_path / "one.pt")  # type: ignore[no-untyped-call]
    with pytest.raises(ValueError, match="positive sum"):
        main(["--net", f"{file}=0", "--work", str(tmp_path), "--out", str(tmp_path / "mean.pt")])

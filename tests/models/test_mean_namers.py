"""The mean of several namers: shares, counters, and what the file of it holds."""

from pathlib import Path

import numpy as np
import pytest
import torch

from models.recipe.mean_namers import main, mean_of
from models.recipe.namer_net import Namer
from models.recipe.prepare import FIELDS, PIECE


def test_weights_are_meant_by_share_and_counts_kept() -> None:
    one = {"weight": torch.tensor([1.0, 3.0]), "batches": torch.tensor(7)}
    two = {"weight": torch.tensor([5.0, 7.0]), "batches": torch.tensor(9)}
    mean = mean_of([(one, 1.0), (two, 3.0)])
    assert torch.allclose(mean["weight"], torch.tensor([4.0, 6.0]))
    assert int(mean["batches"]) == 7


def test_no_shares_make_no_mean() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        mean_of([({"weight": torch.ones(1)}, 0.0)])


def test_the_mean_is_written_with_a_temperature(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nets = []
    for seed, name in enumerate(("early", "late")):
        torch.manual_seed(seed)
        nets.append(Namer())
        (tmp_path / name).mkdir()
        state = {"net": nets[-1].state_dict(), "temperature": 1.0}
        torch.save(state, tmp_path / name / "namer-final.pt")
    (tmp_path / "namer").mkdir()
    images = np.random.default_rng(3).integers(0, 255, (4, PIECE, PIECE, 3)).astype(np.uint8)
    np.save(tmp_path / "namer" / "pieces.npy", images)
    rows = "".join(f"{kind},photo,p/{kind},dev,1.0,p/{kind}\n" for kind in range(4))
    (tmp_path / "namer" / "pieces.csv").write_text(",".join(FIELDS) + "\n" + rows, encoding="utf-8")
    assert main(["--work", str(tmp_path), "--net", "early=0.25", "--net", "late=0.75", "--name", "both"]) == 0
    both = torch.load(tmp_path / "both" / "namer-final.pt", weights_only=True)
    want = 0.25 * nets[0].head.weight + 0.75 * nets[1].head.weight
    assert torch.allclose(both["net"]["head.weight"], want, atol=1e-6)
    assert 0.25 <= both["temperature"] <= 4.01
    assert "temperature" in capsys.readouterr().out

"""A small finder made of a nano one answers as it does, and its doubled channels learn different things."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from models.recipe.compare_finders import PLANS, net_of
from models.recipe.finder_net import Yolo
from models.recipe.finder_trainer import keep_quiet
from models.recipe.finder_width import widen


@pytest.fixture
def nets(tmp_path: Path) -> tuple[Yolo, Yolo]:
    """A nano net whose norms are not all alike, and the small one made of it."""
    keep_quiet(tmp_path)
    torch.manual_seed(3)
    nano, small = (net_of(PLANS[name], tmp_path, None).model for name in ("nano, random", "small, random"))
    for name, value in nano.state_dict().items():
        if ".bn." in name and value.is_floating_point():
            middle = 1.0 if name.endswith(("weight", "var")) else 0.0
            torch.nn.init.uniform_(value, middle - 0.3, middle + 0.3)
    widen(nano, small)
    return nano, small


def test_it_answers_as_the_nano_net_does(nets: tuple[Yolo, Yolo]) -> None:
    shown = torch.rand(1, 3, 128, 160)
    with torch.no_grad():
        nano, small = (net.eval()(shown)[0] for net in nets)
    assert nano.std() > 0.01
    torch.testing.assert_close(small, nano, rtol=1e-3, atol=1e-3)
    many = [sum(one.numel() for one in net.parameters()) for net in nets]
    assert many[1] > 3 * many[0]


def test_two_channels_made_of_one_are_taught_differently(nets: tuple[Yolo, Yolo]) -> None:
    small = nets[1].train()
    for weight in small.parameters():
        weight.requires_grad = True
    loss = torch.stack([(n + 1) * one.square().mean() for n, one in enumerate(_answers(small))]).sum()
    first = small.model[0].conv.weight
    (taught,) = torch.autograd.grad(loss, first)
    torch.testing.assert_close(first[0], first[1])
    assert (taught[0] - taught[1]).abs().max() > 0.01 * taught[0].abs().max() > 0


def _answers(net: Yolo) -> list[torch.Tensor]:
    told = net(torch.rand(2, 3, 64, 64))
    return [one for one in (told.values() if isinstance(told, dict) else told) if torch.is_tensor(one)]


def test_a_small_net_starts_from_weights_of_many_classes(tmp_path: Path) -> None:
    """As COCO's are, of which only the branch that tells classes does not fit."""
    keep_quiet(tmp_path)
    torch.manual_seed(5)
    many = net_of(replace(PLANS["nano, random"], form="kinds"), tmp_path, None)
    file = tmp_path / "many.pt"
    torch.save({"model": many.model}, file)
    small = net_of(PLANS["small"], tmp_path, file).model
    first = many.model.model[0].conv.weight
    torch.testing.assert_close(small.model[0].conv.weight[::2], first)


def test_nets_that_differ_otherwise_are_refused(tmp_path: Path) -> None:
    keep_quiet(tmp_path)
    upright, lean, oriented = (
        net_of(PLANS[name], tmp_path, None).model for name in ("nano, random", "small, lean", "oriented")
    )
    with pytest.raises(ValueError, match="twice as wide"):
        widen(upright, lean)
    with pytest.raises(ValueError, match="more than their width"):
        widen(upright, oriented)

"""A finder of twice the width that answers as the one it was made from: a fair start for the larger size.

There are COCO weights for the nano net alone. Here every channel becomes two side by side; what reads them
shares its weight among the two, unevenly by chance, so that the two learn different things from then on.
"""

from __future__ import annotations

import torch
from torch import Tensor

from models.recipe.finder_net import Yolo

UNEVEN = 0.25
"""How far the shares of two channels are from one half, at most."""
HEAD = 64
"""Channels of one head of the attention; a wider net has more heads, not broader ones."""


def widen(narrow: Yolo, wide: Yolo) -> None:
    """Give a net the weights of one of half its width, so that both answer alike; ValueError where the two
    differ in anything but their width."""
    known, state = narrow.state_dict(), wide.state_dict()
    if known.keys() != state.keys():
        raise ValueError("The two nets differ in more than their width: take nets of one kind.")
    wide.load_state_dict({name: _wider(name, known[name], one.shape) for name, one in state.items()})


def _wider(name: str, value: Tensor, shape: torch.Size) -> Tensor:
    """A weight of the narrow net for the wide one, of the shape wanted."""
    if value.shape == shape:
        return value.clone()
    layer = name.split(".attn.")[-1].split(".")[0] if ".attn." in name else ""
    # of a head's 128 channels half are its query and key
    out = {"qkv": 2 * HEAD, "pe": HEAD}.get(layer, 1)
    if value.shape[0] != shape[0]:
        value = value[_twice(len(value), out)]
    if value.ndim == 4 and value.shape[1] != shape[1]:
        block = HEAD if layer == "proj" else 1
        value = value[:, _twice(value.shape[1], block)]
        value = value * _shares(value, block)
    if value.shape != shape:
        raise ValueError(f"{name} is not twice as wide: take nets of one kind.")
    return value


def _twice(many: int, block: int) -> Tensor:
    """The places of channels that stand twice, block by block."""
    return torch.arange(many).reshape(-1, block).repeat_interleave(2, dim=0).flatten()


def _shares(value: Tensor, block: int) -> Tensor:
    """What each of two like input channels gets of their weight: together one."""
    high, wide = value.shape[:2]
    more = (torch.rand(high, wide // 2 // block, 1, block) * 2 - 1) * UNEVEN
    return (0.5 + torch.cat([more, -more], dim=2)).reshape(high, wide, 1, 1)

"""The namer: a small residual network that reads one 48 x 48 face as one of 27 kinds or other."""

from __future__ import annotations

import torch
from torch import Tensor, nn

CLASSES = 28
EMBEDDING = 192
"""Numbers that the body makes of a face, before the head turns them into logits."""
SIZE = 48
MEAN = (0.5, 0.5, 0.5)
STD = (0.25, 0.25, 0.25)


class Block(nn.Module):
    """Two 3 x 3 convolutions around a shortcut; the first may halve the picture."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outside)
        self.second = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outside)
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or inside != outside:
            self.shortcut = nn.Sequential(
                nn.AvgPool2d(stride, ceil_mode=True) if stride > 1 else nn.Identity(),
                nn.Conv2d(inside, outside, 1, bias=False),
                nn.BatchNorm2d(outside),
            )

    def forward(self, x: Tensor) -> Tensor:
        """(n, inside, h, w) to (n, outside, h / stride, w / stride)."""
        y = torch.relu(self.first_norm(self.first(x)))
        y = self.second_norm(self.second(y))
        out: Tensor = torch.relu(y + self.shortcut(x))
        return out


class Namer(nn.Module):
    """RGB faces (n, 3, 48, 48) in 0..1 to logits (n, 28): the 27 kinds in tile order, then other.

    The normalisation is the network's own first step, so that nobody has to repeat it.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (32, 48, 96, EMBEDDING)) -> None:
        super().__init__()
        self.register_buffer("mean", torch.tensor(MEAN).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor(STD).view(1, 3, 1, 1))
        a, b, c, d = widths
        self.stem = nn.Sequential(
            nn.Conv2d(3, a, 5, 2, 2, bias=False), nn.BatchNorm2d(a), nn.ReLU(inplace=True)
        )
        self.body = nn.Sequential(Block(a, b, 2), Block(b, c, 2), Block(c, c, 1), Block(c, d, 2))
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(d, CLASSES)

    def embed(self, x: Tensor) -> Tensor:
        """Faces to embeddings (n, 192): what a player's own tile set is learnt from."""
        x = (x - self.get_buffer("mean")) / self.get_buffer("std")
        out: Tensor = self.body(self.stem(x)).mean((2, 3))
        return out

    def forward(self, x: Tensor) -> Tensor:
        """Faces to logits."""
        out: Tensor = self.head(self.drop(self.embed(x)))
        return out


class ShippedNamer(nn.Module):
    """A namer as it ships: faces to its logits and its embedding, which one pass gives."""

    def __init__(self, namer: Namer) -> None:
        super().__init__()
        self.namer = namer

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Faces to logits (n, 28) and embeddings (n, 192)."""
        embedding = self.namer.embed(x)
        logits: Tensor = self.namer.head(embedding)
        return logits, embedding

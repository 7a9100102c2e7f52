"""Views of a tile as phones might see it: any rotation, squash, slant, colour, blur. Never a mirror image.

All of it works on whole batches of pieces (see `prepare`): face in the middle half, surroundings around it.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from models.recipe.namer_net import SIZE

CROP_MARGIN = 0.06
"""A face is cut out with each side of its box moved outwards by this share of the box's width or height."""


def uniform(many: int, low: float, high: float, generator: torch.Generator) -> Tensor:
    """`many` numbers, evenly spread between low and high."""
    return torch.rand(many, generator=generator) * (high - low) + low


def plain_views(pieces: Tensor) -> Tensor:
    """Pieces (n, 3, 128, 128) as the runtime would crop them: the box with its margin, at `SIZE`."""
    many = pieces.shape[0]
    half = (0.5 + CROP_MARGIN) / 1.0
    theta = torch.zeros(many, 2, 3)
    theta[:, 0, 0] = half
    theta[:, 1, 1] = half
    grid = functional.affine_grid(theta, [many, 3, SIZE, SIZE], align_corners=False)
    return functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)


def varied_views(pieces: Tensor, aspects: Tensor, generator: torch.Generator) -> Tensor:
    """Pieces (n, 3, 128, 128) in 0..1 with the width / height of their boxes, as (n, 3, 64, 64) random
    views."""
    grid = view_grid(aspects, generator)
    views = functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)
    views = softened(views, generator)
    views = recoloured(views, generator)
    return shaded(views, generator).clamp_(0, 1)


def view_grid(aspects: Tensor, generator: torch.Generator) -> Tensor:
    """Where each pixel of each view is taken from, (n, 64, 64, 2) in the piece's own -1..1.

    A face is the square -0.5..0.5 of its piece. It is given its true shape, turned, slanted and squashed; the
    upright box around the result, jittered, is the view: just what a finder's box around a turned tile would
    hold.
    """
    many = aspects.shape[0]
    quarter = torch.randint(0, 4, (many,), generator=generator) * (math.pi / 2)
    little = torch.randn(many, generator=generator) * math.radians(8)
    anyhow = uniform(many, 0, 2 * math.pi, generator)
    angle = torch.where(torch.rand(many, generator=generator) < 0.3, anyhow, quarter + little)
    cos, sin = angle.cos(), angle.sin()
    turn = torch.stack([torch.stack([cos, -sin], 1), torch.stack([sin, cos], 1)], 1)
    shape = torch.diag_embed(torch.stack([aspects.sqrt(), 1 / aspects.sqrt()], 1))
    slant = torch.eye(2).repeat(many, 1, 1)
    slant[:, 0, 1] = torch.randn(many, generator=generator) * 0.15
    squash = torch.diag_embed(torch.stack([uniform(many, -0.3, 0.3, generator), torch.zeros(many)], 1).exp())
    forward = squash @ turn @ slant @ shape
    back = torch.linalg.inv(forward)
    extent = forward.abs().sum(2) / 2 * (1 + 2 * CROP_MARGIN)
    line = (torch.arange(SIZE) + 0.5) / SIZE * 2 - 1
    y, x = torch.meshgrid(line, line, indexing="ij")
    points = torch.stack([x, y], -1).expand(many, SIZE, SIZE, 2)
    zoom = 1 + torch.randn(many, 1, 1, 2, generator=generator) * 0.06
    shift = torch.randn(many, 1, 1, 2, generator=generator) * 0.05
    points = (points * zoom + shift) * extent[:, None, None, :]
    points = torch.einsum("nij,nhwj->nhwi", back, points)
    tilt = torch.randn(many, 1, 1, 2, generator=generator) * 0.18
    depth = 1 + (points * tilt).sum(-1, keepdim=True)
    return points / depth.clamp_min(0.4)


def softened(views: Tensor, generator: torch.Generator) -> Tensor:
    """Some views small and enlarged again, some blurred by focus or motion, some with grain."""
    many = views.shape[0]
    views = views.clone()
    order = torch.randperm(many, generator=generator)
    start = 0
    for small in (16, 22, 28, 36):
        rows = order[start : start + many // 12]
        start += many // 12
        if len(rows):
            few = functional.interpolate(views[rows], size=(small, small), mode="area")
            views[rows] = functional.interpolate(few, size=(SIZE, SIZE), mode="bilinear", align_corners=False)
    for _ in range(2):
        rows = order[start : start + many // 12]
        start += many // 12
        if len(rows):
            views[rows] = _motion(views[rows], generator)
    grain = torch.where(torch.rand(many, 1, 1, 1, generator=generator) < 0.4, 1.0, 0.0)
    grain = grain * uniform(many, 0, 0.07, generator).view(-1, 1, 1, 1)
    return views + grain * torch.randn(views.shape, generator=generator)


def _motion(views: Tensor, generator: torch.Generator) -> Tensor:
    angle = float(uniform(1, 0, math.pi, generator))
    length = float(uniform(1, 0, 5, generator))
    kernel = torch.zeros(7, 7)
    for step in range(-6, 7):
        along = step / 6 * length / 2
        x, y = round(3 + along * math.cos(angle)), round(3 + along * math.sin(angle))
        kernel[y, x] += 1
    kernel = (kernel / kernel.sum()).expand(3, 1, 7, 7)
    return functional.conv2d(functional.pad(views, (3, 3, 3, 3), mode="replicate"), kernel, groups=3)


def recoloured(views: Tensor, generator: torch.Generator) -> Tensor:
    """Other inks and other light: hue turned, colour channels mixed, grey, contrast, gamma."""
    many = views.shape[0]
    grey = views.mean(1, keepdim=True)
    colour = views - grey
    angle = torch.randn(many, generator=generator) * 0.5
    wild = torch.rand(many, generator=generator) < 0.25
    angle = torch.where(wild, uniform(many, -math.pi, math.pi, generator), angle)
    cos, sin = angle.cos(), angle.sin()
    third, root = (1 - cos) / 3, sin / math.sqrt(3)
    rows = [
        torch.stack([cos + third, third - root, third + root], 1),
        torch.stack([third + root, cos + third, third - root], 1),
        torch.stack([third - root, third + root, cos + third], 1),
    ]
    colour = torch.einsum("nij,njhw->nihw", torch.stack(rows, 1), colour)
    strength = uniform(many, 0.2, 1.7, generator)
    strength = torch.where(torch.rand(many, generator=generator) < 0.15, torch.zeros(many), strength)
    views = grey + colour * strength.view(-1, 1, 1, 1)
    tint = torch.exp(torch.randn(many, 3, 1, 1, generator=generator) * 0.12)
    contrast = torch.exp(torch.randn(many, 1, 1, 1, generator=generator) * 0.35)
    light = torch.randn(many, 1, 1, 1, generator=generator) * 0.12
    middle = views.mean((1, 2, 3), keepdim=True)
    views = ((views - middle) * contrast + middle + light) * tint
    gamma = torch.exp(torch.randn(many, 1, 1, 1, generator=generator) * 0.3)
    return views.clamp(1e-3, 1) ** gamma


def shaded(views: Tensor, generator: torch.Generator) -> Tensor:
    """A slope of light over the face, now and then a glare spot or something that covers a corner."""
    many = views.shape[0]
    line = torch.linspace(-1, 1, SIZE)
    y, x = torch.meshgrid(line, line, indexing="ij")
    slope = torch.randn(many, 2, 1, 1, generator=generator) * 0.15
    views = views * (1 + slope[:, :1] * x + slope[:, 1:] * y)
    glare = torch.rand(many, 1, 1, 1, generator=generator) < 0.12
    at = uniform(2 * many, -1, 1, generator).view(many, 2, 1, 1)
    wide = uniform(many, 0.15, 0.5, generator).view(-1, 1, 1, 1)
    spot = torch.exp(-(((x - at[:, :1]) ** 2 + (y - at[:, 1:]) ** 2) / wide**2))
    views = views + glare * spot * uniform(many, 0.2, 0.8, generator).view(-1, 1, 1, 1)
    covered = torch.rand(many, 1, 1, 1, generator=generator) < 0.12
    edge = uniform(many, 0.62, 1.0, generator).view(-1, 1, 1, 1)
    direction = uniform(many, 0, 2 * math.pi, generator).view(-1, 1, 1, 1)
    over = (x * direction.cos() + y * direction.sin()) > edge
    paint = torch.rand(many, 3, 1, 1, generator=generator)
    return torch.where(covered & over, paint, views)

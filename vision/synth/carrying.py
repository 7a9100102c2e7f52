"""来去的手: the hands over the table while a move is on its way: they come, carry or sweep, and go."""

from __future__ import annotations

import math

from vision.synth.flights import Step
from vision.synth.laying import Plan
from vision.synth.moves import Sweep
from vision.synth.reaching import Arm

REACH, LEAVE = 0.22, 0.3
"""Seconds a hand takes to come, and to go."""


def _shoulder(side: int, plan: Plan, seed: int) -> tuple[float, float]:
    angle = side * math.pi / 2 + 0.12 * math.sin(seed + 2.0 * side)
    return math.sin(angle) * plan.length * 0.95, -math.cos(angle) * plan.length * 0.95


def carrying(step: Step, side: int, tiles: tuple[int, ...], at: float, plan: Plan, seed: int) -> Arm | None:
    """The hand of a side at a moment of its move, None where it is not over the table."""
    if not tiles:
        return None
    landed = max(step.flights[tile].stop for tile in tiles)
    if not step.start - REACH < at < landed + LEAVE:
        return None
    spots = [step.flights[tile].at(min(max(at, step.start), landed)) for tile in tiles]
    x = sum(spot.x for spot in spots) / len(spots)
    y = sum(spot.y for spot in spots) / len(spots)
    z = max(spot.z for spot in spots) + plan.material.depth / 2
    rest = _shoulder(side, plan, seed)
    away = 0.0
    if at < step.start:
        away = (step.start - at) / REACH
    elif at > landed:
        away = (at - landed) / LEAVE
    away = away * away * (3 - 2 * away)
    back = plan.material.height * 0.35
    far = math.hypot(rest[0] - x, rest[1] - y)
    x, y = x + (rest[0] - x) * back / far, y + (rest[1] - y) * back / far
    return Arm(
        x + (rest[0] - x) * away, y + (rest[1] - y) * away, z + 40 * away, _beyond(rest), seed + 7 * side
    )


def _beyond(rest: tuple[float, float]) -> tuple[float, float]:
    return rest[0] * 1.6, rest[1] * 1.6


def sweeping(step: Step, at: float, plan: Plan, seed: int) -> Arm | None:
    """A hand that passes over the table."""
    assert isinstance(step.move, Sweep)
    share = (at - step.start) / step.move.seconds
    if not 0 < share < 1:
        return None
    side = step.move.side
    rest = _shoulder(side, plan, seed)
    yaw = side * math.pi / 2
    along = (share - 0.5) * plan.length * 0.6
    deep = (-0.5 + 0.75 * math.sin(math.pi * share)) * plan.length
    x = math.cos(yaw) * along - math.sin(yaw) * deep
    y = math.sin(yaw) * along + math.cos(yaw) * deep
    return Arm(x, y, 70.0, _beyond(rest), seed + 7 * side)

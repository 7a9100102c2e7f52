"""排序: explanations with their shares of the odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.watching.explanations import Explanation, Step, bare
from assistant.watching.open_hands import odds

LOOKED_AT = 60
"""Explanations whose odds are compared."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Explanations with their shares of the odds."""

    explanations: tuple[Explanation, ...]
    shares: tuple[float, ...]

    @property
    def best(self) -> Explanation:
        """The likeliest."""
        return self.explanations[0]

    def share(self, steps: Sequence[Step], *, kinds: bool = True) -> float:
        """The odds that these acts were the first ones; without `kinds` with tiles of whatever kind."""
        look = bare if kinds else _acts
        wanted = [look(step) for step in steps]
        return sum(
            share
            for one, share in zip(self.explanations, self.shares, strict=True)
            if [look(step) for step in one.steps[: len(wanted)]] == wanted
        )

    def first_acts(self) -> list[tuple[Step, float]]:
        """What may have come first, `()` for nothing, with its odds, the likeliest first."""
        found: dict[Step, tuple[Step, float]] = {}
        for one, share in zip(self.explanations, self.shares, strict=True):
            step = () if one.blind == 0 or not one.steps else one.steps[0]
            kept, before = found.get(bare(step), (step, 0.0))
            found[bare(step)] = (kept, before + share)
        return sorted(found.values(), key=lambda pair: -pair[1])


def _acts(step: Step) -> tuple[object, ...]:
    """Who did what, whatever the kinds of tile."""
    return tuple((type(event), getattr(event, "seat", None)) for event in step)


def ranked(explanations: Sequence[Explanation]) -> Ranked:
    """Explanations, the likeliest first, with their shares."""
    kept = tuple(explanations[:LOOKED_AT])
    return Ranked(kept, odds([one.whole for one in kept]))

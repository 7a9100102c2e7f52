"""Random rule sets: every key of RULES.md section 9 varied, as overrides of a preset."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.assistant.second_pricer.rulebook import PRESETS, Rules

CHOICES: dict[str, tuple[Any, ...]] = {
    "cap": (3, 4, 2, 5, "none"),
    "base": (1, 2, 5, 6),
    "self_draw": ("base", "doubling", "none"),
    "void": ("free", "declared", "sticky"),
    "exchange_three": (False, True),
    "ending": ("blood", "blood", "blood", "first_win"),
    "many_winners": (True, True, False),
    "passed_win": ("same_kind", "not_dearer", "none"),
    "passed_win_until": ("draw", "claim"),
    "last_four_must_win": (False, True),
    "point_kong_draw": ("self_draw", "discarder"),
    "kong.concealed": (2, 0, 3),
    "kong.exposed": (2, 1, 3),
    "kong.exposed_others": (0, 1),
    "kong.added": (1, 2),
    "kong.added_only_just_drawn": (True, False),
    "kong.discard_win": ("transfer", "refund", "keep", "transfer_all"),
    "kong.added_deal_in_transfers_all": (False, True),
    "kong.refund_not_ready": ("always", "nobody_won", "never"),
    "kong.refund_to_winners": (True, False),
    "pig.pays": ("cap", 16, 0, 3, "double_largest"),
    "pig.payees": ("playing", "all"),
    "pig.pays_not_ready": (False, True),
    "pig.passive_is_not_ready": (False, True),
    "pig.penalty": (0, 24),
    "not_ready.pays": ("most", "least", "none"),
    "not_ready.payees": ("ready", "ready_and_won"),
    "not_ready.win": ("discard", "self_draw"),
    "dead_wait": ("ready", "not_ready", "neutral", "own_four"),
    "combine": ("best", "sum"),
    "earthly": ("own_draw", "own_draw_or_first_discard"),
    "dealer": ("first_winner", "dice", "discarder"),
    "dealer_after_draw": ("same", "next"),
    "false_win.pays": (0, "cap"),
    "false_win.penalty": (0, 24),
    "chips_out": ("stays", "leaves"),
    "side_bet": (False, True),
    "left_early.multiple": (16, 4, 0),
    "reveal_wins": ("at_once", "round_end"),
    "players": (4, 4, 3),
}
"""What a key may be drawn as; the patterns are drawn apart. Names without an effect on money are left out."""


def random_rules(rng: Random, keys: int = 12) -> tuple[str, dict[str, Any], Rules]:
    """A preset, some overrides of it (about `keys` keys and some patterns), and the whole as a plain dict."""
    preset = rng.choice(sorted(PRESETS))
    names = rng.sample(sorted(CHOICES), min(keys, len(CHOICES)))
    overrides = {name: rng.choice(CHOICES[name]) for name in names}
    patterns = [name for name in PRESETS[preset] if name.startswith("patterns.")]
    for name in rng.sample(patterns, rng.randint(0, 8)):
        overrides[name] = pattern_value(rng, name)
    return preset, overrides, PRESETS[preset] | overrides


def pattern_value(rng: Random, name: str) -> int | str:
    if name == "patterns.root_counts_kongs":
        return rng.random() < 0.5
    if name in ("patterns.heavenly", "patterns.earthly"):
        return rng.choice(("cap", "off", 2, 5))
    return rng.choice(("off", 0, 1, 2, 3, 4))

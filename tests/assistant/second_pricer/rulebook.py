"""The rule keys of RULES.md section 9, typed once more: every preset as a plain dict of dotted keys."""

from __future__ import annotations

from typing import Any

Rules = dict[str, Any]

CHENGDU: Rules = {
    "cap": 3,
    "base": 1,
    "label": "multiple",
    "self_draw": "base",
    "void": "free",
    "concealed_kong_shown": "all",
    "exchange_three": False,
    "ending": "blood",
    "many_winners": True,
    "passed_win": "same_kind",
    "passed_win_until": "draw",
    "last_four_must_win": False,
    "point_kong_draw": "self_draw",
    "kong.concealed": 2,
    "kong.exposed": 2,
    "kong.exposed_others": 0,
    "kong.added": 1,
    "kong.added_only_just_drawn": True,
    "kong.discard_win": "transfer",
    "kong.added_deal_in_transfers_all": False,
    "kong.refund_not_ready": "always",
    "kong.refund_to_winners": True,
    "pig.pays": "cap",
    "pig.payees": "playing",
    "pig.pays_not_ready": False,
    "pig.passive_is_not_ready": False,
    "pig.penalty": 0,
    "not_ready.pays": "most",
    "not_ready.payees": "ready",
    "not_ready.win": "discard",
    "dead_wait": "ready",
    "patterns.plain": 0,
    "patterns.all_triplets": 1,
    "patterns.one_suit": 2,
    "patterns.one_suit_triplets": 3,
    "patterns.seven_pairs": 2,
    "patterns.dragon_pairs": 3,
    "patterns.one_suit_pairs": 4,
    "patterns.one_suit_dragon_pairs": 5,
    "patterns.terminals": "off",
    "patterns.one_suit_terminals": "off",
    "patterns.triplets_258": "off",
    "patterns.single_wait_melded": "off",
    "patterns.heavenly": "cap",
    "patterns.earthly": "cap",
    "patterns.root": 1,
    "patterns.kong": "off",
    "patterns.after_kong": 1,
    "patterns.kong_discard": 1,
    "patterns.robbed_kong": 1,
    "patterns.last_tile": "off",
    "patterns.last_live": "off",
    "patterns.concealed": "off",
    "patterns.no_terminals": "off",
    "patterns.root_counts_kongs": True,
    "combine": "best",
    "earthly": "own_draw",
    "dealer": "first_winner",
    "dealer_after_draw": "same",
    "false_win.pays": 0,
    "false_win.penalty": 0,
    "chips_out": "stays",
    "side_bet": False,
    "left_early.multiple": 16,
    "reveal_wins": "at_once",
    "players": 4,
}

MAOMAOYU: Rules = CHENGDU | {"kong.exposed_others": 1, "kong.added_only_just_drawn": False}

ONLINE: Rules = CHENGDU | {
    "cap": "none",
    "base": 6,
    "label": "fan1",
    "self_draw": "none",
    "last_four_must_win": True,
    "kong.exposed": 1,
    "kong.added_only_just_drawn": False,
    "pig.pays": 16,
    "patterns.dragon_pairs": 4,
    "patterns.terminals": 2,
    "patterns.one_suit_terminals": 4,
    "patterns.triplets_258": 3,
    "patterns.heavenly": 5,
    "patterns.earthly": 5,
    "patterns.robbed_kong": 0,
    "patterns.root_counts_kongs": False,
    "dealer": "dice",
}

SBR_2025: Rules = CHENGDU | {
    "label": "fan0",
    "void": "declared",
    "concealed_kong_shown": "middle",
    "passed_win": "not_dearer",
    "kong.discard_win": "refund",
    "pig.pays": 0,
    "pig.pays_not_ready": True,
    "pig.passive_is_not_ready": True,
    "pig.penalty": 24,
    "dead_wait": "own_four",
    "patterns.single_wait_melded": 1,
    "patterns.heavenly": "off",
    "patterns.earthly": "off",
    "patterns.kong": 1,
    "patterns.root_counts_kongs": False,
    "patterns.last_tile": 1,
    "combine": "sum",
    "false_win.penalty": 24,
    "reveal_wins": "round_end",
}

PRESETS: dict[str, Rules] = {
    "chengdu": CHENGDU,
    "maomaoyu": MAOMAOYU,
    "online": ONLINE,
    "sbr-2025": SBR_2025,
}


def rulebook(preset: str = "chengdu", **changes: Any) -> Rules:
    """A preset with some keys changed; dots of a key are written `__`."""
    rules = dict(PRESETS[preset])
    for name, value in changes.items():
        key = name.replace("__", ".")
        if key not in rules:
            raise KeyError(key)
        rules[key] = value
    return rules

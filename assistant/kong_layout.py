"""亮杠: how kongs lie before a player, and so what four tiles of a photo can be (RULES section 7)."""

from __future__ import annotations

from assistant.melds import MeldKind
from assistant.rule_words import KongShown
from assistant.rules import RuleSet


def face_up_kongs(rules: RuleSet) -> tuple[MeldKind, ...]:
    """The kongs that lie fully face up: 暗杠 too (004), unless its outer two lie face down (SBR)."""
    match rules.concealed_kong_shown:
        case KongShown.ALL:
            return (MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)
        case KongShown.MIDDLE:
            return (MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG)

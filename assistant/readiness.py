"""下叫: whether a hand counts as ready when the wall is empty, 死叫 and SBR's own fours (RULES section 6)."""

from __future__ import annotations

from enum import StrEnum

from assistant.hands import Hand
from assistant.rule_words import DeadWait
from assistant.rules import RuleSet
from assistant.scoring import Score, score
from assistant.tiles import COPIES, Counts, Suit, Tile
from assistant.waits import waits, waits_by_hand_only


class Readiness(StrEnum):
    """Where a player stands at 查叫."""

    READY = "ready"
    NOT_READY = "not_ready"
    NEUTRAL = "neutral"
    """neither pays nor is paid"""


def claimed_waits(hand: Hand, rules: RuleSet, void: Suit | None = None) -> tuple[Tile, ...]:
    """The waits of 13 - 3 x melds concealed tiles that 查叫 knows, dead ones included, in tile order.

    A kind of which the player holds all four copies itself is none; under SBR it is one unless all four are
    concealed, although no fifth tile exists (RULES section 6).
    """
    if rules.dead_wait is DeadWait.OWN_FOUR:
        return waits_by_hand_only(hand, void)
    return waits(hand, void)


def claimed_values(hand: Hand, rules: RuleSet, void: Suit | None = None) -> tuple[tuple[Tile, Score], ...]:
    """Each wait that 查叫 knows with its value, no circumstance counted."""
    return tuple((tile, score(hand.with_tile(tile), rules)) for tile in claimed_waits(hand, rules, void))


def is_dead(hand: Hand, seen: Counts, void: Suit | None = None) -> bool:
    """死叫: whether no wait has a copy left, the own copies (melds too) and the `seen` ones taken away."""
    own = hand.own
    return not any(COPIES - own[tile] - seen[tile] > 0 for tile in waits(hand, void))


def readiness(hand: Hand, rules: RuleSet, seen: Counts, void: Suit | None = None) -> Readiness:
    """Where 13 - 3 x melds concealed tiles stand at 查叫; `seen`: the copies visible elsewhere."""
    if not claimed_waits(hand, rules, void):
        return Readiness.NOT_READY
    if not is_dead(hand, seen, void):
        return Readiness.READY
    match rules.dead_wait:
        case DeadWait.READY | DeadWait.OWN_FOUR:
            return Readiness.READY
        case DeadWait.NOT_READY:
            return Readiness.NOT_READY
        case DeadWait.NEUTRAL:
            return Readiness.NEUTRAL

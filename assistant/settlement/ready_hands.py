"""查叫: where each hand stands when the wall is empty, and the win it could have had (RULES 6 and 11)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant.hands import Hand
from assistant.readiness import Readiness, claimed_values, readiness
from assistant.rule_words import NotReadyPays, NotReadyWin
from assistant.rules import RuleSet
from assistant.scoring import Score, discard_points, self_draw_adds, self_draw_points
from assistant.seats import Seat
from assistant.settlement.ledger import ReadyBasis
from assistant.state import RoundState, Status, plus
from assistant.tiles import Counts, Suit, Tile
from assistant.told_hands import win_by
from assistant.values import winners_tiles
from assistant.void_suit import forbidden, is_pig, only_void_discarded


class Standing(StrEnum):
    """Where a player still in stands at the check."""

    READY = "ready"
    NOT_READY = "not_ready"
    NEUTRAL = "neutral"
    """死叫 that neither pays nor is paid"""
    PIG = "pig"
    """花猪"""


@dataclass(frozen=True, slots=True)
class Checked:
    """A hand at the check. `owed`: the win that sets what it is paid, `largest` its dearest one."""

    seat: Seat
    standing: Standing
    owed: ReadyBasis | None = None
    largest: ReadyBasis | None = None


def check_hand(state: RoundState, seat: Seat, holder: Seat | None) -> Checked | None:
    """How a player still in stands; None while its hand is not known. `holder`: who held 14 tiles.

    A wrong number of tiles 相公 is not ready (RULES 11.12); of 14 the best discard counts (RULES 11.4).
    """
    own = state.seats[seat]
    if own.unseen:
        return None
    hand, void, rules = own.hand, forbidden(own, state.rules), state.rules
    seen = _seen_elsewhere(state, seat)
    ready = Checked(seat, Standing.NOT_READY)
    if hand.surplus == 0:
        ready = _ready(seat, hand, rules, seen, void, None)
    elif hand.surplus == 1 and seat == holder:
        for tile in dict.fromkeys(hand.tiles):
            left = hand.with_tile(tile, -1)
            if is_pig(own, left, rules):  # for good, whatever is set aside
                continue
            one = _ready(seat, left, rules, plus(seen, tile), void, tile)
            if _better(one, ready):
                ready = one
        if ready.standing is not Standing.NOT_READY:
            return ready
    if not is_pig(own, hand, rules):
        return ready
    if rules.pig.passive_is_not_ready and only_void_discarded(own):
        return Checked(seat, Standing.NOT_READY)
    return Checked(seat, Standing.PIG)


def _better(one: Checked, than: Checked) -> bool:
    order = (Standing.NOT_READY, Standing.NEUTRAL, Standing.READY)
    return _rank(one, order) > _rank(than, order)


def _rank(one: Checked, order: tuple[Standing, ...]) -> tuple[int, int]:
    return order.index(one.standing), one.owed.points if one.owed else 0


def _ready(
    seat: Seat, hand: Hand, rules: RuleSet, seen: Counts, void: Suit | None, aside: Tile | None
) -> Checked:
    match readiness(hand, rules, seen, void):
        case Readiness.NOT_READY:
            return Checked(seat, Standing.NOT_READY)
        case Readiness.NEUTRAL:
            standing = Standing.NEUTRAL
        case Readiness.READY:
            standing = Standing.READY
    owed, largest = _worth(seat, hand, rules, void, aside)
    return Checked(seat, standing, owed, largest)


def winner_hand(state: RoundState, seat: Seat) -> Checked | None:
    """A winner's hand before its winning tile, as 查叫 would price it; None while it is not known."""
    win = win_by(state, seat)
    if win is None or win.hand is None:
        return None
    owed, largest = _worth(seat, win.hand, state.rules, win.void, None)
    return Checked(seat, Standing.READY, owed, largest)


def _worth(
    seat: Seat, hand: Hand, rules: RuleSet, void: Suit | None, aside: Tile | None
) -> tuple[ReadyBasis | None, ReadyBasis | None]:
    """The win that sets what is owed (赔大, 赔小), and the dearest one; no circumstance counts."""
    wins = [_basis(seat, tile, score, rules, aside) for tile, score in claimed_values(hand, rules, void)]
    if not wins:
        return None, None
    largest = max(wins, key=lambda win: win.points)
    match rules.not_ready.pays:
        case NotReadyPays.MOST:
            return largest, largest
        case NotReadyPays.LEAST:
            return min(wins, key=lambda win: win.points), largest
        case NotReadyPays.NONE:
            return None, largest


def _basis(seat: Seat, tile: Tile, score: Score, rules: RuleSet, aside: Tile | None) -> ReadyBasis:
    match rules.not_ready.win:
        case NotReadyWin.DISCARD:
            return ReadyBasis(seat, tile, score, None, discard_points(score, rules), aside)
        case NotReadyWin.SELF_DRAW:
            adds = self_draw_adds(rules)
            return ReadyBasis(seat, tile, score, adds, self_draw_points(score, rules), aside)


def _seen_elsewhere(state: RoundState, seat: Seat) -> Counts:
    """Tiles this player and everybody can see: on the table but its own melds, and the winners' hands, which
    are open by the end (RULES 11.7).
    """
    seen = [one + more for one, more in zip(state.shown, winners_tiles(state), strict=True)]
    for meld in state.seats[seat].melds:
        seen[meld.tile] -= meld.size
    return tuple(seen)


def has_won(state: RoundState) -> tuple[Seat, ...]:
    """The winners, in seat order."""
    return tuple(seat for seat, own in enumerate(state.seats) if own.status is Status.WON)

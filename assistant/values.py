"""胡牌价: the price of a recorded win, its circumstance read from the facts (RULES sections 4 and 11)."""

from __future__ import annotations

from assistant.events import How
from assistant.rule_words import Earthly, PointKongDraw, RevealWins
from assistant.rules import RuleSet
from assistant.scoring import Score, score
from assistant.seats import Seat
from assistant.state import NO_TILES, KongMade, RoundState, Source, WinMade
from assistant.tiles import COPIES, Counts
from assistant.waits import waits
from assistant.wins import Circumstance


def win_score(win: WinMade, state: RoundState) -> Score:
    """The value of a complete win; ValueError where its hand is not known or not complete."""
    if win.whole is None:
        raise ValueError("the hand is not known")
    return score(win.whole, state.rules, circumstance(win, state))


def circumstance(win: WinMade, state: RoundState) -> Circumstance:
    """How it was won."""
    alone = win.source is Source.SELF_DRAW
    heavenly = win.deal
    return Circumstance(
        self_drawn=alone,
        after_kong=alone and bool(win.chain),
        kong_discard=win.source is Source.DISCARD and bool(win.chain),
        robbed_kong=win.source is Source.ROBBED_KONG,
        last_tile=win.last_tile and win.source is not Source.ROBBED_KONG,
        last_live=is_last_live(win, state),
        heavenly=heavenly,
        earthly=is_earthly(win, state.rules),
        extra=win.extra,
    )


def is_earthly(win: WinMade, rules: RuleSet) -> bool:
    """地胡 (RULES sections 4 and 11.11, FIELD A27)."""
    match rules.earthly:
        case Earthly.OWN_DRAW:
            return win.first_draw
        case Earthly.OWN_DRAW_OR_FIRST_DISCARD:
            return win.first_draw or win.first_discard


def is_last_live(win: WinMade, state: RoundState) -> bool:
    """绝张 (b): the winning tile is the last of all that can win; every other copy lies in discards and
    melds, none in the own hand (RULES section 4).
    """
    if win.hand is None or win.tile is None:
        return False
    hidden = _hidden_of_winners(win, state)
    winning = waits(win.hand, win.void)
    return bool(winning) and all(
        not win.hand.counts[tile] and win.shown[tile] + hidden[tile] + (tile is win.tile) == COPIES
        for tile in winning
    )


def _hidden_of_winners(win: WinMade, state: RoundState) -> Counts:
    """Tiles in the hands of earlier winners that the table could see then (RULES 11.7)."""
    return winners_tiles(state, before=win) if wins_shown_at_once(state.rules) else NO_TILES


def wins_shown_at_once(rules: RuleSet) -> bool:
    """Whether a winner's hand and its price are shown with the win; else at the end of the round."""
    match rules.reveal_wins:
        case RevealWins.AT_ONCE:
            return True
        case RevealWins.ROUND_END:
            return False


def winners_tiles(state: RoundState, before: WinMade | None = None) -> Counts:
    """The concealed tiles of those who have won, all or those before a win; a self-drawn tile is among them,
    a claimed one lies on the table.
    """
    total = list(NO_TILES)
    for fact in state.facts:
        if fact is before or (before and isinstance(fact, WinMade) and fact.event == before.event):
            break
        if isinstance(fact, WinMade):
            hand = fact.whole if fact.source is Source.SELF_DRAW else fact.hand
            if hand is not None:
                total = [one + more for one, more in zip(total, hand.counts, strict=True)]
    return tuple(total)


def point_kong_payer(win: WinMade, state: RoundState) -> Seat | None:
    """点杠花: the discarder of the kong that gave the winning tile, where the table makes that one pay alone
    (RULES 11.10); None where all pay.
    """
    if win.source is not Source.SELF_DRAW or not win.chain:
        return None
    kong = state.facts[win.chain[-1]]
    if not isinstance(kong, KongMade) or kong.how is not How.EXPOSED:
        return None
    match state.rules.point_kong_draw:
        case PointKongDraw.SELF_DRAW:
            return None
        case PointKongDraw.DISCARDER:
            return kong.discarder

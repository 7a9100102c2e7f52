"""开局: dice and the break of the wall, the seat a side bet binds, who deals next (RULES sections 2, 7)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.rule_words import Dealer, DealerAfterDraw
from assistant.rules import RuleSet
from assistant.seats import Seat
from assistant.state import Fault, RoundState, Source, WinMade, against
from assistant.tiles import Tile
from assistant.values import point_kong_payer

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class WallBreak:
    """Where the wall is opened: whose wall, and how many stacks from its right end stay."""

    seat: Seat
    stacks: int

    @property
    def chinese(self) -> str:
        """The words players use."""
        return f"{('庄家', '下家', '对家', '上家')[self.seat]}的牌墙，从右数留{self.stacks}墩"

    @property
    def english(self) -> str:
        """The same in English."""
        whose = ("the dealer's", "the next player's", "the opposite player's", "the previous player's")
        stacks = "1 stack" if self.stacks == 1 else f"{self.stacks} stacks"
        return f"{whose[self.seat]} wall, after {stacks} from its right end"


def wall_break(first: int, second: int) -> WallBreak:
    """Where two dice open the wall, the dealer being seat 0: the sum counts the seats anticlockwise, the
    smaller die the stacks (RULES section 2, 000). The dealer's 14th tile then skips one stack 跳牌.
    ValueError for a number that is no die.
    """
    if first not in FACES or second not in FACES:
        raise ValueError(f"dice show 1 to 6, not {first} and {second}: read them again")
    return WallBreak((first + second - 1) % 4, min(first, second))


def dealer_by_dice(first: int, second: int, players: int) -> Seat:
    """掷骰定庄: the seat that two dice choose, counted anticlockwise from seat 0 as one. ValueError for a
    number that is no die.
    """
    if first not in FACES or second not in FACES:
        raise ValueError(f"dice show 1 to 6, not {first} and {second}: read them again")
    return (first + second - 1) % players


def bound_seat(tile: Tile, players: int) -> Seat:
    """叫马: the seat a side bettor's tile binds them to: its number counted from the dealer in play order."""
    return (tile.number - 1) % players


def side_bet_faults(rules: RuleSet) -> tuple[Fault, ...]:
    """What is wrong with a side bet at this table."""
    if rules.side_bet:
        return ()
    said = (
        "this table has no side bets: set side_bet=true if it agreed on 叫马; the bet is counted as recorded"
    )
    return (against("side_bet_off", said, "这桌没说好叫马：说好了就把叫马打开；先照记的算"),)


def exchange_faults(rules: RuleSet, given: int, got: int) -> tuple[Fault, ...]:
    """What is wrong with an exchange of so many tiles at this table 换三张."""
    faults = []
    if not rules.exchange_three:
        said = "this table exchanges no tiles: set exchange_three=true if it agreed on 换三张"
        faults.append(against("exchange_off", said, "这桌没说好换三张：说好了就把换三张打开"))
    if given != 3 or got != 3:
        said = f"an exchange is three tiles for three, not {given} for {got}: correct the line"
        faults.append(against("exchange_size", said, f"换三张是三换三，不是{given}换{got}：请更正"))
    return tuple(faults)


def next_dealer(state: RoundState) -> Seat | None:
    """坐庄: the seat that deals the next round; None while this one is not over, or where dice decide."""
    if not state.finished:
        return None
    rules = state.rules
    wins = [fact for fact in state.facts if isinstance(fact, WinMade)]
    if rules.dealer is Dealer.DICE:
        return None
    if not wins:
        return 0 if rules.dealer_after_draw is DealerAfterDraw.SAME else 1
    first = wins[0]
    if first.source is Source.SELF_DRAW:
        dealt_in = point_kong_payer(first, state) if rules.dealer is Dealer.DISCARDER else None
        return first.seat if dealt_in is None else dealt_in
    several = sum(win.offer == first.offer for win in wins) > 1
    if several or rules.dealer is Dealer.DISCARDER:
        return first.giver
    return first.seat

"""定缺: the suit a player may not keep, as the table plays it (RULES sections 6 and 7)."""

from __future__ import annotations

from assistant.hands import Hand
from assistant.rule_words import Void
from assistant.rules import RuleSet
from assistant.seats import Seat
from assistant.state import Fault, SeatState, against
from assistant.tiles import Suit, Tile


def forbidden(seat: SeatState, rules: RuleSet) -> Suit | None:
    """The suit that a complete hand of this player may not hold, beside the rule of two suits."""
    return seat.void if rules.void is Void.DECLARED else None


def is_pig(seat: SeatState, hand: Hand, rules: RuleSet) -> bool:
    """花猪: whether hand and melds still show what they may not at the check (RULES section 6.1).

    Three suits; a tile of the declared suit, melds too, where suits are declared; a suit that came back
    where that is against the rules (000).
    """
    if len(hand.suits) == len(Suit):
        return True
    match rules.void:
        case Void.FREE:
            return False
        case Void.DECLARED:
            return seat.void in hand.suits
        case Void.STICKY:
            return seat.spoilt


def only_void_discarded(seat: SeatState) -> bool:
    """Whether no discard, claimed ones too, was of another suit than the void one: a passive pig under SBR
    (RULES 11.9, FIELD A20); so is who never discarded."""
    return all(tile.suit is seat.void for tile in seat.discards)


def discard_faults(number: Seat, seat: SeatState, tile: Tile, rules: RuleSet) -> tuple[Fault, ...]:
    """What is wrong with discarding a tile while some of the void suit is known to be held."""
    void = forbidden(seat, rules)
    if void is not None and tile.suit is not void and any(_of(seat, void)):
        said = f"seat {number} still holds {void.chinese}, its void suit, which must be discarded first"
        return (against("void_kept", said, f"座位{number}手里还有定缺的{void.chinese}，要先打掉"),)
    if (
        rules.void is Void.STICKY
        and seat.was_void is not None
        and not seat.spoilt
        and any(_of(seat, seat.was_void))
        and tile.suit is not seat.was_void  # after two in a row came back, no discard parts with both
    ):
        back = seat.was_void.chinese
        said = f"seat {number} was void of {back} and keeps it now: it is a pig 花猪"
        return (against("void_kept", said, f"座位{number}缺过{back}又留下来：是花猪"),)
    return ()


def meld_faults(number: Seat, seat: SeatState, tile: Tile, rules: RuleSet) -> tuple[Fault, ...]:
    """What is wrong with melding a tile of the void suit."""
    suit = seat.was_void if rules.void is Void.STICKY else forbidden(seat, rules)
    if suit is None or tile.suit is not suit:
        return ()
    said = f"seat {number} melds {tile}, of its void suit: that makes it a pig 花猪"
    return (against("void_melded", said, f"座位{number}碰杠了定缺的{tile.chinese}：是花猪"),)


def declares(rules: RuleSet) -> bool:
    """Whether players at this table declare a void suit 定缺 before they play."""
    return rules.void is Void.DECLARED


def choice_faults(number: Seat, seat: SeatState, suit: Suit, rules: RuleSet, late: bool) -> tuple[Fault, ...]:
    """What is wrong with declaring a void suit now; where none is declared it binds nobody."""
    if not declares(rules):
        return ()
    if seat.void is not None and seat.void is not suit:
        said = f"seat {number} declared {seat.void.chinese} before and cannot change it: that suit stands"
        chinese = f"座位{number}已定缺{seat.void.chinese}，不能改：以先定的为准"
        return (against("void_changed", said, chinese),)
    if late:
        said = f"seat {number} declares its void suit after its first discard"
        return (against("void_late", said, f"座位{number}打过牌才定缺"),)
    return ()


def undeclared(seat: SeatState, rules: RuleSet) -> bool:
    """Whether the table declares void suits and nobody recorded this player's."""
    return declares(rules) and seat.void is None


def from_the_deal(seat: SeatState) -> SeatState:
    """天缺: who is dealt two suits only needs no declaration."""
    suits = seat.hand.suits
    if seat.void is None and not seat.unseen and len(suits) == len(Suit) - 1:
        return seat.but(void=next(suit for suit in Suit if suit not in suits))
    return seat


def watched(seat: SeatState, rules: RuleSet) -> SeatState:
    """The player dealt, or after an own discard: notes a suit that is gone, and one that came back."""
    if rules.void is not Void.STICKY or seat.unseen:
        return seat
    suits = seat.hand.suits
    if seat.was_void is not None:
        return seat.but(spoilt=True) if seat.was_void in suits else seat
    if len(suits) == len(Suit) - 1:
        return seat.but(was_void=next(suit for suit in Suit if suit not in suits))
    return seat


def melded(seat: SeatState, tile: Tile, rules: RuleSet) -> SeatState:
    """The player after melding a tile: the suit that was gone may not come back as a meld."""
    if rules.void is Void.STICKY and tile.suit is seat.was_void:
        return seat.but(spoilt=True)
    return seat


def _of(seat: SeatState, suit: Suit) -> tuple[int, ...]:
    return seat.known[suit * 9 : suit * 9 + 9]

"""谁看得见: a round as one person at the table may know it. Secrets are left out here, once, before anything
is folded: whatever is worked out from the result, faults and next events too, cannot tell what was not in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant import round as door
from assistant.events import (
    Dealt,
    Drawn,
    Exchanged,
    Passed,
    SideBet,
    TableEvent,
    VoidChosen,
    Won,
)
from assistant.hands import Hand
from assistant.seats import Seat
from assistant.settlement.ledger import Cause, MovedBasis, Payment, Reason, SideBasis
from assistant.state import (
    NO_TILES,
    FalseWinMade,
    Fault,
    Phase,
    Rank,
    Round,
    RoundState,
    WallEmptied,
    impossible,
)
from assistant.values import wins_shown_at_once
from assistant.void_suit import undeclared

UNTOLD = "untold"
"""The code that stands for a line which somebody does not get to see."""
UNFITTING = impossible(
    "does_not_fit",
    "this does not fit what its player has noted of the own hand: that player can correct it",
    "和本人记下的手牌不符：请本人更正",
)
"""The reason others get where the real one would tell of a hand."""
_UNTOLD = impossible(UNTOLD, "not for everybody", "不给大家看")

WINS = (Reason.WIN_DISCARD, Reason.WIN_SELF_DRAW, Reason.WIN_ROBBED_KONG)
"""Why a winner is paid."""


def open_hands(state: RoundState, seat: Seat | None, blind: bool) -> frozenset[Seat]:
    """The seats whose hands lie open to the player of a seat (None: to everybody).

    The own one, but `blind` (公平) only once the round is over; those of winners as the table shows wins; of
    who called a false win 诈胡; at the end of an empty wall all that were checked.
    """
    seats: set[Seat] = set()
    if seat is not None and (state.finished or not blind):
        seats.add(seat)
    if state.finished or wins_shown_at_once(state.rules):
        seats.update(state.winners)
    seats.update(fact.seat for fact in state.facts if isinstance(fact, FalseWinMade))
    if any(isinstance(fact, WallEmptied) for fact in state.facts):
        seats.update(state.playing)
    return frozenset(seats)


def guarded(events: Sequence[TableEvent]) -> frozenset[Seat]:
    """The seats whose hands somebody has noted, in whole or in part, and that are not for everybody."""
    return frozenset(event.seat for event in events if _tells(event))  # type: ignore[union-attr]


def _tells(event: TableEvent) -> bool:
    match event:
        case Dealt(_, hand):
            return bool(hand.tiles)
        case Drawn(_, tile):
            return tile is not None
        case Exchanged(_, gave, got):
            return any(tile is not None for tile in (*gave, *got))
        case Passed():
            return True
        case _:
            return False


def as_seen(
    event: TableEvent, state: RoundState, opened: frozenset[Seat], own: Seat | None = None
) -> TableEvent | None:
    """An event as somebody sees it to whom those hands lie open; None where it is not for them at all.
    `state`: where the round stands now; `own`: their seat.
    """
    match event:
        case Dealt(seat, hand) if seat not in opened:
            return Dealt(seat, Hand(NO_TILES, hand.size))
        case Exchanged(seat, gave, got) if seat not in opened:
            return Exchanged(seat, (None,) * len(gave), (None,) * len(got))
        case Drawn(seat) if seat not in opened:
            return Drawn(seat)
        case Passed(seat) if seat not in opened:
            return None
        case VoidChosen(seat) if seat not in opened and seat != own and _still_choosing(state):
            return None
        case SideBet(name) if not state.finished:
            return SideBet(name, None)
        case Won(seats, hands, extra):
            shown = tuple((seat, hand) for seat, hand in hands if seat in opened)
            return Won(seats, shown, extra if set(seats) <= opened else ())
        case _:
            return event


def _still_choosing(state: RoundState) -> bool:
    """定缺 is laid face down until all have chosen."""
    return state.phase is Phase.OPENING and any(undeclared(own, state.rules) for own in state.seats)


def seen_events(
    events: Sequence[TableEvent], full: Round, opened: frozenset[Seat], own: Seat | None = None
) -> tuple[TableEvent | Fault, ...]:
    """A round's events for somebody on the seat `own`, to whom those hands lie open, number by number; one
    they do not get to see is a fault with the code UNTOLD.
    """
    return tuple(as_seen(event, full.state, opened, own) or _UNTOLD for event in events)


def seen_round(
    events: Sequence[TableEvent | Fault], full: Round, closing: Mapping[int, tuple[Seat, ...]]
) -> Round:
    """The round folded from `seen_events`. A line that the whole record leaves out is left out here too, with
    the reason that these eyes can see, or a plain one.
    """
    folded = door.fold(seen_lines(events, full, closing), full.state.rules, closing)
    return Round(folded.state, tuple((at, fault) for at, fault in folded.faults if fault.code != UNTOLD))


def seen_lines(
    events: Sequence[TableEvent | Fault], full: Round, closing: Mapping[int, tuple[Seat, ...]]
) -> Sequence[TableEvent | Fault]:
    """The lines of `seen_events` as they are folded: one that the whole record leaves out as its reason."""
    folded = door.fold(events, full.state.rules, closing)
    unseen = set(full.left_out) - set(folded.left_out)
    return [UNFITTING if at in unseen else event for at, event in enumerate(events)] if unseen else events


def told_faults(seen: RoundState, event: TableEvent, faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """The faults of a new event as somebody may hear them who sees the round so."""
    own = door.problems(seen, event)
    if any(fault.rank is Rank.IMPOSSIBLE for fault in faults) and not any(
        fault.rank is Rank.IMPOSSIBLE for fault in own
    ):
        return (*own, UNFITTING)
    return own


def shown_payments(payments: Sequence[Payment], state: RoundState) -> tuple[Payment, ...]:
    """The payments that the table can see now: where wins are shown at the end of the round, what a win moves
    waits for it; kongs are paid at once.
    """
    if state.finished or wins_shown_at_once(state.rules):
        return tuple(payments)
    return tuple(one for one in payments if not _of_a_win(one))


def _of_a_win(payment: Payment) -> bool:
    if isinstance(payment.basis, SideBasis):
        return _of_a_win(payment.basis.of)
    if isinstance(payment.basis, MovedBasis):
        return payment.basis.cause in (Cause.DEAL_IN, Cause.DEAL_IN_ALL)
    return payment.reason in (*WINS, Reason.CHIPS)

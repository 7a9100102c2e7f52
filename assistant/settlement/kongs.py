"""刮风下雨: what a kong earns, when it moves to a winner, when it goes back (RULES section 5)."""

from __future__ import annotations

from collections.abc import Collection

from assistant.events import How
from assistant.rule_words import KongDiscardWin, RefundNotReady
from assistant.rules import RuleSet
from assistant.scoring import points
from assistant.seats import Seat
from assistant.settlement.ledger import (
    Book,
    Cause,
    KongAccount,
    KongBasis,
    MovedBasis,
    Reason,
)
from assistant.state import KongMade, Source, WinMade

REASONS = {
    How.CONCEALED: Reason.KONG_CONCEALED,
    How.EXPOSED: Reason.KONG_EXPOSED,
    How.ADDED: Reason.KONG_ADDED,
}


def bases(kong: KongMade, payer: Seat, rules: RuleSet) -> int:
    """What a player pays for a kong that stands, in bases."""
    match kong.how:
        case How.CONCEALED:
            return rules.kong.concealed
        case How.EXPOSED:
            return rules.kong.exposed if payer == kong.discarder else rules.kong.exposed_others
        case How.ADDED:
            late = rules.kong.added_only_just_drawn and not kong.just_drawn
            return 0 if late else rules.kong.added


def pay(book: Book, place: int, kong: KongMade) -> None:
    """A kong is paid at once by everybody in; 弯杠 once nobody has robbed it."""
    if kong.robbed or kong.stands_since is None:
        return
    rules = book.state.rules
    account = book.kongs[place] = KongAccount(kong)
    if kong.how is How.ADDED and kong.just_drawn is None and just_drawn_matters(rules):
        book.ask(f"tell the tile seat {kong.seat} drew before it added {kong.tile} (event {kong.event})")
        return
    for payer in kong.others:
        many = bases(kong, payer, rules)
        payment = book.pay(
            payer,
            kong.seat,
            points(many, rules),
            REASONS[kong.how],
            kong.event,
            KongBasis(kong, many),
            kong.stands_since,
        )
        if payment:
            account.income.append(payment)


def just_drawn_matters(rules: RuleSet) -> bool:
    """Whether an added kong is priced by whether its tile was just drawn."""
    return rules.kong.added_only_just_drawn and rules.kong.added > 0


def dealt_in(book: Book, win: WinMade) -> None:
    """杠上炮: what becomes of the konger's income when the discard after its kong is won.

    Only the last of several kongs in a row moves; where all income of the hand moves, every kong that is not
    settled yet. Each of several winners gets the amount from the discarder (000 rule 6).
    """
    if win.source is not Source.DISCARD or not win.chain or win.giver is None or win.offer is None:
        return
    last = book.state.facts[win.chain[-1]]
    assert isinstance(last, KongMade)
    how = _what_moves(last, book.state.rules)
    first = win.offer not in book.moved
    if first:
        book.moved[win.offer] = []
    match how:
        case KongDiscardWin.KEEP:
            return
        case KongDiscardWin.REFUND:
            if first and win.chain[-1] in book.kongs:
                _give_back(book, book.kongs[win.chain[-1]], win.event, Cause.DEAL_IN)
            return
        case KongDiscardWin.TRANSFER:
            places: tuple[int, ...] = (win.chain[-1],)
            cause = Cause.DEAL_IN
        case KongDiscardWin.TRANSFER_ALL:
            places = tuple(place for place, one in book.kongs.items() if one.kong.seat == win.giver)
            cause = Cause.DEAL_IN_ALL
    if first:
        book.moved[win.offer] = list(_taken(book, places))
    for kong, amount in book.moved[win.offer]:
        basis = MovedBasis(kong, cause)
        book.pay(win.giver, win.seat, amount, Reason.KONG_TRANSFER, win.event, basis, win.event)


def _what_moves(last: KongMade, rules: RuleSet) -> KongDiscardWin:
    if last.how is How.ADDED and rules.kong.added_deal_in_transfers_all:
        return KongDiscardWin.TRANSFER_ALL
    return rules.kong.discard_win


def _taken(book: Book, places: tuple[int, ...]) -> list[tuple[KongMade, int]]:
    """The income of kongs not settled yet, which now is."""
    taken = []
    for place in places:
        account = book.kongs.get(place)
        if account is not None and not account.settled and account.income:
            account.settled = True
            taken.append((account.kong, sum(one.points for one in account.income)))
    return taken


def _give_back(
    book: Book, account: KongAccount, event: int, cause: Cause, back_to: Collection[Seat] | None = None
) -> None:
    """A kong's income goes back to those who paid it, if they may get it."""
    if account.settled:
        return
    account.settled = True
    for paid in account.income:
        if back_to is None or paid.payer in back_to:
            basis = MovedBasis(account.kong, cause)
            book.pay(paid.payee, paid.payer, paid.points, Reason.KONG_REFUND, event, basis, event)


def refund(book: Book, seat: Seat, event: int, cause: Cause, playing: Collection[Seat]) -> None:
    """All kong income of a seat that is not settled goes back; to payers who have won since where
    kong.refund_to_winners, never to one who has left the table (003).
    """
    back_to = set(playing)
    if book.state.rules.kong.refund_to_winners:
        won = (fact for fact in book.state.facts if isinstance(fact, WinMade) and fact.event < event)
        back_to |= {win.seat for win in won if not _left_before(book, win.seat, event)}
    for account in book.kongs.values():  # those made before, however late they were told
        if account.kong.seat == seat:
            _give_back(book, account, event, cause, back_to)


def _left_before(book: Book, seat: Seat, event: int) -> bool:
    gone = book.state.seats[seat].gone
    return gone is not None and gone < event


def refunds_not_ready(book: Book) -> bool:
    """Whether kongs of players not ready are void when the wall is empty."""
    match book.state.rules.kong.refund_not_ready:
        case RefundNotReady.ALWAYS:
            return True
        case RefundNotReady.NOBODY_WON:
            return not book.state.winners
        case RefundNotReady.NEVER:
            return False

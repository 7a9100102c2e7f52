"""黄庄: the wall is empty and two or more have not won: 查花猪, 查叫, refunds (RULES sections 6 and 11)."""

from __future__ import annotations

from assistant.rule_words import NotReadyPayees, PigPayees, PigPays
from assistant.scoring import full, points
from assistant.settlement import kongs
from assistant.settlement.ledger import Book, Cause, PigBasis, Reason
from assistant.settlement.ready_hands import Checked, Standing, check_hand, has_won, winner_hand
from assistant.state import WallEmptied


def pay(book: Book, fact: WallEmptied) -> None:
    """The three steps; what depends on a hand nobody has shown is asked for, not guessed."""
    state = book.state
    hands: list[Checked] = []
    for seat in state.playing:
        checked = check_hand(state, seat, fact.holder)
        if checked is None:
            book.ask(f"reveal seat {seat}'s hand")
        else:
            hands.append(checked)
    _pigs(book, fact, hands)
    _not_ready(book, fact, hands)
    for one in hands:
        if one.standing in (Standing.NOT_READY, Standing.PIG) and kongs.refunds_not_ready(book):
            kongs.refund(book, one.seat, fact.event, Cause.NOT_READY, state.playing)


def _pigs(book: Book, fact: WallEmptied, hands: list[Checked]) -> None:
    """查花猪: each pig pays every player still in who is none, or winners too."""
    rules = book.state.rules
    pigs = [one for one in hands if one.standing is Standing.PIG]
    payees = [one for one in hands if one.standing is not Standing.PIG]
    for pig in pigs:
        book.fine(pig.seat, rules.pig.penalty, Reason.PIG, fact.event)
    if not pigs:
        return
    match rules.pig.payees:
        case PigPayees.PLAYING:
            pass
        case PigPayees.ALL:
            payees += _winners(book)
    for pig in pigs:
        for one in sorted(payees, key=lambda one: one.seat):
            owed, basis = _pig_pays(book, one)
            book.pay(pig.seat, one.seat, owed, Reason.PIG, fact.event, basis, fact.event)


def _pig_pays(book: Book, payee: Checked) -> tuple[int, PigBasis]:
    rules = book.state.rules
    pays = rules.pig.pays
    if pays is PigPays.DOUBLE_LARGEST:
        ready = payee.standing is Standing.READY and payee.largest is not None
        return (2 * payee.largest.points if ready and payee.largest else 0), PigBasis(None, payee.largest)
    bases = full(rules) if pays is PigPays.CAP else int(pays)
    return points(bases, rules), PigBasis(bases)


def _not_ready(book: Book, fact: WallEmptied, hands: list[Checked]) -> None:
    """查叫: each player who is not ready pays each ready one what that hand could win."""
    rules = book.state.rules
    payers = [one for one in hands if one.standing is Standing.NOT_READY]
    if rules.pig.pays_not_ready:
        payers += [one for one in hands if one.standing is Standing.PIG]
    payees = [one for one in hands if one.standing is Standing.READY]
    if not payers:
        return
    match rules.not_ready.payees:
        case NotReadyPayees.READY:
            pass
        case NotReadyPayees.READY_AND_WON:
            payees += _winners(book)
    for payer in sorted(payers, key=lambda one: one.seat):
        for payee in sorted(payees, key=lambda one: one.seat):
            if payee.owed is not None:
                book.pay(
                    payer.seat,
                    payee.seat,
                    payee.owed.points,
                    Reason.NOT_READY,
                    fact.event,
                    payee.owed,
                    fact.event,
                )


def _winners(book: Book) -> list[Checked]:
    """Those who have won, as receivers."""
    found = []
    for seat in has_won(book.state):
        checked = winner_hand(book.state, seat)
        if checked is None:
            book.ask(f"reveal seat {seat}'s hand")
        else:
            found.append(checked)
    return found

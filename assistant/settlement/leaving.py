"""逃跑, 诈胡, 改账: who leaves early, who declares a win it has not, what the table moves by hand."""

from __future__ import annotations

from assistant.rule_words import FalseWinPays
from assistant.scoring import full, points
from assistant.settlement import kongs
from assistant.settlement.ledger import BasesBasis, Basis, Book, Cause, NoteBasis, Reason
from assistant.settlement.ready_hands import Standing, check_hand
from assistant.state import FalseWinMade, LeftTable, MoneyMoved

LAST_FOUR = 4


def pay_left(book: Book, fact: LeftTable) -> None:
    """逃跑 (003): so many bases to each other player still in; with four or fewer tiles left the dearer of
    that and 查叫, whether the leaver was ready or not.
    """
    rules = book.state.rules
    bases = rules.left_early.multiple
    for other in fact.others:
        owed, basis = points(bases, rules), BasesBasis(bases)
        chosen: Basis = basis
        if fact.wall <= LAST_FOUR:
            checked = check_hand(book.state, other, fact.holder)
            if checked is None:
                book.ask(f"reveal seat {other}'s hand")
                continue
            hand = checked.owed if checked.standing is Standing.READY else None
            if hand is not None and hand.points > owed:
                owed, chosen = hand.points, hand
        book.pay(fact.seat, other, owed, Reason.LEFT_EARLY, fact.event, chosen, fact.event)


def pay_false_win(book: Book, fact: FalseWinMade) -> None:
    """诈胡: what it pays each other player still in; where it has a penalty, own kongs go back (sbr)."""
    rules = book.state.rules
    pays = rules.false_win.pays
    bases = full(rules) if pays is FalseWinPays.CAP else int(pays)
    for other in fact.others:
        owed = points(bases, rules)
        book.pay(fact.seat, other, owed, Reason.FALSE_WIN, fact.event, BasesBasis(bases), fact.event)
    if rules.false_win.penalty:
        book.fine(fact.seat, rules.false_win.penalty, Reason.FALSE_WIN, fact.event)
        kongs.refund(book, fact.seat, fact.event, Cause.FALSE_WIN, fact.others)


def pay_moved(book: Book, fact: MoneyMoved) -> None:
    """改账."""
    basis = NoteBasis(fact.note)
    book.pay(fact.payer, fact.payee, fact.points, Reason.ADJUSTED, fact.event, basis, fact.event)

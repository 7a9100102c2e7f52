"""胡: what a win is paid, by whom (RULES section 4)."""

from __future__ import annotations

from assistant.scoring import discard_points, self_draw_adds, self_draw_points
from assistant.settlement import kongs
from assistant.settlement.ledger import Book, Reason, WinBasis
from assistant.state import Source, WinMade
from assistant.values import point_kong_payer, win_score


def pay(book: Book, win: WinMade) -> None:
    """The discarder, the robbed konger or everybody in pays the winner; kong income moves where it must."""
    _pay_value(book, win)
    kongs.dealt_in(book, win)


def _pay_value(book: Book, win: WinMade) -> None:
    rules = book.state.rules
    if win.whole is None:
        no_tile = f"tell the tile seat {win.seat} won on (event {win.event})"
        book.ask(f"reveal seat {win.seat}'s hand" if win.hand is None else no_tile)
        return
    score = win_score(win, book.state)
    if win.source is not Source.SELF_DRAW:
        assert win.giver is not None
        robbed = win.source is Source.ROBBED_KONG
        reason = Reason.WIN_ROBBED_KONG if robbed else Reason.WIN_DISCARD
        basis = WinBasis(win.seat, win.tile, score, None)
        book.pay(win.giver, win.seat, discard_points(score, rules), reason, win.event, basis, win.event)
        return
    giver = point_kong_payer(win, book.state)
    if giver is not None:
        basis = WinBasis(win.seat, win.tile, score, None, point_kong=True)
        each = discard_points(score, rules)
        book.pay(giver, win.seat, each, Reason.WIN_DISCARD, win.event, basis, win.event)
        return
    basis = WinBasis(win.seat, win.tile, score, self_draw_adds(rules))
    each = self_draw_points(score, rules)
    for payer in win.others:
        book.pay(payer, win.seat, each, Reason.WIN_SELF_DRAW, win.event, basis, win.event)

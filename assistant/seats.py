"""座位: the seats of a table in play order, anticlockwise; seat 0 is the dealer 庄家 of the round."""

from __future__ import annotations

from collections.abc import Collection, Iterator

Seat = int
"""0..3 (0..2 with three players); seat + 1 plays next."""


def after(seat: Seat, players: int = 4) -> Iterator[Seat]:
    """The other seats in play order, starting with the one that plays next."""
    for step in range(1, players):
        yield (seat + step) % players


def next_in(seat: Seat, still_in: Collection[Seat], players: int = 4) -> Seat | None:
    """The next seat in play order that is still in, None where nobody is; winners are skipped (血战)."""
    return next((other for other in after(seat, players) if other in still_in), None)

"""头张: before whom the first discard lies."""

from __future__ import annotations

from assistant.events import Discarded, RoundStarted
from assistant.observation import CLASSES, Area, Observation, SeenPiece
from assistant.round import apply, begin
from assistant.seats import Seat
from assistant.tiles import Tile
from assistant.watching.first_discard import first_thrower

START = begin(RoundStarted())
PLAIN = tuple(float(kind == 4) for kind in range(CLASSES))


def piece(seat: Seat | None, area: Area = Area.DISCARD) -> SeenPiece:
    return SeenPiece(PLAIN, area, seat, (0.5, 0.5))


def thrower(*pieces: SeenPiece) -> Seat | None:
    return first_thrower(START, Observation(1.0, pieces))


def test_the_only_tile_that_was_thrown_tells() -> None:
    assert thrower(piece(2)) == 2
    assert thrower(piece(0)) == 0


def test_nothing_is_told_where_it_is_not_plain() -> None:
    assert thrower() is None
    assert thrower(piece(None)) is None, "a common heap"
    assert thrower(piece(1), piece(2)) is None
    assert thrower(piece(1), piece(0, Area.MELD)) is None, "it may have been claimed from the dealer"


def test_a_round_that_has_gone_on_is_not_asked_about() -> None:
    on = apply(START, Discarded(0, Tile.S1))
    assert first_thrower(on, Observation(1.0, (piece(2),))) is None

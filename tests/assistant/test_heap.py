"""乱堆: whose discard a tile is on one heap, by where it lies (DESIGN, Uncertainty meets the rules)."""

from __future__ import annotations

import pytest

from assistant.observation import Area, Observation, SeenPiece
from assistant.seats import Seat
from assistant.tiles import Tile
from assistant.watching.evidence import UNSEEN, Evidence
from assistant.watching.heap import Heap, heap
from assistant.watching.laid import Laid
from assistant.watching.memory import Fresh
from assistant.watching.sight import Sight
from tests.assistant.scripted_table import places
from tests.assistant.scripted_table.noise import BACK_SEEN, SURE


def seated(*sides: int) -> Observation:
    """Everybody sits at one of these sides, and shows the backs of a hand."""
    hands = (
        SeenPiece(BACK_SEEN, Area.HAND, seat, places.hand(side, number))
        for seat, side in enumerate(sides)
        for number in range(13)
    )
    return Observation(1.0, tuple(hands))


def thrown(seat: int, *at: tuple[float, float]) -> dict[Laid, SeenPiece]:
    """Discards of a player that were found there."""
    return {
        Laid(Area.DISCARD, seat, Tile.P5, number): SeenPiece(SURE[Tile.P5], Area.DISCARD, None, place)
        for number, place in enumerate(at)
    }


def known(*sides: int, pairs: dict[Laid, SeenPiece] | None = None) -> Heap:
    found = heap(pairs or {}, seated(*sides), len(sides))
    assert found is not None
    return found


@pytest.mark.parametrize("sides", [(0, 1, 2, 3), (2, 3, 0, 1), (3, 0, 1)])
def test_a_discard_lies_rather_on_its_players_half(sides: tuple[int, ...]) -> None:
    lie = known(*sides)
    for seat, side in enumerate(sides):
        at = places.of_side(side, 0.5, 0.35)
        odds = [lie.log_odds(one, at) for one in range(len(sides))]
        assert odds.index(max(odds)) == seat
        assert max(odds) > 0.0 > min(odds)


def test_in_the_middle_it_may_be_anybodys() -> None:
    lie = known(0, 1, 2, 3)
    assert [lie.log_odds(seat, (0.5, 0.5)) for seat in range(4)] == pytest.approx([0.0] * 4, abs=0.01)


def test_where_the_earlier_ones_lie_tells_more_than_where_players_sit() -> None:
    at = (0.6, 0.55)
    before = known(0, 1, 2, 3).log_odds(0, at)
    after = known(0, 1, 2, 3, pairs=thrown(0, *[(0.6, 0.56)] * 8)).log_odds(0, at)
    assert after > 0.1 > before


def test_no_place_is_out_of_the_question() -> None:
    assert known(0, 1, 2, 3).log_odds(0, (0.5, 0.99)) > -2.5


def test_it_tells_nothing_where_somebody_is_not_seen() -> None:
    view = seated(0, 1, 2, 3)
    others = tuple(one for one in view.pieces if one.seat != 2)
    assert heap({}, Observation(1.0, others), 4) is None


def claimed(seat: Seat, misplaced: float) -> tuple[float, int | None]:
    """What tells that a player threw a 5p that lay before player 0, and is gone."""
    piece = SeenPiece(SURE[Tile.P5], Area.DISCARD, 0, (0.5, 0.4))
    gone = Fresh(piece, piece.likelihoods, views=3, gone=1)
    view = Evidence(
        Observation(1.0, ()), (gone,), (), (), frozenset(), frozenset(), Sight(misplaced=misplaced)
    )
    return view.unseen(seat, Tile.P5, frozenset())


def test_a_claimed_discard_was_anybodys_on_one_heap() -> None:
    """It was seen before a player who had not thrown it."""
    assert [at for _, at in map(claimed, (0, 0, 3), (0.01, 0.7, 0.7))] == [0, 0, 0]
    odds = [worth for worth, _ in map(claimed, (0, 0, 3, 3), (0.01, 0.7, 0.7, 0.01))]
    assert odds == pytest.approx([1.0, 1.0, 0.64, -3.6], abs=0.01)
    assert odds[3] < UNSEEN < odds[2]

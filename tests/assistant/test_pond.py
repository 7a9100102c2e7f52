"""牌河: two discards of one player that came between the same two views, in the order of their row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded
from assistant.observation import Area, SeenPiece
from assistant.tiles import Tile
from assistant.watching.memory import Fresh
from assistant.watching.pond import earliest, laid_first
from tests.assistant.scripted_table import places
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import Stage


def piece(at: tuple[float, float]) -> SeenPiece:
    return SeenPiece(SURE[Tile.P5], Area.DISCARD, 0, at)


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("many", range(4, 14))
def test_what_is_next_in_the_row_was_laid_first(side: int, many: int) -> None:
    early = laid_first([places.discard(side, number) for number in range(many)])
    assert early is not None
    first, second = piece(places.discard(side, many)), piece(places.discard(side, many + 1))
    assert early(first) < early(second)


def test_few_discards_and_a_heap_tell_no_order() -> None:
    assert laid_first([]) is None
    assert laid_first([places.discard(0, number) for number in range(3)]) is None
    heap = [(0.3, 0.4), (0.33, 0.42), (0.6, 0.5), (0.57, 0.46), (0.5, 0.3), (0.5, 0.35), (0.4, 0.33)]
    assert laid_first(heap) is None


SIX = "0 d1s x9s |; 1 d1s x1s |; 2 d9m x9m |; 3 d3s x3s |"
LATER = (
    "0 d6m x6m |; 1 d9m x9m |; 2 d6p x6p |; 3 d8s x8s |; 0 d4s x4s |; 1 d3m x3m |; 2 d5m x5m |; 3 d1p x1p |"
)
MORE = "0 d4m x4m |; 1 d9p x9p |; 2 d8m x8m |; 3 d4p x4p |"
ROUND = "0 d3p x3p; 1 d6s x6s; 2 d7m x7m; 3 d1m x1m; 0 d2s x2s"


@pytest.mark.parametrize("swapped", [False, True])
def test_two_discards_that_come_at_once_are_recorded_in_order(swapped: bool) -> None:
    stage = Stage()
    stage.play(f"{SIX}; {LATER}; {MORE}; {ROUND}")
    for _ in range(6):
        view = stage.view()
        late = max(piece.since for piece in view.pieces if piece.area is Area.DISCARD)
        pieces = sorted(view.pieces, key=lambda piece: piece.at, reverse=swapped)
        # what came while nothing was seen came at once, as far as the camera knows
        new = (
            replace(piece, since=max(piece.since, late)) if piece.since > late - 9 else piece
            for piece in pieces
        )
        stage.see(replace(view, pieces=tuple(new)))
    thrown = [event.tile for event in stage.events if isinstance(event, Discarded) and event.seat == 0]
    assert thrown[-2:] == [Tile.P3, Tile.S2]
    assert not stage.questions


def came(since: float, first: float, at: tuple[float, float]) -> Fresh:
    """A tile that came then and was met then."""
    return Fresh(replace(piece(at), since=since), SURE[Tile.P5], first=first)


ROW = tuple(places.discard(0, number) for number in range(5))


@pytest.mark.parametrize(
    ("others", "pond", "found"),
    [
        (((3.0, 3.0), (3.0, 3.0)), (), [0, 1]),  # nothing tells
        (((3.0, 3.0), (3.0, 3.0)), ROW, [1]),  # the second one is next in the row
        (((3.0, 4.0), (3.5, 3.5)), (), [0, 1]),  # one came first, the other was met first
        (((3.0, 3.0), (4.0, 4.0)), (), [0]),
    ],
)
def test_which_of_two_new_tiles_may_have_been_laid_first(
    others: tuple[tuple[float, float], ...], pond: tuple[tuple[float, float], ...], found: list[int]
) -> None:
    at = (places.discard(0, 6), places.discard(0, 5))
    lying = [(number, came(*when, at[number])) for number, when in enumerate(others)]
    assert [number for number, _ in earliest(lying, pond, thing=False)] == found

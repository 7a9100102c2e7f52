"""副露的摆法: room for a fourth tile, a tile across."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import How, Konged, Ponged
from assistant.observation import Area, SeenPiece
from assistant.reconcile import answered
from assistant.tiles import Tile
from assistant.watching.meld_layout import CROSSWISE, GAPPED, crosswise, gapped
from assistant.watching.memory import Fresh
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.places import HIGH, WIDE
from tests.assistant.scripted_table.stage import Stage


def meld(places: list[float], *, turns: list[float], upright: bool) -> list[Fresh]:
    """Tiles of a meld at these places along its row, which runs across the picture or up and down in it."""
    found = []
    for number, (along, turn) in enumerate(zip(places, turns, strict=True)):
        off = 0.05 + 0.002 * (-1) ** number
        at = (along, off) if upright else (off, along)
        found.append(Fresh(SeenPiece(SURE[Tile.P5], Area.MELD, 0, at, turn), SURE[Tile.P5]))
    return found


ACROSS = (WIDE + HIGH) / 2
ROWS = {
    "pong": ([0.9, 0.9 - WIDE, 0.9 - WIDE - ACROSS], 0.0),
    "pong_of_tiles_in_a_row": ([0.9, 0.9 - WIDE, 0.9 - 2 * WIDE], 0.0),
    "room_between": ([0.9, 0.9 - WIDE, 0.9 - 2 * WIDE - ACROSS], GAPPED),
    "room_beside_the_crosswise_one": ([0.9, 0.9 - 2 * WIDE, 0.9 - 2 * WIDE - ACROSS], GAPPED),
    "two_tiles": ([0.9, 0.9 - 2 * WIDE], 0.0),
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("upright", [True, False])
def test_room_between_the_tiles_of_a_pong_tells_of_a_fourth(name: str, upright: bool) -> None:
    places, odds = ROWS[name]
    row = meld(places, turns=[0.0] * len(places), upright=upright)
    assert gapped(row) == odds
    assert gapped(row[::-1]) == odds


def test_one_tile_across_tells_that_a_kong_was_claimed() -> None:
    places = [0.9, 0.86, 0.82, 0.78]
    assert crosswise(meld(places, turns=[90.0, 0.0, 0.0, 0.0], upright=True)) == CROSSWISE
    assert crosswise(meld(places, turns=[90.0] * 4, upright=True)) == -CROSSWISE
    assert crosswise(meld(places, turns=[0.0] * 4, upright=True)) == 0.0


def test_a_kong_of_which_an_inner_tile_is_missed_is_asked_about() -> None:
    """The gap it leaves says more than the tiles that are found."""
    stage = Stage()
    stage.play("0 d1s x1m |; 3 kong= 1m")
    for _ in range(6):
        view = stage.view()
        row = sorted((piece for piece in view.lying(Area.MELD, 3)), key=lambda piece: -piece.at[1])
        ends = [row[0], row[1], row[3]]
        places = [row[0].at[1], row[0].at[1] - WIDE, row[0].at[1] - 3 * WIDE]
        pieces = [replace(piece, at=(0.055, along)) for piece, along in zip(ends, places, strict=True)]
        rest = (piece for piece in view.pieces if piece.area is not Area.MELD)
        stage.see(replace(view, pieces=(*rest, *pieces)))
    (question,) = stage.questions
    assert {option[-1] for option in question.options} == {
        Ponged(3, Tile.M1),
        Konged(3, How.EXPOSED, Tile.M1),
    }
    kong = [option[-1] for option in question.options].index(Konged(3, How.EXPOSED, Tile.M1))
    stage.memory = answered(stage.memory, question, kong)
    stage.tell(question.options[kong])
    stage.play("3 d3s x3s |")
    assert stage.state.seats[3].discards == (Tile.S3,)

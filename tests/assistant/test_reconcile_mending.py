"""A face that is misread time after time: one question about all the discards that read so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded
from assistant.observation import Area, Observation, SeenPiece
from assistant.reconcile import Mend, Question, answered
from assistant.tiles import Tile
from assistant.watching.laid import Laid
from assistant.watching.memory import spot
from assistant.watching.mending import OFFERED, is_told
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import either
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

FOUR = "0 d9s x9s; 1 d9s x9s; 2 d9s x9s; 3 d4s x4s"
TURN = "0 d4s x4s"
NINES = [Mend(seat, 0, Tile.S4) for seat in (0, 1, 2)]


def read(view: Observation, fifth: float) -> Observation:
    """Every 9s reads as 4s; a 4s thrown by seat 0 with these odds, the others surely."""
    pieces = []
    for one in view.pieces:
        if one.area is Area.DISCARD and one.tile is Tile.S9:
            one = replace(one, likelihoods=either(Tile.S4, Tile.S9, 0.99))
        elif one.area is Area.DISCARD and one.tile is Tile.S4 and one.seat == 0:
            one = replace(one, likelihoods=either(Tile.S4, Tile.P8, fifth))
        pieces.append(one)
    return replace(view, pieces=tuple(pieces))


def look(stage: Stage, text: str, views: int, fifth: float = 1.0) -> None:
    for turn in text.split("; "):
        stage.do(turn)
        for _ in range(views):
            stage.see(read(stage.view(), fifth))


def asked(fifth: float, views: int = 12) -> tuple[Stage, Question]:
    """The question that a fifth 4s brings up, alone."""
    stage = Stage()
    look(stage, FOUR, 4)
    assert [own.discards for own in stage.state.seats] == [(Tile.S4,)] * 4
    look(stage, TURN, views, fifth)
    (question,) = stage.questions
    return stage, question


def tap(stage: Stage, question: Question, *mends: Mend) -> None:
    """Says of these discards that they were 9s."""
    nine = [
        at
        for at, mend in enumerate(question.mends)
        if question.options[at][0] == Discarded(mend.seat, Tile.S9)
    ]
    options = [at for at in nine if question.mends[at] in mends]
    stage.memory = answered(stage.memory, question, *(options or [len(question.options) - 1]))
    stage.mend(*((mend, Tile.S9) for mend in mends))


@pytest.mark.parametrize("fifth", [1.0, 0.86], ids=["plain", "read_as_it_may_be"])
def test_a_fifth_copy_asks_about_all_that_read_so_at_once(fifth: float) -> None:
    """Though the fifth reads a little as a kind of which there are copies left, that is not asked first."""
    stage, question = asked(fifth)
    assert question.several
    assert list(dict.fromkeys(question.mends)) == [*NINES, Mend(3, 0, Tile.S4)]
    assert len(question.options) == 4 * OFFERED + 1
    assert len(question.about) == 4
    tap(stage, question, *NINES)
    look(stage, "1 d1m x1m", 5, fifth)
    assert plain(stage.events) == plain(list(acts(f"{FOUR}; {TURN}; 1 d1m x1m")))
    assert len(stage.questions) == 1


def test_what_people_said_those_discards_are_is_not_asked_about_for_how_they_read() -> None:
    """Seat 2 has thrown another 9s since, which the camera told."""
    stage, question = asked(1.0)
    tap(stage, question, NINES[2])
    piece = SeenPiece(either(Tile.S9, Tile.S6, 0.97), Area.DISCARD, 2, (0.63, 0.56))
    memory = replace(stage.memory, explained=((Discarded(2, Tile.S9), spot(piece)),))
    assert not is_told(memory, Laid(Area.DISCARD, 2, Tile.S9, 0))
    assert is_told(memory, Laid(Area.DISCARD, 2, Tile.S9, 1))
    look(stage, "1 d1m x1m", 30)
    assert len(stage.questions) == 1


def test_where_none_of_them_is_wrong_the_tile_is_asked_about_itself() -> None:
    stage, question = asked(0.86)
    tap(stage, question)
    look(stage, "1 d1m x1m", 20, 0.86)
    kinds = {option[-1] for one in stage.questions[1:] for option in one.options if option}
    assert Discarded(0, Tile.P8) in kinds
    assert not any(one.mends for one in stage.questions[1:])

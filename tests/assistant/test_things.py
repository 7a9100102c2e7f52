"""杂物: what lies on the table and reads as a tile is asked about a few times, and then no more."""

from __future__ import annotations

from dataclasses import replace

from assistant.events import Discarded
from assistant.observation import Area, SeenPiece
from assistant.reconcile import Question, answered
from assistant.tiles import Tile
from assistant.watching.memory import Fresh, Memory, Thing, spot
from assistant.watching.things import ENOUGH, as_things, passed_over
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

THING = SeenPiece(SURE[Tile.P2], Area.DISCARD, 1, (0.49, 0.44), 0.0, 500)
TILE = SeenPiece(SURE[Tile.M6], Area.DISCARD, 0, (0.44, 0.35), 0.0, 501)
ONE = (Discarded(0, Tile.M6),)
OTHER = (Discarded(0, Tile.P2),)


def asked() -> tuple[Memory, Question]:
    """A question whether a tile or a thing was thrown."""
    fresh = tuple(Fresh(piece, piece.likelihoods) for piece in (THING, TILE))
    question = Question((ONE, OTHER, ()), (TILE.at, THING.at))
    doubtful = ((ONE[0], spot(TILE)), (OTHER[0], spot(THING)))
    return Memory(fresh=fresh, open=question, doubtful=doubtful), question


def test_what_is_passed_over_time_after_time_is_a_thing() -> None:
    memory, question = asked()
    fresh = memory.fresh
    for time in range(ENOUGH):
        assert not any(one.is_thing for one in as_things(memory.things, fresh)), time
        memory = passed_over(memory, question, ONE)
    assert [one.is_thing for one in as_things(memory.things, fresh)] == [True, False]


def test_a_no_counts_for_two_and_what_was_chosen_for_nothing() -> None:
    memory, question = asked()
    memory = answered(memory, question, 2)
    memory = replace(asked()[0], things=memory.things)
    memory = answered(memory, question, 1)
    weights = {thing.kind: thing.against for thing in memory.things}
    assert weights == {Tile.P2: 2, Tile.M6: 3}


def test_another_tile_in_its_place_is_none() -> None:
    memory, question = asked()
    for _ in range(ENOUGH):
        memory = passed_over(memory, question, ONE)
    other = replace(THING, likelihoods=SURE[Tile.S7])
    moved = replace(THING, at=(0.6, 0.44))
    fresh = tuple(Fresh(piece, piece.likelihoods) for piece in (other, moved))
    assert not any(one.is_thing for one in as_things(memory.things, fresh))


def test_a_question_about_all_kinds_says_nothing_of_other_tiles() -> None:
    memory, question = asked()
    wide = replace(question, options=(*question.options[:2], *(((Discarded(0, kind),)) for kind in Tile), ()))
    assert passed_over(memory, wide, ONE) == memory


def test_nobody_is_asked_about_a_thing_and_the_round_goes_on() -> None:
    """It lies before seat 1 all the time."""
    stage = Stage()
    thing = replace(THING, at=(0.62, 0.55))
    stage.memory = replace(stage.memory, things=(Thing(thing.at, int(Tile.P2), ENOUGH),))
    turns = ("0 d1s x9s", "1 d1s x1s", "2 d9m x9m")
    for turn in turns:
        for _ in range(8):
            view = stage.view()
            stage.see(replace(view, pieces=(*view.pieces, thing)))
        stage.do(turn)
    for _ in range(8):
        view = stage.view()
        stage.see(replace(view, pieces=(*view.pieces, thing)))
    assert plain(stage.events) == plain(list(acts("; ".join(turns))))
    assert not stage.questions

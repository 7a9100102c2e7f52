"""Recorded discards that the table does not bear out, faces that haunt a place, wins that come out of nothing
(DESIGN, Uncertainty meets the rules).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.events import Discarded, Drawn, Won
from assistant.observation import Area, Observation, SeenPiece
from assistant.reconcile import Mend, Question, answered
from assistant.round import begin
from assistant.tiles import Tile
from assistant.watching.ghosts import denied, ghosts, haunted, haunts
from assistant.watching.memory import Fresh, Memory
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

TWO = "0 d1s x9s; 1 d1s x1s"


def phantom(view: Observation, number: int) -> Observation:
    """A view in which the last discard is not seen, and another face elsewhere before the same player."""
    last = max((one for one in view.pieces if one.area is Area.DISCARD), key=lambda one: one.since)
    ghost = replace(last, likelihoods=SURE[Tile.P4], at=(0.66, 0.75), track=900 + number)
    return replace(view, pieces=tuple(ghost if one is last else one for one in view.pieces))


def misrecorded() -> Stage:
    """Seat 1's 1s is hidden in the first views, while a face that is no tile seems to lie before it."""
    stage = Stage()
    stage.play("0 d1s x9s |", views=3)
    stage.do("1 d1s x1s")
    for _ in range(3):
        stage.see(phantom(stage.view(), 1))
    assert stage.events[-1] == Discarded(1, Tile.P4)
    return stage


def mended(stage: Stage, question: Question) -> None:
    """What a tap on the first option does."""
    mend = question.mend(0)
    assert mend is not None
    line = mend.line(stage.events)
    assert line is not None
    told = [*stage.events[:line], *question.options[0], *stage.events[line + 1 :]]
    stage.memory = answered(stage.memory, question, 0)
    stage.state, stage.events = begin(stage.start), []
    stage.tell(told)


def test_a_recorded_discard_that_vanishes_is_asked_about_with_the_tile_that_lies_there() -> None:
    stage = misrecorded()
    stage.look(5)
    (question,) = stage.questions
    assert question.options == ((Discarded(1, Tile.S1),), ())
    assert question.mends == (Mend(1, 0, Tile.P4),)
    mended(stage, question)
    stage.play("2 d9m x9m |")
    assert plain(stage.events) == plain(list(acts(f"{TWO}; 2 d9m x9m")))
    assert len(stage.questions) == 1


def test_where_it_lay_indeed_it_is_not_asked_about_again() -> None:
    stage = misrecorded()
    stage.look(5)
    (question,) = stage.questions
    stage.memory = answered(stage.memory, question, 1)
    stage.look(12)
    assert [one for one in stage.questions if one.mends] == [question]


def test_what_is_seen_again_where_a_face_vanished_is_not_believed() -> None:
    stage = misrecorded()
    stage.look(5)
    mended(stage, stage.questions[0])
    stage.play("2 d9m x9m |; 3 d3s x3s |; 0 d6m x6m |")
    known = len(stage.events)
    for _ in range(2):
        for _ in range(3):
            view = stage.view()
            ghost = SeenPiece(SURE[Tile.P4], Area.DISCARD, 1, (0.66, 0.75), 0.0, 950, stage.table.now)
            stage.see(replace(view, pieces=(*view.pieces, ghost)))
        stage.table.now += 2.0
    assert len(stage.events) == known


def test_a_discard_that_reads_as_another_kind_ever_after_is_asked_about() -> None:
    stage = Stage()
    stage.play("0 d1s x9s |; 1 d1s x1s |")

    def misread(view: Observation) -> Observation:
        pieces = (
            replace(piece, likelihoods=SURE[Tile.S6])
            if piece.area is Area.DISCARD and piece.tile is Tile.S9
            else piece
            for piece in view.pieces
        )
        return replace(view, pieces=tuple(pieces))

    for _ in range(4):
        stage.see(misread(stage.view()))
    assert not stage.questions
    for _ in range(8):
        stage.see(misread(stage.view()))
    (question,) = stage.questions
    assert question.mend(0) == Mend(0, 0, Tile.S9)
    assert question.options[0] == (Discarded(0, Tile.S6),)


def test_what_a_person_told_is_not_doubted() -> None:
    stage = Stage()
    stage.do("0 d1s x9s")
    stage.tell(tuple(acts("0 d? x8s")))
    stage.look(14)
    assert not stage.questions


@pytest.mark.parametrize("area", [Area.DISCARD, Area.MELD])
def test_places_of_faces_that_came_and_went_are_remembered(area: Area) -> None:
    at = (0.5, 0.5)
    piece = SeenPiece(SURE[Tile.P4], area, None, at)
    gone = Fresh(piece, piece.likelihoods, gone=3)
    places = ghosts(Memory(), (gone,), ())
    assert places == ((at,) if area is Area.DISCARD else ())
    assert not ghosts(Memory(), (gone,), (gone,)), "it is remembered as a face still"
    assert haunts(places, piece) is (area is Area.DISCARD)
    assert not haunts(places, replace(piece, at=(0.5, 0.53)))


def beside(stage: Stage, tile: Tile = Tile.P2, seat: int = 3) -> Callable[[], Observation]:
    """Views with one face beside the hand of the seat, 1 or 3, that stands."""
    at = (0.055, 0.75) if seat == 3 else (0.945, 0.25)

    def see() -> Observation:
        view = stage.view()
        face = SeenPiece(SURE[tile], Area.HAND, seat, at, 0.0, 970, 1.0)
        return replace(view, pieces=(*view.pieces, face))

    return see


def test_a_win_of_a_discard_that_no_view_showed_is_not_believed_for_one_face_beside_a_hand() -> None:
    stage = Stage()
    stage.play(f"{TWO}; 2 d9m x9m |; 3 d3s x3s |; 0 d6m x6m |")
    see = beside(stage)
    for _ in range(12):
        stage.see(see())
    assert not [event for event in stage.events if isinstance(event, Won)]


def test_a_win_that_people_denied_is_told_by_the_same_face_no_more() -> None:
    """The face reads as the last discard; another win comes later."""
    stage = Stage()
    stage.play(f"{TWO}; 2 d9m x9m |; 3 d3s x3s |; 0 d6m x6m |")
    see = beside(stage, Tile.M6, 1)
    for _ in range(12):
        stage.see(see())
    (question,) = stage.questions
    assert any(Won((1,)) in option for option in question.options)
    stage.memory = answered(stage.memory, question, None)
    for _ in range(12):
        stage.see(see())
    stage.do("1 d7m x7m")
    for _ in range(12):
        stage.see(see())
    assert stage.questions == [question]
    assert stage.events[-1] == Discarded(1, Tile.M7)
    stage.play("2 d7s x7s |; 3 d8s x2p |; 1 win |")
    assert [event.seats for event in stage.events if isinstance(event, Won)] == [(1,)]


@pytest.mark.parametrize("thrown", [True, False])
def test_a_tile_just_drawn_that_shows_beside_a_hand_may_be_thrown(thrown: bool) -> None:
    """It tells a self-draw only once it has lain there for long."""
    stage = Stage()
    stage.play(f"{TWO}; 2 d9m x9m |; 3 d3s x3s |; 0 d6m x6m |")
    see = beside(stage, Tile.P2, 1)
    for _ in range(6):
        stage.see(see())
    assert not [event for event in stage.events if isinstance(event, Won)]
    if thrown:
        stage.do("1 d2p x2p")
        stage.look(4)
        assert stage.events[-1] == Discarded(1, Tile.P2)
    else:
        for _ in range(12):
            stage.see(see())
        assert Won((1,)) in stage.events
    assert not stage.questions


def test_a_tile_that_was_denied_twice_is_asked_not_believed() -> None:
    at = (0.5, 0.4)
    memory = denied(Memory(), [at, at])
    assert not memory.ghosts, "once: it may be somebody else's"
    memory = denied(memory, [at])
    assert memory.ghosts == (at,)
    piece = SeenPiece(SURE[Tile.P4], Area.DISCARD, 0, at)
    fresh = (Fresh(piece, piece.likelihoods), Fresh(replace(piece, at=(0.6, 0.4)), piece.likelihoods))
    assert [one.haunted for one in haunted(memory.ghosts, fresh)] == [True, False]


def test_a_tile_that_lay_there_long_before_the_last_act_tells_no_discard_by_itself() -> None:
    stage = Stage()
    stage.play(f"{TWO}; 2 d9m x9m |; 3 d3s x3s |; 0 d6m x6m |")
    known = len(stage.events)
    stage.table.now += 2.0
    old = SeenPiece(SURE[Tile.P4], Area.DISCARD, 1, (0.66, 0.75), 0.0, 950, stage.memory.newest - 9.0)
    for _ in range(8):
        view = stage.view()
        stage.see(replace(view, pieces=(*view.pieces, old)))
    assert len(stage.events) == known


def test_a_face_that_came_by_itself_and_stays_is_asked_about() -> None:
    stage = Stage()
    stage.play("0 d1s x9s |", views=3)
    came = stage.table.now + 0.4
    stayed = SeenPiece(SURE[Tile.P4], Area.DISCARD, 1, (0.66, 0.63), 0.0, 950, came)
    for _ in range(12):
        view = stage.view()
        stage.see(replace(view, pieces=(*view.pieces, stayed)))
    assert [event for event in stage.events if isinstance(event, Discarded)] == [Discarded(0, Tile.S9)]
    (question,) = stage.questions
    assert question.options == ((Drawn(1), Discarded(1, Tile.P4)), ())

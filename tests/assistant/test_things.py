"""杂物: what lies on the table and reads as a tile is asked about a few times, and then no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded, Drawn, How, Konged
from assistant.observation import Area, SeenPiece
from assistant.reconcile import Question, Sight, answered
from assistant.tiles import KINDS, Tile
from assistant.watching.deciding import WORTH_ASKING
from assistant.watching.explanations import explain
from assistant.watching.memory import Fresh, Memory, Thing, spot
from assistant.watching.noticing import notice
from assistant.watching.ranking import ranked
from assistant.watching.sight import SCATTERED
from assistant.watching.things import DENIED, DOUBTED, ENOUGH, KEPT, PASSED, as_things, passed_over
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE, either
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


def test_what_is_said_to_be_no_fourth_tile_twice_is_a_thing() -> None:
    kong = Konged(1, How.ADDED, Tile.P2)
    piece = replace(THING, area=Area.MELD)
    fresh = (Fresh(piece, piece.likelihoods),)
    question = Question(((kong,), ()), (piece.at,))
    memory = Memory(fresh=fresh, open=question, doubtful=((kong, spot(piece)),))
    once = passed_over(memory, question, ())
    assert not as_things(once.things, fresh)[0].is_thing
    assert as_things(passed_over(once, question, ()).things, fresh)[0].is_thing
    assert not passed_over(memory, question, (kong,)).things


def test_another_tile_in_its_place_is_none() -> None:
    memory, question = asked()
    for _ in range(ENOUGH):
        memory = passed_over(memory, question, ONE)
    other = replace(THING, likelihoods=SURE[Tile.S7])
    moved = replace(THING, at=(0.6, 0.44))
    fresh = tuple(Fresh(piece, piece.likelihoods) for piece in (other, moved))
    assert not any(one.is_thing for one in as_things(memory.things, fresh))


def test_what_reads_as_no_kind_more_than_as_another_is_the_same_thing_whatever_it_reads_most_like() -> None:
    def flat(most: Tile) -> tuple[float, ...]:
        return (*(0.2 if kind == most else 0.8 / (KINDS - 1) for kind in range(KINDS)), 0.0, 0.0)

    memory, question = asked()
    for _ in range(ENOUGH):
        memory = passed_over(memory, question, ONE)
    piece = replace(THING, likelihoods=flat(Tile.S8))
    (one,) = as_things(memory.things, (Fresh(piece, either(Tile.S8, Tile.S6, 0.6)),))
    assert one.is_thing


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


def test_what_lay_there_before_the_tile_that_was_chosen_counts_as_denied() -> None:
    memory, question = asked()
    thing, tile = memory.fresh
    for first, against in ((2.5, PASSED), (1.0, DENIED)):
        fresh = (replace(thing, first=first), replace(tile, first=3.0))
        found = passed_over(replace(memory, fresh=fresh), question, ONE)
        assert [one.against for one in found.things] == [against]


def test_what_people_said_something_against_is_the_less_likely_one_the_more_they_did() -> None:
    shares = []
    for against in (0, 2, 4, 8):
        stage = Stage()
        stage.memory = replace(stage.memory, things=(Thing(THING.at, int(Tile.P2), against),))
        piece = replace(THING, seat=0)
        view = stage.view()
        view = replace(view, pieces=(*view.pieces, piece))
        table = notice(stage.memory, stage.state, view, Sight())[1]
        among = ranked(explain(stage.state, table))
        shares.append(among.share([(Drawn(0), Discarded(0, Tile.P2))]))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9 > 0.1 > shares[-1]


def test_beside_a_thing_that_lies_there_for_long_a_new_tile_is_looked_at_as_long_as_others() -> None:
    stage = Stage()
    thing = replace(THING, seat=0)
    stage.memory = replace(stage.memory, things=(Thing(thing.at, int(Tile.P2), DOUBTED),))
    for _ in range(3):
        view = stage.view()
        stage.see(replace(view, pieces=(*view.pieces, thing)))
    stage.do("0 d1s x9s")
    view = stage.view()
    pieces = (replace(one, seat=1) if one.tile is Tile.S9 else one for one in view.pieces)
    stage.see(replace(view, pieces=(*pieces, thing)))
    assert not stage.questions


@pytest.mark.parametrize(("seat", "odds", "early"), [(1, 0.6, True), (1, 0.99, False), (0, 0.6, False)])
def test_a_face_that_lay_there_first_and_reads_unplainly_may_be_no_tile(
    seat: int, odds: float, early: bool
) -> None:
    """It lies before somebody, as every place of a heap does, but not before the dealer, who throws first."""
    stage = Stage(sight=Sight())
    stage.memory = Memory()
    face = replace(THING, seat=seat, likelihoods=either(Tile.P2, Tile.P3, odds), since=0.0)
    view = stage.view()
    memory, _ = notice(stage.memory, stage.state, replace(view, pieces=(*view.pieces, face)), Sight())
    assert [one.is_thing for one in memory.fresh] == [early]


def test_what_reads_as_hardly_any_tile_does_is_asked_where_others_read_plainly() -> None:
    for seen in ((0.62, 0.21, 0.02), (0.62, 0.3, 0.07)):
        stage = Stage()
        stage.play("0 d1s x9s |; 1 d1s x1s |; 2 d9m x9m |; 3 d3s x3s |")
        kinds = dict(zip((Tile.P4, Tile.P6, Tile.M6), seen, strict=True))
        rest = (1 - sum(seen)) / (KINDS - 3)
        likelihoods = (*(kinds.get(tile, rest) for tile in Tile), 0.0, 0.0)
        face = SeenPiece(likelihoods, Area.DISCARD, 0, (0.45, 0.36), 0.0, 700, stage.table.now + 2.0)
        stage.table.now += 2.0
        for _ in range(10):
            view = stage.view()
            stage.see(replace(view, pieces=(*view.pieces, face)))
        asked_about = [one for one in stage.questions if len(one.about) == 1]
        assert len(stage.events) == (8 if sum(seen) < SCATTERED else 10)
        assert len(asked_about) == (sum(seen) < SCATTERED)


@pytest.mark.parametrize(("later", "known"), [(5.0, True), (0.3, False)])
def test_of_two_alike_the_one_that_came_first_is_the_discard_that_people_told(
    later: float, known: bool
) -> None:
    one = replace(TILE, seat=2)
    other = replace(TILE, seat=None, at=(0.6, 0.4), track=502)
    fresh = (
        Fresh(other, other.likelihoods, first=3.0 + later),
        Fresh(one, one.likelihoods, first=3.0),
    )
    question = Question((ONE, ()), (one.at, other.at))
    doubtful = ((ONE[0], spot(other)), (ONE[0], spot(one)))
    memory = answered(Memory(fresh=fresh, open=question, doubtful=doubtful), question, 0)
    assert memory.pointed == (((ONE[0], spot(one)),) if known else ())


def test_the_latest_things_alone_are_remembered() -> None:
    memory, question = asked()
    old = tuple(Thing((0.01 * number, 0.9), int(Tile.P2), DENIED) for number in range(KEPT))
    memory = passed_over(replace(memory, things=old), question, ONE)
    assert len(memory.things) == KEPT
    assert memory.things[-1].at == THING.at
    assert old[0] not in memory.things


def test_what_lay_there_before_anybody_threw_is_no_later_discard() -> None:
    """A card in the middle reads as a 1p: it may be the first discard, and none after that."""
    card = SeenPiece(either(Tile.P1, Tile.S1, 0.9), Area.DISCARD, None, (0.447, 0.715), 0.0, 28)
    stage = Stage()
    stage.memory = Memory()

    def odds() -> float:
        """That it is what the player on turn has thrown."""
        view = stage.view()
        view = replace(view, pieces=(*view.pieces, card))
        _, table = notice(stage.memory, stage.state, view, Sight())
        among = ranked(explain(stage.state, table))
        share = sum(
            share for step, share in among.first_acts() if Discarded(stage.state.turn, Tile.P1) in step
        )
        stage.see(view)
        return share

    assert odds() > WORTH_ASKING
    stage.do("0 d1s x9s")
    for _ in range(3):
        odds()
    assert stage.events == [Drawn(0), Discarded(0, Tile.S9)]
    assert odds() < WORTH_ASKING


@pytest.mark.parametrize("card_first", [True, False])
def test_a_discard_that_a_person_told_lies_where_a_tile_reads_so_and_no_thing_does(card_first: bool) -> None:
    """Of the two that may tell it the card lay there first."""
    card = replace(THING, likelihoods=either(Tile.P1, Tile.M6, 0.95))
    pieces = (card, TILE) if card_first else (TILE, card)
    fresh = tuple(
        Fresh(piece, piece.likelihoods, first=0.3 if piece is card else 87.7, early=piece is card)
        for piece in pieces
    )
    question = Question((ONE, ()), tuple(piece.at for piece in pieces))
    doubtful = tuple((ONE[0], spot(piece)) for piece in pieces)
    memory = Memory(fresh=fresh, open=question, doubtful=doubtful)
    assert answered(memory, question, 0).pointed == ((ONE[0], spot(TILE)),)


def test_a_no_to_every_kind_that_a_tile_may_be_is_said_against_the_tile() -> None:
    memory, question = asked()
    wide = replace(question, options=(*question.options[:2], *(((Discarded(0, kind),)) for kind in Tile), ()))
    assert not passed_over(memory, wide, ONE).things
    assert {thing.against for thing in passed_over(memory, wide, ()).things} == {DENIED}

"""Hands of which one tile is not seen at the end, neighbours that were found as one tile, melds that are read
together, faces that go as they came (DESIGN, Uncertainty meets the rules).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Discarded, Drawn, Revealed, TableEvent, WallEmpty, Won
from assistant.hands import Hand
from assistant.notation import parse_hand
from assistant.observation import CLASSES, Area, Observation, SeenPiece
from assistant.reconcile import Mend, answered
from assistant.tiles import COPIES, KINDS, Tile
from assistant.watching.beside import read_apart
from assistant.watching.laid import Laid
from assistant.watching.memory import Fresh, Spot
from assistant.watching.pairing import pair
from assistant.watching.sight import Sight
from assistant.watching.unread import gap, left_over, one_unread, unread_at
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE, either
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

THREE = "0 d1s x9s; 1 d1s x1s; 2 d9m x9m"


def row(*tiles: Tile | None) -> tuple[Fresh, ...]:
    """A row of open tiles, None where one is not seen."""
    return tuple(
        Fresh(SeenPiece(SURE[tile], Area.HAND, 0, (0.3 + 0.035 * at, 0.05)), SURE[tile])
        for at, tile in enumerate(tiles)
        if tile is not None
    )


def without(view: Observation, seat: int, tile: Tile) -> Observation:
    """The view with a tile of an open hand not found."""
    gone = next(
        piece for piece in view.pieces if (piece.area, piece.seat, piece.tile) == (Area.HAND, seat, tile)
    )
    return replace(view, pieces=tuple(piece for piece in view.pieces if piece is not gone))


def test_one_tile_of_a_hand_that_is_not_seen_is_asked_and_nothing_else() -> None:
    stage = Stage(wall=4)
    stage.play(f"{THREE}; 3 d3s x3s |; wall")
    for _ in range(12):
        stage.see(without(stage.view(), 1, Tile.M5))
        if stage.memory.open is not None:
            break
    shown = [event.seat for event in stage.events if isinstance(event, Revealed)]
    assert shown == [0, 2, 3]
    (question,) = stage.questions
    assert question.options[-1] == ()
    hands = [
        str(event.hand) for option in question.options for event in option if isinstance(event, Revealed)
    ]
    assert "222456m 3477799p" in hands[:4]
    assert len(set(hands)) == len(hands) > 20
    stage.memory = answered(stage.memory, question, hands.index("222456m 3477799p"))


def test_the_last_hand_is_what_all_other_tiles_leave() -> None:
    hand = parse_hand("1m 447p")
    seen = tuple(COPIES - many for many in hand.counts)
    assert left_over(seen, 4) == hand.counts
    assert left_over(seen, 5) is None


def test_a_complete_hand_tells_what_the_tile_may_be() -> None:
    seven = row(Tile.S8, None, Tile.S8, Tile.S8, Tile.S7)
    melds = parse_hand("99m #p1m #p2m #p3m").melds
    ways = one_unread(seven, (0,) * KINDS, melds, None, None, wins=True)
    assert {str(Hand(way.counts)) for way in ways} == {"67888s", "77888s", "78889s"}
    assert sum(way.odds for way in ways) == pytest.approx(1.0)


def test_a_tile_that_is_not_seen_lies_in_the_gap_and_between_its_neighbours() -> None:
    faces = row(Tile.P7, Tile.P6, Tile.P5, None, Tile.P3, Tile.P2)
    sides = gap(faces)
    assert sides is not None
    assert [side.piece.tile for side in sides] == [Tile.P5, Tile.P3]
    (place,) = unread_at(faces)
    assert place == pytest.approx((0.405, 0.05))
    ways = one_unread(faces, (0,) * KINDS, (), None, None, wins=False)
    assert str(Hand(ways[0].counts)) == "234567p"
    assert len(ways) == KINDS
    assert gap(row(Tile.P7, Tile.P6, Tile.P5)) is None
    assert len(unread_at(row(Tile.P7, Tile.P6, Tile.P5))) == 3


def test_a_complete_hand_tells_which_of_two_kinds_a_tile_is_as_well() -> None:
    """1p 1p 2p 3p 4p, 5p 5p and one not seen, 6s 6s and one that reads rather as 9s."""
    vector = either(Tile.S9, Tile.S6, 0.89)
    faces = row(Tile.P1, Tile.P1, Tile.P2, Tile.P3, Tile.P4, None, Tile.P5, Tile.P5, Tile.S6, Tile.S6)
    unsure = Fresh(SeenPiece(vector, Area.HAND, 0, (0.65, 0.05)), vector)
    melds = parse_hand("99p #p7p").melds
    ways = one_unread((*faces, unsure), (0,) * KINDS, melds, None, None, wins=True)
    assert [str(Hand(way.counts)) for way in ways] == ["11234555p 666s", "11123455p 666s"]


@pytest.mark.parametrize(("odds", "told"), [(1.0, True), (0.9, False)])
@pytest.mark.parametrize("drawn", [True, False])
def test_a_winner_of_whose_tiles_one_is_not_seen_may_show_the_tile_that_won(
    drawn: bool, odds: float, told: bool
) -> None:
    """Seat 2 wins with 2p and lays all open; one tile alone completes what is seen of it."""
    stage = Stage(wall=4 if drawn else 3)
    acted: list[TableEvent] = (
        [Drawn(2, Tile.P2), Won((2,))] if drawn else [Drawn(1), Discarded(1, Tile.P2), Won((2,))]
    )
    stage.play("0 d1s x9m |; 1 d3m x3m |; 2 d2p win" if drawn else "0 d1s x9m |; 1 d2p x2p; 2 win")
    stage.do("3 d1s x1s")
    stage.tell([*acted, Drawn(3), Discarded(3, Tile.S1), WallEmpty()])
    for _ in range(9):
        view = without(stage.view(), 2, Tile.S9)
        pieces = (
            replace(one, likelihoods=either(Tile.P8, Tile.P7, odds))
            if (one.area, one.seat, one.tile) == (Area.HAND, 2, Tile.P8)
            else one
            for one in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    hands = [event for event in stage.events if isinstance(event, Revealed) and event.seat == 2]
    asked = [event for one in stage.questions for event in one.options[0] if isinstance(event, Revealed)]
    (found,) = hands if told else asked
    assert found.hand == parse_hand("12345699s 234888p")
    assert not (asked if told else hands)


def test_two_neighbours_that_were_found_as_one_tile_are_told_apart() -> None:
    """The tile that was known is the new piece; where it seemed to lie lies the one that was missed."""
    missing, known = Laid(Area.DISCARD, 1, Tile.P1, 0), Laid(Area.DISCARD, 1, Tile.S7, 1)
    vector = [0.0] * CLASSES
    vector[Tile.P1], vector[Tile.S7] = 0.9, 0.1
    pieces = (
        SeenPiece(tuple(vector), Area.DISCARD, 1, (0.415, 0.37), track=5),
        SeenPiece(SURE[Tile.S7], Area.DISCARD, 1, (0.442, 0.37), track=9),
    )
    bound = {
        missing: Spot(Area.DISCARD, (0.41, 0.36), 3),
        known: Spot(Area.DISCARD, (0.426, 0.37), 5),
    }
    new = (Spot(Area.DISCARD, (0.442, 0.37), 9),)
    found = pair((missing, known), Observation(9.0, pieces), bound, {missing: 4}, new)
    assert not found.fresh
    assert {tile.tile: piece.track for tile, piece in found.pairs.items()} == {Tile.P1: 5, Tile.S7: 9}


def test_a_discard_that_is_not_found_is_no_new_one_before_another_player() -> None:
    missing = Laid(Area.DISCARD, 1, Tile.P1, 0)
    new = SeenPiece(SURE[Tile.P1], Area.DISCARD, 3, (0.53, 0.67), track=9)
    bound = {missing: Spot(Area.DISCARD, (0.41, 0.36), 3)}
    found = pair((missing,), Observation(9.0, (new,)), bound, {missing: 40})
    assert found.fresh == (new,)


def test_tiles_of_a_meld_that_were_read_together_tell_less_than_they_seem_to() -> None:
    vector = [0.0] * CLASSES
    vector[Tile.S9], vector[Tile.S6] = 0.99, 0.01
    pieces = tuple(SeenPiece(tuple(vector), Area.MELD, 0, (0.05, 0.05 + 0.04 * at)) for at in range(3))
    alone = SeenPiece(tuple(vector), Area.DISCARD, 0, (0.5, 0.5))
    seen = read_apart(Observation(1.0, (*pieces, alone)))
    assert {round(piece.confidence, 2) for piece in seen.lying(Area.MELD)} == {0.91}
    assert seen.lying(Area.DISCARD) == (alone,)
    sight = Sight()
    once = seen.lying(Area.MELD)[0].likelihoods
    surely = [sight.one_more(once, kind, together=True) for kind in (Tile.S9, Tile.S6)]
    assert surely[0] == surely[1], "a further one tells nothing"
    apart = [sight.one_more(once, kind) for kind in (Tile.S9, Tile.S6)]
    assert 0 < apart[0] - apart[1] < sight.is_kind(once, Tile.S9) - sight.is_kind(once, Tile.S6)


def test_a_pong_that_does_not_read_plainly_is_asked() -> None:
    """Three tiles read together as 5p, at odds that three of one face often have when they are another."""
    vector = [0.0] * CLASSES
    vector[Tile.P5], vector[Tile.P8] = 0.98, 0.02
    stage = Stage()
    stage.play(f"{THREE} |; 3 d3s x3s |; 0 d6m x6m |")
    known = len(stage.events)
    stage.do("1 d5p x5p; 0 pong 5p")
    for _ in range(8):
        view = stage.view()
        pieces = (
            replace(piece, likelihoods=tuple(vector)) if piece.area is Area.MELD else piece
            for piece in view.pieces
        )
        stage.see(replace(view, pieces=tuple(pieces)))
    assert len(stage.events) == known
    assert {option[-1].tile for option in stage.questions[0].options if option} >= {Tile.P5}  # type: ignore[union-attr]


def with_ghost(view: Observation) -> Observation:
    ghost = SeenPiece(SURE[Tile.P4], Area.DISCARD, 1, (0.65, 0.75), 0.0, 999, view.at)
    return replace(view, pieces=(*view.pieces, ghost))


def test_a_face_that_comes_and_goes_by_itself_is_no_discard_however_many_views_show_it() -> None:
    stage = Stage()
    stage.play("0 d1s x9s |", views=3)
    for _ in range(7):
        stage.see(with_ghost(stage.view()))
    assert stage.events == [Drawn(0), Discarded(0, Tile.S9)]
    stage.play("1 d1s x1s |")
    assert plain(stage.events) == plain(list(acts("0 d1s x9s; 1 d1s x1s")))


def test_an_open_hand_tells_that_a_discard_was_read_wrongly() -> None:
    """A fifth copy lies in a hand at the end: which of the discards was another tile is asked."""
    stage = Stage(wall=5)

    def misread(view: Observation) -> Observation:
        pieces = (
            replace(piece, likelihoods=SURE[Tile.S7])
            if piece.area is Area.DISCARD and piece.tile is Tile.S9
            else piece
            for piece in view.pieces
        )
        return replace(view, pieces=tuple(pieces))

    for move in ("0 d1s x9s", "1 d1s x1s", "2 d9m x9m", "3 d3s x3s", "0 d8m x8m", "wall"):
        stage.do(move)
        for _ in range(4 if move != "wall" else 9):
            stage.see(misread(stage.view()))
    mends = [question for question in stage.questions if question.mends]
    assert mends[0].mend(0) == Mend(0, 0, Tile.S7)


@pytest.mark.parametrize(("odds", "found"), [(0.09, True), (0.01, False)])
def test_a_discard_that_a_person_told_may_lie_in_the_heap_before_another_player(
    odds: float, found: bool
) -> None:
    vector = [0.0] * CLASSES
    vector[Tile.P3], vector[Tile.S1] = 1 - odds, odds
    piece = SeenPiece(tuple(vector), Area.DISCARD, 1, (0.57, 0.66), track=4)
    told = Laid(Area.DISCARD, 0, Tile.S1, 0)
    assert pair((told,), Observation(9.0, (piece,)), {}, {told: 2}).pairs == ({told: piece} if found else {})
    assert not pair((told,), Observation(9.0, (piece,)), {}, {told: 1}).pairs, "it may turn up"

"""Faces that the camera imagines, and tiles that a hand hides: neither is an act (DESIGN)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.events import Konged
from assistant.observation import Area, Observation, SeenPiece
from assistant.reconcile import answered
from assistant.tiles import Tile
from assistant.watching import believing, deciding
from assistant.watching.memory import Fresh
from assistant.watching.noticing import notice
from assistant.watching.sight import Sight
from assistant.watching.taken import untold_wins
from tests.assistant.scripted_table.answering import plain
from tests.assistant.scripted_table.noise import SURE
from tests.assistant.scripted_table.stage import Stage
from tests.assistant.table_script import acts

OPEN = "0 d1s x9s"
TWO = f"{OPEN}; 1 d1s x1s"


def test_a_ghost_of_one_view_is_no_discard() -> None:
    stage = Stage()
    view = stage.view()
    ghost = SeenPiece(SURE[Tile.P5], Area.DISCARD, 0, (0.45, 0.38), 0.0, 500)
    assert not stage.see(replace(view, pieces=(*view.pieces, ghost)))
    assert not stage.look(6)


def with_ghost(view: Observation, seat: int, at: tuple[float, float]) -> Observation:
    """The view with a face before a player that is none."""
    ghost = SeenPiece(SURE[Tile.P4], Area.DISCARD, seat, at, 0.0, 999, view.at)
    return replace(view, pieces=(*view.pieces, ghost))


def test_a_face_that_comes_though_nothing_moved_is_no_discard_at_once() -> None:
    """Two views imagine it, where the player on turn throws."""
    stage = Stage()
    stage.play(f"{OPEN} |", views=3)
    for _ in range(2):
        stage.see(with_ghost(stage.view(), 1, (0.65, 0.63)))
    stage.play("1 d1s x1s |")
    assert plain(stage.events) == plain(list(acts(f"{OPEN}; 1 d1s x1s")))
    assert not stage.questions


def test_a_face_that_views_looked_for_in_vain_is_no_discard_once_a_hand_is_over_it() -> None:
    stage = Stage()
    stage.play(f"{TWO}; 2 d9m x9m |; 3 d3s x3s |", views=3)
    for _ in range(2):
        stage.see(with_ghost(stage.view(), 0, (0.65, 0.37)))
    stage.look(3)
    stage.do("0 d6m")
    for _ in range(2):
        view = stage.view()
        pieces = (piece for piece in view.pieces if (piece.area, piece.seat) != (Area.DISCARD, 0))
        stage.see(replace(view, pieces=tuple(pieces), hidden=frozenset({(Area.DISCARD, 0)})))
    stage.play("0 x6m |")
    assert plain(stage.events) == plain(list(acts(f"{TWO}; 2 d9m x9m; 3 d3s x3s; 0 d6m x6m")))


KONG = "0 d9p x9p |; 1 pong 9p x4m |; 2 d1s x1s |; 3 d3s x3s |; 0 d1s x1s |; 1 d9p kong+ 9p d6m x6m"


@pytest.mark.parametrize("said", [True, False], ids=["an_arm_over_it", "missed_once"])
def test_a_discard_waits_while_a_fourth_tile_to_a_pong_of_its_player_may_be_missed(said: bool) -> None:
    """One put to it before cannot be told afterwards."""
    stage = Stage()
    stage.play(KONG)
    view = stage.view()
    melds = [one for one in view.pieces if (one.area, one.seat) == (Area.MELD, 1)]
    fourth = min(melds, key=lambda one: one.at[0])
    gone = melds if said else [fourth]
    hidden = frozenset({(Area.MELD, 1)} if said else ())
    stage.see(replace(view, pieces=tuple(one for one in view.pieces if one not in gone), hidden=hidden))
    stage.look(4)
    assert plain(stage.events) == plain(list(acts(KONG.replace("|", ""))))


def test_an_added_kong_whose_price_is_not_known_is_never_asked_about_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everything is asked about here, however likely it is."""
    for where in (believing, deciding):
        monkeypatch.setattr(where, "is_odd", lambda *_: True)
    stage = Stage(rules="chengdu")
    for turn in KONG.split("|;"):
        stage.do(turn.removesuffix("d6m x6m"))
        for _ in range(12):
            stage.look(1)
            if stage.memory.open is not None:
                options = stage.memory.open.options
                stage.memory = answered(stage.memory, stage.memory.open, 0)
                stage.tell(options[0])
    kongs = [event.just_drawn for option in options for event in option if isinstance(event, Konged)]
    assert kongs == [True, False]


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("views", [3, 4, 5])
def test_a_face_that_is_there_no_more_is_not_asked_about(seat: int, views: int) -> None:
    """It comes again, or it was none; it may have lain before the player on turn, or before another."""
    stage = Stage()
    stage.play(f"{OPEN} |", views=3)
    stage.table.now += 2.0
    for _ in range(views):
        stage.see(with_ghost(stage.view(), seat, (0.65, 0.63)))
    seen = len(stage.questions)
    stage.look(2)
    assert len(stage.questions) == seen


def test_a_face_that_people_denied_was_won_by_nobody_when_it_goes() -> None:
    piece = SeenPiece(SURE[Tile.P4], Area.DISCARD, 1, (0.65, 0.63), 0.0, 999)
    stage = Stage()
    stage.play(f"{OPEN} |")
    evidence = notice(stage.memory, stage.state, stage.view(), Sight())[1].evidence
    gone = Fresh(piece, piece.likelihoods, views=3, gone=3)
    for one, wins in ((gone, True), (replace(gone, haunted=True), False), (replace(gone, early=True), False)):
        found = untold_wins(stage.state, replace(evidence, fresh=(one,)), frozenset())
        assert any(found) is wins
